"""Getting one's breath and one's strength back: répit, repos, the end of a scene."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import lasting, tally
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Lesion, Nature, Personnage
from ...model.scene import Scene
from ...model.sums import modif, modificateur
from ..c0_tests.actions import absent
from .fatigue import defatiguer, fatiguer
from .lesions import NATURES, empirer, instable
from .ressources import devenir, est_mort, oublier_le_temporaire, perdre, regagner

EQUILIBRE, PAR_TIERS = "equilibre_en_recuperation", "repos_partiel"
SWITCHES = (Switch(EQUILIBRE, "TN-4.54"), Switch(PAR_TIERS, "TN-4.51"))

Grade = Literal["non", "partielle", "totale"]
GRADES: dict[Grade, int] = {"non": -2, "partielle": 0, "totale": 1}
NUIT, DEMI_HEURE = 9 * 3600, 1800  # TN-10.113
PALIER = 5  # of récupération, for one level off a lésion
AU_REPOS = ("PV", "PS", "PK", "PC")
SOINS = "soins"  # what care adds to the next récupération of lésions

repose: Moment[[str, tuple[Grade, ...]]] = Moment("repose")  # somebody has had a rest, under these conditions
fin_de_scene: Moment[[]] = Moment("fin_de_scene")
temps_passe: Moment[[]] = Moment("temps_passe")  # the clock has gone on: what was to come by now has come


# ---------------------------------------------------------------- how much comes back


@rule("TN-4.52", "TN-4.53", "TN-4.54", "TN-4.22", "TN-4.49")
def recuperation(p: Personnage, sujet: str, options: tuple[str, ...] = ()) -> Terms:
    """What a rest gives back of a resource, of fatigue, or for lésions of a nature; fatigue weighs on all of them."""
    if sujet == "PC":
        own = recuperation_du_chi(p)
    else:
        keys = ("recuperation", f"recuperation:{sujet}", *(("recuperation:lesions",) if sujet in NATURES else ()))
        own = de_la_sagesse(p, options) + tally(p.bears, keys, Essai(p))
    niveau = p.niveau_de_fatigue
    return (*own, ("Fatigue", -niveau, "TN-4.49")) if niveau else own


@rule("TN-4.52", "TN-4.54")
def de_la_sagesse(p: Personnage, options: tuple[str, ...]) -> Terms:
    """5 and the modifier of Sagesse; by the option Sagesse is first raised by the modifier of Équilibre."""
    base = "Base", 5, "TN-4.52"
    if EQUILIBRE not in options:
        return base, modif(p.fiche, "SAG")
    sagesse = p.fiche.valeurs["SAG"] + modificateur(p.fiche.valeurs["EQU"])
    return base, ("SAG + EQU", modificateur(sagesse), "TN-4.54")


@rule("TN-4.22")
def recuperation_du_chi(p: Personnage) -> Terms:
    """The better of the two modifiers of the caste, and that of Équilibre, 0 at least; and what the caste adds."""
    caste = p.fiche.caste
    if caste is None:
        return ()
    own: Terms = (max(modif(p.fiche, caste.principal), modif(p.fiche, caste.secondaire), key=lambda t: t[1]),)
    own += (modif(p.fiche, "EQU"),)
    if total(own) < 0:
        own += (("Minimum 0", -total(own), "TN-4.22"),)
    return own + tally(p.bears, "recuperation:PC", Essai(p))


@rule("TN-4.50", "TN-4.51", "TN-10.30", "TN-10.32")
def au_repos(p: Personnage, sujet: str, conditions: tuple[Grade, ...], options: tuple[str, ...]) -> Terms:
    """A récupération as this rest gives it: each condition weighs on it, or (by the option) gives a third of it."""
    terms = recuperation(p, sujet, options)
    if PAR_TIERS not in options:
        n = sum([GRADES[grade] for grade in conditions])
        return (*terms, ("Conditions du repos", n, "TN-4.50")) if n else terms
    tiers = sum([grade != "non" for grade in conditions])
    moins = total(terms) * tiers // 3 - total(terms)
    return (*terms, ("Repos partiel", moins, "TN-4.51")) if moins else terms


# ---------------------------------------------------------------- lésions


@rule("TN-4.41")
def pas(terms: Terms) -> int:
    """How many levels a récupération takes off lésions: one for every 5."""
    return max(0, total(terms) // PALIER)


@rule("TN-4.41")
def attenuer(lesions: tuple[Lesion, ...], nature: Nature, n: int) -> tuple[Lesion, ...]:
    """So many levels off, each off the worst lésion of its nature at that moment; a bénigne one is gone."""
    for _ in range(n):
        pire = max([x for x in lesions if x.nature == nature], key=lambda x: x.niveau, default=None)
        if pire is None:
            return lesions
        lesions = baisser(lesions, pire)
    return lesions


def baisser(lesions: tuple[Lesion, ...], une: Lesion) -> tuple[Lesion, ...]:
    """This lésion a level lower, or gone."""
    i = lesions.index(une)
    apres = (replace(une, niveau=une.niveau - 1),) if une.niveau else ()
    return (*lesions[:i], *apres, *lesions[i + 1 :])


@rule("TN-4.41", "TN-4.43.1")
def guerir(scene: Scene, oracle: Oracle, who: str, nature: Nature, terms: Terms) -> Scene:
    """What a rest does to the lésions of a nature, if they are stabilised for good. Care given before it counts now."""
    p = scene[who]
    if p.stabilise.get(nature) != "permanente":
        return scene
    avant = [x.niveau for x in p.lesions if x.nature == nature]
    choisie = next((m.of for m in p.effets if m.of.startswith(f"{SOINS}:{nature}:")), "")
    lesions = p.lesions
    reste = pas(terms)
    if choisie:
        soins = total([t for t in terms if t[0] == "Soins"])
        dus = reste - max(0, (total(terms) - soins) // PALIER)
        lesions, faits = sur_la_choisie(lesions, nature, int(choisie.rpartition(":")[2]), dus)
        reste -= faits
    lesions = attenuer(lesions, nature, reste)
    apres = [x.niveau for x in lesions if x.nature == nature]
    effets = tuple([m for m in p.effets if not m.of.startswith(f"{SOINS}:{nature}")])
    stabilise = p.stabilise if apres else {n: how for n, how in p.stabilise.items() if n != nature}
    if apres != avant:
        niveaux = sum(avant) + len(avant) - sum(apres) - len(apres)
        facts = ("nature", nature), ("niveaux", niveaux), ("restent", len(apres))
        oracle.tell(Event("lesions_guerissent", who, "", "TN-4.41", terms, facts))
    return devenir(scene, oracle, replace(p, lesions=lesions, effets=effets, stabilise=stabilise))


@rule("TN-4.43.1")
def sur_la_choisie(lesions: tuple[Lesion, ...], nature: Nature, niveau: int, n: int) -> tuple[tuple[Lesion, ...], int]:
    """Levels off the lésion that was chosen when it was cared for, until it is gone; and how many that took."""
    faits = 0
    while faits < n and niveau >= 0:
        une = next((x for x in lesions if x.nature == nature and x.niveau == niveau), None)
        if une is None:
            break
        lesions, niveau, faits = baisser(lesions, une), niveau - 1, faits + 1
    return lesions, faits


# ---------------------------------------------------------------- breath


@rule("TN-4.16", "TN-4.38", "TN-10.29")
def souffler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """All endurance comes back, unless one's state is unstable."""
    p = scene[who]
    perdus = p.pertes.get("PE", 0)
    if not perdus:
        return scene
    if any(instable(p, nature) for nature in NATURES):
        oracle.tell(Event("sans_souffle", who, "", "TN-4.38"))
        return scene
    return regagner(scene, oracle, who, "PE", (("Répit", perdus, "TN-4.16"),), "TN-4.16")


