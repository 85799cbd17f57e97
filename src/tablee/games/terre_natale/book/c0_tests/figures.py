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
from ...model.su import su
from ...model.sums import modificateur
from ...model.things import Objet
from ..c1_attributs import ajustee
from .des import EXPLOIT, MALADRESSE, Profil, Realise

INITIATIVE = "initiative"


Quoi = tuple[str, str, str, str]  # what a test is of: attribute, skill, group, save


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
    def nu(self) -> Profil:
        """The same with nothing spent on it, nor whose it is and what he has left: what the buttons count with."""
        dice = self.porte_bonheur, self.chance, self.maladresse, self.exploit, self.seuils
        return profil_nu(total(self.modificateurs), self.net, *dice)

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


@lru_cache(maxsize=4096)
def profil_nu(
    fixe: int, net: int, porte_bonheur: int, chance: int, maladresse: int, exploit: int, seuils: tuple[int, int]
) -> Profil:
    """The same for everybody whose dice count alike."""
    bas, haut = seuils
    return Profil("", fixe, 0, net, 0, 0, porte_bonheur, chance, maladresse, exploit, seuil_bas=bas, seuil_haut=haut)


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
    """All that bears on one kind of test of somebody, by columns; what depends on nothing else is worked out."""

    ajustement: Figure[Essai]
    niveaux: Terms  # of the skill, and of its group
    bonus: Figure[Essai]
    penalite: Figure[Essai]  # the rules of the book alone
    origines: tuple[Modifier, ...]  # penalties that are data: they are added up by origin
    net: Figure[Essai]
    plancher: Figure[Essai]
    plafond: Figure[Essai]
    sommes: Sums[Essai]  # formation, science, criticité, adresse, relances, effort, privilège

    def seules(self, c: Essai) -> Colonnes:
        """With the rules answered that look at somebody and what he has alone."""
        return Colonnes(
            self.ajustement.settled(c),
            self.niveaux,
            self.bonus.settled(c),
            self.penalite.settled(c),
            self.origines,
            self.net.settled(c),
            self.plancher.settled(c),
            self.plafond.settled(c),
            self.sommes.settled(c),
        )


