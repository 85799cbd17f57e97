"""What the server says itself, French and English side by side."""

from __future__ import annotations

from typing import Any

from tablee.kernel.typography import typeset
from tablee.kernel.words import LANGUAGES

TEXTS: dict[str, tuple[str, str]] = {
    "sign_in": (
        "Cet appareil n'est pas connu : ouvrez un lien d'invitation, ou dites votre phrase secrète.",
        "This device is not known: open an invitation link, or give your passphrase.",
    ),
    "sign_in_first": (
        "Pour apporter une campagne, il faut être déjà à une table de ce serveur : créez d'abord une campagne, "
        "ou demandez à qui tient le serveur (« tablee import »).",
        "To bring a campaign in one must sit at a table of this server already: make a campaign first, "
        'or ask whoever runs the server ("tablee import").',
    ),
    "seated": (
        "Cet appareil est déjà à cette table, au nom de {name}.",
        "This device already sits at this table, as {name}.",
    ),
    "header": (
        "Il manque l'en-tête « {name}: 1 » : sans lui, rien ne change.",
        'The header "{name}: 1" is missing: without it nothing is changed.',
    ),
    "origin": (
        "Cette demande vient d'une autre page que celle de la table.",
        "This request comes from another page than the table's own.",
    ),
    "rate": (
        "Trop de demandes : {burst} d'un coup puis {a_second} par seconde ; réessayez dans {seconds} s.",
        "Too many requests: {burst} at once, then {a_second} a second; try again in {seconds} s.",
    ),
    "busy": (
        "Le serveur est débordé ; rien n'a été fait. Renvoyée sous le même id, une commande n'est faite qu'une fois.",
        "The server has too much to do; nothing was done. Sent again under the same id, a command is done only once.",
    ),
    "crowd": (
        "Trop de connexions depuis cette adresse : {most} au plus.",
        "Too many connections from this address: {most} at most.",
    ),
    "sockets": (
        "Trop de fenêtres ouvertes sur cet appareil : {most} au plus.",
        "Too many windows open on this device: {most} at most.",
    ),
    "wrong": ("Demande mal écrite : {why}.", "Request not understood: {why}."),
    "missing": ("il manque « {field} »", '"{field}" is missing'),
    "not_json": ("ce n'est pas du JSON", "this is not JSON"),
    "too_deep": ("trop d'étages, {most} au plus", "too many levels, {most} at most"),
    "too_large": ("Trop grand : {most} octets au plus.", "Too large: {most} bytes at most."),
    "no_page": ("Rien ne se trouve à cette adresse.", "There is nothing at this address."),
    "own_file": (
        "Ce fichier ne se lit ni en TOML ni en JSON, par sorte et par nom de clé : {why}",
        "This file can be read neither as TOML nor as JSON, by kind and by key: {why}",
    ),
    "no_begun": ("« {id} » n'est pas dans le livre du jeu.", "“{id}” is not in the game's book."),
    "no_rule": ("Aucune règle « {id} » dans ce jeu.", 'No rule "{id}" in this game.'),
    "paper_nobody": ("Il n'y a personne à imprimer.", "There is nobody to print."),
    "paper_rules": (
        "{n} règles portent ces mots : on en imprime de 1 à {most} à la fois.",
        "{n} rules hold these words: 1 to {most} are printed at once.",
    ),
    "no_entry": ("Le journal n'a pas d'entrée {entry}.", "The log has no entry {entry}."),
    "method": ("Cette adresse ne connaît pas cette méthode.", "This address does not know this method."),
    "http": ("La demande est refusée ({number}).", "The request is refused ({number})."),
    "bug": (
        "Le serveur s'est trompé. Renvoyée sous le même id, une commande n'est faite qu'une fois.",
        "The server made a mistake. Sent again under the same id, a command is done only once.",
    ),
    "database": (
        "La base de données ne répond pas. Renvoyée sous le même id, une commande n'est faite qu'une fois.",
        "The database does not answer. Sent again under the same id, a command is done only once.",
    ),
    "judging": (
        "On juge déjà {most} rencontres à cette table : laissez-en finir une.",
        "{most} encounters are judged at this table already: let one of them end.",
    ),
    "judge_nothing": (
        "Il n’y a rien à juger : choisissez une scène, ou donnez un camp à ceux qui se battent.",
        "There is nothing to judge: choose a scene, or give those who fight a side.",
    ),
    "judge_nobody": (
        "Personne n’est en état de se battre dans cette rencontre.",
        "Nobody in this encounter is fit to fight.",
    ),
    "judge_sides": (
        "Il faut deux camps debout, dont celui des personnages ; il y a : {there}.",
        "Two sides must stand, that of the characters among them; there is: {there}.",
    ),
    "judge_begin": (
        "Aucune action de ce jeu n’engage le combat dans cette scène : commencez la rencontre, puis redemandez.",
        "No action of this game begins a fight in this scene: begin the encounter, then ask again.",
    ),
    "judge_endless": (
        "Ces combats ne finissent pas : aucun des {fights} premiers n’est allé à son terme.",
        "These fights do not end: not one of the first {fights} came to an end.",
    ),
    "judge_off": (
        "Ce serveur ne juge pas de rencontres en ce moment (réglage « judges »).",
        'This server judges no encounters at the moment (setting "judges").',
    ),
    "judge_bout": ("Cette variante n’a pas été essayée.", "This variation was not tried."),
    "judge_with": ("Avec {name}", "With {name}"),
    "judge_without": ("Sans {name}", "Without {name}"),
    "judge_number": ("{name} : {now} au lieu de {before}", "{name}: {now} instead of {before}"),
    "removed": ("Vous n'êtes plus de cette table.", "You are no longer at this table."),
    "not_built": (
        "Le serveur de Tablée tourne, mais la page n'est pas construite. L'API est sous {api}.",
        "The server of Tablée is running, but the page is not built. The API is under {api}.",
    ),
}


def say(key: str, lang: str, /, **facts: Any) -> str:
    """The text with this key."""
    text = typeset(TEXTS[key][LANGUAGES.index(lang)])
    return text.format(**facts) if facts else text
