"""One exchange: the test of an attack, the defences it meets, its damage, the lésion, what strikes back.

The order of questions is the order of the lines of `echange` and `assaut`. An interruption is a call to `assaut` with
less allowed to answer it (`reponse`); nothing answers twice, so nothing goes deeper than two.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import amount, tally
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ground import Cell
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Amount, Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms, total

from ...model.actions import LIGNES
from ...model.confrontation import Suite
from ...model.effects import Essai
from ...model.energies import ENERGIES, Energie
from ...model.energies import NOMS as NOMS_DES_ENERGIES
from ...model.people import Personnage
from ...model.plan import PLANS, Nom, Plan
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c0_tests import Figures, Jet, Profil, Realise, figures_d_essai, payer
from ..c0_tests.actions import refuse
from ..c0_tests.des import jouer
from ..c0_tests.figures import valeur_de
from ..c0_tests.jets import lancer, lancer_a_part
from ..c0_tests.resolution import (
    CRITIQUE,
    apres_test,
    avec_les_des,
    comparer,
    details,
    limite_d_echec,
    mesure_de,
    remarquer,
)
from ..c1_attributs import ajustee, trop_bas
from ..c2_competences.limites import Gene, limitees
from ..c4_caracteristiques.lesions import leser
from ..c4_caracteristiques.ressources import perdre
from ..c4_caracteristiques.seuils import defense, seuil
from .aide import aider
from .amorces import amorce, sans_amorce
from .armes import Arme, a_portee, absorption, arme_de, decouverte, en_melee, resistance
from .budget import RIEN as RIEN_FAIRE
from .budget import SANS_VITESSE, depenser, genre_d_attaque, moyens, peut_doubler, preparation, repetition, vitesse
from .defense import (
    DEVIENT,
    PLAFOND_RESTREINT,
    TOUTE_VITESSE,
    Defenseur,
    Face,
    Garde,
    Menace,
    Reponse,
    bref,
    choisir,
    cumulables,
    defenseur,
    entier,
    la_meilleure,
    protecteurs,
    seconde_defense,
    tenir_la_garde,
)
from .degats import Anormal, Cible, Degats, Parade, defenses_de, encaisser, fait_une_lesion, niveau_de_lesion_du_coup
from .energies import Flamme, energies_de, flammes
from .localisation import aggraver, difficulte_de_visee, seuil_localise
from .mains import a_contre_main, bras_arme, detendre, gene, genre_de_main, jeter, lever_a_deux_mains, sans_action_libre
from .offres import choix
from .points import blesser_le_point, entamer, frappe
from .situations import assaillir, couvert, situation, user_la_diversion
from .solidite import ARMURE, RIEN, Cas, Epreuve, solidite, tenu
from .tour import impliquer

DEFENSE_PAR_L_ATTAQUE = "defense_par_l_attaque"
SANS_CATEGORIE = "jets_sans_categorie"
PERFORATION_PENETRE = "perforation_penetre"
BASCULE = "bascule"
SWITCHES = (
    Switch(DEFENSE_PAR_L_ATTAQUE, "TN-8.97.1"),
    Switch(SANS_CATEGORIE, "TN-8.167.1"),
    Switch(PERFORATION_PENETRE, "TN-8.254.1"),
    Switch(BASCULE, "TN-8.138"),
)
SANS_PLAFOND = 99
DEVIATION = 40  # more than any defence turns aside: endurance beyond it does not matter where absorption goes first
SUR_LES_DEGATS = ("subir", "devier", "eviter", "encaisser")  # these defences act on damage alone


class Coup(Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack or tirade as declared (TN-8.287), and how it comes about."""

    de: Who
    sur: Who
    plan: Nom = "corps"
    attribut: str = ""  # the style of bare hands (TN-8.98), the method of a tirade (TN-8.103)
    main: int = 0  # which of the weapons in hand
    zone: str = ""
    sous: int = 0  # how much finer than a zone one aims (TN-8.295)
    plaie: bool = False  # at a lésion that is there (TN-8.147)
    net: Terms = ()  # of how it comes about: not aimed, not prepared, disturbed
    bonus: Terms = ()  # on the score: aide, amorce
    plus: Terms = ()  # on the jet
    plafond: int = SANS_PLAFOND  # TN-8.435: Représailles caps the skill of what strikes back
    restreinte: bool = False  # TN-8.69
    reponse: Reponse = "libre"
    conditions: bool = False  # it carries some
    sorte: Anormal = ""
    non_letal: bool = False  # TN-8.209
    lancee: bool = False  # it is thrown: an arm of melee (TN-8.374), or what is made for it
    contre: bool = False  # it strikes back (TN-9.65)
    opportunite: bool = False  # it disturbs what it answers in its own way (TN-8.279)
    circonstances: tuple[str, ...] = ()  # how it is done: « diatribe »
    energie: Energie | None = None  # all of it is this energy, whatever it is done with (TN-8.99)
    ligne: str = ""  # the action of the catalogue it is (TN-8.122)
    etendue: bool = False  # one of a zone: it hits no object (TN-8.202)
    point: str = ""  # the point vital that is struck, of a creature that has several (TN-8.428)
    au_couvert: bool = False  # his Visée serves against the cover, not for the zone (TN-8.258)


touche: Moment[[Coup, Verdict, Degats]] = Moment("touche")  # somebody was hit, and so badly
esquive: Moment[[Coup]] = Moment("esquive")  # this was dodged, or nearly: opportunities come of it (TN-8.155)
vers_l_abri: Moment[[Coup, Cell]] = Moment("vers_l_abri")  # whoever this was aimed at throws himself there (TN-8.158)
annoncee: Moment[[Coup]] = Moment("annoncee")  # an attack was declared, and nothing thrown yet
renvoie: Moment[[str, int]] = Moment("renvoie")  # somebody sends on so much of a blow
sur_un_objet: Moment[[Assaut, Coup, Verdict, Terms]] = Moment("sur_un_objet")  # an automate was hit: it wears
bloque: Moment[[Coup]] = Moment("bloque")  # this was blocked: a riposte may follow (TN-8.154)
defendue: Moment[[Coup]] = Moment("defendue")  # this was answered by a defence, and not struck back (TN-8.74)
tente: Moment[[Coup, Verdict]] = Moment("tente")  # this was tried, whatever came of it
retombe: Moment[[Coup]] = Moment("retombe")  # what was thrown lies where its target stands


