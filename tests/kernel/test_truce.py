"""Leaving it at that: one of each other side is asked, and one refusal is enough."""

from __future__ import annotations

import pytest

from tablee.kernel.live import Scripted
from tablee.kernel.truce import refusing
from toy import Duel, Duelliste

SIDES = {"alys": "rouge", "ann": "rouge", "bor": "bleu", "bea": "bleu", "cid": "vert"}
FIVE = Duel({who: Duelliste(who.capitalize(), side, id=who) for who, side in SIDES.items()}, ("alys",))


@pytest.mark.parametrize(
    ("answers", "who"),
    [((), "bor"), (("oui", "oui"), ""), (("oui", "non"), "cid"), (("non", "oui"), "bor")],
)
def test_it_ends_if_the_first_of_every_other_side_agrees(answers: tuple[str, ...], who: str) -> None:
    oracle = Scripted(answers=answers)
    assert refusing(FIVE, oracle, "ann", SIDES, "toy.cesser", "TOY-1.1") == who
    assert [q.who for q in oracle.asked] == ["bor", "cid"]
    assert {q.see("adversaire") for q in oracle.asked} == {"ann"}


def test_nobody_is_asked_where_nobody_else_fights() -> None:
    oracle = Scripted()
    assert refusing(FIVE, oracle, "ann", ("alys", "ann"), "toy.cesser", "TOY-1.1") == ""
    assert not oracle.asked
