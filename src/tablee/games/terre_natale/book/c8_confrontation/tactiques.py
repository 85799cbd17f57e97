"""Tactics: what is done to an adversary that is no attack. The same test and the same answers; its jet is an impact.

Also what is done for oneself or an ally, which nobody opposes: an évaluation, or no test at all.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Said, Someone
from tablee.kernel.tally import Terms, total

from ...model.actions import LIGNES, TYPE, Ligne
from ...model.conditions import Duree
from ...model.confrontation import Suite
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT, PLANS, Nom, Plan
from ...model.scene import Scene
from ..c0_tests import Figures, Jet, evaluer, figures_d_essai, jet, tester
from ..c0_tests.des import points
from ..c0_tests.resolution import apprecier
from ..c4_caracteristiques.ressources import est_mort
from ..c4_caracteristiques.usage import ajustement_de
from .aide import aider
from .armes import Arme, a_portee, argument
from .attaque import (
    EVITE,
    Assaut,
    Coup,
    Verdict,
    bloque,
    calibre,
    confronter,
    defendue,
    depasse,
    dresser,
    eprouver_les_armes,
    plus_vite,
    raconter_l_attaque,
    regler,
    s_ecarter,
    tempere,
    tente,
)
from .budget import depenser, fermee, moyens, peut_doubler, preparation
from .chantiers import COMPLEXE, Oeuvre, ouvrage_ferme, ouvrer, perturber
from .conditions import surcout_de_duree
from .defense import Reponse, retire
from .effets import Acte, pire, produire
from .energies import energies_de
from .mains import bras_arme, detendre, detournee
from .offres import choix
from .opportunites import provoquer, saisie
from .tour import impliquer

SANS_VISER: Terms = (("Localisée sans viser", -1, "TN-8.289"),)
PRISES = ("saisi", "bras_pris", "arme_liee", "entrave", "immobilisation")  # what one breaks free of
LOURDE = 3  # the catégorie of a heavy arm
RIPOSTES = {"corps": ("tactique", CORPS), "esprit": ("inspiration", ESPRIT)}


# ---------------------------------------------------------------- what it costs


@rule("TN-8.59", "TN-8.62", "TN-8.64", "TN-8.65", "TN-8.122")
def type_de(p: Personnage, ligne: Ligne) -> str:
    """What an action takes of somebody's passe; a simple one may take less of whoever is used to it."""
    habitue = ligne.type == "ACTS" and ligne.habitue and f"habitue:{ligne.id}" in p.bears
    return ligne.habitue if habitue else ligne.type


def oeuvre(ligne: Ligne, sur: str, genre: str = "") -> Oeuvre | None:
    """An action complexe or étendue as the work it is; None: it is none."""
    found = TYPE.fullmatch(ligne.type)
    assert found is not None
    n = int(found[1] or 0) or (COMPLEXE if ligne.type == "ACTC" else 0)
    return Oeuvre(ligne.id, ligne.nom, n, genre or ligne.genre, ligne.plan_nom, sur) if n else None


@rule("TN-8.62", "TN-8.65", "TN-8.88", "TN-8.122")
def impayable(scene: Scene, who: str, ligne: Ligne, sur: str, genre: str = "") -> Closed | None:
    """What keeps somebody from paying for an action now; `genre`: its kind, where each hand has one of its own."""
    genre = genre or ligne.genre
    if who not in scene.people:
        return fermee(scene, who, genre)
    o = oeuvre(ligne, sur, genre)
    if o is not None:
        return ouvrage_ferme(scene, who, o)
    return fermee(scene, who, genre, *((0, 1) if type_de(scene[who], ligne) == "ACTL" else (1, 0)))


@rule("TN-8.62", "TN-8.65", "TN-8.274", "TN-8.283")
def payer(
    scene: Scene, oracle: Oracle, who: str, ligne: Ligne, sur: str, genre: str = "", *, moyen: str = "acts"
) -> tuple[Scene, Terms | None]:
    """Pay for an action of one's passe: the désavantages that opportunities leave on it; None: it does not happen yet.

    An action complexe is a work, that may take more than a passe. `moyen`: acts, or the action gratuite of the tour.
    """
    o = oeuvre(ligne, sur, genre)
    if o is not None:
        return ouvrer(scene, oracle, who, o)
    libre = type_de(scene[who], ligne) == "ACTL"
    scene = depenser(scene, who, "actl" if libre else moyen, "" if libre else genre or ligne.genre)
    if not ligne.opportunite:
        return scene, ()
    scene, d = provoquer(scene, oracle, who, "complexe", ligne.plan_nom)
    return scene, None if d.perdue else d.net


