"""Chapter 3, tours and manches: initiative, whose tour it is, what begins and ends with it, how a fight ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from .agir import changer_jt, declencher
from .catalogue import MAUX
from .jets import impulser, jet_de_chance
from .scene import Combat, Tour
from .state import JT_MAX, Actif, MalActif, Unite, bonus_de, carac, hors_d_etat, inconnue, interdit, surcharge, termes_de
from .tables import MANCHE
from .vie import agoniser, evanouir

if TYPE_CHECKING:
    from .scene import Scene

PAS_DE_COMBAT = Closed("FD-2.12", "Aucun combat n'est engagé")
RAFRAICHI = "rafraichissement"


def en_cours(scene: Scene) -> Combat:
    if scene.combat is None:
        raise ValueError("no fight under way")
    return scene.combat


# ---------------------------------------------------------------- initiative


@chance(table=True)
def d10(oracle: Oracle) -> int:
    return oracle.d(10, "initiative")


@rule("FD-3.46", "FD-6.10")
def termes_initiative(scene: Scene, u: Unite) -> Terms:
    """AGI and every bonus or malus of initiative; the d10 comes on top."""
    terms: Terms = (("Agilité", carac(scene, u, "AGI"), "FD-3.46"), *u.fiche.termes("INIT"))
    terms += termes_de(scene, u, "INIT")
    return (*terms, ("Poids", -5, "FD-6.10")) if surcharge(scene, u) <= -1 else terms


@rule("FD-3.45", "FD-3.46", "FD-3.48")
def jet_d_initiative(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, int]:
    """The d10 of a unit and its effective initiative, at least 1."""
    scene, de = impulser(scene, oracle, who, lambda: d10(oracle.of(who)), max, lambda d: d == 10)
    terms: Terms = (("d10", de, "FD-3.45"), *termes_initiative(scene, scene.unites[who]))
    valeur = max(1, total(terms))
    oracle.tell(Event("initiative", who, "", "FD-3.46", terms, (("valeur", valeur),)))
    return scene, valeur


def combattants(scene: Scene) -> list[str]:
    """Everybody with a camp and a tour of his own, fallen ones included."""
    return [u.id for u in scene.unites.values() if u.camp and u.vie == "actif" and not u.bete]


@rule("FD-2.12", "FD-3.45", "FD-3.47")
def ranger(scene: Scene, qui: list[str], initiatives: dict[str, int]) -> tuple[str, ...]:
    """By decreasing initiative; at equality the players' side first."""
    amis = {u.camp for u in scene.unites.values() if u.joueur}
    return tuple(sorted(qui, key=lambda id: (-initiatives.get(id, 1), scene.unites[id].camp not in amis)))


@rule("FD-3.48")
def changer_initiative(scene: Scene, oracle: Oracle, who: str, n: int, regle: str) -> Scene:
    """A bonus or malus, lasting, never below 1; those still to play are put in order again."""
    combat = scene.combat
    if combat is None or who not in combat.initiatives:
        return scene
    valeur = max(1, combat.initiatives[who] + n)
    oracle.tell(Event("initiative_changee", who, "", regle, (), (("n", n), ("valeur", valeur))))
    initiatives = {**combat.initiatives, who: valeur}
    return replace(scene, combat=replace(combat, initiatives=initiatives, file=remettre(scene, combat, initiatives)))


def remettre(scene: Scene, combat: Combat, initiatives: dict[str, int]) -> tuple[str, ...]:
    """Those whose tour it is stay first."""
    attendent = list(combat.file)
    for id in combat.tours:
        attendent.remove(id)
    return (*combat.tours, *ranger(scene, attendent, initiatives))


@rule("FD-2.14", "FD-3.7", "FD-9.20")
def tour_supplementaire(scene: Scene, oracle: Oracle, who: str, par: str, regle: str) -> Scene:
    """One more tour in this manche, at the initiative of whoever gives it, which stays one's own from then on."""
    combat, u = scene.combat, scene.unites[who]
    if combat is None or not u.conscient or u.bete or who not in combat.initiatives:
        return scene
    valeur = min(combat.initiatives[who], combat.initiatives.get(par, 1))
    oracle.tell(Event("tour_supplementaire", who, par if par != who else "", regle, (), (("valeur", valeur),)))
    initiatives = {**combat.initiatives, who: valeur}
    file = remettre(scene, replace(combat, file=(*combat.file, who)), initiatives)
    return replace(scene, combat=replace(combat, initiatives=initiatives, file=file))


# ---------------------------------------------------------------- the fight begins


