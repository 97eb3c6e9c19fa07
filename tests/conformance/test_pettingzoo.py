"""PettingZoo's own tests, for every mask place and form of observation."""

import random
import re
import warnings

import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from elderzoo import envs
from elderzoo.envs.aec import FORMS, MASK_PLACES
from tests.known_warnings import PETTINGZOO, only

from .games import CASES, Case, env


def matrix() -> list:
    """All cases by mask place by form. Quick runs take each case once, and over the cases each combination."""
    combinations = [(place, form) for place in MASK_PLACES for form in FORMS]
    random.Random(0).shuffle(combinations)
    out = []
    for k, case in enumerate(CASES):
        for c, (place, form) in enumerate(combinations):
            marks = () if c == k % len(combinations) else pytest.mark.full
            out.append(pytest.param(case, place, form, id=f"{case}-{place}-{form}", marks=marks))
    return out


@pytest.fixture
def only_known_warnings():
    """Fail where a test warns of something that is not explained."""
    with only(PETTINGZOO):
        yield


@pytest.mark.parametrize(("case", "place", "form"), matrix())
def test_api(case: Case, place, form, only_known_warnings):
    api_test(env(case, mask_in=place, observation=form), num_cycles=300)


def test_the_remaining_warnings_are_still_given():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(CASES[0]), num_cycles=10)
    assert len({str(w.message) for w in caught}) == len(PETTINGZOO)
    assert all(any(re.search(known, str(w.message)) for w in caught) for known in PETTINGZOO)


@pytest.mark.parametrize(("case", "place", "form"), matrix())
def test_seeds(case: Case, place, form, only_known_warnings):
    seed_test(lambda: env(case, mask_in=place, observation=form), num_cycles=100)


@pytest.mark.parametrize(("case", "place", "form"), [p for p in matrix() if p.values[1] != "info"])
def test_render(case: Case, place, form, only_known_warnings, capsys):
    """PettingZoo's test looks for the mask in the observation only."""
    render_test(lambda render_mode: env(case, mask_in=place, observation=form, render_mode=render_mode))


@pytest.mark.parametrize("id", envs.games())
def test_registered_with_pettingzoo(id):
    made = pettingzoo.make("aec", f"elderzoo/{id}", observation="compact")
    made.reset(seed=1)
    assert made.game.spec.id == id
    assert made.observation_form == "compact"
