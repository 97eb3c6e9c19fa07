"""Moves asked of one network at the same time: one pass, and the answers that each has alone."""

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from elderzoo.agents.export.bundle import export
from elderzoo.agents.onnx_agent import OnnxAgent
from elderzoo.agents.service.core import batches
from elderzoo.agents.service.core.batches import Batches
from elderzoo.agents.service.core.errors import ServiceError
from elderzoo.agents.service.core.metrics import Metrics
from elderzoo.agents.service.core.service import Service
from elderzoo.agents.service.core.workers import HEAVY, Clock, Workers
from elderzoo.envs.core.game import Game
from tests.agents.kuhn_agents import kuhn
from tests.agents.test_export import network

from .support import WAIT, Client, Seat, play, settings, setup_of
from .test_models import written


class Network:
    """A network in the place of a file's: ``hold`` keeps it busy, ``rows`` are those of its passes."""

    def __init__(self):
        self.rows: list[int] = []
        self.begun, self.go = threading.Event(), threading.Event()
        self.go.set()

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, None]:
        self.rows.append(len(observations))
        self.begun.set()
        assert self.go.wait(WAIT)
        return self.logits(observations), None

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Bet or pass by what is seen."""
        seen = observations.astype(np.float32) @ np.arange(1, observations.shape[1] + 1, dtype=np.float32)
        return np.stack([np.sin(seen), np.cos(seen)], axis=1)


class Undecided(Network):
    """Two actions alike but for the last bits, in which a row depends on how many are asked together."""

    def logits(self, observations: np.ndarray) -> np.ndarray:
        noise = np.float32(1e-6 if len(observations) == 1 else -1e-6)
        return np.tile(np.array([[5, 5 + noise]], np.float32), (len(observations), 1))


class Broken(Network):
    def logits(self, observations: np.ndarray) -> np.ndarray:
        raise RuntimeError("broken")


def agent(game: Game, runner: Network) -> OnnxAgent:
    made = OnnxAgent.__new__(OnnxAgent)
    made.game, made.name, made.runner = game, "onnx:test", runner  # type: ignore[assignment]
    return made


@pytest.fixture
def game() -> Game:
    return kuhn()


@pytest.fixture
def gathering() -> Iterator[Batches]:
    workers, clock = Workers(2, 256), Clock()
    yield Batches(workers, clock, Metrics(), queue=8)
    workers.stop(10)
    clock.stop()


def asked(gathering: Batches, agent: OnnxAgent, game: Game, count: int) -> queue.Queue:
    """Answers to ``count`` moves, as (seed, action), while the network is busy with the first."""
    answers: queue.Queue = queue.Queue()
    runner: Network = agent.runner  # type: ignore[assignment]
    runner.go.clear()
    for seed in range(count):
        gathering.ask(agent, game.new(seed).view(0), lambda found, seed=seed: answers.put((seed, found)))
        assert runner.begun.wait(WAIT)
    return answers


def test_moves_that_come_while_the_network_is_busy_share_a_pass(game: Game, gathering: Batches) -> None:
    runner = Network()
    mine = agent(game, runner)
    answers = asked(gathering, mine, game, 9)
    assert gathering.waiting() == 8
    runner.go.set()
    found = dict(answers.get(timeout=WAIT) for _ in range(9))
    assert runner.rows == [1, 8]
    assert found == {seed: mine.act(game.new(seed).view(0)) for seed in range(9)}
    assert len(set(found.values())) == 2
    assert gathering.waiting() == 0


def test_what_the_noise_of_a_pass_could_turn_is_asked_alone(game: Game, gathering: Batches) -> None:
    runner = Undecided()
    mine = agent(game, runner)
    answers = asked(gathering, mine, game, 5)
    runner.go.set()
    assert {answers.get(timeout=WAIT)[1] for _ in range(5)} == {mine.act(game.new(0).view(0))} == {1}
    assert runner.rows == [1, 4, 1, 1, 1, 1, 1]


def test_moves_beyond_the_queue_are_refused_with_a_time(game: Game, gathering: Batches) -> None:
    runner = Network()
    mine = agent(game, runner)
    answers = asked(gathering, mine, game, 9)
    view = game.new(3).view(0)
    with pytest.raises(ServiceError, match="8 moves wait already") as refused:
        gathering.ask(mine, view, answers.put)
    assert (refused.value.code, refused.value.more) == ("busy", {"retry_after": 1})
    gathering.ask(mine, view, lambda found: answers.put((9, found)), bounded=False)
    runner.go.set()
    assert {answers.get(timeout=WAIT)[0] for _ in range(10)} == set(range(10))


def test_a_network_that_fails_fails_its_moves_and_no_more(game: Game, gathering: Batches) -> None:
    answers = asked(gathering, agent(game, broken := Broken()), game, 3)
    broken.go.set()
    assert [str(answers.get(timeout=WAIT)[1]) for _ in range(3)] == ["broken"] * 3
    answers = asked(gathering, agent(game, sound := Network()), game, 3)
    sound.go.set()
    assert {answers.get(timeout=WAIT)[1] for _ in range(3)} <= {0, 1}


def test_one_answer_that_cannot_be_taken_holds_up_no_other(game: Game, gathering: Batches) -> None:
    runner, answers = Network(), queue.Queue()
    mine = agent(game, runner)
    runner.go.clear()
    gathering.ask(mine, game.new(0).view(0), answers.put)
    assert runner.begun.wait(WAIT)
    gathering.ask(mine, game.new(1).view(0), lambda found: 1 / 0)  # type: ignore[arg-type, return-value]
    gathering.ask(mine, game.new(2).view(0), answers.put)
    runner.go.set()
    assert [answers.get(timeout=WAIT) for _ in range(2)] == [mine.act(game.new(s).view(0)) for s in (0, 2)]


def test_networks_that_remember_or_draw_are_asked_alone(game: Game) -> None:
    assert batches.shared(network(game)) is not None
    assert batches.shared(network(game, memory=6)) is None
    drawing = network(game)
    drawing.sample = True
    assert batches.shared(drawing) is None
    assert batches.shared(None) is None


# ------------------------------------------------------------------------------------------ in the service


def passes(service: Service) -> tuple[int, int]:
    """Passes so far, and the moves in them."""
    pytest.importorskip("prometheus_client")
    text = service.metrics.text()[0].decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("elderzoo_batch_rows"))
    return int(float(lines["elderzoo_batch_rows_count"])), int(float(lines["elderzoo_batch_rows_sum"]))


def test_answers_are_those_of_single_requests(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export(network(game), tmp_path / "bundle")
    models = {"net": written(tmp_path, "net", game), "file": f"onnx:{tmp_path / 'bundle'}"}
    service = Service(settings(models=models, threads=1))
    requests = [
        {
            "type": "move",
            **setup_of(game),
            "seat": 0,
            "view": game.new(seed).view(0).to_json(),
            "bot": bot,
            "seed": seed,
        }
        for seed in range(12)
        for bot in models
    ]
    client = Client(service)
    alone = [client.ask(**request) for request in requests]
    assert {answer["type"] for answer in alone} == {"move"}
    assert len({answer["action"]["name"] for answer in alone}) == 2
    before = passes(service)
    assert before == (24, 24)

    monkeypatch.setattr(batches, "GATHER", 0.5)
    hold = threading.Event()
    service.workers.submit(lambda: hold.wait(WAIT) and None, HEAVY)
    for k, request in enumerate(requests):
        service.submit(request | {"id": str(k)}, client)
    hold.set()
    together = {int(answer.pop("re")): answer for answer in (client.next() for _ in requests)}
    count, rows = passes(service)
    assert rows - before[1] == 24
    assert count - before[0] < 12
    assert [together[k] | {"time_ms": 0} for k in range(24)] == [answer | {"time_ms": 0} for answer in alone]

    explained = client.ask(**requests[0], explain=True)
    assert explained["action"] == alone[0]["action"]
    assert passes(service) == (count, rows), "an explained move is asked alone"
    service.stop()


def test_bots_in_sessions_play_the_same_game_together_as_alone(game: Game, tmp_path: Path) -> None:
    models = {"net": written(tmp_path, "net", game)}
    records = []
    for threads in (1, 3):
        service = Service(settings(models=models, threads=threads))
        client = Client(service)
        both = [{"bot": "net"}, {"bot": "net"}]
        created = [client.ask("create", **setup_of(game), sit=None, seats=both, seed=seed) for seed in range(10)]
        played = []
        for one in created:
            watcher = Seat(one)
            play(client, watcher, None)  # type: ignore[arg-type]
            played.append(client.ask("record", **watcher.enter)["actions"])
        records.append(played)
        assert passes(service)[1] == sum(map(len, played))
        service.stop()
    assert records[0] == records[1]
    assert len({tuple(actions) for actions in records[0]}) > 1
