"""The catalogue of actions as actions: one class for each kind of button, one procedure for all rows (TN-8.122)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.actions import LIGNES, Genre, Ligne
from ...model.conditions import Duree
from ...model.confrontation import Budget, Confrontation
from ...model.effects import Essai
from ...model.energies import NOMS as ENERGIES
from ...model.energies import Energie
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes, refuse
from ..c4_caracteristiques.ressources import est_mort
from .armes import a_portee, ecart, en_melee
from .attaque import Coup, Verdict, confronter, echange, interdite, touche
from .budget import confrontation, fermee, peut_doubler, sans_double, sans_gratuite
from .degats import Degats
from .effets import Acte, pire, produire
from .frappes import Attaquer, Frapper, Tirade, hors_d_atteinte
from .mains import sans_action_libre
from .mouvement import bouger, permis
from .opportunites import Derangement, en_tirant
from .tactiques import (
    Prise,
    aboutit,
    attribut_de,
    connue,
    contrees,
    enchainer,
    evaluation,
    faisable_sur_le_moment,
    figures_de_soutien,
    figures_de_tactique,
    impayable,
    jet_de_tactique,
    manque,
    oeuvre,
    passe_outre,
    payer,
    prise_sur,
    se_degager,
    seconde,
    soutenir,
    trop_lourde,
    type_de,
    user_de_tactique,
)

A_LA_VOIX = 10  # metres within which an ally hears and is reached by a word
DES_ENERGIES_AU_PLUS = 10


def lignes(*genres: Genre, contre: tuple[str, ...] = ("", "defense", "evaluation")) -> dict[str, Ligne]:
    """The rows of these kinds that are played here, on one person, against such a difficulty."""
    rows = LIGNES.values()
    return {x.id: x for x in rows if x.genre in genres and not x.par and x.cible != "zone" and x.contre in contre}


def noms(rows: dict[str, Ligne]) -> dict[str, str]:
    return {id: x.nom for id, x in rows.items()}


def inconnue(quoi: str, rows: dict[str, Ligne]) -> Closed | None:
    if quoi in rows:
        return None
    return Closed(
        "TN-8.122", "Pas d'action « {} » ici ; on a : {}", (Typed(quoi), tuple([x.nom for x in rows.values()]))
    )


# ---------------------------------------------------------------- what they have in common


class Jouer(Action, frozen=True, tag="jouer"):
    """An action of the catalogue: which, on whom, by which of the attributes it allows."""

    quoi: str
    cible: WhoOrNobody = ""
    attribut: str = ""

    rows: ClassVar[dict[str, Ligne]]
    looks: ClassVar[dict[str, Any]] = {"reussi": None, "degre": None}

    def key(self) -> str:
        return f"{tag(self)}.sur" if self.cible else tag(self)

    @property
    def ligne(self) -> Ligne:
        return self.rows[self.quoi]

    @property
    def sur(self) -> str:
        return self.cible or self.actor

    def closed(self, scene: Scene) -> Closed | None:
        if barred := inconnue(self.quoi, self.rows) or absent(scene, self.actor) or absent(scene, self.sur):
            return barred
        p, ligne = scene[self.actor], self.ligne
        if barred := self.hors_de_prix(scene):
            return barred
        if self.attribut and self.attribut not in ligne.attributs:
            return Closed(ligne.regle, "{} se tente par : {}", (ligne.nom, ligne.attributs))
        return (
            self.vaine(scene) or manque(scene, p, scene[self.sur], ligne) or incapable(scene, p, ligne, self.attribut)
        )

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        """Why it cannot be paid."""
        return impayable(scene, self.actor, self.ligne, self.cible)

    def vaine(self, scene: Scene) -> Closed | None:
        """Why it cannot be done to him."""
        return ligne_vaine(scene, self.actor, self.sur, self.ligne)

    def views(self) -> tuple[str, ...]:
        return ("reussi", "degre") if self.ligne.contre else ()

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Whether it comes off, or how well."""
        if callable(look) or not self.ligne.contre:
            return super().seen(scene, look)
        f, d = figures_de_soutien(scene, self.actor, self.ligne, self.attribut), self.ligne.difficulte
        if look == "degre":
            return lambda oracle: evaluation(oracle, f, d)
        least = 1 if self.ligne.mesure == "degre" else 0
        return lambda oracle: evaluation(oracle, f, d) >= least

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        ligne = self.ligne
        scene, net = payer(scene, oracle, self.actor, ligne, self.cible)
        if net is None:
            return scene
        oracle.tell(Event("agit", self.actor, self.cible, ligne.regle, (), (("action", ligne.nom),)))
        return soutenir(scene, oracle, Acte(self.actor, self.sur, ligne), self.attribut, net)


