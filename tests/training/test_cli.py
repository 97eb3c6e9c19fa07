"""The command line: each entrance refuses wrong input with one line and status 2; play and watch work over pipes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from elderzoo import envs
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.training.cli import COMMANDS, cards, main, play
from elderzoo.training.cli import words as said

ROOT = Path(__file__).resolve().parents[2]
KUHN = "elderzoo.benchmarks.yardsticks.kuhn:kuhn-v0"  # a game of another package, named by its module


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """``elderzoo`` in a process of its own."""
    command = [sys.executable, "-m", "elderzoo.training.cli", *words]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False, timeout=300)


# ---------------------------------------------------------------------------------------------- wrong input


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Paths of files that are wrong in one way each."""
    folder = tmp_path_factory.mktemp("wrong")
    game = envs.core.game.Game(SPEC)
    position = game.new(0).to_json()
    position["fields"]["bet"] = [1, 99]
    content = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8").replace("rank = 2", "rank = 99")
    texts = {
        "settings.yaml": "ppo: {gama: 1}",
        "content.toml": content,
        "position.json": json.dumps(position),
        "broken.json": "{",
        "model.zip": "not a zip",
        "model.json": json.dumps({"identity": game.identity}),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.yaml").write_bytes(b"\xff\xfe")
    run_folder = folder / "run" / "checkpoints" / "step_000000000064"
    run_folder.mkdir(parents=True)
    (run_folder / "state.json").write_text("{", encoding="utf-8")
    (folder / "run" / "config.yaml").write_text("game: kuhn-v0\nself_play: {weights: {random: 1}}\n", encoding="utf-8")
    more = {"zip": str(folder / "model.zip"), "bytes": str(folder / "bytes.yaml"), "folder": str(folder)}
    return {name.partition(".")[0]: str(folder / name) for name in [*texts, "run"]} | more


WRONG = [
    ("", ["nonsense"], "nonsense"),
    ("id", ["play", "kun-v0"], "kuhn-v0"),
    ("id", ["watch", "no.such.module:kuhn-v0"], "no.such.module"),
    ("id", ["train", "kun-v0"], "kuhn-v0"),
    ("id", ["watch", ".relative:kuhn-v0"], ".relative"),
    ("id missing", ["train"], "name a game"),
    ("seats", ["watch", "kuhn-v0", "--seats", "7"], "num_players is 7, allowed 2..2"),
    ("seats", ["play", "kuhn-v0", "--seats", "two"], "--seats is 'two'"),
    ("seats", ["train", "kuhn-v0", "--seats", "7"], "num_players is 7"),
    ("seat", ["play", "kuhn-v0", "--seat", "2"], "--seat is 2, allowed 0..1"),
    ("option", ["play", "kuhn-v0", "--rules", "open=1"], "'open'"),
    ("option", ["watch", "kuhn-v0", "--rules", "open_hands=maybe"], "'open_hands' is 'maybe'"),
    ("option", ["watch", "kuhn-v0", "--rules", "open_hands"], "KEY=VALUE"),
    ("option", ["train", "kuhn-v0", "--rules", "open=1"], "'open'"),
    ("YAML key", ["train", "kuhn-v0", "--config", "{settings}"], "unknown key 'ppo.gama', did you mean 'ppo.gamma'?"),
    ("YAML file", ["train", "kuhn-v0", "--config", "nope"], "'nope'"),
    ("YAML file", ["train", "kuhn-v0", "--config", "{bytes}"], "bytes.yaml: not YAML"),
    ("setting", ["train", "kuhn-v0", "--ppo.gamma", "big"], "ppo.gamma is 'big'"),
    ("content", ["cards", "check", "kuhn-v0", "--content", "{content}"], "'rank'"),
    ("content", ["play", "kuhn-v0", "--content", "{content}"], "'rank'"),
    ("content", ["watch", "kuhn-v0", "--content", "nope"], "nope"),
    ("position", ["play", "kuhn-v0", "--position", "{position}"], "bet"),
    ("position", ["watch", "kuhn-v0", "--position", "{broken}"], "not JSON"),
    ("position", ["watch", "kuhn-v0", "--position", "nope.json"], "nope.json"),
    ("agent", ["play", "kuhn-v0", "--agents", "wizard"], "'wizard'"),
    ("agent", ["watch", "kuhn-v0", "--agents", "mc:sims=x"], "sims"),
    ("agent", ["watch", "kuhn-v0", "--agents", "random,random,random"], "--agents names 3"),
    ("agent", ["evaluate", "kuhn-v0", "--agents", "random,wizard"], "'wizard'"),
    ("agent", ["evaluate", "kuhn-v0"], "--agents is missing"),
    ("agent", ["evaluate", "kuhn-v0", "--agents", "human,random"], "elderzoo play"),
    ("agent", ["train", "kuhn-v0", "--evaluation.opponents", "[wizard]"], "'wizard'"),
    ("agent", ["train", "kuhn-v0", "--self_play.weights", "{{random: 1}}"], "'greedy'"),
    ("checkpoint", ["evaluate", "kuhn-v0", "--agents", "sb3:nope,random"], "nope"),
    ("checkpoint", ["evaluate", "kuhn-v0", "--agents", "sb3:{zip},random"], "model.zip"),
    ("checkpoint", ["train", "--resume", "nope"], "nope"),
    ("checkpoint", ["train", "--resume", "{run}", "--evaluation.opponents", "[random]"], "checkpoints can be used"),
    ("number", ["evaluate", "kuhn-v0", "--agents", "random", "--games", "0"], "'0'"),
    ("number", ["watch", "kuhn-v0", "--seed", "x"], "'x'"),
    ("option of the command", ["games", "--colour"], "--colour"),
    ("bench", ["bench", "kun-v0"], "kuhn-v0"),
    ("bench", ["bench", "kuhn-v0", "--seats", "9"], "num_players is 9"),
    ("output", ["evaluate", "kuhn-v0", "--agents", "random", "--games", "2", "--jsonl", "no/such/f"], "no/such/f"),
    ("output", ["evaluate", "kuhn-v0", "--agents", "random", "--json", "no/such/f"], "no/such/f"),
    ("output", ["train", "kuhn-v0", "--json", "{folder}"], "directory"),
    ("output", ["games", "--json", "no/such/folder.json"], "no/such/folder.json"),
    ("output", ["watch", "kuhn-v0", "--html", "no/such/game.html"], "no/such/game.html"),
    ("output", ["watch", "kuhn-v0", "--html", "{folder}"], "directory"),
]


@pytest.mark.parametrize(("entrance", "words", "wanted"), WRONG)
def test_wrong_input_is_one_line_and_status_2(entrance, words, wanted, files, tmp_path, monkeypatch, capsys) -> None:
    envs.register(SPEC)
    monkeypatch.chdir(tmp_path)
    status = main([word.format(**files) for word in words])
    assert status == 2
    said = capsys.readouterr()
    lines = [line for line in said.err.splitlines() if not line.startswith("elderzoo: compiling")]
    assert len(lines) == 1, said.err
    assert lines[0].startswith("elderzoo")
    assert wanted in lines[0]


def test_games_are_played_without_the_extras() -> None:
    """What `pip install elderzoo` brings is enough to play, watch and measure; training says what it needs."""
    extras = ("yaml", "torch", "stable_baselines3", "sb3_contrib", "jsonargparse", "rich", "matplotlib", "PIL", "scipy")
    code = "import sys; sys.modules |= dict.fromkeys(sys.argv.pop(1).split(',')); from elderzoo.training import cli; "
    for words, status in (
        (["games"], 0),
        (["watch", KUHN, "--agents", "random", "--rules", "open_hands=true"], 0),
        (["evaluate", KUHN, "--agents", "random", "--games", "2"], 0),
        (["cards", "check", KUHN], 0),
        (["train", KUHN], 2),
    ):
        command = [sys.executable, "-c", code + "sys.exit(cli.main())", ",".join(extras), *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == status, done.stderr
        assert len(done.stderr.splitlines()) == (status != 0)


def test_wrong_input_ends_a_process_the_same_way() -> None:
    done = run("play", "kun-v0")
    assert done.returncode == 2
    assert done.stderr.startswith("elderzoo play: unknown game 'kun-v0'")
    assert len(done.stderr.splitlines()) == 1


# ---------------------------------------------------------------------------------------------- right input


def test_help_of_every_command_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    first = capsys.readouterr().out
    assert all(name in first for name in COMMANDS)
    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert re.search(rf"examples:\n +elderzoo {name}", capsys.readouterr().out)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    from elderzoo import __version__

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"elderzoo {__version__}\n"


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json", "-"]) == 0
    facts = {g["id"]: g for g in json.loads(capsys.readouterr().out)["games"]}
    assert facts["age_of_madness-v0"]["seats"] == [2, 4]


def test_cards_check_counts_kinds_copies_and_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "check", KUHN, "--json", "-"]) == 0
    card = json.loads(capsys.readouterr().out)["sections"]["card"]
    assert (card["kinds"], card["copies"]) == (3, 3)
    assert card["provenance"]["name"] == {"rulebook": 0, "published": 3, "designed": 0}
    assert main(["cards", "check", "age_of_madness-v0"]) == 0
    out = capsys.readouterr().out
    assert "17 kinds, 100 copies" in out
    assert "Draw two cards" in out


