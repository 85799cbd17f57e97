"""Wilson's interval against published values (Newcombe, Statistics in Medicine 17, 1998, table I)."""

import pytest

from tablee.lab.interval import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_ends_are_exact_and_symmetric() -> None:
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    low, high = wilson(3, 10)
    assert wilson(7, 10) == pytest.approx((1 - high, 1 - low))


def test_nothing_tried_nothing_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_impossible_counts() -> None:
    with pytest.raises(ValueError, match="11 of 10"):
        wilson(11, 10)
