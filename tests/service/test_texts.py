"""Every text has a key, all keys stand in one file, and a translation takes the place of the English."""

import json
import re
from pathlib import Path

import pytest

from elderzoo import envs
from elderzoo.agents.service import replay
from elderzoo.agents.service.core import texts
from elderzoo.agents.service.core.errors import ServiceError
from elderzoo.agents.service.core.games import Games
from elderzoo.agents.service.core.stream import Seen, speaker
from elderzoo.agents.service.page import FOLDER as PAGE
from elderzoo.envs import load_game


@pytest.mark.parametrize("id", [*envs.registry.SHIPPED, "kuhn-v0"])
def test_every_declaration_has_its_template(id: str) -> None:
    game = load_game(id)
    known = texts.keys(game)
    for block in game.spec.actions.blocks:
        used = set(re.findall(r"\{(\w+)\}", known[f"action.{block.verb}"]))
        assert used == set(block.args), f"{id}: action.{block.verb} says {used}, it has {block.args}"
    assert all(known[f"event.{e.name}"] == e.text for e in game.spec.events)
    assert all(f"decision.{d.name}" in known for d in game.spec.decisions)


def test_no_line_of_the_file_is_idle() -> None:
    """A line for an action or a game that is gone would mislead translators."""
    said = texts.spoken()
    assert set(said) == {texts.COMMON, *envs.registry.SHIPPED}
    for id in envs.registry.SHIPPED:
        assert set(said[id]) == {f"action.{b.verb}" for b in envs.spec(id).actions.blocks}


def test_the_page_says_what_the_file_holds() -> None:
    """Every sentence of the page has its template, and no template is idle."""
    code = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))
    used = {a or b for a, b in re.findall(r'\bSAY\.(\w+)|\bsay\("(\w+)"', code)}
    paces = re.search(r"const PACES = \{([^}]*)\}", code)
    assert paces
    used |= {f"pace.{name}" for name in re.findall(r"(\w+):", paces[1])}
    assert {f"page.{key}" for key in used} == set(texts.of_page("en"))


def test_a_translation_takes_the_place_of_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.toml").write_text((texts.FOLDER / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    german = {
        "common": {"player": "Spieler {seat}", "page.close": "Zu"},
        "kuhn-v0": {"action.bet": "setzen", "event.dealt": "{seat}: {card}"},
    }
    (tmp_path / "de.json").write_text(json.dumps(german), encoding="utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    for cached in (texts.spoken, texts.languages, texts.translation):
        cached.cache_clear()
    try:
        table = Games(("kuhn-v0",)).get("kuhn-v0")
        told = speaker(table, "de").position(Seen.of(table, table.game.new(0), 0))
        assert [a["text"] for a in told["legal"]] == ["setzen", "pass"]
        assert told["events"][0]["text"].startswith("Spieler 0: ")
        assert told["question"]["text"].startswith("Spieler 0: ")
        assert texts.of_page("de") == texts.of_page("en") | {"page.close": "Zu"}
        page = replay.record(table.game, 1, ["pass"], language="de").html()
        assert all(part in page for part in ('<html lang="de">', '"page.close":"Zu"', "Spieler 0: "))
        with pytest.raises(ServiceError):
            speaker(table, "fr")
    finally:
        for cached in (texts.spoken, texts.languages, texts.translation):
            cached.cache_clear()
