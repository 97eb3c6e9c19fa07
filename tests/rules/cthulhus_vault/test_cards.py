"""What each card of the reference file does, as differences written down here."""

import pytest

from elderzoo.envs.core.game import State

from .story import battle, decision, dice, game, mystery, picked, play, tokens_drawn, told

# ---------------------------------------------------------------------------------------------- battle cards
# Seat 0 is the Ancient One: five Investigator and five Cultist tokens face down, three Cultist tokens revealed, four
# other battle cards. Seats 1 to 3 are investigators: two tokens of either kind face down, an Investigator token
# revealed, two other battle cards. Investigators' cards are played by seat 1, those of the Ancient One on seat 2.
# Whoever loses tokens loses face-down ones first. A difference is "what seat": number.

ONES = {  # card: (damage of the basic attack, whose special attack it is, what that changes, thrown)
    "into_the_maw": (
        2,
        "cthulhu",
        {"revealed 0": 4, "health 2": -5, "revealed 2": -1, "cards 2": -2, "slain 2": 1},
        None,
    ),
    "rain_of_embers": (
        1,
        "cthuga",
        {"revealed 0": 2, "health 1": -2, "health 2": -4, "health 3": -2},
        4,
    ),
    "final_act": (
        1,
        "hastur",
        {"revealed 0": 2, "revealed 2": 2, "cards 2": -1, "health 1": -2, "health 2": -2, "health 3": -2},
        None,
    ),
    "grasp_from_below": (
        1,
        "nyogtha",
        {"revealed 0": 2, "health 0": 2, "health 2": -2, "health 1": -1, "health 3": -1},
        None,
    ),
    "thousand_fangs": (
        1,
        "yig",
        {"revealed 0": 1, "health 1": -1, "health 2": -1, "health 3": -1, "venom 2": 2},
        None,
    ),
    "open_palms": (2, "y_golonac", {"revealed 0": 1, "health 2": -2, "health 1": -2, "health 3": -2}, None),
    "many_faces": (
        1,
        "nyarlathotep",
        {"revealed 0": 2, "health 1": -1, "health 2": -1, "health 3": -1, "order 0": 1},
        None,
    ),
    "polar_gale": (
        1,
        "ithaqua",
        {"revealed 0": 2, "health 2": -2, "health 1": -1, "health 3": -1, "stun 2": 1},
        None,
    ),
    "idle_feast": (
        1,
        "tsathoggua",
        {"revealed 0": 2, "health 1": -1, "health 2": -1, "health 3": -1, "health 0": 3, "mystery": -3},
        None,
    ),
    "collapsing_ground": (
        1,
        "shudde_m_ell",
        {"revealed 0": 2, "health 2": -1, "health 1": -2, "health 3": -2, "order 2": -1},
        None,
    ),
    "borrowed_body": (1, "keltwald_spirit", {"revealed 0": 1, "health 2": -2, "health 1": -1, "health 3": -1}, None),
    "black_tide": (1, "any", {"health 1": -1, "health 2": -1, "health 3": -1}, None),
    "howling_dark": (
        1,
        "any",
        {"revealed 0": 2, "health 1": -2, "health 2": -2, "health 3": -2, "cards 2": -1},
        None,
    ),
    "lashing_limbs": (1, "any", {"revealed 0": 2, "health 2": -2, "health 1": -2, "health 3": -2}, None),
    "peeled_mask": (2, "any", {"revealed 0": 1, "revealed 2": 1, "health 2": -3}, None),
    "gathering_shadow": (2, "any", {"revealed 0": -3, "health 2": -1}, None),
    "writhing_wall": (1, "any", {"revealed 0": 2, "health 1": -2, "health 2": -2, "health 3": -2, "guard 0": 2}, None),
}

TEAMS = {  # card: (damage of the basic attack or 0, Investigator and Cultist tokens paid, what else changes, thrown)
    "revolver": (1, (1, 0), {"health 0": -2}, None),
    "shotgun": (2, (1, 0), {"health 0": -4}, 4),
    "dynamite": (1, (1, 0), {"health 0": -5}, 4),
    "silver_dagger": (1, (2, 0), {"health 0": -3}, None),
    "fire_axe": (2, (1, 0), {"health 0": -3}, None),
    "searchlight": (1, (2, 0), {"health 0": -3, "revealed 0": 3}, None),
    "lantern_oil": (1, (1, 0), {"health 0": -1, "cards 0": -3}, None),
    "flare_gun": (1, (2, 0), {"health 0": -1, "stun 0": 1}, None),
    "false_trail": (1, (1, 0), {"order 0": -1}, None),
    "barricade": (1, (1, 0), {"guard 1": 3}, None),
    "first_aid_kit": (1, (1, 0), {"health 2": 2, "mystery": -2}, None),
    "steady_nerves": (2, (0, 0), {"health 0": -1, "revealed 1": -1}, None),
    "burning_sign": (0, (0, 2), {"health 0": -4}, None),
    "word_of_banishment": (0, (0, 2), {"health 0": -3, "order 0": -1}, None),
    "mending_chant": (0, (0, 1), {"health 1": 2, "mystery": -2, "revealed 1": -2}, None),
    "circle_of_salt": (0, (0, 1), {"health 2": 2, "mystery": -2, "guard 1": 2}, None),
    "unbound_hour": (0, (0, 2), {"health 0": -2, "order 1": 1}, None),
}


