"""Chapter 4, the fight: announcing, exchanges, rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import astuple, replace

from tablee.kernel.action import Look
from tablee.kernel.event import Event
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from ...model.combat import DEFENSES, PASSIVES, Annonce, Combat, Contacts
from ...model.people import JOUR, ROUND, Personnage
from ...model.scene import Scene, en_cours, inconnu
from ..c3_tests.avantages import cout_des_traits, traits_pretes
from ..c3_tests.refus import refus
from . import melee
from .blessures import saigner
from .gardes import PAS_DE_COMBAT, empeche, pas_son_tour, refus_de_cible, refus_de_manoeuvre
from .guerison import nouveaux_jours
from .melee import complete
from .places import adverses, approcher, aux_prises, en_melee, engage, former_les_groupes, tenir
from .vues import VUES

# ---------------------------------------------------------------- what is announced


@rule("FLU-4.6", "FLU-4.13")
class Annoncer(Annonce, frozen=True, tag="annoncer"):
    """What one will do in the exchange to come. The last announcement of a group sets it off."""

    @cached_property
    def annonce(self) -> Annonce:
        """The announcement as the fight keeps it."""
        return Annonce(*astuple(self))

    def key(self) -> str:
        return f"annoncer.{self.manoeuvre}"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *(c for c in (self.cible, *self.cibles) if c))
        if absent is not None:
            return absent
        p, combat = scene[self.actor], scene.encounter
        if combat is None:
            return PAS_DE_COMBAT
        return (
            empeche(p)
            or pas_son_tour(scene, self.actor)
            or refus_de_manoeuvre(scene, self)
            or refus_de_cible(scene, combat, p, self)
            or refus(scene, complete(p, self.annonce))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat = scene.encounter or en_cours(scene)  # which complains when there is none
        avant = persos = scene.people
        phase, file = combat.phase, combat.file[1:]
        a = complete(persos[self.actor], self.annonce)
        if phase == "approche":
            scene, combat = approcher(scene, combat, a)
            persos = scene.people
        if a.cible and ((cible := persos[a.cible]).etat != "actif" or cible.sans_defense):
            return sans_riposte(replace(scene, encounter=combat), oracle, combat, a)
        annonces = {**combat.annonces, a.actor: a}
        if phase == "relances":
            return demander_un_echange(scene, replace(combat, annonces=annonces), a)
        scene = replace(scene, encounter=replace(combat, annonces=annonces, file=file))
        if file and phase == "annonces" and persos[file[0]].etat == "actif":
            return scene
        return suite(scene, oracle, avant)

    def views(self) -> tuple[str, ...]:
        """An attack is judged by whether it hits, a defence by whether one comes out of it unhurt."""
        return DEFENDRE if self.manoeuvre in DEFENSES else super().views()

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of an announcement: the exchange as if those who have not announced yet simply struck back.

        Its own looks take the blows of the exchange; any other function follows them to the wounds.
        """
        a, combat = complete(scene[self.actor], self.annonce), en_cours(scene)
        if combat.phase == "approche":
            scene, combat = approcher(scene, combat, a)
            scene = replace(scene, encounter=combat)
        essai = a_blanc(scene, combat, a)
        if look is None or isinstance(look, str):
            voir = self.looks[look or self.views()[0]]
            return lambda oracle: voir(a, *melee.coups_de(scene, oracle, essai, a), oracle)

        def run(oracle: Any) -> Any:
            apres, coups = melee.coups_de(scene, oracle, essai, a)
            return look(scene, melee.frapper_tous(apres, oracle, coups), oracle.events)

        return run

    def part(self, scene: Scene, who: str) -> tuple[Annoncer, Scene]:
        """In an exchange everybody judges by his own announcement."""
        combat = scene.encounter
        autre = combat.annonces.get(who) if combat is not None and combat.phase == "annonces" else None
        if combat is None or autre is None or who == self.actor:
            return self, scene
        annonces = {**combat.annonces, self.actor: complete(scene[self.actor], self.annonce)}
        return Annoncer(*astuple(autre)), replace(scene, encounter=replace(combat, annonces=annonces))

    looks: ClassVar[dict[str, Any]] = VUES


DEFENDRE = ("indemne", "degats", "ecart", "issue")  # how one looks at a defence


# ---------------------------------------------------------------- rounds