def incapable(scene: Scene, p: Personnage, ligne: Ligne, attribut: str = "") -> Closed | None:
    """Why somebody in his state cannot."""
    if not ligne.attributs:
        return None
    of = attribut_de(p, ligne, attribut), ligne.competence, ligne.groupe
    return refuse(scene, p, *of, Essai(p, scene, None, *of)) or trop_lourde(scene, p, ligne, attribut)


@rule("TN-8.122")
def ligne_vaine(scene: Scene, de: str, sur: str, ligne: Ligne) -> Closed | None:
    """Why an action cannot be done to somebody: he is no ally, not himself, too far away, or has nothing to lose."""
    p, q = scene[de], scene[sur]
    if ligne.cible == "soi" and p is not q:
        return Closed(ligne.regle, "{} : pour soi seulement", (ligne.nom,))
    if ligne.cible == "allie" and (p is q or p.side != q.side):
        return Closed(ligne.regle, "{} : pour un allié", (ligne.nom,))
    if est_mort(scene, q):
        return Closed("TN-4.5", "Déjà mort")
    if ligne.cible == "allie" and ecart(p, q) > (ligne.metres or A_LA_VOIX):
        return Closed("TN-4.64", "{} est hors de portée", (Someone(sur),))
    if contrees(ligne) and pire(q, contrees(ligne)) is None:
        return Closed(ligne.regle, "{} n'a rien que cela soulage", (Someone(sur),))
    return None


# ---------------------------------------------------------------- tactics


