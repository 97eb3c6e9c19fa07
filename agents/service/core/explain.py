"""A decision in words: the top actions with their scores and one plain sentence each."""

from __future__ import annotations

import math
from typing import Any

from .bots import Decision, Recipe
from .games import Table
from .stream import Seen, Speaker

SHARP = 0.12  # scores of this distance weigh as e to 1 in the shares


def explained(decision: Decision, recipe: Recipe, seen: Seen, speaker: Speaker, seat: int, top: int) -> dict[str, Any]:
    """The fields ``action``, ``value``, ``scores``, ``scored_by`` and ``summary`` of an answer."""
    table = seen.table
    chosen = speaker.action(seen, decision.action, seat)
    out: dict[str, Any] = {
        "action": chosen,
        "value": rounded(decision.scores.get(decision.action, decision.value)),
        "scores": [],
        "scored_by": decision.scored_by,
        "summary": _summary(decision, recipe, speaker, chosen["text"], table),
    }
    if not decision.scores and not decision.shares:
        return out
    best = max(decision.scores.values(), default=0.0)
    shares = decision.shares or {a: math.exp((v - best) / SHARP) for a, v in decision.scores.items()}
    whole = sum(shares.values())
    order = sorted(shares, key=lambda a: (a != decision.action, -shares[a], a))
    for a in order[: max(1, top)]:
        action = speaker.action(seen, a, seat)
        out["scores"].append(
            {
                "action": action,
                "score": rounded(decision.scores.get(a)),
                "visits": decision.visits.get(a),
                "share": rounded(shares[a] / whole),
                "sentence": _sentence(action["text"], decision.scores[a], best, table, speaker)
                if decision.scores
                else _likely(action["text"], shares[a] / whole, speaker),
            }
        )
    return out


def _summary(decision: Decision, recipe: Recipe, speaker: Speaker, text: str, table: Table) -> str:
    fill = speaker.texts.fill
    if decision.why in ("only", "blunder", "loose", "late"):
        return capital(fill(f"explain.{decision.why}", {"action": text, "level": recipe.level or ""}))
    own = decision.scored_by == recipe.bot
    if decision.why == "rule" and not own:
        return capital(fill("explain.rule", {"action": text, "bot": recipe.bot}))
    if own and decision.action in decision.scores:
        value = decision.scores[decision.action]
        return _sentence(text, value, value, table, speaker)
    return capital(fill("explain.own", {"action": text, "bot": recipe.bot}))


def _sentence(text: str, score: float, best: float, table: Table, speaker: Speaker) -> str:
    fill, shown = speaker.texts.fill, {"action": text, "score": f"{score:+.2f}", "less": f"{best - score:.2f}"}
    if best - score < 0.005:
        percent = _percent(score, table)
        return capital(
            fill("explain.best_score" if percent is None else "explain.best_share", shown | {"percent": percent})
        )
    return capital(fill("explain.close" if best - score < 0.1 else "explain.worse", shown))


def _likely(text: str, share: float, speaker: Speaker) -> str:
    return capital(speaker.texts.fill("explain.likely", {"action": text, "percent": round(100 * share)}))


def _percent(score: float, table: Table) -> int | None:
    """Wins in 100 games that a return means; None where several may win, or a team."""
    if table.game.spec.kind == "team" or table.game.num_players != 2:
        return None
    return round(50 * (1 + min(1.0, max(-1.0, score))))


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
