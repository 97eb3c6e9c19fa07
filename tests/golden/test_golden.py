"""The recorded games play as they did: same actions, same digests, same views, line by line."""

import re

import pytest

from tests.golden.record import path, recordings, replay, transcript


@pytest.mark.parametrize("recording", recordings(), ids=lambda r: f"{r[0].spec.name}-{r[0].num_players}-{r[1]}")
def test_a_recorded_game_plays_as_it_did(recording):
    game, title, _ = recording
    file = path(game, title)
    assert file.exists(), f"{file.name} is not recorded: run make golden"
    then = file.read_text(encoding="utf-8").splitlines()
    actions = [m[1] for line in then if (m := re.match(r"\d+ (\S+)  [0-9a-f]{12}$", line))]
    assert actions
    seed = int(re.search(r"seed: (\d+)", then[0])[1])
    now = transcript(game, seed, title, replay(actions)).splitlines()
    for k, (old, new) in enumerate(zip(then, now, strict=False), 1):
        assert new == old, f"{file.name}, line {k}"
    assert len(now) == len(then)
