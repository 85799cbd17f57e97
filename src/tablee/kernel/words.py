"""Words: what players read. French is written first; English stands beside it; ids never change with the language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from .content import parse, texts
from .english import ENGLISH
from .event import Event
from .kept import cached_property
from .sentence import Slot, Speaker, parsed
from .typography import typeset

LANGUAGES = ("fr", "en")
TREE = "│├└─ "  # what a drawn tree puts before a name
ROWS = (" · ", ", ")  # what stands between names in a row

Kind = Annotated[
    str, Meta(pattern=r"^(who|side|sum(:\w+)?|terms|label|number|yes|cell|typed|dice|place|value|growth|deed)$")
]


class Phrase(msgspec.Struct, frozen=True):
    fr: str
    en: str

    def say(self, lang: str) -> str:
        return typeset(self.en if lang == "en" else self.fr)


Weight = Literal["fatal", "critical", "major", "wound", "miss", "minor"]
WEIGHTS: tuple[Weight, ...] = get_args(Weight)  # the heaviest first
HEAVY = WEIGHTS[:4]  # what leaves a mark: the lightest of them is a wound
Moment = Literal["", "death", "feat", "level", "rank", "end"]  # what is worth a pause, once
Note = Literal["", "gain", "death", "rest", "event"]  # what the journal of an evening keeps of what was told
NOTES: dict[Moment, Note] = {"death": "death", "level": "gain", "rank": "gain"}  # unless a game says otherwise
MOMENTS: dict[Weight, Moment] = {"fatal": "death", "critical": "feat"}  # unless a game says otherwise


class Telling(Phrase, frozen=True):
    """The phrase of an event, and how much it weighs among all that is told: a log may show the outcome first."""

    weight: Weight | None = None  # none: a miss where what was tried did not come off, else minor
    weights: dict[str, Weight] = {}  # by a fact that there is, or by « fact=value »: the heaviest counts
    headline: bool | None = None  # rather this one of several that weigh the same; or only if there is no other
    sum: bool = True  # false: terms that older logs have with it are no sum, and are not shown
    figure: Annotated[str, Meta(pattern=r"^[+-]\w+$")] = ""  # « -points »: the fact that says how much was lost, or won
    unit: str = ""  # of what, in French; « {ressource} »: as this fact says
    rolled: Annotated[str, Meta(pattern=r"^[+-]\w+$")] = ""  # « +dr »: the fact by which a roll is the finer, the more
    moment: Moment | None = None  # none: by its weight
    note: Note | None = None  # what the journal keeps it as; none: by its moment
    when: dict[str, Phrase] = {}  # said so if a fact is there, or is this one; « self »: one does it to oneself


class Topic(Phrase, frozen=True):
    """What several kinds of action are about, where a list of them all would be too long to read."""

    of: tuple[str, ...] = ()  # their tags


class Intent(msgspec.Struct, frozen=True):
    """What one wants by several kinds of action: a group of buttons. What a game leaves out of one that any game has is
    as the kernel has it."""

    fr: str = ""
    en: str = ""
    icon: str = ""
    order: int = 0  # lower first
    gist: Phrase | None = None  # what is found there
    of: tuple[str, ...] = ()  # their tags, or the keys of their phrases

    def over(self, other: Intent) -> Intent:
        """This one, what it leaves out taken from another."""
        given = {name: getattr(self, name) or getattr(other, name) for name in self.__struct_fields__}
        return Intent(**given)

    def say(self, lang: str) -> str:
        return typeset(self.en if lang == "en" else self.fr)


class Place(Slot, frozen=True, gc=False):
    """A slot of an event or a question, and what the fact in it is."""

    kind: str = "label"
    of: str = ""  # the fact that holds the terms of a sum; empty: they are the event's own


Parts = tuple[str | Place, ...]


class Words(msgspec.Struct, frozen=True, dict=True):
    """The phrases of a game: by key for events, questions, actions and switches; by the French for all the rest."""

    event: dict[str, Telling] = {}
    question: dict[str, Phrase] = {}
    stake: dict[str, Phrase] = {}  # what a question decides, by its key
    gist: dict[str, Phrase] = {}  # what an answer does: « question/answer », and of « parer/acts » « question/parer »
    action: dict[str, Phrase] = {}
    topic: dict[str, Topic] = {}  # kinds of action that are found together; those of no topic come first
    intent: dict[str, Intent] = {}  # what one wants by actions: those any game has, and the game's own
    field: dict[str, Phrase] = {}  # the parameters of actions
    look: dict[str, Phrase] = {}
    switch: dict[str, Phrase] = {}
    catalogue: dict[str, Phrase] = {}  # what the things of a catalogue are called
    fact: dict[str, Phrase] = {}  # what catalogues say of them: keys, and ids that stand as values
    state: dict[str, Phrase] = {}  # what characters keep, by the names of its fields; empty: not worth saying
    kind: dict[str, Kind] = {}  # what facts are, by their names; « event.fact » where a name means something else there
    en: dict[str, str] = {}  # labels, reasons, options: French -> English
    fr: dict[str, str] = {}  # ids that players read: as French writes them

    def __or__(self, other: Words) -> Words:
        """Both sets of phrases; a game may keep its words chapter by chapter."""
        return Words(*({**getattr(self, f), **getattr(other, f)} for f in self.__struct_fields__))

    @cached_property
    def topics(self) -> dict[str, Topic]:
        """By the tag of an action, what it is about."""
        return {do: topic for topic in self.topic.values() for do in topic.of}

    @cached_property
    def intents(self) -> dict[str, Intent]:
        """Every intent this game has, in their order."""
        every = {**INTENTS, **{id: own.over(INTENTS.get(id, OTHERWISE)) for id, own in self.intent.items()}}
        return dict(sorted(every.items(), key=lambda item: item[1].order))

    @cached_property
    def wanted(self) -> dict[str, str]:
        """By the tag of an action or the key of its phrase, the intent it serves."""
        return {do: id for id, intent in self.intents.items() for do in intent.of}

    def tr(self, text: str, lang: str) -> str:
        """A French label or sentence pattern as a reader of this language sees it, a numbered, counted or branching
        name and names in a row too; else it stays."""
        return typeset(self._english(text) if lang == "en" else self.fr.get(text, text))

    def _english(self, text: str) -> str:
        known = self.en.get(text, ENGLISH.get(text))
        if known is not None:
            return known
        branch = text[: len(text) - len(text.lstrip(TREE))]
        if branch:
            return branch + self._english(text[len(branch) :])
        for row in ROWS:
            if row in text:
                return row.join(map(self._english, text.split(row)))
        name, _, number = text.rpartition(" ")
        if number.isdecimal() and name in self.en:
            return f"{self.en[name]} {number}"
        number, _, name = text.partition(" ")
        return f"{number} {self.en[name]}" if number.isdecimal() and name in self.en else text

    def naming(self, names: Mapping[str, str], more: Mapping[str, str] = MappingProxyType({})) -> Words:
        """These words, each id by its French name and by that name in English, and more English; what is said wins."""
        english = {id: self.en.get(name, name) for id, name in names.items()} | dict(more)
        return Words(fr=dict(names), en=english) | self

    def parameter(self, do: str, name: str) -> Phrase | None:
        """What a parameter of an action is called: « do.name » where a name means something else there."""
        mine = self.field.get(f"{do}.{name}") or KERNEL.field.get(f"{do}.{name}")
        return mine or self.field.get(name)

    def deed(self, key: str) -> Phrase | None:
        """The phrase of a kind of action, of the game or of any."""
        return self.action.get(key) or KERNEL.action.get(key)

    def gist_of(self, key: str, answer: str | int) -> Phrase | None:
        """What an answer to a question does; None: its name says it."""
        first = str(answer).partition("/")[0]
        return self.gist.get(f"{key}/{answer}") or self.gist.get(f"{key}/{first}")

    def place(self, path: str, lang: str, names: Mapping[str, str]) -> str:
        """Where something is kept: « fiche.points.PV » as « Points › Points de Vie », ids of people as their names."""
        said = " › ".join(filter(None, (names.get(key) or self.label(key, lang) for key in path.split("."))))
        return said[:1].upper() + said[1:]

    def label(self, key: str, lang: str) -> str:
        """What a field of a character, or an entry of one of its tables, is called."""
        phrase = self.state.get(key) or self.fact.get(key) or self.field.get(key)
        if phrase is not None:
            return phrase.say(lang)
        return str(int(key) + 1) if key.isdecimal() else self.tr(key, lang).replace("_", " ")

    def kind_of(self, key: str, fact: str) -> str:
        """What a fact of this event or question is."""
        return self.kind.get(f"{key}.{fact}") or self.kind.get(fact, "label")

    def weight(self, event: Event) -> Weight:
        """How much an event weighs."""
        told = self.event.get(event.what, UNTOLD)
        found = [told.weight or ("miss" if event.achieved is False else "minor")]
        if told.weights:
            facts = dict(event.facts)
            found += [weight for when, weight in told.weights.items() if _holds(when, facts)]
        return min(found, key=WEIGHTS.index)

    def moment(self, event: Event) -> Moment:
        """Whether an event is worth a pause, and of which kind."""
        told = self.event.get(event.what, UNTOLD)
        return MOMENTS.get(self.weight(event), "") if told.moment is None else told.moment

    def note(self, event: Event) -> Note:
        """What the journal of an evening keeps an event as; empty: it does not."""
        told = self.event.get(event.what, UNTOLD)
        return NOTES.get(self.moment(event), "") if told.note is None else told.note

    def case(self, event: Event) -> str:
        """Which of the phrases of an event is said, by what has made it so; none: the plain one."""
        told = self.event.get(event.what, UNTOLD)
        if not told.when:
            return ""
        facts = {**dict(event.facts), "self": event.target in ("", event.who)}
        return next((when for when in told.when if _holds(when, facts)), "")

    def parts(self, key: str, lang: str, case: str = "") -> Parts:
        """The phrase of an event or a question, taken apart once; without one it is its key."""
        found = self._parts.get((key, lang, case))
        if found is None:
            found = self._parts[key, lang, case] = tuple(self._taken_apart(key, lang, case))
        return found

    @cached_property
    def _parts(self) -> dict[tuple[str, str, str], Parts]:
        return {}

    def _taken_apart(self, key: str, lang: str, case: str) -> Iterator[str | Place]:
        phrase: Phrase | None = self.event[key].when[case] if case else self.event.get(key) or self.question.get(key)
        for part in parsed(phrase.say(lang), lang == "fr") if phrase is not None else (key,):
            if isinstance(part, str):
                yield part
            else:
                kind = RESERVED.get(part.fact) or self.kind_of(key, part.fact)
                what, _, of = kind.partition(":")
                yield Place(part.fact, part.form, part.full, part.elided, what, of)

    def speaker(self, lang: str) -> Speaker:
        """A reader of whom only the language is known: everybody by his id."""
        return Speaker(lang, tr=partial(self.tr, lang=lang))


def _intent(fr: str, en: str, order: int, *gist: str) -> Intent:
    """One whose icon is called as it is itself."""
    return Intent(fr, en, "", order, Phrase(*gist))


OTHER, MASTER = "other", "master"  # what no game has said anything of, and what is the game master's
OTHERWISE = Intent(order=98)
INTENTS = {  # that any game has
    "fight": _intent("Combattre", "Fight", 10, "Frapper, tirer, charger", "Strike, shoot, charge"),
    "cast": _intent("Magie", "Magic", 20, "Sorts et pouvoirs", "Spells and powers"),
    "defend": _intent("Se défendre", "Defend", 30, "Se garder, aider, attendre", "Guard, help, wait"),
    "move": _intent("Se déplacer", "Move", 40, "Sur la carte, ou par cette liste", "On the map, or by this list"),
    "care": _intent("Soigner", "Care", 50, "Secourir, panser, ranimer", "Rescue, dress, revive"),
    "use": _intent("Préparer, ranger", "Use, put away", 60, "Armes et objets", "Weapons and things"),
    "turn": _intent("Mener son tour", "Run one’s turn", 65, "Finir, passer, préparer", "End, pass, prepare"),
    "try": _intent("Tenter", "Attempt", 70, "Tests et épreuves", "Tests and trials"),
    "speak": _intent("Parler", "Speak", 72, "Convaincre, demander", "Persuade, ask"),
    "travel": _intent("Voyager, se reposer", "Travel, rest", 74, "Le temps qui passe", "Time that passes"),
    "trade": _intent("Acheter, fabriquer", "Buy, make", 76, "Commerce et ouvrages", "Trade and craft"),
    "grow": _intent("Progresser", "Grow", 80, "Apprendre, monter en rang", "Learn, rise in rank"),
    MASTER: _intent("Au maître du jeu", "The game master’s", 90, "Ce qu’il décide", "What he decides"),
    OTHER: _intent("Autre", "Other", 99, "Tout le reste", "All the rest"),
}
UNTOLD = Telling("", "")
RESERVED = {"who": "who", "target": "who", "near": "near"}  # slots that mean the same in every phrase of an event
KERNEL = Words(  # what is told and done in any game
    event={
        "ordre": Telling("{who} : {reponse}, comme convenu.", "{who}: {reponse}, as agreed.", headline=False),
        "mj.perdu": Telling(
            "{who} : {reserve} −{points}, reste {reste}{pourquoi}",
            "{who}: {reserve} −{points}, {reste} left{pourquoi}",
            figure="-points",
            unit="{reserve}",
        ),
        "mj.rendu": Telling(
            "{who} : {reserve} +{points}, donc {reste}{pourquoi}",
            "{who}: {reserve} +{points}, {reste} now{pourquoi}",
            figure="+points",
            unit="{reserve}",
        ),
        "mj.affecte": Telling("{who} : {condition}{degre}{pourquoi}", "{who}: {condition}{degre}{pourquoi}"),
        "mj.leve": Telling("{who} : fin de « {condition} »{pourquoi}", "{who}: {condition} is over{pourquoi}"),
    },
    action={
        "mj_perdre": Phrase("Faire perdre : {reserve}", "Take: {reserve}"),
        "mj_rendre": Phrase("Faire gagner : {reserve}", "Give: {reserve}"),
        "mj_affecter": Phrase("Donner une condition : {condition}", "Give a condition: {condition}"),
        "mj_lever": Phrase("Lever une condition : {condition}", "Lift a condition: {condition}"),
    },
    field={
        f"{do}.{name}": phrase
        for do in ("mj_perdre", "mj_rendre", "mj_affecter", "mj_lever")
        for name, phrase in (
            ("actor", Phrase("qui", "who")),
            ("reserve", Phrase("réserve", "pool")),
            ("points", Phrase("points", "points")),
            ("condition", Phrase("condition", "condition")),
            ("niveau", Phrase("niveau", "level")),
            ("raison", Phrase("raison", "reason")),
        )
    },
    kind={
        "question": "typed",
        "reserve": "label",
        "points": "number",
        "reste": "sum",
        "condition": "label",
        "degre": "typed",
        "pourquoi": "typed",
    },
)


def _holds(when: str, facts: Mapping[str, object]) -> bool:
    """« points »: there are some; « issue=mort »: it is this one."""
    fact, among, value = when.partition("=")
    return str(facts.get(fact)) == value if among else bool(facts.get(fact))


@cache
def words_of(package: str) -> Words:
    """The words of a game, kept chapter by chapter in `content/words`."""
    words = Words()
    for name, text in texts(package, "content/words").items():
        words = words | parse(text, Words, f"{name}.toml")
    return words