# ---------------------------------------------------------------- figures


class Prise(Struct, frozen=True, gc=False, omit_defaults=True):
    """A tactic as declared, and how it comes about."""

    de: Who
    sur: Who
    quoi: str
    attribut: str = ""  # of several that its row allows
    duree: Duree = "ephemere"
    net: Terms = ()
    bonus: Terms = ()
    plafond: int = 99  # TN-8.435
    restreinte: bool = False
    reponse: Reponse = "libre"
    opportunite: bool = False  # it disturbs what it answers in its own way (TN-8.279)

    @property
    def ligne(self) -> Ligne:
        return LIGNES[self.quoi]


@rule("TN-2.26", "TN-2.34", "TN-8.113", "TN-8.114")
def attribut_de(p: Personnage, ligne: Ligne, attribut: str = "") -> str:
    """The attribute named, or of those an action allows the strongest."""
    return attribut if attribut in ligne.attributs else max(ligne.attributs, key=lambda a: p.fiche.valeurs[a])


@rule("TN-8.90", "TN-8.113", "TN-8.114", "TN-8.259", "TN-8.345")
def outil(p: Personnage, ligne: Ligne, attribut: str, options: tuple[str, ...] = ()) -> Arme:
    """What it is done with: the arm of the main hand, an argument, armour, or nothing; a bow where a blade would do.

    It hampers the attribute and drives the jet by its catégorie; the attribute itself is what defends.
    """
    of = ligne.nom, attribut, attribut, ligne.competence, ligne.groupe
    if ligne.avec == "argument":
        discours = argument(p, attribut, options)
        return Arme(*of, discours.categorie, ajustements=discours.ajustements)
    if ligne.avec == "armure" and p.equipement.armure is not None:
        return Arme(*of, 0, ajustements=ajustement_de(p, p.equipement.armure))
    tenue = p.equipement.arme(0)
    tir = "tir" in ligne.exige
    if ligne.avec != "arme" or tenue is None or (tir and tenue.sorte.usage != "tir"):
        return Arme(*of, ligne.categorie, melee=not ligne.metres)
    return Arme(*of, tenue.utile, melee=not tir, objet=tenue, improvisee=detournee(tenue, pour_attaquer=tir))


@rule("TN-8.112", "TN-8.113", "TN-8.114", "TN-8.230", "TN-8.289", "TN-8.339")
def figures_de_tactique(scene: Scene, t: Prise) -> Assaut:
    """Every sum of a tactic: the passive defence of its attribute, more to make a condition last."""
    ligne, p, q = t.ligne, scene[t.de], scene[t.sur]
    arme = outil(p, ligne, attribut_de(p, ligne, t.attribut), scene.options)
    plus: Terms = ((ligne.nom, ligne.difficulte, ligne.regle),) if ligne.difficulte else ()
    if t.duree != "ephemere":
        plus += max([surcout_de_duree(q, id, t.duree) for id in ligne.conditions], key=total)
    net = t.net
    if ligne.zone and (scene.encounter is None or scene.encounter.attente(t.de).vise != t.sur):
        net += SANS_VISER
    if "tir" in ligne.exige or ligne.plan is ESPRIT:
        net += a_portee(p, q, ligne.plan) or ()
    c = coup_de(t)
    if arme.objet is not None:
        c = replace(c, plus=bras_arme(scene, t.de, "tactique", 0))
    return replace(dresser(scene, c, arme, net, plus), tactique=True)


def coup_de(t: Prise) -> Coup:
    return Coup(
        t.de,
        t.sur,
        t.ligne.plan_nom,
        zone=t.ligne.zone,
        bonus=t.bonus,
        plafond=t.plafond,
        restreinte=t.restreinte,
        reponse=t.reponse,
        conditions=bool(t.ligne.conditions),
        ligne=t.quoi,
    )


@rule("TN-8.113", "TN-8.289")
def aboutit(v: Verdict, ligne: Ligne) -> bool:
    """Whether it affects somebody: it touches, and where it takes a limb, that limb."""
    return v.touche and (v.lieu or not ligne.zone)


# ---------------------------------------------------------------- consequences


