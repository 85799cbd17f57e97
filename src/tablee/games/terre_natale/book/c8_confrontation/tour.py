"""Time in a confrontation: the opening, tours with their initiative, rounds counted down by ten, passes."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import amount, tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.tally import Term, Terms, total

from ...model.confrontation import Budget, Confrontation, Format, Forme, Statut, Voie
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, figures, figures_d_essai, mesurer, tester
from ..c4_caracteristiques.usage import ajustement_d_armure, ajustement_de
from .budget import confrontation
from .offres import compte

CYCLE = 10  # what a round takes off every initiative (TN-8.20)
ECART = 5  # between two passes of one and the same (TN-8.420)
ROUNDS = 2  # a tour has at least (TN-8.21)
VOIE_DE: dict[Forme, Voie] = {"combat": "physique", "joute": "mentale", "mixte": "globale"}
VOIES = (
    Option("forme", "Selon la confrontation"),
    Option("physique", "Initiative physique"),
    Option("mentale", "Initiative mentale"),
    Option("globale", "Initiative globale"),
)
CHOIX: dict[str, Voie] = {"physique": "physique", "mentale": "mentale", "globale": "globale"}
REAGIR = Option("actif", "Entrer dans la confrontation"), Option("passif", "Rester à l'écart")

ouverture: Moment[[]] = Moment("ouverture")  # who takes part is known, nobody has done anything
arrivee: Moment[[str]] = Moment("arrivee")  # somebody joins
debut_de_tour: Moment[[]] = Moment("debut_de_tour")
debut_de_round: Moment[[]] = Moment("debut_de_round")  # budgets are given, nobody has acted
debut_de_passe: Moment[[str]] = Moment("debut_de_passe")
fin_de_passe: Moment[[str]] = Moment("fin_de_passe")
fin_de_round: Moment[[]] = Moment("fin_de_round")
fin_de_tour: Moment[[]] = Moment("fin_de_tour")
fin_de_confrontation: Moment[[]] = Moment("fin_de_confrontation")


# ---------------------------------------------------------------- opening and closing


@rule("TN-8.2", "TN-8.3", "TN-8.11", "TN-8.12", "TN-8.38")
def ouvrir(scene: Scene, oracle: Oracle, forme: Forme, format: Format, statuts: dict[str, Statut]) -> Scene:
    """The situation, once; then the first tour, before anything measurable is resolved."""
    scene = replace(scene, encounter=Confrontation(forme, format, 0, statuts=statuts), verdict=None)
    oracle.tell(Event("confrontation", rule="TN-8.11", facts=(("forme", forme), ("format", format))))
    return commencer_tour(ouverture(scene, oracle), oracle)


@rule("TN-8.11")
def cesse(scene: Scene) -> bool:
    """Whether nobody is left to oppose anybody, or nothing to oppose him about."""
    if scene.encounter is not None and scene.encounter.finie:
        return True
    return len({p.side for p in scene.people.values() if p.up and p.side}) < 2


def fermer(scene: Scene, oracle: Oracle) -> Scene:
    """The conflict has ceased."""
    oracle.tell(Event("fin_de_confrontation", rule="TN-8.11", facts=(("tours", confrontation(scene).tour),)))
    return replace(fin_de_confrontation(scene, oracle), encounter=None)


@rule("TN-8.33", "TN-8.365")
def surprendre(
    scene: Scene, oracle: Oracle, instigateur: str, cibles: tuple[str, ...], attribut: str
) -> tuple[Scene, dict[str, Statut]]:
    """One test of Surprise, which everybody's Vigilance must exceed; whoever fails to is surprised."""
    f = figures(scene, scene[instigateur], attribut, "surprise", "sagacite")
    scene, mesure = mesurer(scene, oracle, f)
    facts = (("score", mesure.score), ("reussi", True))
    oracle.tell(Event("surprise", instigateur, rule="TN-8.33", terms=mesure.terms, facts=facts))
    statuts: dict[str, Statut] = {}
    for who in cibles:
        guet = figures_d_essai(Essai(scene[who], scene, scene[instigateur], "SAG", "vigilance", "sagacite"))
        scene, found = tester(scene, oracle, guet, (mesure.score,), connues=False, cible=instigateur)
        if not found.reussi:
            statuts[who] = "surpris"
            oracle.tell(Event("surpris", who, instigateur, "TN-8.33"))
    return scene, statuts


