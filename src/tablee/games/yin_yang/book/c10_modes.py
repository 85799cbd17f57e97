"""Chapter 10, modes of combat: what one fights with, which skill that takes, what one opposes without a roll."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms

from ..model.catalogue import MAINS_NUES, Arme
from ..model.combat import Clef
from ..model.effects import EFFECTS, Contexte, cles
from ..model.people import Personnage, inutilisable
from ..model.scene import Scene
from .c5_tests.figures import base, la_plus_faible
from .c10_tours.places import engages_avec

RAPPROCHE = frozenset(
    ["arts_martiaux", "armes_d_hast", "armes_mixtes", "epees", "lances_de_cavalerie", "masses_et_haches"]
)


DISTANCE = frozenset(["arcs", "arbaletes", "armes_de_jet", "armes_mixtes"])


AU_SOL = -4


# ---------------------------------------------------------------- weapons


@rule("YY-20.5")
def mains_nues(p: Personnage) -> Arme:
    """Bare hands, or claws and fangs with their own limit."""
    return MAINS_NUES if p.fiche.degats is None else replace(MAINS_NUES, nom="Coups naturels", degats=p.fiche.degats)


def assommante_d_elle_meme(arme: Arme) -> bool:
    """Arts martiaux stun, whatever they are armed with; claws and fangs wound."""
    return arme.groupe == "arts_martiaux" and (arme.id != "mains_nues" or arme.degats is None)


@rule("YY-10.16", "YY-10.18")
def sert_au_contact(p: Personnage, arme: Arme) -> bool:
    """Whether a weapon is of use in close combat; a cavalry lance only in the saddle."""
    return arme.groupe in RAPPROCHE and (arme.groupe != "lances_de_cavalerie" or bool(p.monture))


def arme_nommee(p: Personnage, id: str = "") -> Arme:
    """The weapon named, else the first in hand that serves at close quarters, else bare hands."""
    if id:
        return next((a for a in p.equipement.armes if a.id == id), mains_nues(p))
    for a in p.equipement.tenues:
        if sert_au_contact(p, a):
            return a
    return mains_nues(p)


def bras_valides(p: Personnage) -> int:
    """How many arms can hold something; a body without arms counts as having two."""
    bras = [i for i, membre in p.fiche.membres.items() if membre.genre == "bras"]
    return len([i for i in bras if not inutilisable(p, i)]) if bras else 2


@rule("YY-10.32")
def main_au_bouclier(p: Personnage, mains: int) -> Closed | None:
    """A shield takes one hand: what asks for both is wielded with the shield slung."""
    if mains < 2 or not p.equipement.main_prise:
        return None
    return Closed("YY-10.32", "Le bouclier de {} occupe une main : il faut d'abord le mettre au dos", (Someone(p.id),))


def prendre(p: Personnage, *armes: str) -> Personnage:
    """These weapons in hand; what the hands cannot hold as well is put away."""
    tenues = p.equipement.tenues
    voulues = [a for a in p.equipement.armes if a.id in armes]
    if not voulues or all(a in tenues for a in voulues):
        return p
    mains = sum(a.mains for a in voulues)
    gardees = [a for a in tenues if a not in voulues]
    while gardees and mains + sum(a.mains for a in gardees) > 2:
        gardees.pop()
    return replace(p, equipement=replace(p.equipement, en_main=tuple(a.id for a in (*voulues, *gardees))))


# ---------------------------------------------------------------- at grips, held, locked


def adversaire_de_lutte(scene: Scene, who: str) -> str:
    """The one he is at grips with, if he is."""
    if scene.encounter is None or not scene.encounter.luttes:
        return ""
    return next((b if a == who else a for a, b in scene.encounter.luttes if who in (a, b)), "")


def clef_sur(scene: Scene, who: str) -> Clef | None:
    """The hold he is in, if any."""
    if scene.encounter is None:
        return None
    return next((c for c in scene.encounter.clefs if c.sur == who), None)


@rule("YY-11.11")
def immobilise(scene: Scene, who: str) -> Closed | None:
    """Held fast one can only try to escape."""
    clef = clef_sur(scene, who)
    if clef is None or clef.sorte != "immobilisation":
        return None
    return Closed("YY-11.11", "{} est immobilisé : il ne peut que tenter de s'échapper", (Someone(who),))


@rule("YY-11.8")
def bloquees(scene: Scene, who: str) -> tuple[str, ...]:
    """His weapons that are locked with another's, whoever did it: they are of no use."""
    if scene.encounter is None or not scene.encounter.blocages:
        return ()
    return tuple(
        [b.arme_par if b.par == who else b.arme_sur for b in scene.encounter.blocages if who in (b.par, b.sur)]
    )


