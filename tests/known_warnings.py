"""Every warning that other libraries' checks still give, and why; any other one fails the test that meets it."""

import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

PETTINGZOO = {
    "^Observation is not a NumPy array$": "a dictionary with the mask is PettingZoo's own form of masked games; its "
    "test knows those of its own by name only",
    "^Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete$": "the "
    "same, for the space",
}
GYMNASIUM = {
    "not having a spec": "an environment made by its class, not by its id, has none: the checks then skip what needs "
    "to make a second one",
    "render_fps": "the text of a table has no frames a second",
}


@contextmanager
def only(known: Mapping[str, str]) -> Iterator[None]:
    """Fail where something inside warns of what ``known`` (pattern -> reason) does not explain."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    unknown = {str(w.message) for w in caught if not any(re.search(k, str(w.message)) for k in known)}
    assert not unknown
