"""What several tests of the Mystery Stage build on: deals, other cards, pools that run out."""

from __future__ import annotations

from pathlib import Path

from elderzoo.envs.core import render
from elderzoo.envs.core.game import State

from .other_cards import changed, written
from .story import START, decision, game, mystery, play


def reprinted(folder: Path, title: str, **keys) -> Path:
    """A card file in which a story card has another ``bonus`` ((op, amount), ...), ``first`` or ``second``."""
    if "bonus" in keys:
        keys["bonus"] = [{"op": op, "amount": n} for op, n in keys["bonus"]]
    return written(changed("story", title, **keys), folder)


def dealt(*titles: str, prologue: str) -> State:
    """A new game of three in which these cards are dealt, round by round, then the next of the file, and a prologue."""
    g = game(3)
    box = [c["id"] for c in g.content.sections["story"]]
    others = [title for title in box if title not in (*titles, prologue)]
    draws = [("deck", 0)] * 3
    for title in [*titles, *others][:21] + [prologue]:
        draws.append(("deck", box.index(title)))
        box.remove(title)
    return g.new(1, forced=draws)


def running_out(pools=None, left=None, players=4, **fields) -> State:
    """A turn with few tokens in the pools: ``pools`` by side, the Mystery pool by kind; all others are put aside."""
    pools = {"investigator": 8, "cultist": 8} | (pools or {})
    held = dict.fromkeys(game(players).labels["token"], 0)
    for kinds in (dict.fromkeys(range(players), START) | fields.get("tokens", {})).values():
        for kind, n in kinds.items():
            held[kind] += n
    out = {
        token["id"]: token["copies"] - held[token["id"]] - pools.get(token["id"], 0) - (left or {}).get(token["id"], 0)
        for token in game(players).content.sections["token"]
    }
    return mystery(players, pool=pools, lost=out if left is not None else {}, **fields)


def pools(state: State) -> tuple[int, int, int]:
    """Tokens in the Investigator, the Cultist and the Mystery pool."""
    investigators, cultists = map(int, state.record["pool"])
    return investigators, cultists, int(state.record["mystery_count"])


def hand_of(state: State, p: int) -> int:
    return int(state.record["story_count"][p])


def awoken(state: State) -> tuple[int, str]:
    """Whose Ancient One awoke, and why the stage ended."""
    r = state.record
    (one,) = [p for p in range(state.game.num_players) if r["role"][p] == 1]
    return one, state.game.labels["ending"][r["ending"]]


def under_way(state: State) -> bool:
    """Whether the Mystery Stage still goes on."""
    return state.phase == "mystery" and int(state.record["ending"]) == -1


def tell(state: State, *titles: str) -> State:
    """Seats play these cards one after the other and decline what bonuses they earn."""
    for title in titles:
        play(state, f"play:{title}")
        if decision(state)[1] == "bonus":
            play(state, "decline")
    return state


def noted(state: State, seat: int) -> list[str]:
    """What this seat alone was told, newest first."""
    return [render.told(state, e) for e in state.record["notes"][seat] if e[0] >= 0]


def words(state: State, seat: int) -> str:
    """What a seat reads of the table, in one line."""
    return " ".join(state.view(seat).text().split())