@rule("TN-8.30", "TN-8.31", "TN-8.34")
def impliquer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Somebody is dragged in: he counts from the next tour on; whoever is being surprised, from the second round."""
    e = scene.encounter
    devient: dict[Statut, Statut] = {"passif": "entrant", "exclu": "entrant", "surpris": "assailli"}
    if e is None or e.statut(who) not in devient:
        return scene
    oracle.tell(Event("implique", who, rule="TN-8.31"))
    return replace(scene, encounter=replace(e, statuts={**e.statuts, who: devient[e.statut(who)]}))


# ---------------------------------------------------------------- a tour


@rule("TN-8.13", "TN-8.27", "TN-8.32", "TN-8.35")
def commencer_tour(scene: Scene, oracle: Oracle) -> Scene:
    """The roster is read again, everybody rolls his initiative, and the first round begins."""
    e = confrontation(scene)
    premier = e.tour == 0
    gardes = {who: s for who, s in e.statuts.items() if s in ("passif", "exclu") or (premier and s == "surpris")}
    entrent = [who for who, s in e.statuts.items() if s == "entrant"]
    attentes = {who: replace(a, actg=False) for who, a in e.attentes.items()}
    e = replace(e, tour=e.tour + 1, manche=1, statuts=gardes, attentes=attentes, budgets={}, suite=None, passe="")
    scene = replace(scene, encounter=e)
    oracle.tell(Event("tour", rule="TN-8.13", facts=(("tour", e.tour),)))
    for who in entrent:
        scene = arrivee(scene, oracle, who)
    scene = debut_de_tour(scene, oracle)
    return commencer_round(prendre_initiative(scene, oracle), oracle)


@rule("TN-8.14", "TN-8.15")
def prendre_initiative(scene: Scene, oracle: Oracle) -> Scene:
    """Everybody who takes part, the surprised too, chooses how, and rolls; nothing is left of the tour before."""
    e = confrontation(scene)
    roulent = [p.id for p in scene.people.values() if p.side and p.up and e.statut(p.id) in ("actif", "surpris")]
    if e.format == "escarmouche":
        return initiative_des_camps(scene, oracle, roulent)
    roulent.sort(key=lambda who: compte(scene, who)[1:])
    shown = (("forme", e.forme),)
    asked = tuple([Question(w, "tn.initiative", "TN-8.15", VOIES, shown, group="initiative") for w in roulent])
    voies: dict[str, Voie] = {}
    for who, option in zip(roulent, oracle.ask_all(asked) if asked else (), strict=True):
        voies[who] = CHOIX.get(str(option.id), VOIE_DE[e.forme])
    scene = replace(scene, encounter=replace(e, initiatives={}, voies={}))
    scores: dict[str, int] = {}
    for who in roulent:
        scene, scores[who] = tester_initiative(scene, oracle, who, voies[who])
    return replace(scene, encounter=replace(confrontation(scene), initiatives=scores, voies=voies))


@rule("TN-8.3", "TN-8.433")
def initiative_des_camps(scene: Scene, oracle: Oracle, roulent: list[str]) -> Scene:
    """In an escarmouche one test for a side, of whoever is best at it: all of the side act on it, together."""
    e = confrontation(scene)
    voie = VOIE_DE[e.forme]
    scene = replace(scene, encounter=replace(e, initiatives={}, voies={}))
    scores: dict[str, int] = {}
    for side in dict.fromkeys([scene[who].side for who in roulent]):
        those = [who for who in roulent if scene[who].side == side]
        meneur = max(those, key=lambda who: total(figures_d_initiative(scene, scene[who], voie).modificateurs))
        scene, n = tester_initiative(scene, oracle, meneur, voie)
        scores |= dict.fromkeys(those, max(1, n))
        facts = (("camp", side), ("score", max(1, n)))
        oracle.tell(Event("initiative_du_camp", meneur, rule="TN-8.3", facts=facts))
    voies = dict.fromkeys(scores, voie)
    return replace(scene, encounter=replace(confrontation(scene), initiatives=scores, voies=voies))


def figures_d_initiative(scene: Scene, p: Personnage, voie: Voie) -> Figures:
    """Every sum of somebody's initiative."""
    plus = tally(p.bears, "initiative", Essai(p, scene))
    of = attribut_d_initiative(p, voie), "initiative", "sagacite"
    return figures_d_essai(Essai(p, scene, None, *of), ajustements=de_l_equipement(p, scene.options), bonus=plus)


