"""Chapter 4, the fight: rounds and turns, moving, announcing, breaking off."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.tally import Terms

from . import melee
from .blessures import saigner
from .degats import SANS_FIN, Coup, degats
from .state import ROUND, Aide, AuSol, Carac, Objet, Personnage, hors_d_etat, inconnu
from .tables import BOTTES, TABLES
from .tests import Essai, Tester, cout_des_traits, depenser, faire_un_test, refus, reussi, valeur_du_trait

if TYPE_CHECKING:
    from .scene import Scene

Manoeuvre = Literal["attaque", "furieuse", "feinte", "botte", "simultanee", "deux_armes", "parade", "esquive", "recul"]
Effet = Literal[
    "",
    "repousser",
    "renverser",
    "etourdir",
    "aveugler",
    "desarmer",
    "arracher_bouclier",
    "depouiller",
    "abimer_arme",
    "abimer_armure",
    "abimer_bouclier",
    "geste",
]
SWITCHES = {
    "furieuse": "attaque_furieuse",
    "feinte": "feinte",
    "botte": "bottes",
    "simultanee": "attaque_simultanee",
    "deux_armes": "deux_armes",
    "parade": "defense_renforcee",
    "esquive": "defense_renforcee",
}
NOMS_DES_MANOEUVRES = {
    "furieuse": "attaque furieuse",
    "feinte": "feinte",
    "botte": "botte secrète",
    "simultanee": "attaque simultanée",
    "deux_armes": "frapper des deux armes",
    "parade": "défense renforcée",
    "esquive": "défense renforcée",
}


# ---------------------------------------------------------------- what is announced


@rule("FLU-4.6", "FLU-4.13")
class Annoncer(Essai, frozen=True, tag="annoncer"):
    """What one will do in the exchange to come. The last announcement of a group sets it off."""

    cible: str = ""
    manoeuvre: Manoeuvre = "attaque"
    n: int = 0  # FLU-4.21, FLU-4.22: how much the attack is lowered or raised
    arme: str = ""  # the one in hand if none is named
    cibles: tuple[str, ...] = ()  # FLU-4.20
    parts: tuple[int, ...] = ()
    viser: str = ""  # FLU-4.17
    decalage: int = 0  # FLU-4.46
    position: int = 0  # FLU-4.8: how many favourable positions
    effet: Effet = ""  # FLU-4.38: what the damage may be turned into

    combat = True

    def key(self) -> str:
        return f"annoncer.{self.manoeuvre}"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *(c for c in (self.cible, *self.cibles) if c))
        if absent is not None:
            return absent
        p, combat = scene[self.actor], scene.combat
        if combat is None:
            return PAS_DE_COMBAT
        return (
            empeche(p)
            or pas_son_tour(scene, self.actor)
            or refus_de_manoeuvre(scene, self)
            or refus_de_cible(scene, combat, p, self)
            or refus(scene, complete(p, self))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat, persos = en_cours(scene), scene.personnages
        a = self if self.caracs and self.traits else complete(persos[self.actor], self)
        if combat.phase == "approche":
            scene = approcher(scene, a)
            combat, persos = en_cours(scene), scene.personnages
        if a.cible and ((cible := persos[a.cible]).etat != "actif" or cible.sans_defense):
            return sans_riposte(scene, oracle, combat, a)
        annonces = {**combat.annonces, a.actor: a}
        if combat.phase == "relances":
            return demander_un_echange(scene, replace(combat, annonces=annonces), a)
        file = combat.file[1:]
        scene = replace(scene, combat=replace(combat, annonces=annonces, file=file))
        if file and combat.phase == "annonces" and persos[file[0]].etat == "actif":
            return scene
        return suite(scene, oracle)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of an announcement: the exchange as if those who have not announced yet simply struck back.

        Looks at the blows stop there; the others follow them to the wounds.
        """
        a = complete(scene[self.actor], self)
        if en_cours(scene).phase == "approche":
            scene = approcher(scene, a)
        combat = a_blanc(scene, en_cours(scene), a)
        if look is None or look in COUPS:
            voir = COUPS[str(look or "touche")]
            return lambda oracle: voir(a.actor, scene, melee.coups_de(scene, oracle, combat, a)[1])
        if look == "issue":
            look = devenir(next(iter(melee.vises(a)), a.actor))
        see = self.looks[look] if isinstance(look, str) else look

        def run(oracle: Any) -> Any:
            apres, coups = melee.coups_de(scene, oracle, combat, a)
            return see(scene, melee.frapper_tous(apres, oracle, coups), oracle.events)

        return run

    looks = {
        "touche": lambda b, a, ev: any(e.what in ("touche", "botte") for e in ev),
        "degats": lambda b, a, ev: sum(e["points"] for e in ev if e.what == "touche"),
        "ecart": lambda b, a, ev: next((e.terms[0][1] for e in ev if e.what == "touche"), 0),
        "issue": lambda b, a, ev: next((e["issue"] for e in ev if e.what == "survie"), "debout"),
    }


def devenir(qui: str) -> Look:
    """What becomes of somebody: of the one who is attacked, or of the one who only defends himself."""

    def look(before: Scene, after: Scene, events: list[Event]) -> str:
        for e in events:
            if e.who == qui and e.what in ("survie", "hors_jeu"):
                return str(e["issue"]) if e.what == "survie" else "hors jeu"
        return "debout"

    return look


def _points(qui: str, scene: Scene, coups: list[Coup]) -> int:
    """Points inflicted, or suffered if negative."""
    return sum([degats(scene, c)[1] * ((c.de == qui) - (c.sur == qui)) for c in coups if not c.botte])


def _ecart(qui: str, scene: Scene, coups: list[Coup]) -> int:
    """By how much he beats his adversary, or is beaten if negative."""
    return next((c.terms[0][1] if c.de == qui else -c.terms[0][1] for c in coups if qui in (c.de, c.sur)), 0)


