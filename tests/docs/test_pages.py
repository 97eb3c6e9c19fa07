"""The generated parts of the pages say what the code says."""

import pytest

from benchmarks.pages import MARK, PARTS, page
from elderzoo import envs


@pytest.mark.parametrize("id", envs.games())
def test_a_page_is_up_to_date(id):
    file, text = page(envs.load_game(id))
    assert file.read_text("utf-8") == text, "run make pages"


@pytest.mark.parametrize("id", envs.games())
def test_a_page_has_every_part(id):
    game = envs.load_game(id)
    _file, text = page(game)
    left_out = set() if game.spec.balance_field else {"groups"}  # it breaks wins down by that field
    assert {m[1] for m in MARK.finditer(text)} == set(PARTS) - left_out | set(game.spec.reference)
