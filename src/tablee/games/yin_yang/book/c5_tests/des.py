"""The dice: the yin/Yang roll."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Dice, Oracle, chance

from ...model.jets import DESASTRE, EXPLOIT

YIN_YANG = Dice(1, 10, "yin"), Dice(1, 10, "Yang")


@rule("YY-5.8", "YY-5.9", "YY-5.10", "YY-5.11", "YY-19.3")
@chance(table=True)
def lancer(oracle: Oracle) -> int:
    """The difference of two dice that read 0 to 9. 0: désastre; 11 to 19: an exploit, 10 and the face of the double."""
    (yin,), (yang,) = oracle.together(*YIN_YANG)
    ecart = abs(yin % 10 - yang % 10)
    if ecart:
        return ecart
    face = yin % 10
    return EXPLOIT + face if face else DESASTRE


@rule("YY-5.11")
def valeur(jet: int) -> int:
    """What a roll adds to the score: an exploit is worth 10, whatever its face."""
    return jet if jet < EXPLOIT else EXPLOIT
