"""Situations for effects: whoever bears one, an adversary, companions; what can be measured and what can happen."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import carac, immunise, interdit, loin, mouvement, surcharge, vision
from tablee.games.fragments.book.c2_systeme.jets import termes_du_jet
from tablee.games.fragments.book.c2_systeme.plateau import cout
from tablee.games.fragments.book.c3_combat.agir import Vise, produire
from tablee.games.fragments.book.c3_combat.tours import debuter, engager, finir_le_tour
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, botte, coup_de, portee, termes_precision
from tablee.games.fragments.book.c9_emplois.objets import partage
from tablee.games.fragments.model.catalogue import AFFLICTIONS, MAUX, TERRAINS, Arme, Puissance
from tablee.games.fragments.model.effects import Assaut, bonus_de, types_de, vole
from tablee.games.fragments.model.langage import INTERDITS, Effet
from tablee.games.fragments.model.people import Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Combat, Scene, Tour, Zone
from tablee.games.fragments.model.tables import COMBAT, DEGATS, ELEMENTS, TYPES_UNITES
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import Dice, Question, first
from tablee.kernel.tally import total

from .chiffres import esquive, termes_initiative, tir

POINTS = {"PV": 60, "FOR": 9, "MAG": 9, "DEF": 6, "RES": 6, "HAB": 8, "AGI": 8, "CHA": 8}
POINTS |= {"CON": 9, "INIT": 5, "ESQ": 5, "MOV": 6}
AILLEURS = (7, 7)
RACONTES: list[Event] = []  # all that was told to the oracles below


class Des(Scripted):
    """Every d100 shows one face, every other die a middle one; reactions are taken, all else is left."""

    def __init__(self, d100: int = 40) -> None:
        super().__init__()
        self.d100 = d100

    def tell(self, event: Event) -> None:
        super().tell(event)
        RACONTES.append(event)

    def _take(self, dice: Dice) -> tuple[int, ...]:
        return (self.d100 if dice.sides == 100 else (dice.sides + 1) // 2,) * dice.n

    def _next(self, question: Question) -> str | int:
        return "oui" if question.key == "fd.reaction" else first(question).id


# ---------------------------------------------------------------- the situation an effect asks for


def arme_pour(e: Effet) -> Arme:
    """The weapon of both sides: of the type or damage that the effect speaks of."""
    cle, _, valeur = e.si.partition(":")
    voulu = valeur if cle in ("arme", "degats") else e.sur if e.fait in ("resiste", "vulnerable") else ""
    if not voulu:
        voulu = "FEU" if e.si == "magique" else "TRA"
    type_ = voulu if voulu in ELEMENTS or voulu not in DEGATS else "Épée"
    degats = voulu if voulu in DEGATS else "TRA"
    return Arme("lame", "Lame", type_, degats, Puissance(1, 6, 5), pre=60, crit=5, poids=1, portee=(1, 3))


def souffre(e: Effet) -> dict[str, Any]:
    """What there is to cure, or somebody to call back."""
    if e.fait == "reanime":
        return {"perdus": 60, "survie": Survie(6000, "Létale" if e.sur else "Grave")}
    if e.fait != "guerit":
        return {}
    mal = {"afflictions": "brulure", "etats": "ralenti"}.get(e.sur, e.sur)
    return {"affliction": MalActif(mal, 3)} if mal in AFFLICTIONS else {"etats": (MalActif(mal, 3),)}


def situation(e: Effet, fiche: Fiche | None = None, equipement: Equipement | None = None, ecart: int = 1) -> Scene:
    """Ana, who bears the effect, Bob of the other side, Cyr of hers, Dan of his; the condition of the effect holds."""
    cle, _, valeur = e.si.partition(":")
    n = 2 if e.si == "distance" else ecart
    arme = arme_pour(e)
    ana = Unite("ana", fiche or Fiche("Ana", points=POINTS), equipement or Equipement((arme,)), "A", joueur=True, jt=3)
    ana = replace(ana, perdus=0 if e.si == "plein" else 40, charges=1, face=0)
    dure = Fiche(
        "Bob", points=POINTS, types=(valeur,) if cle == "contre" else (), element=valeur if cle == "element" else ""
    )
    if e.fait == "efficace":
        dure = replace(dure, types=(e.sur,))
    bob = Unite("bob", dure, Equipement((arme,)), "B", x=n, face=0 if e.si == "dos" else 3, jt=3)
    bob = replace(bob, perdus={"cible_moitie": 40, "cible_pleine": 0}.get(e.si, 10))
    cyr = Unite(
        "cyr", Fiche("Cyr", points=POINTS), Equipement((arme,)), "A", x=n, y=-1, perdus=30, jt=3, joueur=True, charges=1
    )
    dan = Unite("dan", Fiche("Dan", points=POINTS), Equipement((arme,)), "B", x=9, y=9)
    if e.si == "seul":
        cyr = replace(cyr, x=-3, y=0)
    if e.si == "entoure":
        cyr = replace(cyr, x=-1, y=0)
    if e.si == "encercle":
        dan = replace(dan, x=0, y=1)
    if e.si == "cible_affligee":
        bob = replace(bob, affliction=MalActif("brulure", 3))
    if cle == "etat":
        bob = replace(bob, **souffre(Effet("guerit", valeur)))
    mal = souffre(e)
    if e.fait == "guerit" and e.qui == "soi":
        ana = replace(ana, **mal)
    elif mal:
        bob, cyr = (replace(bob, **mal), replace(cyr, **mal)) if e.fait == "guerit" else (bob, replace(cyr, **mal))
    zones = (Zone(((0, 0),), valeur),) if cle == "terrain" else ()
    combat = Combat(
        1,
        {"ana": 20, "bob": 10, "cyr": 9, "dan": 8},
        ("ana", "bob", "cyr", "dan"),
        {"ana": Tour(pas=3 if e.si == "elan" else 0)},
        joues=("ana", "bob", "cyr", "dan"),
    )
    scene = Scene({u.id: u for u in (ana, bob, cyr, dan)}, encounter=combat, zones=zones)
    return en_selle(scene, "cheval") if e.si == "monte" else scene


def en_selle(scene: Scene, bete: str) -> Scene:
    monture = Unite("bai", Fiche("Bai", points=POINTS), side="A", bete=bete, cavalier="ana")
    ana = scene["ana"]
    return scene.put(replace(ana, monture="bai", equipement=replace(ana.equipement, selle=True)), monture)


# ---------------------------------------------------------------- what can be measured


def figures(scene: Scene, who: str, contre: str) -> dict[str, Any]:
    """Every figure of a unit that an effect may change, alone and against another."""
    u, v = scene.people[who], scene.people[contre]
    b, riposte = botte(u.equipement.tenues[0]), botte(v.equipement.tenues[0])
    n = max(1, loin(u, v))
    coups = [Assaut(b.arme.type, b.degats, b.magique, n, critique) for critique in (False, True)]
    subis = [Assaut(riposte.arme.type, riposte.degats, riposte.magique, n, critique) for critique in (False, True)]
    lourd = replace(u, equipement=replace(u.equipement, actif=tuple(replace(c, poids=60) for c in u.equipement.actif)))
    sols = {t: replace(scene, zones=(*scene.zones, Zone((AILLEURS,), t))) for t in TERRAINS}
    return {
        "pv_max": u.pv_max,
        "caracs": [carac(scene, u, s) for s in COMBAT],
        "caracs au combat": [carac(scene, u, s, v, coup) for s in COMBAT for coup in coups],
        "initiative": total(termes_initiative(scene, u)),
        "mouvement": mouvement(scene, u),
        "vision": vision(scene, u),
        "esquive": [esquive(scene, u), *(esquive(scene, u, v, coup) for coup in subis)],
        "surcharge": surcharge(scene, lourd),
        "jets": [total(termes_du_jet(scene, u, s, 60)) for s in ("HAB", "ELO")],
        "portee": portee(scene, u, b),
        "precision": total(termes_precision(scene, u, v, b, coups[0])),
        "tir": tir(scene, u, v, b, coups[0]),
        "coups": [coup_de(scene, u, v, b, coup, False) for coup in coups],
        "coups subis": [coup_de(scene, v, u, riposte, coup, False) for coup in subis],
        "types": [t in types_de(scene, u) for t in TYPES_UNITES],
        "vol": vole(scene, u),
        "sols": [cout(s, u, AILLEURS) for s in sols.values()],
        "immunites": [immunise(scene, u, m, m in AFFLICTIONS) for m in MAUX],
        "interdits": [interdit(scene, u, i) is not None for i in INTERDITS],
        "partage": [partage(scene, u, k) is not None for k in (1, 2, 3)],
        "vol de vie": bonus_de(scene, u, "vol_de_vie", v, coups[0]),
    }


def etat(scene: Scene) -> Any:
    """What has happened to everybody, what was worn or is borne for a while left out: that shows in the figures."""
    garde = []
    for u in scene.people.values():
        plain = msgspec.to_builtins(u)
        for cle in ("fiche", "equipement", "effets", "recharges", "etats", "affliction"):
            plain.pop(cle, None)
        maux = [(m.id, m.tours) for m in (*u.etats, *((u.affliction,) if u.affliction else ()))]
        garde.append((plain, maux))
    return garde, msgspec.to_builtins(scene.encounter), msgspec.to_builtins(scene.zones)


def mesures(scene: Scene) -> Any:
    return etat(scene), [figures(scene, *paire) for paire in (("ana", "bob"), ("bob", "ana"), ("cyr", "bob"))]


# ---------------------------------------------------------------- what can happen


def attaquer(scene: Scene, de: int, techniques: tuple[str, ...] = ()) -> Scene:
    return Attaquer("ana", "bob", techniques=techniques).executer(scene, Des(de))


def abattre(scene: Scene, techniques: tuple[str, ...] = ()) -> Scene:
    return attaquer(scene.put(replace(scene["bob"], perdus=59)), 40, techniques)


def moment(scene: Scene, quand: str, techniques: tuple[str, ...] = ()) -> Scene:
    """The moment an effect of Ana's waits for, and what came of it."""
    if quand == "combat":
        return engager(replace(scene, encounter=None), Des())
    if quand == "debut":
        return debuter(scene, Des(), "ana")
    if quand == "fin":
        return finir_le_tour(scene, Des(), "ana")
    if quand == "tue":
        return abattre(scene, techniques)
    if quand in ("touche", "critique", "manque"):
        return attaquer(scene, {"touche": 40, "critique": 1, "manque": 100}[quand], techniques)
    return Attaquer("bob", "ana").executer(scene, Des(100 if quand == "esquive" else 40))


def soigner(scene: Scene) -> Scene:
    return produire(scene, Des(), "ana", (("Soin", Effet("soin", n=5, qui="cible"), "FD-9.1"),), Vise("cyr"))
