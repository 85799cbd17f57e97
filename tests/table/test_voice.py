"""What a game says, in the language of one member."""

from __future__ import annotations

from tablee.kernel.game import games
from tablee.kernel.oracle import Closed, Option, Question
from tablee.table.voice import Voice


def test_the_reason_an_answer_is_closed_is_told_in_the_members_language() -> None:
    game = games()["fluid"]
    french = next(text for text in game.words.en if text.count("{}") == 1)
    asked = Question("alys", "x", "FLU-1.1", (Option("oui", "Oui", closed=Closed("FLU-1.1", french, (3,))),))
    for lang, text in (("fr", french), ("en", game.words.en[french])):
        options = Voice(game, lang, {}).options(asked)
        assert isinstance(options, tuple) and options[0].closed is not None
        assert (options[0].closed.text, options[0].closed.facts) == (text, (3,))
