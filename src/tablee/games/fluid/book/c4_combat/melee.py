"""Chapter 4, hand to hand: what weighs on an exchange, the manoeuvres, and the one opposed roll of a whole group."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Amount, Oracle, Question
from tablee.kernel.tally import Term, Terms, total

from ...model.combat import PASSIVES, Annonce, Combat
from ...model.effects import EFFECTS, Cas, Recueil, somme
from ...model.people import MAINS_NUES, Aide, Objet, Personnage
from ...model.scene import Scene
from ...model.tables import TABLES
from ..c3_tests.avantages import (
    caracteristique,
    ce_qu_il_apporte,
    ce_qui_pese,
    parametres,
    traits_contraires,
    traits_multiples,
    traits_pretes,
)
from ..c3_tests.des import explosions
from ..c3_tests.oppositions import Score, annonce, confrontation
from ..c3_tests.tests import Ligne, Prepare, a_investir, depenser, payer_avant, preparer, reserves, reussi, tenter
from .degats import Coup, frapper
from .places import incapable

# ---------------------------------------------------------------- equipment


def arme(p: Personnage, a: Annonce) -> Objet:
    """The weapon of an announcement: the one named, else the one in hand that is no bow, else bare hands."""
    if a.arme:
        return p.objet(a.arme) or MAINS_NUES
    for objet in p.tenues():
        if objet.genre != "tir":
            return objet
    return MAINS_NUES


@rule("FLU-4.15")
def traits_des_armes(p: Personnage) -> tuple[str, ...]:
    """The Traits of the two weapons in hand, each once."""
    return tuple(dict.fromkeys([o.trait for o in p.tenues()[:2] if o.trait]))


def complete(p: Personnage, a: Annonce) -> Annonce:
    """What an announcement leaves unsaid: the usual caractéristique and Trait of the weapon."""
    if a.caracs and a.traits:
        return a
    objet = arme(p, a)
    traits = a.traits
    if not traits and a.manoeuvre == "deux_armes":
        traits = tuple([t for t in traits_des_armes(p) if t in p.fiche.par_nom and t not in p.cedes])
    elif not traits and objet.trait and a.manoeuvre != "esquive" and objet.trait in p.fiche.par_nom:
        traits = () if a.eloignes or objet.trait in p.cedes or objet.trait in a.contre else (objet.trait,)
    return replace(a, caracs=a.caracs or (objet.carac,), traits=traits)


@rule("FLU-4.2", "FLU-4.37")
def initiative(p: Personnage) -> Terms:
    """INI less the scores of weapons, armour and shield."""
    return (("INI", p.fiche.INI, "FLU-2.7"), *p.bears.harnais.figure("initiative").terms)


# ---------------------------------------------------------------- Avantages of a fight


@EFFECTS.on("echange", "tir")
@rule("FLU-4.8")
def position(c: Cas) -> Term | None:
    """Each favourable position gives 1 Avantage; an adversary on the ground is one."""
    a = c.coup
    if a is None:
        return None
    n = a.position + (1 if a.cible and c.scene.people[a.cible].a_terre else 0)
    return ("Position", n, "FLU-4.8") if n else None


@EFFECTS.on("echange")
@rule("FLU-4.11")
def nombre(c: Cas) -> Term | None:
    """Each ally who goes for the same adversary gives 1 Avantage."""
    return ("Avantage du nombre", c.allies, "FLU-4.11") if c.allies else None


@EFFECTS.on("deux_armes")
@EFFECTS.on("echange", of="deux_armes")
@rule("FLU-4.14")
def deux_armes(c: Cas) -> Term | None:
    """Fighting with two weapons: 1 Désavantage for each; who dodges, or names one of them, uses the one alone."""
    a = c.coup
    une_seule = a is None or a.manoeuvre == "esquive" or (a.arme and a.manoeuvre != "deux_armes")
    return None if une_seule else ("Deux armes", -2, "FLU-4.14")


@EFFECTS.on("viser", "tir")
@rule("FLU-4.17", "FLU-4.46")
def visee(c: Cas) -> Term | None:
    """Aiming: 1 Désavantage for a general zone, 2 for a precise one; as many as one likes with the localisation die."""
    a = c.coup
    if a is None or not (a.viser or a.decalage):
        return None
    if c.scene.options.viser_localisation:
        return ("Viser", -a.decalage, "FLU-4.17")
    return ("Viser", -TABLES.zone[a.viser].desavantages if a.viser else 0, "FLU-4.17")


@EFFECTS.on("echange", "action")
@rule("FLU-4.5", "FLU-4.16")
def elan(c: Cas) -> Term | None:
    """In a fight a charge helps the blow or shot that follows it, a double move weighs on any action."""
    n = c.combat.elan.get(c.p.id, 0) if c.combat is not None else 0
    if n < 0:
        return ("Double déplacement", n, "FLU-4.5")
    return ("Élan", n, "FLU-4.16") if n and c.coup is not None else None


@EFFECTS.on("encore")
@rule("FLU-4.24")
def action_supplementaire(c: Cas) -> Term | None:
    """An extra action costs its initiator as many Désavantages as he has acted already."""
    combat, who = c.combat, c.p.id
    if combat is None or combat.initiateur != who:
        return None
    return ("Action supplémentaire", -combat.actions.get(who, 0), "FLU-4.24")


@EFFECTS.on("encore")
@rule("FLU-4.25", "FLU-4.26")
def action_repetee(c: Cas) -> Term | None:
    """Doing the same again costs whoever does it."""
    combat, a = c.combat, c.coup
    derniere = combat.derniers.get(c.p.id) if combat is not None else None
    if combat is None or a is None or derniere is None or not meme_action(derniere, signature(c.p, a)):
        return None
    return ("Action répétée", -1, "FLU-4.25" if combat.initiateur == c.p.id else "FLU-4.26")


def signature(p: Personnage, a: Annonce) -> tuple[str, ...]:
    """What makes two actions the same: the gesture and the weapon, or a Trait in common. Teeth, claws and fists are
    told apart by their Traits."""
    objet = arme(p, a)
    if a.traits and objet.id == MAINS_NUES.id:
        return a.traits
    return (f"{a.manoeuvre} {objet.id}", *a.traits)


def meme_action(avant: tuple[str, ...], apres: tuple[str, ...]) -> bool:
    return any(x in avant for x in apres)


@EFFECTS.on("echange")
@rule("FLU-4.42")
def plus_leger(c: Cas) -> Term | None:
    """With the option, the much lighter of two opponents has 1 Avantage."""
    if c.coup is None or c.combat is None or not c.scene.options.difference_equipement:
        return None
    autre = c.coup.cible or next((q for q, x in c.combat.annonces.items() if x.cible == c.p.id), "")
    leger = autre and poids(c.scene[autre]) - poids(c.p) >= 2
    return ("Plus léger", 1, "FLU-4.42") if leger else None


def poids(p: Personnage) -> int:
    """Weapon, armour and shield together (FLU-4.42)."""
    return -somme(p.bears.harnais, "initiative")


@rule("FLU-4.21", "FLU-4.22", "FLU-4.27")
def ajustement(p: Personnage, a: Annonce) -> Terms:
    """What a manoeuvre adds to the score of its roll or takes from it."""
    if a.manoeuvre == "furieuse":
        return (("Attaque furieuse", -a.n, "FLU-4.21"),)
    if a.manoeuvre == "feinte":
        return (("Feinte", a.n, "FLU-4.22"),)
    if a.manoeuvre == "parade":
        return (("Parade", arme(p, a).score, "FLU-4.27"),)
    if a.manoeuvre == "esquive":
        return (("Esquive : moitié de l'Agilité", p.carac("AGI") // 2, "FLU-4.27"),)
    return ()


@rule("FLU-4.20", "FLU-4.32")
def parts(p: Personnage, a: Annonce) -> int:
    """What a simultaneous attack splits between its targets: the caractéristique and the Traits, as points."""
    return total(caracteristique(p, a.caracs)) + total(traits_multiples(p, a, traits_pretes(p, a)))


# ---------------------------------------------------------------- the exchange


Combattant = tuple[str, str, tuple[str, ...]]  # who, of which camp, going for whom


class Vis(msgspec.Struct, frozen=True, gc=False):
    """Who stands against whom in an exchange, by their places in it."""

    adverses: tuple[tuple[int, ...], ...]
    allies: tuple[int, ...]


@lru_cache(4096)
@rule("FLU-4.6", "FLU-4.10", "FLU-4.11")
def vis_a_vis(tous: tuple[Combattant, ...]) -> Vis:
    """Two are compared when one at least goes for the other; allies are those who go for the same adversary."""
    adverses = tuple(
        tuple(j for j, (b, camp_b, vers_b) in enumerate(tous) if camp != camp_b and (b in vers or a in vers_b))
        for a, camp, vers in tous
    )
    allies = tuple(
        sum(1 for b, camp_b, vers_b in tous if vers and b != a and camp_b == camp and vers[0] in vers_b)
        for a, camp, vers in tous
    )
    return Vis(adverses, allies)


@rule("FLU-4.6", "FLU-4.3")
def echange(scene: Scene, oracle: Oracle, combat: Combat) -> Scene:
    """One exchange of a group: one opposed roll for all, then every blow that got through, all at once."""
    scene, coups = coups_portes(scene, oracle, combat)
    return frapper_tous(scene, oracle, coups)


def frapper_tous(scene: Scene, oracle: Oracle, coups: list[Coup]) -> Scene:
    for coup in coups:
        scene = frapper(scene, oracle, coup)
    return scene


def coups_de(scene: Scene, oracle: Oracle, combat: Combat, a: Annonce) -> tuple[Scene, list[Coup]]:
    """The blows an announcement leads to, whether its target can defend himself or not."""
    if a.cible and incapable(scene[a.cible]):
        return coups_sans_defense(scene, oracle, combat, a)
    return coups_portes(scene, oracle, combat)


@rule("FLU-4.6")
def coups_portes(scene: Scene, oracle: Oracle, combat: Combat) -> tuple[Scene, list[Coup]]:
    """The roll of a group: what everybody has paid, and the blows that got through."""
    annonces = combat.annonces
    tous: list[Combattant] = []
    for q, a in annonces.items():
        tous.append((q, scene.people[q].side, a.vises))
    vis = vis_a_vis(tuple(tous))
    lignes: list[Ligne] = []
    un_jet_chacun = True
    for i, a in enumerate(annonces.values()):
        adverses = vis.adverses[i]
        if adverses and a.manoeuvre != "simultanee":
            lignes.append(preparer_le_jet(scene, oracle, combat, a, vis.allies[i]).ligne)
            continue
        un_jet_chacun = False
        if adverses:
            lignes += preparer_a_la_ronde(scene, oracle, combat, a)
    if not lignes:
        return scene, []
    opposes = vis.adverses if un_jet_chacun else jets_opposes(lignes, annonces, vis)
    scores = confrontation(oracle, tuple(lignes), opposes, explosions(scene.options), False)
    scene = payer(scene, annonces, lignes, scores)
    coups: list[Coup] = []
    trouvees = victoires(lignes, opposes, scores)
    for qui, battus in trouvees.items():
        coups += porter(scene, oracle, annonces[qui], battus)
    if not trouvees:
        oracle.tell(Event("egalite", lignes[0].qui, lignes[1].qui if len(lignes) == 2 else "", "FLU-3.42"))
    return scene, coups


@rule("FLU-4.20")
def preparer_a_la_ronde(scene: Scene, oracle: Oracle, combat: Combat, a: Annonce) -> list[Ligne]:
    """One roll for each adversary with his share of the attack; those left out are met with nothing but the die."""
    lignes: list[Ligne] = []
    p, part = scene[a.actor], dict(zip(a.cibles, a.parts, strict=True))
    camp = [x for q, x in combat.annonces.items() if q != p.id and scene[q].side == p.side]
    prets = traits_pretes(p, a)
    dits = traits_contraires(p, a) + parametres(a)  # his own Traits count as points here
    for q, x in combat.annonces.items():
        if scene[q].side != p.side and (q in part or p.id in x.vises):
            allies = len([y for y in camp if q in y.vises]) if q in part else 0
            coup = replace(a, cible=q) if q in part else a
            plus = dits + ce_qui_pese(Cas(p, scene, a, combat, coup, allies), cles(combat, a))
            fixe = (("Part de l'attaque", part.get(q, 0), "FLU-4.20"),)
            prepare = preparer(a, fixe, plus, a_investir(p, a, prets), reserves(p, a))
            oracle.tell(annonce(p.id, prepare, q, a.manoeuvre))
            lignes.append(replace(prepare.ligne, contre=q))
    return lignes


def cles(combat: Combat, a: Annonce) -> tuple[str, ...]:
    """All that its roll is a test of in this fight."""
    return a.cles_d_un_autre_echange if combat.derniers else a.cles_d_echange


def preparer_le_jet(scene: Scene, oracle: Oracle, combat: Combat, a: Annonce, allies: int = 0) -> Prepare:
    """The single roll of one fighter, and the sums it starts from told."""
    p = scene.people[a.actor]
    pese = ce_qui_pese(Cas(p, scene, a, combat, a, allies), cles(combat, a))
    prets = traits_pretes(p, a)
    prepare, dite = mise_en_jeu(a, p.bears, prets, pese, a_investir(p, a, prets))
    oracle.tell(dite)
    return prepare


@lru_cache(8192)
def mise_en_jeu(a: Annonce, bears: Recueil, prets: tuple[Aide, ...], pese: Terms, res: int) -> tuple[Prepare, Event]:
    """A roll put together from an announcement, what its maker is, what weighs on it and the RES he may invest; and the
    event that tells it. Few come up in a fight, and each many times."""
    p = bears.de
    fixe = caracteristique(p, a.caracs) + ajustement(p, a)
    prepare = preparer(a, fixe, ce_qu_il_apporte(p, a, prets) + pese, res, reserves(p, a))
    return prepare, annonce(a.actor, prepare, a.cible, a.manoeuvre)


def jets_opposes(lignes: list[Ligne], annonces: dict[str, Annonce], vis: Vis) -> tuple[tuple[int, ...], ...]:
    """For each roll the rolls it is compared with, where some have several rolls and some none."""
    qui = list(annonces)
    faces = {q: [qui[j] for j in vis.adverses[i]] for i, q in enumerate(qui)}
    return tuple(
        tuple(
            j
            for j, y in enumerate(lignes)
            if y.qui in faces[x.qui] and x.contre in ("", y.qui) and y.contre in ("", x.qui)
        )
        for x in lignes
    )


@rule("FLU-4.10")
def victoires(
    lignes: list[Ligne], adverses: tuple[tuple[int, ...], ...], scores: tuple[Score, ...]
) -> dict[str, dict[str, int]]:
    """Who beat whom, and by how much, compared two by two."""
    trouvees: dict[str, dict[str, int]] = {}
    for i, faces in enumerate(adverses):
        mien = scores[i].ecart
        if mien:  # the lowest of all has beaten nobody
            for j in faces:
                if mien > scores[j].ecart:
                    trouvees.setdefault(lignes[i].qui, {})[lignes[j].qui] = mien - scores[j].ecart
    return trouvees


def payer(scene: Scene, annonces: dict[str, Annonce], lignes: list[Ligne], scores: tuple[Score, ...]) -> Scene:
    """Everybody pays what he announced and what he added to each of his rolls."""
    payes, persos = {}, scene.people
    for qui, a in annonces.items():
        if not a.gratuit or persos[qui].aides:
            payes[qui] = payer_avant(persos[qui], a)
    for i, score in enumerate(scores):
        if score.depenses:
            qui = lignes[i].qui
            payes[qui] = depenser(payes.get(qui) or persos[qui], score.depenses)
    return scene.put(*payes.values()) if payes else scene


@rule("FLU-4.10", "FLU-4.15", "FLU-4.20", "FLU-4.21", "FLU-4.22", "FLU-4.23", "FLU-4.27", "FLU-4.33", "FLU-4.34")
def porter(scene: Scene, oracle: Oracle, a: Annonce, battus: dict[str, int]) -> list[Coup]:
    """The blows of one who beat these adversaries by these margins."""
    p = scene.people[a.actor]
    if a.manoeuvre in PASSIVES:
        oracle.tell(Event("defense", p.id, next(iter(battus)), "FLU-4.27"))
        return []
    if len(battus) > 1 and a.manoeuvre != "simultanee":
        return partager_les_degats(oracle, p, a, battus)
    coups = []
    for cible, ecart in battus.items():
        if a.manoeuvre != "simultanee" or cible in a.cibles:  # each of its rolls is an attack of its own
            coups.append(coup(p, a, cible, ecart))
    return coups


def coup(p: Personnage, a: Annonce, cible: str, ecart: int) -> Coup:
    """The blow as a sum, before armour."""
    objet = arme(p, a)
    terms: Terms = (("Écart des totaux", ecart, "FLU-4.33"), (objet.nom, objet.score, "FLU-4.34"))
    if a.manoeuvre != "attaque":
        if a.manoeuvre == "deux_armes":
            terms = (*terms[:1], *((o.nom, o.score, "FLU-4.15") for o in p.tenues()[:2]))
        elif a.manoeuvre == "furieuse":
            terms = (*terms, ("Attaque furieuse", 2 * a.n, "FLU-4.21"))
        elif a.manoeuvre == "feinte":
            terms = (*terms, ("Feinte", -a.n, "FLU-4.22"))
    return Coup(p.id, cible, terms, a.viser, a.decalage, a.effet, a.traits[0] if a.manoeuvre == "botte" else "")


@rule("FLU-4.10")
def partager_les_degats(oracle: Oracle, p: Personnage, a: Annonce, battus: dict[str, int]) -> list[Coup]:
    """Several beaten at once: one pool of damage, from the lowest margin, shared as the winner likes."""
    principal = a.cible if a.cible in battus else next(iter(battus))
    modele = coup(p, a, principal, min(battus.values()))
    if modele.botte:
        return [modele]
    tout = reste = max(0, total(modele.terms))
    coups = []
    for cible in battus:
        if cible == principal or not reste:  # the rest goes to the one he was after
            continue
        montre = (("cible", cible), ("reste", reste))
        part = int(oracle.ask(Question(p.id, "flu.partage_degats", "FLU-4.10", Amount(0, reste), montre)).id)
        reste -= part
        if part:
            coups.append(part_du_coup(modele, cible, part - tout))
    return [part_du_coup(modele, principal, reste - tout), *coups] if coups else [modele]


def part_du_coup(modele: Coup, cible: str, moins: int) -> Coup:
    return replace(modele, sur=cible, terms=(*modele.terms, ("Pour les autres", moins, "FLU-4.10")))


@rule("FLU-4.12")
def coups_sans_defense(scene: Scene, oracle: Oracle, combat: Combat, a: Annonce) -> tuple[Scene, list[Coup]]:
    """Against one who cannot defend himself: a plain test, and the margin above 10 is the damage."""
    p = scene[a.actor]
    prepare = preparer_le_jet(scene, oracle, combat, a)
    issue = tenter(oracle, prepare.ligne, explosions(scene.options), True, False)
    terms: Terms = (*prepare.fixe, ("Dé", issue.de, "FLU-3.13"))
    if issue.apres.bonus:
        terms = (*terms, ("Investi après le jet", issue.apres.bonus, "FLU-3.30"))
    oracle.tell(Event("jet", p.id, a.cible, "FLU-4.12", terms, (("total", issue.total),)))
    scene = scene.put(depenser(payer_avant(p, a), issue.apres.depenses))
    if not reussi(issue.total):
        oracle.tell(Event("manque", p.id, a.cible, "FLU-4.12"))
        return scene, []
    return scene, [coup(p, a, a.cible, issue.total - 10)]
