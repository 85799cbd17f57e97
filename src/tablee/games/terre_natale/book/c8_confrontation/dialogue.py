"""Speaking to somebody: whether it can be done at all, what helps and hampers it, and how long he bears with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.competences import LANGUES
from ...model.confrontation import Confrontation
from ...model.effects import EFFECTS, Essai
from ...model.joute import MODIFICATEURS, Dialogue, Disposition, Parole
from ...model.people import Fiche, Personnage
from ...model.plan import PLANS
from ...model.scene import Scene
from ...model.sums import ESPRIT
from ..c0_tests.actions import absent, hors_bornes
from ..c2_competences.langues import facette, malentendus
from .armes import arme_de
from .attaque import Coup, Verdict, tente
from .budget import confrontation, impuissant
from .mener import en_cours
from .tour import fin_de_passe

ECHEC = 2  # what a failed attempt costs more (TN-8.395)
REPUTATION = 10  # percents for each level of a reputation (TN-U23)
CENT = 100
DISPOSITIONS: dict[Disposition, str] = {"favorable": "Favorable", "defavorable": "Défavorable"}


def _rencontre(c: Essai) -> Confrontation | None:
    return c.scene.encounter if c.scene is not None else None


# ---------------------------------------------------------------- whether it can be done


@rule("TN-8.389", "TN-8.394")
@EFFECTS.on("interdit:competence:persuasion")
def sourd(c: Essai) -> Term | None:
    """Words reach whoever hears and understands them, whether he wants to or not; and nobody else."""
    e = _rencontre(c)
    if e is None or c.contre is None or not e.parole(c.contre.id).sourd:
        return None
    return "on ne peut être ni entendu ni compris", 1, "TN-8.389"


@rule("TN-8.396", "TN-8.397")
@EFFECTS.on("interdit:competence:persuasion")
def dialogue_rompu(c: Essai) -> Term | None:
    """Whoever has had enough of a matter is not moved by it any more, whoever pleads it."""
    if c.scene is None or c.contre is None or not rompu(c.scene, c.p, c.contre):
        return None
    return "le dialogue est rompu sur ce sujet", 1, "TN-8.396"


def rompu(scene: Scene, p: Personnage, q: Personnage) -> bool:
    """Whether somebody has had enough of what another pleads."""
    return q.dialogues.get(matiere(scene, p), NEUF).rompu


@rule("TN-8.397")
def matiere(scene: Scene, p: Personnage) -> str:
    """What somebody pleads: the matter that was named, else that of his side, else his own."""
    e = scene.encounter
    return (e.parole(p.id).sujet if e is not None else "") or p.side or p.id


# ---------------------------------------------------------------- what helps and hampers it


@rule("TN-8.390")
@EFFECTS.on("net:attaque:mental")
def langue_inconnue(c: Essai) -> Term | None:
    """No language that the one speaks well and the other understands: tone and bearing have to do."""
    f = c.p.fiche
    if c.contre is None or not f.maternelle or not c.contre.fiche.maternelle:
        return None  # where no language is said, all speak the same
    dites = [f.maternelle, *[id.partition(":")[2] for id in f.competences if id.startswith(f"{LANGUES}:")]]
    if any(parle(f, langue) and total(facette(c.contre.fiche, langue, "comprehension")) for langue in dites):
        return None
    return "Langue inconnue", -1, "TN-8.390"


def parle(f: Fiche, langue: str) -> bool:
    """Whether somebody speaks a language with more than bare notions of it, which hamper as much (TN-2.66)."""
    return total(facette(f, langue, "expression")) > 0 and not malentendus(f, langue, "expression")


@rule("TN-8.391")
@EFFECTS.on("net:attaque:mental")
def hors_de_vue(c: Essai) -> Term | None:
    """Somebody behind an obstacle, whom one does not see."""
    e = _rencontre(c)
    vu = e is None or c.contre is None or not e.parole(c.contre.id).cache
    return None if vu else ("Cible hors de vue", -1, "TN-8.391")


@rule("TN-8.392")
@EFFECTS.on("net:defense:mental")
def sans_velleite(c: Essai) -> Term | None:
    """Whoever has attacked nobody with words defends himself the better."""
    e = _rencontre(c)
    return ("Sans velléité", 1, "TN-8.392") if e is not None and c.p.id not in e.hostiles else None


@rule("TN-8.400", "TN-8.401")
def du_propos(c: Essai, id: str) -> Term | None:
    """One of the modifiers of a joute, on the difficulty of what the speaker does; all of them add up."""
    e = _rencontre(c)
    n = e.parole(c.contre.id).propos.get(id, 0) if e is not None and c.contre is not None else 0
    return (MODIFICATEURS[id].nom, n, "TN-8.400") if n else None


def _brancher(id: str) -> None:
    @EFFECTS.on(*[f"defense:{code}" for code in ESPRIT])
    def modificateur(c: Essai) -> Term | None:
        return du_propos(c, id)


for _id in MODIFICATEURS:
    _brancher(_id)


# ---------------------------------------------------------------- how long he bears with it

NEUF = Dialogue()


@rule("TN-8.396", "TN-8.399")
def tolerance(p: Personnage, q: Personnage) -> Terms:
    """What `q` bears of attempts by `p`: the Apparence of whoever speaks, half more or half less as he is disposed."""
    attribut = PLANS["esprit"].tolerance
    n = p.fiche.valeurs[attribut]
    own: Terms = ((attribut, n, "TN-8.396"),)
    vers = q.dispositions.get(p.id)
    if vers is None:
        return own
    return (*own, (DISPOSITIONS[vers], n // 2 if vers == "favorable" else n // 2 - n, "TN-8.399"))


@rule("TN-8.395")
def cout_d_une_tentative(categorie: int, v: Verdict) -> int:
    """The catégorie of the attempt, and as much again if it did not affect him."""
    affecte = v.touche and not v.defendue and not v.retournee
    return categorie if affecte else ECHEC * categorie


@tente.then("TN-8.395", "TN-8.396", "TN-8.397")
def user_la_tolerance(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """What every attempt with words costs whoever hears it; at the end of it he breaks off."""
    plan, e = PLANS[c.plan], scene.encounter
    if not plan.tolerance or (c.ligne and e is not None and e.forme == "combat"):
        return scene  # a word in the middle of a fight is no dialogue
    p, q = scene[c.de], scene[c.sur]
    if e is not None and c.de not in e.hostiles:
        scene = replace(scene, encounter=replace(e, hostiles=(*e.hostiles, c.de)))
    sujet, arme = matiere(scene, p), arme_de(p, plan, c.main, c.attribut, options=scene.options)
    avant = q.dialogues.get(sujet, NEUF)
    usee = avant.usee + cout_d_une_tentative(arme.categorie, v)
    apres = Dialogue(usee, avant.rompu or usee >= total(tolerance(p, q)))
    if apres == avant:
        return scene
    scene = scene.put(replace(q, dialogues={**q.dialogues, sujet: apres}))
    if not apres.rompu or avant.rompu:
        return scene
    facts = ("sujet", sujet), ("usee", usee), ("tolerance", tolerance(p, q)), ("seuil", total(tolerance(p, q)))
    oracle.tell(Event("rupture_du_dialogue", q.id, p.id, "TN-8.396", (), facts))
    return tarir(scene, oracle)


@fin_de_passe.then("TN-8.396")
def encore_a_dire(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Whether there is anything left to say, now that this passe is over: somebody may have lost his voice in it."""
    return tarir(scene, oracle)


