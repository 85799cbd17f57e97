"""All that bears on a figure, and the names of those figures: the only place that says what a key means.

Figures of somebody, by their code:

    FOR ... CHN, EQU        the fixed value of an attribute (TN-1.5)
    PV PS PE PK PC          the most there can be of a resource
    recuperation            what comes back at a rest; recuperation:PV ... of one resource, condition or `lesions` alone
    resilience memoire allure poigne charge encombrement panache prestance
    defense                 every passive defence; defense:AGI one of them; plancher:defense the least of any (TN-9.55)
    seuil:blessure          threshold of a lésion; seuil:traumatisme
    initiative rapidite vitesse; vitesse:active, vitesse:passive of who acts, or is acted upon, alone (TN-8.71)
    entrainement:melee      levels of training, two at most; entrainement:distance :armures :outils :joutes (TN-4.90)
    interdit                why nothing can be attempted, a term each; interdit:physique, interdit:mental of that kind

Figures of a test (`cles` of chapter 0 puts together those that one test is a test of). Each of the three columns has
the same ends: nothing (every test), `:physique`, `:mental`, `:attribut:FOR`, `:competence:parade`, `:groupe:defense`,
`:sauvegarde`, `:sauvegarde:robustesse`, `:initiative`, `:confrontation`

    ajustement...           on the value of the attribute, before its modifier is read (TN-0.8)
    bonus...                on the score (TN-0.16)
    net...                  avantages, counted; désavantages are negative (TN-0.7); net:actif of every test but saves
    penalite...             on the score, negative; its family is its origin: of one origin the worst counts (TN-0.43)
    formation:FOR           sources of formation to an attribute (TN-0.33)
    science:FOR, science:parade     sources of science of a subject (TN-0.34)
    criticite...            lowers the margin of a réussite critique; adresse... raises that of an échec critique
    plancher... plafond...  what a die counts at least, and at most (TN-0.14): not added up, the narrowest holds
    relance...              whole throws that may be made again now, before the score is validated (TN-6.40)
    effort, privilege       the most that endurance and chi may buy before the dice (TN-4.17, TN-6.13)
    jet, jet:FOR            on a jet, every one or those of an attribute
    jet:degats              on the jets of what is done: `degats`, `deviation`, `soin`, `charges`, `impact`, `artisanat`
    plancher:jet:FOR        what a die of such a jet counts at least (TN-6.39)

A modifier whose `of` is « prochain_test » goes with the first test it bears on (TN-0.23.2), one whose `of` is
« cycle:TOUR:ROUND » at the end of that round (TN-8.29); « passe » lasts until the next passe of whoever has it,
« confrontation » as long as that (TN-8.122).

Figures that traits and castes bring, each read by the chapter that is named:

    maitrise:armes          what is taken off the charge of arms; maitrise:armures (TN-8.41)
    ambidextre              désavantages of the off hand that are taken away (TN-2.28)
    cases:blessure          boxes for bénigne lésions; cases:traumatisme (TN-4.34)
    stress                  on every gain of fatigue (TN-4.47)
    prouesse                on the limit of chi of a prouesse (TN-0.55)
    maximum:competence      on the level that can be learned; maximum:competence:ID of one alone, maximum:groupe,
                            maximum:groupe:ID (TN-7.24); maximum:attribut:FOR on the 18 of an attribute (TN-7.18),
                            maximum:secondaires on the 12 of the secondary ones (TN-6.43)
    cases                   boxes for lésions of every level (TN-10.120)
    regeneration            vitality that comes back at the end of a tour (TN-10.125)
    pa                      attribute points, once (TN-7.1); pecule: pieces at creation, in hundredths (TN-5.43)
    ta                      on every learning time; lecons: on the reserve of a master (TN-7.9)
    qualite:artisanat       on the quality one can craft (TN-9.161); creativite (TN-9.189)
    renvoi                  points of a blow that may be sent on to another (TN-9.194)
    des:degats              dice of the jet of an attack (TN-9.191)
    attitude                on the first impression one makes (TN-9.179)
    cloue                   whether one cannot move for what one serves: a siege weapon that stands (TN-9.45)
    retard                  by how much one's armour puts off a movement that is not put off yet (TN-9.106)
    tir_franc               whether nothing hampers a throw at somebody: neither distance nor what hides him (TN-9.196)
    renommee                on the reputation, as a figure of its own (TN-10.97)

Figures of an attack or of whoever it is aimed at, by their names in the book (TN-8.137, TN-8.247 to TN-8.270):

    puissance               on all that an offensive jet produces; puissance:critique if it is a critical one,
                            degats:critique and charges:critique on the damage or the charges of one alone
    resistance:critique     what is taken off a critical jet, of what being critical has added to it
    perforation penetration attrition acceleration aggravation precision visee maitrise
    gestion                 what an adversary needs more for a critical success; resilience:attrition less lost to it
    resistance absorption   what protects; resistance:physique, resistance:mental, absorption:... on one plane alone
    situation               what circumstances add to the difficulty of physical actions on somebody, and
                            situation:tir of a shot or throw alone (TN-8.365, TN-8.366)
    net:attaque:mental      on tirades and mental tactics alone, net:attaque:physique on blows; net:defense:mental,
                            net:defense:physique on the defences of that plane (TN-8.52)
    expertise               on the difficulty of saves against what one does; malice, prestige: charges more of harmful
                            or good conditions that one gives to others (TN-L.6, TN-L.7)
    defense_minimum:corps   on the attribute of the lowest passive defence; defense_minimum:esprit (TN-L.8)
    menace                  how much of a threat somebody looks (TN-8.413)
    passes                  passes of a round besides the first; deplacements: movements of a round besides the one
    couvert                 what an obstacle that covers somebody takes off attacks on him (TN-8.368)
    cycle                   on every test, from the game master; cycle:physique, cycle:mental (TN-8.29)
    amorce                  on the next attack, tactic or defence, and gone with it (TN-8.121)
    energie:chaud           what attacks carry of an energy, in D8; energie:froid, energie:electricite (TN-8.206)
    malice, prestige        on the charges of negative and of positive conditions that somebody brings about (TN-8.247)

Conditions of a modifier (`when`): `etat:blesse` while in that state, `seul` in a confrontation without anybody else of
one's side who is up, `entoure` with one, `circonstance:nuit` in a circumstance that was named for the test,
`frappe:tranchant` with an arm of that form or against one, `hors_frappe:tranchant` with or against anything else,
`contre:plus_grand` or `contre:plus_petit` against somebody of another TAI.

Tags are `trait:ID` for each trait somebody has, `trait:ID:SUJET` with what it is about, `caste` and `caste:ID`,
`apotheose` (TN-6.40), `habitue:ACTION` and `reflexe:ACTION` (TN-8.82), `gratuite:ACTION` for one each turn
(TN-8.58), `opportunite_gratuite` (TN-8.276), `projectiles_en_main` (TN-9.74), `une_main`, `autodidacte` (TN-7.9),
`promotion_d_objets` (TN-9.182), and the states `epuise`, `hors_etat_physique`, `hors_etat_mental`, `blesse`,
`traumatise`, `fatigue`, `mort`, `resigne`, `ko`, `incapacite_physique`, `incapacite_mental`, `agonie`, `etat_de_choc`,
`vaincu` (a creature of several `points_vitaux` that has lost the main one); `equipe` for whoever has any equipment,
`promu` if a thing of it is promoted (TN-9.181), `ameliore` if one was improved (TN-9.178.1), `naturelle` if one grew.
Of conditions: `condition:ID` for each somebody has, `garde_ouverte` (passive defences as if épuisé), `sans_defenses`
(neither attack, defence nor tactic), `sans_action` (nothing at all), `au_sol` (no allure), `sans_recuperation:PV` (a
rest gives nothing back of it). Of what lasts for a while: `effet:FIGURE` for each figure that something of it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tablee.kernel.effects import Effects

if TYPE_CHECKING:
    from .people import Personnage
    from .scene import Scene
    from .things import Objet


class Essai(msgspec.Struct, frozen=True, gc=False):
    """What the rules that bear on a figure look at: who, in which scene, against whom, with what."""

    p: Personnage
    scene: Scene | None = None  # None: nothing but the person himself
    contre: Personnage | None = None
    attribut: str = ""
    competence: str = ""
    groupe: str = ""
    sauvegarde: str = ""
    circonstances: tuple[str, ...] = ()  # what was said of the place and moment: « nuit », « hauteur »
    objet: Objet | None = None  # what it is done with; of what protects: what it protects from
    point: str = ""  # the point vital that is struck; none: the main one


EFFECTS: Effects[Essai] = Effects()


@EFFECTS.when("etat")
def dans_l_etat(c: Essai, etat: str) -> bool:
    return etat in c.p.etats


@EFFECTS.when("circonstance")
def circonstance(c: Essai, nommee: str) -> bool:
    return nommee in c.circonstances


@EFFECTS.when("seul")
def seul(c: Essai, _: str) -> bool:
    """In a confrontation, and nobody else of one's side is up."""
    return c.scene is not None and c.scene.encounter is not None and not _autres(c)


@EFFECTS.when("entoure")
def entoure(c: Essai, _: str) -> bool:
    """Somebody else of one's side is up."""
    return bool(_autres(c))


@EFFECTS.when("frappe")
def frappe(c: Essai, forme: str) -> bool:
    """With, or from, something of this form."""
    return c.objet is not None and c.objet.sorte.frappe == forme


@EFFECTS.when("hors_frappe")
def hors_frappe(c: Essai, forme: str) -> bool:
    """With, or from, anything that is not of this form, bare hands among it."""
    return not frappe(c, forme)


@EFFECTS.when("contre")
def contre(c: Essai, qui: str) -> bool:
    """Against somebody of another size."""
    if c.contre is None:
        return False
    ecart = c.contre.fiche.valeurs["TAI"] - c.p.fiche.valeurs["TAI"]
    return ecart > 0 if qui == "plus_grand" else ecart < 0


def _autres(c: Essai) -> list[str]:
    """Who else of one's side is up."""
    people = c.scene.people.values() if c.scene is not None else ()
    return [q.id for q in people if q.id != c.p.id and q.side == c.p.side and q.up]
