"""Settings of a training run: frozen dataclasses are the schema, YAML files and the command line fill them.

Layers, later ones win: configs/default.yaml, configs/games/<game>.yaml where there is one, each ``--config`` (a
name in configs/ or a path), then single options such as ``--ppo.learning_rate 1e-4``.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

import yaml

from .. import configs
from ..envs.core.errors import ConfigError
from .executor import KINDS

# ruff: noqa: RUF009  (`setting` makes the fields of dataclasses)
FOLDER = Path(configs.__file__).parent
SECTIONS = ("env", "ppo", "network", "imitation", "self_play", "evaluation", "run")

# Keys that MaskablePPO knows nothing of.
OWN = (
    *(
        "also",
        "ppo.ent_final",
        "run.executor",
        "network.kind",
        "network.critic",
        "network.value_heads",
        "network.memory",
    ),
    *("imitation.own_moves", "imitation.guide", "self_play.by", "self_play.prefer", "self_play.exploiters"),
)


def setting(default: Any, meaning: str, lo: float | None = None, hi: float | None = None, choices: tuple = ()) -> Any:
    """A field: its default, one line of meaning, and what is allowed (of each entry, in a tuple or dict)."""
    metadata = {"meaning": meaning, "lo": lo, "hi": hi, "choices": choices}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Env:
    """The game's own arguments, and how many games are played at once."""

    content: str = setting("reference", "card file: a name in the game's content folder or a path")
    num_envs: int = setting(512, "games played side by side", lo=1)
    max_decisions: int | None = setting(None, "decisions after which a game is cut off; null: the game's own", lo=1)


@dataclass(frozen=True)
class PPO:
    """The algorithm, the same for both learners, and the widths of the network."""

    learning_rate: float = setting(5e-4, "step size of Adam at the start", lo=0)
    anneal: bool = setting(True, "lower the step size linearly to a tenth over the run")
    n_steps: int = setting(32, "decisions of each game between two updates", lo=1)
    batch_size: int = setting(1024, "decisions in one gradient step", lo=2)
    n_epochs: int = setting(3, "passes over the decisions of one update", lo=1)
    gamma: float = setting(0.995, "discount of the next decision's return", lo=0, hi=1)
    gae_lambda: float = setting(0.95, "trade of bias against variance in the advantages", lo=0, hi=1)
    clip_range: float = setting(0.2, "how far one update may change an action's probability (ratio)", lo=0)
    ent_coef: float = setting(0.005, "weight of the entropy bonus", lo=0)
    ent_final: float | None = setting(
        None, "its weight at the end of the run, where it goes linearly; null: it stays; algo ppo only", lo=0
    )
    vf_coef: float = setting(0.5, "weight of the value loss", lo=0)
    max_grad_norm: float = setting(0.5, "longest gradient, longer ones are scaled down", lo=0)
    target_kl: float | None = setting(None, "stop an update early beyond 1.5 times this divergence; null: never", lo=0)
    net_arch: tuple[int, ...] = setting((128, 128), "widths of the hidden layers, the same for policy and value", lo=1)
    activation: str = setting("tanh", "between the layers", choices=("tanh", "relu"))


@dataclass(frozen=True)
class Network:
    """What the own learner's network is besides its widths; sb3's is always a plain one."""

    kind: str = setting(
        "mlp", "mlp: of one game; entity: inputs and actions by their parts, for any game", choices=("mlp", "entity")
    )
    critic: str = setting(
        "own",
        "what values are predicted from: the seat's own view (IPPO), or the full state (MAPPO)",
        choices=("own", "full"),
    )
    value_heads: str = setting("one", "one value, or one for each side of a game with sides", choices=("one", "side"))
    memory: int = setting(0, "units of a memory (GRU) over each seat's decisions; 0: none", lo=0)
    embedding: int = setting(24, "size of the entity network's embeddings", lo=1)
    base: str | None = setting(
        None, "a scripted agent that the network corrects, in training and in play; null: none, it decides alone"
    )
    base_logit: float = setting(7.0, "how much the network starts from its action: what is added to that logit", lo=0)