def test_evaluate_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", KUHN, "--agents", "random", "--games", "20", "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 20
    assert report["agents"][0]["illegal"] == 0


def test_play_over_a_pipe_to_the_end() -> None:
    done = run("play", KUHN, "--agents", "random", "--seed", "1", given="?\nhint\nnonsense\n77\n" + "bet\n" * 4)
    assert done.returncode == 0, done.stderr
    for wanted in ("beginning of its name", "'nonsense' is not possible", "no action 77"):
        assert wanted in done.stdout, wanted
    assert re.search("random would play [12], (bet|pass|check)", done.stdout)
    for wanted in ("won:", "decisions, 1 of them yours; seed 1."):
        assert wanted in done.stdout, wanted
    assert "player_0 (you) bets" in done.stdout


def test_play_shows_no_hidden_card() -> None:
    done = run("play", "age_of_madness-v0", "--seats", "2", "--agents", "random", "--seed", "2", given="pass\nquit\n")
    assert done.returncode == 0, done.stderr
    opponent = done.stdout.split("  player_1: ")[1].split("player_0")[0]
    assert "hand 5 hidden" in opponent


@pytest.mark.parametrize("given", ["quit\n", ""])
def test_play_can_be_left(given: str) -> None:
    done = run("play", KUHN, given=given)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("You leave the game.\n")


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("2", "play:grimoire"),
        ("pass", "pass"),
        ("pa", "pass"),
        ("play:cult", "play:cultist"),
        ("cult", "play:cultist"),
        ("Pass", "pass"),
        ("play", None),  # two begin so
        ("0", None),
        ("4", None),
        ("exchange", None),
    ],
)
def test_answers_are_numbers_names_or_beginnings(answer: str, wanted: str | None) -> None:
    names = ["play:cultist", "play:grimoire", "pass"]
    legal = [
        said.Choice(k, name, *name.split(":")) if ":" in name else said.Choice(k, name, name, "")
        for k, name in enumerate(names)
    ]
    found = play.chosen(legal, answer)
    assert (None if found is None else names[found]) == wanted


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [("salem", 0), ("move sal", 0), ("move:3", 0), ("Curio Market", 1), ("seat: player_1", 2), ("move", None)],
)
def test_answers_may_be_the_words_of_the_menu(answer: str, wanted: int | None) -> None:
    legal = [
        said.Choice(0, "move:3", "move", "salem"),
        said.Choice(1, "move:0", "move", "curio market"),
        said.Choice(2, "seat+1", "seat", "player_1"),
    ]
    assert play.chosen(legal, answer) == wanted


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("1.", 0),
        ("1)", 0),
        ("#1", 0),
        ("3.", 2),
        ("slot:1", 2),
        *((answer, None) for answer in ("4.", "#4", "#0", "-1", "+1", "1.5", "1 2", "1/", "0)", ".", "!")),
    ],
)
def test_a_number_is_that_of_the_list_and_nothing_else(answer: str, wanted: int | None, capsys) -> None:
    legal = [
        said.Choice(0, "move:1", "move", "salem"),
        said.Choice(1, "pass", "pass", ""),
        said.Choice(2, "slot:1", "slot", "the great old one"),
    ]
    assert play.chosen(legal, answer) == wanted
    assert ("the numbers go from 1 to 3" in capsys.readouterr().out) == (wanted is None)


