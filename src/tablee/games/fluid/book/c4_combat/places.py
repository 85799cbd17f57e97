"""Chapter 4, places: distances, movement, who is hand to hand with whom."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.ledger import rule

from ...model.combat import Annonce, Combat, Contacts
from ...model.effects import somme
from ...model.people import Personnage
from ...model.scene import Scene


def ini(p: Personnage) -> int:
    """INI less the scores of weapons, armour and shield, never below 0."""
    return p.bears.ini


@rule("FLU-4.12")
def incapable(p: Personnage) -> bool:
    """Whether he cannot defend himself: tied up, or out of his senses."""
    return p.sans_defense or p.etat != "actif"


def distance(a: Personnage, b: Personnage) -> int:
    """Squares between two places, diagonals counting one."""
    return max(abs(a.x - b.x), abs(a.y - b.y))


def adverses(scene: Scene, p: Personnage) -> list[Personnage]:
    """Those of another camp who are not out of it."""
    return [q for q in scene.people.values() if q.side != p.side and q.etat not in ("mort", "hors_jeu")]


@rule("FLU-4.4")
def allure(p: Personnage) -> int:
    """How many squares a movement covers: INI, less what lames him."""
    pas = ini(p) + somme(p.bears, "mouvement")
    return pas if pas > 0 else 0


@rule("FLU-4.4")
def marche_restante(combat: Combat, p: Personnage) -> int:
    """What is left of the round's movement, in as many moves as one likes."""
    reste = allure(p) - combat.marche.get(p.id, 0)
    return reste if reste > 0 else 0


@rule("FLU-4.5")
def marche_double(combat: Combat, p: Personnage) -> int:
    """What is left of a double movement."""
    return max(0, 2 * allure(p) - combat.marche.get(p.id, 0))


@lru_cache(4096)
def en_melee(contacts: Contacts) -> tuple[str, ...]:
    """Everybody who is hand to hand with somebody."""
    return tuple(dict.fromkeys([w for pair in contacts for w in pair]))


@lru_cache(4096)
def former_les_groupes(contacts: Contacts) -> tuple[tuple[str, ...], ...]:
    """Fighters linked by contacts."""
    groupes: list[tuple[str, ...]] = []
    for a, b in contacts:
        liens = [g for g in groupes if a in g or b in g]
        if not liens:
            groupes.append((a, b))
            continue
        groupes = [g for g in groupes if g not in liens]
        groupes.append(tuple(dict.fromkeys([w for g in liens for w in g] + [a, b])))
    return tuple(groupes)


def engage(combat: Combat, who: str) -> bool:
    """Whether somebody is hand to hand with him."""
    return who in en_melee(combat.contacts)


def au_contact(combat: Combat, a: str, b: str) -> bool:
    return (a, b) in combat.contacts or (b, a) in combat.contacts


def aux_prises(combat: Combat, who: str) -> tuple[str, ...]:
    """Those who are hand to hand with him."""
    return face_a(combat.contacts, who)


@lru_cache(4096)
def face_a(contacts: Contacts, who: str) -> tuple[str, ...]:
    """Those whom these contacts set against him."""
    return tuple([b if a == who else a for a, b in contacts if who in (a, b)])


def tenir(scene: Scene, contacts: Contacts, groupe: tuple[str, ...] | None = None) -> Contacts:
    """The contacts that are left: nobody is hand to hand with one who cannot fight. `groupe`: those who may have
    fallen since they were last looked at."""
    persos = scene.people
    for q in en_melee(contacts) if groupe is None else groupe:
        p = persos[q]
        if p.etat != "actif" or p.sans_defense:
            break
    else:
        return contacts
    restent = []
    for pair in contacts:
        a, b = persos[pair[0]], persos[pair[1]]
        if a.etat == "actif" == b.etat and not a.sans_defense and not b.sans_defense:
            restent.append(pair)
    return contacts if len(restent) == len(contacts) else tuple(restent)


def case_devant(p: Personnage, cible: Personnage) -> tuple[int, int]:
    """The square beside the target on the way to it."""
    d = distance(p, cible)
    if d <= 1:
        return p.x, p.y
    return cible.x + round((p.x - cible.x) / d), cible.y + round((p.y - cible.y) / d)


@rule("FLU-4.4", "FLU-4.6")
def approcher(scene: Scene, combat: Combat, a: Annonce) -> tuple[Scene, Combat]:
    """Going up to one's adversaries and engaging them: the people as they then stand, and the fight."""
    persos, contacts, marche = scene.people, combat.contacts, combat.marche
    p = persos[a.actor]
    for c in a.vises:
        cible = persos[c]
        if distance(p, cible) > 1:
            x, y = case_devant(p, cible)
            pas = distance(p, replace(p, x=x, y=y))
            marche = {**marche, p.id: marche.get(p.id, 0) + pas}
            p = replace(p, x=x, y=y)
            scene = scene.put(p)
        if not incapable(cible) and not au_contact(combat, p.id, c):
            contacts = (*contacts, (p.id, c))
    return scene, replace(combat, contacts=contacts, marche=marche)
