"""How a test is resolved, from its figures to what it means: TN-0.59 as one function, and évaluations."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import ALL, Oracle
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from .des import Faces, Realise, gain, lecture, points, realiser, singularites
from .figures import Figures, tient

CRITIQUE = 10  # TN-0.24, TN-0.27
SOUVENT = 5  # TN-0.29
DEGRE = 5  # TN-0.44
EVALUATION = 10  # TN-0.40
PROCHAIN_TEST = "prochain_test"  # goes with the next test it bears on
FUGACES = ("ajustement", "bonus", "net", "penalite")
Facts = tuple[tuple[str, Any], ...]


class Resultat(Struct, frozen=True, gc=False):
    """What a test came to."""

    score: int
    difficulte: int
    reussi: bool
    critique: bool = False  # a critical success, or a critical failure if it did not succeed
    dr: int = 0
    faces: Faces = ()  # the three dice kept; none: no test could be made (TN-1.7)
    singularites: tuple[str, ...] = ()

    @property
    def marge(self) -> int:
        """Above the difficulty (TN-0.21), or, 0 or less, below it (TN-0.22)."""
        return self.score - self.difficulte

    @property
    def issue(self) -> str:
        """What players call it."""
        return ISSUES[self.reussi, self.critique]


ISSUES = {
    (True, True): "réussite critique",
    (True, False): "réussite",
    (False, False): "échec",
    (False, True): "échec critique",
}

NUANCES = (  # TN-0.23.1: by the margin, a failure's first
    ("Petit Échec", "Gros Échec", "Échec Critique"),
    ("Petite Réussite", "Grosse Réussite", "Réussite Critique"),
)

apres_test: Moment[[Figures, Resultat]] = Moment("apres_test")  # once it is known what it came to
mise_payee: Moment[[Figures, Realise]] = Moment("mise_payee")  # what was spent on the dice that others keep count of

# ---------------------------------------------------------------- reading a score


@rule("TN-0.17", "TN-0.21", "TN-0.22", "TN-0.24", "TN-0.26", "TN-0.27", "TN-0.29", "TN-0.44", "TN-L.2", "TN-L.3")
def comparer(f: Figures, score: int, difficultes: tuple[int, ...], options: tuple[str, ...] = ()) -> Resultat:
    """Above the hardest of all difficulties it succeeds, at 10 above every one critically; at 10 below it fails so."""
    difficulte = max(difficultes)
    marge = score - difficulte
    reussi = marge > 0
    critique = marge >= CRITIQUE - f.criticite if reussi else -marge >= limite_d_echec(f, options)
    return Resultat(score, difficulte, reussi, critique, degre(marge, f.niveau) if reussi else 0)


@rule("TN-0.27", "TN-0.29")
def limite_d_echec(f: Figures, options: tuple[str, ...] = ()) -> int:
    """How far below the difficulty a test fails critically."""
    return (SOUVENT if "echec_critique_frequent" in options else CRITIQUE) + f.adresse


@rule("TN-0.44", "TN-0.45")
def degre(marge: int, niveau: int) -> int:
    """One degree for each 5 above the difficulty, never more than the level of the skill."""
    return max(0, min(marge // DEGRE, niveau))


@rule("TN-0.40", "TN-0.46")
def apprecier(f: Figures, score: int, difficulte: int = EVALUATION, plafond: int | None = None) -> Resultat:
    """An évaluation: to reach the difficulty is enough, never a critical success, critically failed at 10 below."""
    marge = score - difficulte
    dr = degre(marge, f.niveau if plafond is None else plafond)
    return Resultat(score, difficulte, marge >= 0, -marge >= CRITIQUE + f.adresse, dr)


@rule("TN-0.23.1")
def nuance(r: Resultat) -> str:
    """The six grades of the option, by steps of 5 in the margin."""
    return NUANCES[r.reussi][2 if r.critique else min(abs(r.marge) // DEGRE, 1)]


# ---------------------------------------------------------------- the whole of it


@rule("TN-0.59")
def tester(
    scene: Scene,
    oracle: Oracle,
    f: Figures,
    difficultes: tuple[int, ...],
    *,
    connues: bool = True,
    cible: str = "",
    audience: str = ALL,
) -> tuple[Scene, Resultat]:
    """A test from its figures (steps 1 and 2) to what follows from it.

    `connues`: whoever is asked before the score is validated knows the difficulties.
    """
    if total(f.valeur) < 0:
        return impossible(scene, oracle, f, difficultes, audience)
    scene, realise = mesurer(scene, oracle, f, difficultes if connues else (), audience)  # 3 to 9
    resultat = avec_les_des(comparer(f, realise.score, difficultes, scene.options), realise)  # 10
    raconter_un_test(scene, oracle, realise, resultat, cible=cible, audience=audience)
    return apres_test(scene, oracle, f, resultat), resultat


@rule("TN-0.40")
def evaluer(
    scene: Scene,
    oracle: Oracle,
    f: Figures,
    difficulte: int = EVALUATION,
    *,
    plafond: int | None = None,
    audience: str = ALL,
) -> tuple[Scene, Resultat]:
    """A test that only measures: degrees of success. `plafond`: the most there can be, if it is not the skill's."""
    if total(f.valeur) < 0:
        return impossible(scene, oracle, f, (difficulte,), audience)
    scene, realise = mesurer(scene, oracle, f, (difficulte,), audience)
    resultat = avec_les_des(apprecier(f, realise.score, difficulte, plafond), realise)
    raconter_un_test(scene, oracle, realise, resultat, audience=audience, comme=("evaluation", "TN-0.40"))
    return apres_test(scene, oracle, f, resultat), resultat