class _Tactique(Jouer, frozen=True, tag="_tactique"):
    """What a tactic is, first or second: on whom, how long it is to last, its odds."""

    duree: Duree = "ephemere"

    rows: ClassVar[dict[str, Ligne]] = lignes("tactique")
    looks: ClassVar[dict[str, Any]] = {"touche": None, "impact": None}

    def key(self) -> str:
        return tag(self)

    def views(self) -> tuple[str, ...]:
        return ("touche", "impact") if self.ligne.mesure else ("touche",)

    def prise(self, scene: Scene) -> Prise:
        return Prise(self.actor, self.cible, self.quoi, self.attribut, self.duree)

    def vaine(self, scene: Scene) -> Closed | None:
        ligne = self.ligne
        if self.duree != "ephemere" and not ligne.afflige:
            return Closed("TN-8.230", "{} : rien que l'on puisse faire durer", (ligne.nom,))
        return hors_de_prise(scene, self.actor, self.cible, ligne)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Whether it affects its target, or its impact if it does: neither aide nor what follows."""
        if callable(look):
            return super().seen(scene, look)
        a, ligne = figures_de_tactique(scene, self.prise(scene)), self.ligne
        if look in (None, "touche"):
            return lambda oracle: aboutit(confronter(oracle, a), ligne)

        def impact(oracle: Oracle) -> int:
            v = confronter(oracle, a)
            return max(0, total(jet_de_tactique(scene, oracle, a, v, ligne.mesure))) if aboutit(v, ligne) else 0

        return impact


@rule("TN-4.64", "TN-4.67", "TN-8.112")
def hors_de_prise(scene: Scene, de: str, sur: str, ligne: Ligne) -> Closed | None:
    """Why a tactic cannot reach somebody: a physical one takes mêlée, unless it is shot or thrown."""
    if not sur:
        return Closed(ligne.regle, "{} : il faut une cible", (ligne.nom,))
    return hors_d_atteinte(scene, de, sur, ligne.plan) if loin(ligne) else loin_d_elle(scene, de, sur, ligne)


def loin(ligne: Ligne) -> bool:
    """Whether it reaches as far as an attack or a word does."""
    return not ligne.metres and (ligne.plan is ESPRIT or "tir" in ligne.exige)


def loin_d_elle(scene: Scene, de: str, sur: str, ligne: Ligne) -> Closed | None:
    p, q = scene[de], scene[sur]
    if p is q:
        return Closed("TN-8.93", "On ne s'attaque pas soi-même")
    if est_mort(scene, q):
        return Closed("TN-4.5", "Déjà mort")
    pres = ecart(p, q) <= ligne.metres if ligne.metres else en_melee(p, q)
    return None if pres else Closed("TN-4.64", "{} est hors de portée", (Someone(sur),))


@rule("TN-8.112", "TN-8.113", "TN-8.114", "TN-8.122", "TN-8.230", "TN-8.259", "TN-8.378")
class UserDeTactique(_Tactique, frozen=True, tag="tactique"):
    """Push, throw down, disarm, hold, make doubt: against a passive defence, with an impact instead of damage."""

    gratuite: bool = False  # with the action gratuite of the tour (TN-8.66)

    rank: ClassVar[int] = 20
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(lignes("tactique"))}

    def key(self) -> str:
        return f"{super().key()}.gratuite" if self.gratuite else super().key()

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        if not self.gratuite:
            return super().hors_de_prix(scene)
        if self.ligne.type != "ACTS":
            return Closed("TN-8.66", "{} : une action gratuite vaut une action simple, pas plus", (self.ligne.nom,))
        return sans_gratuite(scene, self.actor, self.ligne.genre)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, net = payer(scene, oracle, self.actor, self.ligne, self.cible, moyen="actg" if self.gratuite else "acts")
        if net is None:
            return scene
        scene = user_de_tactique(scene, oracle, replace(self.prise(scene), net=net))
        if self.ligne.zone and confrontation(scene).attente(self.actor).vise:
            scene = replace(scene, encounter=confrontation(scene).attend(self.actor, vise=""))
        return scene


@rule("TN-8.70", "TN-8.73", "TN-8.74", "TN-8.115")
class DoublerTactique(_Tactique, frozen=True, tag="doubler_tactique"):
    """A tactic right after an attack or a tactic: for initiative, restricted, and only if one is the faster."""

    rank: ClassVar[int] = 6
    rows: ClassVar[dict[str, Ligne]] = {id: x for id, x in LIGNES.items() if faisable_sur_le_moment(x)}
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}

    def closed(self, scene: Scene) -> Closed | None:
        if barred := inconnue(self.quoi, self.rows) or fermee(scene, self.actor, "", 0):
            return barred
        s = confrontation(scene).suite
        if s is None or s.de != self.actor:
            return Closed("TN-8.70", "Aucune attaque ni tactique à doubler")
        if not peut_doubler(scene, self.actor):
            return sans_double()
        if self.ligne.plan_nom != s.plan:
            return Closed("TN-8.74", "La seconde action est de la même nature que la première")
        p = scene[self.actor]
        if barred := absent(scene, self.sur) or self.vaine(scene) or manque(scene, p, scene[self.sur], self.ligne):
            return barred
        return incapable(scene, p, self.ligne, self.attribut)

    def prise(self, scene: Scene) -> Prise:
        """If it passes: the vitesse of the other is hidden, and the button does not tell it."""
        s = confrontation(scene).suite
        assert s is not None
        return replace(seconde(s, self.quoi, self.cible), attribut=self.attribut, duree=self.duree)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return enchainer(scene, oracle, self.prise(scene))


@rule("TN-8.122")
class SeDegager(Jouer, frozen=True, tag="se_degager"):
    """Break free of what holds one: against the defence of whoever holds, or the difficulty of what does."""

    rank: ClassVar[int] = 3
    rows: ClassVar[dict[str, Ligne]] = lignes("tactique", contre=("emprise",))
    looks: ClassVar[dict[str, Any]] = {"reussi": None}
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}

    def views(self) -> tuple[str, ...]:
        return ("reussi",)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        if callable(look):
            return super().seen(scene, look)
        ligne = self.ligne
        difficulte, tient = prise_sur(scene, self.actor, ligne)
        if tient:
            a = figures_de_tactique(scene, Prise(self.actor, tient, self.quoi, self.attribut))
            return lambda oracle: aboutit(confronter(oracle, a), ligne)
        f = figures_de_soutien(scene, self.actor, ligne, self.attribut)
        return lambda oracle: passe_outre(oracle, f, difficulte)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, net = payer(scene, oracle, self.actor, self.ligne, self.cible)
        return scene if net is None else se_degager(scene, oracle, self.actor, self.ligne, self.attribut)


# ---------------------------------------------------------------- attacks of a kind of their own


@rule("TN-8.92", "TN-8.95", "TN-8.99", "TN-8.122")
class PorterUnCoup(Frapper, frozen=True, tag="porter_un_coup"):
    """An attack or a tirade made in another way: more risk for more harm, more care, or something it brings along."""

    quoi: str = "attaque_puissante"

    rank: ClassVar[int] = 12
    rows: ClassVar[dict[str, Ligne]] = lignes("attaque")
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}

    @property
    def ligne(self) -> Ligne:
        return self.rows[self.quoi]

    def closed(self, scene: Scene) -> Closed | None:
        if barred := inconnue(self.quoi, self.rows) or absent(scene, self.actor):
            return barred
        p, ligne = scene[self.actor], self.ligne
        if barred := impayable(scene, self.actor, ligne, self.cible, self.genre(scene)):
            return barred
        if ligne.plan is CORPS and (barred := sans_action_libre(scene, self.actor, 0, "acts")):
            return barred
        if barred := hors_d_atteinte(scene, self.actor, self.cible, ligne.plan):
            return barred
        q = scene[self.cible]
        return manque(scene, p, q, ligne) or interdite(scene, self.actor, self.cible, ligne.plan)

    def genre(self, scene: Scene) -> str:
        """Of the kind an attack with the main hand is (TN-8.340)."""
        plain = Tirade if self.ligne.plan is ESPRIT else Attaquer
        return plain(self.actor, self.cible).genre(scene)

    def coup(self, scene: Scene) -> Coup:
        ligne = self.ligne
        net: Terms = ((ligne.nom, ligne.avantages, ligne.regle),) if ligne.avantages else ()
        plus: Terms = ((ligne.nom, ligne.jet, ligne.regle),) if ligne.jet else ()
        return Coup(
            self.actor,
            self.cible,
            ligne.plan_nom,
            net=net,
            plus=plus,
            conditions=bool(ligne.conditions),
            sorte=ligne.sorte,
            energie=ligne.energie,
            ligne=self.quoi,
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        """Paid; what it does to its author holds whatever comes of it, the rest if it touches."""
        ligne = self.ligne
        scene, net = payer(scene, oracle, self.actor, ligne, self.cible, self.genre(scene))
        if net is None:
            return scene
        propres = replace(ligne, fait=tuple([e for e in ligne.fait if e.sur == "soi"]))
        scene = produire(scene, oracle, Acte(self.actor, self.cible, propres))
        c = self.coup(scene)
        deja = ligne.opportunite or oeuvre(ligne, self.cible, "") is not None  # one action, one opportunity
        scene, d = (scene, Derangement()) if deja else en_tirant(scene, oracle, c)
        return scene if d.perdue else echange(scene, oracle, replace(c, net=c.net + net + d.net))


@touche.then("TN-8.95", "TN-8.122", "TN-8.163")
def avec_ce_coup(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """What an attack of the catalogue does to whoever it touches: its jet gives the charges too."""
    ligne = LIGNES.get(c.ligne)
    if ligne is None or ligne.genre != "attaque":
        return scene
    autres = replace(ligne, fait=tuple([e for e in ligne.fait if e.sur == "cible"]))
    gardes = [x for x in v.parades if x.effet == "se_premunir"]
    n = d.charges - sum([d.charges if x.reussie else 4 * x.dr for x in gardes])
    return produire(scene, oracle, Acte(c.de, c.sur, autres, n)) if n > 0 else scene


# ---------------------------------------------------------------- for oneself, for an ally


@rule("TN-8.122")
class Soutenir(Jouer, frozen=True, tag="soutenir"):
    """Help an ally, or ready oneself: nobody opposes it."""

    rank: ClassVar[int] = 30
    rows: ClassVar[dict[str, Ligne]] = lignes("soutien")
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}


@rule("TN-8.122")
class SeGarder(Jouer, frozen=True, tag="se_garder"):
    """Raise one's guard, of body or mind, until one's next passe."""

    rank: ClassVar[int] = 32
    rows: ClassVar[dict[str, Ligne]] = lignes("defense")
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}


@rule("TN-8.122")
class Secourir(Jouer, frozen=True, tag="secourir"):
    """Free an ally, shake him awake, help him up; or come to oneself again."""

    rank: ClassVar[int] = 43
    rows: ClassVar[dict[str, Ligne]] = lignes("soin")
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}


@rule("TN-8.65", "TN-8.68", "TN-8.122")
class Manier(Jouer, frozen=True, tag="manier"):
    """Something done with what lies at hand, or with one's own place: no test. To change places is a movement."""

    rank: ClassVar[int] = 48
    rows: ClassVar[dict[str, Ligne]] = lignes("manipulation", "deplacement")
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(rows)}

    @property
    def bouge(self) -> bool:
        return any(e.quoi == "place" for e in self.ligne.fait)

    def vaine(self, scene: Scene) -> Closed | None:
        p = scene[self.actor]
        if self.bouge and confrontation(scene).budgets[p.id].bouge >= permis(scene, p):
            return Closed("TN-8.68", "Un seul déplacement par round")
        return super().vaine(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = super().resolve(scene, oracle)
        return bouger(scene, self.actor) if self.bouge else scene


@rule("TN-8.99", "TN-8.206")
class PorterEnergie(Action, frozen=True, tag="porter_energie"):
    """Somebody's attacks carry an energy, by the game master's word: so many D8 beside each blow; 0: no more."""

    energie: Energie = "chaud"
    des: int = 2

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 91
    offers: ClassVar[dict[str, dict[str, str]]] = {"energie": ENERGIES}

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or hors_bornes("TN-8.206", "Dés", self.des, 0, DES_ENERGIES_AU_PLUS)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, on = scene[self.actor], f"energie:{self.energie}"
        autres = tuple([m for m in p.effets if m.on != on])
        facts = ("energie", ENERGIES[self.energie]), ("des", self.des)
        oracle.tell(Event("porte_energie", p.id, "", "TN-8.206", (), facts))
        porte = (Modifier(on, self.des, ENERGIES[self.energie], "TN-8.206"),) if self.des else ()
        return scene.put(replace(p, effets=autres + porte))


ACTIONS = (
    UserDeTactique,
    DoublerTactique,
    SeDegager,
    PorterUnCoup,
    Soutenir,
    SeGarder,
    Secourir,
    Manier,
    PorterEnergie,
)


# ---------------------------------------------------------------- what is worth a button


@rule("TN-8.122")
def a_propos(e: Confrontation, p: Personnage, ligne: Ligne) -> bool:
    """Whether an action is of this confrontation, and one somebody would think of: he knows how, or anybody does."""
    if ligne.nature != "les deux":
        mental = ligne.plan is ESPRIT
        if (e.forme == "joute" and not mental) or (e.forme == "combat" and mental and not ligne.partout):
            return False
    du_livre = not ligne.origin and ligne.genre in ("tactique", "defense")
    return not ligne.contre or du_livre or connue(p, ligne)


def payable(b: Budget, p: Personnage, ligne: Ligne) -> bool:
    """Whether it can be begun with what is left; what is under way is gone on with whatever its kind."""
    if type_de(p, ligne) == "ACTL":
        return b.actl > 0
    return b.acts > 0 and not any(genre.partition("/")[0] == ligne.genre for genre in b.genres)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What can be paid and reached now, and that he knows how to do; the book's own tactics whatever he knows.

    Only those of the body that the book names are offered against everybody; the others against whom he is at already.
    """
    yield PorterEnergie(p.id)
    e = scene.encounter
    b = e.budgets.get(p.id) if e is not None and e.passe == p.id else None
    if e is None or b is None:
        return
    adversaires = de_front(scene, p)
    allies = [q for q in scene.people.values() if q.side == p.side and q is not p and not est_mort(scene, q)]
    for kind in (PorterUnCoup, UserDeTactique, SeDegager, Soutenir, SeGarder, Secourir, Manier):
        for ligne in kind.rows.values():
            if payable(b, p, ligne) and a_propos(e, p, ligne):
                yield from contre_qui(scene, p, kind, ligne, adversaires, allies)
    if e.suite is not None and e.suite.de == p.id and peut_doubler(scene, p.id):
        for id, ligne in DoublerTactique.rows.items():
            if ligne.plan_nom == e.suite.plan and connue(p, ligne):
                yield from (DoublerTactique(p.id, id, q.id) for q in islice(atteints(scene, p, adversaires, ligne), 1))


def de_front(scene: Scene, p: Personnage) -> list[Personnage]:
    """His adversaries: whom he aims at or has just acted on first, then the nearest."""
    e = confrontation(scene)
    deja = {e.attente(p.id).vise, e.suite.sur if e.suite is not None and e.suite.de == p.id else ""}
    adversaires = [q for q in scene.people.values() if q.side != p.side and q.up]
    return sorted(adversaires, key=lambda q: (q.id not in deja, ecart(p, q)))


def contre_qui(
    scene: Scene, p: Personnage, kind: Any, ligne: Ligne, adversaires: list[Personnage], allies: list[Personnage]
) -> Iterator[Action]:
    """An action of the catalogue, on everybody it is offered against."""
    if ligne.cible == "soi":
        if not manque(scene, p, p, ligne) and not ligne_vaine(scene, p.id, p.id, ligne):
            yield kind(p.id, ligne.id)
    elif ligne.cible == "allie":
        for q in allies:
            if not manque(scene, p, q, ligne) and not ligne_vaine(scene, p.id, q.id, ligne):
                yield kind(p.id, ligne.id, q.id)
    elif kind is PorterUnCoup:
        a_frapper = (q for q in adversaires if a_portee(p, q, ligne.plan) is not None)
        prets = (PorterUnCoup(p.id, q.id, ligne.id) for q in a_frapper if manque(scene, p, q, ligne) is None)
        yield from islice(prets, 1)
    else:
        tous = None if ligne.plan is CORPS and not ligne.origin else 1
        yield from (kind(p.id, ligne.id, q.id) for q in islice(atteints(scene, p, adversaires, ligne), tous))


def atteints(scene: Scene, p: Personnage, adversaires: list[Personnage], ligne: Ligne) -> Iterator[Personnage]:
    """Whom a tactic reaches, if there is what it takes."""
    for q in adversaires:
        if hors_de_prise(scene, p.id, q.id, ligne) is None and manque(scene, p, q, ligne) is None:
            yield q