@dataclass(frozen=True)
class Imitation:
    """A warm start: decisions of another agent to learn from before the first own one."""

    agent: str | None = setting(
        None, "the agent to imitate, on every seat, with algo sb3 a scripted one; null: nobody, the start is random"
    )
    steps: int = setting(1_000_000, "its decisions to learn from; they do not count as steps of the run", lo=1)
    epochs: int = setting(2, "passes over the decisions of one update", lo=1)
    learning_rate: float = setting(1e-3, "step size of Adam at the start; it falls to a twentieth", lo=0)
    own_moves: float = setting(
        0.0,
        "share of decisions, reached in the end, in which the learner's own move is played, the agent's still learnt; "
        "algo ppo only",
        lo=0,
        hi=1,
    )
    guide: float = setting(
        0.0,
        "weight of imitating on beside the learner's own objective as the run begins; it falls to 0 at its end; "
        "algo ppo only",
        lo=0,
    )


@dataclass(frozen=True)
class SelfPlay:
    """Who sits on the other seats."""

    weights: dict[str, float] = setting(
        {"greedy": 0.7, "random": 0.1, "past": 0.2},
        "share of the games against each agent; `past`: the learner's past selves, `self`: itself on all seats",
        lo=0,
    )
    window: int = setting(8, "past selves kept, the oldest leaves first", lo=1)
    save_every: int = setting(250_000, "steps after which the learner joins its past selves", lo=1)
    swap_every: int = setting(50_000, "steps after which opponents are drawn anew; games going on end first", lo=1)
    by: str = setting(
        "seat", "what the learner holds in a game against others: a seat, or a side", choices=("seat", "side")
    )
    prefer: float = setting(0.0, "past selves are drawn by this power of their win rate; 0: evenly", lo=0)
    exploiters: int = setting(0, "learners that train only to beat the learner, and join its past selves", lo=0)
    exploiter_steps: int = setting(1_000_000, "steps of an exploiter, after which it joins and starts over", lo=1)


@dataclass(frozen=True)
class Evaluation:
    """Measuring strength, during the run and after it."""

    opponents: tuple[str, ...] = setting(("random", "greedy"), "agents to measure against")
    every: int = setting(250_000, "steps between two measurements", lo=1)
    deals: int = setting(200, "deals in a measurement, each played from every seat", lo=1)
    final_deals: int = setting(400, "the same for the table after the run; 0: no table", lo=0)


@dataclass(frozen=True)
class Run:
    """The run itself: length, checkpoints, logs."""

    steps: int = setting(5_000_000, "decisions of the learner to train on", lo=1)
    name: str = setting("default", "part of the folder's name; that of the last --config unless given")
    folder: str = setting("runs", "where the run's own folder is made")
    checkpoint_every: int = setting(250_000, "steps between two checkpoints", lo=1)
    keep: int = setting(3, "latest checkpoints kept; the best one stays besides", lo=1)
    tensorboard: bool = setting(True, "write TensorBoard events beside the CSV log")
    torch_threads: int = setting(1, "threads of one matrix product; small networks are slower on more", lo=1)
    shards: int = setting(2, "parts of the games, played and learnt from side by side, each on a thread", lo=1)
    executor: str = setting(
        "inline",
        "where shards are played: by threads of this process, by a pool of processes, or by Ray; algo ppo only",
        choices=tuple(KINDS),
    )
    workers: int | None = setting(None, "workers of the executor; null: one for each shard", lo=1)


@dataclass(frozen=True)
class Config:
    """All settings of a run. Raises ConfigError, naming the key, for a value that is not allowed."""

    game: str = setting("", "game id, first word of the command")
    seats: int | None = setting(None, "number of seats; null: the game's own", lo=1)
    rules: dict[str, Any] = setting({}, "options of the game's rules, by name")
    seed: int = setting(0, "the same seed and machine give the same run", lo=0)
    algo: str = setting(
        "sb3", "sb3: MaskablePPO, one seat learns; ppo: the own learner, all seats do", choices=("sb3", "ppo")
    )
    also: tuple[str, ...] = setting(
        (), "further games for the same network, ids, each with its own settings; the first is measured"
    )
    env: Env = field(default_factory=Env)
    ppo: PPO = field(default_factory=PPO)
    network: Network = field(default_factory=Network)
    imitation: Imitation = field(default_factory=Imitation)
    self_play: SelfPlay = field(default_factory=SelfPlay)
    evaluation: Evaluation = field(default_factory=Evaluation)
    run: Run = field(default_factory=Run)

    def __post_init__(self):
        for name, value, kind in walk(self):
            check(name, value, kind.metadata)
        if sum(self.self_play.weights.values()) <= 0:
            raise ConfigError("self_play.weights: at least one must be above 0")
        if self.algo == "sb3":
            self.check_baseline()

    def check_baseline(self) -> None:
        """Raise ConfigError, naming the key, where a setting is only known to the own learner."""
        if self.self_play.weights.get("self", 0) > 0:
            raise ConfigError("self_play.weights.self needs --algo ppo: MaskablePPO learns from one seat")
        for name, value, kind in walk(self):
            default = kind.default_factory() if callable(kind.default_factory) else kind.default
            if name in OWN and value != default:
                raise ConfigError(f"{name} is {value!r}, which needs --algo ppo")

    def to_dict(self) -> dict[str, Any]:
        """Plain nested dicts and lists, as YAML and JSON hold them."""
        return json.loads(json.dumps(dataclasses.asdict(self)))