@kept_for
def colonnes(bears: Bears[Essai], quoi: Quoi, aux_prises: bool, niveaux: Terms) -> Colonnes:
    attribut, competence, _, _ = quoi

    def of(colonne: str) -> tuple[str, ...]:
        return cles(colonne, *quoi, aux_prises)

    return Colonnes(
        ajustement=bears.figure(of("ajustement")),
        niveaux=niveaux,
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


@lru_cache(maxsize=64)
def sans_scene(options: tuple[str, ...]) -> Scene:
    """A scene of which nothing is known but the switches."""
    return Scene({}, options=options)


@su
def colonnes_seules(
    p: Personnage, quoi: Quoi, objet: Objet | None, options: tuple[str, ...], aux_prises: bool
) -> Colonnes:
    """The columns of a test of somebody, with all that is known of it wherever he is."""
    niveaux = modificateur_de_competence(p.fiche, quoi[1], quoi[2])
    c = Essai(p, sans_scene(options), None, *quoi, objet=objet)
    return colonnes(p.bears, quoi, aux_prises, niveaux).seules(c)


def colonnes_de(c: Essai) -> Colonnes:
    """The columns of this test."""
    quoi, scene = (c.attribut, c.competence, c.groupe, c.sauvegarde), c.scene
    if scene is None:
        return colonnes_seules(c.p, quoi, c.objet, (), False)
    return colonnes_seules(c.p, quoi, c.objet, scene.options, scene.encounter is not None)


@rule("TN-0.43")
def penalites(k: Colonnes, c: Essai) -> Terms:
    """Of each origin the worst alone, and one more for each that is as bad; what several origins cost adds up."""
    if not k.origines:
        return k.penalite.tally(c)
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
def valeur_de(c: Essai, ajustements: Terms = (), prouesse: int = 0) -> Terms:
    """The value a test is made with."""
    adjust = colonnes_de(c).ajustement.tally(c) + ajustements
    return ajustee(c.p, c.attribut, adjust + _terme("Prouesse", prouesse, "TN-0.55"))


@rule("TN-0.4", "TN-0.15", "TN-0.16")
def au_score(k: Colonnes, c: Essai, valeur: Terms) -> Terms:
    """What is added to the dice, but for penalties: the modifier of the value, skill and group, bonuses."""
    return (c.attribut, modificateur(total(valeur)), "TN-1.8"), *k.niveaux, *k.bonus.tally(c)


def modificateurs_de(c: Essai) -> Terms:
    """All that is added to them where nothing else is said of a test."""
    k = colonnes_de(c)
    return au_score(k, c, valeur_de(c)) + penalites(k, c)


def figures(
    scene: Scene,
    p: Personnage,
    attribut: str,
    competence: str = "",
    groupe: str = "",
    bonus: Terms = (),
    net: Terms = (),
) -> Figures:
    """All sums of a test of an attribute alone, or of a skill in a group, with no more to be said of it."""
    return figures_d_essai(Essai(p, scene, None, attribut, competence, groupe), bonus=bonus, net=net)


def figures_d_essai(
    c: Essai,
    *,
    ajustements: Terms = (),
    bonus: Terms = (),
    net: Terms = (),
    prouesse: int = 0,
    seuils: tuple[int, int] = (1, 6),
) -> Figures:
    """The same of a save, or where more is to be said of it: whom it is against, what it is done with.

    `ajustements` bear on the value of the attribute, `bonus` on the score, `net` are avantages (désavantages negative);
    `seuils` are the least and the most a die counts.
    """
    return releve(c, ajustements, prouesse, seuils).figures(bonus, net)


class Releve(Struct, frozen=True, gc=False, eq=False):
    """All that bears on a test of somebody as things are; what is said of this one test comes on top of it."""

    f: Figures  # the test where nothing more is said of it
    devant: Terms  # of what is added to the dice: what stands before the bonuses that are said of it
    penalites: Terms  # and what stands behind them

    def figures(self, bonus: Terms = (), net: Terms = ()) -> Figures:
        """All sums of it."""
        if not bonus and not net:
            return self.f
        modificateurs = self.devant + bonus + self.penalites
        return replace(self.f, modificateurs=modificateurs, avantages=self.f.avantages + net)


@rule("TN-0.3", "TN-0.5", "TN-0.33", "TN-0.34")
def releve(
    c: Essai,
    ajustements: Terms = (),
    prouesse: int = 0,
    seuils: tuple[int, int] = (1, 6),
    colonnes: Colonnes | None = None,
) -> Releve:
    """What bears on it, each rule asked once; `colonnes`: its own, where they are known."""
    p, e = c.p, c.scene.encounter if c.scene is not None else None
    if e is not None and e.circonstances:
        c = replace(c, circonstances=c.circonstances + e.circonstances)
    k = colonnes or colonnes_de(c)
    bas, haut = seuils
    for _, n, _ in k.plancher.tally(c):
        bas = max(bas, n)
    for _, n, _ in k.plafond.tally(c):
        haut = min(haut, n)
    ajustements = k.ajustement.tally(c) + ajustements
    valeur = ajustee(p, c.attribut, ajustements + _terme("Prouesse", prouesse, "TN-0.55"))
    devant, en_moins = au_score(k, c, valeur), penalites(k, c)
    formation, science, criticite, adresse, relances, effort, privilege = k.sommes.amounts(c)
    reserves = p.reserves
    reste = reserves.PC - prouesse
    f = Figures(
        qui=p.id,
        attribut=c.attribut,
        competence=c.competence,
        groupe=c.groupe,
        sauvegarde=c.sauvegarde,
        valeur=valeur,
        ajustements=ajustements,
        modificateurs=devant + en_moins,
        avantages=k.net.tally(c),
        niveau=p.fiche.competences.get(c.competence, 0),
        karma=reserves.PK,
        chi=limite_de_prouesse(p, c.competence, c.groupe) - prouesse,
        prouesse=prouesse,
        porte_bonheur=p.fiche.porte_bonheur,
        chance=modificateur(p.fiche.valeurs["CHN"]),
        maladresse=MALADRESSE - (formation > 0),
        exploit=EXPLOIT - max(0, min(2, science)),
        seuils=(bas, haut),
        criticite=criticite,
        adresse=adresse,
        relances=relances,
        effort=effort,
        endurance=reserves.PE,
        privilege=max(0, min(privilege, reste)) if privilege else 0,
        reserve=reste,
        aux_prises=e is not None,
        objet=c.objet,
    )
    return Releve(f, devant, en_moins)


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
    chi = p.reserves.PC
    if not competence or chi <= 0:
        return 0
    limite = (
        p.fiche.groupes.get(groupe, 0) + modificateur(p.fiche.valeurs["RUS"]) + amount(p.bears, "prouesse", Essai(p))
    )
    return max(0, min(limite, chi))