COUPS: dict[str, Callable[[str, Scene, list[Coup]], Hashable]] = {
    "touche": lambda qui, scene, coups: any([c.de == qui for c in coups]),  # noqa: C419 - walked thousands of times
    "degats": _points,
    "ecart": _ecart,
}


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight under way: whose turn it is, who is in contact, what was announced."""

    round: int = 1
    phase: Literal["approche", "annonces", "relances"] = "approche"
    file: tuple[str, ...] = ()  # who is still to act in this phase
    ordre: tuple[str, ...] = ()  # everybody by INI, as the round began
    groupes: tuple[tuple[str, ...], ...] = ()  # groups still to fight this round, the present one first
    contacts: tuple[tuple[str, str], ...] = ()  # pairs of adversaries hand to hand
    annonces: dict[str, Annoncer] = {}  # what was announced for the exchange to come
    initiateur: str = ""  # who asked for an extra exchange (FLU-4.24)
    actions: dict[str, int] = {}  # how many actions each took this round
    derniers: dict[str, tuple[str, ...]] = {}  # the gesture and Traits of each one's last action (FLU-4.25)
    marche: dict[str, int] = {}  # squares each has moved this round
    elan: dict[str, int] = {}  # waiting for the next action: the Avantage of a charge, the cost of a double move


PAS_JOUEE = Closed("FLU-4.13", "La manœuvre « {} » n'est pas jouée à cette table")
PAS_DE_COMBAT = Closed("FLU-4.1", "Aucun combat n'est engagé")


def en_cours(scene: Scene) -> Combat:
    if scene.combat is None:
        raise ValueError("no fight under way")
    return scene.combat


def complete(p: Personnage, a: Annoncer) -> Annoncer:
    """What an announcement leaves unsaid: the usual caractéristique and Trait of the weapon."""
    if a.caracs and a.traits:
        return a
    objet = melee.arme(p, a)
    traits = a.traits
    if not traits and a.manoeuvre == "deux_armes":
        traits = tuple([t for t in melee.traits_des_armes(p) if t in p.fiche.par_nom and t not in p.cedes])
    elif not traits and objet.trait and a.manoeuvre != "esquive" and objet.trait in p.fiche.par_nom:
        traits = () if objet.trait in p.cedes else (objet.trait,)
    return replace(a, caracs=a.caracs or (objet.carac,), traits=traits)


# ---------------------------------------------------------------- guards


@rule("FLU-4.1")
def pas_son_tour(scene: Scene, qui: str) -> Closed | None:
    """In a fight one acts on one's own turn."""
    combat = scene.combat
    if combat is None or combat.file[:1] == (qui,):
        return None
    return Closed("FLU-4.1", "C'est le tour de {}", (scene.name(combat.file[0]) if combat.file else "personne",))


@rule("FLU-4.12")
def empeche(p: Personnage) -> Closed | None:
    """Whoever is out of his senses or tied up does nothing."""
    if p.sans_defense and p.etat == "actif":
        return Closed("FLU-4.12", "{} est sans défense et ne peut rien faire", (p.nom,))
    return hors_d_etat(p)


@rule("FLU-4.13", "FLU-4.14", "FLU-4.15", "FLU-4.17", "FLU-4.20", "FLU-4.22", "FLU-4.23", "FLU-4.27", "FLU-4.38")
def refus_de_manoeuvre(scene: Scene, a: Annoncer) -> Closed | None:
    """Each manoeuvre is a switch of the table, and has its own conditions."""
    p, options = scene[a.actor], scene.options
    if a.manoeuvre == "recul":
        return Closed("FLU-4.28", "On ne recule pas sur annonce : il faut rompre le combat")
    switch = SWITCHES.get(a.manoeuvre)
    if switch is not None and not options.permet(switch):
        return replace(PAS_JOUEE, facts=(NOMS_DES_MANOEUVRES[a.manoeuvre],))
    arme = refus_d_arme(p, a.arme) if a.arme else None
    if arme is not None:
        return arme
    if a.manoeuvre in ("furieuse", "feinte") and a.n < 1:
        return Closed("FLU-4.21" if a.manoeuvre == "furieuse" else "FLU-4.22", "Il faut dire de combien (n)")
    if a.manoeuvre == "feinte" and a.n > p.carac("AGI"):
        agi = p.carac("AGI")
        return Closed("FLU-4.22", "Une feinte ne dépasse pas l'Agilité : {} demandés, {} au plus", (a.n, agi))
    if a.manoeuvre == "furieuse" and a.n > 50:
        return Closed("FLU-4.21", "Pas plus de 50")
    if a.manoeuvre == "deux_armes" and sum(o.genre != "tir" for o in p.tenues()) < 2:
        return Closed("FLU-4.15", "{} ne tient pas deux armes", (p.nom,))
    if a.manoeuvre == "deux_armes" and not p.fiche.sbire:
        voulus, traits = melee.traits_des_armes(p), complete(p, a).traits
        if any(t not in traits for t in voulus):
            return Closed("FLU-4.15", "Il faut combiner les Traits des deux armes : {}", (", ".join(voulus),))
    if a.manoeuvre == "botte" and ((t := p.trait(a.traits[0]) if a.traits else None) is None or t.botte not in BOTTES):
        return Closed("FLU-4.23", "Le premier Trait nommé doit être une botte secrète")
    return refus_de_visee(scene, a) or refus_de_parts(p, a)


@rule("FLU-4.35", "FLU-4.37")
def refus_d_arme(p: Personnage, id: str) -> Closed | None:
    """One fights with what is in hand: a weapon, the shield, or bare hands."""
    objet = p.objet(id)
    if objet is None:
        return None if id == "mains_nues" else Closed("FLU-4.35", "{} n'a pas d'arme « {} »", (p.nom, id))
    if objet.genre == "tir":
        return Closed("FLU-4.29", "{} est une arme de tir", (objet.nom,))
    if objet.genre != "bouclier" and objet not in p.tenues():
        return Closed("FLU-4.35", "{} n'est pas en main : il faut dégainer", (objet.nom,))
    return None