# ---------------------------------------------------------------- figures


class Assaut(Struct, frozen=True, dict=True, eq=False):
    """All that chance needs to know of one attack, worked out once; who could answer only at the first hit.

    Hashed as the object it is, so that `confronter` is drawn once for it.
    """

    scene: Scene
    c: Coup
    arme: Arme
    f: Figures
    profil: Profil
    difficultes: Terms
    d: int
    couvert: int  # what an obstacle took off the test (TN-8.369)
    visee: int | None  # V of TN-8.290
    marge: int  # of a critical success
    desastre: int  # up to this score it is an échec critique
    maitrise: int
    tout: bool  # dice too are wanted, not scores alone
    energies: tuple[Flamme, ...] = ()
    prudent: bool = False  # odds: its target is not asked, and makes the defence that spares most
    tactique: bool = False  # it has an impact, and hurts nobody: not every defence means anything (TN-8.112)

    @cached_property
    def those(self) -> tuple[Defenseur, ...]:
        """The one hit, then those who could take it for him."""
        scene, c, plan = self.scene, self.c, PLANS[self.c.plan]
        d = defenseur(scene, c.sur, plan, scene[c.de], c.reponse, self.porte)
        return self.utile(d), *(protecteurs(scene, c.sur, plan, scene[c.de]) if c.reponse == "libre" else ())

    @cached_property
    def encore(self) -> tuple[Defenseur, bool]:
        c = self.c
        face = self.those[0].face or Face(self.scene, self.scene[c.sur], PLANS[c.plan], self.scene[c.de])
        d, passe = seconde_defense(face, self.porte)
        return self.utile(d), passe

    @cached_property
    def chocs(self) -> dict[Verdict, Choc]:
        """What a hit meets, by its verdict: for odds, which ask for the same again and again."""
        return {}

    @cached_property
    def habitudes(self) -> dict[int, Garde | None]:
        """What its target does against it, by its score, if he is not asked."""
        return {}

    @cached_property
    def autours(self) -> dict[bool, tuple[int, Terms]]:
        """The same of its jet, plain or critical."""
        return {}

    @property
    def porte(self) -> bool:
        """Whether it carries a condition: a tactic its own, an attack whatever is on the blade."""
        return self.c.conditions or (not self.tactique and bool(self.scene[self.c.de].portees))

    @rule("TN-8.74", "TN-8.112")
    def utile(self, d: Defenseur) -> Defenseur:
        """Without the defences that act on damage alone, where there is none, and one that is kept for an attack."""
        if not self.tactique:
            return d
        ways = [g for g in d.gardes if g.effet not in SUR_LES_DEGATS and g.moyen != "gardee"]
        return replace(d, gardes=tuple(ways))

    @cached_property
    def menace(self) -> Menace:
        """The blow as its target may count with it."""
        p, c = self.scene[self.c.de], self.c
        des, plus = calibre(self.scene, self.arme, c)
        m = modificateur(total(ajustee(p, self.arme.attribut, self.f.ajustements)))
        if self.tactique:
            return Menace(2 + des, total(plus) + m, 0, 0, 0, impact=True)
        cible = cible_de(self.scene, c, False)
        a = max(0, total(cible.absorption) - total(perforation(self.scene, c)))
        return Menace(2 + des, total(plus) + m, total(cible.resistance), a, min(cible.endurance, a + DEVIATION))


@rule("TN-8.92", "TN-8.97", "TN-8.97.1", "TN-8.99", "TN-8.102", "TN-8.168", "TN-8.206")
def figures_d_attaque(scene: Scene, c: Coup) -> Assaut:
    """Every sum of an attack: its test, what it must beat, and by how much to be critical."""
    plan, p, q = PLANS[c.plan], scene[c.de], scene[c.sur]
    arme = arme_de(p, plan, c.main, c.attribut, not en_melee(p, q, c.main), scene.options, c.lancee)
    if c.energie is not None:
        arme = replace(arme, defense=ENERGIES[c.energie])
    if arme.objet is not None:
        c = replace(c, plus=c.plus + bras_arme(scene, c.de, "attaque", c.main), lancee=arme.lancee)
    loin = () if sans_gene(scene, c, arme) else a_portee(p, q, plan, c.main, c.lancee) or ()
    a = dresser(scene, c, arme, c.net + loin)
    portees = energies_de(scene, p, q) if plan.genre == "physique" else {}
    portees.pop(c.energie or "", None)
    if not portees:
        return a
    seuils = situation(scene, p, q, not arme.melee)
    return replace(a, energies=flammes(scene, p, q, portees, arme, seuils))


@rule("TN-8.90", "TN-8.93", "TN-8.97", "TN-8.97.1", "TN-8.290", "TN-8.435", "TN-L.7")
def dresser(scene: Scene, c: Coup, arme: Arme, net: Terms, plus: Terms = ()) -> Assaut:
    """The same of anything that is done to somebody like an attack; `plus`: on his passive defence."""
    plan, p, q = PLANS[c.plan], scene[c.de], scene[c.sur]
    c, tient = en_main(scene, c, arme)
    essai = Essai(p, scene, q, arme.attribut, arme.competence, arme.groupe, "", c.circonstances, arme.objet)
    bonus = c.bonus + amorce(p) + (() if c.restreinte else repetition(scene, c.de, usage(arme, c)))
    niveau = p.fiche.competences.get(arme.competence, 0)
    if niveau > c.plafond:
        bonus += (("Représailles", c.plafond - niveau, "TN-2.22"),)
    franc = sans_gene(scene, c, arme)
    cache: Terms = ()
    if plan.genre == "physique" and not franc:
        cache = couvert(scene, p, q, viser=c.au_couvert or not c.zone)
    f = figures_d_essai(
        essai,
        ajustements=arme.ajustements + tient.ajustements,
        bonus=bonus + cache + tient.bonus,
        net=net + tient.net + tally(p.bears, f"net:attaque:{plan.genre}", essai),
    )
    if tient.groupe:
        f = limitees(f, p, Gene(groupe=tient.groupe))
    attribut = arme.attribut if DEFENSE_PAR_L_ATTAQUE in scene.options else arme.defense
    seuils = situation(scene, p, q, not arme.melee and not franc) if plan.genre == "physique" else ()
    difficultes = defense(q, attribut, scene, p, arme.objet) + seuils + plus
    visee = (
        total(difficulte_de_visee(scene, q, plan, c.zone, c.sous, p, viser=not c.au_couvert) + seuils)
        if c.zone
        else None
    )
    return Assaut(
        scene=scene,
        c=c,
        arme=arme,
        f=f,
        profil=f.profil((total(difficultes),)),
        difficultes=difficultes,
        d=total(difficultes),
        couvert=-total(cache),
        visee=visee,
        marge=CRITIQUE - f.criticite + amount(q.bears, "gestion", Essai(q, scene, p, arme.attribut)),
        desastre=total(difficultes) - limite_d_echec(f, scene.options),
        maitrise=amount(p.bears, "maitrise", essai),
        tout="nuance_consequences" in scene.options or capricieuse(arme),
    )