@rule("TN-8.396")
def tarir(scene: Scene, oracle: Oracle) -> Scene:
    """A joute in which nobody can move any adversary any more has nothing left to be about."""
    e = scene.encounter
    if e is None or e.finie or e.forme != "joute" or e.cause is not None or any(paires(scene)):
        return scene
    oracle.tell(Event("plus_rien_a_dire", rule="TN-8.396"))
    return replace(scene, encounter=replace(e, finie=True), verdict="")


def paires(scene: Scene) -> Iterator[tuple[str, str]]:
    """Who can still move whom: he takes part, and is able to."""
    e = confrontation(scene)
    debout = [p for p in scene.people.values() if p.side and p.up]
    for p in debout:
        if e.statut(p.id) in ("passif", "exclu") or impuissant(p, "attaque") is not None:
            continue
        for q in debout:
            if p.side != q.side and not rompu(scene, p, q) and not e.parole(q.id).sourd:
                yield p.id, q.id


# ---------------------------------------------------------------- what the game master says of it


class Cadrer(Action, frozen=True, tag="cadrer"):
    """What the actions of a game master about somebody's words have in common."""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or en_cours(scene)


def dire(scene: Scene, who: str, parole: Parole) -> Scene:
    e = confrontation(scene)
    autres = {w: p for w, p in e.paroles.items() if w != who}
    paroles = autres if parole == Parole() else {**autres, who: parole}
    return replace(scene, encounter=replace(e, paroles=paroles))