def refus_de_visee(scene: Scene, a: Annoncer) -> Closed | None:
    """Aiming, and what needs it."""
    options = scene.options
    if a.viser and a.viser not in TABLES.zone:
        return Closed("FLU-4.17", "Zone inconnue « {} » ; zones : {}", (a.viser, ", ".join(TABLES.zone)))
    if a.viser and (options.viser_localisation or not options.permet("viser")):
        return Closed("FLU-4.46" if options.viser_localisation else "FLU-4.13", "On ne vise pas ainsi à cette table")
    if a.decalage and not options.viser_localisation:
        return Closed("FLU-4.46", "Le décalage demande l'option de localisation")
    if not 0 <= a.decalage <= 9:
        return Closed("FLU-4.46", "Le décalage va de 0 à 9")
    if not 0 <= a.position <= 10:
        return Closed("FLU-4.8", "De 0 à 10 positions favorables")
    if a.effet in ("etourdir", "aveugler") and not options.viser_localisation and a.viser not in ("tete", "oeil"):
        return Closed("FLU-4.17", "Pour étourdir ou aveugler, il faut viser la tête")
    if a.effet == "desarmer" and not options.viser_localisation and a.viser not in ("arme", "main"):
        return Closed("FLU-4.38", "Pour désarmer, il faut viser l'arme ou la main")
    return None


@rule("FLU-4.20")
def refus_de_parts(p: Personnage, a: Annoncer) -> Closed | None:
    """A simultaneous attack splits all it has between its targets."""
    if a.manoeuvre != "simultanee":
        return Closed("FLU-4.20", "Une seule cible, sauf attaque simultanée") if a.cibles or a.parts else None
    if not a.cibles or len(a.cibles) != len(a.parts) or len(set(a.cibles)) < len(a.cibles) or min(a.parts) < 0:
        return Closed("FLU-4.20", "Il faut une part, nulle ou positive, pour chaque cible")
    if a.cible:
        return Closed("FLU-4.20", "Les cibles d'une attaque simultanée se nomment toutes avec leur part")
    avoir = melee.parts(p, complete(p, a))
    if sum(a.parts) != avoir:
        return Closed("FLU-4.20", "Les parts font {}, il y a {} à répartir", (sum(a.parts), avoir))
    return None


def refus_de_cible(scene: Scene, combat: Combat, p: Personnage, a: Annoncer) -> Closed | None:
    """Attacks need an adversary within reach; defences need none."""
    vises = a.cibles if a.manoeuvre == "simultanee" else (a.cible,)
    if a.manoeuvre in melee.DEFENSES:
        if combat.phase != "annonces":
            return Closed("FLU-4.27", "On se défend dans un échange, au contact")
        vises = tuple(c for c in vises if c)
    elif not all(vises):
        return Closed("FLU-4.6", "Il faut un adversaire")
    for c in vises:
        cible = scene[c]
        if cible.camp == p.camp:
            return Closed("FLU-4.6", "{} est dans votre camp", (cible.nom,))
        if cible.etat in ("mort", "hors_jeu"):
            return hors_d_etat(cible)
        if melee.incapable(cible) and (a.manoeuvre == "simultanee" or a.manoeuvre in melee.DEFENSES):
            return Closed("FLU-4.12", "{} est sans défense : un coup simple suffit", (cible.nom,))
    if combat.phase == "approche":
        return hors_de_portee(combat, p, [scene[c] for c in vises])
    if combat.initiateur and vises and combat.initiateur not in vises:
        return Closed("FLU-4.24", "Il faut répondre à {}", (scene.name(combat.initiateur),))
    for c in vises:
        if not (distance(p, scene[c]) <= 1 if melee.incapable(scene[c]) else au_contact(combat, p.id, c)):
            return Closed("FLU-4.6", "{} n'est pas au contact", (scene.name(c),))
    return None


