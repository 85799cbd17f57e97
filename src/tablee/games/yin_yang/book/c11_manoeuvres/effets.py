"""What manoeuvres add to the roll, and what they do once the blow is won."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Amount, Option, Oracle, Question
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import Arme
from ...model.combat import Blocage, Clef
from ...model.effects import EFFECTS, Contexte
from ...model.manoeuvres import MANOEUVRES
from ...model.people import Effet
from ...model.scene import Scene, en_cours
from ..c6_blessures import infliger
from ..c10_modes import bloquees
from ..c10_tours.places import a_portee
from .assaut import Assaut
from .demandes import a_bloquer

AVEUGLE = 6  # YY-11.7, our ruling: the worst there is


EVASION_MIN = 5  # YY-11.10, YY-11.11: the margin that breaks a hold


Sorte = Literal["étouffement", "immobilisation"]


SANS_DEGATS = frozenset(
    [
        "aveugler",
        "bloquer",
        "clef_d_etouffement",
        "clef_d_immobilisation",
        "coup_maitrise",
        "desarmement",
        "engager_la_lutte",
        "projeter",
        "repousser",
        "se_degager",
    ]
)


# ---------------------------------------------------------------- what they add to the roll


@rule("YY-11.6")
@EFFECTS.on("combat", "passive")
def attaque_suicide(c: Contexte) -> Term | None:
    """Volonté on the blow, and as much off what is opposed to those one does not face."""
    acte = c.acte
    if acte is None and c.scene is not None and c.scene.encounter is not None:
        acte = c.scene.encounter.declarations.get(c.p.id)
    if "attaque_suicide" not in getattr(acte, "manoeuvres", ()):
        return None
    volonte = c.p.rang("volonte")
    return "Attaque suicide", -volonte if c.acte is None else volonte, "YY-11.6"


@rule("YY-11.20")
def des_de_harcelement(oracle: Oracle, a: Assaut) -> int:
    """+1D10 for each extra attack, read 1 to 10."""
    n = oracle.of(a.actor).total(a.n, 10, "harcèlement")
    terms: Terms = (("Harcèlement", n, "YY-11.20"),)
    oracle.tell(Event("harcelement", a.actor, a.cible, "YY-11.20", terms, (("points", n), ("attaques", a.n))))
    return n


@rule("YY-11.26")
def montrer(oracle: Oracle, a: Assaut) -> None:
    """What everybody sees of a point de vide spent on a manoeuvre."""
    for id in a.manoeuvres:
        if MANOEUVRES[id].vide or a.ameliorer:
            oracle.tell(Event(f"signe_{id}", a.actor, a.cible, "YY-11.26", (), (("traces", a.n + 1),)))


# ---------------------------------------------------------------- what they do

repousse_autour: Moment[[Assaut]] = Moment("repousse_autour")  # a point de vide went into pushing all of them back

Bruts = Callable[[int, int | None], Terms]  # the damage of a blow by its margin and, from afar, the Force put into it


@rule("YY-11.12", "YY-11.14", "YY-11.15", "YY-11.19", "YY-11.5")
def appliquer(scene: Scene, oracle: Oracle, a: Assaut, marge: int, bruts: Bruts, assommant: bool) -> Scene:
    """The won blow of an attack with its manoeuvres."""
    if not a.manoeuvres:
        return infliger(scene, oracle, a.actor, a.cible, bruts(marge, None), "torse", assommant)
    if "coup_puissant" in a.manoeuvres:
        marge += 2 * a.n
    if "assommer" in a.manoeuvres:
        assommant = True
    if "frappe_des_points_vitaux" in a.manoeuvres:
        assommant = False
    if not SANS_DEGATS & set(a.manoeuvres):
        terms = retenir(scene, oracle, a, marge, bruts) if "coup_retenu" in a.manoeuvres else bruts(marge, None)
        scene = infliger(scene, oracle, a.actor, a.cible, terms, membre_vise(scene, a), assommant)
    elif "coup_maitrise" in a.manoeuvres:
        oracle.tell(Event("coup_maitrise", a.actor, a.cible, "YY-11.12"))
    for id in a.manoeuvres:
        effet = EFFETS_DES_MANOEUVRES.get(id)
        if effet is not None and scene.people[a.cible].vie == "actif":
            scene = effet(scene, oracle, a, marge)
    return scene


def membre_vise(scene: Scene, a: Assaut) -> str:
    """The limb aimed at; a body without that limb is hit where it is largest."""
    membres = scene.people[a.cible].fiche.membres
    return a.membre if a.membre in membres else "torse"


@rule("YY-11.15")
def retenir(scene: Scene, oracle: Oracle, a: Assaut, marge: int, bruts: Bruts) -> Terms:
    """After the blow is won: hand to hand the damage is chosen, with a missile the part of Force in it."""
    force, terms = scene.people[a.actor].rang("force"), bruts(marge, None)
    plein = total(terms)
    if a.tire:
        q = Question(a.actor, "yy.retenir_force", "YY-11.15", parts_de_force(force), (("plein", plein),))
        return bruts(marge, int(oracle.ask(q).id))
    if plein <= 1:
        return terms
    q = Question(a.actor, "yy.retenir", "YY-11.15", degats_choisis(min(force, plein)), (("plein", plein),))
    choisis = int(oracle.ask(q).id)
    return (*terms, ("Coup retenu", choisis - plein, "YY-11.15")) if choisis < plein else terms


@lru_cache(32)
def degats_choisis(haut: int) -> Amount:
    return Amount(1, haut, "{} points de dégâts")


@lru_cache(32)
def parts_de_force(force: int) -> Amount:
    return Amount(0, force, "{} de Force")


@rule("YY-11.7")
def aveugler(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """Sand blinds until a turn is spent clearing it, the sun's reflection for the next turn only."""
    q = scene[a.cible]
    reflet = a.arme_en_jeu(scene).reflet and not a.sable
    oracle.tell(Event("aveugle", a.actor, a.cible, "YY-11.7", (), (("moyen", "le soleil" if reflet else "du sable"),)))
    if reflet:
        combat = en_cours(scene)
        return replace(scene, encounter=replace(combat, eblouis=(*combat.eblouis, q.id)))
    effet = Effet("Sable dans les yeux", "vue", -AVEUGLE, "YY-11.7", lie="sable")
    return scene.put(replace(q, effets=(*[e for e in q.effets if e.lie != "sable"], effet)))