def numbers(s: State) -> dict[str, int]:
    """All that a battle card may change."""
    out = {"mystery": int(s.record["mystery_count"])}
    for p in range(4):
        up = int(s.record["revealed"][p].sum())
        out |= {f"revealed {p}": up, f"health {p}": up + int(s.record["token_count"][p])}
        out |= {f"cards {p}": int(s.record["hand_count"][p])}
        out |= {f"{f} {p}": int(s.record[f][p]) for f in ("slain", "guard", "stun", "venom", "order")}
    return out


def changed(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {k: after[k] - n for k, n in before.items() if after[k] != n}


def spare(p: int) -> str:
    """A card held instead of the one that is tried."""
    return "steady_nerves" if p else "gathering_shadow"


def duel(by: int, name: str, ancient: str = "cthulhu") -> State:
    held = {0: ["lashing_limbs", "howling_dark"], 1: ["barricade"], 2: ["flare_gun"], 3: ["false_trail"]}
    others = {p: dict.fromkeys([spare(p) if k == name else k for k in cards], 2) for p, cards in held.items()}
    others[by][name] = 1
    return battle(
        acts=by,
        ancient=ancient,
        rules={"battle_hand": "reset"},
        characters={1: "occultist", 2: "country_doctor", 3: "safecracker"},
        tokens={p: {"investigator": 2, "cultist": 2} for p in (1, 2, 3)},
        revealed={0: {"cultist": 3}, **{p: {"investigator": 1} for p in (1, 2, 3)}},
        hand=others,
        order=dict.fromkeys(range(4), 3),
    )


def settle(s: State) -> State:
    """Tokens are lost face down first, aid goes to seat 2."""
    while s.pending in ("lose", "aid"):
        down = [name for name in s.legal_names() if name.endswith("@face_down")]
        play(s, "seat+1" if s.pending == "aid" else (down + s.legal_names())[0])
    return s


def difference(s: State, action: str, *, throw: int | None = None, orders: int = 12) -> dict[str, int]:
    """What a battle card changes, the card itself and the order card of seat 3 apart, which acts next: it has the last
    of so many order cards."""
    if s.pending == "target":
        play(s, "seat+2")
    before, actor = numbers(s), s.seat
    s.force(("deck", orders - 1))
    if throw:
        dice(s, throw)
    settle(play(s, action))
    assert decision(s) == (3, "battle")
    after = numbers(s)
    after[f"cards {actor}"] += 1
    after["order 3"] += 1
    return changed(before, after)


@pytest.mark.parametrize("name", ONES)
def test_basic_attack_of_the_ancient_one(name):
    damage, owner, _, _ = ONES[name]
    other = "yig" if owner != "yig" else "hastur"
    assert difference(duel(0, name, other), f"strike:{name}") == {"health 2": -damage}


@pytest.mark.parametrize("name", ONES)
def test_special_attack_of_the_ancient_one(name):
    _, owner, expected, throw = ONES[name]
    s = duel(0, name, "cthulhu" if owner == "any" else owner)
    if name == "grasp_from_below":
        picked(s, 2, "cultist", "cultist")
    orders = 12 + expected.get("order 0", 0) + expected.get("order 2", 0)
    assert difference(s, f"special:{name}", throw=throw, orders=orders) == expected


@pytest.mark.parametrize("name", [name for name, card in TEAMS.items() if card[0]])
def test_basic_attack_of_an_investigator(name):
    assert difference(duel(1, name), f"strike:{name}") == {"health 0": -TEAMS[name][0]}


@pytest.mark.parametrize("name", TEAMS)
def test_special_attack_of_an_investigator(name):
    _, paid, expected, throw = TEAMS[name]
    expected = dict(expected)
    expected["revealed 1"] = expected.get("revealed 1", 0) + sum(paid)
    s = duel(1, name)
    if name == "silver_dagger":
        picked(s, 0, "cultist", "cultist", "cultist")
    orders = 12 + expected.get("order 0", 0) + expected.get("order 1", 0)
    found = difference(s, f"special:{name}", throw=throw, orders=orders)
    assert found == {k: n for k, n in expected.items() if n}
    turned = s.record["revealed"][1]
    up = {"steady_nerves": (0, 0), "mending_chant": (0, 0)}.get(name, (1 + paid[0], paid[1]))
    assert (int(turned[:2].sum()), int(turned[2:].sum())) == up


@pytest.mark.parametrize(
    ("name", "expected"), [("shotgun", {"health 0": -2, "revealed 1": 1}), ("dynamite", {"revealed 1": 1})]
)
def test_a_throw_of_three_is_too_low(name, expected):
    assert difference(duel(1, name), f"special:{name}", throw=3) == expected


def test_embers_without_luck():
    s = duel(0, "rain_of_embers", "cthuga")
    expected = {"revealed 0": 2, "health 1": -2, "health 2": -2, "health 3": -2}
    assert difference(s, "special:rain_of_embers", throw=3) == expected


@pytest.mark.parametrize("name", [name for name, card in TEAMS.items() if not card[0]])
def test_an_incantation_has_no_basic_attack(name):
    assert duel(1, name).legal_names() == ["strike:barricade", "special:barricade", f"special:{name}"]


def test_all_battle_cards_are_in_these_tables():
    assert {**ONES, **TEAMS}.keys() == {c["id"] for c in game().content.sections["battle"]}


# ----------------------------------------------------------------------------------------------- story cards
# Title: type, pools of its two tokens (Investigator, Cultist, Mystery), type it wants, Bonus Actions.

STORIES = {
    "night_librarian": "person MM item peek3",
    "sea_captain": "person MM place steal1",
    "asylum_warden": "person CM event cultist1 steal1",
    "cub_reporter": "person IM event investigator1 steal1",
    "trance_medium": "person CM event look3",
    "professor_emeritus": "person IM item peek3 look2",
    "family_solicitor": "person MM item swap1",
    "blind_fiddler": "person MM cult mystery1",
    "gravedigger": "person MM cult cultist1 steal1",
    "strange_twins": "person MM person swap1 look2",
    "night_constable": "person MM place investigator1 steal1",
    "runaway_heir": "person MM person mystery1 steal1",
    "lodge": "place CM person cultist1 steal1",
    "mansion": "place MM event mystery1 look3",
    "crooked_chapel": "place CM place mystery1",
    "sealed_archive": "place IM item investigator1 steal1",
    "sanatorium": "place IM cult swap1",
    "dead_lighthouse": "place MM item peek3",
    "salt_marsh": "place MM event mystery1",
    "flooded_quarry": "place MM cult mystery1 swap1",
    "last_station": "place MM person steal1 look2",
    "wax_museum": "place MM item swap1 look2",
    "dockside_tavern": "place MM cult steal1",
    "standing_stones": "place MM place cultist1 investigator1",
    "book": "item MM place peek2 look2",
    "knife": "item MM person steal1 peek2",
    "elder_sign": "item MM cult investigator1 steal1",
    "black_candle": "item CM item swap1 peek2",
    "jade_idol": "item CM item investigator1 steal1",
    "torn_photograph": "item IM person peek3",
    "ships_log": "item IM cult mystery1 swap1",
    "brass_telescope": "item MM event look3",
    "unsent_letter": "item MM person swap1 peek2",
    "music_box": "item MM event mystery1 swap1",
    "silver_mirror": "item MM event swap1",
    "iron_key": "item MM place mystery1 look3",
    "midnight_procession": "cult CM place peek2",
    "hooded_choir": "cult CM person swap1",
    "infiltrator": "cult IM person cultist1 steal1",
    "broken_circle": "cult IM event look3",
    "blood_oath": "cult MM person cultist1 investigator1",
    "kidnapping": "cult MM place steal1",
    "false_prophet": "cult MM event steal1 swap1",
    "secret_handshake": "cult MM place mystery1 swap1",
    "forged_papers": "cult MM item swap1 peek2",
    "chanting_below": "cult MM cult cultist1 steal1",
    "sacrifice_at_sea": "cult MM item mystery1",
    "marked_initiate": "cult MM cult peek3 look2",
    "dawn": "event MM item investigator1 steal1",
    "total_eclipse": "event CM cult mystery1 look3",
    "red_fog": "event CM cult investigator1 steal1",
    "late_telegram": "event IM place mystery1",
    "fire_in_the_night": "event IM place cultist1 steal1",
    "shared_nightmare": "event MM person peek2",
    "storm_tide": "event MM event cultist1 steal1",
    "power_cut": "event MM event steal1 peek2",
    "disappearance": "event MM item mystery1 steal1",
    "sudden_silence": "event MM cult look3",
    "funeral": "event MM person swap1",
    "falling_star": "event MM place mystery1 look3",
}
POOLS = {
    "MM": {"tokens 0": 2, "mystery": -2},
    "CM": {"tokens 0": 2, "mystery": -1, "cultists": -1},
    "IM": {"tokens 0": 2, "mystery": -1, "investigators": -1},
}
# A Bonus Action: what is answered after it, and what it changes. Seat 1 has two tokens of either kind.
BONUSES = {
    "mystery1": ((), {"tokens 0": 1, "mystery": -1}),
    "cultist1": ((), {"tokens 0": 1, "cultists": -1}),
    "investigator1": ((), {"tokens 0": 1, "investigators": -1}),
    "steal1": (("seat+1",), {"tokens 0": 1, "tokens 1": -1}),
    "swap1": (("seat+1", "give"), {"known of 0": 1, "known of 1": 1}),
    "peek2": (("keep",), {"tokens 0": 1, "mystery": -1}),
    "peek3": (("keep",), {"tokens 0": 1, "mystery": -1}),
    "look2": (("seat+1",), {"known of 1": 2}),
    "look3": (("seat+1",), {"known of 1": 3}),
}
# A card that wants the type, and one that does not.
WANTING = {"person": "lodge", "place": "book", "item": "dawn", "cult": "elder_sign", "event": "mansion"}
NOT_WANTING = {"person": "book", "place": "dawn", "item": "lodge", "cult": "lodge", "event": "lodge"}
OF_TYPE = {
    "person": ("sea_captain", "runaway_heir"),
    "place": ("mansion", "salt_marsh"),
    "item": ("knife", "iron_key"),
    "cult": ("kidnapping", "blood_oath"),
    "event": ("dawn", "funeral"),
}


def pools(s: State) -> dict[str, int]:
    r = s.record
    known = {f"known of {p}": int(r["sure"][1 - p, p].sum()) for p in (0, 1)}
    return {
        "tokens 0": int(r["token_count"][0]),
        "tokens 1": int(r["token_count"][1]),
        "mystery": int(r["mystery_count"]),
        "investigators": int(r["pool"][0]),
        "cultists": int(r["pool"][1]),
        **known,
    }


def telling(name: str, last: str) -> State:
    four = {"investigator": 2, "cultist": 2}
    return mystery(3, last=last, stories={0: {name: 1}}, tokens={0: four, 1: four})


def matching(name: str) -> State:
    return play(telling(name, WANTING[STORIES[name].split()[0]]), f"play:{name}")


@pytest.mark.parametrize("name", STORIES)
def test_what_a_story_card_pays_without_its_bonus(name):
    type_, icons, *_ = STORIES[name].split()
    s = telling(name, NOT_WANTING[type_])
    before = pools(s)
    play(s, f"play:{name}")
    found = {k: n for k, n in changed(before, pools(s)).items() if not k.startswith("known")}
    assert found == POOLS[icons]
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("name", STORIES)
def test_the_bonuses_a_story_card_offers(name):
    offered = {b[:-1] for b in STORIES[name].split()[3:]}
    s = matching(name)
    assert decision(s) == (0, "bonus")
    assert set(s.legal_names()) == {"decline"} | {f"bonus:{b}" for b in offered}
    assert decision(play(s, "decline")) == (1, "story")


@pytest.mark.parametrize(("name", "bonus"), [(name, b) for name, text in STORIES.items() for b in text.split()[3:]])
def test_what_a_bonus_changes(name, bonus):
    answers, expected = BONUSES[bonus]
    s = matching(name)
    before = pools(s)
    if bonus.startswith("peek"):
        tokens_drawn(s, *["cultist"] * int(bonus[-1]))
    if bonus.startswith("swap"):
        picked(s, 1, "cultist")
    play(s, f"bonus:{bonus[:-1]}")
    if bonus.startswith("peek"):
        assert s.record["aside_count"][0] == int(bonus[-1])
    for answer in answers:
        unknown = "cultist" if STORIES[name].split()[1] == "IM" else "investigator"  # to seat 1
        play(s, {"keep": "keep:cultist", "give": f"give:{unknown}"}.get(answer, answer))
    found = changed(before, pools(s))
    if not bonus.startswith(("swap", "look")):  # the knowledge that comes of others has its own stories
        found = {k: n for k, n in found.items() if not k.startswith("known")}
    assert found == expected
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("name", STORIES)
def test_what_a_story_card_wants_next(name):
    wanted = STORIES[name].split()[2]
    following = {type_: next(k for k in two if k != name) for type_, two in OF_TYPE.items()}
    last = "crooked_chapel" if name != "crooked_chapel" else "ships_log"
    for type_, card in following.items():
        s = mystery(3, last=last, stories={0: {name: 1}, 1: {card: 1}})
        play(s, f"play:{name}")
        if s.pending == "bonus":
            play(s, "decline")
        play(s, f"play:{card}")
        assert told(s).count("told") == 2
        assert (decision(s) == (1, "bonus")) == (type_ == wanted), card


def test_all_story_cards_are_in_this_table():
    assert STORIES.keys() == {c["id"] for c in game().content.sections["story"]}
    assert len(STORIES) == 60
