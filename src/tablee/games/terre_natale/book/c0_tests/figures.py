"""What a test is made of before any die is thrown: every sum, nothing random (TN-0.59, steps 1 and 2)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import Bears, Figure, Modifier, Sums, amount
from tablee.kernel.kept import cached_property, kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.attributs import nature
from ...model.caracteristiques import SAUVEGARDES
from ...model.competences import competence as une_competence
from ...model.competences import groupe as un_groupe
from ...model.effects import EFFECTS, Essai
from ...model.people import Fiche, Personnage
from ...model.scene import Scene
from ...model.sums import modificateur
from ...model.things import Objet
from ..c1_attributs import ajustee
from .des import EXPLOIT, MALADRESSE, Profil, Realise

INITIATIVE = "initiative"


class Figures(Struct, frozen=True, dict=True):
    """A test ready to be made: who, of what, and every sum behind it."""

    qui: str
    attribut: str
    competence: str
    groupe: str
    sauvegarde: str
    valeur: Terms  # of the attribute, adjusted
    ajustements: Terms  # those among them that bear on the jet of the same action too (TN-0.50)
    modificateurs: Terms  # on the score, that of the attribute first
    avantages: Terms  # désavantages are negative
    niveau: int  # of the skill: no degree goes above it (TN-0.45)
    karma: int
    chi: int  # the most a prouesse may still take
    prouesse: int  # announced before the dice, to be paid in any case
    porte_bonheur: int
    chance: int
    maladresse: int  # pairs up to this one
    exploit: int  # pairs from this one on
    seuils: tuple[int, int]
    criticite: int
    adresse: int
    relances: int
    effort: int  # the most endurance may buy on the score, before the dice (TN-4.17)
    endurance: int
    privilege: int  # the most chi a privilege may take, before the dice (TN-6.13)
    reserve: int  # of chi, without a prouesse that was announced
    aux_prises: bool = False  # in a confrontation
    objet: Objet | None = None  # what it is made with

    @property
    def net(self) -> int:
        """Avantages and désavantages cancel each other one for one."""
        return total(self.avantages)

    @property
    def quoi(self) -> str:
        """What it is a test of, as players call it."""
        if self.sauvegarde:
            return SAUVEGARDES[self.sauvegarde].nom
        return nom_de(self.competence) if self.competence else self.attribut

    def cles(self, colonne: str) -> tuple[str, ...]:
        """The keys of one column that bear on it."""
        return cles(colonne, self.attribut, self.competence, self.groupe, self.sauvegarde, self.aux_prises)

    def avec(self, fait: Realise) -> Figures:
        """With what was bought just before the dice."""
        if not fait.effort and not fait.privilege:
            return self
        valeur = (*self.valeur, ("Privilège", fait.privilege, "TN-6.13")) if fait.privilege else self.valeur
        effort: Terms = (("Effort", fait.effort, "TN-4.17"),) if fait.effort else ()
        own = self.attribut, modificateur(total(valeur)), "TN-1.8"
        return replace(self, valeur=valeur, modificateurs=(own, *self.modificateurs[1:], *effort))

    def sans_mise(self) -> Figures:
        """As it is made by whoever neither sees the dice nor spends anything on them."""
        return replace(self, karma=0, chi=0, relances=0, effort=0, privilege=0)

    def profil(self, difficultes: tuple[int, ...] = ()) -> Profil:
        """What chance needs to know of it; of difficulties that are known, the hardest, if anybody will be asked."""
        asked = self.karma > 0 or self.chi > 0 or self.relances > 0
        return replace(self.seul, difficulte=max(difficultes)) if asked and difficultes else self.seul

    @cached_property
    def seul(self) -> Profil:
        """The same where no difficulty is known."""
        asked = self.karma > 0 or self.chi > 0 or self.relances > 0
        return Profil(
            qui=self.qui,
            fixe=total(self.modificateurs),
            valeur=total(self.valeur),
            net=self.net,
            karma=self.karma,
            chi=self.chi,
            porte_bonheur=self.porte_bonheur,
            chance=self.chance,
            maladresse=self.maladresse,
            exploit=self.exploit,
            seuil_bas=self.seuils[0],
            seuil_haut=self.seuils[1],
            relances=self.relances,
            effort=self.effort,
            endurance=self.endurance if self.effort else 0,
            privilege=self.privilege,
            reserve=self.reserve if self.privilege else 0,
            quoi=self.quoi if self.privilege else "",
            aux_prises=self.aux_prises and (asked or self.privilege > 0),
        )


# ---------------------------------------------------------------- what bears on it


@lru_cache(maxsize=4096)
def cles(
    colonne: str, attribut: str, competence: str, groupe: str, sauvegarde: str, aux_prises: bool
) -> tuple[str, ...]:
    """The keys of one column (`bonus`, `net`, ...) for all that this test is a test of.

    Avantages and désavantages reach a save only if they are said to be of every test, or of saves (TN-4.78).
    """
    if sauvegarde and colonne == "net":
        return "net", "net:sauvegarde", f"net:sauvegarde:{sauvegarde}"
    natures = ("physique", "mental") if competence == INITIATIVE else (nature(attribut),)
    ends = [*natures, f"attribut:{attribut}"]
    ends += [f"competence:{competence}"] if competence else []
    ends += [f"groupe:{groupe}"] if groupe else []
    ends += ["sauvegarde", f"sauvegarde:{sauvegarde}"] if sauvegarde else []
    ends += ["initiative"] if competence == INITIATIVE else []
    ends += ["confrontation"] if aux_prises else []
    ends += ["actif"] if colonne == "net" else []
    return (colonne, *(f"{colonne}:{end}" for end in ends if end))


class Colonnes(NamedTuple):
    """All that bears on one kind of test of somebody, by columns."""

    ajustement: Figure[Essai]
    bonus: Figure[Essai]
    penalite: Figure[Essai]  # the rules of the book alone
    origines: tuple[Modifier, ...]  # penalties that are data: they are added up by origin
    net: Figure[Essai]
    plancher: Figure[Essai]
    plafond: Figure[Essai]
    sommes: Sums[Essai]  # formation, science, criticité, adresse, relances, effort, privilège


@kept_for
def colonnes(
    bears: Bears[Essai], attribut: str, competence: str, groupe: str, sauvegarde: str, aux_prises: bool
) -> Colonnes:
    def of(colonne: str) -> tuple[str, ...]:
        return cles(colonne, attribut, competence, groupe, sauvegarde, aux_prises)

    return Colonnes(
        ajustement=bears.figure(of("ajustement")),
        bonus=bears.figure(of("bonus")),
        penalite=_sans_constantes(bears.tags).figure(of("penalite")),
        origines=tuple([m for m in bears.modifiers if m.on in of("penalite") and m.n]),
        net=bears.figure(of("net")),
        plancher=bears.figure(of("plancher")),
        plafond=bears.figure(of("plafond")),
        sommes=Sums(
            bears.figure(f"formation:{attribut}"),
            bears.figure((f"science:{attribut}", f"science:{competence}")),
            bears.figure(of("criticite")),
            bears.figure(of("adresse")),
            bears.figure(of("relance")),
            bears.figure("effort"),
            bears.figure("privilege"),
        ),
    )


def colonnes_de(c: Essai) -> Colonnes:
    """The columns of this test."""
    aux_prises = c.scene is not None and c.scene.encounter is not None
    return colonnes(c.p.bears, c.attribut, c.competence, c.groupe, c.sauvegarde, aux_prises)


@rule("TN-0.43")
def penalites(k: Colonnes, c: Essai) -> Terms:
    """Of each origin the worst alone, and one more for each that is as bad; what several origins cost adds up."""
    origines: dict[str, list[Modifier]] = {}
    for m in k.origines:
        if tient(m, c):
            origines.setdefault(m.family or m.label, []).append(m)
    terms: Terms = ()
    for members in origines.values():
        pire = min(members, key=lambda m: m.n)
        egales = sum([m.n == pire.n for m in members])
        terms += (pire.term,)
        if egales > 1:
            terms += (("Pénalités égales", -egales, "TN-0.43"),)
    return terms + k.penalite.tally(c)


def tient(m: Modifier, c: Essai) -> bool:
    """Whether a modifier counts for this test, by its condition."""
    name, _, value = m.when.partition(":")
    return not name or EFFECTS.conditions[name](c, value)


@lru_cache(maxsize=1024)
def _sans_constantes(tags: frozenset[str]) -> Bears[Essai]:
    """The rules of the book alone: penalties that are data are added up by origin."""
    return Bears(EFFECTS, (), tags)


# ---------------------------------------------------------------- putting it together


@rule("TN-0.8", "TN-0.55")
def valeur_de(c: Essai, ajustements: Terms = (), prouesse: int = 0, k: Colonnes | None = None) -> tuple[Terms, Terms]:
    """What adjusts the attribute of a test, and the value it is made with; `k`: its columns, where they are known."""
    ajustements = (k or colonnes_de(c)).ajustement.tally(c) + ajustements
    return ajustements, ajustee(c.p, c.attribut, ajustements + _terme("Prouesse", prouesse, "TN-0.55"))


@rule("TN-0.4", "TN-0.15", "TN-0.16")
def modificateurs_de(c: Essai, valeur: Terms | None = None, bonus: Terms = (), k: Colonnes | None = None) -> Terms:
    """What is added to the dice: the modifier of the value, skill and group, bonuses and penalties."""
    k = k or colonnes_de(c)
    valeur = valeur_de(c, k=k)[1] if valeur is None else valeur
    own = c.attribut, modificateur(total(valeur)), "TN-1.8"
    niveaux = modificateur_de_competence(c.p.fiche, c.competence, c.groupe)
    return (own, *niveaux, *k.bonus.tally(c), *bonus, *penalites(k, c))


@rule("TN-0.3", "TN-0.5", "TN-0.33", "TN-0.34")
def figures(
    scene: Scene,
    p: Personnage,
    attribut: str,
    competence: str = "",
    groupe: str = "",
    *,
    sauvegarde: str = "",
    contre: Personnage | None = None,
    ajustements: Terms = (),
    bonus: Terms = (),
    net: Terms = (),
    prouesse: int = 0,
    circonstances: tuple[str, ...] = (),
    objet: Objet | None = None,
    seuils: tuple[int, int] = (1, 6),
) -> Figures:
    """All sums of a test: of an attribute alone, of a skill in a group, or a save.

    `ajustements` bear on the value of the attribute, `bonus` on the score, `net` are avantages (désavantages negative);
    `objet` is what it is done with, `seuils` the least and the most a die counts.
    """
    if scene.encounter is not None and scene.encounter.circonstances:
        circonstances += scene.encounter.circonstances
    c = Essai(p, scene, contre, attribut, competence, groupe, sauvegarde, circonstances, objet)
    k, f, chi = colonnes_de(c), p.fiche, p.disponible("PC")
    ajustements, valeur = valeur_de(c, ajustements, prouesse, k)
    modificateurs = modificateurs_de(c, valeur, bonus, k)
    formation, science, criticite, adresse, relances, effort, privilege = k.sommes.amounts(c)
    bas, haut = seuils
    for _, n, _ in k.plancher.tally(c):
        bas = max(bas, n)
    for _, n, _ in k.plafond.tally(c):
        haut = min(haut, n)
    return Figures(
        qui=p.id,
        attribut=attribut,
        competence=competence,
        groupe=groupe,
        sauvegarde=sauvegarde,
        valeur=valeur,
        ajustements=ajustements,
        modificateurs=modificateurs,
        avantages=k.net.tally(c) + net,
        niveau=f.competences.get(competence, 0),
        karma=p.disponible("PK"),
        chi=limite_de_prouesse(p, competence, groupe) - prouesse,
        prouesse=prouesse,
        porte_bonheur=f.porte_bonheur,
        chance=modificateur(f.valeurs["CHN"]),
        maladresse=MALADRESSE - (formation > 0),
        exploit=EXPLOIT - max(0, min(2, science)),
        seuils=(bas, haut),
        criticite=criticite,
        adresse=adresse,
        relances=relances,
        effort=effort,
        endurance=p.disponible("PE"),
        privilege=max(0, min(privilege, chi - prouesse)),
        reserve=chi - prouesse,
        aux_prises=scene.encounter is not None,
        objet=objet,
    )


def _terme(label: str, n: int, regle: str) -> Terms:
    return ((label, n, regle),) if n else ()


@rule("TN-0.15")
@kept_for
def modificateur_de_competence(f: Fiche, competence: str, groupe: str) -> Terms:
    """The level of the skill, and that of the one group it is used in."""
    if not competence:
        return ()
    niveaux = (
        (nom_de(competence), f.competences.get(competence, 0)),
        (nom_de_groupe(groupe), f.groupes.get(groupe, 0)),
    )
    return tuple([(nom, n, "TN-0.15") for nom, n in niveaux if n])


def nom_de(id: str) -> str:
    """What players call a skill."""
    found = une_competence(id)
    return found.nom if found is not None else id


def nom_de_groupe(id: str) -> str:
    found = un_groupe(id)
    return found.nom if found is not None else id


@rule("TN-0.13")
def le_plus_bas(p: Personnage, lots: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """Of several lots (skill, group) the one whose modifier is the lowest: a combined test uses that one."""
    return min(lots, key=lambda lot: total(modificateur_de_competence(p.fiche, *lot)))


@rule("TN-0.55", "TN-8.361")
def limite_de_prouesse(p: Personnage, competence: str, groupe: str) -> int:
    """The level of the group and the modifier of Ruse, as far as there is chi; skills alone have prouesses."""
    chi = p.disponible("PC")
    if not competence or chi <= 0:
        return 0
    limite = (
        p.fiche.groupes.get(groupe, 0) + modificateur(p.fiche.valeurs["RUS"]) + amount(p.bears, "prouesse", Essai(p))
    )
    return max(0, min(limite, chi))
