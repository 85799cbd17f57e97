"""What a game says to one reader: events, questions, actions, sheets. The page and the terminal have the same voice.

voice = Voice(game, "fr", scene=scene)
voice.told(event).pieces        # text, names, sums: as `Words.kind` says what each fact is
voice.event(event)              # the same as one text
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from .action import Action, aim, tag
from .event import Event
from .game import Game
from .ground import Ground, place_of, stands, steps, wind
from .kept import cached_property
from .oracle import Closed, Dice, Question, Throw
from .plural import agreed
from .refs import rewritten
from .scene import Scene
from .sentence import YES_NO, Name, Piece, Pieces, Said, Slot, Speaker, Sum, as_it_stands, joined, parsed, slots, text
from .sentence import Thrown as Fallen
from .sheet import Boxes, Line, Mark, Pool, Row, Section, Sheet, Stat, Text
from .strokes import Change, Rank
from .tally import Term, Terms, total
from .typography import MINUS, as_figure, typeset
from .widgets import Cards, Ladder, Plan, Rolls
from .words import KERNEL, UNTOLD, WEIGHTS, Moment, Note, Place, Weight, Words

Near = Sequence[tuple[str, int]]
TOUCHING = 3  # people named who stand beside somebody
BESIDE: dict[str, tuple[str, str]] = {
    "fr": (", au contact de ", ", à {} cases de "),
    "en": (", next to ", ", {} cells from "),
}
ELISION = re.compile("de $")
LEFT = re.compile(r"([:(]) ?,")  # the comma behind somebody who is not said
CODED = re.compile(r"\s*\([^)]*:[^)]*\)$")  # how a figure is to be typed: « (0 : toutes) »
ALONE = re.compile(r" (?=,)| ?:(?= ·)")  # what stood between him and the rest
CELL: dict[str, str] = {"fr": "la case {}, {}", "en": "to cell {}, {}"}
FAR: dict[str, tuple[str, str, str]] = {
    "fr": ("0 case, sur place", "{} case {}", "{} cases {}"),
    "en": ("on the spot", "{} cell {}", "{} cells {}"),
}
TOWARD: dict[str, dict[str, str]] = {
    "fr": {
        "n": "au nord",
        "ne": "au nord-est",
        "e": "à l’est",
        "se": "au sud-est",
        "s": "au sud",
        "sw": "au sud-ouest",
        "w": "à l’ouest",
        "nw": "au nord-ouest",
    },
    "en": {
        "n": "north",
        "ne": "north-east",
        "e": "east",
        "se": "south-east",
        "s": "south",
        "sw": "south-west",
        "w": "west",
        "nw": "north-west",
    },
}
ROUND = "Round"  # a game may call it otherwise
COUNTED = ("number", "sum", "terms", "label")  # kinds of facts that may be a figure
NOTHING = {"fr": "rien", "en": "nothing"}
NOBODY = {"fr": "personne", "en": "nobody"}
MOST = 500  # texts of buttons and reasons that are remembered of one reader
HIM = "\N{OBJECT REPLACEMENT CHARACTER}"  # where whom an action is done to would stand
AIMED = re.compile(  # with the word that only leads to him
    r"(?:(?<=\s)(?:à|au|aux|sur|contre|de|du|des|avec|pour|par|après|on|at|to|against|of|with|for|from|after|over)\s+)?"
    + HIM
)
Facts = Mapping[str, Any]

encode = msgspec.json.Encoder().encode


class Told(NamedTuple):
    """An event to a reader: the sentence, and the sums it does not tell, which lie behind it."""

    pieces: Pieces
    sums: tuple[Terms, ...] = ()


class Grown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A figure that has grown; where it grows by parts, how much of the next point there was and has come."""

    name: str
    before: int
    after: int
    part_before: float = 0.0
    part_gained: float = 0.0


class Button(NamedTuple):
    """What stands on a button, and what the things it names were called."""

    text: str
    things: tuple[tuple[str, str], ...]