@rule("TN-9.196")
def sans_gene(scene: Scene, c: Coup, arme: Arme) -> bool:
    """Whether nothing hampers a throw: neither how far it goes, nor what hides its target."""
    p = scene[c.de]
    return arme.lancee and amount(p.bears, "tir_franc", Essai(p, scene, scene[c.sur], objet=arme.objet)) > 0


def interdite(
    scene: Scene, de: str, sur: str, plan: Plan, main: int = 0, attribut: str = "", lancee: bool = False
) -> Closed | None:
    """Why somebody as he is cannot attack another as he is, by what he would do it with; or it is too much for him."""
    p, q = scene[de], scene[sur]
    arme = arme_de(p, plan, main, attribut, not en_melee(p, q, main), scene.options, lancee)
    of = arme.attribut, arme.competence, arme.groupe
    essai = Essai(p, scene, q, *of, objet=arme.objet)
    return refuse(scene, p, *of, essai) or depasse(essai, arme, main)


@rule("TN-1.7", "TN-8.90")
def depasse(essai: Essai, arme: Arme, main: int = 0) -> Closed | None:
    """Why nothing can be tried with an arm: it leaves less than 0 of the attribute."""
    p = essai.p
    tient = gene(p, main, arme.attribut, arme.groupe, arme.improvisee).ajustements if arme.objet is not None else ()
    return trop_bas(p, arme.attribut, total(valeur_de(essai, arme.ajustements + tient)))


def capricieuse(arme: Arme) -> bool:
    """Whether it matters which dice fell: a maladresse does something to it (TN-9.3)."""
    return arme.objet is not None and bool(arme.objet.sorte.travers)


@rule("TN-8.69", "TN-8.340", "TN-8.341", "TN-8.342", "TN-8.371")
def en_main(scene: Scene, c: Coup, arme: Arme) -> tuple[Coup, Gene]:
    """What the hand makes of an attack or a tactic: restricted in the wrong one; and what it takes off."""
    if arme.objet is None:
        return c, Gene()
    p = scene[c.de]
    if a_contre_main(p, c.main):
        c = replace(c, restreinte=True)
    return c, gene(p, c.main, arme.attribut, arme.groupe, arme.improvisee)


@rule("TN-8.60", "TN-8.350")
def usage(arme: Arme, c: Coup) -> str:
    """A skill and the limb it is used with; a shield never tires."""
    if arme.bouclier:
        return ""
    return f"{arme.competence}/{'dg'[c.main] if arme.objet is not None and c.main < 2 else ''}"


# ---------------------------------------------------------------- verdict


class Verdict(Struct, frozen=True, gc=False):
    """What an attack came to before its jet, and all that was spent on it."""

    touche: bool
    fait: Realise
    sur: str = ""  # who takes it instead: a protector
    lieu: bool = False  # where it was aimed at
    moitie: bool = False  # there alone (TN-8.289)
    critique: bool = False
    retournee: bool = False  # it hits its author (TN-8.156)
    obstacle: bool = False  # what covers the target was hit instead (TN-8.369)
    desastre: bool = False  # an échec critique
    parades: tuple[Parade, ...] = ()
    gardes: tuple[Garde, ...] = ()  # the defences those came of
    perdue: Garde | None = None  # a second defence that was paid and did not pass (TN-8.70)
    energies: tuple[Flamme, ...] = ()  # those that came through with it (TN-8.206)

    @property
    def defendue(self) -> bool:
        return any(x.reussie for x in self.parades)


EVITE = ("esquiver", "se_couvrir")  # what succeeds: the attack does not touch


@rule(
    "TN-8.93",
    "TN-8.107",
    "TN-8.150",
    "TN-8.155",
    "TN-8.156",
    "TN-8.158",
    "TN-8.165",
    "TN-8.289",
    "TN-8.369",
    "TN-8.370",
)
@chance
def confronter(oracle: Oracle, a: Assaut) -> Verdict:
    """The test, its two difficulties, one defence, perhaps a second."""
    tout = a.tout or not oracle.deaf
    score, fait = jouer(oracle.of(a.c.de), a.profil, entier if tout else bref)
    lieu = a.visee is not None and score > a.visee
    if score <= a.d and not lieu:
        return Verdict(False, fait, obstacle=score + a.couvert > a.d, desastre=score <= a.desastre)
    gardes, perdue, sur = se_defendre(oracle, a, score, tout)
    parades = tuple([x for _, x in gardes])
    plus = sum([x.dr for x in parades if x.effet in EVITE and not x.reussie])  # compared again, with both difficulties
    lieu = lieu and a.visee is not None and score > a.visee + plus
    atteint = score > a.d + plus
    v = Verdict(
        (atteint or lieu) and not any(x.effet in EVITE and x.reussie for x in parades),
        fait,
        sur,
        lieu,
        lieu and not atteint,
        parades=parades,
        gardes=tuple([g for g, _ in gardes]),
        perdue=perdue,
        energies=tuple([x for x in a.energies if score > x.difficulte + plus]) if a.energies else (),
    )
    if not v.touche and any(x.effet == "se_couvrir" for x in parades):
        v = replace(v, obstacle=True)
    feintes = [x.reussie for x in parades if x.effet == "feinter"]
    return replace(v, critique=v.touche and (False in feintes or haut(a, score, plus, v)), retournee=True in feintes)


