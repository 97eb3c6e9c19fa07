"""What nobody sees is dealt anew from what everybody knows: cards of the circle, Cultists, hidden hands."""

import json
from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy import stats

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cultistorm import SPEC

from .story import cards_drawn, game, named, number, play, table
from .test_positions import HIDDEN, careful, fight

DEALS = 4000


def hand(s: State, p: int) -> tuple:
    return tuple(sorted(named(s, "hand", p).items()))


def circle(s: State) -> tuple:
    return tuple(s.record["terror"].tolist())


def evenly(seen: Counter, ways: int):
    assert len(seen) == ways > 1
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


# ------------------------------------------------------------------------------------------- the Terror circle


def copies(g: Game, gems: int) -> list[int]:
    t = g.tables
    return [int(t["terror_copies"][k]) for k in range(int(t["terror_kinds"])) if t["terror_gems"][k] == gems]


def only(s: State, *left: str) -> State:
    """All Terror cards have come but these and those on the circle."""
    t, names = s.game.tables, s.game.labels["terror"]
    used = {names[k]: int(t["terror_copies"][k]) for k in range(int(t["terror_kinds"]))}
    for name in (*left, *(names[k] for field in ("terror", "terror_open") for k in s.record[field] if k >= 0)):
        used[name] -= 1
    return s.edit(terror_used=used)


def test_face_down_cards_are_any_with_as_many_gems():
    s = table(3)
    g = s.game
    gems = [int(n) for n in s.record["gems"][:4]]
    ways = 1
    for n in set(gems):
        ways *= _sequences(copies(g, n), gems.count(n))
    acts = sum(int(n) == s.record["gems"][4] for n in g.tables["act_gems"][: int(g.tables["acts"])])
    assert s.view(0).deals() == ways * acts > 1
    for seed in range(30):
        d = s.view(0).sample(seed)
        d.check()
        assert [int(g.tables["terror_gems"][k]) for k in circle(d)[:4]] == gems


def _sequences(kinds: list[int], length: int) -> int:
    if length == 0:
        return 1
    out = 0
    for k, n in enumerate(kinds):
        if n:
            out += _sequences([m - (j == k) for j, m in enumerate(kinds)], length - 1)
    return out


def single(g: Game, gems: int, n: int) -> list[str]:
    """Terror cards with so many gems of which there is one."""
    t = g.tables
    found = [k for k in range(int(t["terror_kinds"])) if t["terror_gems"][k] == gems and t["terror_copies"][k] == 1]
    return [g.labels["terror"][k] for k in found[:n]]


def three_of_two_gems() -> State:
    """Two face-down cards with two gems are two of three different ones; all other cards have come."""
    g = game(3)
    one, two, three = single(g, 2, 3)
    last = single(g, 3, 2)
    return only(table(3, terror=[one, two, *last], terror_open={2: last[0], 3: last[1]}), three)


def test_every_deal_of_the_circle_is_as_likely():
    s = three_of_two_gems()
    view, acts = s.view(1), len(s.game.labels["act"])
    acts = sum(int(n) == s.record["gems"][4] for n in s.game.tables["act_gems"][:acts])
    assert view.deals() == 6 * acts
    evenly(Counter(circle(view.sample(seed)) for seed in range(DEALS)), 6)


def test_a_card_that_was_looked_at_stays():
    s = three_of_two_gems()
    seen = s.record["terror_open"].tolist()
    for seed in range(20):
        assert s.view(0).sample(seed).record["terror_open"].tolist() == seen


def shuffled() -> State:
    """The Terror deck has been shuffled: what lies at 0 and 1 was there before; 2 and 3 lie open."""
    s = three_of_two_gems()
    old = [int(k) for k in s.record["terror"][:2]]
    before = [old.count(k) for k in range(len(s.record["terror_before"]))]
    return s.edit(terror_used={}, terror_old={0: 1, 1: 1}, terror_before=before)


def test_what_lay_there_before_a_shuffle_is_known_together():
    s = shuffled()
    one, two = (int(k) for k in s.record["terror"][:2])
    seen = Counter(circle(s.view(2).sample(seed))[:2] for seed in range(400))
    assert set(seen) == {(one, two), (two, one)}
    evenly(seen, 2)
    for seed in range(10):
        d = s.view(2).sample(seed)
        assert d.record["terror_before"].tolist() == s.record["terror_before"].tolist()


# ------------------------------------------------------------------------------------------------- Cultists


def replaced() -> State:
    return Game(SPEC, 3, HIDDEN | {"special_sect": True}).new(3)


def test_special_cultists_are_never_among_the_replaced():
    s = replaced()
    special = np.flatnonzero(s.game.tables["cultist_set"] != 0)
    found = set()
    for seed in range(60):
        d = s.view(0).sample(seed)
        d.check()
        assert not d.record["replaced"][special].any()
        assert d.record["replaced"].sum() == 6
        assert (
            d.record["cultist_deck"] + d.record["replaced"] == s.record["cultist_deck"] + s.record["replaced"]
        ).all()
        found.add(tuple(d.record["replaced"]))
    assert len(found) > 50