class Bounds(NamedTuple):
    """How much a reader may know, and the grid he is told places on."""

    concealed: frozenset[str] = frozenset()
    place: Callable[[str], str] = as_it_stands  # as much of where a fault is as he may know
    board: str = "square"  # where the rules have no grid


class _Id(str):
    """An id that is somebody's, by its type: nothing else of the same spelling is."""


class Voice(Speaker):
    """One reader of a game: ids become names, keys become phrases, facts become pieces."""

    def __init__(
        self,
        game: Game,
        lang: str,
        names: Mapping[str, tuple[str, str]] | None = None,  # real id -> the id and the name this reader knows
        scene: Scene | None = None,
        *,
        own: Words | None = None,  # what is said besides the game
        bounds: Bounds | None = None,
        before: Voice | None = None,  # that of the same reader in an earlier scene
    ) -> None:
        tr, bounds = partial(game.words.tr, lang=lang), bounds or Bounds()
        if names is None:
            names = {who: (who, scene.name(who)) for who in scene.people} if scene is not None else {}
        known = {who: (id, tr(name)) for who, (id, name) in names.items()}
        super().__init__(lang, known, tr, bounds.concealed, bounds.place)
        self.game, self.words, self.own, self.scene, self.board = game, game.words, own or Words(), scene, bounds.board
        self._things: dict[str, str] = {}  # of this scene: a menu names the same ones again and again
        self._named: set[str] = set()  # of them, those that what is being said names
        self._said: dict[tuple[str, bytes], Button] = {}
        if before is not None and self._reads_as(before):
            self._said = before._said

    def _reads_as(self, other: Voice) -> bool:
        """Whether both say the same of everything but the things of their scenes."""
        mine, its = ((each.game.id, each.lang, each.names, each.concealed, each.grid) for each in (self, other))
        return mine == its

    def _again(self, of: tuple[str, bytes], say: Callable[[], str]) -> str:
        """Menus are much the same from one moment to the next, and for everybody: what was said once of a thing, given
        as plain data, is said again while all it names is called the same."""
        said = self._said.get(of)
        if said is None or any(self.thing(id) != name for id, name in said.things):
            around, self._named = self._named, set()
            text = say()
            said = Button(text, tuple([(id, self._things[id]) for id in self._named]))
            if len(self._said) >= MOST:
                self._said.clear()
            self._said[of] = said
            self._named |= around
        return said.text

    @cached_property
    def ground(self) -> Ground | None:
        return self.game.ground(self.scene) if self.scene is not None else None

    @cached_property
    def grid(self) -> str:
        """The grid places are told on: the one of the rules, else the board's."""
        return self.ground.grid if self.ground is not None else self.board

    def called(self, who: str) -> str:
        return self.name(who).text

    # ------------------------------------------------------------ events and questions

    def told(self, event: Event, near: Near = ()) -> Told:
        """An event as a sentence in pieces, and behind it the sums that it does not tell.

        `near`: who is how far from where it left whoever it tells of, the nearest first; its phrase says it as {near}.
        """
        words = self.said_by(event.what)
        opened: list[str] = []
        facts = dict(event.facts)
        facts["who"], facts["target"], facts["near"] = event.who, event.target, near
        pieces = self._say(words.parts(event.what, self.lang, words.case(event)), facts, event.terms, opened)
        return Told(pieces, tuple([terms for fact, terms in self.sums(event) if fact not in opened]))

    def said_by(self, what: str) -> Words:
        return next((words for words in (self.own, self.words, KERNEL) if what in words.event), self.words)

    def weight(self, event: Event) -> Weight:
        """How much an event weighs among all that is told."""
        return self.said_by(event.what).weight(event)

    def moment(self, event: Event) -> Moment:
        """Whether an event is worth a pause, and of which kind."""
        return self.said_by(event.what).moment(event)

    def kept_as(self, event: Event) -> Note:
        """What the journal of an evening keeps an event as."""
        return self.said_by(event.what).note(event)

    def moment_of_play(self, clock: int) -> str:
        """What the scene's clock shows, as the game counts its days."""
        return typeset(self.game.calendar.moment(clock, self.lang))

    def figure(self, event: Event) -> Change | None:
        """What an event says somebody has lost or won; nothing if it was nothing."""
        told = self.said_by(event.what).event.get(event.what, UNTOLD)
        if not told.figure:
            return None
        amount = dict(event.facts).get(told.figure[1:])
        if not isinstance(amount, int) or not amount:
            return None
        unit = typeset(told.unit) if self.french else self.tr(told.unit)  # in short: « PV », not what it stands for
        if unit.startswith("{"):
            unit = self._label(dict(event.facts).get(unit[1:-1], ""))
        return Change(-amount if told.figure[0] == "-" else amount, unit)

    def rolled(self, event: Event) -> int | None:
        """How fine a roll is that an event tells of: the more, the finer; None if it tells of none."""
        told = self.said_by(event.what).event.get(event.what, UNTOLD)
        found = figure(dict(event.facts).get(told.rolled[1:])) if told.rolled else None
        return -found if found is not None and told.rolled[0] == "-" else found

    def growth(self, event: Event) -> tuple[Grown, ...]:
        """What has grown, as its facts have it."""
        words = self.said_by(event.what)
        rows = [row for fact, value in event.facts if words.kind_of(event.what, fact) == "growth" for row in value]
        return tuple([Grown(self.tr(name), *figures) for name, *figures in rows])

    def rank(self, event: Event, place: int) -> Rank:
        """How an event that is told at this place stands among the others."""
        words = self.said_by(event.what)
        headline = words.event.get(event.what, UNTOLD).headline
        weight = -WEIGHTS.index(words.weight(event))
        return Rank(headline is not False, weight, headline is True, bool(event.target), place)

    def event(self, event: Event) -> str:
        return text(self.told(event).pieces)

    def sums(self, event: Event) -> Iterator[tuple[str, Terms]]:
        """Every sum of an event: its own without a name, then its facts that are sums."""
        words = self.said_by(event.what)
        if event.terms and words.event.get(event.what, UNTOLD).sum:
            yield "", self.terms(event.terms)
        for fact, value in event.facts:
            if value and isinstance(value, tuple | list) and words.kind_of(event.what, fact) == "terms":
                yield fact, self.terms(value)

    def asked(self, question: Question) -> Pieces:
        """A question with what is shown of it."""
        return self._say(self.words.parts(question.key, self.lang), {**dict(question.shown), "who": question.who})

    def question(self, question: Question) -> str:
        return text(self.asked(question))

    def _say(self, parts: tuple[str | Place, ...], facts: Facts, terms: Terms = (), opened: Any = None) -> Pieces:
        out: list[Piece] = []
        opened = [] if opened is None else opened
        count: int | None = None  # the figure just said
        for part in parts:
            if isinstance(part, str):
                out.append(part if count is None else agreed(part, count, self.french))
                count = count if part == " " else None  # « {duree} {unite} »
                continue
            before = len(out), count
            count = self._count(facts.get(part.fact)) if part.kind in COUNTED else None
            if part.kind == "who":
                self._people(out, part, facts.get(part.fact, ""))
            elif part.kind == "sum":
                self._sum(out, part, facts, terms, opened)
            elif part.kind == "near":
                self._beside(out, facts.get("near", ()))
            else:
                self._fact(out, part, facts, opened)
                self._agree(out, *before)
        return joined(out)

    def _agree(self, out: list[Piece], since: int, count: int | None) -> None:
        """What is counted is itself a fact."""
        if count is not None and len(out) > since and isinstance(label := out[-1], str):
            out[-1] = agreed(f" {label}", count, self.french)[1:]

    def _count(self, value: Any) -> int | None:
        """The figure a fact is said as; a yes or no is none."""
        if isinstance(value, tuple | list):
            return total(value) if value and isinstance(value[0], tuple | list) else None
        return figure(value) if not isinstance(value, bool) else None

    def _people(self, out: list[Piece], slot: Slot, who: Any) -> None:
        """Somebody; or people in a row, each perhaps with a figure, without those who are not there for this reader."""
        if isinstance(who, str):
            self.elide(out, slot, [self._person(who)])
            return
        row: list[Piece] = []
        for each in who:
            id, *figure = (each,) if isinstance(each, str) else each
            if id not in self.concealed:
                row += [", " if row else "", self._person(id), *(f" {self._figure(n)}" for n in figure)]
        self.elide(out, slot, row[1:] or [NOBODY[self.lang]])

    def _beside(self, out: list[Piece], near: Near) -> None:
        """« , au contact de Mathé »: next to whom somebody stands, else how far from the nearest, if there is one."""
        there = [(who, far) for who, far in near if who not in self.concealed]
        if not there:
            return
        touching = [who for who, far in there if far <= 1][:TOUCHING] or [there[0][0]]
        said = BESIDE[self.lang][0 if there[0][1] <= 1 else 1].format(there[0][1])
        row = [piece for who in touching for piece in (", ", self._person(who))][1:]
        if self.french:
            self.elide(out, Slot("", "", said, ELISION.sub("d", said)), row)
        else:
            out += [said, *row]

    def _person(self, who: str) -> Piece:
        known = self.names.get(who)
        return Name(*known) if known is not None else self.tr(who)

    def _sum(self, out: list[Piece], place: Place, facts: Facts, terms: Terms, opened: list[str]) -> None:
        """A figure that opens into its terms; a plain one where there are none, or none that add up to it."""
        value, behind = facts.get(place.fact, ""), facts.get(place.of, ()) if place.of else terms
        shown = typeset(value) if isinstance(value, str) else as_figure(value, place.form)
        out.append(place.full)
        if behind and place.of not in opened and figure(value) == total(behind):
            opened.append(place.of)
            out.append(Sum(shown, self.terms(behind)))
        else:
            out.append(shown)

    def _fact(self, out: list[Piece], place: Place, facts: Facts, opened: list[str]) -> None:
        value = facts.get(place.fact, "")
        match place.kind:
            case "label" | "side":
                self.elide(out, place, [self._label(value)])
            case "terms":
                opened.append(place.fact)
                out += [place.full, Sum(as_figure(total(value)), self.terms(value)) if value else "0"]
            case "cell":
                out += [place.full, self._figure(self._on_the_map(facts).get(place.fact, ""))]
            case "dice":
                out += [place.full, *fallen(str(value))]
            case "place":
                self.elide(out, place, [self._kept(str(value), facts["who"])])
            case "deed":
                out += [place.full, self.short(str(value))]
            case "value":
                self.elide(out, place, [self.anything(value)])
            case _:
                out += [place.full, self._figure(value, place.form)]

    def _label(self, value: Any) -> str:
        if isinstance(value, str):
            return self.tr(value)
        return ", ".join(map(self._label, value)) if isinstance(value, tuple | list) else self._figure(value)

    def _figure(self, value: Any, form: str = "") -> str:
        """A number, a yes or no, what was typed; or several in a row."""
        if isinstance(value, bool):
            return YES_NO[self.lang][not value]
        if isinstance(value, tuple | list):
            return ", ".join([self._figure(each, form) for each in value])
        return value if isinstance(value, str) else as_figure(value, form)

    def _on_the_map(self, facts: Facts) -> Facts:
        """The column and the row of a cell, by its coordinates."""
        x, y = facts.get("x"), facts.get("y")
        if not isinstance(x, int) or not isinstance(y, int):
            return facts
        return dict(zip("xy", place_of(self.grid, (x, y)), strict=True))

    def _where_to(self, who: str, cell: Facts) -> str:
        """How far a cell is from somebody, and which way; by its column and row for one who has no place."""
        x, y = cell["x"], cell["y"]
        if not isinstance(x, int) or not isinstance(y, int):
            return ""
        here = stands(self.scene, who) if self.scene is not None else None
        if here is None:
            return CELL[self.lang].format(*map(as_figure, place_of(self.grid, (x, y))))
        far = steps(self.grid, here, (x, y))
        return FAR[self.lang][min(far, 2)].format(far, TOWARD[self.lang][wind(self.grid, here, (x, y))])

    def _kept(self, path: str, who: str) -> str:
        """Where a value is kept, below whom it is about."""
        below = f".{path}".rpartition(f".{who}.")[2] if who else path
        return self.tr(self.place_of(below.removeprefix(".")))

    def place_of(self, path: str) -> str:
        return self.words.place(path, self.lang, {who: name for who, (_, name) in self.names.items()})

    # ------------------------------------------------------------ actions

    def action(self, action: Action, **instead: str) -> str:
        """What an action does, with the parameters its phrase does not tell behind it."""
        if instead:
            return " · ".join(filter(None, self.doing(action, **instead)))
        key = action.key()
        if "{where}" in self.kind(key):  # told from where he stands now
            return " · ".join(filter(None, self.doing(action)))
        of = action if names_actor(self.kind(key)) else replace(action, actor="")
        return self._again((key, encode(of)), lambda: " · ".join(filter(None, self.doing(action))))

    def doing(self, action: Action, **instead: str) -> tuple[str, str]:
        """The same, the two apart."""
        key, action = action.key(), rewritten(action, _Id)
        phrase, facts = self.kind(key), chosen(action)
        cell = {"x": getattr(action, "x", ""), "y": getattr(action, "y", "")}
        shown: dict[str, Any] = {**self._on_the_map(cell), "where": self._where_to(action.actor, cell)}
        out: list[Piece] = []
        told = {"actor"}
        value: Any = None
        for part in parsed(phrase, self.french):
            if isinstance(part, str):
                out.append(self.counting(part, value))
                value = value if part == " " else None
                continue
            before = len(out), value if type(value) is int else None
            told |= {"x", "y"} if part.fact == "where" else {part.fact}
            value = instead.get(part.fact) or shown.get(part.fact, getattr(action, part.fact, ""))
            self.elide(out, part, [self.plainly(value) or "…"])
            self._agree(out, *before)
        if key != tag(action):
            said = key.removeprefix(f"{tag(action)}.")
            told |= {name for name, value in facts.items() if said in (str(value), name)}
        rest = [
            self.parameter(name, value, tag(action))
            for name, value in facts.items()
            if name not in told | instead.keys()
        ]
        return text(out), " · ".join(filter(None, rest))

    def anywhere(self, action: Action) -> str:
        """The same with its place left open, as {where}."""
        return self.action(action, where="{where}")

    def way(self, action: Action) -> str:
        """The same but for whom it is done to: one of several ways to treat him; empty if it is done to nobody."""
        aimed = aim(type(action))
        if not aimed:
            return ""
        of = replace(action, actor="", **{aimed: ""})
        return self._again((f"{action.key()} ({aimed})", encode(of)), lambda: self._unaimed(action, aimed))

    def _unaimed(self, action: Action, aimed: str) -> str:
        said = AIMED.sub("", self.action(action, **{aimed: HIM}))
        said = LEFT.sub(r"\1", " ".join(said.replace("()", "").replace(": (", "(").split()))
        said = ALONE.sub("", said).strip(" :,·")
        return typeset(said if self.french else said.replace(" :", ":"))

    def kind(self, kind: str) -> str:
        """What a kind of action is called."""
        phrase = self.words.deed(kind)
        return phrase.say(self.lang) if phrase is not None else kind

    def short(self, kind: str) -> str:
        """The same without the places of its parameters."""
        words = "".join([part for part in parsed(self.kind(kind), False) if isinstance(part, str)])
        return typeset(" ".join(words.split()).rstrip(" :,·"))

    def field(self, key: str, do: str = "") -> str:
        phrase = self.words.parameter(do, key)
        return phrase.say(self.lang) if phrase is not None else self.tr(key)

    def parameter(self, key: str, value: Any, do: str = "") -> str:
        if value is True:
            return self.field(key, do)
        if key == "target" and "target" not in self.words.field:
            return f"→ {self.plainly(value)}"
        if all(isinstance(name, str) for name in (value if isinstance(value, tuple) else (value,))):
            return self.plainly(value)  # what has a name needs no label
        return f"{CODED.sub('', self.field(key, do))} {self.plainly(value)}"

    def plainly(self, value: Any) -> str:
        """Anything a game may hold or answer, as a reader would say it."""
        if isinstance(value, bool):
            return YES_NO[self.lang][not value]
        if value is None:
            return NOTHING[self.lang]
        if isinstance(value, _Id):
            return self.called(value) if value else ""
        if isinstance(value, str):
            return self.thing(value)
        if isinstance(value, float):
            return self.number(value, 2)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.plainly(k)} {self.plainly(v)}" for k, v in value.items())
        if isinstance(value, tuple | list):
            return ", ".join(map(self._in_a_row, value))
        if isinstance(value, Action):
            return f"{self.called(value.actor)} ({self.action(value)})"
        if isinstance(value, msgspec.Struct):
            return self.plainly({f: getattr(value, f) for f in value.__struct_fields__})
        return as_figure(value) if isinstance(value, int) else str(value)

    def anything(self, value: Any) -> str:
        """A value of which nobody says what it is: what is somebody's id is his name."""
        return self.plainly(self._with_people(value))

    def _with_people(self, value: Any) -> Any:
        if isinstance(value, str):
            return _Id(value) if value in self.names else value
        if isinstance(value, Mapping):
            return {self._with_people(key): self._with_people(each) for key, each in value.items()}
        return tuple(map(self._with_people, value)) if isinstance(value, tuple | list) else value

    def _in_a_row(self, value: Any) -> str:
        """One of several: « Ysaure 1 » for a pair."""
        return " ".join(map(self.plainly, value)) if isinstance(value, tuple | list) else self.plainly(value)

    def thing(self, id: str) -> str:
        """What a thing of the scene is called."""
        self._named.add(id)
        if id not in self._things:
            known = self.scene.called(id) if self.scene is not None else id
            if known == id and self.game.conditions is not None:
                known = self.game.conditions.names.get(id, id)
            self._things[id] = self.tr(known) if isinstance(known, str) else self.text(known)
        return self._things[id]

    def number(self, value: float, digits: int = 0) -> str:
        """A figure as this language writes it."""
        written = as_figure(value, f",.{digits}f")
        return written if not self.french else written.replace(",", "\u202f").replace(".", ",")

    def brief(self, label: str) -> str:
        """A label where there is little room, if the game has a shorter one under « field.LABEL.bref »; empty: it is
        not worth the room."""
        phrase = self.words.field.get(f"{label}.bref")
        return phrase.say(self.lang) if phrase is not None else self.tr(label)

    def round(self, n: int) -> str:
        """« Round 2 », or « Manche 2 »."""
        return f"{self.tr(ROUND)} {n}"

    def look(self, look: str) -> str:
        phrase = self.words.look.get(look)
        return phrase.say(self.lang) if phrase is not None else look

    def look_note(self, look: str) -> str:
        """How its values are to be read, where the game says so under « look.NAME.dit »; else nothing."""
        phrase = self.words.look.get(f"{look}.dit")
        return phrase.say(self.lang) if phrase is not None else ""

    # ------------------------------------------------------------ answers, reasons, dice

    def closed(self, why: Closed) -> str:
        """A reason, its rule behind it."""
        return self._again(("", encode(why)), lambda: self.text(why))

    def reason(self, why: Closed) -> str:
        """A reason by itself, without its rule."""
        return self.text(Said(why.text, why.facts))

    def dice(self, dice: Iterable[Dice]) -> str:
        """« 1d10 base + 2d10 avantages »."""
        return " + ".join(f"{each.n}d{each.sides} {self.tr(each.why)}".rstrip() for each in dice)

    def throw(self, throw: Throw) -> Throw:
        return replace(throw, dice=tuple(replace(dice, why=self.tr(dice.why)) for dice in throw.dice))

    # ------------------------------------------------------------ sheets

    def sheet(self, sheet: Sheet) -> Sheet:
        """A sheet to read."""
        known = self.names.get(sheet.who)
        who, name = known if known is not None else (sheet.who, typeset(sheet.name))
        said = (self.tr(text) for text in (sheet.phrase, sheet.badge, sheet.motto))
        return Sheet(who, name, tuple(map(self._section, sheet.sections)), *said)

    def _section(self, section: Section) -> Section:
        lines = tuple(map(self.line, section.lines))
        return replace(section, title=self.tr(section.title), lines=lines, plan=self._plan(section.plan))

    def _plan(self, plan: Plan | None) -> Plan | None:
        match plan:
            case Ladder():
                rungs = [replace(r, label=self.tr(r.label), note=self.tr(r.note)) for r in plan.rungs]
                return replace(plan, rungs=tuple(rungs))
            case Cards():
                return Cards(tuple([replace(card, kind=self.tr(card.kind)) for card in plan.cards]))
            case Rolls():
                return replace(plan, choices=tuple([(id, self.tr(label)) for id, label in plan.choices]))
        return plan

    def line(self, line: Line) -> Line:
        label = self.tr(line.label)
        match line:
            case Stat() | Pool():
                return replace(line, label=label, terms=self.terms(line.terms))
            case Row():
                cells = [replace(c, label=self.tr(c.label), terms=self.terms(c.terms)) for c in line.cells]
                return replace(line, label=label, cells=tuple(cells))
            case Boxes():
                return replace(line, label=label, terms=self.terms(line.terms), note=self.tr(line.note))
            case Mark():
                who = line.who and self.name(line.who).who
                return replace(line, label=label, note=self.note(line), who=who, until=self.tr(line.until))
            case Text():
                return replace(line, label=label, text=self.tr(line.text))

    def note(self, mark: Mark) -> str:
        """What a mark says besides its label: somebody's name, or how it is to be understood."""
        return self.called(mark.who) if mark.who else self.tr(mark.note)

    def terms(self, terms: Iterable[Term]) -> Terms:
        return tuple([(self.tr(label), amount, rule) for label, amount, rule in terms])


