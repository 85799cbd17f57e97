"""Fighters: weapons that serve, what an attack and a defence have in common, what weighs on their roll."""

from __future__ import annotations

from typing import ClassVar

from tablee.kernel.effects import tally
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import Arme
from ...model.effects import EFFECTS, Contexte, cles
from ...model.jets import Prepare, UsageVide
from ...model.people import Personnage, non_acquise
from ...model.scene import Scene, en_cours, tel
from ..c5_tests.essai import hors_bornes
from ..c5_tests.figures import preparer
from ..c10_modes import (
    adversaire_de_lutte,
    arme_nommee,
    bloquees,
    bras_valides,
    competence_de_combat,
    competence_testee,
    immobilise,
    main_au_bouclier,
    mains_nues,
    marge_du_blocage,
    prendre,
    sert_au_contact,
)
from ..c10_tours.declarer import Declaration
from ..c10_tours.initiative import initiative

DEUX_ARMES = 7


# ---------------------------------------------------------------- what is declared


class Combattant(Declaration, frozen=True):
    """What an attack and a defence have in common: a weapon, perhaps two, Vide, circumstances."""

    arme: str = ""
    seconde: str = ""  # a second weapon in the other hand (YY-10.26)
    vide: UsageVide = ""
    mod: int = 0

    figure: ClassVar[str] = "defense"  # what its roll is, beside one of a fighter

    def arme_de(self, p: Personnage) -> Arme:
        return arme_nommee(p, self.arme)

    def armes_de(self, p: Personnage) -> tuple[Arme, ...]:
        arme = self.arme_de(p)
        return (arme, arme_nommee(p, self.seconde)) if self.seconde else (arme,)

    def arme_employee(self, p: Personnage) -> Arme | None:
        """Of two weapons the one that slows more."""
        if not self.seconde:
            return self.arme_de(p)
        return min(self.armes_de(p), key=lambda x: total(initiative(p, x)))

    def arme_en_jeu(self, scene: Scene) -> Arme:
        """The weapon that strikes: at grips none."""
        p = tel(scene, self.actor)
        return mains_nues(p) if adversaire_de_lutte(scene, self.actor) else self.arme_de(p)

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        return preparer_le_combattant(scene, p, self)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        """Declared with a weapon one only carries, it is in hand from then on."""
        if self.arme or self.seconde:
            p = scene[self.actor]
            arme = prendre(p, self.arme, self.seconde)
            scene = scene.put(arme) if arme is not p else scene
        return Declaration.resolve(self, scene, oracle)


class Attaque(Combattant, frozen=True):
    """A blow at one opponent, with its manoeuvres, as all who bear it know it."""

    cible: WithWho = ""
    manoeuvres: tuple[str, ...] = ()
    n: int = 0  # Coup Puissant: augmentations; Harcèlement: extra attacks; Assommer: what the MJ asks for
    membre: str = "torse"  # Coup Précis
    ameliorer: bool = False  # Repousser: with 1 point de vide
    metres: int = 0  # Charger: how far he runs
    sable: bool = False  # Aveugler: with sand, not with the sun
    obstacle: int | None = None  # Repousser: metres to the next obstacle
    risquer: bool = False  # YY-5.22: roll although the score alone would do
    obstacles: tuple[tuple[Who, int], ...] = ()  # Repousser with Vide: metres to those behind the others

    tire: ClassVar[bool] = False
    hostile: ClassVar[bool] = True
    figure: ClassVar[str] = "attaque"


class Garde(Combattant, frozen=True):
    """A defence against some opponents, as all who attack know it."""

    contre: tuple[Who, ...] = ()

    releve: ClassVar[bool] = True


@rule("YY-6.3", "YY-10.17", "YY-10.18", "YY-10.32", "YY-11.8")
def refus_d_arme(scene: Scene, p: Personnage, a: Combattant) -> Closed | None:
    """Why these weapons cannot be used: not carried, dropped, locked, too many for the arms left, for afar."""
    if adversaire_de_lutte(scene, p.id):
        if a.seconde or a.arme not in ("", "mains_nues"):
            return Closed("YY-10.17", "Aux prises, seule la Lutte sert")
        return non_acquise(p, "lutte") or hors_bornes(a.mod)
    for id in (a.arme, a.seconde):
        if id and id != "mains_nues" and all(x.id != id for x in p.equipement.armes):
            return knowing(
                Closed("YY-10.18", "{} ne porte pas « {} »", (Someone(p.id), id)),
                id,
                [x.id for x in p.equipement.armes],
            )
    armes = a.armes_de(p)
    for arme in armes:
        refus = arme_inutile(scene, p, arme)
        if refus is not None:
            return refus
    if a.seconde and not deux_armes(*armes):
        return Closed("YY-10.26", "Il faut deux armes de mêlée, tenues chacune d'une main")
    mains = sum(x.mains for x in armes if x.id != "mains_nues")
    if mains and bras_valides(p) < mains:
        return Closed("YY-6.3", "{} n'a plus assez de bras valides", (Someone(p.id),))
    return main_au_bouclier(p, mains) or hors_bornes(a.mod)


