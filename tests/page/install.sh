#!/usr/bin/env bash
# What the tests of the page need beside Python packages: a browser, node for the modules without one, and npm for the
# package that runs exported agents.
set -euo pipefail
missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" fonts-dejavu-core >/dev/null
fi
python="${1:-python3}"
"$python" -c "import playwright" 2>/dev/null || "$python" -m pip install -qq playwright
