"""Sentences written elsewhere, in the other language: the kernel writes French, the option parser English."""

from __future__ import annotations

import re

Patterns = tuple[tuple[str, str], ...]

KERNEL: Patterns = (  # parts of the kernel's sentences, in English
    (r"ce fichier n'existe pas", "there is no such file"),
    (r"c'est un dossier, un fichier TOML est attendu", "this is a directory, a TOML file is expected"),
    (r"illisible \((.*)\)", r"unreadable (\1)"),
    (r"ce n'est pas du TOML", "this is not TOML"),
    (r"une liste de (\d+) est attendue, celle-ci en a (\d+)", r"a list of \1 is expected, this one has \2"),
    (r"refus : (.*), attendu (.*)", r"refused: \1, expected \2"),
    (r"événement attendu, absent : (.*) ; entendus : ", r"event expected, absent: \1; heard: "),
    (r"attendu (.*), trouvé ", r"expected \1, found "),
    (r", attendu ", ", expected "),
    (r"attendu ", "expected "),
    (r"il manque la clé « (.*?) »", r'the key "\1" is missing'),
    (r"clé inconnue « (.*?) »", r'unknown key "\1"'),
    (r"valeur inconnue « (.*?) »", r'unknown value "\1"'),
    (r"action inconnue « (.*?) »", r'unknown action "\1"'),
    (r"option inconnue « (.*?) »", r'unknown option "\1"'),
    (r"jeu inconnu « (.*?) »", r'unknown game "\1"'),
    (r"« (.*?) » et « (.*?) » s'excluent", r'"\1" and "\2" exclude each other'),
    (r"plus assez de dés", "not enough dice"),
    (r"demandé, il reste", "asked for, what is left is"),
    (r"face impossible", "impossible face"),
    (r"\(de 1 à (\d+)\)", r"(1 to \1)"),
    (r" de (-?\d+) à (-?\d+)$", r" \1 to \2"),
    (r" pour (\d+d\d+)", r" for \1"),
    (r"réponse refusée à", "answer refused to"),
    (r"réponses ouvertes", "open answers"),
    (r"dés en trop, jamais lancés", "dice left over, never rolled"),
    (r"réponses en trop, jamais demandées", "answers left over, never asked for"),
    (r"n'est pas une face", "is not a face"),
    (r"(\d+) faces attendues", r"\1 faces expected"),
    (r"(\d+) réponses attendues, (\d+) données", r"\1 answers expected, \2 given"),
    (r"\bun entier\b", "a whole number"),
    (r"\bun nombre\b", "a number"),
    (r"\bun texte\b", "a text"),
    (r"\bune liste\b", "a list"),
    (r"\bune table\b", "a table"),
    (r"\brien\b", "nothing"),
    (r"\baucun\b", "none"),
    (r"\bétape\b", "step"),
    (r"\bactions :", "actions:"),
    (r"\bjeux :", "games:"),
    (r"\ble fichier :", "the file:"),
    (r" ou ", " or "),
    (r" ([:;])", r"\1"),
)

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


def from_kernel(sentence: str, lang: str) -> str:
    """A sentence of the kernel's, in this language."""
    if lang == "fr":
        return sentence
    for french, english in KERNEL:
        sentence = re.sub(french, english, sentence)
    return sentence


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