def arme_inutile(scene: Scene, p: Personnage, arme: Arme) -> Closed | None:
    """Why one cannot fight hand to hand with this."""
    if arme.id in p.a_terre_armes:
        return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    if not sert_au_contact(p, arme):
        if arme.groupe == "lances_de_cavalerie":
            return Closed("YY-10.16", "{} ne s'emploie qu'en selle", (arme.nom,))
        return Closed("YY-10.18", "{} ne sert pas au combat rapproché", (arme.nom,))
    if arme.id in bloquees(scene, p.id):
        return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
    return non_acquise(p, arme.groupe)


@rule("YY-10.26")
def deux_armes(une: Arme, autre: Arme) -> bool:
    """Two weapons, each in one hand."""
    return une.id != autre.id and "mains_nues" not in (une.id, autre.id) and une.mains + autre.mains <= 2


def sans_moyens(scene: Scene, p: Personnage, a: Combattant) -> Closed | None:
    """What may have happened since he declared: held fast, disarmed, locked, an arm lost."""
    combat, ailleurs = en_cours(scene), len(p.blessures) > ("torse" in p.blessures)
    if not (p.a_terre_armes or combat.blocages or combat.clefs or ailleurs):
        return None
    if immobilise(scene, p.id) is not None:
        return Closed("YY-11.11", "il est immobilisé")
    perdue = refus_d_arme(scene, p, a)
    return Closed(perdue.rule, "il n'a plus d'arme utilisable") if perdue is not None else None


# ---------------------------------------------------------------- the roll of a fighter


def poids_du_combat(scene: Scene, p: Personnage, a: Combattant, competence: str) -> Terms:
    """What weighs on the roll of a fighter beyond his ranks."""
    return tally(p.bears, cles(competence, "combat", a.figure), Contexte(p, scene, a))


@rule("YY-5.1")
@EFFECTS.on("combat", "tir")
def circonstances_du_combat(c: Contexte) -> Term | None:
    """What the MJ adds or takes away."""
    return ("Circonstances", c.acte.mod, "YY-5.1") if c.acte.mod else None


@rule("YY-10.13")
@EFFECTS.on("combat", "tir", of="elan")
def defenses_reussies_avant(c: Contexte) -> Term | None:
    """The bonus of the defences that held, for one attack or defence."""
    return "Défenses réussies", c.p.elan, "YY-10.13"


@rule("YY-10.26", "YY-10.27", "YY-13.4")
@EFFECTS.on("combat")
def gene_des_deux_armes(c: Contexte) -> Term | None:
    """Two weapons at once: 7, less the rank of the skill for it."""
    gene = DEUX_ARMES - c.p.competence("combat_a_deux_armes") if c.acte.seconde else 0
    return ("Deux armes", -gene, "YY-10.26") if gene > 0 else None


@rule("YY-14.10")
@EFFECTS.on("combat", of="insuffle")
def qi_de_l_arme(c: Contexte) -> Term | None:
    """Qì breathed into the weapon."""
    arme = c.acte.arme_de(c.p).id
    points = sum(i.points for i in c.p.insufflations if i.arme == arme)
    return ("Qì de l'arme", points, "YY-14.10") if points else None


@rule("YY-11.8")
@EFFECTS.on("combat", "tir")
def gene_de_l_arme_bloquee(c: Contexte) -> Term | None:
    """A weapon locked with another makes all else harder by the margin."""
    gene = 0 if c.scene is None else marge_du_blocage(c.scene, c.p.id)
    return ("Arme bloquée", -gene, "YY-11.8") if gene else None


@rule("YY-10.23")
@EFFECTS.on("combat")
def a_plusieurs(c: Contexte) -> Term | None:
    """+1 for each other who attacks the same one."""
    n = assaillants(c.scene, c.acte.cible) if c.scene is not None and isinstance(c.acte, Attaque) else 0
    return ("À plusieurs", n - 1, "YY-10.23") if n > 1 else None


@rule("YY-10.23", "YY-10.26")
def assaillants(scene: Scene, cible: str) -> int:
    """How many have declared an attack on him; one who fights with two weapons counts twice."""
    n = 0
    for a in en_cours(scene).declarations.values():
        if isinstance(a, Attaque) and a.cible == cible:
            n += 2 if a.seconde else 1
    return n


def preparer_le_combattant(scene: Scene, p: Personnage, a: Combattant) -> tuple[Prepare, str]:
    """The score of a fighter, and the skill it rests on."""
    martiale = competence_de_combat(scene, p, *a.armes_de(p))
    testee = competence_testee(p, martiale) if p.monture else martiale
    return preparer(p, testee, poids_du_combat(scene, p, a, martiale), a.vide, "melee"), testee
