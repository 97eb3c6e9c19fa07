"""``python -m elderzoo.training.cli``: the same as the ``elderzoo`` command."""

import sys

from . import main

sys.exit(main())
