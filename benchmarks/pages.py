"""Write the generated parts of the games' pages: ``python -m benchmarks.pages`` (``make pages``).

A page keeps its own prose; what stands between ``<!-- generated: NAME -->`` and ``<!-- end -->`` is written here,
from the game's declaration and from the stored measurements. A test compares.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from elderzoo import envs
from elderzoo.envs.core.content import PROVENANCE
from elderzoo.envs.core.game import Game
from elderzoo.training.evaluate import difference, seats_told

RESULTS = Path(__file__).parent / "results"
MARK = re.compile(r"<!-- generated: (\w+) -->\n.*?<!-- end -->", re.DOTALL)

Lines = list[str]


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> Lines:
    """A Markdown table."""
    names = list(head)
    lines = [_row(names), _row(["---"] * len(names))]
    return lines + [_row(str(cell).replace("|", "\\|") for cell in row) for row in rows]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


# ---------------------------------------------------------------------------------- what the game declares


def facts(game: Game) -> Lines:
    spec = game.spec
    low, high = spec.seats
    rewards = {
        "competitive": "at the end: the winner +1, the others -1/(n-1) each; k winners 1/k each; a draw 0",
        "team": "at the end, the same for every seat: +1 won, -1 lost, 0 neither",
    }[spec.kind]
    rows = [
        ("Create", f'`envs.make("{spec.id}")`, `pettingzoo.make("aec", "elderzoo/{spec.id}")`'),
        ("Seats", f"{low} to {high}, {spec.default_seats} unless told"),
        ("Kind", spec.kind),
        ("Actions", f"`Discrete({game.n_actions})`, masked"),
        ("Observation", f"`compact` int16 ({game.compact_size},), `flat` float32 in [0, 1] ({game.flat_size},)"),
        ("Rewards", rewards),
        ("Ends", f"by its rules; truncated after {spec.max_decisions} decisions"),
        ("Identity", f"schema `{game.identity['schema']}`, content `{game.identity['content']}`"),
    ]
    return table(("", ""), rows)


def options(game: Game) -> Lines:
    rows = [
        (f"`{o.name}`", ", ".join(f"**{c}**" if c == o.default else str(c) for c in o.choices), o.meaning)
        for o in game.spec.options
    ]
    return table(("Option", "Values (default in bold)", "Meaning"), rows)


def decisions(game: Game) -> Lines:
    rows = [(k, d.name, d.text, d.subject or "") for k, d in enumerate(game.spec.decisions)]
    return table(("Id", "Decision", "What the seat is asked", "Subject"), rows)


def observation(game: Game) -> Lines:
    rows = []
    for b in game.encoder.blocks():
        flat = "" if b["flat"] is None else "{}-{}".format(b["flat"][0], b["flat"][1] - 1)
        compact = "{}-{}".format(b["compact"][0], b["compact"][1] - 1)
        shape = " x ".join(map(str, b["shape"])) or "1"
        if not b["block"].startswith("seat+") or b["block"] == "seat+0":
            rows.append((compact, flat, b["block"], b["field"], shape, b["what"], b["see"], b["meaning"]))
    size = sum(p.size for p in game.encoder.parts if p.owner == 1)
    note = f"The block of the viewer, `seat+0`, repeats for the next seats, {size} compact entries each."
    return [*table(("Compact", "Flat", "Block", "Field", "Shape", "What", "Seen by", "Meaning"), rows), "", note]


def actions(game: Game) -> Lines:
    rows = []
    spec = game.spec.actions
    for b in spec.blocks:
        first = spec.base[b.verb]
        count = 1
        for n in spec.shapes[b.verb]:
            count *= n
        ids = str(first) if count == 1 else f"{first}-{first + count - 1}"
        rows.append((ids, f"`{game.actions.name(first)}`", ", ".join(b.args), b.meaning))
    return table(("Ids", "First name", "Arguments", "Meaning"), rows)


def content(game: Game) -> Lines:
    rows = []
    for section, cards in game.content.sections.items():
        names = Counter(c["provenance"]["name"] for c in cards)
        values = Counter(c["provenance"]["values"] for c in cards)
        copies = sum(c.get("copies", 1) for c in cards)
        rows.append((section, len(cards), copies, _counts(names), _counts(values)))
    return table(("Section", "Kinds", "Cards", "Names from", "Values from"), rows)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{p} {counter[p]}" for p in PROVENANCE if counter[p])


# ---------------------------------------------------------------------------------- what was measured


def balance(game: Game) -> Lines:
    report = stored(f"balance/{game.spec.name}.json")
    if report is None:
        return ["Not measured yet."]
    if game.spec.kind == "team":
        return _team_balance(report)
    told = any(c.get("rules") for c in report["cells"])  # else all cells have the options as they are unless told
    rows = []
    for c in report["cells"]:
        seats = ", ".join(_rate(line) for line in c["by_seat"])
        rules = (_options(c.get("rules", {})),) if told else ()
        rows.append((c["agent"], *rules, c["seats"], c["games"], seats, *_length(c)))
    names = ("Agent on every seat", *(("Options",) if told else ()), "Seats", "Games", "Wins by seat")
    return table((*names, *LENGTH), rows)


LENGTH = ("Decisions", "Rounds", "Endings")


def _length(cell: dict) -> tuple[str, str, str]:
    """How long the games of a cell were, and how they ended."""
    length = "{median:.0f} ({p5:.0f}-{p95:.0f})"
    counts = [cell["endings"], *cell.get("outcomes", {}).values()]
    endings = "; ".join(", ".join(f"{name} {n}" for name, n in count.items()) for count in counts)
    rounds = length.format(**cell["rounds"]) if cell.get("rounds") else ""
    return length.format(**cell["decisions"]), rounds, endings


def _options(rules: dict) -> str:
    """A set of options."""
    return ", ".join(f"`{name}={value}`" for name, value in rules.items()) or "as they are unless told"


def _team_balance(report: dict) -> Lines:
    """Win rates of teams by seats, a table for each set of options; then length and endings of all games."""
    lines: Lines = []
    cells = report["cells"]
    for told in dict.fromkeys(_options(c["rules"]) for c in cells):
        here = [c for c in cells if _options(c["rules"]) == told]
        seats = sorted({c["seats"] for c in here})
        found = {(c["agent"], c["seats"]): f"{_rate(c)} of {c['games']}" for c in here}
        mean = {m["agent"]: f"{m['win_rate']:.0%}" for m in report["means"] if _options(m["rules"]) == told}
        rows = [(*row, mean[row[0]]) for row in _across(list(dict.fromkeys(c["agent"] for c in here)), seats, found)]
        head = ("Team of", *map(seats_told, seats), "Mean of the seat counts")
        lines += [f"Games won, options {told}:", "", *table(head, rows), ""]
    rows = [(c["agent"], _options(c["rules"]), c["seats"], *_length(c)) for c in cells]
    return [*lines, *table(("Team of", "Options", "Seats", *LENGTH), rows)]


def groups(game: Game) -> Lines:
    report = stored(f"balance/{game.spec.name}.json")
    if report is None:
        return ["Not measured yet."]
    rows = [
        (c["agent"], c["seats"], g["group"], g["games"], _rate(g))
        for c in report["cells"]
        for g in c.get("by_group", ())
    ]
    return table(("Agent", "Seats", (game.spec.balance_field or "").capitalize(), "Games", "Wins"), rows)


def ablation(game: Game) -> Lines:
    report = stored(f"ablation/{game.spec.name}.json")
    if report is None:
        return ["Not measured yet."]
    if game.spec.kind == "team":
        rows = [(f"`{r['weight']}`", r["value"], r["meaning"], *_versus(r)) for r in report["rows"]]
        named = ("Line", "Weight", "What it is", "Deals", "Won without it", "Won with it", "Difference in points")
        return [f"Teams at {seats_told(report['seats'])}:", "", *table(named, rows)]
    rows = [(f"`{r['weight']}`", r["value"], r["meaning"], r["games"], _rate(r)) for r in report["rows"]]
    return table(("Line", "Weight", "What it is", "Games", "Wins of greedy without it against greedy"), rows)


def strength(game: Game) -> Lines:
    report = stored(f"strength/{game.spec.name}.json")
    if report is None:
        return ["Not measured yet."]
    if game.spec.kind == "team":
        rows = [(r["agent"], r["against"], r["seats"], *_versus(r)) for r in report["rows"]]
        named = ("Team of", "Against a team of", "Seats", "Deals", "Won", "Won by the other", "Difference in points")
        return table(named, rows)
    rows = []
    for r in report["rows"]:
        line = (r["agent"], r["against"], r["seats"], r["games"], _rate(r))
        rows.append(line + tuple(_rate(group) for group in r.get("by_group", ())))
    groups = [f"as {group['group'].replace('_', ' ')}" for group in report["rows"][0].get("by_group", ())]
    return table(("Agent", "Against", "Seats", "Games", "Wins", *groups), rows)


def speed(game: Game) -> Lines:
    report = stored(f"speed/{game.spec.name}.json")
    if report is None:
        return ["Not measured yet."]
    rows = [r for r in report["rows"] if r["game"] in (game.spec.id, "")]
    seats = sorted({r["seats"] for r in rows})
    layers = list(dict.fromkeys(r["layer"] for r in rows))
    found = {(r["layer"], r["seats"]): f"{r['steps_per_second']:,}" for r in rows}
    lines = table(("Steps a second", *(f"{n} seat" + "s" * (n > 1) for n in seats)), _across(layers, seats, found))
    ratios = {r["seats"]: r for r in report["ratios"] if r["game"] == game.spec.id}
    names = [name for name in next(iter(ratios.values())) if name not in ("game", "seats")]
    found = {(name, n): f"{ratios[n][name]:.2f}" for name in names for n in ratios}
    lines += ["", *table(("Ratio", *(f"{n} seat" + "s" * (n > 1) for n in ratios)), _across(names, ratios, found))]
    machine = f"{report['machine']['cores']} cores, {report['machine']['processor']}"
    return [
        *lines,
        "",
        f"`{report['command']}`, commit `{report['commit']}`, {machine}; one core unless it says threads.",
    ]


def _across(names: Iterable[str], seats: Iterable[int], found: dict) -> list[tuple[str, ...]]:
    return [(name, *(found.get((name, n), "") for n in seats)) for name in names]


def _rate(line: dict) -> str:
    low, high = line["interval"]
    return f"{line['win_rate']:.0%} ({low:.0%}-{high:.0%})"


def _versus(row: dict) -> tuple[Any, ...]:
    """Deals, what each of two teams won of them, and the difference in points."""
    return row["pair"]["deals"], *map(_rate, row["teams"]), difference(row["pair"])


def stored(name: str) -> dict | None:
    """A stored measurement, or None where there is none."""
    file = RESULTS / name
    return json.loads(file.read_text("utf-8")) if file.exists() else None


PARTS: dict[str, Callable[[Game], Lines]] = {
    f.__name__: f
    for f in (facts, options, decisions, observation, actions, content, balance, groups, ablation, strength, speed)
}


def page(game: Game) -> tuple[Path, str]:
    """The file of a game's page, and what it should say. Raises KeyError for a part that does not exist."""
    file = game.spec.folder / "README.md"

    def fill(match: re.Match) -> str:
        name = match[1]
        if name in game.spec.reference:
            head, *rows = game.spec.reference[name]()
            lines = table(head, rows)
        else:
            lines = PARTS[name](game)
        return "\n".join([f"<!-- generated: {name} -->", *lines, "<!-- end -->"])

    return file, MARK.sub(fill, file.read_text("utf-8"))


def main() -> int:
    for id in envs.games():
        file, text = page(envs.load_game(id))
        changed = file.read_text("utf-8") != text
        file.write_text(text, "utf-8")
        print(f"{'changed' if changed else 'same   '} {id}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