@rule("FLU-4.4", "FLU-4.20")
def hors_de_portee(combat: Combat, p: Personnage, cibles: list[Personnage]) -> Closed | None:
    """One move takes him beside the first target; the others of a simultaneous attack must be within reach there."""
    pas, marche = distance(p, cibles[0]), marche_restante(combat, p)
    if pas - 1 > marche:
        return Closed("FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, marche))
    x, y = vers(p, cibles[0])
    for cible in cibles[1:]:
        if distance(replace(p, x=x, y=y), cible) > 1:
            return Closed("FLU-4.20", "{} est trop loin des autres cibles", (cible.nom,))
    return None


# ---------------------------------------------------------------- places


def distance(a: Personnage, b: Personnage) -> int:
    """Squares between two places, diagonals counting one."""
    return max(abs(a.x - b.x), abs(a.y - b.y))


@rule("FLU-4.4")
def allure(p: Personnage) -> int:
    """How many squares a movement covers: INI, less what lames him."""
    pas = melee.ini(p)
    for c in p.conditions:
        pas -= c.mouvement
    return max(0, pas)


@rule("FLU-4.4")
def marche_restante(combat: Combat, p: Personnage) -> int:
    """What is left of the round's movement, in as many moves as one likes."""
    return max(0, allure(p) - combat.marche.get(p.id, 0))


def engage(combat: Combat, who: str) -> bool:
    """Whether somebody is hand to hand with him."""
    return any(who in pair for pair in combat.contacts)


def au_contact(combat: Combat, a: str, b: str) -> bool:
    return (a, b) in combat.contacts or (b, a) in combat.contacts


def aux_prises(combat: Combat, who: str) -> tuple[str, ...]:
    """Those who are hand to hand with him."""
    return tuple([b if a == who else a for a, b in combat.contacts if who in (a, b)])


def tenir(scene: Scene, contacts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The contacts that are left: nobody is hand to hand with one who cannot fight."""
    hors = [w for w, p in scene.personnages.items() if p.etat != "actif" or p.sans_defense]
    return tuple([x for x in contacts if x[0] not in hors and x[1] not in hors]) if hors else contacts


def vers(p: Personnage, cible: Personnage) -> tuple[int, int]:
    """The square beside the target on the way to it."""
    d = distance(p, cible)
    if d <= 1:
        return p.x, p.y
    return cible.x + round((p.x - cible.x) / d), cible.y + round((p.y - cible.y) / d)


@rule("FLU-4.4", "FLU-4.6")
def approcher(scene: Scene, a: Annoncer) -> Scene:
    """Going up to one's adversaries and engaging them."""
    combat = en_cours(scene)
    p, vises = scene[a.actor], [c for c in (a.cible, *a.cibles) if c]
    contacts, marche = combat.contacts, combat.marche
    for c in vises:
        cible = scene[c]
        if distance(p, cible) > 1:
            x, y = vers(p, cible)
            pas = distance(p, replace(p, x=x, y=y))
            marche = {**marche, p.id: marche.get(p.id, 0) + pas}
            p = replace(p, x=x, y=y)
            scene = scene.put(p)
        if not melee.incapable(cible) and not au_contact(combat, p.id, c):
            contacts = (*contacts, (p.id, c))
    return replace(scene, combat=replace(combat, contacts=contacts, marche=marche))


# ---------------------------------------------------------------- rounds


@rule("FLU-4.2")
def ordre(scene: Scene, qui: Any) -> tuple[str, ...]:
    """By INI, then by AGI; those still equal act together, which changes nothing here."""
    persos = scene.personnages
    rangs = {w: (-melee.ini(persos[w]), -persos[w].carac("AGI")) for w in qui}
    return tuple(sorted(rangs, key=rangs.__getitem__))


def fin_de_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Someone has acted: the next one, or the next phase of the round. Outside fights nothing."""
    combat = scene.combat
    if combat is None:
        return scene
    file = combat.file[1:] if combat.file[:1] == (who,) else tuple([q for q in combat.file if q != who])
    return suite(replace(scene, combat=replace(combat, file=file, contacts=tenir(scene, combat.contacts))), oracle)


@rule("FLU-4.1", "FLU-4.3")
def suite(scene: Scene, oracle: Oracle) -> Scene:
    """Go on until somebody is to act: approaches by INI, then each group's exchange, then the next round."""
    persos = None
    while True:
        combat = scene.combat
        if combat is None:
            return scene
        if scene.personnages is not persos:  # somebody may have fallen
            persos = scene.personnages
            if combat_fini(scene):
                return clore(scene, oracle)
        if combat.file:
            who = combat.file[0]
            if persos[who].etat == "actif" and not (combat.phase == "approche" and engage(combat, who)):
                return scene  # whoever was engaged before his turn announces with his group
            scene = replace(scene, combat=replace(combat, file=combat.file[1:]))
        elif combat.phase == "annonces":
            scene = resoudre(scene, oracle, combat)
        elif combat.groupes[1:] or (combat.phase == "approche" and combat.contacts):
            scene = groupe_suivant(scene, combat)
        else:
            scene = nouveau_round(scene, oracle)


def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps still stand."""
    camp = None
    for p in scene.personnages.values():
        if p.etat == "actif" and p.camp:
            if camp is None:
                camp = p.camp
            elif p.camp != camp:
                return False
    return True


@rule("FLU-4.3", "FLU-4.6")
def groupe_suivant(scene: Scene, combat: Combat) -> Scene:
    """The next group hand to hand announces, in INI order; those who announced on their way in already have."""
    groupes = former_les_groupes(combat) if combat.phase == "approche" else combat.groupes[1:]
    annonces, groupe = combat.annonces, groupes[0]
    rangs = combat.ordre or ordre(scene, scene.personnages)
    file = tuple([w for w in rangs if w in groupe and w not in annonces])
    return replace(scene, combat=replace(combat, phase="annonces", groupes=groupes, file=file, ordre=rangs))


def former_les_groupes(combat: Combat) -> tuple[tuple[str, ...], ...]:
    """Fighters linked by contacts."""
    groupes: list[tuple[str, ...]] = []
    for a, b in combat.contacts:
        liens = [g for g in groupes if a in g or b in g]
        if not liens:
            groupes.append((a, b))
            continue
        groupes = [g for g in groupes if g not in liens]
        groupes.append(tuple(dict.fromkeys([w for g in liens for w in g] + [a, b])))
    return tuple(groupes)


def a_blanc(scene: Scene, combat: Combat, a: Annoncer) -> Combat:
    """The exchange this announcement would lead to, its targets striking back if they have not announced."""
    relance = combat.phase == "relances"
    annonces = {**({} if relance else groupe_annonce(combat, a)), a.actor: a}
    vises = (a.cible, *a.cibles) if a.manoeuvre not in melee.DEFENSES else aux_prises(combat, a.actor)
    for c in vises:
        if c and c not in annonces:
            annonces[c] = complete(scene[c], Annoncer(c, cible=a.actor))
    return replace(combat, annonces=annonces, initiateur=a.actor if relance else combat.initiateur)


def groupe_annonce(combat: Combat, a: Annoncer) -> dict[str, Annoncer]:
    """What was announced in the group of this announcement."""
    groupe = next((g for g in combat.groupes if a.actor in g), (a.actor, a.cible, *a.cibles))
    return {q: x for q, x in combat.annonces.items() if q in groupe}


@rule("FLU-4.6", "FLU-4.27.2")
def resoudre(scene: Scene, oracle: Oracle, combat: Combat) -> Scene:
    """Everybody of the group has announced: the exchange, then perhaps more of it."""
    tous, groupe, persos = combat.annonces, combat.groupes[0], scene.personnages
    mele = [w for pair in tenir(scene, combat.contacts) for w in pair]
    restent = {q: a for q, a in tous.items() if q not in groupe}
    annonces = {q: selon_ses_moyens(persos[q], a) for q, a in tous.items() if q in groupe and q in mele}
    perdus = [q for q, a in annonces.items() if a.cible not in mele and sans_objet(combat, a, mele)]
    if perdus:
        annonces = {q: a for q, a in annonces.items() if q not in perdus}
        file = tuple([q for q in combat.ordre if q in perdus])
        return replace(scene, combat=replace(combat, annonces={**restent, **annonces}, file=file))
    for q in groupe if not combat.initiateur else melee.vises(tous[combat.initiateur]):
        if q in mele and q not in annonces:  # busy with something else, he still has to face the exchange
            annonces[q] = complete(persos[q], Annoncer(q, manoeuvre="recul"))
    if len(annonces) > 1:
        if any([a.manoeuvre not in melee.PASSIVES for a in annonces.values()]):  # noqa: C419 - this is the hot path
            scene = melee.echange(scene, oracle, replace(combat, annonces=annonces))
        elif all(a.manoeuvre in melee.DEFENSES for a in annonces.values()):
            scene = souffler(scene, oracle, tuple(annonces))
    return apres_l_echange(scene, persos, combat, annonces, restent)


def sans_objet(combat: Combat, a: Annoncer, mele: list[str]) -> bool:
    """Whether all those he went for are gone from the fight: he announces again, unless he was insisting."""
    vises = melee.vises(a)
    return not combat.initiateur and bool(vises) and not any(c in mele for c in vises)


@rule("FLU-3.29")
def selon_ses_moyens(p: Personnage, a: Annoncer) -> Annoncer:
    """One who was hurt after he announced spends what he has left, and no more."""
    if not (a.res or a.traits[1:] or a.eloignes) or a.res + cout_des_traits(p, a) <= p.res:
        return a
    reste = max(0, p.res)
    traits = a.traits[: reste + 1]
    eloignes = a.eloignes[: max(0, reste + 1 - len(traits))]
    a = replace(a, traits=traits, eloignes=eloignes, res=0)
    return replace(a, res=max(0, reste - cout_des_traits(p, a)))


def apres_l_echange(
    scene: Scene,
    avant: dict[str, Personnage],
    combat: Combat,
    annonces: dict[str, Annoncer],
    restent: dict[str, Annoncer],
) -> Scene:
    """Contacts with the fallen end; whoever stands may act again if the table plays that."""
    apres = en_cours(scene)
    debout = tenir(scene, apres.contacts)
    elan = {q: n for q, n in combat.elan.items() if q not in annonces} if combat.elan else combat.elan
    if not scene.options.permet("plusieurs_actions"):
        return replace(
            scene, combat=replace(apres, contacts=debout, annonces=restent, elan=elan, phase="relances", initiateur="")
        )
    actions, derniers = {**combat.actions}, {**combat.derniers}
    for q, a in annonces.items():
        derniers[q] = melee.signature(avant[q], a)
        if a.manoeuvre == "recul":  # whatever he did instead was his action
            actions[q] = max(1, actions.get(q, 0))
        elif not combat.initiateur or combat.initiateur == q:
            actions[q] = actions.get(q, 0) + 1
    return replace(
        scene,
        combat=replace(
            apres,
            contacts=debout,
            annonces=restent,
            elan=elan,
            phase="relances",
            initiateur="",
            actions=actions,
            derniers=derniers,
            file=encore(combat, debout),
        ),
    )


@rule("FLU-4.24")
def encore(combat: Combat, contacts: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Those of the group who may insist, in INI order: the ones still hand to hand."""
    mele = {q for pair in contacts for q in pair}
    return tuple([q for q in combat.ordre if q in mele and q in combat.groupes[0]])


@rule("FLU-4.24")
def demander_un_echange(scene: Scene, combat: Combat, a: Annoncer) -> Scene:
    """One more exchange between the one who insists and those he goes for, who answer in INI order."""
    repondent = ordre(scene, [c for c in (a.cible, *a.cibles) if c])
    combat = replace(combat, phase="annonces", initiateur=a.actor, file=repondent)
    return replace(scene, combat=combat)


@rule("FLU-4.12", "FLU-4.24")
def sans_riposte(scene: Scene, oracle: Oracle, combat: Combat, a: Annoncer) -> Scene:
    """A blow at one who cannot answer is struck at once; after the exchange it is one action more."""
    relance = combat.phase == "relances"
    if relance:
        combat = replace(combat, initiateur=a.actor)
    scene, coups = melee.coups_sans_defense(scene, oracle, combat, a)
    scene = a_agi(melee.frapper_tous(scene, oracle, coups), a, combat)
    if not relance:
        return fin_de_tour(scene, oracle, a.actor)
    apres = en_cours(scene)
    return suite(replace(scene, combat=replace(apres, file=encore(combat, apres.contacts))), oracle)


def a_agi(scene: Scene, a: Annoncer, combat: Combat) -> Scene:
    """An action resolved on the spot counts as the action of the turn."""
    apres = en_cours(scene)
    elan = {q: n for q, n in combat.elan.items() if q != a.actor}
    actions = {**combat.actions, a.actor: combat.actions.get(a.actor, 0) + 1}
    derniers = combat.derniers
    if scene.options.permet("plusieurs_actions"):
        derniers = {**derniers, a.actor: melee.signature(scene[a.actor], a)}
    return replace(scene, combat=replace(apres, actions=actions, derniers=derniers, elan=elan))


@rule("FLU-4.27.2", "FLU-4.59")
def souffler(scene: Scene, oracle: Oracle, qui: tuple[str, ...]) -> Scene:
    """When all stand on the defensive the fight pauses; the table may let each get 1 RES back."""
    oracle.tell(Event("pause", qui[0], "", "FLU-4.27.2"))
    if not scene.options.permet("pause"):
        return scene
    return scene.put(*[reprendre_son_souffle(scene[q], 1) for q in qui])


@rule("FLU-4.59")
def reprendre_son_souffle(p: Personnage, points: int) -> Personnage:
    """Breaks give RES back, at most CON points in a day."""
    rendus = max(0, min(points, p.res_perdue, p.fiche.CON - p.pauses))
    return replace(p, res_perdue=p.res_perdue - rendus, pauses=p.pauses + rendus) if rendus else p


@rule("FLU-4.1", "FLU-3.25", "FLU-4.39", "FLU-4.51")
def nouveau_round(scene: Scene, oracle: Oracle) -> Scene:
    """Six seconds have gone by: wounds bleed, what hampers wears off, and the next round begins."""
    combat = en_cours(scene)
    scene = ecouler(scene, oracle, ROUND)
    if combat_fini(scene):
        return clore(scene, oracle)
    rangs = ordre(scene, [p.id for p in scene.personnages.values() if p.etat == "actif" and p.camp])
    contacts = tenir(scene, combat.contacts)
    mele = [w for pair in contacts for w in pair]
    file = tuple([w for w in rangs if w not in mele])
    combat = Combat(combat.round + 1, "approche", file, rangs, contacts=contacts, elan=combat.elan)
    oracle.tell(Event("round", "", "", "FLU-4.1", (), (("round", combat.round),)))
    return replace(scene, combat=combat)


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Let one round go by for everybody."""
    changes = []
    saignent = []
    for p in scene.personnages.values():
        if p.conditions or p.cedes:
            restent = tuple(
                c if c.rounds >= SANS_FIN else replace(c, rounds=c.rounds - 1) for c in p.conditions if c.rounds > 1
            )
            changes.append(replace(p, conditions=restent, cedes=()))
        if p.hemorragie and p.etat != "mort":
            saignent.append(p.id)
    if changes:
        scene = scene.put(*changes)
    for who in saignent:
        scene = saigner(scene, oracle, who)
    return scene.avancer(secondes)


@rule("FLU-4.53")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: adrenaline goes, help that was not used too."""
    vainqueurs = tuple(dict.fromkeys(p.camp for p in scene.personnages.values() if p.etat == "actif" and p.camp))
    facts = (("camps", vainqueurs), ("debout", vainqueurs or ("personne",)))
    oracle.tell(Event("fin_combat", "", "", "FLU-4.1", (), facts))
    scene = replace(scene, combat=None)
    changes = [
        replace(p, adrenaline=False, aides=(), cedes=())
        for p in scene.personnages.values()
        if p.adrenaline or p.aides or p.cedes
    ]
    return scene.put(*changes) if changes else scene


# ---------------------------------------------------------------- actions of a turn


@rule("FLU-4.1", "FLU-4.2")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is not None:
            return Closed("FLU-4.1", "Un combat est déjà engagé")
        if len({p.camp for p in scene.personnages.values() if p.camp and p.etat == "actif"}) < 2:
            return Closed("FLU-4.1", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = [p.id for p in scene.personnages.values() if p.etat == "actif" and p.camp]
        oracle.tell(Event("round", "", "", "FLU-4.1", (), (("round", 1),)))
        rangs = ordre(scene, qui)
        return replace(scene, combat=Combat(file=rangs, ordre=rangs))


@rule("FLU-4.28")
class Cesser(Action, frozen=True, tag="cesser"):
    """Propose to leave it at that: once nobody is hand to hand, the fight ends if every other camp agrees."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is None:
            return PAS_DE_COMBAT
        if scene.combat.contacts:
            return Closed("FLU-4.28", "On se bat encore au corps-à-corps")
        return inconnu(scene, self.actor) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        mien, porte_parole = scene[self.actor].camp, dict[str, str]()
        for who in en_cours(scene).ordre:
            p = scene[who]
            if p.etat == "actif" and p.camp != mien:
                porte_parole.setdefault(p.camp, who)  # the quickest speaks for his camp
        montre = (("adversaire", self.actor),)
        questions = tuple(Question(q, "flu.cesser", "FLU-4.28", PAIX, montre) for q in porte_parole.values())
        refus = [q.who for q, choix in zip(questions, oracle.ask_all(questions), strict=True) if choix.id != "oui"]
        if not refus:
            return clore(scene, oracle)
        oracle.tell(Event("refus_de_cesser", refus[0], self.actor, "FLU-4.28"))
        return scene


PAIX = Option("non", "continuer le combat"), Option("oui", "en rester là")


class Attendre(Action, frozen=True, tag="attendre"):
    """Do nothing more this turn."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is None:
            return PAS_DE_COMBAT
        absent = inconnu(scene, self.actor) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        if scene.combat.phase == "annonces" and engage(scene.combat, self.actor):
            return Closed("FLU-4.6", "Au contact il faut annoncer quelque chose : attaquer, se défendre ou rompre")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(scene, oracle, self.actor)


@rule("FLU-4.4", "FLU-4.5")
class Deplacer(Action, frozen=True, tag="deplacer"):
    """Move; up to twice as far at the price of a Désavantage on the next action."""

    x: int
    y: int
    double: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        combat, p = scene.combat, scene[self.actor]
        if combat is None:
            return PAS_DE_COMBAT
        if engage(combat, p.id):
            return Closed("FLU-4.28", "Au contact il faut rompre le combat pour s'éloigner")
        pas = distance(p, replace(p, x=self.x, y=self.y))
        libre = marche_double(combat, p) if self.double else marche_restante(combat, p)
        if pas > libre:
            return Closed("FLU-4.5" if self.double else "FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, libre))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat, p = en_cours(scene), scene[self.actor]
        pas, deja = distance(p, replace(p, x=self.x, y=self.y)), combat.marche.get(p.id, 0)
        trop = deja <= allure(p) < deja + pas  # the price is paid once
        oracle.tell(Event("deplacement", p.id, "", "FLU-4.5" if trop else "FLU-4.4", (), (("pas", pas),)))
        marche = {**combat.marche, p.id: deja + pas}
        elan = {**combat.elan, p.id: combat.elan.get(p.id, 0) - 1} if trop else combat.elan
        scene = scene.put(replace(p, x=self.x, y=self.y))
        return replace(scene, combat=replace(combat, marche=marche, elan=elan))


@rule("FLU-4.5")
def marche_double(combat: Combat, p: Personnage) -> int:
    """What is left of a double movement."""
    return max(0, 2 * allure(p) - combat.marche.get(p.id, 0))


@rule("FLU-4.16")
class Charger(Action, frozen=True, tag="charger"):
    """Straight at an adversary with the whole movement: 1 Avantage on the next action of the fight."""

    cible: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if not scene.options.permet("charge"):
            return replace(PAS_JOUEE, facts=("charge",))
        p, combat = scene[self.actor], scene.combat
        if combat is None:
            return PAS_DE_COMBAT
        if combat.phase != "approche" or combat.marche.get(p.id):
            return Closed("FLU-4.16", "Une charge prend tout le déplacement du tour")
        return (
            empeche(p)
            or pas_son_tour(scene, p.id)
            or sur_place(p, scene[self.cible])
            or refus_de_cible(scene, combat, p, Annoncer(p.id, cible=self.cible))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("charge", self.actor, self.cible, "FLU-4.16"))
        scene = approcher(scene, Annoncer(self.actor, cible=self.cible))
        combat = en_cours(scene)
        marche = {**combat.marche, self.actor: melee.ini(scene[self.actor])}
        elan = {**combat.elan, self.actor: combat.elan.get(self.actor, 0) + 1}
        scene = replace(scene, combat=replace(combat, elan=elan, marche=marche))
        if melee.incapable(scene[self.cible]):  # nobody to announce with: he strikes now
            return scene
        return fin_de_tour(scene, oracle, self.actor)


def sur_place(p: Personnage, cible: Personnage) -> Closed | None:
    return Closed("FLU-4.16", "Il faut de la place pour charger") if distance(p, cible) <= 1 else None


@rule("FLU-4.28")
class Rompre(Essai, frozen=True, tag="rompre"):
    """Break off: at will for the quickest of the group, by a test of AGI for the others; then perhaps walk away."""

    ou: tuple[int, int] | None = None  # where he goes with what is left of his movement

    combat = True
    looks = {"rompt": lambda b, a, ev: any(e.what == "rupture" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        if not scene.options.permet("rompre"):
            return replace(PAS_JOUEE, facts=("rompre le combat",))
        if scene.combat is None or not engage(scene.combat, self.actor):
            return Closed("FLU-4.28", "{} n'est pas au contact", (scene.name(self.actor),))
        if self.caracs not in ((), ("AGI",)):
            return Closed("FLU-4.28", "On rompt le combat par un test d'Agilité")
        p = scene[self.actor]
        pas, marche = distance(p, self.la_bas(p)), marche_restante(scene.combat, p)
        if pas > marche:
            return Closed("FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, marche))
        return refus(scene, replace(self, caracs=("AGI",)))

    def la_bas(self, p: Personnage) -> Personnage:
        return p if self.ou is None else replace(p, x=self.ou[0], y=self.ou[1])

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The break itself, before anybody else does anything."""
        combat, libre = en_cours(scene), plus_rapide(scene, en_cours(scene), self.actor)
        if not libre:
            e = replace(self, caracs=("AGI",))
            scene, issue = faire_un_test(scene, oracle, e, plus=malus_de_rupture(combat, self.actor))
            libre = reussi(issue.total)
            elan = {q: n for q, n in combat.elan.items() if q != self.actor or n > 0}
            combat = replace(combat, elan=elan)
        oracle.tell(Event("rupture" if libre else "rupture_manquee", self.actor, "", "FLU-4.28"))
        if libre:
            p = scene[self.actor]
            marche = {**combat.marche, p.id: combat.marche.get(p.id, 0) + distance(p, self.la_bas(p))}
            contacts = tuple([x for x in combat.contacts if p.id not in x])
            combat, scene = replace(combat, contacts=contacts, marche=marche), scene.put(self.la_bas(p))
        actions = {**combat.actions, self.actor: combat.actions.get(self.actor, 0) + 1}
        return replace(scene, combat=replace(combat, actions=actions) if combat.phase == "relances" else combat)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(self.faire(scene, oracle), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of the break, not of what the others do next."""
        see = self.looks[look or "rompt"] if look is None or isinstance(look, str) else look
        return lambda oracle: see(scene, self.faire(scene, oracle), oracle.events)


@rule("FLU-4.28")
def plus_rapide(scene: Scene, combat: Combat, who: str) -> bool:
    """Whether nobody in contact is as quick."""
    return all(melee.ini(scene[who]) > melee.ini(scene[c]) for c in aux_prises(combat, who))


@rule("FLU-4.5", "FLU-4.24")
def malus_de_rupture(combat: Combat, who: str) -> Terms:
    """What weighs on the test of one who breaks off: an extra action, or the double move before it."""
    terms: Terms = ()
    if combat.phase == "relances":
        terms = (("Action supplémentaire", -combat.actions.get(who, 0), "FLU-4.24"),)
    if combat.elan.get(who, 0) < 0:
        terms = (*terms, ("Double déplacement", combat.elan[who], "FLU-4.5"))
    return terms


class Degainer(Action, frozen=True, tag="degainer"):
    """Take other weapons in hand; it takes no time."""

    armes: tuple[str, ...]

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.armes and main_engourdie(p):
            return Closed("FLU-4.23", "La main de {} ne répond plus", (p.nom,))
        tenus = [a for a in p.armes if a.id in self.armes]
        if len(tenus) != len(set(self.armes)) or len(set(self.armes)) < len(self.armes):
            return Closed("FLU-4.35", "{} ne porte pas ces armes", (p.nom,))
        if mains(tuple(tenus)) + (p.bouclier is not None) > 2:
            return Closed("FLU-4.35", "Deux mains ne suffisent pas")
        if len(tenus) > 1 and not scene.options.permet("deux_armes"):
            return replace(PAS_JOUEE, facts=("combat à deux armes",))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        noms = tuple(o.nom for o in p.armes if o.id in self.armes)
        oracle.tell(Event("degaine" if noms else "rengaine", p.id, "", "FLU-4.35", (), (("armes", noms),)))
        return scene.put(replace(p, en_main=self.armes))


class Ramasser(Action, frozen=True, tag="ramasser"):
    """Pick up a thing that lies within a step."""

    objet: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        trouve = self._trouve(scene, p)
        if trouve is None:
            return Closed("FLU-4.39", "Rien de tel à portée de main : « {} »", (self.objet,))
        if main_engourdie(p):
            return Closed("FLU-4.23", "La main de {} ne répond plus", (p.nom,))
        genre = trouve.objet.genre
        if genre == "bouclier" and (p.bouclier is not None or mains(p.tenues()) > 1):
            return Closed("FLU-4.37", "Deux mains ne suffisent pas")
        if genre == "armure" and (p.armure is not None or scene.combat is not None):
            return Closed("FLU-4.36", "On n'enfile pas une armure ainsi")
        return None

    def _trouve(self, scene: Scene, p: Personnage) -> AuSol | None:
        return next(
            (s for s in scene.au_sol if s.objet.id == self.objet and max(abs(s.x - p.x), abs(s.y - p.y)) <= 1), None
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        trouve = self._trouve(scene, p)
        if trouve is None:
            return scene
        oracle.tell(Event("ramasse", p.id, "", "FLU-4.39", (), (("objet", trouve.objet.nom),)))
        scene = replace(scene, au_sol=tuple(s for s in scene.au_sol if s is not trouve))
        return fin_de_tour(scene.put(avec(p, trouve.objet)), oracle, self.actor)


def mains(objets: tuple[Objet, ...]) -> int:
    """How many hands these weapons take."""
    return sum(2 if o.deux_mains else 1 for o in objets)


def main_engourdie(p: Personnage) -> bool:
    return any(c.nom == BOTTES["engourdir"].condition for c in p.conditions)


def avec(p: Personnage, objet: Objet) -> Personnage:
    """With this thing besides; a weapon comes to hand if the hands are free, under a name of its own."""
    if objet.genre == "bouclier":
        return replace(p, bouclier=objet)
    if objet.genre == "armure":
        return replace(p, armure=objet)
    n, id = 1, objet.id
    while p.objet(id) is not None:
        n += 1
        id = f"{objet.id}_{n}"
    tenues, prises = p.tenues(), mains((objet,)) + (p.bouclier is not None)
    en_main = (id,) if not tenues and prises <= 2 else tuple(o.id for o in tenues)
    return replace(p, armes=(*p.armes, replace(objet, id=id)), en_main=en_main)


class SeRelever(Action, frozen=True, tag="se_relever"):
    """Get up again; part of the movement, it takes no action."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        return None if scene[self.actor].a_terre else Closed("FLU-4.8", "{} est debout", (scene.name(self.actor),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("releve", self.actor, "", "FLU-4.8"))
        return scene.put(replace(scene[self.actor], a_terre=False))


@rule("FLU-4.18", "FLU-4.19")
class Aider(Action, frozen=True, tag="aider"):
    """Lend a Trait, or give points, to an ally's next test."""

    cible: str
    trait: str = ""
    res: int = 0
    depenses: tuple[tuple[Carac, int], ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p = scene[self.actor]
        e = Tester(
            self.actor, ("CON",), traits=(self.trait,) if self.trait else (), res=self.res, depenses=self.depenses
        )
        return (
            empeche(p)
            or hors_d_etat(scene[self.cible])
            or aide_interdite(scene, self)
            or aide_vide(self)
            or pas_son_tour(scene, self.actor)
            or refus(scene, e)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, allie = scene[self.actor], scene[self.cible]
        points = self.res + sum(n for _, n in self.depenses)
        aide = Aide(p.id, self.trait, valeur_du_trait(p, self.trait) if self.trait else 0, points)
        p = depenser(replace(p, res_perdue=p.res_perdue + self.res), self.depenses)
        if self.trait:
            p = replace(p, cedes=(*p.cedes, self.trait))
        if self.trait:
            facts = (("trait", self.trait), ("valeur", aide.valeur))
            oracle.tell(Event("aide", p.id, allie.id, "FLU-4.19", (), facts))
        if points:
            oracle.tell(Event("don", p.id, allie.id, "FLU-4.19", (), (("points", points),)))
        return fin_de_tour(scene.put(p, replace(allie, aides=(*allie.aides, aide))), oracle, self.actor)


def aide_interdite(scene: Scene, a: Aider) -> Closed | None:
    """In a fight helping is one of the optional manoeuvres, and for one's own camp."""
    allie = scene[a.cible]
    if any(x.de == a.actor and x.trait == a.trait for x in allie.aides if x.trait):
        return Closed("FLU-3.21", "Un même Trait ne compte qu'une fois par test")
    if scene.combat is None:
        return None
    if not scene.options.permet("aider"):
        return replace(PAS_JOUEE, facts=("aider un coéquipier",))
    if allie.camp != scene[a.actor].camp:
        return Closed("FLU-4.19", "{} n'est pas dans votre camp", (allie.nom,))
    annonce = scene.combat.annonces.get(a.cible)
    if a.trait and annonce is not None and annonce.manoeuvre == "simultanee":
        return Closed("FLU-4.20", "{} a déjà réparti son attaque", (allie.nom,))
    return None


def aide_vide(a: Aider) -> Closed | None:
    if a.cible == a.actor:
        return Closed("FLU-4.19", "On aide quelqu'un d'autre que soi")
    if not a.trait and not a.res and not a.depenses:
        return Closed("FLU-4.19", "Il faut prêter un Trait ou donner des points")
    return None


ACTIONS = (Combattre, Annoncer, Rompre, Attendre, Deplacer, Charger, Aider, Degainer, Ramasser, SeRelever, Cesser)
