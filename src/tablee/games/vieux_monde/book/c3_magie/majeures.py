"""Chapter 3, incantations imparfaites: the major table, a function for each row, and what some leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.boutons import Bouton
from ...model.cast import une_creature
from ...model.catalogue import CREATURES, FORMES, ZONES
from ...model.people import CASE, HEURE, MINUTE, ROUND, Effet, Etat, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.sorts import DOMAINES, Sort
from ..c2_combat.combat import desengager, en_cours, engager, mouvement
from ..c2_combat.places import occupants, places_libres
from ..c2_rounds.rounds import Rejoindre, effet_fini
from ..c5_blessures.blessures import amputer
from ..c5_blessures.degats import Source, degats
from ..c5_blessures.mort import mourir
from ..c6_etats import gagner_etat, noter, recevoir_etat
from .magie import ESSAIM, LEVITATION, MARCHE, MUET, PARJURE, SANS_MAGIE, SANS_VUE, TRAITRE
from .vents import Suite, a_la_ronde, corrompre, rate, subir_la_ligne

MAJEURE = "VM-3.31"
NUEES = ("nuee_de_rats", "nuee_d_araignees", "nuee_de_serpents")
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@rule("VM-3.31")
def majeure(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """A roll on the major table."""
    return subir_la_ligne(scene, oracle, who, sort, "majeure", LIGNES)


def effet(nom: str, sur: str, fin: int | None, mod: int = 0) -> Effet:
    return Effet(nom, sur, mod, MAJEURE, "imparfaite", fin)


# ---------------------------------------------------------------- on everybody around


def voix_fantomatiques(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Within Force Mentale metres, the whole value, all who are awake and have a mind resist or are corrupted."""
    metres = scene[who].carac("FM")
    terms = (("Force Mentale", metres, MAJEURE),)
    oracle.tell(Event("voix_fantomatiques", who, "", MAJEURE, terms, (("metres", metres),)))
    for q in a_la_ronde(scene, who, metres):
        if q.conscient and not q.a_trait("sans_esprit"):
            scene, echec = rate(scene, oracle, q.id, "calme", "accessible")
            scene = corrompre(scene, oracle, q.id, MAJEURE) if echec else scene
    return scene