@rule("TN-0.18", "TN-0.25", "TN-0.28")
def opposer(
    scene: Scene,
    oracle: Oracle,
    f: Figures,
    leurs: Figures,
    difficultes: tuple[int, ...] = (),
    *,
    audience: str = ALL,
) -> tuple[Scene, Resultat]:
    """An opposed test: the score of the other is a difficulty, beside those there are. A tie is the other's."""
    scene, m = mesurer(scene, oracle, f, difficultes, audience)
    annoncer(oracle, m, audience)
    leurs = contrecoup(f, leurs, m.score, difficultes, scene)
    scene, n = mesurer(scene, oracle, leurs, (m.score - 1,), audience)
    annoncer(oracle, n, audience)
    resultat = avec_les_des(comparer(f, m.score, (n.score, *difficultes), scene.options), m)
    facts = ("score", m.score), ("contre", n.score), *outcome(resultat, scene)
    ecart: Terms = (("Score", m.score, "TN-0.59"), ("Difficulté", -resultat.difficulte, "TN-0.18"))
    oracle.tell(Event("opposition", f.qui, leurs.qui, "TN-0.18", ecart, facts, audience))
    return apres_test(scene, oracle, f, resultat), resultat


def contrecoup(f: Figures, leurs: Figures, score: int, difficultes: tuple[int, ...], scene: Scene) -> Figures:
    """Out of a confrontation a critical test weighs on the one opposed to it, against or for the other."""
    if not difficultes or scene.encounter is not None:
        return leurs
    r = comparer(f, score, difficultes, scene.options)
    if not r.critique:
        return leurs
    term = ("Réussite critique adverse", -1, "TN-0.25") if r.reussi else ("Échec critique adverse", 1, "TN-0.28")
    return replace(leurs, avantages=(*leurs.avantages, term))


def issue_d_opposition(
    oracle: Oracle, f: Figures, leurs: Figures, difficultes: tuple[int, ...], scene: Scene
) -> Resultat:
    """The verdict of an opposed test, for whoever wants its odds."""
    score = points(oracle, f.profil(difficultes))
    leurs = contrecoup(f, leurs, score, difficultes, scene)
    return comparer(f, score, (points(oracle, leurs.profil((score - 1,))), *difficultes), scene.options)


class Mesure(Struct, frozen=True, gc=False):
    """A validated score, with the sum behind it and the dice it was read from."""

    score: int
    terms: Terms
    fait: Realise
    f: Figures  # with what was added just before the dice
    singularites: tuple[str, ...]


@rule("TN-0.12")
def mesurer(
    scene: Scene, oracle: Oracle, f: Figures, difficultes: tuple[int, ...] = (), audience: str = ALL
) -> tuple[Scene, Mesure]:
    """Dice, karma, singularités and prouesses up to the validated score; whatever was spent is paid.

    `difficultes` are those the player knows. A test that is compared with nothing (initiative) ends here.
    """
    fait = realiser(oracle.of(f.qui, audience), f.profil(difficultes))
    return payer(scene, oracle, f, fait), mesure_de(f, fait)


def mesure_de(f: Figures, fait: Realise) -> Mesure:
    """The score of a test that was made, as the sum it is."""
    f = f.avec(fait)
    p = f.profil()
    terms = lecture(p, fait.gardes) + f.modificateurs
    plus = gain(total(f.valeur), fait.chi)
    if plus:
        terms += (("Prouesse", plus, "TN-0.55"),)
    return Mesure(total(terms), terms, fait, f, singularites(p, fait.gardes))


@rule("TN-0.48", "TN-0.55")
def payer(scene: Scene, oracle: Oracle, f: Figures, fait: Realise) -> Scene:
    """All that was spent on a test, and the end of what bore on it alone."""
    p = scene[f.qui]
    qui = sans_ce_qui_passe(scene, p.sans("PK", fait.karma).sans("PC", fait.chi + f.prouesse), f)
    if qui is not p:
        scene = scene.put(qui)
    if fait.relances or fait.effort or fait.privilege:
        scene = mise_payee(scene, oracle, f, fait)
    return scene


@rule("TN-1.7")
def impossible(
    scene: Scene, oracle: Oracle, f: Figures, difficultes: tuple[int, ...], audience: str
) -> tuple[Scene, Resultat]:
    """No test can be made: what was asked for is simply missed."""
    facts = ("attribut", f.attribut), ("valeur", total(f.valeur)), ("reussi", False)
    oracle.tell(Event("test_impossible", f.qui, "", "TN-1.7", f.valeur, facts, audience))
    return scene, Resultat(0, max(difficultes, default=0), False)


