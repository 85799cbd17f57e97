"""Leaving it at that: who proposes asks the other sides, and one refusal is enough."""

from __future__ import annotations

from collections.abc import Iterable

from .oracle import Option, Oracle, Question
from .scene import Scene

PEACE = Option("non", "continuer le combat"), Option("oui", "en rester là")


def refusing(scene: Scene, oracle: Oracle, actor: str, fighting: Iterable[str], key: str, rule: str) -> str:
    """Who goes on fighting although somebody proposes to leave it at that; "" if nobody does.

    The first of each other side among those who fight is asked for all of it.
    """
    mine, speaking = scene[actor].side, dict[str, str]()
    for who in fighting:
        if scene[who].side != mine:
            speaking.setdefault(scene[who].side, who)
    shown = (("adversaire", actor),)
    questions = tuple([Question(who, key, rule, PEACE, shown) for who in speaking.values()])
    answers = oracle.ask_all(questions) if questions else ()
    return next((q.who for q, answer in zip(questions, answers, strict=True) if answer.id != "oui"), "")