@rule("FD-3.45", "FD-3.56", "FD-2.12")
def engager(scene: Scene, oracle: Oracle) -> Scene:
    """Everybody rolls initiative, has 6 JT and nothing to recharge; what waits for a fight happens."""
    qui = combattants(scene)
    scene = scene.put(*(replace(scene.unites[id], jt=JT_MAX, recharges=(), esquive=False) for id in qui))
    initiatives: dict[str, int] = {}
    for id in qui:
        scene, initiatives[id] = jet_d_initiative(scene, oracle, id)
    oracle.tell(Event("manche", "", "", "FD-2.12", (), (("manche", 1),)))
    scene = replace(scene, combat=Combat(1, initiatives, ranger(scene, qui, initiatives)))
    for id in qui:
        scene = declencher(scene, oracle, id, "combat")
    return ouvrir(scene, oracle)


@rule("FD-2.12", "FD-3.47")
def ouvrir(scene: Scene, oracle: Oracle) -> Scene:
    """The tour of the next in the order begins; equals of one side play at the same time."""
    while True:
        if fini(scene):
            return clore(scene, oracle)
        combat = en_cours(scene)
        if not combat.file:
            scene = manche_suivante(scene, oracle)
            continue
        premier = combat.file[0]
        valeur, camp = combat.initiatives.get(premier, 1), scene.unites[premier].camp
        groupe: list[str] = []
        for id in combat.file:
            if combat.initiatives.get(id, 1) != valeur or scene.unites[id].camp != camp or id in groupe:
                break
            groupe.append(id)
        scene = replace(scene, combat=replace(combat, tours={id: Tour() for id in groupe}))
        for id in groupe:
            scene = debuter(scene, oracle, id)
        if scene.combat is None or scene.combat.tours:
            return scene