@rule("TN-0.24", "TN-0.26", "TN-8.289")
def haut(a: Assaut, score: int, plus: int, v: Verdict) -> bool:
    """Whether the attack is so far above every difficulty it met: D, V where it located, each defence."""
    au_dessus = score - a.d - plus >= a.marge
    visee = not v.lieu or a.visee is None or score - a.visee - plus >= a.marge
    return au_dessus and visee and not any(x.serree for x in v.parades)


def se_defendre(
    oracle: Oracle, a: Assaut, score: int, tout: bool
) -> tuple[list[tuple[Garde, Parade]], Garde | None, str]:
    """The defences made, with what came of each; one that was lost; who takes the blow for its target."""
    if a.prudent:
        if score not in a.habitudes:
            a.habitudes[score] = la_meilleure(a.those[0], score, a.maitrise, a.menace)
        garde = a.habitudes[score]
        return ([(garde, tenir_la_garde(oracle, garde, score, a.maitrise, a.marge, tout))] if garde else []), None, ""
    choisie = choisir(oracle, "tn.defense", a.those, score, a.menace)
    if choisie is None:
        return [], None, ""
    qui, g = choisie
    if g.moyen == "gardee" and a.c.reponse == "libre" and not plus_vite(a.scene, a.scene[qui], a.c.de, attaque=False):
        return [], g, ""
    if a.c.reponse == "doublee" and TOUTE_VITESSE in a.scene.options and not a.encore[1]:
        return [], g, ""
    faites = [(g, tenir_la_garde(oracle, g, score, a.maitrise, a.marge, tout))]
    if qui != a.c.sur:
        return faites, None, qui
    vaine = g.effet in EVITE and faites[0][1].reussie  # nothing is left to defend
    if a.c.reponse != "libre" or g.moyen == "actr" or vaine:
        return faites, None, ""
    encore, passe = a.encore
    ways = replace(encore, gardes=cumulables(encore.gardes, g.effet))
    seconde = choisir(oracle, "tn.seconde_defense", (ways,), score, a.menace)
    if seconde is None:
        return faites, None, ""
    if not passe:
        return faites, seconde[1], ""
    return [*faites, (seconde[1], tenir_la_garde(oracle, seconde[1], score, a.maitrise, a.marge, tout))], None, ""


# ---------------------------------------------------------------- consequences


@rule("TN-8.92", "TN-8.94", "TN-8.107")
def assaut(scene: Scene, oracle: Oracle, c: Coup, a: Assaut | None = None) -> tuple[Scene, Verdict]:
    """One attack, from its test to what waits for a hit."""
    a = a or figures_d_attaque(scene, c)
    v = confronter(oracle, a)
    raconter_l_attaque(oracle, a, v)
    scene = impliquer(regler(scene, oracle, a, v), oracle, c.sur)
    if a.arme.objet is not None:
        scene = detendre(lever_a_deux_mains(scene, c.de, c.main), c.de, "attaque", c.main)
    if v.obstacle:
        oracle.tell(Event("obstacle_touche", c.de, c.sur, "TN-8.369"))
    elif not v.touche:
        oracle.tell(Event("manque", c.de, c.sur, "TN-8.93"))
    else:
        scene = frapper(scene, oracle, a, v)
    scene = eprouver_les_armes(scene, oracle, a, v)
    if a.arme.lancee:
        scene = retombe(jeter(scene, oracle, c.de, c.main, c.sur), oracle, a.c)
    return tente(s_ecarter(scene, oracle, c, v), oracle, a.c, v), v