def en_paix(scene: Scene, regle: str, *who: str) -> Closed | None:
    """Nobody rests in a confrontation, nor the dead."""
    manque = next((id for id in who if id not in scene.people), None)
    if manque is not None:
        return absent(scene, manque)
    if scene.encounter is not None:
        return Closed(regle, "Pas pendant une confrontation")
    if scene.rixe is not None and scene.rixe.phase != "preparation":
        return Closed(regle, "Pas pendant une rixe")
    mort = next((id for id in who if est_mort(scene, scene[id])), None)
    return Closed(regle, "{} est mort", (Someone(mort),)) if mort is not None else None


def laisser_filer(scene: Scene, secondes: int) -> Scene:
    """Time goes by; what lasted until now is over."""
    clock = scene.clock + secondes
    finis = [p for p in scene.people.values() if lasting(p.effets, clock) is not p.effets]
    scene = scene.put(*(replace(p, effets=lasting(p.effets, clock)) for p in finis)) if finis else scene
    return replace(scene, clock=clock)


def laisser_passer(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Time goes by, and brings what it brings."""
    return temps_passe(laisser_filer(scene, secondes), oracle)


@rule("TN-4.16", "TN-10.28", "TN-10.29")
class Souffler(Action, frozen=True, tag="souffler"):
    """A répit of half an hour, without stress or danger."""

    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 80

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-4.16", self.actor, *self.compagnons)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("repit", self.actor, "", "TN-4.16"))
        scene = laisser_passer(scene, oracle, DEMI_HEURE)
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            scene = souffler(scene, oracle, who)
        return scene


@rule("TN-4.50", "TN-4.51", "TN-10.28", "TN-10.30", "TN-10.31")
class SeReposer(Action, frozen=True, tag="se_reposer"):
    """A night of rest: a place, food and sleep, each not met, partly or fully met."""

    lieu: Grade = "partielle"
    nourriture: Grade = "partielle"
    sommeil: Grade = "partielle"
    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 81

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-4.50", self.actor, *self.compagnons)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        conditions = self.lieu, self.nourriture, self.sommeil
        oracle.tell(Event("repos", self.actor, "", "TN-4.50"))
        scene = laisser_passer(scene, oracle, NUIT)
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            scene = recuperer(scene, oracle, who, conditions)
        return scene


@rule("TN-4.50", "TN-10.32")
def recuperer(scene: Scene, oracle: Oracle, who: str, conditions: tuple[Grade, ...], *, delasse: bool = True) -> Scene:
    """Everything regains its récupération at once, as it was when the rest began; a negative one costs as much.

    `delasse`: fatigue too; the night was long enough for it (TN-10.114).
    """
    p = scene[who]
    gains = {sujet: au_repos(p, sujet, conditions, scene.options) for sujet in (*AU_REPOS, "fatigue", *NATURES)}
    scene = souffler(scene, oracle, who)
    for ressource in AU_REPOS:
        if f"sans_recuperation:{ressource}" in p.bears:
            continue
        terms = gains[ressource]
        if total(terms) < 0:
            perdus = tuple([(label, -n, regle) for label, n, regle in terms])
            scene = perdre(scene, oracle, who, ressource, perdus, "TN-4.50")
        else:
            scene = regagner(scene, oracle, who, ressource, terms, "TN-4.50")
    if total(gains["fatigue"]) < 0:
        scene = fatiguer(scene, oracle, who, tuple([(label, -n, r) for label, n, r in gains["fatigue"]]))
    elif delasse:
        scene = defatiguer(scene, oracle, who, gains["fatigue"], "TN-4.50")
    for nature in NATURES:
        scene = guerir(scene, oracle, who, nature, gains[nature])
    return repose(scene, oracle, who, conditions)


@rule("TN-4.16", "TN-4.28", "TN-4.37")
class FinirLaScene(Action, frozen=True, tag="finir_la_scene"):
    """The scene ends for everybody: what is temporary goes, the unstable worsen, and by default there is a répit."""

    repit: bool = True  # no: the next scene follows without a break

    master = True
    rank = 96

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("fin_de_scene", rule="TN-4.28", facts=(("repit", self.repit),)))
        scene = scene.calm()
        for who in scene.people:
            scene = empirer(oublier_le_temporaire(scene, oracle, who), oracle, who, "scène")
            if self.repit and not est_mort(scene, scene[who]):
                scene = souffler(scene, oracle, who)
        scene = fin_de_scene(scene, oracle)
        return replace(laisser_passer(scene, oracle, DEMI_HEURE if self.repit else 0), scenes=scene.scenes + 1)


ACTIONS = (Souffler, SeReposer, FinirLaScene)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield Souffler(p.id)
    yield SeReposer(p.id)
    yield FinirLaScene(p.id)