@pytest.mark.parametrize(("answer", "wanted"), [("#3", 0), ("#1", None), ("1", 0), ("1.", 0), ("2.", 1), ("3", None)])
def test_a_sign_before_a_number_is_that_of_the_menu(answer: str, wanted: int | None) -> None:
    legal = [said.Choice(0, "slot:3", "slot", "#3 lodge acolyte"), said.Choice(1, "slot:13", "slot", "azathoth")]
    assert play.chosen(legal, answer) == wanted


def test_watch_is_reproducible_and_hides_hands() -> None:
    words = ["watch", "age_of_madness-v0", "--seats", "2", "--agents", "greedy", "--seed", "5"]
    first, again, other = run(*words), run(*words), run(*words[:-1], "6")
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    assert first.stdout != other.stdout
    assert " won: " in first.stdout
    assert first.stdout != run(*words, "--open").stdout


def test_a_person_whose_input_ends_is_one_line() -> None:
    done = run("watch", KUHN, "--agents", "human")
    assert done.returncode == 2
    assert done.stderr == "elderzoo watch: the input ended while a person was asked to decide\n"


def test_what_happened_before_is_not_told_again() -> None:
    done = run("play", KUHN, "--agents", "random", "--seed", "1", given="bet\n")
    assert "(only you know)" not in done.stdout  # the card dealt at the start is on the table


