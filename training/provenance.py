"""Where numbers come from."""

import subprocess
from pathlib import Path


def commit() -> str:
    """The checkout's commit, marked where files differ from it; empty outside a checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