def test_replaced_cultists_are_any_of_those_not_seen():
    """Two of four Cultists that were not seen are in the deck."""
    s = replaced()
    t, r = s.game.tables, s.record
    unseen = [int(k) for k in np.flatnonzero(r["cultist_deck"] * (t["cultist_set"] == 0))][:2]
    out = [int(k) for k in np.flatnonzero(r["replaced"])][:6]
    gone = np.array(r["cultist_deck"])
    gone[unseen] -= 1
    s = s.edit(cultist_discards=gone.tolist(), cultist_deck=[int(k in unseen) for k in range(len(gone))])
    left = s.record["cultist_deck"] + s.record["replaced"]
    ways = sum(1 for _ in _subsets([int(n) for n in left if n], 6))
    assert len(out) <= 6
    seen = Counter(tuple(s.view(0).sample(seed).record["replaced"]) for seed in range(600))
    assert len(seen) == ways


def _subsets(kinds: list[int], size: int):
    if not kinds:
        if size == 0:
            yield ()
        return
    for n in range(min(kinds[0], size) + 1):
        for rest in _subsets(kinds[1:], size - n):
            yield (n, *rest)


# ------------------------------------------------------------------------------------------------ hidden hands


def four_left(known=(), plain=0) -> State:
    """Seat 1, of whose cards only four different ones are not in the discard pile, has two of them in hand."""
    g = game(3, **HIDDEN)
    t, names = g.tables, g.labels["card"]
    row = t["decklist"][number(g, "investigator", "trapper")]
    icons = [k for k in np.flatnonzero(row) if t["search"][k]][:1]
    others = [k for k in np.flatnonzero(row) if not t["search"][k]][:3]
    keep = [names[k] for k in (*icons, *others)]
    discards = {names[k]: int(row[k]) - (names[k] in keep) for k in np.flatnonzero(row)}
    fields = {"known": {1: {keep[k]: 1 for k in known}}, "plain": {1: plain}}
    return table(3, hand={1: {keep[1]: 1, keep[2]: 1}}, discards={1: discards}, rules=HIDDEN, **fields)


@pytest.mark.parametrize(
    ("known", "plain", "ways"),
    [((), 0, comb(4, 2)), ((1,), 0, 3), ((1, 2), 0, 1), ((), 1, 6), ((), 2, 3), ((1,), 1, 2)],
)
def test_every_hand_that_fits_is_dealt(known, plain, ways):
    s = four_left(known, plain)
    base = s.edit(hand={1: dict(hand(s, 1))})
    view = s.view(0)
    others = view.deals() // ways
    seen = Counter(hand(view.sample(seed), 1) for seed in range(DEALS // 4))
    assert len(seen) == ways
    assert view.deals() == others * ways
    assert base == s
    if plain == 0 and ways > 1:
        evenly(seen, ways)


def test_a_card_that_is_announced_is_held():
    s = play(table(3, hand={0: {"deep_water_chart": 1, "haymaker": 1}}, rules=HIDDEN), "support:deep_water_chart")
    assert s.pending == "support_whom"
    left = s.record["hand"][0] + s.record["deck"][0]
    left[number(s.game, "card", "deep_water_chart")] -= 1
    assert s.view(1).deals() == s.view(0).deals() * np.count_nonzero(left)  # what the other card may be
    for seed in range(40):
        d = s.view(1).sample(seed)
        assert named(d, "hand", 0)["deep_water_chart"] >= 1
        assert d.legal_names() == s.legal_names()


def test_after_a_search_the_others_have_no_icons():
    s = play(table(3, hand={0: {"deep_water_chart": 1, "haymaker": 1}}, rules=HIDDEN), "search")
    assert (named(s, "known", 0), int(s.record["plain"][0])) == ({"deep_water_chart": 1}, 1)
    icons = s.game.tables["search"]
    for seed in range(60):
        d = s.view(1).sample(seed)
        assert (d.record["hand"][0] * icons).sum() == icons[number(s.game, "card", "deep_water_chart")]


def test_hands_lie_open_in_combat():
    s = fight(hand={1: {"chalk_circle": 1}}, rules=HIDDEN)
    assert named(s, "known", 1) == {"chalk_circle": 1}
    assert s.record["known"][:3].tolist() == s.record["hand"][:3].tolist()


def test_a_card_drawn_in_combat_is_known():
    s = fight(hand={0: {"haymaker": 1}}, insanity={0: 1}, items={0: {"dandelion_wine": 1}}, rules=HIDDEN)
    play(cards_drawn(s, 0, "raise_the_alarm"), "item:dandelion_wine")
    assert named(s, "known", 0) == named(s, "hand", 0) == {"haymaker": 1, "raise_the_alarm": 1}


# --------------------------------------------------------------------------------- positions of careful games

PRESETS: list[dict] = [{}, SPEC.presets["turned"], HIDDEN | {"special_sect": True}, {"creatures": True}]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", PRESETS, ids=["default", "turned", "hidden", "creatures"])
def test_views_can_be_run_on(players, rules):
    g = Game(SPEC, players, rules)
    rng, s, k = np.random.default_rng(players), g.new(players), 0
    while not s.is_over:
        if k % 25 == 0:
            for seat in range(players):
                view = s.view(seat)
                told = json.loads(json.dumps(view.to_json()))
                again = g.from_view(told, seat, seed=k)
                assert again.view(seat).to_json() == view.to_json()
                assert view.deals() >= 1
                for _ in range(50):
                    if again.is_over:
                        break
                    again.step(careful(again, rng))
                    again.check()
        s.step(careful(s, rng))
        k += 1
    assert k > 10
