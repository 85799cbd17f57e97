"""Sentences written elsewhere, in the other language: the kernel writes French, the option parser English."""

from __future__ import annotations

import re

from .texts import lang as spoken

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
    (r"« (.*?) » inconnue? ;", r'unknown "\1";'),
    (r"« (.*?) » est nommé (\d+) fois, une seule est permise", r'"\1" is named \2 times, once is enough'),
    (r"la phase « (.*?) » demande les groupes au contact", r'the phase "\1" needs the groups in contact'),
    (r"« (.*?) » est attendu, pas « (.*?) »", r'"\1" is expected, not "\2"'),
    (r"« (.*?) » n'est pas à sa place ; il faut :", r'"\1" is out of place; needed:'),
    (r"« (.*?) » est un personnage de (.*), pas de ", r'"\1" is a character of \2, not of '),
    (r"un texte est attendu, le nom d'un fichier de personnage", "a text is expected, the name of a character file"),
    (r"et une table pour « fiche »", 'and a table for "fiche"'),
    (r"ce n'est pas du JSON", "this is not JSON"),
    (r"il faut au moins un personnage", "at least one character is needed"),
    (r"ce nom est réservé", "this name is reserved"),
    (r"il faut un nom", "a name is needed"),
    (r"(\d+) caractères au plus, pas (\d+)", r"\1 characters at most, not \2"),
    (r"\bde (-?\d+) à (-?\d+), pas (-?\d+)", r"\1 to \2, not \3"),
    (r"action inconnue « (.*?) »", r'unknown action "\1"'),
    (r"option inconnue « (.*?) »", r'unknown option "\1"'),
    (r"jeu inconnu « (.*?) »", r'unknown game "\1"'),
    (r"« (.*?) » et « (.*?) » s'excluent", r'"\1" and "\2" exclude each other'),
    (r"plus assez de dés", "not enough dice"),
    (r"à lancer, il ne reste rien", "asked for, nothing is left"),
    (r"à lancer, il reste seulement ([\d, ]*\d)", r"asked for, only \1 left"),
    (r"face impossible", "impossible face"),
    (r"\(de 1 à (\d+)\)", r"(1 to \1)"),
    (r" de (-?\d+) à (-?\d+)$", r" \1 to \2"),
    (r" pour (\d+d\d+)", r" for \1"),
    (r"réponse refusée à (.*) : '(.*?)' ;", r'answer refused to \1: "\2";'),
    (r"réponses ouvertes", "open answers"),
    (r"dés en trop, jamais lancés", "dice left over, never rolled"),
    (r"réponses en trop, jamais demandées", "answers left over, never asked for"),
    (r"n'est pas une face", "is not a face"),
    (r"\b1 face attendue\b", "1 face expected"),
    (r"(\d+) faces attendues", r"\1 faces expected"),
    (r"\b1 réponses attendues, (\d+) données", r"1 answer expected, \1 given"),
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
    (r"\bclés :", "keys:"),
    (r"\bconnus :", "known:"),
    (r"\bjeux :", "games:"),
    (r"\ble fichier :", "the file:"),
    (r" ou ", " or "),
    (r" ([:;])", r"\1"),
)

SYSTEM: Patterns = (  # why a file cannot be read or written: the system and the readers say it in English
    (r"\[Errno \d+\] (.*?)(?:: '.*')?(?=\)|$)", r"\1"),
    (r"No such file or directory", "ce fichier n'existe pas"),
    (r"Permission denied|Operation not permitted", "accès refusé"),
    (r"Is a directory", "c'est un dossier"),
    (r"Not a directory", "le chemin passe par un fichier"),
    (r"File name too long", "nom trop long"),
    (r"No space left on device", "plus de place"),
    (r"Read-only file system", "en lecture seule"),
    (r"Device or resource busy", "occupé"),
    (r"Too many levels of symbolic links", "un lien tourne en rond"),
    (r"'utf-8' codec can't decode byte (\S+) in position (\d+).*?(?=\)|$)", r"pas de l'UTF-8 : octet \1 en \2"),
    (r"Input data was truncated", "le texte s'arrête trop tôt"),
    (r"JSON is malformed: ", ""),
    (r"\(byte (\d+)\)", r"(octet \1)"),
    (r"object keys must be strings", "une clé s'écrit entre guillemets"),
    (r"trailing comma in (?:array|object)", "virgule en trop"),
    (r"trailing characters", "du texte en trop à la fin"),
    (r"expected ','.*?(?= \(|\)|$)", "une virgule est attendue"),
    (r"expected ':'", "« : » est attendu"),
    (r"Number out of range", "nombre trop grand"),
    (r"Expected '=' after a key in a key/value pair", "« = » est attendu après une clé"),
    (r"Expected '(\]+)' at the end of an? (?:table|array) declaration", r"« \1 » est attendu à la fin d'un en-tête"),
    (r"Expected newline or end of document after a statement", "une ligne s'arrête après sa valeur"),
    (r"Expected '(.*?)'", r"« \1 » est attendu"),
    (r"Cannot declare \((.*?),?\) twice", r"[\1] est déclaré deux fois"),
    (r"'([^']+)'(?:, (?='))?(?=.*\] est déclaré)", r"\1."),
    (r"\.\] est déclaré", "] est déclaré"),
    (r"Cannot overwrite a value", "une clé est donnée deux fois"),
    (r"Cannot (?:mutate immutable|redefine) namespace (.*?)(?= \(at|$)", r"\1 est déjà complet"),
    (r"Duplicate inline table key (.*?)(?= \(at|$)", r"la clé \1 est donnée deux fois"),
    (r"(?:Illegal|Found invalid|[Ii]nvalid) character", "caractère inattendu"),
    (r"Invalid initial character for a key part", "une clé est attendue"),
    (r"Invalid date or datetime", "ce n'est pas une date"),
    (r"Invalid statement", "ni clé ni en-tête"),
    (r"Invalid value", "la valeur n'en est pas une"),
    (r"Invalid hex value|Escaped character is not a Unicode scalar value", "caractère inconnu"),
    (r"Unescaped '.*' in a string", "une barre oblique inverse seule dans un texte"),
    (r"Unclosed (?:array|inline table)", "une liste ou une table n'est pas fermée"),
    (r"Unterminated string", "un texte n'est pas fermé"),
    (r"\(at line (\d+), column (\d+)\)", r"(ligne \1, colonne \2)"),
    (r"\(at end of document\)", "(à la fin)"),
)

SPOKEN: Patterns = (  # the kernel's French where one of something, or none, is meant
    (r"(réponse refusée à .*) : '(.*?)' ;", r"\1 : « \2 » ;"),
    (r"\b1 réponses attendues", "1 réponse attendue"),
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
    for pattern, said in SYSTEM + SPOKEN if lang == "fr" else KERNEL:
        sentence = re.sub(pattern, said, sentence)
    return sentence


def reason(error: Exception) -> str:
    """Why something could not be read or written, in the present language."""
    said = error.strerror if isinstance(error, OSError) else None
    return from_kernel(said or str(error), "fr") if spoken() == "fr" else said or str(error)


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
