"""`make bench`: every figure of one run, measured side by side. Use the ratios: machines differ and are never quiet."""

from __future__ import annotations

import sys

from . import effects, exact, fights


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    effects.run(rounds)
    exact.run(rounds)
    fights.run(rounds)


main()
