"""A game for the tests of the table: tiny, with all a table must keep apart.

Its dice have a million sides, and every name, sheet and option carries a word of its own: whatever leaks can be found
as bytes in what was sent.
"""

from __future__ import annotations

import random
import re
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.action import Action, Legal
from tablee.kernel.content import ContentError, convert, parse
from tablee.kernel.draft import Budget, Creation, Draft, Field, Problem, Start, Step
from tablee.kernel.event import Event
from tablee.kernel.faults import Faults, among, between, refuse
from tablee.kernel.game import Game, Switch, Tactic
from tablee.kernel.ledger import LedgerFile, plain, rule
from tablee.kernel.oracle import GM, Closed, Option, Oracle, Question
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.scene import Person, Scene
from tablee.kernel.sentence import Id, Said, Someone
from tablee.kernel.sheet import Pool, Section, Sheet, Stat, Text
from tablee.kernel.words import Words

SIDES = 1_000_000


class Arme(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    nom: str
    force: int = 1
    dit: str = ""


class Bete(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    nom: str
    vie: int = 10
    arme: str = ""


class Carnet(own.Own, frozen=True):
    """What somebody has of what the table has written."""

    arme: dict[str, Arme] = {}


class Livre(Carnet, frozen=True):
    bete: dict[str, Bete] = {}


class Lutteur(Person, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: WhoOnce
    nom: str
    side: str = msgspec.field(name="camp", default="")
    x: int = 0
    y: int = 0
    vie: int = 10
    perdu: dict[str, int] = {}
    dettes: dict[Who, int] = {}
    arme: str = ""
    own: Carnet = msgspec.field(name="carnet", default=Carnet())

    @property
    def name(self) -> str:
        return self.nom

    @property
    def up(self) -> bool:
        return self.vie > 0


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    file: tuple[Who, ...]
    tour: int = 1


class Arene(Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Lutteur] = msgspec.field(name="gens")
    encounter: Combat | None = msgspec.field(name="combat", default=None)
    clock: int = msgspec.field(name="horloge", default=0)
    options: tuple[str, ...] = ()
    own: Livre = msgspec.field(name="livre", default=Livre())

    def turn(self) -> tuple[str, ...]:
        return self.encounter.file[:1] if self.encounter is not None else ()

    def round(self) -> int:
        return self.encounter.tour if self.encounter is not None else 0

    def change(self, who: str, **changes: Any) -> Arene:
        return self.put(replace(self[who], **changes))

    def next(self) -> Arene:
        assert self.encounter is not None
        file = (*self.encounter.file[1:], self.encounter.file[0])
        return replace(self, encounter=Combat(file, self.encounter.tour + 1), clock=self.clock + 6)


# ---------------------------------------------------------------- the rules


def absent(scene: Arene, *who: str) -> Closed | None:
    gone = [w for w in who if w not in scene.people]
    return Closed("AR-1", "{} n'est pas là", (Someone(gone[0]),)) if gone else None


def pas_son_tour(scene: Arene, who: str) -> Closed | None:
    if scene.encounter is None:
        return Closed("AR-2", "Personne ne se bat")
    return None if who in scene.turn() else Closed("AR-2", "C'est à {} d'agir", (Someone(scene.turn()[0]),))


@rule("AR-2")
class Commencer(Action, frozen=True, tag="commencer"):
    def closed(self, scene: Arene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("AR-2", "On se bat déjà")
        if len(scene.sides()) < 2:
            return Closed("AR-2", "Il faut deux camps")
        return absent(scene, self.actor)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        rangs = sorted(p.id for p in scene.people.values() if p.side)
        oracle.tell(Event("ordre", facts=(("rangs", tuple(rangs)),)))
        return replace(scene, encounter=Combat(tuple(rangs)))


@rule("AR-3")
class Frapper(Action, frozen=True, tag="frapper"):
    target: Who

    looks = {"touche": lambda before, after, events: any(e.what == "touche" for e in events)}

    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor, self.target) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        terms = ("Bras", 1, "AR-3"), ("Garde", -1, "AR-3")
        attaque = oracle.of(self.actor).d(SIDES, "attaque")
        options = Option("non", "Encaisser"), Option("oui", Said("Esquive {}", (Someone(self.target),)))
        shown = ("contre", self.actor), ("attaque", attaque)
        choix = oracle.ask(Question(self.target, "ar.esquive", "AR-3", options, shown))
        defense = oracle.of(self.target).d(SIDES, "défense") if choix.id == "oui" else 0
        oracle.of(self.target, GM).d(SIDES, "augure")  # among the dice of an event that all see, for one alone
        facts = ("attaque", attaque), ("defense", defense), ("temoins", tuple(scene.people))
        if attaque > defense:
            oracle.tell(Event("touche", self.actor, self.target, "AR-3", terms, facts))
            scene = scene.change(self.target, vie=scene.people[self.target].vie - 1)
        else:
            oracle.tell(Event("manque", self.actor, self.target, "AR-3", terms, facts))
        return scene.next()


@rule("AR-4")
class Guetter(Action, frozen=True, tag="guetter"):
    """Anybody, any time; what is seen is for the game master."""

    secret: bool = True

    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        audience = GM if self.secret else "all"
        face = oracle.of(self.actor, audience).d(SIDES, "guet")
        oracle.tell(Event("guet", self.actor, "", "AR-4", (), (("face", face),), audience))
        return scene


@rule("AR-5")
class Passer(Action, frozen=True, tag="passer"):
    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        return scene.next()


@rule("AR-6")
class Jurer(Action, frozen=True, tag="jurer"):
    """Both choose blindly and at once."""

    target: Who

    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor, self.target)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        options = Option("paix", "Paix"), Option("guerre", "Guerre")
        asked = tuple(Question(who, "ar.serment", "AR-6", options) for who in (self.actor, self.target))
        mien, sien = oracle.ask_all(asked)
        oracle.tell(Event("serment", self.actor, self.target, "AR-6", (), (("mien", mien.id), ("sien", sien.id))))
        return scene


@rule("AR-6")
class Designer(Action, frozen=True, tag="designer"):
    """Somebody is pointed at; what there is to choose from is counted, and shut, by all who are there."""

    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor)

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        others = [who for who in scene.people if who != self.actor]
        alone = Closed("AR-6", "Il y a du monde : {}", (len(others),)) if len(others) > 1 else None
        everybody = Option("tous", Said("Tous les {}", (len(others),))), Option("seul", "Rien que lui", closed=alone)
        options = (*everybody, *(Option(who, Said("{}", (Someone(who),))) for who in others))
        chosen = oracle.ask(Question(self.actor, "ar.choix", "AR-6", options))
        target = str(chosen.id) if chosen.id in scene.people else ""
        oracle.tell(Event("choix", self.actor, target, "AR-6"))
        return scene


@rule("AR-5")
class Camper(Action, frozen=True, tag="camper"):
    """An hour of everybody's time: whoever is there mends by one."""

    asks: ClassVar[bool] = True
    weighty: ClassVar[bool] = True

    def closed(self, scene: Arene) -> Closed | None:
        fighting = Closed("AR-2", "On se bat") if scene.encounter is not None else None
        return absent(scene, self.actor) or fighting

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        oracle.tell(Event("camp", self.actor, "", "AR-5"))
        rested = {who: replace(p, vie=min(20, p.vie + 1)) for who, p in scene.people.items()}
        return replace(scene, people=rested, clock=scene.clock + 3600)


@rule("AR-8")
class Grandir(Action, frozen=True, tag="grandir"):
    """One more of life, if the game master agrees."""

    accord: bool = False

    agreement: ClassVar[str] = "accord"

    def closed(self, scene: Arene) -> Closed | None:
        return absent(scene, self.actor) or (None if self.accord else Closed("AR-8", "Il faut l'accord du MJ"))

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        return scene.change(self.actor, vie=scene[self.actor].vie + 1)


def legal(scene: Arene, actor: str) -> Legal:
    fights = [Frapper(actor, other) for other in scene.people if other != actor]
    for action in (*fights, Guetter(actor), Passer(actor), Commencer(actor), Camper(actor), Grandir(actor)):
        yield action, action.closed(scene)


# ---------------------------------------------------------------- characters


class Brouillon(Draft, frozen=True, kw_only=True):
    nom: str = ""
    vie: int = 10
    arme: str = ""
    own: Livre = msgspec.field(name="livre", default=Livre())


def problems(draft: Brouillon) -> list[Problem]:
    found = [] if draft.nom.strip() else [Problem("nom", Closed("AR-7", "Il manque un nom"))]
    if draft.vie > 20:
        found.append(Problem("vie", Closed("AR-8", "Vie {} : 20 au plus", (draft.vie,))))
    if draft.arme and draft.arme not in draft.own.arme:
        found.append(Problem("vie", Closed("AR-8", "Une arme inconnue")))
    return found


def asked(draft: Brouillon, field: Field) -> Field:
    if field.name != "arme":
        return field
    return replace(field, keys=tuple((id, arme.nom) for id, arme in draft.own.arme.items()))


def build(draft: Brouillon) -> Lutteur:
    id = "_".join(re.findall("[a-z0-9]+", plain(draft.nom))) or "x"
    return Lutteur(id, draft.nom, vie=draft.vie, arme=draft.arme, own=own.taken(Carnet(), draft.own, draft.arme))


def fiche(p: Lutteur) -> Sheet:
    lines = (
        Pool("Vie", p.vie, (("Base", 20, "AR-8"),), at="vie"),
        Pool("Souffle", 5 - p.perdu.get("souffle", 0), (("Base", 5, "AR-8"),), at="perdu.souffle", lost=True),
        Stat("Bras", (("Base", 1, "AR-3"),)),
        Text("Fiche", f"fiche{p.id}"),
        *([Text("Arme", f"{p.own.arme[p.arme].nom} : {p.own.arme[p.arme].dit}")] if p.arme in p.own.arme else []),
    )
    return Sheet(p.id, p.nom, (Section("Valeurs", lines),))


def read_scene(data: dict[str, Any], options: tuple[str, ...]) -> Arene:
    gens = data.get("gens")
    if not isinstance(gens, dict) or not gens:
        raise ContentError("scene.gens", Said("il faut quelqu'un"))
    livre = own.as_written(data.get("livre", {}), Livre)
    kept = convert(livre, Livre, "scene.livre")
    betes = {**BETES, **own.plain(kept).get("bete", {})}
    there = {who: {**betes[p["bete"]], **p} if p.get("bete") in betes else p for who, p in gens.items()}
    named = {
        who: own.carry(
            {"nom": who.capitalize(), **{key: value for key, value in p.items() if key != "bete"}, "id": who},
            own.plain(kept),
            "carnet",
            ("arme",),
        )
        for who, p in there.items()
    }
    scene = convert({**data, "gens": named, "options": options, "livre": livre}, Arene, "scene")
    refuse(faults(scene), "scene")
    for p in scene.people.values():
        if not -100 <= p.vie <= 100:
            raise ContentError(f"scene.gens.{p.id}.vie", Said("de {} à {}, pas {}", (-100, 100, p.vie)))
    for who in scene.encounter.file if scene.encounter is not None else ():
        if who not in scene.people:
            raise ContentError("scene.combat.file", Said("« {} » inconnu", (Id(who),)))
    return scene


BETES: dict[str, Any] = {"loup": {"nom": "Loup", "vie": 6}}
EPEES = {"epee"}  # of the book


def faults(scene: Arene) -> Faults:
    def arme(a: Arme, here: str) -> Faults:
        yield from between(f"{here}.force", a.force, 0, 20)

    def bete(b: Bete, here: str) -> Faults:
        if b.arme:
            yield from among(f"{here}.arme", b.arme, scene.own.arme)

    yield from own.faults(scene.own, "livre", {"bete": BETES, "arme": EPEES}, {"arme": arme, "bete": bete})
    for p in scene.people.values():
        if p.arme:
            yield from among(f"gens.{p.id}.arme", p.arme, p.own.arme)


def gather(people: list[dict[str, Any]]) -> Arene:
    called = [{**BETES[p["bete"]], **p} if "bete" in p else p for p in people]
    lus = [convert({key: x for key, x in p.items() if key != "bete"}, Lutteur, "personnage") for p in called]
    return Arene({p.id: p for p in lus})


LEDGER = "\n".join(
    f'[[rule]]\nid = "AR-{n}"\ntitle = "Règle {n}"\nkind = "mechanic"\nsays = "Rule {n}."' for n in range(1, 9)
)

WORDS = """
event.touche.fr = "{who} touche {target} : {attaque} contre {defense}"
event.touche.en = "{who} hits {target}: {attaque}"
event.touche.figure = "-attaque"
event.manque = { fr = "{who} manque {target}", en = "{who} misses {target}" }
event.guet = { fr = "{who} guette : {face}", en = "{who} watches: {face}" }
event.ordre = { fr = "Ordre : {rangs}", en = "Order: {rangs}" }
event.serment = { fr = "{who} et {target} : {mien}, {sien}", en = "{who} and {target}: {mien}, {sien}" }
kind = { rangs = "who", temoins = "who", contre = "who", attaque = "number", defense = "number", face = "number" }
action.frapper = { fr = "Frapper {target}", en = "Strike {target}" }
action.guetter = { fr = "Guetter", en = "Watch" }
event.camp = { fr = "{who} fait camper tout le monde", en = "{who} has everybody camp", note = "rest" }
action.camper = { fr = "Camper", en = "Camp" }
action.grandir = { fr = "Grandir", en = "Grow" }
action.passer = { fr = "Passer", en = "Pass" }
action.commencer = { fr = "Commencer", en = "Begin" }
action.designer = { fr = "Désigner", en = "Point at somebody" }
event.choix = { fr = "{who} désigne {target}", en = "{who} points at {target}" }
question."ar.choix" = { fr = "{who}, qui désignez-vous ?", en = "{who}, whom do you point at?" }
action.jurer = { fr = "Jurer avec {target}", en = "Swear with {target}" }
question."ar.esquive" = { fr = "{who}, {contre} frappe à {attaque} : esquiver ?", en = "{who}, {contre} strikes" }
question."ar.serment" = { fr = "{who}, que jurez-vous ?", en = "{who}, what do you swear?" }
en = { "C'est à {} d'agir" = "It is {}'s turn", "Personne ne se bat" = "Nobody fights", "Il manque un nom" = "No name" }
"""

DEMO = """
game = "arena"
title = "La fosse"
[scene.combat]
file = ["krax", "oru"]
[scene.gens.krax]
nom = "Kraxifer"
camp = "Bêtes"
[scene.gens.oru]
nom = "Orumaque"
camp = "Bêtes"
x = 3
"""

arena = Game(
    id="arena",
    title="Arène",
    credit="Tablée",
    ledger=parse(LEDGER, LedgerFile, "ledger.toml").ledger(),
    words=parse(WORDS, Words, "words.toml"),
    switches=(Switch("nuit", "AR-1"), Switch("jour", "AR-1", excludes=("nuit",))),
    scene=Arene,
    read_scene=read_scene,
    actions=(Commencer, Frapper, Guetter, Passer, Jurer, Designer, Camper, Grandir),
    legal=legal,
    sheet=lambda scene, who: fiche(scene.people[who]),
    creation=Creation(
        Brouillon,
        (
            Step("nom", "Nom", (Field("nom", "text", "Nom"),)),
            Step("vie", "Vie", (Field("vie", "points", "Vie"), Field("arme", "choice", "Arme"))),
        ),
        problems,
        lambda draft: (Budget("Vie", draft.vie, 20, "AR-8"),),
        lambda draft: fiche(build(draft)),
        build,
        lambda seed: Brouillon(nom=f"Lutteur{random.Random(seed).randrange(1000)}"),
        asked,
        starts={"dora": Start("Une lutteuse", "Elle tient bon.", Brouillon(nom="Dora"))},
    ),
    tactics={"passe": Tactic(lambda scene, who: Passer(who))},
    demos={"fosse": DEMO},
    gather=gather,
    cast={"bete": BETES},
)