def sans_ce_qui_passe(scene: Scene, p: Personnage, f: Figures) -> Personnage:
    """Somebody without what bore on this one test alone (TN-0.23.2)."""
    if not p.effets:
        return p
    touchees = {key for colonne in FUGACES for key in f.cles(colonne)}
    c = Essai(p, scene, None, f.attribut, f.competence, f.groupe, f.sauvegarde)

    def passe(m: Modifier) -> bool:
        return m.of == PROCHAIN_TEST and m.on in touchees and tient(m, c)

    reste = tuple([m for m in p.effets if not passe(m)])
    return replace(p, effets=reste) if len(reste) < len(p.effets) else p


def avec_les_des(r: Resultat, m: Mesure) -> Resultat:
    return replace(r, faces=m.fait.gardes, singularites=m.singularites)


# ---------------------------------------------------------------- what is told of it


def raconter_un_test(
    scene: Scene,
    oracle: Oracle,
    m: Mesure,
    r: Resultat,
    *,
    cible: str = "",
    audience: str = ALL,
    comme: tuple[str, str] = ("test", "TN-0.59"),
) -> None:
    """What happened, for the log; `comme`: the event that tells of it, and its rule."""
    if oracle.deaf:
        return
    facts = *details(m), ("difficulte", r.difficulte), *outcome(r, scene)
    what, regle = comme
    oracle.tell(Event(what, m.f.qui, cible, regle, m.terms, facts, audience))
    remarquer(oracle, m, audience)


def remarquer(oracle: Oracle, m: Mesure, audience: str) -> None:
    """What stands out in a test: singularités that count, and what was paid for it."""
    f, fait = m.f, m.fait
    noms = [SINGULARITES[s] for s in m.singularites if s != "singularite"]
    chi = fait.chi + f.prouesse
    if noms:
        oracle.tell(Event("singularite", f.qui, "", "TN-0.31", (), (("singularites", tuple(noms)),), audience))
    if fait.karma:
        oracle.tell(Event("appel_a_la_chance", f.qui, "", "TN-0.48", (), (("karma", fait.karma),), audience))
    if chi:
        oracle.tell(Event("prouesse", f.qui, "", "TN-0.55", (), (("chi", chi),), audience))


@rule("TN-0.56")
def annoncer(oracle: Oracle, m: Mesure, audience: str) -> None:
    """A score that is validated, before anybody knows what it comes to: from here on nothing changes it."""
    oracle.tell(Event("score", m.f.qui, "", "TN-0.56", m.terms, details(m), audience))
    remarquer(oracle, m, audience)


def details(m: Mesure) -> Facts:
    """What a score is made of."""
    f = m.f
    return (
        ("quoi", f.quoi),
        ("score", m.score),
        ("valeur", total(f.valeur)),
        ("valeurs", f.valeur),
        ("net", f.net),
        ("avantages", f.avantages),
        ("singularites", tuple([SINGULARITES[s] for s in m.singularites])),
        ("karma", m.fait.karma),
        ("chi", m.fait.chi + f.prouesse),
    )


@rule("TN-0.25", "TN-0.28")
def outcome(r: Resultat, scene: Scene) -> Facts:
    """What a test means."""
    issue = nuance(r) if "nuance" in scene.options else r.issue
    suites = SUITES[r.reussi] if r.critique and scene.encounter is not None else ()
    marge = ("marge", abs(r.marge)), ("issue", issue), ("degre", r.dr), ("critique", r.critique)
    return *marge, ("suites", suites), ("reussi", r.reussi)


SUITES = {  # of a critical test in a confrontation
    True: ("jet critique", "test de solidité de l'objet touché, ou de l'arme déviée"),
    False: ("test de solidité de l'objet employé",),
}
SINGULARITES = {
    "singularite": "singularité",
    "exploit": "exploit",
    "maladresse": "maladresse",
    "baraka": "baraka",
    "coup_de_chance": "coup de chance",
    "coup_de_malchance": "coup de malchance",
}


@apres_test.then("TN-0.23.2")
def consequences(scene: Scene, oracle: Oracle, f: Figures, r: Resultat) -> Scene:
    """By the option a narrow or a critical test leaves something for the next one of its kind, either way."""
    if "nuance_consequences" not in scene.options or f.sauvegarde or not r.faces:
        return scene
    grade = nuance(r)
    if grade not in LAISSE:
        return scene
    on = f"net:competence:{f.competence}" if f.competence else f"net:attribut:{f.attribut}"
    p = scene[f.qui]
    laisse = Modifier(on, LAISSE[grade], grade, "TN-0.23.2", of=PROCHAIN_TEST)
    return scene.put(replace(p, effets=(*p.effets, laisse)))


LAISSE = {"Petite Réussite": -1, "Petit Échec": 1, "Réussite Critique": 1, "Échec Critique": -1}
