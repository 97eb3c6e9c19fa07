"""The PettingZoo face of any game: one table, stepped action by action."""

from __future__ import annotations

import secrets
import sys
from functools import partial
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from .core import drive
from .core.errors import ConfigError, ElderZooError, GameOver, IllegalAction, NotStarted, PositionError
from .core.game import Game, State, View, flat_of
from .core.rng import hash_seed
from .vector import one_of

MASK_PLACES = ("both", "observation", "info")
FORMS = ("flat", "compact")
ELIMINATION = ("skip", "terminate")
ILLEGAL = ("raise", "terminate")
RENDER_MODES = ("ansi", "rgb_array", "human")
EYES = ("public", "open")

# What ``drive.observe_step`` returns: error * 64 + paid * 32 + over * 8 + seat to decide + 1.
_SEAT, _OVER, _PAID, _ERROR = 7, 24, 32, 64


class GameEnv(AECEnv):
    """One table of a game, as PettingZoo's AECEnv.

    Agents are ``player_0``, ``player_1``, …, by seat. The same seat may act several times in a row. All agents
    end in the same step with the same flag: terminated by the rules, truncated by ``max_decisions``. Only
    ``elimination="terminate"`` lets some end earlier.

    Parameters
    ----------
    mask_in: where ``action_mask`` (int8, 1 for each legal action) is. "both": the observation is
        ``{"observation": ..., "action_mask": ...}`` and ``infos[agent]["action_mask"]`` is the same array;
        "observation": only there; "info": only there, and the observation is a bare array. It is all zero for
        seats that do not decide now.
    observation: "flat" float32 in [0, 1], or "compact" int16; ``game.encoder.blocks()`` tells what is where.
    elimination: "skip" keeps seats that are out of the game in ``agents``, without turns; "terminate", in games
        in which that can happen, pays them -1/(n-1) in the step in which they go out, and they leave before the
        next decision. Where somebody wins, returns are the same either way; in a draw, which pays nobody under
        "skip", those still in share what the others lost (the last to go out, where nobody is in).
    illegal: "raise" IllegalAction and change nothing, or "terminate": whoever tried loses, as if by the rules
        (-1, the others share 1 and what those who have left lost; in co-operative games everybody -1).
    render_mode: "ansi" (``render`` returns text), "rgb_array" (a picture, needs Pillow), or "human" (text to
        standard output after each reset and step).
    render_seat: whose cards ``render`` shows: "public" (nobody's), a seat (its own), or "open" (all).

    Raises ConfigError for a wrong option, NotStarted before ``reset``, GameOver after the end.
    """

    def __init__(
        self,
        game: Game,
        mask_in: str = "both",
        observation: str = "flat",
        elimination: str = "skip",
        illegal: str = "raise",
        render_mode: str | None = None,
        render_seat: int | str = "public",
    ):
        self.game = game
        self.mask_in = one_of(game, "mask_in", mask_in, MASK_PLACES)
        self.observation_form = one_of(game, "observation", observation, FORMS)
        self.elimination = one_of(game, "elimination", elimination, ELIMINATION)
        if elimination == "terminate":
            self._check_elimination()
        self.illegal = one_of(game, "illegal", illegal, ILLEGAL)
        self.render_mode = render_mode and one_of(game, "render_mode", render_mode, RENDER_MODES)
        self.render_seat = render_seat if render_seat in EYES else game.check_seat(render_seat)
        self.metadata = {
            "name": game.spec.id.replace("-", "_"),
            "is_parallelizable": False,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{p}" for p in range(game.num_players)]
        self._seat_of = {agent: p for p, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.agent_selection: str | None = None
        self._started = False
        self._seed, self._episode = secrets.randbits(63), 0
        self.state_space = self._box()
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(game.n_actions) for agent in self.possible_agents}
        self._state = State(game, game.template[None].copy())
        self._before = self._state.row.copy()
        self._none = np.zeros(game.n_actions, np.int8)  # the mask of all who do not decide
        self._bind()

    # ------------------------------------------------------------------------------------------ spaces

    def _box(self) -> Box:
        if self.observation_form == "compact":
            low, high = self.game.encoder.bounds()
            return Box(low, high, dtype=np.int16)
        return Box(0.0, 1.0, (self.game.flat_size,), np.float32)

    def _space(self) -> Box | Dict:
        if self.mask_in == "info":
            return self._box()
        mask = Box(0, 1, (self.game.n_actions,), np.int8)
        return Dict({"observation": self._box(), "action_mask": mask})

    def _check_elimination(self) -> None:
        """Raise ConfigError where the game has no public flag that tells who is out."""
        name = self.game.spec.elimination
        if name is None:
            raise ConfigError(f"{self.game.spec.id}: elimination is 'terminate', but no seat leaves this game early")
        f = self.game.spec.schema.by_name.get(name)
        if f is None or (f.what, f.see, f.seats, f.cells) != ("flag", "public", 1, ()):
            raise ConfigError(f"{self.game.spec.id}: elimination is {name!r}, expected a public flag by seat")

    def observation_space(self, agent: str) -> Space:
        """The space of what ``observe(agent)`` returns; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """``Discrete(game.n_actions)``; the same object at each call."""
        return self.action_spaces[agent]

    # -------------------------------------------------------------------------------------------- play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: of ``seed``, or of the next seed in a sequence that the last given one determines.

        ``options={"state": State}`` begins from a copy of that position; with a seed, its further chance is that
        of the seed. With ``elimination="terminate"``, seats that are out in it are paid and leave first. Raises
        ConfigError or PositionError.
        """
        given = (options or {}).get("state")
        start = self.game.new(self._next_seed(seed)) if given is None else self._position(given, seed)
        self._state.row[:], self._state._mask[:] = start.row, start._mask
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(self._none) for agent in self.agents}
        self._skip_agent_selection = None
        self._started, self._ended, self._paid = True, False, False
        over = start.is_over  # what is no choice may end a game before its first decision
        self._gains[:] = start.returns if over else 0.0
        settled = self._out is not None and self._eliminate(self._out, over)
        if settled or over:
            self._pay(self._gains.tolist())
        if over:
            self._end(start.is_truncated)
        else:
            self._next_turn()
            if settled:
                self._deads_first()
        self._show()

    def _next_seed(self, seed: int | None) -> int:
        if seed is None:
            self._episode += 1
            return hash_seed(self._seed, self._episode)
        self._seed, self._episode = self.game.check_seed(seed), 0
        return self._seed

    def _position(self, given: Any, seed: int | None) -> State:
        """A copy of the position to begin from, its chance begun anew where there is a seed."""
        name = self.game.spec.id
        if not isinstance(given, State):
            raise PositionError(f"{name}: option 'state' is {type(given).__name__}, expected a State")
        self.game.check_identity(given.game.identity, "option 'state'")
        if given.is_over:
            raise PositionError(f"{name}: option 'state' is a finished game")
        start = given.clone()
        if seed is not None:
            start.record["seed"] = np.uint64(hash_seed(self._next_seed(seed)))
            start.record["stream"] = 0
        return start

    def step(self, action: Any) -> None:
        """Take ``action`` for ``agent_selection``; None when that agent has ended.

        Raises IllegalAction (nothing has changed), NotStarted, GameOver, or EngineError.
        """
        agent = self.agent_selection
        if agent is None or self._ended:
            self._step_after_end(action)
            return
        try:
            a = index(action)
        except TypeError:
            a = -1
        if not (0 <= a < self._n and self._mask[a]):
            self._refuse(agent, action)
            return
        obs = np.empty(self._size, np.int16)
        self._before[:] = self._state.row
        code = self._advance(a, self._mask, obs, self._gains)
        if code >= _ERROR:
            self._undo()
        self._cumulative_rewards[agent] = 0.0
        settled = self._out is not None and self._eliminate(self._out, bool(code & _OVER))
        if settled or code & _PAID:
            self._pay(self._gains.tolist())
        elif self._paid:
            self._pay([0.0] * self.game.num_players)
        if code & _OVER:
            self._end(self._state.is_truncated)
        else:
            following = self.possible_agents[(code & _SEAT) - 1]
            if following != agent:
                self.infos[agent] = self._info(self._none)
            self._give_turn(following, obs)
            if settled:
                self._deads_first()
        if self.render_mode == "human":
            self._show()

    def _give_turn(self, agent: str, obs: np.ndarray) -> None:
        """Make ``agent`` the one to decide; it sees ``obs`` (compact) and its legal actions."""
        mask = self._mask.copy()
        self.agent_selection = agent
        self.infos[agent] = self._info(mask)
        self._seen = self._pack(obs, mask)

    def _next_turn(self) -> None:
        """Give the turn to the seat that decides by the rules."""
        seat = self._state.seat
        self._give_turn(self.possible_agents[seat], self._state.observe(seat, "compact"))

    def _pay(self, gains: list[float]) -> None:
        """What this step brought each seat; most steps of most games bring nothing, and are not booked."""
        self._paid = any(gains)
        for agent in self.agents:
            gain = gains[self._seat_of[agent]]
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain

    def _eliminate(self, out: np.ndarray, over: bool) -> bool:
        """Terminate the agents who went out in this step and set ``_gains`` to what it brings each seat. Returns
        whether anybody is paid or leaves.

        In the step that ends the game, seats that the rules pay count as still in, and all do where none is.
        """
        n, gains = self.game.num_players, self._gains
        seats = [self._seat_of[agent] for agent in self.agents]
        still = [p for p in seats if not out[p] or gains[p]]
        if over:
            still = still or seats
            gains[still] += sum(gains[p] + 1.0 / (n - 1) for p in range(n) if p not in still) / len(still)
        for p in seats:
            if p not in still:
                gains[p] = -1.0 / (n - 1)
                self.terminations[self.possible_agents[p]] = True
        return over or len(still) < len(seats)

    def _end(self, truncated: bool) -> None:
        """End all agents with one flag, but for those terminated already."""
        flags = self.truncations if truncated else self.terminations
        for agent in self.agents:
            flags[agent] = not (truncated and self.terminations[agent])
        self._deads_first()

    def _deads_first(self) -> None:
        """Nobody decides until those who have ended have left."""
        self._ended = True
        self._seen = None
        for agent in self.agents:
            self.infos[agent] = self._info(self._none)
        self._deads_step_first()

    def _refuse(self, agent: str, action: Any) -> None:
        """An action that is not legal: an error, or a lost game. What is no id at all is an error always."""
        if self.illegal == "raise" or not isinstance(action, (int, np.integer)):
            self._state.action_id(action)  # raises, with the reason, unless it is a legal action's name
            raise IllegalAction(f"{self.game.spec.id}: {action!r} is not an action id")
        n, still, seat = self.game.num_players, len(self.agents), self._seat_of[agent]
        other = -1.0 if self.game.spec.kind == "team" else (1.0 + (n - still) / (n - 1)) / (still - 1)
        self._cumulative_rewards[agent] = 0.0
        self._pay([-1.0 if p == seat else other for p in range(n)])
        self._end(truncated=False)
        self._show()

    def _undo(self) -> None:
        """The row reports an error of its own: take the step back and raise it."""
        failed = State(self.game, self._state.row.copy())
        self._state.row[:] = self._before
        drive.settle(self.game.F, self.game.T, self._state.row, 0, self._mask)
        failed._raise()

    def _step_after_end(self, action: Any) -> None:
        if not self.agents:
            raise self._no_turn()
        if action is not None:
            raise IllegalAction(f"{self.game.spec.id}: {self.agent_selection} has ended, its only action is None")
        self._was_dead_step(None)
        if not self.agents:
            self.agent_selection = None
        elif not (any(self.terminations.values()) or any(self.truncations.values())):
            self._ended = False
            self._next_turn()

    def _no_turn(self) -> ElderZooError:
        """Why nobody can act."""
        if self._started:
            return GameOver(f"{self.game.spec.id}: the game is over, call reset()")
        return NotStarted(f"{self.game.spec.id}: call reset() first")

    def _check_started(self) -> None:
        if not self._started:
            raise self._no_turn()

    # ----------------------------------------------------------------------------------------- looking

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of ``agent_selection``."""
        agent = self.agent_selection
        if agent is None:
            raise self._no_turn()
        seen = None
        if observe:
            seen = self._seen if self._seen is not None else self.observe(agent)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """What ``agent`` sees now; any of ``possible_agents``, at any time after the first reset."""
        self._check_started()
        if agent == self.agent_selection and self._seen is not None:
            return self._seen
        return self._pack(self._state.observe(self._seat(agent), "compact"), self._none)

    def state(self) -> np.ndarray:
        """Everything, hidden cells included, in the form of the observations and seen from seat 0."""
        self._check_started()
        return self._state.observe(0, self.observation_form, full=True)

    def view(self, agent: str) -> View:
        """All that ``agent`` may know, in the form that players of ``elderzoo.agents`` take."""
        self._check_started()
        return self._state.view(self._seat(agent))

    def snapshot(self) -> State:
        """A copy of the position, hidden cells included; ``reset(options={"state": ...})`` takes it."""
        self._check_started()
        return self._state.clone()

    def agent_iter(self, max_iter: int = 2**63):
        """Yield ``agent_selection`` until all agents have ended, at most ``max_iter`` times."""
        self._check_started()
        return super().agent_iter(max_iter)

    def _seat(self, agent: str) -> int:
        if agent not in self._seat_of:
            raise ConfigError(f"{self.game.spec.id}: no agent {agent!r}, there are {', '.join(self.possible_agents)}")
        return self._seat_of[agent]

    def _pack(self, obs: np.ndarray, mask: np.ndarray) -> dict[str, np.ndarray] | np.ndarray:
        if self.observation_form == "flat":
            obs = flat_of(self.game, obs)
        return obs if self.mask_in == "info" else {"observation": obs, "action_mask": mask}

    def _info(self, mask: np.ndarray) -> dict[str, np.ndarray]:
        return {} if self.mask_in == "observation" else {"action_mask": mask}

    # --------------------------------------------------------------------------------------- rendering

    def render(self) -> str | np.ndarray | None:
        """The table as ``render_mode`` says: text, an RGB picture uint8 (height, width, 3), or None ("human")."""
        self._check_started()
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing; give make() one")
            return None
        if self.render_mode == "rgb_array":
            return self._state.picture(self.render_seat)
        text = self._state.text(self.render_seat)
        if self.render_mode == "ansi":
            return text
        print(text, file=sys.stdout, flush=True)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing to release: no window is opened."""

    # --------------------------------------------------------------------------------- copies, pickles

    def _bind(self) -> None:
        """Hold what each step needs; addresses and buffers belong to this process and object."""
        game, state = self.game, self._state
        self._n, self._size, self._mask = game.n_actions, game.compact_size, state._mask
        self._advance = partial(drive.observe_step, game.F, game.T, game.X, state.row, 0)
        self._gains = np.zeros(game.num_players)
        out = game.spec.elimination if self.elimination == "terminate" else None
        self._out = None if out is None else state.record[out][: game.num_players]
        self._none.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        bound = ("_advance", "_mask", "_gains", "_out")
        return {name: value for name, value in self.__dict__.items() if name not in bound}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()