@rule("TN-8.15", "TN-8.16", "TN-8.72")
def tester_initiative(scene: Scene, oracle: Oracle, who: str, voie: Voie) -> tuple[Scene, int]:
    """A test that is compared with nothing: its score is the initiative, known to its owner alone."""
    f = figures_d_initiative(scene, scene[who], voie)
    if total(f.valeur) < 0:
        oracle.tell(Event("initiative", who, rule="TN-8.16", facts=(("score", 0), ("voie", voie)), audience=who))
        return scene, 0
    scene, mesure = mesurer(scene, oracle, f, audience=who)
    facts = (("score", mesure.score), ("voie", voie))
    oracle.tell(Event("initiative", who, rule="TN-8.16", terms=mesure.terms, facts=facts, audience=who))
    return scene, mesure.score


@rule("TN-8.15")
def attribut_d_initiative(p: Personnage, voie: Voie) -> str:
    """Agilité for the body, Ruse for the mind, the lower of both for neither alone."""
    if voie == "globale":
        return min(("AGI", "RUS"), key=lambda code: p.fiche.valeurs[code])
    return "AGI" if voie == "physique" else "RUS"


@rule("TN-8.17")
def de_l_equipement(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """The only skill that both weapon and armour bear on: the least handy weapon in hand, and the armour."""
    armes = [ajustement_de(p, arme) for arme in p.equipement.armes]
    pire = min(armes, key=total, default=())
    return pire + ajustement_d_armure(p, options)


@rule("TN-8.15")
@EFFECTS.on("net:mental")
def tout_au_corps(c: Essai) -> Term | None:
    """Whoever rolled the initiative of the body is at a disadvantage with his mind for the tour."""
    return ("Initiative physique", -1, "TN-8.15") if _voie(c) == "physique" else None


@rule("TN-8.15")
@EFFECTS.on("net:physique")
def tout_a_l_esprit(c: Essai) -> Term | None:
    """And the other way round."""
    return ("Initiative mentale", -1, "TN-8.15") if _voie(c) == "mentale" else None


def _voie(c: Essai) -> str:
    e = c.scene.encounter if c.scene is not None else None
    return e.voies.get(c.p.id, "") if e is not None and not c.sauvegarde else ""


# ---------------------------------------------------------------- rounds and passes


@rule("TN-8.19", "TN-8.83", "TN-8.86")
def commencer_round(scene: Scene, oracle: Oracle) -> Scene:
    """Budgets to whoever takes part and is above 0; nothing is kept of the round before but works and preparations."""
    e = confrontation(scene)
    if e.tour == 1 and e.manche == ROUNDS:
        scene = se_reprendre(scene, oracle)
        e = confrontation(scene)
    able = [w for w, n in e.initiatives.items() if n > 0 and e.statut(w) == "actif" and scene[w].up]
    joues = {w: e.budgets[w].rounds + 1 for w in able if w in e.budgets}
    budgets = {w: Budget(rounds=joues.get(w, 0)) for w in able}
    restent = tuple([w for w in able for _ in range(passes(scene, w))])
    scene = replace(scene, encounter=replace(e, budgets=budgets, restent=restent, assaillants={}))
    return appeler(debut_de_round(scene, oracle), oracle)


@rule("TN-8.34")
def se_reprendre(scene: Scene, oracle: Oracle) -> Scene:
    """In the second round the surprised choose whether to take part; who was attacked has no choice."""
    e = confrontation(scene)
    surpris = [who for who, s in e.statuts.items() if s == "surpris" and scene[who].up]
    asked = tuple([Question(who, "tn.surpris", "TN-8.34", REAGIR, group="surpris") for who in surpris])
    choisi = dict(zip(surpris, oracle.ask_all(asked) if asked else (), strict=True))
    passifs: dict[str, Statut] = {who: "passif" for who, option in choisi.items() if option.id == "passif"}
    reste = {who: s for who, s in e.statuts.items() if s not in ("surpris", "assailli")}
    return replace(scene, encounter=replace(e, statuts={**reste, **passifs}))


@rule("TN-8.22")
@EFFECTS.on("net:confrontation")
def troisieme_round(c: Essai) -> Term | None:
    """From the third round one plays in a tour on, all one does is at a disadvantage."""
    e = c.scene.encounter if c.scene is not None else None
    b = e.budgets.get(c.p.id) if e is not None and not c.sauvegarde else None
    return ("Troisième round", -1, "TN-8.22") if b is not None and b.rounds >= ROUNDS else None


def passes(scene: Scene, who: str) -> int:
    """How many passes somebody has in a round: one, unless something gives him more."""
    p = scene[who]
    return 1 + amount(p.bears, "passes", Essai(p, scene))


@rule("TN-8.23", "TN-8.420")
def appeler(scene: Scene, oracle: Oracle) -> Scene:
    """The passe of the highest on the count now, whatever was spent since; each further one of his is 5 lower."""
    e = confrontation(scene)
    left = [who for who in e.restent if scene[who].up]
    if not left:
        return replace(scene, encounter=replace(e, passe="", suite=None, restent=()))

    def rang(who: str) -> tuple[int, int, int]:
        place, chance, venue = compte(scene, who)
        return place + ECART * max(0, passes(scene, who) - left.count(who)), chance, venue

    who = min(set(left), key=rang)
    left.remove(who)
    scene = replace(scene, encounter=replace(e, passe=who, suite=None, restent=tuple(left)))
    return debut_de_passe(scene, oracle, who)


@rule("TN-8.20", "TN-8.21")
def passer_la_main(scene: Scene, oracle: Oracle) -> Scene:
    """The passe is over: the next one, or the next round, or the next tour, until somebody has the word again.

    An escarmouche does not count down: each of its tours is one round (TN-U8).
    """
    if who := confrontation(scene).passe:  # nobody's, if none of those who opened it is above 0
        scene = fin_de_passe(scene, oracle, who)
    if cesse(scene):
        return fermer(scene, oracle)
    scene = appeler(scene, oracle)
    while not confrontation(scene).passe:
        scene = fin_de_round(scene, oracle)
        e = confrontation(scene)
        initiatives = {who: n - CYCLE for who, n in e.initiatives.items()}
        scene = replace(scene, encounter=replace(e, manche=e.manche + 1, initiatives=initiatives))
        if e.format != "escarmouche" and (e.manche < ROUNDS or any(n > 0 for n in initiatives.values())):
            scene = commencer_round(scene, oracle)
        else:
            scene = fin_de_tour(scene, oracle)
            if cesse(scene):
                return fermer(scene, oracle)
            scene = commencer_tour(scene, oracle)
    return scene