def secousse_du_chaos(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Every creature around keeps its feet with Athlétisme or falls; whoever is out cold does not resist."""
    metres = oracle.of(who).d(100, "mètres")
    oracle.tell(Event("secousse_du_chaos", who, "", MAJEURE, (), (("metres", metres),)))
    for q in a_la_ronde(scene, who, metres):
        echec = True
        if q.conscient:
            scene, echec = rate(scene, oracle, q.id, "athletisme", "accessible")
        scene = gagner_etat(scene, oracle, q.id, "a_terre", rule=MAJEURE) if echec else scene
    return scene


@rule("VM-3.31")
def contre_reaction(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """All others within BFM metres are hurt and thrown down; if there is nobody, the caster's head bursts."""
    metres = scene[who].bonus("FM")
    terms = (("Bonus de Force Mentale", metres, MAJEURE),)
    autres = [q.id for q in a_la_ronde(scene, who, metres) if q.id != who]
    if not autres:
        oracle.tell(Event("tete_eclatee", who, "", MAJEURE, terms, (("metres", metres),)))
        return mourir(scene, oracle, who, MAJEURE)
    oracle.tell(Event("contre_reaction", who, "", MAJEURE, terms, (("metres", metres), ("autres", tuple(autres)))))
    source = Source("Contre-réaction aethérique", par=who, be=False, pa=False, rule=MAJEURE)
    for q in autres:
        points = oracle.of(who).d(10, "Points de Blessure")
        scene, _ = degats(scene, oracle, q, (("1d10", points, MAJEURE),), source)
        if scene[q].vie == "actif" and not scene[q].niveau("a_terre"):
            scene = gagner_etat(scene, oracle, q, "a_terre", rule=MAJEURE)
    return scene


# ---------------------------------------------------------------- on the caster's body


def regard_maudit(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Aveuglé for hours, whatever is done about it."""
    heures = oracle.of(who).d(10, "heures")
    oracle.tell(
        Event(
            "regard_maudit",
            who,
            "",
            MAJEURE,
            (),
            (("heures", heures), ("couleur", couleur(scene[who].fiche.livre[sort]))),
        )
    )
    return recevoir_etat(scene, oracle, who, Etat("aveugle", fin=scene.clock + heures * HEURE, tenace="duree"), MAJEURE)


def couleur(sort: Sort) -> str:
    domaine = DOMAINES.get(sort.domaine)
    return domaine.couleur if domaine is not None else "sans nom"


def choc_aethyrique(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """1d10 PB that nothing reduces, and perhaps Sonné."""
    points = oracle.of(who).d(10, "Points de Blessure")
    source = Source("Choc aethyrique", be=False, pa=False, rule=MAJEURE)
    scene, _ = degats(scene, oracle, who, (("1d10", points, MAJEURE),), source)
    if not scene[who].conscient:
        return scene
    scene, echec = rate(scene, oracle, who, "resistance", "accessible")
    return gagner_etat(scene, oracle, who, "sonne", rule=MAJEURE) if echec else scene


def rebellion_intestinale(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Exténué until he has washed and changed."""
    return recevoir_etat(scene, oracle, who, Etat("extenue", tenace="lavage"), MAJEURE)


def feu_de_l_ame(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    return gagner_etat(scene, oracle, who, "enflamme", rule=MAJEURE)


def poupee_de_chiffon(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Thrown 1d10 m in a random direction, hurt whatever armour he wears, À Terre."""
    main = oracle.of(who)
    metres, direction = main.d(10, "mètres"), main.d(8, "direction")
    dx, dy = DIRECTIONS[direction - 1]
    cases = (metres + 1) // CASE
    p = scene[who]
    x, y = place_pour(scene, who, (p.x + dx * cases, p.y + dy * cases))
    scene = scene.put(replace(p, x=x, y=y, monture=""))
    oracle.tell(Event("poupee_de_chiffon", who, "", MAJEURE, (), (("metres", metres), ("cases", cases))))
    scene = desengager(scene, who)
    points = main.d(10, "Points de Blessure")
    source = Source("Poupée de chiffon", pa=False, rule=MAJEURE)
    scene, _ = degats(scene, oracle, who, (("1d10", points, MAJEURE),), source)
    return renverser(scene, oracle, who)


def place_pour(scene: Scene, who: str, case: tuple[int, int]) -> tuple[int, int]:
    """This square, or a free one beside it."""
    if not occupants(scene, case, (who,)):
        return case
    return next(iter(places_libres(scene, case, (who,))), case)


def renverser(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """À Terre, unless he already lies there or is past it."""
    if scene[who].vie != "actif" or scene[who].niveau("a_terre"):
        return scene
    return gagner_etat(scene, oracle, who, "a_terre", rule=MAJEURE)


def membre_gele(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """One of his limbs, each as likely, is as good as cut off for some hours. Every shape has some."""
    p, main = scene[who], oracle.of(who)
    membres = sorted({x.zone for x in FORMES[p.fiche.forme] if ZONES[x.zone].famille in ("bras", "jambe")})
    zone = membres[main.d(len(membres), "membre") - 1]
    heures = main.d(10, "heures")
    oracle.tell(Event("membre_gele", who, "", MAJEURE, (), (("zone", ZONES[zone].nom), ("heures", heures))))
    return amputer(scene, oracle, who, zone, scene.clock + heures * HEURE, MAJEURE)


def regurgitation(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    rounds = oracle.of(who).d(10, "Rounds")
    oracle.tell(Event("regurgitation", who, "", MAJEURE, (), (("rounds", rounds),)))
    return recevoir_etat(scene, oracle, who, Etat("sonne", fin=scene.clock + rounds * ROUND, tenace="duree"), MAJEURE)


def terrible_affaiblissement(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    scene = corrompre(scene, oracle, who, MAJEURE)
    scene = renverser(scene, oracle, who)
    return gagner_etat(scene, oracle, who, "extenue", rule=MAJEURE)


def puanteur_infernale(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    heures = oracle.of(who).d(10, "heures")
    oracle.tell(Event("puanteur_infernale", who, "", MAJEURE, (), (("heures", heures),)))
    return noter(scene, who, effet("Puanteur infernale", "trait:perturbante", scene.clock + heures * HEURE))


# ---------------------------------------------------------------- on his magic and his luck


def marche_de_la_mort(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    heures = oracle.of(who).d(10, "heures")
    oracle.tell(Event("marche_de_la_mort", who, "", MAJEURE, (), (("heures", heures),)))
    return noter(scene, who, effet("Marche de la mort", MARCHE, scene.clock + heures * HEURE))


def propos_esoteriques(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """He raves: no spells, no talk; anything else as usual."""
    rounds = oracle.of(who).d(10, "Rounds")
    oracle.tell(Event("propos_esoteriques", who, "", MAJEURE, (), (("rounds", rounds),)))
    return noter(scene, who, effet("Propos ésotériques", MUET, scene.clock + rounds * ROUND))


def vue_assombrie(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    heures = oracle.of(who).d(10, "heures")
    oracle.tell(Event("vue_assombrie", who, "", MAJEURE, (), (("heures", heures),)))
    fin = scene.clock + heures * HEURE
    return noter(scene, who, effet("Vue assombrie", SANS_VUE, fin), effet("Vue assombrie", "focalisation", fin, -20))


def clairvoyance_chaotique(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Points de Chance beyond the limit; each costs 1 Point de Corruption when it is spent."""
    points = oracle.of(who).d(10, "Points de Chance")
    oracle.tell(Event("clairvoyance_chaotique", who, "", MAJEURE, (), (("points", points),)))
    return scene.put(replace(scene[who], chance_chaotique=scene[who].chance_chaotique + points))


def drain_de_puissance(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    minutes = oracle.of(who).d(10, "minutes")
    oracle.tell(Event("drain_de_puissance", who, "", MAJEURE, (), (("minutes", minutes),)))
    return noter(scene, who, effet("Drain de puissance", SANS_MAGIE, scene.clock + minutes * MINUTE))


# ---------------------------------------------------------------- a swarm


@rule("VM-3.31")
def essaim(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """A swarm of the catalogue comes out of nowhere, Engagé with him; it leaves after 1d10 Rounds."""
    main = oracle.of(who)
    nuee, rounds = NUEES[main.d(3, "nuée") - 1], main.d(10, "Rounds")
    bete = apparaitre(scene, who, nuee, scene.clock + rounds * ROUND)
    oracle.tell(Event("essaim", who, "", MAJEURE, (), (("nuee", bete.nom), ("rounds", rounds))))
    scene = scene.put(bete)
    if scene.encounter is None:
        return scene
    scene = Rejoindre(bete.id).resolve(scene, oracle)
    return replace(scene, encounter=engager(en_cours(scene), bete.id, who))


def apparaitre(scene: Scene, who: str, nuee: str, fin: int) -> Personnage:
    """The swarm next to him, with the Trait Nuée, on nobody's side."""
    n = 1
    while (id := f"{nuee}_{n}") in scene.people:
        n += 1
    x, y = place_pour(scene, id, (scene[who].x, scene[who].y))
    bete = une_creature(id, nuee)
    traits = bete.fiche.traits if "nuee" in bete.fiche.traits else (*bete.fiche.traits, "nuee")
    return replace(
        bete,
        fiche=replace(bete.fiche, nom=CREATURES[nuee]["fiche"]["nom"], traits=traits),
        side="Nuée",
        x=x,
        y=y,
        effets=(effet("Essaim", ESSAIM, fin),),
    )


def retraite(scene: Scene, oracle: Oracle, who: str, e: Effet) -> Scene:
    """The swarm that nobody destroyed goes back where it came from."""
    if scene[who].vie != "actif":
        return scene
    oracle.tell(Event("retraite", who, "", MAJEURE))
    return desengager(scene.put(replace(scene[who], vie="parti", avantages=0)), who)


# ---------------------------------------------------------------- in the air


def levitation(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """He floats 1d10 m above his place for 1d10 minutes, and cannot walk away from it; wings still carry him."""
    main = oracle.of(who)
    metres, minutes = main.d(10, "mètres"), main.d(10, "minutes")
    oracle.tell(Event("levitation", who, "", MAJEURE, (), (("metres", metres), ("minutes", minutes))))
    fin = scene.clock + minutes * MINUTE
    p = replace(scene[who], monture="")  # he is lifted out of the saddle
    scene = noter(scene.put(p), who, effet("Lévitation", LEVITATION, fin, metres))
    if p.a_trait("vol"):
        return scene
    pas = sum(n for _, n, _ in mouvement(scene, p) if n > 0)  # also once nothing slows him down any more
    return noter(scene, who, effet("Lévitation", "mouvement", fin, -pas))


@rule("VM-3.31")
def chute(scene: Scene, oracle: Oracle, who: str, e: Effet) -> Scene:
    """When it ends he falls: 3 Dégâts a metre and 1d10, less BE but not the PA."""
    if scene[who].vie != "actif":
        return scene
    oracle.tell(Event("chute_de_levitation", who, "", MAJEURE, (), (("metres", e.mod),)))
    bruts = (("3 par mètre", 3 * e.mod, MAJEURE), ("1d10", oracle.of(who).d(10, "chute"), MAJEURE))
    scene, _ = degats(scene, oracle, who, bruts, Source("Chute", pa=False, rule=MAJEURE))
    return scene


# ---------------------------------------------------------------- a traitor's heart


def coeur_de_traitre(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """The dark gods wait for a betrayal, and for what it may cost another."""
    oracle.tell(Event("coeur_de_traitre", who, "", MAJEURE))
    return noter(scene, who, effet("Cœur de traitre", TRAITRE, None), effet("Cœur de traitre", PARJURE, None))


@rule("VM-3.31")
class Trahir(Action, frozen=True, tag="trahir"):
    """With a traitor's heart: an ally was attacked or betrayed without restraint, and all Chance comes back."""

    weighty: ClassVar[bool] = True
    rank = Bouton.PACTES

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if TRAITRE not in p.bears:
            return Closed(MAJEURE, "Les Dieux Sombres n'attendent rien de {}", (Someone(p.id),))
        if self.actor == self.cible or not p.side or p.side != q.side:
            return Closed(MAJEURE, "{} n'est pas un allié à trahir", (Someone(q.id),))
        return hors_d_etat(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("trahison", self.actor, self.cible, MAJEURE))
        return scene.put(sans(replace(scene[self.actor], chance_perdue=0), TRAITRE))


@rule("VM-3.31")
class Parjurer(Action, frozen=True, tag="parjurer"):
    """With a traitor's heart: through his fault another has lost a Point de Destin, and he gains one."""

    weighty: ClassVar[bool] = True
    rank = Bouton.PACTES

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if PARJURE not in p.bears:
            return Closed(MAJEURE, "Les Dieux Sombres n'attendent rien de {}", (Someone(p.id),))
        if self.actor == self.cible or not q.destin_perdu:
            return Closed(MAJEURE, "{} n'a perdu aucun Point de Destin", (Someone(q.id),))
        return hors_d_etat(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = sans(scene[self.actor], PARJURE)
        perdue = max(0, min(p.chance_perdue, p.chance_max)) + 1  # as with any Destin gained, Chance waits (VM-4.12)
        p = replace(p, fiche=replace(p.fiche, destin=p.fiche.destin + 1), chance_perdue=perdue)
        oracle.tell(
            Event("parjure", self.actor, self.cible, MAJEURE, (("Destin", 1, MAJEURE),), (("destin", p.destin),))
        )
        return scene.put(p)


def sans(p: Personnage, sur: str) -> Personnage:
    return replace(p, effets=tuple([e for e in p.effets if e.sur != sur]))


# ---------------------------------------------------------------- all of them

A_LA_FIN = {LEVITATION: chute, ESSAIM: retraite}


@effet_fini.then("VM-3.31")
def chute_ou_retraite(scene: Scene, oracle: Oracle, who: str, e: Effet) -> Scene:
    """Some miscasts end badly."""
    suite = A_LA_FIN.get(e.sur)
    return scene if suite is None else suite(scene, oracle, who, e)


LIGNES: dict[str, Suite] = {
    f.__name__: f
    for f in (
        voix_fantomatiques,
        regard_maudit,
        choc_aethyrique,
        marche_de_la_mort,
        rebellion_intestinale,
        feu_de_l_ame,
        propos_esoteriques,
        essaim,
        poupee_de_chiffon,
        membre_gele,
        vue_assombrie,
        clairvoyance_chaotique,
        levitation,
        regurgitation,
        secousse_du_chaos,
        coeur_de_traitre,
        terrible_affaiblissement,
        puanteur_infernale,
        drain_de_puissance,
        contre_reaction,
    )
}

ACTIONS = (Trahir, Parjurer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """For those the dark gods have whispered to."""
    if TRAITRE in p.bears:
        yield from (Trahir(p.id, q.id) for q in scene.people.values() if q.id != p.id and q.side == p.side)
    if PARJURE in p.bears:
        yield from (Parjurer(p.id, q.id) for q in scene.people.values() if q.id != p.id and q.destin_perdu)