@rule("FLU-4.2")
def ordre(scene: Scene, qui: Any) -> tuple[str, ...]:
    """By INI, then by AGI; those still equal act together, which changes nothing here."""
    return ranger([scene.people[w] for w in qui])


def ranger(gens: list[Personnage]) -> tuple[str, ...]:
    """The ids of these people in the order they act."""
    return tuple([p.id for p in sorted(gens, key=lambda p: p.bears.vivacite)])


def fin_de_tour(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Someone has acted: the next one, or the next phase of the round. Outside fights nothing."""
    combat = scene.encounter
    if combat is None:
        return scene
    file = combat.file[1:] if combat.file[:1] == (who,) else tuple([q for q in combat.file if q != who])
    return suite(replace(scene, encounter=replace(combat, file=file, contacts=tenir(scene, combat.contacts))), oracle)


@rule("FLU-4.1", "FLU-4.3")
def suite(scene: Scene, oracle: Oracle, persos: dict[str, Personnage] | None = None) -> Scene:
    """Go on until somebody is to act: approaches by INI, then each group's exchange, then the next round.

    `persos`: the people as they were when it was last seen that two camps stand.
    """
    while True:
        combat = scene.encounter
        if combat is None:
            return scene
        if scene.people is not persos:  # somebody may have fallen
            persos = scene.people
            if combat_fini(scene):
                return clore(scene, oracle)
        if combat.file:
            who = combat.file[0]
            if persos[who].etat == "actif" and not (combat.phase == "approche" and engage(combat, who)):
                return scene  # whoever was engaged before his turn announces with his group
            scene = replace(scene, encounter=replace(combat, file=combat.file[1:]))
        elif combat.phase == "annonces":
            scene = resoudre(scene, oracle, combat)
        elif combat.groupes[1:] or (combat.phase == "approche" and combat.contacts):
            scene = groupe_suivant(scene, combat)
        else:
            scene = nouveau_round(scene, oracle, combat)


def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps still stand."""
    camp = None
    for p in scene.people.values():
        if p.etat == "actif" and p.side:
            if camp is None:
                camp = p.side
            elif p.side != camp:
                return False
    return True


@rule("FLU-4.3", "FLU-4.6")
def groupe_suivant(scene: Scene, combat: Combat) -> Scene:
    """The next group hand to hand announces, in INI order; those who announced on their way in already have."""
    groupes = former_les_groupes(combat.contacts) if combat.phase == "approche" else combat.groupes[1:]
    annonces, groupe = combat.annonces, groupes[0]
    rangs = combat.ordre or ordre(scene, scene.people)
    file = []
    for w in rangs:
        if w in groupe and w not in annonces:
            file.append(w)
    return replace(scene, encounter=replace(combat, phase="annonces", groupes=groupes, file=tuple(file), ordre=rangs))


# ---------------------------------------------------------------- exchanges


def a_blanc(scene: Scene, combat: Combat, a: Annonce) -> Combat:
    """The exchange this announcement would lead to, its targets striking back if they have not announced."""
    relance = combat.phase == "relances"
    annonces = {**({} if relance else groupe_annonce(combat, a)), a.actor: a}
    vises = (a.cible, *a.cibles) if a.manoeuvre not in DEFENSES else aux_prises(combat, a.actor)
    for c in vises:
        if c and c not in annonces:
            annonces[c] = complete(scene[c], Annonce(c, cible=a.actor))
    return replace(combat, annonces=annonces, initiateur=a.actor if relance else combat.initiateur)


def groupe_annonce(combat: Combat, a: Annonce) -> dict[str, Annonce]:
    """What was announced in the group of this announcement."""
    groupe = next((g for g in combat.groupes if a.actor in g), (a.actor, a.cible, *a.cibles))
    return {q: x for q, x in combat.annonces.items() if q in groupe}


@rule("FLU-4.6", "FLU-4.27.2")
def resoudre(scene: Scene, oracle: Oracle, combat: Combat) -> Scene:
    """Everybody of the group has announced: the exchange, then perhaps more of it."""
    tous, groupe, persos = combat.annonces, combat.groupes[0], scene.people
    mele = en_melee(tenir(scene, combat.contacts, groupe))
    annonces: dict[str, Annonce] = {}
    restent: dict[str, Annonce] = {}
    perdus, on_attaque = [], False
    for q, a in tous.items():
        if q not in groupe:
            restent[q] = a
        elif q in mele:
            annonces[q] = a if a.gratuit else selon_ses_moyens(persos[q], a)
            on_attaque = on_attaque or a.manoeuvre not in PASSIVES
            if a.cible not in mele and sans_objet(combat, a, mele):
                perdus.append(q)
    if perdus:
        return annoncer_encore(scene, combat, perdus, {**restent, **annonces})
    if combat.initiateur or len(annonces) < len(groupe):  # somebody has not announced
        for q in groupe if not combat.initiateur else tous[combat.initiateur].vises:
            if q in mele and q not in annonces:  # busy with something else, he still has to face the exchange
                annonces[q] = complete(persos[q], Annonce(q, manoeuvre="recul"))
    if len(annonces) > 1:
        if on_attaque:
            scene = melee.echange(scene, oracle, replace(combat, annonces=annonces))
        elif all(a.manoeuvre in DEFENSES for a in annonces.values()):
            scene = souffler(scene, oracle, tuple(annonces))
    return apres_l_echange(scene, persos, combat, annonces, restent)


def annoncer_encore(scene: Scene, combat: Combat, qui: list[str], annonces: dict[str, Annonce]) -> Scene:
    """These have to say again what they will do."""
    restent = {q: a for q, a in annonces.items() if q not in qui}
    file = tuple([q for q in combat.ordre if q in qui])
    return replace(scene, encounter=replace(combat, annonces=restent, file=file))


def sans_objet(combat: Combat, a: Annonce, mele: tuple[str, ...]) -> bool:
    """Whether all those he went for are gone from the fight: he announces again, unless he was insisting."""
    return not combat.initiateur and bool(a.vises) and not any(c in mele for c in a.vises)


@rule("FLU-3.29")
def selon_ses_moyens(p: Personnage, a: Annonce) -> Annonce:
    """One who was hurt after he announced spends what he has left, and no more."""
    if a.gratuit or a.res + cout_des_traits(a, traits_pretes(p, a)) <= p.a_depenser:
        return a
    reste = p.a_depenser
    traits = a.traits[: reste + 1]
    eloignes = a.eloignes[: max(0, reste + 1 - len(traits))]
    a = replace(a, traits=traits, eloignes=eloignes, res=0)
    return replace(a, res=max(0, reste - cout_des_traits(a, traits_pretes(p, a))))


def apres_l_echange(
    scene: Scene,
    avant: dict[str, Personnage],
    combat: Combat,
    annonces: dict[str, Annonce],
    restent: dict[str, Annonce],
) -> Scene:
    """Contacts with the fallen end; whoever stands may act again if the table plays that."""
    apres = en_cours(scene)
    debout = tenir(scene, apres.contacts, combat.groupes[0])
    elan = {q: n for q, n in combat.elan.items() if q not in annonces} if combat.elan else combat.elan
    if not scene.options.permet("plusieurs_actions"):
        return replace(
            scene,
            encounter=replace(apres, contacts=debout, annonces=restent, elan=elan, phase="relances", initiateur=""),
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
        encounter=replace(
            apres,
            contacts=debout,
            annonces=restent,
            elan=elan,
            phase="relances",
            initiateur="",
            actions=actions,
            derniers=derniers,
            file=peuvent_insister(combat, debout),
        ),
    )


@rule("FLU-4.24")
def peuvent_insister(combat: Combat, contacts: Contacts) -> tuple[str, ...]:
    """Those of the group who may insist, in INI order: the ones still hand to hand."""
    mele = en_melee(contacts)
    return tuple([q for q in combat.ordre if q in mele and q in combat.groupes[0]])


@rule("FLU-4.24")
def demander_un_echange(scene: Scene, combat: Combat, a: Annonce) -> Scene:
    """One more exchange between the one who insists and those he goes for, who answer in INI order."""
    repondent = ordre(scene, [c for c in (a.cible, *a.cibles) if c])
    combat = replace(combat, phase="annonces", initiateur=a.actor, file=repondent)
    return replace(scene, encounter=combat)


@rule("FLU-4.12", "FLU-4.24")
def sans_riposte(scene: Scene, oracle: Oracle, combat: Combat, a: Annonce) -> Scene:
    """A blow at one who cannot answer is struck at once; after the exchange it is one action more."""
    relance = combat.phase == "relances"
    if relance:
        combat = replace(combat, initiateur=a.actor)
    scene, coups = melee.coups_sans_defense(scene, oracle, combat, a)
    scene = a_agi(melee.frapper_tous(scene, oracle, coups), a, combat)
    if not relance:
        return fin_de_tour(scene, oracle, a.actor)
    apres = en_cours(scene)
    return suite(replace(scene, encounter=replace(apres, file=peuvent_insister(combat, apres.contacts))), oracle)


def a_agi(scene: Scene, a: Annonce, combat: Combat) -> Scene:
    """An action resolved on the spot counts as the action of the turn."""
    apres = en_cours(scene)
    elan = {q: n for q, n in combat.elan.items() if q != a.actor}
    actions = {**combat.actions, a.actor: combat.actions.get(a.actor, 0) + 1}
    derniers = combat.derniers
    if scene.options.permet("plusieurs_actions"):
        derniers = {**derniers, a.actor: melee.signature(scene[a.actor], a)}
    return replace(scene, encounter=replace(apres, actions=actions, derniers=derniers, elan=elan))


# ---------------------------------------------------------------- time going by


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
def nouveau_round(scene: Scene, oracle: Oracle, combat: Combat) -> Scene:
    """Six seconds have gone by: wounds bleed, what hampers wears off, and the next round begins.

    Two camps stood when the last one ended: see `suite`.
    """
    avant, contacts = scene.people, combat.contacts
    scene = ecouler(scene, oracle, ROUND)
    if scene.clock % JOUR < ROUND:  # dawn
        scene = nouveaux_jours(scene, oracle, 1, ())
    if scene.people is not avant:  # somebody may have fallen
        if combat_fini(scene):
            return clore(scene, oracle)
        contacts = tenir(scene, contacts)
    rangs = ranger([p for p in scene.people.values() if p.etat == "actif" and p.side])
    mele, file = en_melee(contacts), []
    for w in rangs:
        if w not in mele:
            file.append(w)
    combat = Combat(combat.round + 1, "approche", tuple(file), rangs, contacts=contacts, elan=combat.elan)
    oracle.tell(Event("round", "", "", "FLU-4.1", (), (("round", combat.round),)))
    return replace(scene, encounter=combat)


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Let one round go by for everybody."""
    changes = []
    saignent = []
    for p in scene.people.values():
        if p.conditions or p.cedes:
            restent = tuple([reste for c in p.conditions if (reste := c.apres(1)) is not None])
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
    vainqueurs = tuple(dict.fromkeys(p.side for p in scene.people.values() if p.etat == "actif" and p.side))
    facts = (("camps", vainqueurs), ("debout", vainqueurs or ("personne",)))
    oracle.tell(Event("fin_combat", "", "", "FLU-4.1", (), facts))
    scene = replace(scene, encounter=None)
    changes = [
        replace(p, adrenaline=False, aides=(), cedes=())
        for p in scene.people.values()
        if p.adrenaline or p.aides or p.cedes
    ]
    return scene.put(*changes) if changes else scene


ACTIONS = (Annoncer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Annoncer]:
    """To strike each adversary, in every way there is, or to defend oneself."""
    cibles = [q.id for q in adverses(scene, p)]
    for cible in cibles:
        yield Annoncer(p.id, cible=cible)
    for cible in cibles:
        yield from manoeuvres(p, cible)
    yield Annoncer(p.id, manoeuvre="parade")
    yield Annoncer(p.id, manoeuvre="esquive")


def manoeuvres(p: Personnage, cible: str) -> Iterator[Annoncer]:
    """Attacks of another kind, at a usual strength; the strength can be changed."""
    yield Annoncer(p.id, cible=cible, manoeuvre="furieuse", n=2)
    yield Annoncer(p.id, cible=cible, manoeuvre="feinte", n=min(2, max(1, p.carac("AGI"))))
    tenues = p.tenues()
    if len(tenues) > 1:
        noms = tuple(dict.fromkeys(o.trait for o in tenues if p.trait(o.trait) is not None))
        yield Annoncer(p.id, cible=cible, manoeuvre="deux_armes", traits=noms)
    for t in p.fiche.traits:
        if t.botte:
            yield Annoncer(p.id, cible=cible, manoeuvre="botte", traits=(t.nom,))