@rule("TN-8.246", "TN-8.249", "TN-8.259", "TN-8.260")
def jet_de_tactique(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict, mesure: str) -> Terms:
    """The impact, or the charges: the very jet an attack would make, less what a defence takes off it."""
    c, p = a.c, scene[a.c.de]
    n, plus = calibre(scene, a.arme, c)
    if v.critique:
        plus += tuple([("Puissance critique", k, "TN-8.137") for k in (puissance_critique(scene, c, mesure),) if k])
        plus += tempere(scene, oracle, c.de, c.de if v.retournee else v.sur or c.sur, 2 + n)
    essai = Essai(p, scene, scene[c.sur], a.arme.attribut)
    terms, brut = jet(oracle, Jet(essai, a.f.ajustements, plus, v.critique, PLANS[c.plan].genre), n, mesure)
    if v.moitie:
        terms += (("Lieu seul touché", brut // 2 - brut, "TN-8.289"),)
    return terms + defendu(total(terms), v)


@rule("TN-8.137")
def puissance_critique(scene: Scene, c: Coup, mesure: str) -> int:
    """What a critical one has more: of all it does, and of charges alone."""
    p = scene[c.de]
    keys = ("puissance:critique", "charges:critique") if mesure == "charges" else "puissance:critique"
    return amount(p.bears, keys, Essai(p, scene, scene[c.sur]))


@rule("TN-8.112", "TN-8.163")
def defendu(impact: int, v: Verdict) -> Terms:
    """What active defences take off an impact; never more than there is."""
    terms: Terms = ()
    for x in () if v.retournee else v.parades:
        moins = min(max(0, impact), retire(x.effet, x.reussie, x.dr, x.deviation) if x.effet not in EVITE else 0)
        if moins:
            terms += (("Défense", -moins, "TN-8.112"),)
            impact -= moins
    return terms


@rule("TN-8.63", "TN-8.112", "TN-8.113", "TN-8.114")
def tenter(scene: Scene, oracle: Oracle, t: Prise, a: Assaut | None = None) -> tuple[Scene, Verdict]:
    """One tactic, from its test to what comes of it."""
    a = a or figures_de_tactique(scene, t)
    v = confronter(oracle, a)
    raconter_l_attaque(oracle, a, v, "tactique", t.ligne.regle)
    scene = impliquer(regler(scene, oracle, a, v), oracle, t.sur)
    if a.arme.objet is not None:
        scene = detendre(scene, t.de, "tactique", 0)
    if aboutit(v, t.ligne):
        scene = affecter(scene, oracle, t, a, v)
    else:
        oracle.tell(Event("manque", t.de, t.sur, "TN-8.112"))
    scene = eprouver_les_armes(scene, oracle, a, v)
    return tente(s_ecarter(scene, oracle, a.c, v), oracle, a.c, v), v


def affecter(scene: Scene, oracle: Oracle, t: Prise, a: Assaut, v: Verdict) -> Scene:
    """Its jet, and what that does to whoever takes it; nothing is left of it: nothing happens."""
    ligne = t.ligne
    sur = t.de if v.retournee else v.sur or t.sur
    n = 0
    if ligne.mesure:
        terms = jet_de_tactique(scene, oracle, a, v, ligne.mesure)
        n = max(0, total(terms))
        facts = ("action", ligne.nom), ("impact", total(terms)), ("critique", v.critique), ("reussi", n > 0)
        oracle.tell(Event("impact", t.de, sur, "TN-8.259", terms, facts))
        if not n:
            return scene
    scene = produire(scene, oracle, Acte(t.de, sur, ligne, n, t.duree))
    return scene if t.opportunite or sur == t.de else perturber(scene, oracle, sur, t.de, ligne.plan_nom)


@chance
def evaluation(oracle: Oracle, f: Figures, difficulte: int) -> int:
    """The degree of an évaluation, or below 0 if it is missed: for whoever wants its odds."""
    r = apprecier(f, points(oracle, f.profil((difficulte,))), difficulte)
    return r.dr if r.reussi else -1


@rule("TN-8.122")
def figures_de_soutien(scene: Scene, de: str, ligne: Ligne, attribut: str = "", net: Terms = ()) -> Figures:
    """The test of what nobody opposes."""
    p = scene[de]
    arme = outil(p, ligne, attribut_de(p, ligne, attribut), scene.options)
    of = arme.attribut, ligne.competence, ligne.groupe
    essai = Essai(p, scene, None, *of, objet=arme.objet)
    return figures_d_essai(essai, ajustements=arme.ajustements, net=net)


@rule("TN-8.122", "TN-8.215")
def soutenir(scene: Scene, oracle: Oracle, acte: Acte, attribut: str = "", net: Terms = ()) -> Scene:
    """What is done for oneself or for somebody who lets it happen: an évaluation, its degree or its jet; or no test."""
    ligne = acte.ligne
    n = 0
    if ligne.contre:
        f = figures_de_soutien(scene, acte.de, ligne, attribut, net)
        scene, r = evaluer(scene, oracle, f, ligne.difficulte)
        if not r.reussi or (ligne.mesure == "degre" and not r.dr and not any(e.n for e in ligne.fait)):
            return scene
        n = r.dr if ligne.mesure == "degre" else jet_de_soutien(scene, oracle, acte, f)
    return produire(scene, oracle, replace(acte, n=n))


def jet_de_soutien(scene: Scene, oracle: Oracle, acte: Acte, f: Figures) -> int:
    """The jet of what nobody opposes: the same dice as a tactic's."""
    p, ligne = scene[acte.de], acte.ligne
    arme = outil(p, ligne, f.attribut, scene.options)
    plus: Terms = (("Catégorie", arme.categorie, "TN-8.167"),) if arme.melee and arme.categorie else ()
    j = Jet(Essai(p, scene, None, f.attribut), f.ajustements, plus)
    terms, n = jet(oracle, j, arme.categorie, ligne.mesure)
    facts = ("action", ligne.nom), ("impact", n), ("critique", False), ("reussi", n > 0)
    oracle.tell(Event("impact", acte.de, acte.sur, "TN-8.259", terms, facts))
    return max(0, n)


# ---------------------------------------------------------------- in one's passe, doubled, in answer


@rule("TN-8.77", "TN-8.112", "TN-8.115")
def user_de_tactique(scene: Scene, oracle: Oracle, t: Prise) -> Scene:
    """A tactic of one's passe, with all that may happen around it; it may then be doubled."""
    scene, aide = aider(scene, oracle, t.de, t.ligne.plan)
    scene, v = tenter(scene, oracle, replace(t, bonus=aide))
    e = scene.encounter
    if e is None or e.passe != t.de or not peut_doubler(scene, t.de) or not scene[t.de].up:
        return scene
    suite = Suite(t.de, t.sur, "tactique", t.ligne.plan_nom, "", bool(v.parades) and not v.sur)
    return replace(scene, encounter=replace(e, suite=suite))


@rule("TN-8.70", "TN-8.73", "TN-8.74", "TN-8.75", "TN-8.115")
def seconde(s: Suite, quoi: str, sur: str) -> Prise:
    """The second tactic: restricted; only who defended himself against the first action may answer it."""
    reponse: Reponse = "doublee" if s.defendue and sur == s.sur else "aucune"
    return Prise(s.de, sur, quoi, restreinte=True, reponse=reponse)


@rule("TN-8.70", "TN-8.71", "TN-8.115")
def enchainer(scene: Scene, oracle: Oracle, t: Prise) -> Scene:
    """Paid first, then compared: a second tactic happens if its author is still the faster one."""
    scene = depenser(scene, t.de, "double", "tactique")
    if not plus_vite(scene, scene[t.de], t.sur, attaque=False):
        oracle.tell(Event("double_perdu", t.de, t.sur, "TN-8.71"))
        return scene
    oracle.tell(Event("seconde", t.de, t.sur, "TN-8.70"))
    return tenter(scene, oracle, t)[0]


@bloque.then("TN-8.74", "TN-8.154", "TN-8.435")
def riposter(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """Who blocked may answer with a tactic of the same plane, its skill capped by Représailles; or by doubling."""
    q = scene[c.sur]
    ways = moyens(scene, q.id, "tactique", "riposte")
    if not ways and peut_doubler(scene, q.id):
        ways = ("double",)
    possibles = ripostes(scene, q, scene[c.de], c.plan)
    if not ways or not possibles:
        return scene
    options = choix(tuple([(x.id, x.nom) for x in possibles]), ways)
    pris = str(oracle.ask(Question(q.id, "tn.riposte", "TN-8.435", options, (("sur", c.de),))).id)
    if pris == "rien":
        return scene
    quoi, _, moyen = pris.partition("/")
    if moyen == "double":
        return enchainer(scene, oracle, Prise(q.id, c.de, quoi, restreinte=True, reponse="doublee"))
    net = preparation(scene, q.id, moyen, "riposte")
    scene = depenser(scene, q.id, moyen, "tactique")
    oracle.tell(Event("riposte", q.id, c.de, "TN-8.435", (), (("action", LIGNES[quoi].nom),)))
    plafond = q.fiche.competences.get("represailles", 0)
    return tenter(scene, oracle, Prise(q.id, c.de, quoi, net=net, plafond=plafond, reponse="doublee"))[0]


@defendue.then("TN-8.70", "TN-8.74")
def doubler_sa_defense(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """Who defended himself and did not strike back may double with a tactic, if he is the faster."""
    q = scene[c.sur]
    possibles = ripostes(scene, q, scene[c.de], c.plan) if peut_doubler(scene, q.id) else []
    if not possibles:
        return scene
    options = choix(tuple([(x.id, x.nom) for x in possibles]), ("double",))
    pris = str(oracle.ask(Question(q.id, "tn.double_tactique", "TN-8.74", options, (("sur", c.de),))).id)
    if pris == "rien":
        return scene
    t = Prise(q.id, c.de, pris.partition("/")[0], restreinte=True, reponse="doublee")
    return enchainer(scene, oracle, t)


@rule("TN-8.154", "TN-8.435")
def ripostes(scene: Scene, p: Personnage, contre: Personnage, plan: Nom) -> list[Ligne]:
    """The tactics somebody could answer with: simple ones of that plane and its group, within reach, that he knows."""
    groupe, of = RIPOSTES[plan]
    if a_portee(p, contre, of) is None or est_mort(scene, contre):
        return []
    return [
        x
        for x in LIGNES.values()
        if x.groupe == groupe and faisable_sur_le_moment(x) and connue(p, x) and not manque(scene, p, contre, x)
    ]


def faisable_sur_le_moment(ligne: Ligne) -> bool:
    """Whether it can be done in the moment: a simple tactic against one adversary, that may be restricted."""
    return (
        ligne.genre == "tactique"
        and not ligne.par
        and ligne.cible == "adversaire"
        and ligne.type == "ACTS"
        and ligne.contre == "defense"
        and ligne.restreinte
        and not ligne.zone
    )


def connue(p: Personnage, ligne: Ligne) -> bool:
    """Whether somebody has learned what it is tested with."""
    return p.fiche.competences.get(ligne.competence, 0) > 0


# ---------------------------------------------------------------- as an opportunity


def _saisir(ligne: Ligne) -> None:
    """Let an opportunity be this tactic (TN-8.277): nothing answers it."""

    def faire(scene: Scene, oracle: Oracle, de: str, sur: str, plan: Nom, net: Terms) -> tuple[Scene, bool]:
        t = Prise(de, sur, ligne.id, net=net, reponse="aucune", opportunite=True)
        scene, v = tenter(scene, oracle, t)
        return scene, aboutit(v, ligne)

    def possible(scene: Scene, p: Personnage, q: Personnage, plan: Plan) -> bool:
        return ligne.plan is plan and connue(p, ligne) and manque(scene, p, q, ligne) is None

    saisie(ligne.id, ligne.nom, possible)(faire)


# ---------------------------------------------------------------- breaking free


def contrees(ligne: Ligne) -> tuple[str, ...]:
    """The conditions an action works against."""
    return tuple([id for e in ligne.fait if e.quoi in ("reduire", "relever") for id in e.conditions])


@rule("TN-8.122")
def prise_sur(scene: Scene, who: str, ligne: Ligne) -> tuple[int, str]:
    """What an action to break free is up against: the difficulty of the worst condition, or whoever holds him by it."""
    p = scene[who]
    i = pire(p, contrees(ligne))
    if i is None:
        return 0, ""
    c = p.conditions[i]
    tient = c.par if c.par in scene.people and c.par != who and scene[c.par].up else ""
    return c.difficulte, tient


@rule("TN-8.122")
def se_degager(scene: Scene, oracle: Oracle, de: str, ligne: Ligne, attribut: str = "") -> Scene:
    """Against whoever holds one a tactic like any other; against what nobody holds, the difficulty it has."""
    difficulte, tient = prise_sur(scene, de, ligne)
    if tient:
        return user_de_tactique(scene, oracle, Prise(de, tient, ligne.id, attribut))
    f = figures_de_soutien(scene, de, ligne, attribut)
    scene, r = tester(scene, oracle, f, (difficulte,))
    if not r.reussi:
        return scene
    acte = Acte(de, de, ligne)
    return produire(scene, oracle, replace(acte, n=jet_de_soutien(scene, oracle, acte, f)))


@chance
def passe_outre(oracle: Oracle, f: Figures, difficulte: int) -> bool:
    """Whether a test exceeds a difficulty: for whoever wants its odds."""
    return points(oracle, f.profil((difficulte,))) > difficulte


# ---------------------------------------------------------------- what an action takes


Exigence = Callable[[Scene, Personnage, Personnage], bool]


@rule("TN-8.45")
def _tient(p: Personnage, tir: bool = False) -> bool:
    """Whether he has such an arm in hand, or by nature if he holds none."""
    arme = p.equipement.arme(0)
    return arme is not None and (arme.sorte.usage == "tir") == tir


@rule("TN-9.67")
def _prete_a_tirer(p: Personnage) -> bool:
    """Whether he holds something to shoot with, and something in it or in hand to shoot."""
    arme = p.equipement.arme(0)
    return arme is not None and _tient(p, tir=True) and (not arme.sorte.munition or arme.munitions > 0)


def _lame(p: Personnage) -> bool:
    arme = p.equipement.arme(0)
    return arme is not None and _tient(p) and arme.sorte.frappe in ("tranchant", "perforant")


def _lourde(p: Personnage) -> bool:
    arme = p.equipement.arme(0)
    return arme is not None and _tient(p) and arme.categorie >= LOURDE


EXIGENCES: dict[str, tuple[Exigence, Said]] = {  # what an action takes, of its author or of whom it is done to
    "arme": (lambda scene, p, q: _tient(p), Said("Il faut une arme de mêlée en main")),
    "tir": (lambda scene, p, q: _prete_a_tirer(p), Said("Il faut une arme de tir en main, prête à tirer")),
    "en_main": (lambda scene, p, q: bool(p.equipement.armes), Said("Il faut une arme en main")),
    "lame": (lambda scene, p, q: _lame(p), Said("Il faut une lame ou une pointe en main")),
    "lourde": (lambda scene, p, q: _lourde(p), Said("Il faut une arme lourde")),
    "cible_armee": (lambda scene, p, q: bool(q.equipement.armes), Said("Rien à lui faire lâcher")),
    "cible_tenue": (lambda scene, p, q: pire(q, PRISES) is not None, Said("Il faut d'abord le tenir")),
    "cible_au_sol": (lambda scene, p, q: "au_sol" in q.bears, Said("Il faut d'abord le mettre au sol")),
    "cible_effrayee": (lambda scene, p, q: "condition:effraye" in q.bears, Said("Il faut d'abord l'effrayer")),
    "flamme": (lambda scene, p, q: bool(energies_de(scene, p, q).get("chaud")), Said("Il faut une arme enflammée")),
    "debout": (lambda scene, p, q: "condition:a_plat_ventre" not in p.bears, Said("Déjà à plat ventre")),
}


@rule("TN-8.122")
def manque(scene: Scene, p: Personnage, q: Personnage, ligne: Ligne) -> Closed | None:
    """What an action takes that is not there."""
    for nom in ligne.exige:
        tient, dit = EXIGENCES[nom]
        if not tient(scene, p, q):
            return Closed(ligne.regle, "{}", (dit,))
    if ligne.plan is ESPRIT and sourd(scene, q.id):
        return Closed("TN-8.389", "{} : {}", (Someone(q.id), "on ne peut être ni entendu ni compris"))
    return trop_lourde(scene, p, ligne)


@rule("TN-8.389")
def sourd(scene: Scene, who: str) -> bool:
    """Whether no word reaches somebody: nothing of the mind is done to him."""
    return scene.encounter is not None and scene.encounter.parole(who).sourd


@rule("TN-1.7", "TN-8.90")
def trop_lourde(scene: Scene, p: Personnage, ligne: Ligne, attribut: str = "") -> Closed | None:
    """Why what it is done with is too much for him: it leaves less than 0 of the attribute."""
    if not ligne.attributs or not ligne.competence:
        return None
    arme = outil(p, ligne, attribut_de(p, ligne, attribut), scene.options)
    return depasse(Essai(p, scene, None, arme.attribut, arme.competence, arme.groupe, objet=arme.objet), arme)


for _ligne in LIGNES.values():
    if faisable_sur_le_moment(_ligne) and not _ligne.origin:
        _saisir(_ligne)