@rule("TN-8.155", "TN-8.158")
def s_ecarter(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """Once it is resolved, what comes of a defence that is a movement: a dodge, or a better cover."""
    if any(x.effet == "esquiver" for x in v.parades) and c.reponse == "libre":
        scene = esquive(scene, oracle, c)
    for g in v.gardes:
        if g.vers is not None and scene[c.sur].up:
            scene = vers_l_abri(scene, oracle, c, g.vers)
    return scene


@rule("TN-8.354", "TN-8.374")
def eprouver_les_armes(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict) -> Scene:
    """What critical defences and failures ask of the things they were made with."""
    c, objet = a.c, tenu(scene[a.c.de], a.c.main) if a.arme.objet is not None else None
    if objet is not None and (v.desastre or a.arme.improvisee):
        scene = solidite(scene, oracle, Epreuve(c.de, c.main, "echec_critique" if v.desastre else "improvise"))
    for g, x in zip(v.gardes, v.parades, strict=True):
        if x.critique and g.avec >= 0 and objet is not None and a.arme.melee:
            contre = tenu(scene[g.f.qui], g.avec)
            scene = solidite(scene, oracle, Epreuve(c.de, c.main, "defense_critique", contre, g.impact(scene)))
        if (x.desastre and g.avec != RIEN) or g.improvisee:
            cas: Cas = "echec_critique" if x.desastre else "improvise"
            e = Epreuve(g.f.qui, g.avec, cas)
            scene = solidite(scene, oracle, e) if e.objet(scene[e.qui]) is not None else scene
    return scene


@rule("TN-8.354")
def eprouver_la_cible(scene: Scene, oracle: Oracle, a: Assaut, c: Coup, v: Verdict, jet: int) -> Scene:
    """A critical attack puts to the test what stopped it: the weapon that parried or blocked, else the armour."""
    if not v.critique or PLANS[c.plan].genre != "physique":
        return scene
    avec = next((g.avec for g in v.gardes if g.effet in ("parer", "bloquer", "proteger") and not v.retournee), ARMURE)
    e = Epreuve(c.sur, avec, "attaque_critique", a.arme.objet, jet)
    return solidite(scene, oracle, e) if e.objet(scene[c.sur]) is not None else scene


def raconter_l_attaque(oracle: Oracle, a: Assaut, v: Verdict, what: str = "attaque", regle: str = "TN-8.93") -> None:
    """What is told of the tests, once they are all made."""
    if oracle.deaf or not v.fait.gardes:
        return
    c, m = a.c, mesure_de(a.f, v.fait)
    facts = *details(m), ("arme", a.arme.nom), ("difficulte", a.d), ("difficultes", a.difficultes), ("zone", c.zone)
    reussi = m.score > a.d or v.lieu
    oracle.tell(Event(what, c.de, c.sur, regle, m.terms, (*facts, ("reussi", reussi))))
    remarquer(oracle, m, "all")
    raconter_les_defenses(oracle, c, v)


def raconter_les_defenses(oracle: Oracle, c: Coup, v: Verdict) -> None:
    for g, x in zip(v.gardes, v.parades, strict=True):
        assert x.fait is not None
        n = mesure_de(g.f, x.fait)
        facts = *details(n), ("effet", g.nom), ("degre", x.dr), ("reussi", x.reussie)
        oracle.tell(Event("defense", g.f.qui, c.de, "TN-8.106", n.terms, facts))
        remarquer(oracle, n, "all")
    if v.perdue is not None:
        oracle.tell(Event("double_perdu", c.sur, c.de, "TN-8.71"))


@rule("TN-8.60", "TN-8.70", "TN-8.80")
def regler(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict) -> Scene:
    """What everybody paid, and one more use of each skill: after the figures, or it would weigh on itself."""
    c = a.c
    scene = sans_amorce(payer(scene, oracle, a.f, v.fait), c.de)
    scene = user_la_diversion(scene, c.de, c.sur)
    if PLANS[c.plan].genre == "physique":
        scene = assaillir(scene, c.de, c.sur)
    if v.fait.gardes and a.tout:
        m = mesure_de(a.f, v.fait)
        r = avec_les_des(comparer(a.f, m.score, (a.d,), scene.options), m)
        scene = apres_test(scene, oracle, a.f, r)
    scene = depenser(scene, c.de, "", usage=usage(a.arme, c), garde=preparee(scene, c.de))
    return regler_les_defenses(scene, oracle, v)


@rule("TN-8.80", "TN-8.156")
def regler_les_defenses(scene: Scene, oracle: Oracle, v: Verdict) -> Scene:
    """What those paid who answered it."""
    for g, x in zip(v.gardes, v.parades, strict=True):
        assert x.fait is not None
        scene = sans_amorce(payer(scene, oracle, g.f, x.fait), g.f.qui)
        garde = "contre_attaque" if g.effet == "parer" else "riposte" if g.effet == "bloquer" else ""
        scene = depenser(scene, g.f.qui, g.moyen, g.genre, g.usage, garde)
        if g.avec >= 0 and g.effet in DEVIENT:
            scene = detendre(scene, g.f.qui, "defense", g.avec)
        if g.effet == "feinter" and scene.encounter is not None:
            n = scene.encounter.attente(g.f.qui).feintes
            scene = replace(scene, encounter=scene.encounter.attend(g.f.qui, feintes=n + 1))
    return depenser(scene, v.perdue.f.qui, v.perdue.moyen, "defense") if v.perdue is not None else scene


def preparee(scene: Scene, who: str) -> str:
    return scene.encounter.attente(who).preparee if scene.encounter is not None else ""


# ---------------------------------------------------------------- the jet and its damage


@rule("TN-8.69", "TN-8.167", "TN-8.167.1", "TN-8.169", "TN-8.249")
def calibre(scene: Scene, arme: Arme, c: Coup) -> tuple[int, Terms]:
    """The catégorie of the jet, and what is added to it but for the attribute; restricted, never above 2."""
    n = min(arme.categorie, PLAFOND_RESTREINT) if c.restreinte else arme.categorie
    p = scene[c.de]
    plus: Terms = (("Catégorie", n, "TN-8.167"),) if n and arme.melee and SANS_CATEGORIE not in scene.options else ()
    essai = Essai(p, scene, scene[c.sur], arme.attribut, circonstances=c.circonstances, objet=arme.objet)
    plus += ecarts_du_jet(arme, c) + tally(p.bears, "puissance", essai) + c.plus
    return max(-2, n + des_de_famille(arme, c) + amount(p.bears, "des:degats", essai)), plus


@rule("TN-9.54", "TN-9.59", "TN-9.60")
def ecarts_du_jet(arme: Arme, c: Coup) -> Terms:
    """What the size of an arm adds to the jets of attacks, and its balance to those of tactics."""
    tactique = c.ligne in LIGNES and LIGNES[c.ligne].genre == "tactique"
    return arme.objet.ecarts("jet_tactique" if tactique else "jet_attaque") if arme.objet is not None else ()


@rule("TN-8.209", "TN-9.49", "TN-9.51")
def sans_mort(arme: Arme, c: Coup) -> bool:
    """Whether a blow is not to kill: it was struck so, or nothing in what it is struck or shot with would."""
    if arme.objet is not None and arme.objet.sorte.usage == "tir" and arme.objet.pointe == "emoussee":
        return True
    matiere = arme.objet.matiere if arme.objet is not None else None
    return c.non_letal or (matiere is not None and not matiere.letale)


@rule("TN-8.349", "TN-9.64", "TN-9.65")
def des_de_famille(arme: Arme, c: Coup) -> int:
    """The dice that an arm of defence takes off a blow, or adds to one that strikes back; never below none."""
    if arme.objet is None or not arme.bouclier:
        return 0
    des = arme.objet.sorte.des
    return max(-2 - arme.categorie, des.attaquer + (des.contre if c.contre else 0))


@rule("TN-8.251")
def perforation(scene: Scene, c: Coup) -> Terms:
    """What is ignored of absorption and déviation: that of PER or SAG, never below 0, and what adds to it."""
    plan, p = PLANS[c.plan], scene[c.de]
    own = max(0, modificateur(p.fiche.valeurs[plan.perforation]))
    objet = tenu(p, c.main) if c.plan == "corps" else None
    essai = Essai(p, scene, scene[c.sur], objet=objet)
    return ((plan.perforation, own, "TN-8.251"), *tally(p.bears, "perforation", essai))


@rule("TN-8.130", "TN-8.138", "TN-8.296")
def cible_de(scene: Scene, c: Coup, nue: bool, zone: str = "") -> Cible:
    """All that stands between a blow and whoever takes it; `zone`: where it is located."""
    plan, q = PLANS[c.plan], scene[c.sur]
    e = scene.encounter
    conscient = e is None or e.statut(q.id) in ("actif", "entrant", "passif")
    bascule = q.fiche.valeurs[plan.seuil] if BASCULE in scene.options else None
    endurance = q.disponible("PE")
    p = scene[c.de]
    objet = arme_de(p, plan, c.main, c.attribut, not en_melee(p, q, c.main), scene.options).objet
    essai = Essai(q, scene, p, objet=objet, point=frappe(q, plan, c.point))
    tient, absorbe = resistance(q, plan, nue, essai, zone), absorption(q, plan, nue, zone)
    return Cible(q.id, tient, absorbe, endurance, conscient, bascule)


def coup_porte(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict) -> Terms:
    """The jet of an attack alone."""
    return coup_et_hauts(scene, oracle, a, v)[0]


@rule("TN-8.95", "TN-8.209", "TN-9.51")
def coup_et_hauts(
    scene: Scene, oracle: Oracle, a: Assaut, v: Verdict, autour: tuple[int, Terms] | None = None
) -> tuple[Terms, int]:
    """One jet for all that the attack does; critical, every die is an 8 (TN-0.53).

    Meant not to kill it has a die more, and its two highest (given besides) do nothing that lasts. `autour`: its dice
    and what is added to them, where they are known.
    """
    n, plus = autour or autour_du_jet(scene, a, v.critique)
    p, c = scene[a.c.de], a.c
    essai, hauts = Essai(p, scene, scene[c.sur], a.arme.attribut), 0
    if sans_mort(a.arme, c):
        lance, hauts = lancer_a_part(oracle, essai, n + 1, v.critique)
    else:
        lance = lancer(oracle, essai, n, v.critique)
    terms = (lance, *plus)
    if v.critique:
        terms += tempere(scene, oracle, c.de, c.de if v.retournee else v.sur or c.sur, n)
    if v.moitie:
        brut = total(terms)
        terms, hauts = (*terms, ("Lieu seul touché", brut // 2 - brut, "TN-8.289")), hauts // 2
    return terms, hauts


@rule("TN-8.137")
def tempere(scene: Scene, oracle: Oracle, de: str, sur: str, n: int) -> Terms:
    """Résistance critique: as much off as the critical has added at most, which takes its dice to be thrown."""
    q = scene[sur]
    resiste = amount(q.bears, "resistance:critique", Essai(q, scene, scene[de]))
    if resiste <= 0:
        return ()
    ajoute = 8 * n - oracle.of(de).total(n, 8, "jet")
    return (("Résistance critique", -min(resiste, ajoute), "TN-8.137"),) if ajoute else ()


@rule("TN-8.95", "TN-8.137", "TN-8.223")
def charges_du_coup(scene: Scene, a: Assaut, coup: Terms, critique: bool) -> int:
    """The same jet as charges: without what bears on damage alone, with what bears on charges alone."""
    p, q = scene[a.c.de], scene[a.c.sur]
    essai = Essai(p, scene, q, a.arme.attribut, objet=a.arme.objet)
    n = total(coup) - amount(p.bears, "jet:degats", essai) + amount(p.bears, "jet:charges", essai)
    if critique:
        n += amount(p.bears, "charges:critique", essai) - amount(p.bears, "degats:critique", essai)
    return n


def autour_du_jet(scene: Scene, a: Assaut, critique: bool) -> tuple[int, Terms]:
    """How many dice the jet of an attack has, and all that is added to them."""
    c, p = a.c, scene[a.c.de]
    n, plus = calibre(scene, a.arme, c)
    if critique:
        plus += tally(p.bears, ("puissance:critique", "degats:critique"), Essai(p, scene, scene[c.sur]))
    essai = Essai(p, scene, scene[c.sur], a.arme.attribut, objet=a.arme.objet)
    return 2 + n, Jet(essai, a.f.ajustements, plus, critique, PLANS[c.plan].genre).autour("degats")


@rule("TN-8.209", "TN-9.51")
def sans_tuer(d: Degats, durable: int) -> Degats:
    """What would last beyond this is only endurance."""
    trop = d.permanents - max(0, durable)
    if trop <= 0:
        return d
    terms = (*d.terms, ("Non létal", -trop, "TN-9.51"))
    return replace(d, permanents=d.permanents - trop, endurance=d.endurance + trop, terms=terms)


@rule("TN-8.206", "TN-8.208")
def energies_portees(oracle: Oracle, a: Assaut, v: Verdict) -> Terms:
    """Each energy that came through, by its own dice; what multiplies the blow is applied to each part by itself."""
    terms: Terms = ()
    for x in v.energies:
        n = 8 * x.des if v.critique else oracle.of(a.c.de).total(x.des, 8, "jet")
        terms += ((NOMS_DES_ENERGIES[x.energie], n, "TN-8.206"),)
        if v.moitie:
            terms += (("Lieu seul touché", n // 2 - n, "TN-8.289"),)
    return terms


@rule("TN-9.142")
def objet_anime(scene: Scene, c: Coup, v: Verdict) -> bool:
    """Whether a blow falls on an automate: it has nothing to lose but its intégrité."""
    sur = c.de if v.retournee else v.sur or c.sur
    return scene[sur].deterioration is not None and PLANS[c.plan].genre == "physique"


@rule("TN-8.95")
def frapper(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict) -> Scene:
    """The one jet of an attack, with the energies it carries, and what it does."""
    if v.critique and objet_anime(scene, a.c, v):
        v = replace(v, critique=False)  # TN-9.125
    coup, hauts = coup_et_hauts(scene, oracle, a, v)
    return porter(scene, oracle, a, v, coup, coup + energies_portees(oracle, a, v), hauts)


class Choc(Struct, frozen=True, gc=False, eq=False):
    """What a hit meets, whatever its dice come to: worked out once."""

    c: Coup  # on whoever takes it, and where
    essai: Essai
    cible: Cible
    perce: int
    penetre: Terms
    parades: tuple[Parade, ...]
    zone: str
    seuil: int
    gravite: int
    usure: int = 0  # attrition (TN-8.252)


@rule("TN-8.139", "TN-8.154", "TN-8.156", "TN-8.159", "TN-8.254", "TN-8.254.1", "TN-8.256")
def choc(scene: Scene, a: Assaut, v: Verdict) -> Choc:
    """Who takes it, what protects him, what goes through it all, how easily it wounds."""
    c = replace(a.c, sur=a.c.de) if v.retournee else replace(a.c, sur=v.sur) if v.sur else a.c
    plan, p, q = PLANS[c.plan], scene[c.de], scene[c.sur]
    essai = Essai(p, scene, q, a.arme.attribut)
    parades = () if v.retournee else v.parades
    c = replace(c, point=frappe(q, plan, c.point), non_letal=sans_mort(a.arme, c))
    zone = c.zone if v.lieu else ""
    cible = cible_de(scene, c, decouverte(q, plan, zone), zone)
    if a.scene.encounter is not None and a.scene.encounter.statut(q.id) == "exclu":
        cible = replace(cible, conscient=False)  # he knew of no confrontation until this blow
    ecu = 0 if v.retournee else max([g.resistance for g in v.gardes], default=0)
    if ecu:
        cible = replace(cible, resistance=(*cible.resistance, ("Bouclier", ecu, "TN-8.154")))
    perce = total(perforation(scene, c))
    penetre: Terms = ()
    if not v.parades:
        penetre = tally(p.bears, "penetration", essai)
        if PERFORATION_PENETRE in scene.options and perce:
            penetre += (("Perforation", perce, "TN-8.254.1"),)
    precision = SANS_PLAFOND if c.sorte == "perforants" else amount(p.bears, "precision", essai)
    plus = sum([2 * x.dr for x in parades if x.effet == "subir"])
    s = seuil(q, plan.lesion, precision, zone, plus, decouverte(q, plan, zone))
    n = seuil_localise(s, c.sous if zone else 0)
    gravite, usure = amount(p.bears, "aggravation", essai), attrition(scene, essai)
    return Choc(c, essai, cible, perce, penetre, parades, zone, n, gravite, usure)


@rule("TN-8.137", "TN-8.252")
def attrition(scene: Scene, essai: Essai) -> int:
    """The endurance a blow takes whatever is done about it, less what its target resists of that."""
    q, usure = essai.contre, amount(essai.p.bears, "attrition", essai)
    if q is None or usure <= 0:
        return 0
    return max(0, usure - amount(q.bears, "resilience:attrition", Essai(q, scene, essai.p)))


@rule("TN-8.137", "TN-8.166", "TN-8.254")
def prendre(oracle: Oracle, k: Choc, coup: Terms, hauts: int = 0) -> Degats:
    """What a blow that came to so much leaves of it."""
    d = encaisser(oracle, k.cible, coup, k.perce, k.parades, k.c.sorte, k.usure)
    if k.penetre:
        d = replace(d, permanents=d.permanents + total(k.penetre), terms=d.terms + k.penetre)
    if k.c.non_letal:
        d = sans_tuer(d, total(coup) - hauts - defenses_de(k.cible, k.c.sorte)[0])
    return d


@rule("TN-8.140", "TN-8.159", "TN-8.248", "TN-8.256", "TN-8.291")
def niveau_du_coup(k: Choc, d: Degats) -> int | None:
    """The level of the lésion it makes; None: it makes none."""
    if not fait_une_lesion(d.permanents, k.parades, k.c.sorte):
        return None
    return niveau_de_lesion_du_coup(d.permanents, k.seuil, localisee=bool(k.zone), gravite=k.gravite)


@rule("TN-8.137", "TN-8.166", "TN-8.170", "TN-8.208", "TN-8.252", "TN-8.253")
def porter(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict, jet: Terms, coup: Terms, hauts: int = 0) -> Scene:
    """What protects, what is lost of each resource, the lésion; then whatever waits for a hit.

    `jet`: its charges; `hauts`: what of it does not last, if it is not to kill.
    """
    k = choc(scene, a, v)
    if objet_anime(scene, a.c, v):
        return sur_un_objet(scene, oracle, a, k.c, v, coup)
    c, d = k.c, prendre(oracle, k, coup, hauts)
    scene, d = renvoyer(scene, oracle, c, d)
    facts = ("points", d.permanents), ("endurance", d.endurance), ("nature", PLANS[c.plan].lesion), ("zone", k.zone)
    oracle.tell(Event("blesse", c.de, c.sur, "TN-8.128", d.terms, (*facts, ("critique", v.critique))))
    scene = subir(scene, oracle, c, d)
    scene = blesser(scene, oracle, c, k.zone, niveau_du_coup(k, d))
    if not c.etendue:
        scene = eprouver_la_cible(scene, oracle, a, c, v, total(coup))
    charges = charges_du_coup(scene, a, jet, v.critique)
    return touche(scene, oracle, c, v, replace(d, jet=total(jet), charges=charges))


@rule("TN-9.194")
def renvoyer(scene: Scene, oracle: Oracle, c: Coup, d: Degats) -> tuple[Scene, Degats]:
    """What somebody may send on to another of what would last, as much as he likes."""
    q = scene[c.sur]
    plan = PLANS[c.plan]
    au_plus = min(d.permanents, amount(q.bears, "renvoi", Essai(q, scene))) if plan.genre == "physique" else 0
    if au_plus <= 0:
        return scene, d
    shown = (("permanents", d.permanents),)
    n = int(oracle.ask(Question(q.id, "tn.renvoi", "TN-9.194", Amount(0, au_plus), shown)).id)
    if not n:
        return scene, d
    renvoyes = replace(d, permanents=d.permanents - n, terms=(*d.terms, ("Renvoyés", -n, "TN-9.194")))
    return renvoie(scene, oracle, q.id, n), renvoyes


@rule("TN-8.124", "TN-8.125", "TN-8.126", "TN-8.252", "TN-8.253")
def subir(scene: Scene, oracle: Oracle, c: Coup, d: Degats) -> Scene:
    """Endurance for what it took upon itself, attrition that nothing kept off, and what is lost for good."""
    plan, q = PLANS[c.plan], scene[c.sur]
    if d.endurance:
        scene = perdre(scene, oracle, q.id, "PE", (("Encaisser", d.endurance, "TN-8.131"),), "TN-8.131")
    if d.usure:
        scene = perdre(scene, oracle, q.id, "PE", (("Attrition", d.usure, "TN-8.252"),), "TN-8.252")
    if not d.permanents:
        return scene
    if point := frappe(q, plan, c.point):
        return entamer(scene, oracle, q.id, point, d.permanents)
    return perdre(scene, oracle, q.id, plan.ressource, (("Dégâts", d.permanents, "TN-8.133"),), "TN-8.133")


@rule("TN-8.140", "TN-8.146", "TN-8.147")
def blesser(scene: Scene, oracle: Oracle, c: Coup, zone: str, niveau: int | None) -> Scene:
    """The lésion it leaves, if it makes one: a new one, or one that was aimed at and gets worse."""
    plan, q = PLANS[c.plan], scene[c.sur]
    if niveau is None or "mort" in q.etats:
        return scene
    if c.point:
        return blesser_le_point(scene, oracle, c.sur, c.point, niveau)
    if c.plaie and zone:
        aggravee = aggraver(scene, oracle, c.sur, plan.lesion, zone, niveau)
        if aggravee is not None:
            return aggravee
    return leser(scene, oracle, c.sur, plan.lesion, niveau, zone)


# ---------------------------------------------------------------- the exchange


@rule("TN-8.77", "TN-8.104")
def echange(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """Everything that may happen around one declared attack, in this order."""
    scene, aide = aider(scene, oracle, c.de, PLANS[c.plan])
    c = replace(c, bonus=c.bonus + aide)
    scene, v = assaut(annoncee(scene, oracle, c), oracle, c)
    return suivre(contrer(scene, oracle, c, v), c, v)


@rule("TN-8.74", "TN-8.153", "TN-8.435")
def contrer(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """Who defended himself strikes back: a contre-attaque after a parade, or by doubling his defence (TN-R78).

    Whoever blocked is first asked for a riposte.
    """
    if scene.encounter is None or not v.parades or v.sur or not scene[c.sur].up or not scene[c.de].up:
        return scene
    bloquee = any(x.effet == "bloquer" and x.reussie for x in v.parades)
    if bloquee and (apres := bloque(scene, oracle, c)) is not scene:
        return apres
    paree = any(x.effet == "parer" and x.reussie for x in v.parades)
    options = (RIEN_FAIRE, *de_chaque_main(scene, c, paree))
    if len(options) == 1:
        return scene
    pris = str(oracle.ask(Question(c.sur, "tn.contre", "TN-8.435", options, (("sur", c.de),))).id)
    if pris == "rien":
        return scene if bloquee else defendue(scene, oracle, c)
    quoi, _, moyen = pris.partition("/")
    return rendre(scene, oracle, c, CONTRES.index(quoi), moyen)


CONTRES = "contre", "contre_autre_main"
RENDRE = "Contre-attaquer", "Contre-attaquer de l'autre main"


@rule("TN-8.74", "TN-8.338", "TN-8.340", "TN-8.435")
def de_chaque_main(scene: Scene, c: Coup, paree: bool) -> Iterator[Option]:
    """What he may strike back with, and with what he can pay for it: after a parade, or else by doubling."""
    q, plan = scene[c.sur], PLANS[c.plan]
    mains = range(max(1, len(q.equipement.armes[:2])) if plan.genre == "physique" else 1)
    for main in mains:
        if a_portee(q, scene[c.de], plan, main) is None or interdite(scene, q.id, c.de, plan, main) is not None:
            continue
        ways = moyens(scene, q.id, genre_de_main(q, "attaque", main), "contre_attaque") if paree else ()
        if not ways and peut_doubler(scene, q.id):
            ways = ("double",)
        if plan.genre == "physique":
            ways = tuple([way for way in ways if sans_action_libre(scene, q.id, main, way) is None])
        yield from choix(((CONTRES[main], RENDRE[main]),), ways)[1:]


@rule("TN-8.73", "TN-8.75", "TN-8.435")
def rendre(scene: Scene, oracle: Oracle, c: Coup, main: int, moyen: str) -> Scene:
    """The blow that is struck back: its skill capped by Représailles, or a second action like any other."""
    q = scene[c.sur]
    net = preparation(scene, q.id, moyen, "contre_attaque")
    scene = depenser(scene, q.id, moyen, genre_de_main(q, "attaque", main))
    oracle.tell(Event("contre", q.id, c.de, "TN-8.435"))
    point = genre_d_attaque(scene[c.de], c.main).partition("/")[2]  # what struck is what is struck back
    retour = Coup(q.id, c.de, c.plan, main=main, reponse="doublee", point=point)
    if moyen == "double":
        return seconder(scene, oracle, replace(retour, restreinte=True))
    plafond = q.fiche.competences.get("represailles", 0)
    return assaut(scene, oracle, replace(retour, net=net, plafond=plafond, contre=True))[0]


@rule("TN-8.70", "TN-8.75")
def suivre(scene: Scene, c: Coup, v: Verdict) -> Scene:
    """His passe goes on: doubling is an action of his, open until he does anything else."""
    e = scene.encounter
    if e is None or e.passe != c.de or not peut_doubler(scene, c.de) or not scene[c.de].up:
        return scene
    suite = Suite(c.de, c.sur, "attaque", c.plan, c.attribut, bool(v.parades) and not v.sur, c.point)
    return replace(scene, encounter=replace(e, suite=suite))


@rule("TN-8.70", "TN-8.73", "TN-8.75", "TN-8.104")
def second(s: Suite, sur: str, main: int = 0) -> Coup:
    """The second attack: restricted; only who defended himself against the first may answer it, by doubling."""
    reponse: Reponse = "doublee" if s.defendue and sur == s.sur else "aucune"
    point = s.point if sur == s.sur else ""
    return Coup(s.de, sur, s.plan, s.attribut, main, restreinte=True, reponse=reponse, point=point)


@rule("TN-8.70", "TN-8.71", "TN-8.72")
def doubler(scene: Scene, oracle: Oracle, s: Suite, sur: str, main: int = 0) -> Scene:
    """Paid first, then compared: its author does not know whether it will pass."""
    return seconder(depenser(scene, s.de, "double", "attaque"), oracle, second(s, sur, main))


@rule("TN-8.71", "TN-8.255")
def seconder(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """A second attack that is paid happens if its author is still the faster one."""
    if not plus_vite(scene, scene[c.de], c.sur):
        oracle.tell(Event("double_perdu", c.de, c.sur, "TN-8.71"))
        return scene
    oracle.tell(Event("seconde", c.de, c.sur, "TN-8.70"))
    return assaut(scene, oracle, c)[0]


@rule("TN-8.4", "TN-8.71", "TN-8.255")
def plus_vite(scene: Scene, p: Personnage, passif: str, *, attaque: bool = True) -> bool:
    """Strictly, the ACTR already paid; accélération counts for attacks alone. Where vitesse is left out, always."""
    if SANS_VITESSE in scene.options:
        return True
    plus = amount(p.bears, "acceleration", Essai(p, scene, scene[passif])) if attaque else 0
    return vitesse(scene, p.id) + plus > vitesse(scene, passif, "passive")
