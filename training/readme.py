"""The generated tables of training/README.md: ``python -m elderzoo.training.readme`` writes them again."""

from __future__ import annotations

from pathlib import Path

from .config import table as settings_table
from .progress import COLUMNS, RESULT_COLUMNS

PAGE = Path(__file__).with_name("README.md")


def metrics_table() -> str:
    """The columns of progress.csv."""
    columns = COLUMNS | {f"<opponent>_{name}": meaning for name, meaning in RESULT_COLUMNS.items()}
    lines = ["| column | meaning |", "|---|---|", *(f"| `{name}` | {meaning} |" for name, meaning in columns.items())]
    return "\n".join(lines) + "\n"


TABLES = {"settings": settings_table, "metrics": metrics_table}


def marks(name: str) -> tuple[str, str]:
    """The lines around a generated table."""
    return f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->\n"


def block(text: str, name: str) -> str:
    """What stands between the marks of a table; raises ValueError where they are missing."""
    begin, end = marks(name)
    start = text.index(begin) + len(begin)
    return text[start : text.index(end, start)]


def renewed(text: str) -> str:
    """The page with every table as the code has it."""
    for name, build in TABLES.items():
        begin, end = marks(name)
        text = text.replace(begin + block(text, name) + end, begin + build() + end)
    return text


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
