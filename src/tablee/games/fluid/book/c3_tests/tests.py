"""Chapter 3: making a test. What is rolled, what can be spent before and after, what it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from ...model.essais import Essai
from ...model.people import CARACS, Aide, Options, Personnage, Reserves, Trait, hors_d_etat, reserve
from ...model.scene import Scene, inconnu
from ...model.tables import PREMIERE_REUSSITE, RANGS, SEUIL, duree, rang
from .avantages import avantages, caracteristique, cout_des_traits, partager, traits_pretes
from .des import Regle, au_plus, explosions, lancer
from .refus import refus

# ---------------------------------------------------------------- what is rolled


class Epreuve(Essai, frozen=True):
    """A test as something one does: what bars any of them."""

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or refus(scene, self)


class Ligne(msgspec.Struct, frozen=True, gc=False):
    """What chance needs to know of a test: figures, and whom to ask."""

    qui: str
    fixe: int  # caractéristique and points
    des: int  # dice of Avantage, or of Désavantage if negative
    res: int = 0  # what is left to spend after the roll
    reserves: tuple[tuple[str, int], ...] = ()
    peut_payer: bool = True
    secret: bool = False
    contre: str = ""  # the only one it is compared with, if it is one of several rolls (FLU-4.20)
    points: int = 0  # how many of `fixe` are Avantages or Désavantages chosen as points when it was rolled (FLU-3.34)


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A test ready to be rolled: the figures, and the sums that explain them."""

    ligne: Ligne
    fixe: Terms
    avantages: Terms
    net: int


def preparer(e: Essai, fixe: Terms, plus: Terms, res: int, reste: Reserves) -> Prepare:
    """Put a test together: `fixe` is what is added flatly, `plus` the Avantages and Désavantages; `res` and `reste` may
    be invested after the roll."""
    net = total(plus)
    des, points = partager(net, e.points, e.laisses)
    if points:
        fixe = (*fixe, ("Avantages en points", points, "FLU-3.11" if points > 0 else "FLU-3.34"))
    des = au_plus(des)
    if e.secret:  # nobody invests in a roll he does not see
        ligne = Ligne(e.actor, total(fixe), des, 0, (), False, True)
    else:
        ligne = Ligne(e.actor, total(fixe), des, res, reste)
    return Prepare(ligne, fixe, plus, net)


def mettre_en_place(scene: Scene, e: Essai, plus: Terms = ()) -> Prepare:
    """A test as it stands, nothing added to what its parameters say but for `plus`."""
    p = scene[e.actor]
    res, reste = a_investir(p, e, traits_pretes(p, e)), reserves(p, e)
    return preparer(e, caracteristique(p, e.caracs), avantages(scene, p, e) + plus, res, reste)


def a_investir(p: Personnage, e: Essai, prets: tuple[Aide, ...]) -> int:
    """The RES he may still spend once what he announced is paid."""
    res = p.a_depenser - e.res - cout_des_traits(e, prets)
    return res if res > 0 else 0


def reserves(p: Personnage, e: Essai) -> Reserves:
    """What could still be drawn from the caractéristiques of the test."""
    restes: Reserves = ()
    for c in e.caracs:
        restes += reserve(c, p.carac(c) - sum([n for nom, n in e.depenses if nom == c]))
    return restes


def payer_avant(p: Personnage, e: Essai) -> Personnage:
    """FLU-3.29, FLU-3.21: what was announced is spent, and the help received is used up."""
    if e.gratuit and not p.aides:
        return p
    cout = e.res + cout_des_traits(e, traits_pretes(p, e))
    if cout or p.aides:
        p = replace(p, res_perdue=p.res_perdue + cout, aides=())
    return depenser(p, e.depenses) if e.depenses else p


def depenser(p: Personnage, depenses: tuple[tuple[str, int], ...]) -> Personnage:
    """Points taken from RES or from caractéristiques."""
    for pool, n in depenses:
        if pool == "RES":
            p = replace(p, res_perdue=p.res_perdue + n)
        else:
            p = replace(p, pertes={**p.pertes, pool: p.pertes.get(pool, 0) + n})
    return p


# ---------------------------------------------------------------- after the roll


GARDER = Option("garder", "garder ce résultat")


