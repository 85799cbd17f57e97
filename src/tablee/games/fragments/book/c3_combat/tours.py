"""Chapter 3, tours and manches: initiative, whose tour it is, what begins and ends with it, how a fight ends."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import MAUX
from ...model.effects import EFFECTS, Essai, Source, bonus_de, termes_de
from ...model.people import JT_MAX, Actif, MalActif, Unite
from ...model.scene import Combat, Scene, Tour
from ...model.tables import MANCHE
from ..c2_systeme.figures import chiffre, hors_d_etat, inconnue, interdit, surcharge, termes_du_chiffre
from ..c2_systeme.impulsion import impulser, jet_de_chance
from ..c2_systeme.plateau import lever
from .agir import acte, changer_jt, declencher
from .vie import agoniser, refermer, tomber

PAS_DE_COMBAT = Closed("FD-2.12", "Aucun combat n'est engagé")
TROP_LOURD = -5  # of initiative, when the weight is more than CON
ACCABLE = -10  # CON less the weight: one tour out of two
REPRISE = 10  # at least
PAR_TOUR = 2  # JT
REPOS = 3  # JT more
PATIENCE = 60  # manches in which nobody is able to do anything: the fight is over


def en_cours(scene: Scene) -> Combat:
    if scene.encounter is None:
        raise ValueError("no fight under way")
    return scene.encounter


# ---------------------------------------------------------------- initiative


@chance(table=True)
def d10(oracle: Oracle) -> int:
    return oracle.d(10, "initiative")


@rule("FD-6.10")
@EFFECTS.on("INIT")
def trop_lourd(c: Essai) -> Term | None:
    """Too much weight slows one down."""
    return ("Poids", TROP_LOURD, "FD-6.10") if surcharge(c.scene, c.u) <= -1 else None


@rule("FD-3.45", "FD-3.46", "FD-3.48")
def jet_d_initiative(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, int]:
    """The d10 of a unit and its effective initiative, at least 1."""
    scene, de = impulser(scene, oracle, who, lambda: d10(oracle.of(who)), max, lambda d: d == 10)
    terms: Terms = (("d10", de, "FD-3.45"), *termes_du_chiffre(scene, scene.people[who], "INIT"))
    terms += au_moins_1(terms)
    oracle.tell(Event("initiative", who, "", "FD-3.46", terms, (("valeur", total(terms)),)))
    return scene, total(terms)


@rule("FD-3.48")
def au_moins_1(terms: Terms) -> Terms:
    """What is missing to 1, as a term."""
    manque = 1 - total(terms)
    return (("Au moins 1", manque, "FD-3.48"),) if manque > 0 else ()


def combattants(scene: Scene) -> list[str]:
    """Everybody with a camp and a tour of his own, fallen ones included."""
    return [u.id for u in scene.people.values() if u.side and u.vie == "actif" and not u.bete]


def camps_des_joueurs(scene: Scene) -> set[str]:
    return {u.side for u in scene.people.values() if u.joueur}


@rule("FD-2.12", "FD-3.45", "FD-3.47")
def ranger(scene: Scene, qui: list[str], initiatives: dict[str, int]) -> tuple[str, ...]:
    """By decreasing initiative; at equality the players' side first."""
    amis = camps_des_joueurs(scene)
    return tuple(sorted(qui, key=lambda id: (-initiatives.get(id, 1), scene.people[id].side not in amis)))


@rule("FD-3.48")
def changer_initiative(scene: Scene, oracle: Oracle, who: str, n: int, regle: str, cette_manche: bool = True) -> Scene:
    """A bonus or malus, lasting, never below 1; those still to play in this manche are put in order again."""
    combat = scene.encounter
    if combat is None or who not in combat.initiatives or not n:
        return scene
    terms: Terms = (("Initiative", combat.initiatives[who], "FD-3.46"), ("Changement", n, regle))
    terms += au_moins_1(terms)
    valeur = total(terms)
    oracle.tell(Event("initiative_changee", who, "", regle, terms, (("n", n), ("valeur", valeur))))
    initiatives = {**combat.initiatives, who: valeur}
    file = remettre(scene, combat, initiatives) if cette_manche else combat.file
    return replace(scene, encounter=replace(combat, initiatives=initiatives, file=file))


