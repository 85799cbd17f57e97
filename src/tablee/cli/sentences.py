"""Sentences written elsewhere, in the present language: the kernel's, the system's, the option parser's."""

from __future__ import annotations

import re

from tablee.kernel.game import Game
from tablee.kernel.sentence import Foreign, Said, plain
from tablee.kernel.system import Patterns

from .texts import lang

PARSER: Patterns = (  # whole sentences of the option parser, in French
    (r"Missing argument '?(.*?)'?\.?(?: .*)?", r"il manque l'argument \1."),
    (r"Missing option '?(.*?)'?\.?(?: .*)?", r"il manque l'option \1."),
    (r"Missing command\.?", "il manque une commande."),
    (r"No such command '(.*?)'\.?.*", r"commande inconnue « \1 »."),
    (r"No such option:? '?(\S+?)'?\.?(?: .*)?", r"option inconnue \1."),
    (r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", r"argument en trop : \1."),
    (r"Option '?(\S+?)'? requires an argument\.?", r"l'option \1 demande une valeur."),
    (r"Option '?(\S+?)'? does not take a value\.?", r"l'option \1 ne prend pas de valeur."),
    (r"Invalid value for '?(.*?)'?: (?:'.*' is not|Input should be) a valid int.*", r"\1 : un entier est attendu."),
    (r"Invalid value for '?(.*?)'?: (.*)", r"\1 : \2"),
)


def reason(error: Exception) -> str:
    """Why something could not be read or written, in the present language."""
    said = error.strerror if isinstance(error, OSError) else None
    return told(Said("{}", (Foreign(said or str(error)),)))


def told(said: Said, game: Game | None = None) -> str:
    """What the kernel or a game says of something written by hand."""
    return (plain(lang()) if game is None else game.words.speaker(lang())).text(said)


def from_parser(sentence: str, lang: str) -> str:
    """A sentence of the option parser's, in this language."""
    sentence = " ".join(sentence.split())
    if lang == "en":
        return sentence
    for english, french in PARSER:
        found = re.fullmatch(english, sentence)
        if found:
            return found.expand(french)
    return sentence
