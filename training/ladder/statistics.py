"""Intervals by resampling, all 95 %, percentile method, from a seed (Efron and Tibshirani 1993)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

RESAMPLES = 2000


def interval(samples: np.ndarray) -> list[float]:
    """The middle 95 % of ``samples``."""
    low, high = np.percentile(samples, [2.5, 97.5])
    return [float(low), float(high)]


def draws(count: int, resamples: int = RESAMPLES, seed: int = 0) -> np.ndarray:
    """Places 0..count-1 drawn with replacement, int64 (resamples, count)."""
    return np.random.default_rng(seed).integers(count, size=(resamples, count))


def bootstrap_mean(values: np.ndarray, seed: int = 0) -> list[float]:
    """The interval of the mean of independent ``values``, one a deal."""
    return interval(values[draws(len(values), seed=seed)].mean(1))


def interquartile_mean(scores: np.ndarray) -> np.ndarray:
    """The mean of the middle half over the last axis, as a 25 % trimmed mean: a quarter of the values, rounded down, is
    left out at each end (Agarwal et al. 2021, arXiv 2108.13264)."""
    cut = scores.shape[-1] // 4
    return np.sort(scores, axis=-1)[..., cut : scores.shape[-1] - cut].mean(-1)


def stratified(
    scores: np.ndarray, statistic: Callable[[np.ndarray], np.ndarray], resamples: int = RESAMPLES, seed: int = 0
) -> list[float]:
    """The interval of ``statistic`` over all entries of ``scores`` (runs, tasks), the runs of each task being drawn
    anew by themselves: rliable's stratified bootstrap (Agarwal et al. 2021)."""
    runs, tasks = scores.shape
    places = np.random.default_rng(seed).integers(runs, size=(resamples, runs, tasks))
    drawn = scores[places, np.arange(tasks)]
    return interval(statistic(drawn.reshape(resamples, -1)))