def test_watch_from_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = envs.core.game.Game(SPEC).new(3).step("bet")
    path = tmp_path / "position.json"
    path.write_text(json.dumps(state.to_json()), encoding="utf-8")
    assert main(["watch", KUHN, "--agents", "random", "--position", str(path)]) == 0
    assert "1  player_1 (random)" in capsys.readouterr().out


# ----------------------------------------------------------------------------------------- a person at the table


def sit(given: list[str], *words: str) -> list[str]:
    """What ``play`` of Age of Madness says to each of some answers, and (first) before them."""
    done = run("play", "age_of_madness-v0", "--agents", "random", "--seed", "3", *words, given="\n".join([*given, ""]))
    assert done.returncode == 0, done.stderr
    told, rest = [], done.stdout
    for answer in given:
        part, found, rest = rest.partition(f"\n> {answer}\n")
        assert found, f"{answer!r} was not asked for:\n{part}"
        told.append(part)
    return [*told, rest]


def test_commands_of_play() -> None:
    start, card, no_card, log, why, table, played, logged, _ = sit(
        ["card star spawn", "card starr spawn", "log", "why", "table", "play: cultist of yog sothoth", "log 1", "quit"]
    )
    assert "what these do:" in start
    assert "pass" in start.partition("what these do:")[2]
    assert card.startswith("Star Spawn (card)")
    assert "copies:" in card
    assert no_card.partition("\n\n")[0].strip() == "No card is called 'starr spawn'. Did you mean star spawn?"
    assert "nothing has happened yet" in log
    assert why.startswith("player_0: take an Action")
    assert re.search(r"exchange +\w+", why)
    assert "player_3" in table
    assert played.startswith("  player_0 (you) plays cultist of yog sothoth")
    assert logged.strip() == "player_0 (you) plays cultist of yog sothoth"


def test_the_table_is_not_drawn_again_within_a_turn() -> None:
    start, played, _ = sit(["play: cultist of yog sothoth", "quit"])
    assert start.count("player_3: god cthulhu") == 1
    assert "player_3: god cthulhu" not in played
    assert "now:" in played
    assert re.search(r"pool +yog sothoth", played)
    assert "what these do:\n  sacrifice" in played  # what is new, and only that
    assert "exchange " not in played.partition("what these do:")[2]