@rule("FD-3.46", "FD-6.10")
def revoir_initiative(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """AGI, weight or a bonus of initiative is no longer what it was when initiative was last counted."""
    combat = scene.encounter
    if combat is None or who not in combat.comptes:
        return scene
    n = chiffre(scene, scene.people[who], "INIT")
    ecart = n - combat.comptes[who]
    if not ecart:
        return scene
    scene = replace(scene, encounter=replace(combat, comptes={**combat.comptes, who: n}))
    return changer_initiative(scene, oracle, who, ecart, "FD-3.46")


def remettre(scene: Scene, combat: Combat, initiatives: dict[str, int]) -> tuple[str, ...]:
    """Those whose tour it is stay first."""
    attendent = list(combat.file)
    for id in combat.tours:
        attendent.remove(id)
    return (*combat.tours, *ranger(scene, attendent, initiatives))


@rule("FD-2.14", "FD-3.7", "FD-9.20")
def tour_supplementaire(scene: Scene, oracle: Oracle, who: str, par: str, regle: str) -> Scene:
    """One more tour, once a manche, at the initiative of whoever gives it, which stays one's own from then on."""
    combat, u = scene.encounter, scene.people[who]
    if combat is None or not u.conscient or u.bete or who not in combat.initiatives:
        return scene
    if who in combat.relances:
        oracle.tell(Event("deja_relance", who, "", "FD-9.20"))
        return scene
    scene = replace(scene, encounter=replace(combat, relances=(*combat.relances, who)))
    valeur = combat.initiatives.get(par, 1)
    oracle.tell(Event("tour_supplementaire", who, par if par != who else "", regle, (), (("valeur", valeur),)))
    return inscrire(scene, who, valeur)


def inscrire(scene: Scene, who: str, valeur: int) -> Scene:
    """Once more in the order of this manche, at this initiative."""
    combat = en_cours(scene)
    initiatives = {**combat.initiatives, who: valeur}
    file = remettre(scene, replace(combat, file=(*combat.file, who)), initiatives)
    return replace(scene, encounter=replace(combat, initiatives=initiatives, file=file))


# ---------------------------------------------------------------- the fight begins


@rule("FD-3.45", "FD-3.56", "FD-2.12")
def engager(scene: Scene, oracle: Oracle) -> Scene:
    """Everybody rolls initiative, has 6 JT and nothing to recharge; what waits for a fight happens."""
    qui = combattants(scene)
    scene = scene.put(*(_fraiche(scene.people[id]) for id in qui))
    initiatives: dict[str, int] = {}
    for id in qui:
        scene, initiatives[id] = jet_d_initiative(scene, oracle, id)
    comptes = {id: chiffre(scene, scene.people[id], "INIT") for id in qui}
    oracle.tell(Event("manche", "", "", "FD-2.12", (), (("manche", 1),)))
    combat = Combat(1, initiatives, ranger(scene, qui, initiatives), comptes=comptes)
    scene = replace(scene, encounter=combat)
    for id in qui:
        if scene.people[id].conscient:
            scene = declencher(scene, oracle, id, "combat")
    return suite(scene, oracle)


def _fraiche(u: Unite) -> Unite:
    """As one enters a fight."""
    return replace(u, jt=JT_MAX, recharges=(), esquive=False, repos=False, passe_le_prochain=False)


@rule("FD-2.12", "FD-3.47")
def ouvrir(scene: Scene, oracle: Oracle) -> Scene:
    """The tour of the next in the order begins, or of several that are equal; perhaps of the next manche."""
    sans_personne = 0
    while True:
        combat = en_cours(scene)
        if not combat.file:
            sans_personne += 1
            if sans_personne > PATIENCE:
                break
            scene = manche_suivante(scene, oracle)
            continue
        groupe = egaux(scene, combat)
        if not groupe:
            scene = replace(scene, encounter=replace(combat, file=combat.file[1:]))
            continue
        passes = (*combat.passes, *groupe)
        scene = replace(scene, encounter=replace(combat, tours={id: Tour() for id in groupe}, passes=passes))
        for id in groupe:
            scene = debuter(scene, oracle, id)
        if fini(scene):
            break
        scene = ecarter(scene, oracle)
        if en_cours(scene).tours:
            return scene
    return clore(scene, oracle)


@rule("FD-3.47", "FD-3.7")
def egaux(scene: Scene, combat: Combat) -> list[str]:
    """Whose tour is next: of one initiative, all players' units at once, then all others, who order themselves.
    Nobody: a fallen unit that has had its one tour of this manche."""
    file, initiatives = combat.file, combat.initiatives
    premier = file[0]
    if not scene.people[premier].conscient and premier in combat.passes:
        return []
    valeur = initiatives.get(premier, 1)
    if len(file) == 1 or initiatives.get(file[1], 1) != valeur:
        return [premier]
    amis = camps_des_joueurs(scene)
    ami = scene.people[premier].side in amis
    groupe: list[str] = []
    for id in file:
        u = scene.people[id]
        if initiatives.get(id, 1) != valeur or (u.side in amis) != ami:
            break
        if id not in groupe and (u.conscient or id not in combat.passes):
            groupe.append(id)
    return groupe


@rule("FD-3.7", "FD-3.40", "FD-3.41", "FD-3.56")
def debuter(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The tour of a unit begins: survival, or JT, breath and what waits for it; some lose it. A tour that was put off
    has begun already."""
    combat, u = en_cours(scene), scene.people[who]
    differe = who in combat.differes
    if differe:
        reste = tuple(d for d in combat.differes if d != who)
        combat = replace(combat, differes=reste)
        scene = replace(scene, encounter=combat)
    if not u.conscient:
        return achever(agoniser(scene, oracle, who), oracle, who)
    oracle.tell(Event("tour", who, "", "FD-2.12", (), (("initiative", combat.initiatives.get(who, 1)),)))
    if differe:
        return empecher(scene, oracle, who)
    gain = 0
    if who in combat.joues:
        gain = bonus_de(scene, u, "jt")
    else:
        scene = replace(scene, encounter=replace(combat, joues=(*combat.joues, who)))
    if u.esquive or u.repos or u.effets:
        effets = tuple(a for a in u.effets if not a.au_debut) if u.effets else ()
        scene = scene.put(replace(u, esquive=False, repos=False, effets=effets))
    if gain:
        scene = changer_jt(scene, oracle, who, gain, "FD-3.56", termes_de(scene, u, "jt"))
    if u.souffle is not None:
        scene = etouffer(scene, oracle, who)
    scene = empecher(declencher(scene, oracle, who, "debut"), oracle, who)
    return ployer(scene, oracle, who) if who in en_cours(scene).tours else scene


@rule("FD-3.56")
@EFFECTS.on("jt")
def jt_du_tour(c: Essai) -> Term:
    """Each tour brings JT."""
    return "Début du tour", PAR_TOUR, "FD-3.56"


@rule("FD-3.41")
@EFFECTS.on("jt", of="repos")
def jt_du_repos(c: Essai) -> Term:
    """More of them after the action Repos."""
    return "Repos", REPOS, "FD-3.41"


def empecher(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Those who fell as it began, or are prevented from acting, have no tour."""
    u = scene.people[who]
    if not u.conscient:
        return achever(scene, oracle, who)
    cause = interdit(scene, u, "tour")
    return perdre_le_tour(scene, oracle, who, cause[0], cause[2]) if cause is not None else scene


@rule("FD-6.10")
def ployer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Whoever bears 10 more than his CON plays one tour out of two, the first of them."""
    u = scene.people[who]
    lourd = u.equipement.poids > 0 and surcharge(scene, u) <= ACCABLE
    perd = lourd and u.passe_le_prochain
    if u.passe_le_prochain != (lourd and not perd):
        scene = scene.put(replace(u, passe_le_prochain=lourd and not perd))
    return perdre_le_tour(scene, oracle, who, "Poids", "FD-6.10") if perd else scene


@rule("FD-6.10", "FD-2.13")
def perdre_le_tour(scene: Scene, oracle: Oracle, who: str, cause: str, regle: str) -> Scene:
    """A tour without doing anything: it counts all the same for all that lasts, and ends as the others do."""
    oracle.tell(Event("tour_perdu", who, "", regle, (), (("cause", cause),)))
    return achever(declencher(scene, oracle, who, "fin"), oracle, who)


@rule("FD-5.13")
def etouffer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One more tour without air, once the held breath is over; after the last one falls."""
    u = scene.people[who]
    if u.souffle is None or not u.conscient or scene.clock < u.apnee:
        return scene
    if u.souffle > 0:
        return scene.put(replace(u, souffle=u.souffle - 1))
    return tomber(scene, oracle, who, 0, impose="Conséquente")


# ---------------------------------------------------------------- the tour ends


@rule("FD-3.23")
def cout_de_reprise(u: Unite) -> int:
    return max(REPRISE, u.fiche.niveau // 3)


@rule("FD-3.23", "FD-4.23")
def reprise_fermee(scene: Scene, who: str) -> Closed | None:
    """Why a unit cannot take a second tour by Reprise."""
    combat, u = scene.encounter, scene.people[who]
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
    if u.passager_de:
        return Closed("FD-3.25", "{} est en croupe : attendre ou descendre", (Someone(u.id),))
    return None


@rule("FD-3.23", "FD-4.23")
def reprendre(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A new tour later in the manche, paid with initiative."""
    combat = en_cours(scene)
    prix = cout_de_reprise(scene.people[who])
    terms: Terms = (("Initiative", combat.initiatives[who], "FD-3.46"), ("Reprise", -prix, "FD-3.23"))
    oracle.tell(Event("reprise", who, "", "FD-3.23", terms, (("prix", prix), ("valeur", total(terms)))))
    scene = noter(scene, who, replace(tour_de(scene, who), rafraichi=True))
    scene = replace(scene, encounter=replace(en_cours(scene), repris=(*combat.repris, who)))
    return inscrire(scene, who, total(terms))


@rule("FD-3.23")
def finir_le_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The tour is over; before the next one begins a Reprise may still be taken."""
    if scene.encounter is None or who not in scene.encounter.tours:
        return suite(scene, oracle)
    u = scene.people[who]
    if u.conscient and reprise_fermee(scene, who) is None and not fini(scene):
        prix = cout_de_reprise(u)
        options = (Option("non", "Finir le tour"), Option("oui", "Reprise", (("initiative", prix),)))
        montre = (("prix", prix), ("initiative", scene.initiative(who)))
        if oracle.ask(Question(who, "fd.reprise", "FD-3.23", options, montre)).id == "oui":
            scene = reprendre(scene, oracle, who)
    if u.conscient:
        scene = declencher(scene, oracle, who, "fin")
    return suite(achever(scene, oracle, who), oracle)


def suite(scene: Scene, oracle: Oracle) -> Scene:
    """After anything done: the fight may be over, those who fell in their tour have none, the next begins."""
    if scene.encounter is None:
        return scene
    if fini(scene):
        return clore(scene, oracle)
    scene = ecarter(scene, oracle)
    return ouvrir(scene, oracle) if not en_cours(scene).tours else scene


def ecarter(scene: Scene, oracle: Oracle) -> Scene:
    """Those who fell in their tour, or are prevented from acting since, have none any more."""
    while True:
        perdu = next((id for id in en_cours(scene).tours if _hors_jeu(scene, scene.people[id])), None)
        if perdu is None:
            return scene
        scene = empecher(scene, oracle, perdu)


def _hors_jeu(scene: Scene, u: Unite) -> bool:
    return not u.conscient or (not u.simple and interdit(scene, u, "tour") is not None)


@rule("FD-2.13", "FD-2.14", "FD-6.33")
def achever(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One own tour less for all that lasts; out of the order of this manche."""
    scene = ecouler(scene, oracle, who)
    combat = en_cours(scene)
    file = list(combat.file)
    if who in file:
        file.remove(who)
    tours = {id: t for id, t in combat.tours.items() if id != who}
    return replace(scene, encounter=replace(combat, file=tuple(file), tours=tours))


def ecouler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What lasts a number of own tours of a unit lasts one less."""
    u = scene.people[who]
    if not u.simple or u.recharges:
        scene = scene.put(passer_un_tour(oracle, u))
    if any(z.par == who and z.tours is not None for z in scene.zones):
        zones = tuple(replace(z, tours=z.tours - 1) if z.par == who and z.tours is not None else z for z in scene.zones)
        scene = lever(scene, tuple(z for z in zones if z.tours is None or z.tours > 0))
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


@rule("FD-2.13", "FD-3.4", "FD-6.36")
def vivre_un_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What a tour brings to whoever has none: wounds, lack of air, what begins and ends with it, what lasts."""
    u = scene.people[who]
    if u.survie is not None:
        return ecouler(agoniser(scene, oracle, who), oracle, who)
    if u.effets:
        scene = scene.put(replace(u, effets=tuple(a for a in u.effets if not a.au_debut)))
    scene = declencher(etouffer(scene, oracle, who), oracle, who, "debut")
    if scene.people[who].conscient:
        scene = declencher(scene, oracle, who, "fin")
    return ecouler(scene, oracle, who)


@rule("FD-2.12", "FD-3.1", "FD-6.36", "FD-3.7")
def manche_suivante(scene: Scene, oracle: Oracle) -> Scene:
    """Ten seconds later, from the highest initiative on. Mounts, which have no tour, count manches instead."""
    combat = en_cours(scene)
    for u in list(scene.people.values()):
        if u.bete and u.vie == "actif" and (u.survie is not None or u.souffle is not None or not u.simple):
            scene = vivre_un_tour(scene, oracle, u.id)
    manche = combat.manche + 1
    oracle.tell(Event("manche", "", "", "FD-2.12", (), (("manche", manche),)))
    combat = replace(combat, manche=manche, file=(), tours={}, repris=(), differes=(), passes=(), relances=())
    scene = replace(scene, clock=scene.clock + MANCHE, encounter=combat)
    qui = combattants(scene)
    for id in qui:
        scene = revoir_initiative(scene, oracle, id)
    combat = en_cours(scene)
    return replace(scene, encounter=replace(combat, file=ranger(scene, qui, combat.initiatives)))


def fini(scene: Scene) -> bool:
    """One side at most can still fight."""
    camp = ""
    for u in scene.people.values():
        if u.survie is None and u.vie == "actif" and u.side and not u.bete:
            if camp and u.side != camp:
                return False
            camp = u.side
    return True


@rule("FD-3.10", "FD-3.54")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: what lasted tours ends, sequels are treated, luck rolls that waited are made."""
    debout = sorted({u.side for u in scene.people.values() if u.conscient and u.side})
    oracle.tell(Event("fin_du_combat", "", "", "FD-2.12", (), (("camp", ", ".join(debout) or "personne"),)))
    changes = [
        replace(
            u,
            affliction=u.affliction if u.affliction is not None and u.affliction.tours is None else None,
            etats=tuple(e for e in u.etats if e.tours is None),
            effets=tuple(a for a in u.effets if a.tours is None and not a.au_debut),
            recharges=(),
            esquive=False,
            repos=False,
            passe_le_prochain=False,
            aides=tuple(a for a in u.aides if ":" in a),  # what the game master has bargained for stays (FD-3.52)
        )
        for u in scene.people.values()
    ]
    scene = refermer(replace(scene.put(*changes), encounter=None, clock=scene.clock + MANCHE), oracle)
    for u in changes:
        for _ in range(u.chances):
            scene = jet_de_chance(scene, oracle, u.id)
        if u.chances:
            scene = scene.put(replace(scene.people[u.id], chances=0))
    return lever(scene, tuple(z for z in scene.zones if z.tours is None))


# ---------------------------------------------------------------- what actions share


def pas_a_elle(scene: Scene, who: str, en_selle: bool = False) -> Closed | None:
    """Not able, or not in its tour; somebody rescued may only wait or get off (`en_selle`, FD-3.25)."""
    absent = hors_d_etat(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is not None and who not in scene.encounter.tours:
        return Closed("FD-2.12", "Ce n'est pas le tour de {}", (Someone(who),))
    if scene.people[who].passager_de and not en_selle:
        return Closed("FD-3.25", "{} est en croupe : attendre ou descendre", (Someone(who),))
    return None


def tour_de(scene: Scene, who: str) -> Tour:
    return scene.encounter.tours.get(who, Tour()) if scene.encounter is not None else Tour()


def noter(scene: Scene, who: str, tour: Tour) -> Scene:
    combat = scene.encounter
    if combat is None or who not in combat.tours:
        return scene
    return replace(scene, encounter=replace(combat, tours={**combat.tours, who: tour}))


@rule("FD-3.19", "FD-3.22")
def apres_bonus(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A bonus action does not end the tour; there is no more moving after it."""
    scene = revoir_initiative(scene, oracle, who)
    return suite(noter(scene, who, replace(tour_de(scene, who), agi=True, en_course=False)), oracle)


@rule("FD-3.26", "FD-3.29")
def apres_rapide(scene: Scene, oracle: Oracle, who: str, en_course: bool = False) -> Scene:
    """The second quick action of a tour ends it. `en_course`: it was part of a move that Ruée may still prolong."""
    tour = tour_de(scene, who)
    scene = noter(scene, who, replace(tour, agi=True, en_course=en_course, rapides=tour.rapides + 1))
    return finir_le_tour(scene, oracle, who) if tour.rapides >= 1 else suite(scene, oracle)


# ---------------------------------------------------------------- beginning and breaking off


@rule("FD-3.45")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("FD-2.12", "Un combat est déjà engagé")
        if fini(scene):
            return Closed("FD-2.12", "Il faut deux camps debout")
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return engager(scene, oracle)


@rule("FD-2.12")
class Cesser(Action, frozen=True, tag="cesser"):
    """The fight is broken off: flight, surrender, truce. It ends for everybody: the game master says so."""

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        return PAS_DE_COMBAT if scene.encounter is None else inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return clore(scene, oracle)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    yield Combattre(u.id) if scene.encounter is None else Cesser(u.id)


PLACE = 24
ACTIONS: tuple[type[Action], ...] = (Combattre, Cesser)


@acte("initiative")
def presser(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    return changer_initiative(scene, oracle, id, source[1].n, source[2])


@acte("tour")
@rule("FD-4.23", "FD-9.20")
def rejouer(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """One more tour: given to another (dance), or to oneself, which no other Rafraîchissement may follow this tour."""
    if id != who:
        return tour_supplementaire(scene, oracle, id, who, source[2])
    tour = tour_de(scene, who)
    if tour.rafraichi:
        oracle.tell(Event("deja_rafraichi", who, "", "FD-4.23", (), (("nom", source[0]),)))
        return scene
    return noter(tour_supplementaire(scene, oracle, id, who, source[2]), who, replace(tour, rafraichi=True))
