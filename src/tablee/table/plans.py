"""A plan: a first step, and what one would do from where it leads, looked at and done as one.

A first step is one that leaves nothing to chance and asks nobody anything, so that what comes after it can be foreseen.
It is foreseen in the scene as the member knows it, as all else that he is shown.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.aiming import reach_of, struck
from tablee.kernel.run import Run, run

from .chances import known_scene, worked_out
from .refusal import Refused, closed_now
from .seen import SeenAction, SeenAim, SeenHit
from .visibility import Eyes

Plan = dict[str, Any] | None  # a first step; None: none


def certain(scene: Any, action: Action) -> Run | None:
    """An action done to its end; None: a die is thrown or somebody is asked something in it."""
    now = run(scene, Run(action), random.Random(0))
    return None if now.wanted or now.transcript else now


def foreseen(eyes: Eyes, first: Plan) -> Eyes:
    """The table as this member would see it after a first step of somebody he plays."""
    if first is None:
        return eyes
    step = opened(eyes, first)
    now = certain(eyes.scene, step)
    if now is None:
        raise Refused("plan_chance")
    after = replace(eyes.state, play=replace(eyes.play, scene=now.scene))
    return Eyes(eyes.game, after, eyes.member)


def opened(eyes: Eyes, data: dict[str, Any]) -> Action:
    """An action of somebody this member plays, open as far as he knows."""
    action = eyes.action(data)
    if not eyes.sees(action.actor):
        raise Refused("not_yours")
    if eyes.paused:
        raise Refused("paused")
    if action.master and not eyes.member.gm:
        raise Refused("not_yours")
    closed = action.closed(eyes.scene)
    if closed is not None:
        raise closed_now(closed)
    return action


def actions_after(eyes: Eyes, who: str, first: Plan) -> tuple[SeenAction, ...]:
    """What somebody could do after a first step: what is open there, no other step among it."""
    there = foreseen(eyes, first)
    ways = {way.action["do"] for way in there.reach(who)}
    return tuple(each for each in there.legal(who) if not each.closed and each.action["do"] not in ways)


def aim(eyes: Eyes, data: dict[str, Any], first: Plan = None) -> SeenAim:
    """What an action covers on the map, whom it strikes, and the chance that each of them falls."""
    there = foreseen(eyes, first)
    action = opened(there, data)
    area, hits = struck(there.game, there.scene, action)
    falls = _falls(there, action, hits)
    return SeenAim(
        tuple(sorted(reach_of(there.game, there.scene, action))),
        tuple(sorted(area)),
        tuple(SeenHit(there.alias(who), falls.get(who)) for who in hits),
    )


def _falls(eyes: Eyes, action: Action, hits: tuple[str, ...]) -> dict[str, float]:
    """How likely each of these is to fall; nothing where it may not be known."""
    standing = [who for who in hits if who in eyes.scene.standing()]
    if not standing or not action.views():
        return {}
    try:
        scene = known_scene(eyes, action)
    except Refused:
        return {}

    def fallen(oracle: Any) -> Hashable:
        left = set(action.resolve(scene, oracle).standing())
        return tuple(who for who in standing if who not in left)

    found, _ = worked_out(fallen)
    return {who: sum(p for gone, p in found.items() if who in gone) for who in standing}
