"""The table in headless Chromium: games played by clicks and by keys, hints, coming back, replays without a network.

Every test fails on an error or a warning on the console (see ``conftest.Browser``).
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from elderzoo import envs
from elderzoo.agents.service.replay import Recorder

from .conftest import GAMES, Browser, Servers, Watched

pytestmark = pytest.mark.full  # a browser is there for `make test-full`
STATE = ".app[data-state=asked], .app[data-state=over]"


def sit_down(watched: Watched, address: str, game: str, players: int, seed: int, **choices: str) -> None:
    """Fill in the form and start."""
    page = watched.page
    page.goto(f"{address}/?pace=fast&think=10000")
    page.locator(f"input[value='{game}-v0']").check(force=True)
    page.select_option("select[name=players]", str(players))
    for name, value in choices.items():
        page.select_option(f"select[name={name}]", value)
    page.fill("input[name=seed]", str(seed))
    page.click("button.start")
    page.wait_for_selector(STATE)


def state(page: Any) -> tuple[str, int]:
    """Whether an answer is asked, and the number of the step shown."""
    app = page.locator(".app")
    return app.get_attribute("data-state"), int(app.get_attribute("data-seq"))


def answered(page: Any, seq: int) -> None:
    """Wait until the table has gone on and asks again, or the game is over."""
    page.wait_for_function(
        "seq => { const d = document.querySelector('.app').dataset;"
        " return Number(d.seq) > seq && (d.state === 'asked' || d.state === 'over'); }",
        arg=seq,
    )


def click_something(page: Any, rng: random.Random) -> str:
    """Take an action by the mouse: on a thing of the table if there is one, else in the menu. Where it was."""
    things = page.locator(".stage button.can[data-action]:visible")
    if things.count() and rng.random() < 0.7:
        things.nth(rng.randrange(things.count())).click()
        choices = page.locator(".popover:visible button[data-action]")
        if choices.count():
            choices.nth(rng.randrange(choices.count())).click()
        return "table"
    actions = page.locator(".menu button.action")
    actions.nth(rng.randrange(actions.count())).click()
    return "menu"


def play_on(page: Any, decisions: int, seed: int = 1) -> dict[str, int]:
    """Click through a game, at most so many decisions; how many were taken where."""
    rng, taken = random.Random(seed), {"table": 0, "menu": 0}
    for _ in range(decisions):
        asked, seq = state(page)
        if asked == "over":
            break
        taken[click_something(page, rng)] += 1
        answered(page, seq)
    return taken


def test_a_game_by_clicks(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    watched.shot("age_of_madness-begin")
    taken = play_on(watched.page, 25)
    assert taken["table"] >= 3
    assert taken["menu"] >= 3
    watched.shot("age_of_madness-middle", full=True)
    log = watched.page.locator(".log li").all_inner_texts()
    assert any("Player 1" in line for line in log)
    assert len(log) > 10
    assert all(url.startswith(servers.at("age_of_madness")) for url in watched.asked)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_clicks(browser: Browser, servers: Servers, name: str):
    watched = browser.page()
    game = envs.spec(f"{name}-v0")
    sit_down(watched, servers.at(name), name, game.seats[0], 5)
    taken = play_on(watched.page, 3000)
    assert state(watched.page)[0] == "over"
    assert taken["table"] > 0, "no thing of the table could be clicked"
    watched.shot(f"{name}-over", full=True)
    assert re.search(r"won|draw|wins|loses", watched.page.inner_text("#question"), re.IGNORECASE)
    steps = state(watched.page)[1]
    watched.page.get_by_role("button", name="Look at this game again").click()
    watched.page.wait_for_selector(".app.replay")
    watched.page.keyboard.press("End")
    watched.page.get_by_text(f"{steps} / {steps}").wait_for()


def test_keys_alone_are_enough(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 6)
    page = watched.page
    for _ in range(8):
        asked, seq = state(page)
        if asked == "over":
            break
        page.keyboard.press("1")
        focused = page.evaluate("document.activeElement.getAttribute('data-key')")
        assert focused == page.locator(".menu button.action").first.get_attribute("data-key")
        page.keyboard.press("ArrowDown")
        if page.locator(".menu button.action").count() > 1:
            assert page.evaluate("document.activeElement.getAttribute('data-key')") != focused
        page.keyboard.press("Enter")
        answered(page, seq)
    assert page.evaluate("document.activeElement.closest('.menu') !== null"), "focus is not lost between decisions"


def test_names_for_screen_readers(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    page = watched.page
    unnamed = page.evaluate("""() => {
        const named = (n) => n.getAttribute('aria-label') || n.getAttribute('aria-labelledby') || n.innerText.trim();
        const all = document.querySelectorAll('button, select, input, [role=img], section, main, aside');
        return [...all].filter((n) => n.checkVisibility() && !named(n) && !n.closest('label') && !n.querySelector('h2'))
            .map((n) => n.outerHTML.slice(0, 120));
    }""")
    assert unnamed == []
    assert page.get_by_role("main", name="Table").count() == 1
    assert page.get_by_role("button", name=re.compile("Cultist|play", re.IGNORECASE)).count() > 0
    seq = state(page)[1]
    page.locator(".menu button.action").last.click()
    answered(page, seq)
    assert "turn" in page.locator("#live").inner_text() or state(page)[0] == "over"


def test_a_hint_scores_the_actions(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    watched.page.keyboard.press("h")
    watched.page.wait_for_selector(".menu .summary")
    scores = watched.page.locator(".menu .score").all_inner_texts()
    assert scores
    assert all(-1 <= float(score) <= 1 for score in scores)
    assert watched.page.locator(".menu .action.hinted").count() == 1
    watched.shot("age_of_madness-hint")


def test_a_page_that_is_loaded_again_goes_on(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    play_on(watched.page, 3)
    before = state(watched.page), watched.page.inner_text(".panel.own")
    watched.page.reload()
    watched.page.wait_for_selector(STATE)
    assert (state(watched.page), watched.page.inner_text(".panel.own")) == before


def test_hidden_hands_show_at_a_debug_table_only(browser: Browser, servers: Servers):
    watched = browser.page()
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    page = watched.page
    assert page.get_by_text("Open view").count() == 0
    other = page.locator("[data-panel=seat1]")
    assert other.locator("[data-field=hand] .slip").count() == 0
    assert other.locator(".pile[data-field=hand]").count() == 1
    page.get_by_role("button", name="New game").click()
    page.check("input[name=debug]")
    page.fill("input[name=seed]", "5")
    page.select_option("select[name=players]", "2")
    page.click("button.start")
    page.wait_for_selector(STATE)
    page.get_by_role("button", name="Open view").click()
    other.locator("[data-field=hand] .slip").first.wait_for()
    page.get_by_role("button", name="My view").click()
    other.locator(".pile[data-field=hand]").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_narrow_screens_have_room_for_all(browser: Browser, servers: Servers, theme: str):
    watched = browser.page(390, 844, theme, has_touch=True)
    sit_down(watched, servers.at("age_of_madness"), "age_of_madness", 2, 5)
    page = watched.page
    play_on(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".menu button.action").first.is_visible()
    watched.shot(f"narrow-{theme}")
    # A finger reads a card first, and takes the action from there.
    seq = state(page)[1]
    card = page.locator(".panel.own .card.can")
    if card.count():
        card.first.tap()
        assert page.locator(".popover .reading").is_visible()
        page.locator(".popover button[data-action]").first.tap()
        answered(page, seq)


def test_bad_settings_are_told(browser: Browser, servers: Servers):
    watched = browser.page()
    watched.page.goto(servers.at("age_of_madness"))
    watched.page.wait_for_selector("[name=sit]")
    watched.page.evaluate("document.querySelector('[name=sit]').append(new Option('x', '7', true, true))")
    watched.page.click("button.start")
    watched.page.wait_for_selector(".trouble:visible")
    assert "seat" in watched.page.inner_text(".trouble").lower()


# --------------------------------------------------------------------------------------------------- replay


def written(tmp_path, name: str, steps: int) -> tuple[Recorder, str]:
    """A replay file of a random game."""
    import numpy as np

    recorder, rng = Recorder(envs.load_game(f"{name}-v0").new(4), seed=4), np.random.default_rng(3)
    while not recorder.state.is_over and len(recorder.actions) < steps:
        recorder.step(int(rng.choice(np.flatnonzero(recorder.state.legal()))))
    recorder.write(tmp_path / f"{name}.html")
    return recorder, (tmp_path / f"{name}.html").as_uri()


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_opens_without_a_network(browser: Browser, tmp_path, name: str):
    recorder, address = written(tmp_path, name, 60)
    watched = browser.page(theme="dark" if name == "cultistorm" else "light", offline=True)
    page = watched.page
    page.goto(address)
    assert watched.asked == [address]
    assert page.locator(".panel.seat").count() == recorder.state.game.num_players
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.locator(".tools output").inner_text() == f"3 / {len(recorder.actions)}"
    page.keyboard.press("End")
    page.select_option(".viewer select", "open")
    watched.shot(f"replay-{name}", full=True)
    page.keyboard.press("Home")
    assert page.locator(".tools output").inner_text() == f"0 / {len(recorder.actions)}"


def test_a_replay_hides_hands_until_the_view_is_open(browser: Browser, tmp_path):
    recorder, address = written(tmp_path, "age_of_madness", 6)
    page = browser.page().page
    page.goto(address)
    hands = page.locator("[data-field=hand] .slip, [data-field=hand] .card")
    assert hands.count() == 0
    assert page.locator(".pile[data-field=hand]").count() == recorder.state.game.num_players
    page.select_option(".viewer select", "1")
    assert page.locator("[data-panel=seat1] .card").count() > 0
    assert page.locator("[data-panel=seat0] .card").count() == 0
    page.select_option(".viewer select", "open")
    truth = recorder.state.game.new(4).record["hand"]
    assert hands.count() == int((truth > 0).sum())


def test_another_language_is_spoken(browser: Browser, servers: Servers):
    address = servers.at("age_of_madness")
    page = browser.page().page
    hello, said = (page.request.get(f"{address}/v1{path}").json() for path in ("", "/texts/en"))
    hello["languages"].append("de")
    said["texts"] |= {"page.start": "Hinsetzen", "page.title": "Der Tisch"}
    page.route(f"{address}/v1", lambda route: route.fulfill(json=hello))
    page.route(f"{address}/v1/texts/de", lambda route: route.fulfill(json=said))
    page.goto(f"{address}/?lang=de")
    page.get_by_role("button", name="Hinsetzen").wait_for()
    assert page.title() == "Der Tisch"
    assert page.evaluate("document.documentElement.lang") == "de"


def test_light_and_dark_can_be_chosen(browser: Browser, tmp_path):
    _, address = written(tmp_path, "age_of_madness", 2)
    page = browser.page(theme="dark").page
    page.goto(address)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(ground) != dark