def test_what_is_gone_and_what_it_belongs_to_are_among_the_news() -> None:
    panel = play.render.Panel("table", [("pool", "two"), ("", "row of pool"), ("deck", "4")], brief=frozenset({"deck"}))
    before = [("pool", "two"), ("", "another row"), ("seals", "star"), ("deck", "4")]
    news = play.changed(panel, before)
    assert news is not None
    assert news.lines == [("pool", "two"), ("", "row of pool"), ("seals", "none")]
    assert play.changed(panel, panel.lines) is None


def test_names_instead_of_numbers_in_the_menu() -> None:
    done = run("play", "cultistorm-v0", "--agents", "random", "--rules", "investigators=chosen", given="1\nquit\n")
    assert done.returncode == 0, done.stderr
    first = done.stdout.partition("> 1")[0]
    assert re.search(r"slot  1 \w+( \w+)* \((melee|ranged)\)   2 ", first)
    assert "is the " in done.stdout.partition("> 1")[2]
    assert "then player_0: the game is set up" not in done.stdout


def test_long_names_of_cards_leave_the_columns_straight(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "check", "cultistorm-v0"]) == 0
    out = capsys.readouterr().out
    for section in out.split("\n\n")[1:-1]:
        rows = [m for row in section.splitlines() if (m := re.match(r"  (\S.*?)  +(\S.*)", row))]
        assert len({m.start(2) for m in rows}) == 1, section


def test_cards_check_says_flags_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "check", "cultistorm-v0"]) == 0
    lines = [re.sub(r" {2,}", ": ", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert "Walk Each Other Home: symbol shield, effects heal 1; go optional" in lines
    assert "Haymaker: symbol star, unique, no draw, effects symbol 2 star shield" in lines
    assert "Drowned Chapel: symbol tentacle, not once, price 1, effects die 1" in lines


def test_cards_check_says_effects_in_the_words_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "check", "deck_building-v0"]) == 0
    lines = [re.sub(r" {2,}", ": ", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert "Nyarlathotep: health 10, each 15, effects 1 of masked herald come for each investigator" in lines
    assert "The Portrait Has Turned: copies 5, effects -1 sanity for each investigator (the sturdiest)" in lines
    assert "Ration Cards: copies 2, permanent, effects cards cost 1 more" in lines


def test_a_card_is_told_with_what_its_flags_operations_and_whom_mean() -> None:
    told = cards.about(envs.load_game("deck_building-v0"), "the limping thing").splitlines()
    assert "  effects: -1 health (the weakest); discards 1 (the weakest) (what it does)" in told
    meanings = {line.split(": ")[0].strip(): line for line in told if line.startswith("    ")}
    assert meanings.keys() == {"hurt", "drop", "weakest"}
    assert "the least health" in meanings["weakest"]
    lasting = cards.about(envs.load_game("deck_building-v0"), "ration cards").splitlines()
    assert "  permanent (1 where it stays and acts in every round)" in lasting


def test_a_card_is_found_by_name_beginning_or_part() -> None:
    game = envs.load_game("cultistorm-v0")
    assert "any one of a set" in cards.about(game, "Tide Tables")
    assert cards.about(game, "tide_tables") == cards.about(game, "tide tab")
    assert "Diver's Helmet (card)" in cards.about(game, "divers helmet")
    assert cards.about(game, "the").startswith("'the' could be ")
    assert cards.about(game, "xyzzy") == "No card is called 'xyzzy'."


def test_more_events_than_a_position_keeps_are_counted() -> None:
    state = envs.core.game.Game(SPEC).new(1)
    events = said.Events(state, ["a", "b"])
    state.record["event_count"] += 19
    assert events.new()[0] == "(3 events before these)"


def test_watch_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    envs.register(SPEC)
    page = tmp_path / "game.html"
    assert main(["watch", "kuhn-v0", "--agents", "random", "--html", str(page)]) == 0
    assert str(page) in capsys.readouterr().out
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
