"""ElderZoo: Lovecraftian card games as PettingZoo environments, with agents that learn them.

from elderzoo import envs
env = envs.make("age_of_madness-v0", num_players=3)
"""

from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"

_PARTS = ("agents", "benchmarks", "configs", "envs", "training")

# In a checkout the parts lie beside this folder, not in it. Looking there too lets `import elderzoo` find them
# when the checkout is on the path without being installed, or comes before an installed copy.
_here = Path(__file__).resolve().parent
if not (_here / "envs").is_dir() and (_here.parent / "envs" / "core").is_dir():
    __path__.append(str(_here.parent))


def __getattr__(name: str):
    """Import a part of the library when it is first used, so that `import elderzoo` costs nothing."""
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PARTS])