@rule("FD-3.7", "FD-3.56", "FD-3.41", "FD-6.10", "FD-5.13")
def debuter(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The tour of a unit begins: survival, JT, breath, what waits for it; some lose it."""
    combat, u = en_cours(scene), scene.unites[who]
    if who in combat.differes:
        reste = tuple(d for d in combat.differes if d != who)
        return replace(scene, combat=replace(combat, differes=reste))
    if u.survie is not None or u.vie != "actif":
        return achever(agoniser(scene, oracle, who), oracle, who)
    oracle.tell(Event("tour", who, "", "FD-2.12", (), (("initiative", combat.initiatives.get(who, 1)),)))
    gain = 0
    if who in combat.joues:
        gain = 2 + (3 if u.repos else 0) + bonus_de(scene, u, "jt")
    else:
        scene = replace(scene, combat=replace(combat, joues=(*combat.joues, who)))
    if u.esquive or u.repos or u.effets:
        effets = tuple(a for a in u.effets if not a.au_debut) if u.effets else ()
        scene = scene.put(replace(u, esquive=False, repos=False, effets=effets))
    if gain:
        scene = changer_jt(scene, oracle, who, gain, "FD-3.56")
    if u.souffle is not None:
        scene = etouffer(scene, oracle, who)
    scene = declencher(scene, oracle, who, "debut")
    return perd_son_tour(scene, oracle, who)


def perd_son_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Those who fell as it began, are prevented, or are borne down by weight, have no tour."""
    u = scene.unites[who]
    if not u.conscient:
        return achever(scene, oracle, who)
    cause = interdit(scene, u, "tour")
    if cause is not None:
        oracle.tell(Event("tour_perdu", who, "", cause[2], (), (("cause", cause[0]),)))
        return achever(scene, oracle, who)
    lourd = u.equipement.poids > 0 and surcharge(scene, u) <= -10
    if lourd and u.passe_le_prochain:
        oracle.tell(Event("tour_perdu", who, "", "FD-6.10", (), (("cause", "Poids"),)))
        return achever(scene.put(replace(u, passe_le_prochain=False)), oracle, who)
    return scene.put(replace(u, passe_le_prochain=lourd)) if lourd != u.passe_le_prochain else scene


@rule("FD-5.13")
def etouffer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One more tour without air; after the last one falls."""
    u = scene.unites[who]
    if u.souffle is None or not u.conscient:
        return scene
    if u.souffle > 0:
        return scene.put(replace(u, souffle=u.souffle - 1))
    return evanouir(scene, oracle, who, "Conséquente")


# ---------------------------------------------------------------- the tour ends


@rule("FD-3.23")
def cout_de_reprise(u: Unite) -> int:
    return max(10, u.fiche.niveau // 3)


@rule("FD-3.23", "FD-4.23")
def reprise_fermee(scene: Scene, who: str) -> Closed | None:
    """Why a unit cannot take a second tour by Reprise."""
    combat, u = scene.combat, scene.unites[who]
    if combat is None:
        return PAS_DE_COMBAT
    if who in combat.repris:
        return Closed("FD-3.23", "Une seule Reprise par manche")
    prix = cout_de_reprise(u)
    if combat.initiatives.get(who, 1) <= prix:
        return Closed("FD-3.23", "La Reprise coûte {} d'initiative, il faut en garder 1", (prix,))
    tour = combat.tours.get(who)
    if tour is not None and tour.rafraichi:
        return Closed("FD-4.23", "Pas deux rafraîchissements dans le même tour")
    return None


@rule("FD-3.23")
def reprendre(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A new tour later in the manche, paid with initiative."""
    combat = en_cours(scene)
    prix = cout_de_reprise(scene.unites[who])
    valeur = combat.initiatives[who] - prix
    oracle.tell(Event("reprise", who, "", "FD-3.23", (), (("prix", prix), ("valeur", valeur))))
    initiatives = {**combat.initiatives, who: valeur}
    combat = replace(combat, repris=(*combat.repris, who), initiatives=initiatives)
    return replace(scene, combat=replace(combat, file=remettre(scene, replace(combat, file=(*combat.file, who)), initiatives)))


def finir_le_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The tour is over, unless there is no fight; a Reprise may still be taken (FD-3.23)."""
    if scene.combat is None or who not in scene.combat.tours:
        return suite(scene, oracle)
    u = scene.unites[who]
    if u.conscient and not fini(scene) and reprise_fermee(scene, who) is None:
        options = (Option("non", "Finir le tour"), Option("oui", "Reprise", (("initiative", cout_de_reprise(u)),)))
        if oracle.ask(Question(who, "fd.reprise", "FD-3.23", options)).id == "oui":
            scene = reprendre(scene, oracle, who)
    return suite(achever(declencher(scene, oracle, who, "fin"), oracle, who), oracle)


def suite(scene: Scene, oracle: Oracle) -> Scene:
    """After anything done: the fight may be over, those who fell in their tour have none, the next begins."""
    if scene.combat is None:
        return scene
    if fini(scene):
        return clore(scene, oracle)
    for id in scene.combat.tours:
        if not scene.unites[id].conscient:
            scene = achever(scene, oracle, id)
    return ouvrir(scene, oracle) if not en_cours(scene).tours else scene


@rule("FD-2.13", "FD-2.14", "FD-6.33")
def achever(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One own tour less for all that lasts; out of the order of this manche."""
    scene = ecouler(scene, oracle, who)
    combat = en_cours(scene)
    file = list(combat.file)
    if who in file:
        file.remove(who)
    tours = {id: t for id, t in combat.tours.items() if id != who}
    return replace(scene, combat=replace(combat, file=tuple(file), tours=tours))


def ecouler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What lasts a number of own tours of a unit lasts one less."""
    u = scene.unites[who]
    if not u.simple or u.recharges:
        scene = scene.put(passer_un_tour(oracle, u))
    if any(z.par == who and z.tours is not None for z in scene.zones):
        zones = tuple(
            replace(z, tours=z.tours - 1) if z.par == who and z.tours is not None else z for z in scene.zones
        )
        scene = replace(scene, zones=tuple(z for z in zones if z.tours is None or z.tours > 0))
    return scene


def passer_un_tour(oracle: Oracle, u: Unite) -> Unite:
    """Its affliction, states, effects and recharges, a tour later."""

    def un_de_moins(mal: MalActif) -> MalActif | None:
        if mal.tours is None or mal.tours > 1:
            return mal if mal.tours is None else replace(mal, tours=mal.tours - 1)
        oracle.tell(Event("fin_du_mal", u.id, "", "FD-2.13", (), (("mal", MAUX[mal.id].nom),)))
        return None

    effets: list[Actif] = []
    for a in u.effets:
        if a.tours is None or a.tours > 1:
            effets.append(a if a.tours is None else replace(a, tours=a.tours - 1))
        else:
            oracle.tell(Event("fin_effet", u.id, "", "FD-2.13", (), (("nom", a.nom),)))
    return replace(
        u,
        affliction=un_de_moins(u.affliction) if u.affliction is not None else None,
        etats=tuple(e for e in map(un_de_moins, u.etats) if e is not None),
        effets=tuple(effets),
        recharges=tuple((cle, n - 1) for cle, n in u.recharges if n > 1),
    )


@rule("FD-2.12", "FD-3.1", "FD-6.36", "FD-3.7")
def manche_suivante(scene: Scene, oracle: Oracle) -> Scene:
    """Ten seconds later, from the highest initiative on. Mounts, which have no tour, agonise meanwhile."""
    combat = en_cours(scene)
    for u in list(scene.unites.values()):
        if u.bete and u.survie is not None:
            scene = agoniser(scene, oracle, u.id)
    manche = combat.manche + 1
    oracle.tell(Event("manche", "", "", "FD-2.12", (), (("manche", manche),)))
    file = ranger(scene, combattants(scene), combat.initiatives)
    scene = replace(scene, horloge=scene.horloge + MANCHE)
    return replace(scene, combat=replace(combat, manche=manche, file=file, tours={}, repris=()))


def fini(scene: Scene) -> bool:
    """One side at most can still fight."""
    camp = ""
    for u in scene.unites.values():
        if u.survie is None and u.vie == "actif" and u.camp and not u.bete:
            if camp and u.camp != camp:
                return False
            camp = u.camp
    return True


@rule("FD-3.10", "FD-3.54")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: what lasted tours ends, sequels are treated, luck rolls that waited are made."""
    debout = sorted({u.camp for u in scene.unites.values() if u.conscient and u.camp})
    oracle.tell(Event("fin_du_combat", "", "", "FD-2.12", (), (("camp", ", ".join(debout)),)))
    changes = [
        replace(
            u,
            affliction=u.affliction if u.affliction is not None and u.affliction.tours is None else None,
            etats=tuple(e for e in u.etats if e.tours is None),
            effets=tuple(a for a in u.effets if a.tours is None and not a.au_debut),
            recharges=(),
            esquive=False,
            aides=(),
            sequelles=0 if u.survie is None else u.sequelles,
            au_moins=0 if u.survie is None else u.au_moins,
        )
        for u in scene.unites.values()
    ]
    scene = replace(scene.put(*changes), combat=None, horloge=scene.horloge + MANCHE)
    for u in changes:
        for _ in range(u.chances):
            scene = jet_de_chance(scene, oracle, u.id)
        if u.chances:
            scene = scene.put(replace(scene.unites[u.id], chances=0))
    return replace(scene, zones=tuple(z for z in scene.zones if z.tours is None))


# ---------------------------------------------------------------- what actions share


def pas_a_elle(scene: Scene, who: str, en_selle: bool = False) -> Closed | None:
    """Not able, or not in its tour; somebody rescued may only wait or get off (`en_selle`, FD-3.25)."""
    absent = hors_d_etat(scene, who)
    if absent is not None:
        return absent
    if scene.combat is not None and who not in scene.combat.tours:
        return Closed("FD-2.12", "Ce n'est pas le tour de {}", (scene.name(who),))
    if scene.unites[who].passager_de and not en_selle:
        return Closed("FD-3.25", "{} est en croupe : attendre ou descendre", (scene.name(who),))
    return None


def tour_de(scene: Scene, who: str) -> Tour:
    return scene.combat.tours.get(who, Tour()) if scene.combat is not None else Tour()


def noter(scene: Scene, who: str, tour: Tour) -> Scene:
    combat = scene.combat
    if combat is None or who not in combat.tours:
        return scene
    return replace(scene, combat=replace(combat, tours={**combat.tours, who: tour}))


@rule("FD-3.19", "FD-3.22")
def apres_bonus(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A bonus action does not end the tour; there is no more moving after it."""
    return suite(noter(scene, who, replace(tour_de(scene, who), agi=True, en_course=False)), oracle)


@rule("FD-3.26")
def apres_rapide(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The second quick action of a tour ends it."""
    tour = tour_de(scene, who)
    scene = noter(scene, who, replace(tour, agi=True, en_course=False, rapides=tour.rapides + 1))
    return finir_le_tour(scene, oracle, who) if tour.rapides >= 1 else suite(scene, oracle)


# ---------------------------------------------------------------- beginning and breaking off


@rule("FD-3.45")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is not None:
            return Closed("FD-2.12", "Un combat est déjà engagé")
        if fini(scene):
            return Closed("FD-2.12", "Il faut deux camps debout")
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return engager(scene, oracle)


@rule("FD-2.12")
class Cesser(Action, frozen=True, tag="cesser"):
    """The fight is broken off: flight, surrender, truce."""

    def closed(self, scene: Scene) -> Closed | None:
        return PAS_DE_COMBAT if scene.combat is None else inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return clore(scene, oracle)


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    yield Combattre(u.id) if scene.combat is None else Cesser(u.id)


ACTIONS: tuple[type[Action], ...] = (Combattre, Cesser)