def walk(config: Config) -> Iterator[tuple[str, Any, dataclasses.Field]]:
    """(dotted name, value, dataclass field) of each key, in order."""
    for f in dataclasses.fields(config):
        value = getattr(config, f.name)
        if f.name in SECTIONS:
            yield from ((f"{f.name}.{g.name}", getattr(value, g.name), g) for g in dataclasses.fields(value))
        else:
            yield f.name, value, f


def check(name: str, value: Any, allowed: Mapping[str, Any]) -> None:
    """Raise ConfigError naming the key where a value, or an entry of a list or dict, is not allowed."""
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else [value]
    lo, hi, choices = allowed["lo"], allowed["hi"], allowed["choices"]
    for entry in entries:
        if choices and entry not in choices:
            raise ConfigError(f"{name} is {entry!r}, allowed: {', '.join(map(str, choices))}")
        if not isinstance(entry, (int, float)) or isinstance(entry, bool):
            continue
        if entry != entry or (lo is not None and entry < lo) or (hi is not None and entry > hi):
            raise ConfigError(f"{name} is {entry}, allowed: {range_text(lo, hi)}")


def range_text(lo: float | None, hi: float | None) -> str:
    """An allowed range in words."""
    if hi is None:
        return f"at least {lo}"
    return f"{lo} to {hi}"


# -------------------------------------------------------------------------------------------- files and options


def load(game: str, files: Sequence[str | Path] = (), options: Sequence[str] = ()) -> Config:
    """The settings for ``game``: defaults, the game's file, ``files`` in order, then command-line ``options``.

    Raises ConfigError, one line that names file and key.
    """
    own = FOLDER / "games" / f"{game.rpartition('-v')[0] or game}.yaml"
    given = [find(name) for name in files]
    layers = [FOLDER / "default.yaml", *([own] if own.is_file() else []), *given]
    named = ["--run.name", given[-1].stem] if given else []
    return parse(layers, ["--game", game, *named, *options])


def parse(layers: Sequence[Path], options: Sequence[str] = ()) -> Config:
    """Settings from whole files, later ones winning, and options; raises ConfigError."""
    reader = parser()
    arguments: list[str] = []
    for path in layers:
        try:
            path.read_text(encoding="utf-8")
        except UnicodeDecodeError as problem:
            raise ConfigError(f"{path.name}: not YAML: {problem}") from None
        read(reader, [*arguments, "--config", str(path)], f"{path.name}: ")
        arguments += ["--config", str(path)]
    flat = read(reader, [*arguments, *options], "")
    values = {k: v for k, v in vars(flat).items() if k != "config"}
    sections = {name: type(getattr(Config(), name)) for name in SECTIONS}
    return Config(**{k: sections[k](**vars(v)) if k in sections else v for k, v in values.items()})


def parser():
    """The jsonargparse parser of all keys; its help is the documentation of the command."""
    from jsonargparse import ArgumentParser

    usage = "elderzoo train GAME [--KEY VALUE ...]"
    out = ArgumentParser(prog="elderzoo train", usage=usage, exit_on_error=False, allow_abbrev=False)
    out.add_argument("--config", action="config", help="a name in configs/ or a path; may be given several times")
    groups = {name: out.add_argument_group(name) for name in SECTIONS}
    for name, default, kind in walk(Config()):
        section = name.partition(".")[0]
        group = groups.get(section, out)
        help_ = kind.metadata["meaning"].replace("%", "%%")
        group.add_argument(
            f"--{name}", type=hints(section if "." in name else None)[kind.name], default=default, help=help_
        )
    return out


def hints(section: str | None) -> dict[str, Any]:
    """Field name -> type of a section, or of the keys outside sections."""
    top = get_type_hints(Config)
    return top if section is None else get_type_hints(top[section])


