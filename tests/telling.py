"""What words make of events and questions, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablee.kernel.event import Event
from tablee.kernel.oracle import Question
from tablee.kernel.voice import Voice
from tablee.kernel.words import Words
from toy import toy


def voice(words: Words, names: Mapping[str, str], lang: str) -> Voice:
    return Voice(replace(toy, words=words), lang, {who: (who, name) for who, name in names.items()})


def told(words: Words, event: Event, names: Mapping[str, str], lang: str) -> str:
    """An event as one sentence."""
    return voice(words, names, lang).event(event)


def asked(words: Words, question: Question, names: Mapping[str, str], lang: str) -> str:
    """A question as one sentence."""
    return voice(words, names, lang).question(question)
