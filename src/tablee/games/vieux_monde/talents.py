"""Talents: what they add to figures. Those that change a rule are asked for by id where the rule is written."""

from __future__ import annotations

from tablee.kernel.tally import Terms

from .catalogue import TALENTS


def effets_des_talents(talents: dict[str, int]) -> dict[str, Terms]:
    """By what they bear on, the terms that these Talents bring."""
    effets: dict[str, Terms] = {}
    for id, fois in talents.items():
        for m in TALENTS[id].modifs:
            effets[m.sur] = (*effets.get(m.sur, ()), (TALENTS[id].nom, m.mod * fois, "VM-2.16"))
    return effets