@rule("YY-11.8")
def bloquer(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """The opponent's weapon is locked with one's own; whatever else he does is harder by the margin."""
    combat, sienne = en_cours(scene), a_bloquer(scene, scene[a.cible])
    mienne = a.arme_en_jeu(scene)
    if sienne is None or mienne.id in bloquees(scene, a.actor):
        oracle.tell(Event("rien_a_bloquer", a.actor, a.cible, "YY-11.8"))
        return scene
    blocage = Blocage(a.actor, a.cible, marge, mienne.id, sienne.id)
    facts = (("marge", marge), ("arme", sienne.nom))
    oracle.tell(Event("bloque", a.actor, a.cible, "YY-11.8", (), facts))
    return replace(scene, encounter=replace(combat, blocages=(*combat.blocages, blocage)))


def poser_une_clef(scene: Scene, oracle: Oracle, a: Assaut, sorte: Sorte, regle: str) -> Scene:
    """A hold is set; it lasts until the victim escapes or the holder lets go."""
    combat = en_cours(scene)
    clefs = (*[c for c in combat.clefs if c.sur != a.cible], Clef(a.actor, a.cible, sorte, combat.tour))
    oracle.tell(Event("clef", a.actor, a.cible, regle, (), (("sorte", sorte),)))
    return replace(scene, encounter=replace(combat, clefs=clefs))


@rule("YY-11.10")
def etouffer(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """The opponent loses breath as in intense activity, turn after turn."""
    return poser_une_clef(scene, oracle, a, "étouffement", "YY-11.10")


@rule("YY-11.11")
def immobiliser(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """The opponent can only try to escape."""
    return poser_une_clef(scene, oracle, a, "immobilisation", "YY-11.11")


@rule("YY-11.16")
def desarmer(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """The opponent drops one of the weapons in his hands; with two he says which."""
    q = scene[a.cible]
    tenues = [x for x in q.equipement.tenues if x.id != "mains_nues"]
    if not tenues:
        oracle.tell(Event("rien_a_lacher", a.actor, a.cible, "YY-11.16"))
        return scene
    if len(tenues) == 1:
        return lacher(scene, oracle, a.cible, tenues[0], "YY-11.16")
    options = tuple(Option(x.id, x.nom) for x in tenues)
    choix = oracle.ask(Question(q.id, "yy.lacher", "YY-11.16", options))
    return lacher(scene, oracle, a.cible, next(x for x in tenues if x.id == choix.id), "YY-11.16")


def lacher(scene: Scene, oracle: Oracle, who: str, arme: Arme, regle: str) -> Scene:
    """A weapon falls to the ground at his feet; nothing locks it any more."""
    p, combat = scene[who], scene.encounter
    main = tuple(x.id for x in p.equipement.tenues if x.id != arme.id)
    oracle.tell(Event("lache", who, "", regle, (), (("arme", arme.nom),)))
    if combat is not None and combat.blocages:
        libres = (
            (b.par, b.arme_par) == (who, arme.id) or (b.sur, b.arme_sur) == (who, arme.id) for b in combat.blocages
        )
        restent = tuple(b for b, libre in zip(combat.blocages, libres, strict=True) if not libre)
        scene = replace(scene, encounter=replace(combat, blocages=restent))
    return scene.put(
        replace(p, equipement=replace(p.equipement, en_main=main), a_terre_armes=(*p.a_terre_armes, arme.id))
    )


@rule("YY-10.17", "YY-11.17")
def engager_la_lutte(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """Both are at grips from the next turn on, unless one of them is already with somebody else."""
    combat = en_cours(scene)
    pris = {w for paire in (*combat.luttes, *combat.prises) for w in paire}
    if a.actor in pris or a.cible in pris:
        oracle.tell(Event("deja_aux_prises", a.actor, a.cible, "YY-10.17"))
        return scene
    oracle.tell(Event("lutte", a.actor, a.cible, "YY-11.17"))
    return replace(scene, encounter=replace(combat, prises=(*combat.prises, (a.actor, a.cible))))


@rule("YY-11.23")
def se_degager(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """The grapple is left: close combat from the next turn on."""
    combat = en_cours(scene)
    oracle.tell(Event("degage", a.actor, a.cible, "YY-11.23"))
    return replace(scene, encounter=replace(combat, lachers=(*combat.lachers, (a.actor, a.cible))))


@rule("YY-11.21")
def projeter(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """Thrown to the ground, as far as the margin allows and the thrower wants; a turn to get up follows."""
    loin = 0
    if marge:
        q = Question(a.actor, "yy.projeter", "YY-11.21", jusqu_a(marge), (("cible", a.cible),))
        loin = int(oracle.ask(q).id)
    scene = eloigner(scene, a.actor, a.cible, loin)
    oracle.tell(Event("projete", a.actor, a.cible, "YY-11.21", (), (("metres", loin),)))
    combat = en_cours(scene)
    scene = replace(scene, encounter=replace(combat, projetes=(*combat.projetes, a.cible)))
    return scene.put(replace(scene[a.cible], a_terre=True))


@lru_cache(64)
def jusqu_a(marge: int) -> tuple[Option, ...]:
    """As far as possible, unless somebody says otherwise."""
    return tuple(Option(n, f"{n} m") for n in range(marge, -1, -1))


@rule("YY-11.22")
def repousser(scene: Scene, oracle: Oracle, a: Assaut, marge: int) -> Scene:
    """Pushed back by the margin in metres; with Vide all opponents in reach are tried, each by himself."""
    scene = reculer(scene, oracle, a, a.cible, marge, a.obstacle)
    return repousse_autour(scene, oracle, a) if a.ameliorer else scene


@rule("YY-11.22")
def reculer(scene: Scene, oracle: Oracle, a: Assaut, who: str, marge: int, obstacle: int | None) -> Scene:
    """So many metres away, or up to what stands in the way, which hurts for each metre missing."""
    metres = marge if obstacle is None else min(marge, obstacle)
    scene = eloigner(scene, a.actor, who, metres)
    oracle.tell(Event("repousse", a.actor, who, "YY-11.22", (), (("metres", metres),)))
    if metres == marge:
        return scene
    terms: Terms = (("Mètres manquants", marge - metres, "YY-11.22"),)
    oracle.tell(Event("obstacle", who, "", "YY-11.22", terms, (("points", marge - metres),)))
    return infliger(scene, oracle, a.actor, who, terms, "torse")


@rule("YY-11.22")
def autour(scene: Scene, a: Assaut) -> tuple[str, ...]:
    """The other opponents in reach, no larger than he is, that he is not surprised by."""
    p = scene[a.actor]
    return tuple(
        q.id
        for q in scene.people.values()
        if q.side != p.side
        and q.id not in (a.cible, *p.surpris_par)
        and q.conscient
        and a_portee(p, q)
        and q.fiche.rang_taille <= p.fiche.rang_taille
    )


def eloigner(scene: Scene, de: str, qui: str, metres: int) -> Scene:
    """Straight away from somebody; who stands on the same spot goes to the right."""
    p, q = scene[de], scene[qui]
    dx, dy = q.x - p.x, q.y - p.y
    loin = (dx * dx + dy * dy) ** 0.5
    if not loin:
        dx, dy, loin = 1, 0, 1.0
    return scene.put(replace(q, x=q.x + round(dx / loin * metres), y=q.y + round(dy / loin * metres)))


EFFETS_DES_MANOEUVRES: dict[str, Any] = {
    "aveugler": aveugler,
    "bloquer": bloquer,
    "clef_d_etouffement": etouffer,
    "clef_d_immobilisation": immobiliser,
    "desarmement": desarmer,
    "engager_la_lutte": engager_la_lutte,
    "projeter": projeter,
    "repousser": repousser,
    "se_degager": se_degager,
}