@rule("YY-11.8")
def marge_du_blocage(scene: Scene, who: str) -> int:
    """By how much anything else is harder for one whose weapon is locked."""
    if scene.encounter is None or not scene.encounter.blocages:
        return 0
    return sum(b.marge for b in scene.encounter.blocages if b.sur == who)


@rule("YY-11.21")
def a_relever(p: Personnage) -> Closed | None:
    """On the ground the turn goes into getting up; one may ward off blows meanwhile, nothing more."""
    if not p.a_terre:
        return None
    return Closed("YY-11.21", "{} est à terre : ce tour sert à se relever, sans attaquer", (Someone(p.id),))


# ---------------------------------------------------------------- skills


@rule("YY-5.3", "YY-10.16", "YY-10.17", "YY-10.18", "YY-10.26", "YY-13.5")
def competence_de_combat(scene: Scene, p: Personnage, *armes: Arme) -> str:
    """The martial skill of a fighter: Lutte at grips, else that of his weapon, the weaker of two."""
    if scene.encounter is not None and scene.encounter.luttes and adversaire_de_lutte(scene, p.id):
        return "lutte"
    if len(armes) == 1:
        return armes[0].groupe
    return la_plus_faible(p, tuple([a.groupe for a in armes]), "melee")


@rule("YY-5.3")
def competence_testee(p: Personnage, martiale: str) -> str:
    """What is rolled: the martial skill; in the saddle the weaker of it and riding."""
    return la_plus_faible(p, (martiale, "equitation"), "melee") if p.monture else martiale


@rule("YY-10.16", "YY-10.18", "YY-10.21")
def competence_en_usage(scene: Scene, p: Personnage) -> tuple[str, str]:
    """The acquired martial skill that fits the mode and what he holds, and its usage; empty: none.

    What he has declared to fight with counts, else what he has in hand; a locked weapon never does (YY-11.8). Only
    close combat and Lutte shut skills out: somebody whom no one has engaged keeps the skill of whatever he holds.
    """
    if adversaire_de_lutte(scene, p.id):
        return ("lutte", "") if p.competence("lutte") else ("", "")
    declaree = scene.encounter.declarations.get(p.id) if scene.encounter is not None else None
    prises = bloquees(scene, p.id)
    armes = tuple([a for a in declaree.armes_de(p) if a.id not in prises]) if declaree is not None else ()
    if not armes:
        armes = tuple([a for a in p.equipement.tenues if a.id not in prises])[:1] or (mains_nues(p),)
    arme = armes[0]
    if sert_au_contact(p, arme) and not getattr(declaree, "tire", False):
        martiale = competence_de_combat(scene, p, *armes)
        return (martiale, "melee") if p.competence(martiale) else ("", "")
    if arme.groupe in DISTANCE and p.competence(arme.groupe) and not engages_avec(scene, p):
        return arme.groupe, "lance"
    return "", ""


# ---------------------------------------------------------------- without a roll


@rule("YY-10.4", "YY-10.21", "YY-11.6", "YY-11.21")
def defense_passive(scene: Scene, p: Personnage, contre: str = "") -> Terms:
    """The rang combiné of the martial skill in use less its penalties; Air/Réflexes for the surprised and unskilled."""
    if contre in p.surpris_par or not p.conscient:
        return base(p, "reflexes")
    martiale, usage = competence_en_usage(scene, p)
    if not martiale:
        return base(p, "reflexes")
    poids = tally(p.bears, cles(martiale, "defense", "passive"), Contexte(p, scene))
    return *base(p, competence_testee(p, martiale), usage), *poids


@rule("YY-11.21")
@EFFECTS.on("combat", "passive", "echapper", of="a_terre")
def au_sol(c: Contexte) -> Term | None:
    """4 less in the turn that goes into getting up, not in the one he was thrown in."""
    combat = c.scene.encounter if c.scene is not None else None
    return None if combat is not None and c.p.id in combat.projetes else ("À terre", AU_SOL, "YY-11.21")


@rule("YY-10.33", "YY-15.12")
def a_l_aveugle(p: Personnage) -> Term | None:
    """Fighting blind: the penalty, at most 6, less the rank of Vigilance; never a bonus."""
    gene = min(6, -p.amount("vue")) - p.competence("vigilance")
    return ("À l'aveugle", -gene, "YY-10.33") if gene > 0 else None


@rule("YY-10.33")
@EFFECTS.on("combat", "passive", of="voit_mal")
def gene_de_l_aveugle(c: Contexte) -> Term | None:
    """What hampers the eyes hampers a fighter, and whoever wards off without a roll."""
    return a_l_aveugle(c.p)