@rule("TN-8.400", "TN-8.401")
class JugerLePropos(Cadrer, frozen=True, tag="juger_le_propos"):
    """Judge what somebody says, and where: it weighs on the difficulty of all he does with words until judged anew."""

    incoherent: int = 0
    sans_preuves: int = 0
    defavorable: int = 0
    coherent: bool = False
    preuves: int = 0  # how many
    favorable: bool = False

    def propos(self) -> dict[str, int]:
        """The rows that apply; what helps is taken off."""
        said = {
            "incoherent": self.incoherent,
            "sans_preuves": self.sans_preuves,
            "defavorable": self.defavorable,
            "coherent": -int(self.coherent),
            "preuves": -self.preuves,
            "favorable": -int(self.favorable),
        }
        return {id: n for id, n in said.items() if n}

    def closed(self, scene: Scene) -> Closed | None:
        said = self.propos()
        for id, n in said.items():
            row = MODIFICATEURS[id]
            bas, haut = (row.bas, row.haut) if row.bas > 0 else (-row.haut, -row.bas)
            if barred := hors_bornes("TN-8.400", row.nom, abs(n) if n * row.bas > 0 else -abs(n), bas, haut):
                return barred
            if row.contre in said:
                autre = MODIFICATEURS[row.contre].nom
                return Closed("TN-8.400", "« {} » ne va pas avec « {} »", (row.nom, autre))
        return super().closed(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = tuple([(MODIFICATEURS[id].nom, n, "TN-8.400") for id, n in self.propos().items()])
        oracle.tell(Event("propos", self.actor, "", "TN-8.400", terms, (("difficulte", total(terms)),)))
        return dire(scene, self.actor, replace(confrontation(scene).parole(self.actor), propos=self.propos()))


@rule("TN-8.389", "TN-8.391")
class Isoler(Cadrer, frozen=True, tag="isoler"):
    """Say whether somebody can be spoken to: he may be unable to hear or to understand, or out of sight."""

    sourd: bool = False
    cache: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        if barred := super().closed(scene):
            return barred
        now = confrontation(scene).parole(self.actor)
        same = (now.sourd, now.cache) == (self.sourd, self.cache)
        return Closed("TN-8.389", "C'est déjà le cas") if same else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        ecoute = "n'entend ni ne comprend" if self.sourd else "entend"
        facts = ("ecoute", ecoute), ("vue", "hors de vue" if self.cache else "en vue")
        oracle.tell(Event("isole", self.actor, "", "TN-8.389", (), facts))
        now = confrontation(scene).parole(self.actor)
        return tarir(dire(scene, self.actor, replace(now, sourd=self.sourd, cache=self.cache)), oracle)


@rule("TN-8.397")
class AborderUnSujet(Cadrer, frozen=True, tag="aborder_un_sujet"):
    """Say what matter somebody pleads from now on: whoever has had enough of one may still hear another."""

    sujet: str = ""  # none: that of his side

    def closed(self, scene: Scene) -> Closed | None:
        if barred := super().closed(scene):
            return barred
        if len(self.sujet) > CENT:
            return Closed("TN-8.397", "Un sujet tient en {} lettres", (CENT,))
        same = confrontation(scene).parole(self.actor).sujet == self.sujet
        return Closed("TN-8.397", "C'est déjà le sujet : {}", (Typed(self.sujet),)) if same else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = dire(scene, self.actor, replace(confrontation(scene).parole(self.actor), sujet=self.sujet))
        e = confrontation(scene)
        oracle.tell(Event("sujet", self.actor, "", "TN-8.397", (), (("sujet", matiere(scene, scene[self.actor])),)))
        reprend = e.finie and e.cause is None and any(paires(scene))
        return replace(scene, encounter=replace(e, finie=False), verdict=None) if reprend else scene


@rule("TN-8.398", "TN-8.399")
class JaugerLaRenommee(Action, frozen=True, tag="jauger_la_renommee"):
    """Throw for how somebody is disposed to another who is known to him, for good or ill."""

    cible: Who  # the one who listens
    renommee: int = 0  # in percents, beside his reputation

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor) or absent(scene, self.cible):
            return barred
        if self.cible == self.actor:
            return Closed("TN-8.398", "Il faut quelqu'un d'autre")
        return hors_bornes("TN-8.398", "Renommée", self.renommee, -CENT, CENT)

    def renommees(self, scene: Scene) -> Terms:
        p, q = scene[self.actor], scene[self.cible]
        reputation = REPUTATION * amount(p.bears, "renommee", Essai(p, scene, q))
        own: Terms = (("Renommée", self.renommee, "TN-8.398"),)
        return (*own, ("Réputation", reputation, "TN-10.97")) if reputation else own

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = self.renommees(scene)
        n, q = total(terms), scene[self.cible]
        de = oracle.of(self.actor).d(CENT, "renommee") if n else 0
        vers: Disposition | None = None if not 0 < de <= abs(n) else "favorable" if n > 0 else "defavorable"
        dispositions = {who: d for who, d in q.dispositions.items() if who != self.actor}
        if vers is not None:
            dispositions[self.actor] = vers
        dit = DISPOSITIONS[vers].lower() if vers is not None else "neutre"
        facts = ("de", de), ("renommee", n), ("disposition", dit)
        oracle.tell(Event("disposition", self.cible, self.actor, "TN-8.398", terms, facts))
        return scene.put(replace(q, dispositions=dispositions))


ACTIONS = (JugerLePropos, Isoler, AborderUnSujet, JaugerLaRenommee)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Where words are fought with, all that a game master may say of somebody's."""
    e = scene.encounter
    if e is None or e.forme == "combat" or not p.side:
        return
    yield JugerLePropos(p.id)
    now = e.parole(p.id)
    yield Isoler(p.id, not now.sourd, now.cache)
    yield Isoler(p.id, now.sourd, not now.cache)
    if now.sujet:
        yield AborderUnSujet(p.id)
    yield from (JaugerLaRenommee(p.id, q.id) for q in scene.people.values() if q.side and q.side != p.side)
