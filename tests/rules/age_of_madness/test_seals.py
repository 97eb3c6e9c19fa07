"""Elder Signs and completed circles: placed, stolen, lost."""

from .story import A, C, N, Y, actions_left, circle, circles, graveyard, group, hand, play, plays, pool, seals, table


def test_an_elder_sign_opens_a_seal_and_does_not_go_to_the_graveyard():
    s = play(table(hand={0: {"elder_sign": 1}}), "play:elder_sign")
    assert seals(s, 0) == ["sign", "", "", ""]
    assert not graveyard(s)
    assert actions_left(s) == 1


def test_the_fourth_open_seal_wins_on_the_spot():
    s = table((A, C, N), hand={0: {"elder_sign": 1}}, sign={0: {"north": 1, "south": 1, "west": 1}})
    play(s, "play:elder_sign")
    assert s.is_over
    assert s.returns.tolist() == [1, -0.5, -0.5]


def test_four_seals_count_only_while_open_together():
    """Seat 0 opens three, loses one, opens it again: three at a time never win."""
    s = table(hand={0: {"master_of_horror": 1, "elder_sign": 1}}, sign={0: {"north": 1, "south": 1, "west": 1}})
    play(s, "play:master_of_horror", "play:elder_sign")
    assert not s.is_over
    assert seals(s, 0).count("sign") == 3


# ------------------------------------------------------------------------------------- Steal Elder Sign


def test_steal_moves_a_sign_and_fires_the_power():
    s = table(
        (N, C, A), hand={0: {"steal_elder_sign": 1}}, sign={2: {"north": 1}}, graveyard={"cultist_of_azathoth": 2}
    )
    play(s, "play:steal_elder_sign")
    assert s.legal_names() == ["seat+2"]
    play(s, "seat+2")
    assert seals(s, 2) == [""] * 4
    assert seals(s, 0) == ["sign", "", "", ""]
    assert graveyard(s) == {"cultist_of_azathoth": 2, "steal_elder_sign": 1}
    assert s.pending == "raise"


def test_a_circle_is_not_stolen_as_a_sign():
    s = table(hand={0: {"steal_elder_sign": 1}}, complete={1: {"north": 1}}, circle={1: circle(C)})
    assert not plays(s)


def test_stealing_the_fourth_seal_wins():
    signs = {0: {"north": 1, "south": 1}, 1: {"north": 1}}
    s = table(hand={0: {"steal_elder_sign": 1}}, sign=signs, complete={0: {"west": 1}}, circle={0: circle(A, "west")})
    play(s, "play:steal_elder_sign", "seat+1")
    assert s.is_over
    assert s.returns.tolist() == [1, -1]


# ------------------------------------------------------------------------------------- Master of Horror


def test_horror_takes_a_sign_from_everybody_who_has_one():
    signs = {0: {"north": 1}, 1: {"north": 1, "east": 1}}
    s = table((A, C, N), hand={0: {"master_of_horror": 1}}, sign=signs)
    play(s, "play:master_of_horror")
    assert [seals(s, p).count("sign") for p in range(3)] == [0, 1, 0]
    assert graveyard(s) == {"master_of_horror": 1, "elder_sign": 2}


def test_horror_may_be_played_for_the_own_sign_alone_but_not_for_none():
    assert plays(table(hand={0: {"master_of_horror": 1}}, sign={0: {"north": 1}}))
    assert not plays(table(hand={0: {"master_of_horror": 1}}, complete={1: {"north": 1}}, circle={1: circle(C)}))


# ------------------------------------------------------------------------- Star Spawn, Whispers of the Void


def test_star_spawn_buries_a_circle_and_locks_its_seal():
    cards = {("north", C, "plain"): 1, ("north", N, "plain"): 1, ("north", C, "carrier"): 1}
    s = table(hand={0: {"star_spawn": 1}}, complete={1: {"north": 1}}, circle={1: cards})
    play(s, "play:star_spawn")
    assert s.legal_names() == ["circle:north>seat+1"]
    play(s, "circle:north>seat+1")
    assert seals(s, 1) == [""] * 4
    assert not circles(s, 1)
    assert graveyard(s) == {"star_spawn": 1, "cultist_of_cthulhu": 2, "cultist_of_nyarlathotep": 1, "grimoire": 1}


def test_star_spawn_takes_no_sign_and_no_own_circle():
    s = table(
        hand={0: {"star_spawn": 1, "whispers_of_the_void": 1}},
        sign={1: {"north": 1}},
        complete={0: {"north": 1}},
        circle={0: circle(A)},
    )
    assert not plays(s)


def test_of_circles_that_are_alike_only_one_is_named():
    two = circle(N) | circle(N, "east")
    s = table(
        (A, C, N),
        hand={0: {"star_spawn": 1}},
        complete={1: {"north": 1, "east": 1}, 2: {"south": 1, "west": 1}},
        circle={1: two, 2: circle(C, "south") | circle(Y, "west")},
    )
    play(s, "play:star_spawn")
    assert s.legal_names() == ["circle:north>seat+1", "circle:south>seat+2", "circle:west>seat+2"]


def whispers(gods=(C, A), **rules):
    s = table(
        gods,
        hand={0: {"whispers_of_the_void": 1}},
        sign={0: {"north": 1}},
        complete={1: {"south": 1}},
        circle={1: circle(A, "south")},
        pool={1: group(Y, 1)},
        rules=rules,
    )
    return play(s, "play:whispers_of_the_void", "circle:south>seat+1")


def test_whispers_moves_a_circle_whoever_its_cultists_serve():
    s = whispers()
    assert seals(s, 1) == [""] * 4
    assert seals(s, 0) == ["sign", "circle", "", ""]
    assert circles(s, 0) == {("east", A, "plain"): 4}
    assert not circles(s, 1)
    assert graveyard(s) == {"whispers_of_the_void": 1}


def test_whispers_fires_the_power():
    assert whispers().pending == "power_convert"


def test_whispers_fires_false_leaves_the_god_asleep():
    s = whispers(whispers_fires=False)
    assert s.pending == "main"
    assert seals(s, 0) == ["sign", "circle", "", ""]


def test_whispers_wins_with_the_fourth_seal_under_both_options():
    for fires in (True, False):
        s = table(
            hand={0: {"whispers_of_the_void": 1}},
            sign={0: {"north": 1, "east": 1, "south": 1}},
            complete={1: {"south": 1}},
            circle={1: circle(C, "south")},
            rules={"whispers_fires": fires},
        )
        play(s, "play:whispers_of_the_void", "circle:south>seat+1")
        assert s.is_over
        assert s.returns.tolist() == [1, -1]


def test_a_seal_lost_can_be_opened_again_and_fires_again():
    s = table(
        (N, C),
        hand={0: {"elder_sign": 1, "master_of_horror": 1}},
        sign={0: {"north": 1}},
        graveyard={"cultist_of_azathoth": 1},
    )
    play(s, "play:master_of_horror", "play:elder_sign")
    assert s.pending == "raise"
    assert hand(s, 0) == {}
    play(s, "take:cultist_of_azathoth")
    assert pool(s, 0) == group(A, 1)
