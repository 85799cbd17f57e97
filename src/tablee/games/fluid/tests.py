"""Chapter 3: making a test. The dice, what helps and hinders, what can be spent, tests of several people."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Dice, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from .state import (
    MENTALES,
    NOMS,
    PHYSIQUES,
    Aide,
    Carac,
    Options,
    Personnage,
    Trait,
    hors_d_etat,
    inconnu,
    pas_assez,
)
from .tables import DIFFICULTES, PREMIERE_REUSSITE, RANGS, SEUIL, duree, rang

if TYPE_CHECKING:
    from .scene import Scene

# ---------------------------------------------------------------- the dice

HAUT, BAS = "haut", "bas"
Regle = tuple[bool, bool]  # does the base die explode, do doubles explode


@rule("FLU-3.16", "FLU-3.17")
def explosions(options: Options) -> Regle:
    """Which dice explode: the options each take one kind away."""
    return not options.explosion_sans_base, not options.explosion_sans_doubles


@lru_cache(512)
def des_du_jet(des: int) -> tuple[Dice, Dice]:
    """The base die and the extra dice, thrown together; only the two that count are looked at."""
    sorte, garde = ("avantages", 2) if des > 0 else ("désavantages", -2)
    return Dice(1, 10, "base"), Dice(abs(des), 10, sorte, garde)


@rule("FLU-3.8", "FLU-3.9", "FLU-3.11", "FLU-3.12", "FLU-3.13", "FLU-3.34", "FLU-3.36")
@chance(table=True)
def lire(oracle: Oracle, des: int, regle: Regle) -> int | str:
    """The roll as read: exploding up, exploding down, or the face kept. `des`: dice of Avantage, or of Désavantage if
    negative."""
    base_explose, doubles_explosent = regle
    if des == 0:
        base = oracle.d(10, "base")
        autres: tuple[int, ...] = ()
    else:
        (base,), autres = oracle.together(*des_du_jet(des))
    if base_explose and base == 10:
        return HAUT
    if base_explose and base == 1:
        return BAS
    if des == 0:
        return base
    if des > 0:
        if doubles_explosent and (base, *autres).count(10) >= 2:
            return HAUT
        return max(base, autres[0])
    if doubles_explosent and (base, *autres).count(1) >= 2:
        return BAS
    return min(base, autres[-1])


@rule("FLU-3.8", "FLU-3.9")
@chance(table=True)
def chaine(oracle: Oracle, relance: int) -> int:
    """An open-ended chain: roll and add while the same face comes back."""
    somme = face = oracle.d(10, "chaîne")
    while face == relance:
        face = oracle.d(10, "chaîne")
        somme += face
    return somme


@rule("FLU-3.13")
@chance(table=True)
def lancer(oracle: Oracle, des: int, regle: Regle) -> int:
    """The die part of a test: the face kept, 10 and a chain upwards, or -1 and a chain downwards."""
    lu = lire(oracle, des, regle)
    if lu == HAUT:
        return 10 + chaine(oracle, 10)
    if lu == BAS:
        return -1 - chaine(oracle, 1)
    return int(lu)


# ---------------------------------------------------------------- what is rolled


class Essai(Action, frozen=True, dict=True):
    """The parameters of any test: what is tested, what helps, what hinders, what is spent beforehand."""

    caracs: tuple[Carac, ...] = ()  # several: their mean (FLU-3.5)
    traits: tuple[str, ...] = ()  # in order of importance (FLU-3.21)
    eloignes: tuple[tuple[str, int], ...] = ()  # remote Traits, with the part granted (FLU-3.22)
    contre: tuple[str, ...] = ()  # Traits that count against him here (FLU-2.11)
    hors: tuple[str, ...] = ()  # wounds and shocks that do not bear on this test
    circonstances: int = 0  # FLU-3.23, FLU-3.38
    equipement: int = 0  # FLU-3.24
    difficulte: str = ""  # FLU-3.28, FLU-3.41
    temps_normal: int = 0  # steps of the Table de temps; 0: time does not matter
    temps: int = 0
    essai: int = 1  # the how-manieth try (FLU-3.40)
    res: int = 0  # RES spent beforehand (FLU-3.29)
    depenses: tuple[tuple[Carac, int], ...] = ()  # caractéristiques spent beforehand
    points: int = 0  # Avantages (Désavantages) taken as points; the others are dice (FLU-3.11, FLU-3.34)
    laisses: int = 0  # Avantages not used
    secret: bool = False  # rolled by the game master, seen by him alone

    combat = False

    @cached_property
    def annonces(self) -> Terms:
        """The Avantages and Désavantages that its own parameters make, put together once."""
        return parametres(self)

    def propres(self, scene: Scene) -> list[tuple[str, int, str]]:
        """What weighs on this kind of test alone."""
        return []

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


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A test ready to be rolled: the figures, and the sums that explain them."""

    ligne: Ligne
    fixe: Terms
    avantages: Terms
    net: int