def figure(value: Any) -> int | None:
    """What a fact counts; « +4 » and « -0 » do too."""
    if isinstance(value, str):
        return int(value.replace(MINUS, "-")) if value.lstrip(f"+-{MINUS}").isdecimal() else None
    return value if isinstance(value, int) else None


def fallen(rolled: str) -> Iterator[Piece]:
    """« 2d6 [5, 3] + 3 = 11 » as pieces; dice that were put aside, or that went on, are not drawn."""
    formula, *throws = rolled.split("[")
    yield formula
    for throw in throws:
        faces, _, rest = throw.partition("]")
        sides = formula.rstrip(" ").rpartition("d")[2]
        plain = sides.replace("%", "100").isdecimal() and all(face.strip().isdecimal() for face in faces.split(","))
        dice = ((int(sides.replace("%", "100")), tuple(map(int, faces.split(",")))),) if plain else ()
        yield Fallen(f"[{faces}]", dice)
        yield rest
        formula = rest


@cache
def names_actor(phrase: str) -> bool:
    return "actor" in slots(phrase)


def chosen(action: Action) -> dict[str, Any]:
    """The parameters of an action that are not left at their defaults."""
    found = {}
    for name, default in defaults(type(action)):
        value = getattr(action, name)
        if value != default:
            found[name] = value
    return found


@cache
def defaults(kind: type[Action]) -> tuple[tuple[str, Any], ...]:
    """The parameters of a kind of action, each with its default. Asking msgspec is slow, and a menu asks often."""
    return tuple(
        (field.name, field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory())
        for field in msgspec.structs.fields(kind)
    )
