"""Nash averaging (Balduzzi et al. 2018, "Re-evaluating Evaluation", arXiv 1806.02643): agents are rated by how they do
against the mixture of agents that nobody beats. Copies of an agent and easy prey change nothing.
"""

from __future__ import annotations

import numpy as np


def nash_mixture(advantage: np.ndarray) -> np.ndarray:
    """The equilibrium of greatest entropy of the symmetric zero-sum game with the antisymmetric payoffs ``advantage``
    (n, n): probabilities float64 (n,)."""
    from scipy.optimize import linprog, minimize

    n = len(advantage)
    scale = float(np.abs(advantage).max()) or 1.0
    payoffs = advantage / scale
    # Some equilibrium: nobody gets more than nothing against it.
    start = linprog(np.zeros(n), A_ub=payoffs, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1.0], method="highs")
    found = minimize(
        lambda p: float(np.sum(p * np.log(np.maximum(p, 1e-12)))),
        start.x,
        jac=lambda p: np.log(np.maximum(p, 1e-12)) + 1,
        bounds=[(0.0, 1.0)] * n,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(n)},
            {"type": "ineq", "fun": lambda p: -payoffs @ p, "jac": lambda p: -payoffs},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    best = found.x if found.success else start.x
    best = np.where(best < 1e-6, 0.0, best)
    return best / best.sum()


def nash_ratings(advantage: np.ndarray) -> np.ndarray:
    """What each agent gets against the mixture, float64 (n,): 0 for those in it, less than 0 for the others."""
    return advantage @ nash_mixture(advantage)