@rule("FLU-3.1", "FLU-3.5")
def caracteristique(p: Personnage, caracs: tuple[Carac, ...]) -> Terms:
    """The caractéristique tested, or the mean of several, rounded down."""
    if len(caracs) == 1:
        return ((NOMS[caracs[0]], p.carac(caracs[0]), "FLU-3.1"),)
    moyenne = sum(p.carac(c) for c in caracs) // len(caracs)
    return (("Moyenne des caractéristiques", moyenne, "FLU-3.5"),)


@rule("FLU-3.20", "FLU-3.21", "FLU-3.22", "FLU-4.7", "FLU-4.19", "FLU-5.17")
def traits_multiples(p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """The Traits used, in order of importance: each counts one less than the one before it would, never below 0."""
    if len(e.traits) == 1 and not e.eloignes and not p.aides:
        return [(e.traits[0], valeur_du_trait(p, e.traits[0]), "FLU-3.20")]
    valeurs = [(nom, valeur_du_trait(p, nom)) for nom in e.traits]
    if e.eloignes:
        valeurs += e.eloignes
    if p.aides:
        valeurs += [(f"{a.trait} (aide)", a.valeur) for a in traits_pretes(p, e)]
    return [(nom, max(0, valeur - k), "FLU-3.20" if k == 0 else "FLU-3.21") for k, (nom, valeur) in enumerate(valeurs)]


def valeur_du_trait(p: Personnage, nom: str) -> int:
    """A Trait, or a spell of his book, which is one too (FLU-5.17)."""
    t = p.fiche.par_nom.get(nom) or p.trait(nom)
    if t is not None:
        return t.valeur
    sort = p.sort_ecrit(nom) if p.grimoire else None
    return sort.niveau if sort is not None else 0


@rule("FLU-3.21")
def cout_des_traits(p: Personnage, e: Essai) -> int:
    """1 RES for each Trait beyond the first, whatever it brings."""
    n = len(e.traits)
    if e.eloignes:
        n += len(e.eloignes)
    if p.aides:
        n += len(traits_pretes(p, e))
    return n - 1 if n > 1 else 0


@rule("FLU-4.19")
def traits_pretes(p: Personnage, e: Essai) -> tuple[Aide, ...]:
    """The Traits lent to him, as many as his RES can pay for: help never stands in the way of a test."""
    siens = len(e.traits) + len(e.eloignes)
    payables = max(0, p.res - e.res - max(0, siens - 1)) + (0 if siens else 1)
    return tuple(a for a in p.aides if a.trait)[:payables]


@rule("FLU-2.11", "FLU-3.37", "FLU-4.44", "FLU-4.57")
def traits_negatifs(p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """Traits named against him; wounds on bodily tests and shocks on mental ones, unless put aside."""
    terms = [(nom, -valeur_du_trait(p, nom), "FLU-3.37") for nom in e.contre]
    for t in p.traits:
        if t.nom in e.contre or t.nom in e.hors:
            continue
        if t.origine == "blessure" and (e.combat or any(c in PHYSIQUES for c in e.caracs)):
            terms.append((t.nom, -t.valeur, "FLU-4.44"))
        elif t.origine == "psychique" and any(c in MENTALES for c in e.caracs):
            terms.append((t.nom, -t.valeur, "FLU-4.57"))
    return terms


@rule("FLU-3.26", "FLU-3.39")
def temps_pris(e: Essai) -> int:
    """Each step of the Table de temps above the normal one gives 1 Avantage, each step gained costs 1."""
    return e.temps - e.temps_normal if e.temps and e.temps_normal else 0


@rule("FLU-3.40")
def recommencer(essai: int) -> int:
    """1 Désavantage on the second try, 2 on the third, and so on."""
    return 1 - essai


@rule("FLU-4.41")
def handicap(p: Personnage) -> int:
    """Outside fights the heaviest thing worn or held hampers everything."""
    scores = [a.score for a in p.tenues()]
    scores += [o.score for o in (p.armure, p.bouclier) if o is not None]
    return -max(scores, default=0)


@rule("FLU-4.65")
def degre_du_sbire(p: Personnage) -> int:
    """What is hard for the heroes helps the sbire, what is easy hinders it."""
    return -DIFFICULTES[p.fiche.sbire].avantages if p.fiche.sbire else 0


@rule(
    "FLU-2.15",
    "FLU-3.10",
    "FLU-3.35",
    "FLU-4.9",
)
def avantages(scene: Scene, p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """All that helps and hinders a test, from every source; one Avantage cancels one Désavantage."""
    terms = traits_multiples(p, e) if e.traits or e.eloignes or p.aides else []
    if e.contre or p.traits:
        terms += traits_negatifs(p, e)
    if e.annonces:
        terms += e.annonces
    for a in p.aides:
        if a.points:
            terms.append(("Points donnés", a.points, "FLU-4.19"))
    for c in p.conditions:
        if c.desavantages:
            terms.append((c.nom, -c.desavantages, c.rule))
    if p.fiche.sbire:
        terms.append(("Degré du sbire", degre_du_sbire(p), "FLU-4.65"))
    for s in scene.sorts:
        if p.id in s.cibles and s.sort.effet in ("avantages", "desavantages"):
            terms.append((s.sort.nom, s.intensite if s.sort.effet == "avantages" else -s.intensite, "FLU-5.10"))
    if not e.combat:
        lourd = handicap(p)
        if lourd:
            terms.append(("Handicap de l'équipement", lourd, "FLU-4.41"))
    propres = e.propres(scene)
    return terms + propres if propres else terms


@rule("FLU-3.23", "FLU-3.24", "FLU-3.28", "FLU-3.29", "FLU-3.38", "FLU-3.41")
def parametres(e: Essai) -> Terms:
    """What was said of the test itself: circumstances, equipment, difficulty, time, retries, what is spent."""
    terms: list[tuple[str, int, str]] = []
    if e.circonstances:
        terms.append(("Circonstances", e.circonstances, "FLU-3.23" if e.circonstances > 0 else "FLU-3.38"))
    if e.equipement:
        terms.append(("Équipement", e.equipement, "FLU-3.24"))
    if e.difficulte:
        degre = DIFFICULTES[e.difficulte]
        terms.append((degre.nom, degre.avantages, "FLU-3.28" if degre.avantages > 0 else "FLU-3.41"))
    crans = temps_pris(e)
    if crans:
        terms.append(("Temps", crans, "FLU-3.26" if crans > 0 else "FLU-3.39"))
    if e.essai > 1:
        terms.append(("Nouvel essai", recommencer(e.essai), "FLU-3.40"))
    if e.res:
        terms.append(("RES dépensée", e.res, "FLU-3.29"))
    terms += [(f"{NOMS[nom]} dépensée", n, "FLU-3.29") for nom, n in e.depenses]
    return tuple(terms)


@rule("FLU-3.11", "FLU-3.34", "FLU-3.35")
def partager(net: int, points: int, laisses: int) -> tuple[int, int]:
    """The net surplus as (dice, points): as many points as wanted, the rest as dice, some Avantages perhaps unused."""
    if net > 0:
        net = max(0, net - laisses)
        p = min(points, net)
        return net - p, p
    p = min(points, -net)
    return net + p, -p


def preparer(
    scene: Scene, p: Personnage, e: Essai, fixe: Terms, plus: list[tuple[str, int, str]], payer: bool = True
) -> Prepare:
    """Put a test together: `fixe` is what is added flatly, `plus` the Avantages and Désavantages."""
    net = des = total(plus)
    if e.points or e.laisses:
        des, points = partager(net, e.points, e.laisses)
        if points:
            fixe = (*fixe, ("Avantages en points", points, "FLU-3.11" if points > 0 else "FLU-3.34"))
    if payer and not e.secret:  # nobody invests in a roll he does not see
        res = p.fiche.RES - p.res_perdue - e.res
        if len(e.traits) > 1 or e.eloignes or p.aides:
            res -= cout_des_traits(p, e)
        ligne = Ligne(p.id, total(fixe), des, res if res > 0 else 0, reserves(p, e))
    else:
        ligne = Ligne(p.id, total(fixe), des, 0, (), False, e.secret)
    return Prepare(ligne, fixe, tuple(plus), net)


def mettre_en_place(scene: Scene, e: Essai) -> Prepare:
    """A test as it stands, nothing added to what its parameters say."""
    p = scene[e.actor]
    return preparer(scene, p, e, caracteristique(p, e.caracs), avantages(scene, p, e))


def reserves(p: Personnage, e: Essai) -> tuple[tuple[str, int], ...]:
    """What could still be drawn from the caractéristiques of the test, 1 always being left."""
    if len(e.caracs) == 1 and not e.depenses:
        reste = p.carac(e.caracs[0]) - 1
        return ((e.caracs[0], reste),) if reste >= 2 else ()
    restes = [(c, p.carac(c) - 1 - sum(n for nom, n in e.depenses if nom == c)) for c in e.caracs]
    return tuple([r for r in restes if r[1] >= 2])


def payer_avant(p: Personnage, e: Essai) -> Personnage:
    """FLU-3.29, FLU-3.21: what was announced is spent, and the help received is used up."""
    if not (e.res or len(e.traits) > 1 or e.eloignes or p.aides or e.depenses):
        return p
    cout = e.res + cout_des_traits(p, e)
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
        montre = (("total", obtenu + fait.bonus), ("vise", vise))
        choix = oracle.ask(Question(ligne.qui, "flu.apres_jet", "FLU-3.30", options, montre, 30))
        if choix is GARDER or choix.id == "garder":
            break
        ((_, cout),) = choix.cost
        fait = Apres(fait.bonus + cout // 2, (*fait.depenses, *choix.cost))
        ligne = entamer(ligne, choix.cost)
    return fait


def entamer(ligne: Ligne, depenses: tuple[tuple[str, int], ...]) -> Ligne:
    """What is left to spend once this is spent."""
    restes = tuple((c, n - sum(m for pool, m in depenses if pool == c)) for c, n in ligne.reserves)
    res = ligne.res - sum(m for pool, m in depenses if pool == "RES")
    return replace(ligne, res=res, reserves=tuple(r for r in restes if r[1] >= 2))


SUBIR = Option("non", "accepter l'échec")


@lru_cache(256)
def sauvetages(obtenu: int, binaire: bool) -> tuple[Option, ...]:
    """The Trait each success would cost: the score wanted less the score obtained."""
    vises = [(SEUIL, "Succès")] if binaire else [(RANGS[r - 1].max or 0, RANGS[r].nom) for r in range(4, 8)]
    seuils = vises if binaire else [(borne + 1, nom) for borne, nom in vises]
    return SUBIR, *(Option(s, nom, (("Trait négatif", s - obtenu),)) for s, nom in seuils)


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


@rule("FLU-3.27")
def temps_necessaire(e: Essai, total: int) -> Terms:
    """The step of the Table de temps the action takes, the rank of the result shifting it."""
    r = RANGS[rang(total)]
    return ("Temps pris", e.temps or e.temps_normal, "FLU-3.25"), (r.nom, r.delai, "FLU-3.27")


def faire_un_test(
    scene: Scene, oracle: Oracle, e: Essai, what: str = "test", sauver: bool = True, plus: Terms = ()
) -> tuple[Scene, Issue]:
    """One test from announcement to result: paid, rolled, told. Every plain test of the game goes through here."""
    p = scene[e.actor]
    prepare = preparer(scene, p, e, caracteristique(p, e.caracs), [*avantages(scene, p, e), *plus])
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


def public(*essais: Essai) -> str:
    """Who hears of these tests: everybody, unless one of them is secret."""
    return GM if any(e.secret for e in essais) else ALL


def nom_libre(p: Personnage, nom: str) -> str:
    """The name, with a number if he already has a Trait of that name."""
    pris = [t.nom for t in p.traits]
    libre, n = nom, 1
    while libre in pris or libre in p.fiche.par_nom:
        n += 1
        libre = f"{nom} {n}"
    return libre


# ---------------------------------------------------------------- guards


def refus(scene: Scene, e: Essai) -> Closed | None:
    """What every test must satisfy, whatever it is for."""
    p = scene[e.actor]
    return (
        sans_carac(p, e)
        or trait_inconnu(p, e)
        or hors_bornes(e)
        or pas_assez("RES", e.res + cout_des_traits(p, e), max(p.res, 0), "FLU-3.29")
        or caracs_epuisees(p, e)
    )


def sans_carac(p: Personnage, e: Essai) -> Closed | None:
    if not e.caracs:
        return Closed("FLU-3.1", "Il faut nommer la caractéristique du test")
    if len(set(e.caracs)) < len(e.caracs):
        return Closed("FLU-3.5", "Une même caractéristique ne compte qu'une fois dans la moyenne")
    if "MAG" in e.caracs and p.fiche.MAG is None:
        return Closed("FLU-2.3", "{} ne pratique pas la magie", (p.nom,))
    return None


def trait_inconnu(p: Personnage, e: Essai) -> Closed | None:
    """A Trait must be his own, used once, and not lent away (FLU-4.18)."""
    noms = (*e.traits, *(n for n, _ in e.eloignes), *e.contre)
    for nom in noms:
        if p.trait(nom) is None and p.sort_ecrit(nom) is None:
            return Closed("FLU-3.20", "{} n'a pas le Trait « {} »", (p.nom, nom))
        if nom in p.cedes:
            return Closed("FLU-4.18", "« {} » est prêté à un allié ce tour-ci", (nom,))
    if len(set(noms)) < len(noms):
        return Closed("FLU-3.21", "Un même Trait ne compte qu'une fois par test")
    for nom in noms[: len(e.traits) + len(e.eloignes)]:
        t = p.trait(nom)
        if t is not None and t.origine in ("blessure", "psychique"):
            return Closed("FLU-3.37", "« {} » ne peut pas aider", (nom,))
    for nom, part in e.eloignes:
        if not 0 <= part <= valeur_du_trait(p, nom):
            return Closed("FLU-3.22", "« {} » apporte de 0 à {}, pas {}", (nom, valeur_du_trait(p, nom), part))
    return None


def hors_bornes(e: Essai) -> Closed | None:
    if e.difficulte and e.difficulte not in DIFFICULTES:
        return Closed("FLU-3.28", "Difficulté inconnue « {} » ; connues : {}", (e.difficulte, ", ".join(DIFFICULTES)))
    if not (0 <= e.temps <= 12 and 0 <= e.temps_normal <= 12):
        return Closed("FLU-3.25", "La Table de temps va du cran 1 au cran 12")
    if bool(e.temps) != bool(e.temps_normal) and e.temps:
        return Closed("FLU-3.26", "Il faut dire la durée normale en plus du temps pris")
    if e.essai < 1:
        return Closed("FLU-3.40", "Les essais se comptent à partir de 1")
    if e.equipement < 0:
        return Closed("FLU-3.24", "L'équipement donne des Avantages ; une gêne est une circonstance")
    if max(abs(e.circonstances), e.equipement, e.essai) > 50:
        return Closed("FLU-3.23", "Pas plus de 50 Avantages ou Désavantages d'une même source")
    if min(e.points, e.laisses, e.res) < 0 or any(n < 1 for _, n in e.depenses):
        return Closed("FLU-3.29", "Les points dépensés ou répartis ne peuvent pas être négatifs")
    return None


def caracs_epuisees(p: Personnage, e: Essai) -> Closed | None:
    """A caractéristique may be spent down to 1."""
    pris: dict[str, int] = {}
    for nom, n in e.depenses:
        pris[nom] = pris.get(nom, 0) + n
        if p.carac(nom) - pris[nom] < 1:
            return Closed("FLU-3.29", "{} ne peut pas descendre sous 1", (NOMS[nom],))
    return None


# ---------------------------------------------------------------- several tests against each other


class Score(msgspec.Struct, frozen=True, gc=False):
    """How a test stands beside the others, and what was invested in it after the roll."""

    ecart: int  # above the lowest of all, or the whole total
    depenses: tuple[tuple[str, int], ...] = ()


Adverses = tuple[tuple[int, ...], ...]  # for each test, the tests it is compared with


@rule("FLU-3.42", "FLU-4.6")
@chance
def confrontation(
    oracle: Oracle, lignes: tuple[Ligne, ...], adverses: Adverses, regle: Regle, absolu: bool
) -> tuple[Score, ...]:
    """Everybody rolls, then everybody may invest, in order; only how they stand to each other is given back."""
    if oracle.deaf and len(lignes) == 2 and not any(x.res >= 2 or x.reserves for x in lignes) and not absolu:
        a, b = lignes
        ecart = a.fixe - b.fixe + difference(oracle, a.des, b.des, regle)
        return (Score(ecart), Score(0)) if ecart > 0 else (Score(0), Score(-ecart))
    totaux = [jeter(oracle, x, regle) for x in lignes]
    cache = any([x.secret for x in lignes])  # noqa: C419 - this is the hot path
    depenses: dict[int, tuple[tuple[str, int], ...]] = {}
    for i, adverse in enumerate(adverses):
        x = lignes[i]
        if adverse and (x.res >= 2 or x.reserves):
            apres = apres_le_jet(oracle, x, totaux[i], None if cache else meilleur(totaux, adverse) + 1)
            if apres is not RIEN:
                terms = (("Total du jet", totaux[i], "FLU-3.42"), ("Investi après le jet", apres.bonus, "FLU-3.30"))
                totaux[i] += apres.bonus
                facts = (("bonus", apres.bonus), ("total", totaux[i]))
                oracle.tell(Event("investi", x.qui, "", "FLU-3.30", terms, facts))
                lignes = tuple([entamer(y, apres.depenses) if y.qui == x.qui else y for y in lignes])
                depenses[i] = apres.depenses
    bas = 0 if absolu else min(totaux)
    return tuple([Score(t - bas, depenses.get(i, ())) for i, t in enumerate(totaux)])


@chance(table=True)
def difference(oracle: Oracle, des: int, autres: int, regle: Regle) -> int:
    """How one roll stands to another: what the odds of a duel come down to when nobody can invest."""
    return lancer(oracle, des, regle) - lancer(oracle, autres, regle)


def meilleur(totaux: list[int], parmi: tuple[int, ...]) -> int:
    """The best of these totals."""
    return totaux[parmi[0]] if len(parmi) == 1 else max([totaux[j] for j in parmi])


def jeter(oracle: Oracle, x: Ligne, regle: Regle) -> int:
    """One roll of a confrontation, told at once so that its dice stand beside it."""
    audience = GM if x.secret else ALL
    de = lancer(oracle.of(x.qui, audience), x.des, regle)
    if oracle.deaf:
        return x.fixe + de
    terms = (("Caractéristique et points", x.fixe, "FLU-3.1"), ("Dé", de, "FLU-3.13"))
    oracle.tell(Event("jet", x.qui, "", "FLU-3.42", terms, (("total", x.fixe + de),), audience))
    return x.fixe + de


def confronter(scene: Scene, oracle: Oracle, essais: tuple[Essai, ...]) -> tuple[Scene, list[int]]:
    """Tests of several people compared with each other, the first against all the others: paid, rolled, told."""
    lignes = []
    for e in essais:
        prepare = mettre_en_place(scene, e)
        annoncer_les_sommes(oracle, e.actor, prepare)
        lignes.append(prepare.ligne)
    autres = tuple(range(1, len(essais)))
    adverses = (autres, *((0,) for _ in autres))
    scores = confrontation(oracle, tuple(lignes), adverses, explosions(scene.options), True)
    for e, score in zip(essais, scores, strict=True):
        scene = scene.put(depenser(payer_avant(scene[e.actor], e), score.depenses))
    return scene, [s.ecart for s in scores]


def annoncer_les_sommes(oracle: Oracle, qui: str, prepare: Prepare, cible: str = "", manoeuvre: str = "") -> None:
    """Told before the dice: what the roll will start from."""
    facts = (
        ("manoeuvre", manoeuvre),
        ("net", prepare.net),
        ("des", prepare.ligne.des),
        ("avantages", prepare.avantages),
    )
    audience = GM if prepare.ligne.secret else ALL
    oracle.tell(Event("annonce", qui, cible, "FLU-4.6" if manoeuvre else "FLU-3.42", prepare.fixe, facts, audience))


# ---------------------------------------------------------------- actions


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
class Tester(Essai, frozen=True, tag="tester"):
    """A test read in the Table de résultats."""

    looks = {"reussite": reussite_vue, "rang": rang_vu, "total": fact("total")}

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, _ = faire_un_test(scene, oracle, self)
        return scene


def plusieurs(scene: Scene, essais: tuple[Essai, ...]) -> Closed | None:
    """Guards of an action made of several people's tests."""
    if len({e.actor for e in essais}) < len(essais):
        return Closed("FLU-3.42", "Chacun ne fait qu'un test")
    for e in essais:
        closed = Essai.closed(e, scene)
        if closed is not None:
            return closed
    return None


@rule("FLU-3.42")
class Opposer(Essai, frozen=True, tag="opposer"):
    """A test opposed to one or several others; `seuil`: the act itself can fail and must reach 11 as well."""

    adversaires: tuple[Tester, ...] = ()
    seuil: bool = False

    looks = {
        "gagne": lambda b, a, ev: fact("gagne", "opposition")(b, a, ev),
        "battus": lambda b, a, ev: len(fact("battus", "opposition")(b, a, ev)),
        "ecart": lambda b, a, ev: fact("ecart", "opposition")(b, a, ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        if not self.adversaires:
            return Closed("FLU-3.42", "Il faut au moins un adversaire")
        return plusieurs(scene, (self, *self.adversaires))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, (mien, *autres) = confronter(scene, oracle, (self, *self.adversaires))
        rate = self.seuil and not reussi(mien)
        battus = tuple(e.actor for e, t in zip(self.adversaires, autres, strict=True) if mien > t and not rate)
        egaux = tuple(e.actor for e, t in zip(self.adversaires, autres, strict=True) if mien == t and not rate)
        facts = (
            ("gagne", len(battus) == len(autres)),
            ("issue", issue_d_opposition(len(autres), len(battus), len(egaux), rate)),
            ("battus", battus),
            ("egalites", egaux),
            ("total", mien),
            ("ecart", mien - max(autres)),
        )
        terms = (("Total", mien, "FLU-3.42"), ("Meilleur total adverse", -max(autres), "FLU-3.42"))
        oracle.tell(Event("opposition", self.actor, "", "FLU-3.42", terms, facts, public(self, *self.adversaires)))
        return scene


def issue_d_opposition(adversaires: int, battus: int, egaux: int, rate: bool) -> str:
    """How it went, in a word."""
    if rate:
        return "manque son geste"
    if battus == adversaires:
        return "l'emporte"
    if battus:
        return "l'emporte sur une partie des adversaires"
    return "fait jeu égal" if egaux else "a le dessous"


@rule("FLU-3.32")
class Collectif(Action, frozen=True, tag="collectif"):
    """Every participant makes the test; half of them must succeed."""

    essais: tuple[Tester, ...] = ()

    looks = {
        "reussite": lambda b, a, ev: fact("reussite", "collectif")(b, a, ev),
        "reussites": lambda b, a, ev: fact("reussites", "collectif")(b, a, ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or sans_tests(self.essais) or plusieurs(scene, self.essais)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        reussites = 0
        for e in self.essais:
            scene, issue = faire_un_test(scene, oracle, e)
            reussites += reussi(issue.total)
        self.conclure(oracle, reussites)
        return scene

    def conclure(self, oracle: Oracle, reussites: int) -> None:
        facts = (
            ("reussite", 2 * reussites >= len(self.essais)),
            ("issue", "le groupe réussit" if 2 * reussites >= len(self.essais) else "le groupe échoue"),
            ("reussites", reussites),
            ("participants", len(self.essais)),
        )
        oracle.tell(Event("collectif", self.actor, "", "FLU-3.32", (), facts, public(*self.essais)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds ask of each test only whether it succeeds: with all the totals there would be no end of them."""
        if callable(look):
            return super().seen(scene, look)
        see = self.looks[look or "reussite"]
        lignes = [mettre_en_place(scene, e).ligne for e in self.essais]
        regle, binaire = explosions(scene.options), scene.options.resultats_binaires

        def run(oracle: Any) -> Any:
            self.conclure(oracle, sum([reussit(oracle, x, regle, binaire) for x in lignes]))
            return see(scene, scene, oracle.events)

        return run


@chance
def reussit(oracle: Oracle, ligne: Ligne, regle: Regle, binaire: bool) -> bool:
    """A test of which only the success counts."""
    return reussi(tenter(oracle, ligne, regle, binaire, True).total)


@rule("FLU-3.43")
class Rivaliser(Action, frozen=True, tag="rivaliser"):
    """The same task done by several rivals: who reaches 11 does it, and the best total does it best."""

    essais: tuple[Tester, ...] = ()

    looks = {"gagne": lambda b, a, ev: fact("gagne", "rivalite")(b, a, ev)}

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or sans_tests(self.essais) or plusieurs(scene, self.essais)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        totaux = {}
        for e in self.essais:
            scene, issue = faire_un_test(scene, oracle, e)
            totaux[e.actor] = issue.total
        self.conclure(oracle, totaux)
        return scene

    def conclure(self, oracle: Oracle, totaux: dict[str, int]) -> None:
        finissent = {qui: t for qui, t in totaux.items() if reussi(t)}
        premiers = tuple(qui for qui, t in finissent.items() if t == max(finissent.values()))
        facts = (
            ("gagne", self.actor in premiers),
            ("finissent", tuple(finissent)),
            ("premiers", premiers),
            ("mieux", premiers or ("personne",)),
        )
        oracle.tell(Event("rivalite", self.actor, "", "FLU-3.43", (), facts, public(*self.essais)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds ask of the others only the best they do."""
        if callable(look):
            return super().seen(scene, look)
        see = self.looks[look or "gagne"]
        siens = tuple([mettre_en_place(scene, e).ligne for e in self.essais if e.actor == self.actor])
        autres = tuple([mettre_en_place(scene, e).ligne for e in self.essais if e.actor != self.actor])
        regle, binaire = explosions(scene.options), scene.options.resultats_binaires

        def run(oracle: Any) -> Any:
            sien, autre = meilleur_total(oracle, siens, regle, binaire), meilleur_total(oracle, autres, regle, binaire)
            self.conclure(oracle, {self.actor: sien, "": autre})
            return see(scene, scene, oracle.events)

        return run


@chance
def meilleur_total(oracle: Oracle, lignes: tuple[Ligne, ...], regle: Regle, binaire: bool) -> int:
    """The best total of several tests, 10 when none succeeds."""
    if not lignes:
        return SEUIL - 1
    premier = tenter(oracle, lignes[0], regle, binaire, True).total
    return max(premier, meilleur_total(oracle, lignes[1:], regle, binaire))


def sans_tests(essais: tuple[Tester, ...]) -> Closed | None:
    return None if essais else Closed("FLU-3.32", "Il faut au moins un participant")


def reussi(total: int) -> bool:
    """FLU-3.3: a total of 11 or more."""
    return rang(total) >= PREMIERE_REUSSITE


ACTIONS = (Tester, Opposer, Collectif, Rivaliser)
