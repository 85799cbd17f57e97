"""Chapter 3, tests of several people: compared, opposed, made together, or in rivalry."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle, chance

from ...model.scene import Scene, inconnu
from ...model.tables import SEUIL
from .des import Regle, explosions, lancer
from .tests import (
    RIEN,
    Epreuve,
    Ligne,
    Prepare,
    Tester,
    apres_le_jet,
    depenser,
    entamer,
    fact,
    faire_un_test,
    mettre_en_place,
    payer_avant,
    public,
    reussi,
    tenter,
)


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
    totaux, cache = [], False
    for x in lignes:
        totaux.append(jeter(oracle, x, regle))
        if x.secret:
            cache = True
    depenses: dict[int, tuple[tuple[str, int], ...]] = {}
    for i, adverse in enumerate(adverses):
        x = lignes[i]
        if adverse:
            apres = apres_le_jet(oracle, x, totaux[i], None if cache else meilleur(totaux, adverse) + 1)
            if apres is not RIEN:
                terms = (("Total du jet", totaux[i], "FLU-3.42"), ("Investi après le jet", apres.bonus, "FLU-3.30"))
                totaux[i] += apres.bonus
                facts = (("bonus", apres.bonus), ("total", totaux[i]))
                oracle.tell(Event("investi", x.qui, "", "FLU-3.30", terms, facts))
                depenses[i] = apres.depenses
                lignes = entamer_les_autres(lignes, i, apres.depenses)
    bas = 0 if absolu else min(totaux)
    scores = []
    for i, obtenu in enumerate(totaux):
        scores.append(Score(obtenu - bas, depenses[i]) if i in depenses else Score(obtenu - bas))
    return tuple(scores)


def entamer_les_autres(lignes: tuple[Ligne, ...], i: int, depenses: tuple[tuple[str, int], ...]) -> tuple[Ligne, ...]:
    """If the one who made this roll has others to come, there is less to spend on them (FLU-4.20)."""
    qui = lignes[i].qui
    for x in lignes[i + 1 :]:
        if x.qui == qui:
            return tuple([entamer(x, depenses) if x.qui == qui else x for x in lignes])
    return lignes


def meilleur(totaux: list[int], parmi: tuple[int, ...]) -> int:
    """The best of these totals."""
    haut = totaux[parmi[0]]
    for j in parmi:
        if totaux[j] > haut:
            haut = totaux[j]
    return haut


def jeter(oracle: Oracle, x: Ligne, regle: Regle) -> int:
    """One roll of a confrontation, told at once so that its dice stand beside it."""
    audience = GM if x.secret else ALL
    de = lancer(oracle.of(x.qui, audience), x.des, regle)
    obtenu = x.fixe + de
    if not oracle.deaf:
        terms = (("Caractéristique et points", x.fixe, "FLU-3.1"), ("Dé", de, "FLU-3.13"))
        oracle.tell(Event("jet", x.qui, "", "FLU-3.42", terms, (("total", obtenu),), audience))
    return obtenu


def confronter(scene: Scene, oracle: Oracle, essais: tuple[Epreuve, ...]) -> tuple[Scene, list[int]]:
    """Tests of several people compared with each other, the first against all the others: paid, rolled, told."""
    lignes = []
    for e in essais:
        prepare = mettre_en_place(scene, e)
        oracle.tell(annonce(e.actor, prepare))
        lignes.append(prepare.ligne)
    autres = tuple(range(1, len(essais)))
    adverses = (autres, *((0,) for _ in autres))
    scores = confrontation(oracle, tuple(lignes), adverses, explosions(scene.options), True)
    for e, score in zip(essais, scores, strict=True):
        scene = scene.put(depenser(payer_avant(scene[e.actor], e), score.depenses))
    return scene, [s.ecart for s in scores]


def annonce(qui: str, prepare: Prepare, cible: str = "", manoeuvre: str = "") -> Event:
    """To be told before the dice: what the roll will start from."""
    facts = (
        ("manoeuvre", manoeuvre),
        ("net", prepare.net),
        ("des", prepare.ligne.des),
        ("avantages", prepare.avantages),
    )
    audience = GM if prepare.ligne.secret else ALL
    return Event("annonce", qui, cible, "FLU-4.6" if manoeuvre else "FLU-3.42", prepare.fixe, facts, audience)


# ---------------------------------------------------------------- actions


def plusieurs(scene: Scene, essais: tuple[Epreuve, ...]) -> Closed | None:
    """Guards of an action made of several people's tests."""
    if len({e.actor for e in essais}) < len(essais):
        return Closed("FLU-3.42", "Chacun ne fait qu'un test")
    for e in essais:
        closed = Epreuve.closed(e, scene)
        if closed is not None:
            return closed
    return None


@rule("FLU-3.42")
class Opposer(Epreuve, frozen=True, tag="opposer"):
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
        "reussite": lambda b, a, ev: fact("reussi", "collectif")(b, a, ev),
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
            ("reussi", 2 * reussites >= len(self.essais)),
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


ACTIONS = (Opposer, Collectif, Rivaliser)