def read(reader, arguments: list[str], where: str):
    """Parse; turn the parser's complaint into one line that names the key."""
    from argparse import ArgumentError

    try:
        flat = reader.parse_args(arguments)
    except ArgumentError as problem:
        raise ConfigError(where + one_line(str(problem))) from None
    for name in SECTIONS:
        if not hasattr(getattr(flat, name), "__dict__"):
            raise ConfigError(f"{where}{name} is {getattr(flat, name)!r}, expected a section with keys")
    return flat


def one_line(message: str) -> str:
    """The parser's message as `key: what is wrong`."""
    key = re.match(r'Parser key "([^"]+)":\s*', message)
    value = re.search(r"(?:Got value|Given value): (.*)", message)
    if key and value:
        section, _, name = key[1].rpartition(".")
        kind = hints(section or None).get(name) if section in ("", *SECTIONS) else None
        shown = re.sub(r"<class '(\w+)'>|typing\.(\w+)", r"\1\2", str(kind)).replace("None", "null")
        return f"{key[1]} is {value[1]!r}, expected {shown}"
    message = message[key.end() :] if key else message
    unknown = re.search(r"Option '([^']+)' is not accepted|unrecognized arguments: (\S+)", message)
    if unknown:
        return unknown_key((unknown[1] or unknown[2]).lstrip("-").partition("=")[0])
    return " ".join([f"{key[1]}:" if key else "", *message.split()]).strip()


def unknown_key(name: str) -> str:
    """What is wrong with a setting that there is not, and which one may be meant."""
    known = [*hints(None), *(f"{section}.{key}" for section in SECTIONS for key in hints(section))]
    same = [key for key in known if key.rpartition(".")[2] == name]
    near = same or get_close_matches(name, known, n=1)
    return f"unknown key {name!r}" + (f", did you mean {near[0]!r}?" if near else "")


def find(name: str | Path) -> Path:
    """A settings file by name in configs/ ("demo") or by path; raises ConfigError."""
    for path in (FOLDER / f"{name}.yaml", Path(name)):
        if path.is_file():
            return path
    shipped = [p for part in ("*.yaml", "ppo/*.yaml") for p in FOLDER.glob(part)]
    known = ", ".join(sorted(p.relative_to(FOLDER).with_suffix("").as_posix() for p in shipped))
    raise ConfigError(f"config {str(name)!r}: no such file; shipped: {known}")


def save(config: Config, path: Path) -> None:
    """Write the resolved settings as YAML, in the order of declaration; whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(yaml.safe_dump(config.to_dict(), sort_keys=False), encoding="utf-8")
    new.replace(path)


# ------------------------------------------------------------------------------------------------ documentation


def default_yaml() -> str:
    """configs/default.yaml: every key with its default and a comment."""
    lines = ["# Every setting with its default. Other files hold only what differs. Written from training/config.py:"]
    lines += ["# python -m elderzoo.training.config", ""]
    seen = ""
    for name, default, kind in walk(Config()):
        section, _, key = name.rpartition(".")
        if name == "game":
            continue
        if section != seen:
            seen = section
            lines += ["", f"# {getattr(Config(), section).__doc__}", f"{section}:"]
        indent = "  " if section else ""
        shown = f"{indent}{key}: {yaml_value(default)}"
        lines.append(f"{shown:<32}  # {kind.metadata['meaning']}")
    return "\n".join(lines) + "\n"


def yaml_value(value: Any) -> str:
    """A value on one line of YAML."""
    plain = json.loads(json.dumps(value))
    if isinstance(plain, float):
        return repr(plain)
    return yaml.safe_dump(plain, default_flow_style=True, width=1000).removesuffix("\n").removesuffix("\n...")


def table() -> str:
    """All keys as a Markdown table for training/README.md."""
    lines = ["| key | type | default | meaning |", "|---|---|---|---|"]
    for name, default, kind in walk(Config()):
        limits = kind.metadata
        allowed = ""
        if limits["choices"]:
            allowed = f" ({', '.join(limits['choices'])})"
        elif limits["lo"] is not None:
            allowed = f" ({range_text(limits['lo'], limits['hi'])})"
        kind_text = str(kind.type).replace("|", "or").replace("None", "null")
        shown = "" if name == "game" else f"`{yaml_value(default)}`"
        lines.append(f"| `{name}` | {kind_text} | {shown} | {kind.metadata['meaning']}{allowed} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (FOLDER / "default.yaml").write_text(default_yaml(), encoding="utf-8")
