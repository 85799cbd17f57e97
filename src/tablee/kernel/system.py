"""What the system and the readers of files say, in French: they write English."""

from __future__ import annotations

import re

Patterns = tuple[tuple[str, str], ...]

SYSTEM: Patterns = (  # why a file cannot be read or written
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
    (r"matching regex '.*'", "d'une autre forme"),
    (r"of length <= (\d+)", r"de longueur \1 au plus"),
    (r"of length >= (\d+)", r"de longueur \1 au moins"),
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


def in_french(sentence: str) -> str:
    for english, french in SYSTEM:
        sentence = re.sub(english, french, sentence)
    return sentence