@lru_cache(4096)
def investissements(res: int, reserves: tuple[tuple[str, int], ...]) -> tuple[Option, ...]:
    """+1 for every 2 points of RES or of a caractéristique of the test."""
    return (
        GARDER,
        *(
            Option(f"{pool}{n}", f"+{n}", ((pool, 2 * n),))
            for pool, reste in (("RES", res), *reserves)
            for n in range(1, reste // 2 + 1)
        ),
    )


class Apres(msgspec.Struct, frozen=True, gc=False):
    """What was added after the roll, and what it cost."""

    bonus: int = 0
    depenses: tuple[tuple[str, int], ...] = ()


RIEN = Apres()


@rule("FLU-3.30")
def apres_le_jet(oracle: Oracle, ligne: Ligne, obtenu: int, vise: int | None) -> Apres:
    """After the roll points may still be invested, at double cost; asked again while something was added."""
    fait = RIEN
    while ligne.res >= 2 or ligne.reserves:
        options = investissements(ligne.res, ligne.reserves)
        montre = (("total", obtenu), ("vise", vise))
        choix = oracle.ask(Question(ligne.qui, "flu.apres_jet", "FLU-3.30", options, montre, 30))
        if choix is GARDER or choix.id == "garder":
            break
        ((_, cout),) = choix.cost
        obtenu += cout // 2
        fait = Apres(fait.bonus + cout // 2, fait.depenses + choix.cost)
        ligne = entamer(ligne, choix.cost)
    return fait


def entamer(ligne: Ligne, depenses: tuple[tuple[str, int], ...]) -> Ligne:
    """What is left to spend once this is spent."""
    if not depenses:
        return ligne
    restes = {"RES": ligne.res, **dict(ligne.reserves)}
    for pool, n in depenses:
        if pool in restes:
            restes[pool] -= n
    res = restes.pop("RES")
    return replace(ligne, res=res, reserves=tuple([r for r in restes.items() if r[1] >= 2]))


SUBIR = Option("non", "accepter l'échec")


@lru_cache(256)
def sauvetages(obtenu: int, binaire: bool) -> tuple[Option, ...]:
    """The Trait each success would cost: the score wanted less the score obtained."""
    vises = [(SEUIL, "Succès")] if binaire else [(RANGS[r - 1].max or 0, RANGS[r].nom) for r in range(4, 8)]
    seuils = vises if binaire else [(borne + 1, nom) for borne, nom in vises]
    return SUBIR, *(Option(s, nom, (("en Trait négatif", s - obtenu),)) for s, nom in seuils)


@rule("FLU-3.31")
def s_infliger_un_trait(oracle: Oracle, qui: str, obtenu: int, binaire: bool) -> int:
    """A failure may be bought off with a new negative Trait of the value that is missing."""
    if obtenu >= SEUIL:
        return 0
    options = sauvetages(obtenu, binaire)
    choix = oracle.ask(Question(qui, "flu.trait_negatif", "FLU-3.31", options, (("total", obtenu),), 60))
    return choix.cost[0][1] if choix.cost else 0


# ---------------------------------------------------------------- one test


class Issue(msgspec.Struct, frozen=True, gc=False):
    """What a test came to."""

    total: int
    de: int
    apres: Apres
    trait: int


@chance
def tenter(oracle: Oracle, ligne: Ligne, regle: Regle, binaire: bool, sauver: bool) -> Issue:
    """Roll, invest, rescue: the whole of a test that is read in the Table de résultats."""
    de = lancer(oracle.of(ligne.qui, GM if ligne.secret else "all"), ligne.des, regle)
    obtenu = ligne.fixe + de
    apres = apres_le_jet(oracle, ligne, obtenu, SEUIL) if ligne.peut_payer else RIEN
    obtenu += apres.bonus
    trait = s_infliger_un_trait(oracle, ligne.qui, obtenu, binaire) if sauver and not ligne.secret else 0
    return Issue(obtenu + trait, de, apres, trait)


@rule("FLU-3.6")
def nom_du_rang(total: int, options: Options) -> str:
    """The rank as players read it; with the binary option only success and failure are told apart."""
    if options.resultats_binaires:
        return "Succès" if total >= SEUIL else "Échec"
    return RANGS[rang(total)].nom


def reussi(total: int) -> bool:
    """FLU-3.3: a total of 11 or more."""
    return rang(total) >= PREMIERE_REUSSITE


@rule("FLU-3.27")
def temps_necessaire(e: Essai, total: int) -> Terms:
    """The step of the Table de temps the action takes, the rank of the result shifting it."""
    r = RANGS[rang(total)]
    return ("Temps pris", e.temps or e.temps_normal, "FLU-3.25"), (r.nom, r.delai, "FLU-3.27")


def faire_un_test(
    scene: Scene, oracle: Oracle, e: Essai, what: str = "test", sauver: bool = True, plus: Terms = ()
) -> tuple[Scene, Issue]:
    """One test from announcement to result: paid, rolled, told. Every plain test of the game goes through here."""
    p, prepare = scene[e.actor], mettre_en_place(scene, e, plus)
    issue = tenter(oracle, prepare.ligne, explosions(scene.options), scene.options.resultats_binaires, sauver)
    raconter(scene, oracle, e, prepare, issue, what)
    p = depenser(payer_avant(p, e), issue.apres.depenses)
    if issue.trait:
        nom = nom_libre(p, "Contrecoup")
        p = replace(p, traits=(*p.traits, Trait(nom, issue.trait, negatif=True, origine="effort")))
    return scene.put(p), issue


def raconter(scene: Scene, oracle: Oracle, e: Essai, prepare: Prepare, issue: Issue, what: str) -> None:
    terms = (*prepare.fixe, ("Dé", issue.de, "FLU-3.13"))
    if issue.apres.bonus:
        terms = (*terms, ("Investi après le jet", issue.apres.bonus, "FLU-3.30"))
    if issue.trait:
        terms = (*terms, ("Trait négatif accepté", issue.trait, "FLU-3.31"))
    facts: tuple[tuple[str, Any], ...] = (
        ("total", issue.total),
        ("reussi", reussi(issue.total)),
        ("rang", nom_du_rang(issue.total, scene.options)),
        ("marge", issue.total - 10),
        ("net", prepare.net),
        ("des", prepare.ligne.des),
        ("avantages", prepare.avantages),
    )
    oracle.tell(Event(what, e.actor, "", "FLU-3.13", terms, facts, public(e)))
    if scene.options.delai_variable and (e.temps or e.temps_normal):
        crans = temps_necessaire(e, issue.total)
        facts = (("cran", total(crans)), ("duree", duree(total(crans)).duree))
        oracle.tell(Event("delai", e.actor, "", "FLU-3.27", crans, facts, public(e)))
        if what == "test" and not reussi(issue.total) and not e.secret:  # a question would tell that it has failed
            aboutir_plus_tard(oracle, e, duree(total(crans)).duree)


@rule("FLU-3.27")
def aboutir_plus_tard(oracle: Oracle, e: Essai, retard: str) -> None:
    """A failure that the MJ may let come about all the same, only so much later."""
    options = (Option("non", "C'est un échec"), Option("oui", "Réussi, mais avec ce retard"))
    question = Question(GM, "flu.plus_tard", "FLU-3.27", options, (("acteur", e.actor), ("duree", retard)))
    if oracle.ask(question).id == "oui":
        oracle.tell(Event("plus_tard", e.actor, "", "FLU-3.27", (), (("duree", retard),), public(e)))


def public(*essais: Essai) -> str:
    """Who hears of these tests: everybody, unless one of them is secret."""
    return GM if any(e.secret for e in essais) else ALL


def nom_libre(p: Personnage, nom: str, traits: tuple[Trait, ...] = ()) -> str:
    """The name, with a number if he already has a Trait of that name, or gets one of these besides."""
    venus = p.traits + traits
    pris = [t.nom for t in venus] if venus else ()
    libre, n = nom, 1
    while libre in pris or libre in p.fiche.par_nom:
        n += 1
        libre = f"{nom} {n}"
    return libre


# ---------------------------------------------------------------- the action


def fact(nom: str, what: str = "test") -> Any:
    """A look at one fact of the last event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> Any:
        return next(e for e in reversed(events) if e.what == what)[nom]

    return look


def rang_vu(before: Any, after: Any, events: list[Event]) -> str:
    """The rank, numbered so that ranks sort in their order."""
    obtenu = fact("total")(before, after, events)
    n = reussi(obtenu) if before.options.resultats_binaires else rang(obtenu)
    return f"{n + 1} {nom_du_rang(obtenu, before.options)}"


def reussite_vue(before: Any, after: Any, events: list[Event]) -> bool:
    return bool(fact("total")(before, after, events) >= SEUIL)


@rule("FLU-3.1", "FLU-3.3")
class Tester(Epreuve, frozen=True, tag="tester"):
    """A test read in the Table de résultats."""

    looks = {"reussite": reussite_vue, "rang": rang_vu, "total": fact("total")}

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, _ = faire_un_test(scene, oracle, self)
        return scene


ACTIONS = (Tester,)


def offers(scene: Scene, p: Personnage) -> Iterator[Tester]:
    """In peace, a test of each caractéristique."""
    if scene.encounter is None:
        for c in (*CARACS, *(("MAG",) if p.fiche.MAG is not None else ())):
            yield Tester(p.id, (c,))
