"""training/README.md: its tables are those of the code, and nothing that is logged goes unexplained."""

from pathlib import Path

import pytest

from elderzoo.training import readme

PAGE = Path(readme.__file__).with_name("README.md")


@pytest.mark.parametrize("name", readme.TABLES)
def test_tables_are_current(name: str) -> None:
    assert readme.block(PAGE.read_text(encoding="utf-8"), name) == readme.TABLES[name](), (
        "run python -m elderzoo.training.readme"
    )


def test_writing_again_changes_nothing() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert readme.renewed(text) == text
