"""PettingZoo's own tests, for every mask place and form of observation."""

import random
import warnings

import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from elderzoo import envs
from elderzoo.envs.aec import FORMS, MASK_PLACES

from .games import CASES, Case, env

# Warnings of PettingZoo's tests that stay, and why. Any other one fails.
REMAINING = {
    "Observation is not a NumPy array": "a dictionary with the mask is PettingZoo's own form of masked games; the "
    "test knows those of its own by name only",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete": "the "
    "same, for the space",
}


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
    """Fail where a test warns of something that ``REMAINING`` does not explain."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    unknown = {str(w.message) for w in caught} - set(REMAINING)
    assert not unknown


@pytest.mark.parametrize(("case", "place", "form"), matrix())
def test_api(case: Case, place, form, only_known_warnings):
    api_test(env(case, mask_in=place, observation=form), num_cycles=300)


def test_the_remaining_warnings_are_still_given():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(CASES[0]), num_cycles=10)
    assert {str(w.message) for w in caught} == set(REMAINING)


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
