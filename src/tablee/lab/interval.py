"""How sure one may be of a share that was counted."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # 95 % of a normal law lies within this many standard deviations


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a proportion; sound even at 0 and at 1."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials}")
    if trials == 0:
        return 0.0, 1.0
    p, z2 = successes / trials, z * z
    middle = p + z2 / (2 * trials)
    half = z * sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials))
    scale = 1 + z2 / trials
    low = 0.0 if successes == 0 else (middle - half) / scale
    high = 1.0 if successes == trials else (middle + half) / scale
    return low, high
