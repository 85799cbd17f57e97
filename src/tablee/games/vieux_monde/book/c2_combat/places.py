"""Chapter 2, places: squares, who stands where, who keeps whom from walking away."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Someone

from ...model.people import Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c6_etats import cloue
from .combat import cavalier, desengager, engages_avec, marche_restante, marcheur, pas_son_tour

BORD = 10_000  # squares from the middle: nobody goes further
Case = tuple[int, int]

# ---------------------------------------------------------------- who holds him, and where there is room


@rule("VM-2.39")
def equipage(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """Those who move together: a rider and his mount, or one alone."""
    return (p.id, p.monture) if p.monture else (p.id,)


@rule("VM-6.10")
def vole(scene: Scene, p: Personnage) -> bool:
    """Whether wings carry him, his own or his mount's: up from the ground, and free to use them."""
    q = marcheur(scene, p)
    return bool(q.fiche.traits or q.effets) and q.a_trait("vol") and not q.niveau("a_terre") and cloue(q) is None


@rule("VM-2.10", "VM-2.50", "VM-6.10")
def tenu_par(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """Those who keep him from leaving: Engagés with him or his mount, able, not all smaller; nobody holds a flyer."""
    if vole(scene, p):
        return ()
    ceux = equipage(scene, p)
    tous = dict.fromkeys(
        q for who in ceux for q in engages_avec(scene, who) if tient(scene, scene[q]) and q not in ceux
    )
    taille = marcheur(scene, p).fiche.rang_taille
    return () if all(scene[q].fiche.rang_taille < taille for q in tous) else tuple(tous)


def tient(scene: Scene, q: Personnage) -> bool:
    """Whether he can hold anybody: able to act, and no nervous mount under its rider (VM-2.42)."""
    return q.peut_agir and not (q.a_trait("nerveux") and cavalier(scene, q.id) is not None)


@rule("VM-2.10", "VM-2.12", "VM-2.13")
def retenu(scene: Scene, p: Personnage) -> Closed | None:
    """Whoever is Engagé does not walk away; the ways out are named."""
    par = tenu_par(scene, p)
    if not par:
        return None
    eux = tuple(map(Someone, par))
    if all(p.avantages > scene[q].avantages for q in par):
        return Closed(
            "VM-2.12", "{} est Engagé avec {} : se désengager coûte ses Avantages, ou l'Action", (Someone(p.id), eux)
        )
    texte = "{} est Engagé avec {} : l'Esquive pour se désengager, plus d'Avantages qu'eux, ou la fuite"
    return Closed("VM-2.13", texte, (Someone(p.id), eux))


def ne_marche_pas(scene: Scene, who: str) -> Closed | None:
    """Who may move now: there, able, in his own tour, on his own feet or in the saddle."""
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    p = scene[who]
    empeche = hors_d_etat(p) or pas_son_tour(scene, who)
    if empeche is not None:
        return empeche
    par = cavalier(scene, who)
    if par is not None:
        return Closed("VM-2.39", "{} va où {} mène", (Someone(p.id), Someone(par.id)))
    return cloue(p) or cloue(marcheur(scene, p))


def occupants(scene: Scene, case: Case, sauf: tuple[str, ...]) -> list[Personnage]:
    """Who stands on a square; the fallen take up no room, and a rider sits on his mount's."""
    return [
        q
        for q in scene.people.values()
        if (q.x, q.y) == case and q.conscient and q.id not in sauf and cavalier(scene, q.id) is None
    ]


def autour(case: Case) -> list[Case]:
    """The eight squares around one, in reading order."""
    x, y = case
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def places_libres(scene: Scene, case: Case, sauf: tuple[str, ...]) -> list[Case]:
    """Free squares around one; those who are `sauf` are about to leave theirs."""
    prises = {(q.x, q.y) for q in scene.people.values() if q.conscient and q.id not in sauf}
    return [c for c in autour(case) if c not in prises]


@rule("VM-2.50")
def place_prise(scene: Scene, p: Personnage, case: Case) -> Closed | None:
    """A place is taken, unless he is larger than all who stand there and each has a free square to shift to."""
    ceux = equipage(scene, p)
    ici = occupants(scene, case, ceux)
    if not ici:
        return None
    taille = marcheur(scene, p).fiche.rang_taille
    for q in ici:
        if marcheur(scene, q).fiche.rang_taille >= taille:
            return Closed("VM-2.50", "{} tient déjà la place", (Someone(q.id),))
        if cloue(q) is not None:
            return Closed("VM-2.50", "{} ne peut pas se décaler", (Someone(q.id),))
    if len(places_libres(scene, case, ceux)) < len(ici):
        return Closed("VM-2.50", "Aucune place libre pour que {} se décale", (Someone(ici[0].id),))
    return None


@lru_cache(1024)
def cases(libres: tuple[Case, ...]) -> tuple[Option, ...]:
    return tuple(Option(f"{x},{y}", f"{x}, {y}") for x, y in libres)


@rule("VM-2.50")
def decaler(scene: Scene, oracle: Oracle, p: Personnage, case: Case) -> Scene:
    """Those whose place is entered shift one square, each where he likes."""
    for q in occupants(scene, case, equipage(scene, p)):
        libres = places_libres(scene, case, equipage(scene, p))
        question = Question(q.id, "vm.decaler", "VM-2.50", cases(tuple(libres)), (("par", p.id),))
        choix = str(oracle.ask(question).id)
        x, y = next(c for c in libres if f"{c[0]},{c[1]}" == choix)
        scene = poser(scene, q, (x, y))
        oracle.tell(Event("decale", q.id, p.id, "VM-2.50", (), (("x", x), ("y", y))))
    return scene


@rule("VM-2.39")
def poser(scene: Scene, p: Personnage, case: Case) -> Scene:
    """He is there now, and his mount with him."""
    return scene.put(*(replace(scene[who], x=case[0], y=case[1]) for who in equipage(scene, p)))


def liberer(scene: Scene, p: Personnage) -> Scene:
    """He and his mount are Engagés with nobody."""
    for who in equipage(scene, p):
        scene = desengager(scene, who)
    return scene


def marcher(scene: Scene, pas: int) -> Scene:
    """So many squares of the Mouvement are gone; outside fights nobody counts them."""
    combat = scene.encounter
    return scene if combat is None else replace(scene, encounter=replace(combat, marche=combat.marche + pas))


def pas_jusqu_a(p: Personnage, case: Case) -> int:
    return max(abs(p.x - case[0]), abs(p.y - case[1]))


def a_l_oppose(p: Personnage, q: Personnage, pas: int) -> Case:
    """So many squares straight away from somebody; to the east of one who stands on the same square."""
    dx, dy = (p.x > q.x) - (p.x < q.x), (p.y > q.y) - (p.y < q.y)
    return (p.x + (dx if dx or dy else 1) * pas, p.y + dy * pas)


def competence_de_marche(p: Personnage, competence: str) -> str:
    """VM-2.39: in the saddle every such Test is one of Chevaucher."""
    return "chevaucher" if p.monture else competence


# ---------------------------------------------------------------- going there


def avancer(scene: Scene, oracle: Oracle, who: str, case: Case) -> Scene:
    """He leaves his place and whomever he was Engagé with, and takes the new one."""
    p = scene[who]
    quittes = tuple(dict.fromkeys(q for w in equipage(scene, p) for q in engages_avec(scene, w)))
    en_vol = vole(scene, p)
    scene = decaler(liberer(scene, p), oracle, p, case)
    facts = (("pas", pas_jusqu_a(p, case)), ("x", case[0]), ("y", case[1]))
    oracle.tell(Event("vol" if en_vol else "deplacement", who, "", "VM-6.10" if en_vol else "VM-2.6", (), facts))
    for q in quittes:
        oracle.tell(Event("laisse", who, q, "VM-6.10" if en_vol else "VM-2.50"))
    return poser(scene, scene[who], case)


@rule("VM-2.6")
def trop_loin(scene: Scene, p: Personnage, case: Case) -> Closed | None:
    """A place to go to: another one, on the map, and in a fight within what is left of the Mouvement."""
    if abs(case[0]) > BORD or abs(case[1]) > BORD:
        return Closed("VM-2.6", "C'est hors de la carte")
    pas = pas_jusqu_a(p, case)
    if not pas:
        return Closed("VM-2.6", "{} y est déjà", (Someone(p.id),))
    if scene.encounter is not None and pas > (reste := marche_restante(scene, p)):
        return Closed("VM-2.6", "Trop loin : {} cases, {} de Mouvement", (pas, reste))
    return None


def en_deroute(scene: Scene, p: Personnage, case: Case) -> Closed | None:
    """Whoever is Brisé does not come nearer to any enemy."""
    if p.etats and p.niveau("brise"):
        for q in scene.people.values():
            if q.side and q.side != p.side and q.conscient and pas_jusqu_a(q, case) < distance(p, q):
                return Closed("VM-2.54", "{}, Brisé, ne s'approche pas de {}", (Someone(p.id), Someone(q.id)))
    return None
