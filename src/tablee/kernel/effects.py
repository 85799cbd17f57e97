"""All that bears on a figure, in one form: constants as data, the rest as small rules. No rule is written twice.

    Modifier("attaque", -20, "À Terre", "VM-2.1")        # data: a talent, a state, a spell, a piece of armour
    @EFFECTS.on("attaque")                               # a rule of the book, for everybody: one term, or None
    @EFFECTS.on("attaque", of="trait:meute")             # a rule that is only asked of those who have the tag
    @EFFECTS.when("contre")                              # a condition: « contre:Dragon » is bound to its function once

    tally(p.bears, ("tests", "attaque"), blow) -> Terms  # what weighs on it now
    amount(p.bears, "attaque", blow) -> int              # the sum of the same, when nobody reads the terms

The memo is sound because of where it lies. A `Bears` is made of frozen parts and nothing else, and keeps for all keys
that were ever asked of it the constants (already reduced and summed) and the rules still to be asked. Whatever is not
in those parts (the scene, the target) is handed to the rules and never remembered. It lies in the `__dict__` of whoever
it is made of: somebody changed is somebody else, and has none yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from typing import Generic, TypeVar

import msgspec

from .content import ContentError
from .sentence import Said, Typed
from .tally import Term, Terms, total

C = TypeVar("C")  # what the rules of a game look at: who, against whom, with what, in which scene
Keys = str | tuple[str, ...]  # one figure, or all that one test is a test of
Gives = Callable[[C], Term | None]
Holds = Callable[[C, str], bool]  # what stands behind the colon of a condition is given to it


class Modifier(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """So much on such a figure: why, under which condition, for how long."""

    on: str
    n: int
    label: str = ""
    rule: str = ""
    family: str = ""  # of one family the best bonus and the worst penalty alone
    when: str = ""  # a condition of the game, by name: « dos », « contre:Dragon »
    until: int | None = None  # on the scene's clock; None: as long as what it hangs on
    of: str = ""  # the spell, wound or thing it hangs on, and goes with

    @property
    def term(self) -> Term:
        return self.label, self.n, self.rule


def lasting(modifiers: tuple[Modifier, ...], clock: int) -> tuple[Modifier, ...]:
    """Those that have not run out by now; the same tuple if all last."""
    kept = tuple([m for m in modifiers if m.until is None or clock < m.until])
    return kept if len(kept) < len(modifiers) else modifiers


class Part:
    """What one frozen part of somebody brings (a sheet, equipment): read once and kept with it, known by identity."""

    __slots__ = ("modifiers", "tags")

    def __init__(self, modifiers: tuple[Modifier, ...] = (), tags: tuple[str, ...] = ()) -> None:
        self.modifiers, self.tags = modifiers, tags


@lru_cache(maxsize=1024)
def part(modifiers: tuple[Modifier, ...], tags: tuple[str, ...] = ()) -> Part:
    """The same part for all that bring the same: another sword of the kind is nothing new to whoever takes it."""
    return Part(modifiers, tags)


class Figure(Generic[C]):
    """What bears on certain keys: the constants with their sum, and the rules still to be asked."""

    __slots__ = ("n", "own", "rules", "terms")

    def __init__(self, terms: Terms, rules: tuple[Gives[C], ...], own: AbstractSet[Gives[C]] = frozenset()) -> None:
        self.terms, self.rules, self.own, self.n = terms, rules, own, total(terms)

    def settled(self, c: C) -> Figure[C]:
        """The same with its `own` rules answered, in their places: for whoever keeps it with all that they look at."""
        if self.own.isdisjoint(self.rules):
            return self
        terms, rules = self.terms, list[Gives[C]]()
        for rule in self.rules:
            if rule not in self.own:
                rules.append(rule)
            elif (term := rule(c)) is not None:
                if rules:
                    rules.append(partial(_given, term))
                else:
                    terms = (*terms, term)
        return Figure(terms, tuple(rules))

    def tally(self, c: C) -> Terms:
        """All that weighs on it now, as terms."""
        terms = self.terms
        for rule in self.rules:
            term = rule(c)
            if term is not None:
                terms = (*terms, term)
        return terms

    def amount(self, c: C) -> int:
        """The sum of the same terms, by the same rules."""
        n = self.n
        for rule in self.rules:
            term = rule(c)
            if term is not None:
                n += term[1]
        return n


def _given(term: Term, c: object) -> Term:
    """A rule that was answered already."""
    return term


class Sums(Generic[C]):
    """Several figures, of which the sums are wanted together: only those that have rules are asked."""

    __slots__ = ("asked", "figures", "n")

    def __init__(self, *figures: Figure[C]) -> None:
        self.figures = figures
        self.n = tuple([figure.n for figure in figures])
        self.asked = tuple([(place, figure) for place, figure in enumerate(figures) if figure.rules])

    def amounts(self, c: C) -> tuple[int, ...]:
        """The sum of each, in their order."""
        if not self.asked:
            return self.n
        found = list(self.n)
        for place, figure in self.asked:
            found[place] = figure.amount(c)
        return tuple(found)

    def settled(self, c: C) -> Sums[C]:
        """The same of each."""
        return Sums(*[figure.settled(c) for figure in self.figures])


class Bears(Generic[C]):
    """All that bears on somebody. Made once for the same parts, and never changed but for its memo."""

    __slots__ = ("__dict__", "added", "below", "effects", "known", "modifiers", "tags")  # the first: for what is kept

    def __init__(
        self,
        effects: Effects[C],
        modifiers: tuple[Modifier, ...] = (),
        tags: Collection[str] = (),
        below: Bears[C] | None = None,
    ) -> None:
        """`below`: what these come on top of; a figure that none of them is about is the one from there."""
        effects.check(modifiers)
        self.effects, self.below = effects, below
        self.added = modifiers, frozenset(tags)  # to what is below
        self.modifiers: tuple[Modifier, ...] = modifiers if below is None else below.modifiers + modifiers
        self.tags: frozenset[str] = self.added[1] if below is None else below.tags | self.added[1]
        self.known: dict[Keys, Figure[C]] = {}

    def __contains__(self, tag: str) -> bool:
        return tag in self.tags

    def figure(self, keys: Keys) -> Figure[C]:
        """What bears on these keys, put together when it is first asked for."""
        try:
            return self.known[keys]
        except KeyError:
            found = self.effects.figure(self, keys) if self.below is None else self._upon(self.below, keys)
            self.known[keys] = found
            return found

    def _upon(self, below: Bears[C], keys: Keys) -> Figure[C]:
        """The same with what comes on top: only what is about these keys makes another figure of the one below."""
        each = (keys,) if isinstance(keys, str) else keys
        modifiers, tags = self.added
        those, marks = tuple([m for m in modifiers if m.on in each]), tags & self.effects.tags_on(each)
        return upon(below, those, marks, keys) if those or marks else below.figure(keys)


class Effects(Generic[C]):
    """The rules and conditions of a game, filled by its chapters; a game that has them in order sorts them."""

    def __init__(self) -> None:
        self.rules: list[tuple[tuple[str, ...], str, Gives[C]]] = []  # what each bears on, whose it is, and the rule
        self.own: set[Gives[C]] = set()
        self.conditions: dict[str, Holds[C]] = {}
        self._asked: dict[tuple[str, ...], tuple[list[tuple[str, Gives[C]]], frozenset[str]]] = {}

    def on(self, *keys: str, of: str = "", own: bool = False) -> Callable[[Gives[C]], Gives[C]]:
        """A rule that bears on these figures; with `of`, only for those who have the tag.

        `own`: it looks at nothing that changes while somebody, what he has and what he tries stay the same, neither at
        where he is nor at whom he acts against. A game that says what that is may keep its answer (`Figure.settled`).
        """

        def keep(rule: Gives[C]) -> Gives[C]:
            self.rules.append((keys, of, rule))
            if own:
                self.own.add(rule)
            self._asked.clear()
            return rule

        return keep

    def when(self, name: str) -> Callable[[Holds[C]], Holds[C]]:
        """A condition that modifiers may name."""
        if name in self.conditions:
            raise ValueError(f"the condition {name!r} is there already")

        def keep(holds: Holds[C]) -> Holds[C]:
            self.conditions[name] = holds
            return holds

        return keep

    def sort(self, place: Callable[[str], int]) -> None:
        """The rules in the order of the places of their modules."""
        self.rules.sort(key=lambda each: place(each[2].__module__))
        self._asked.clear()

    def check(self, modifiers: Iterable[Modifier], name: str = "") -> None:
        """ContentError if one of them names a condition there is not."""
        for m in modifiers:
            if m.when and m.when.partition(":")[0] not in self.conditions:
                known = tuple(map(Typed, sorted(self.conditions))) or "aucune"
                facts = m.label or Typed(m.of or m.on), m.n, Typed(m.on), Typed(m.when), known
                raise ContentError(
                    name, Said("« {} » ({:+} sur {}) : condition inconnue « {} » ; conditions : {}", facts)
                )

    # ------------------------------------------------------------ putting a figure together, once

    def figure(self, bears: Bears[C], on: Keys) -> Figure[C]:
        """Constants in order, then families reduced, then what depends on a condition, then the rules."""
        keys = (on,) if isinstance(on, str) else on
        plain: list[Term] = []
        asked: list[Gives[C]] = []
        families: dict[str, list[Modifier]] = {}
        for m in bears.modifiers:
            if m.on in keys:
                if m.family:
                    families.setdefault(m.family, []).append(m)
                elif m.when:
                    asked.append(self._conditional(m))
                else:
                    plain.append(m.term)
        for members in families.values():
            if any(m.when for m in members):
                asked += [self._of_family(members, 1), self._of_family(members, -1)]
            else:
                plain += [term for sign in (1, -1) if (term := best(members, sign)) is not None]
        asked += [rule for of, rule in self._bearing_on(keys)[0] if not of or of in bears.tags]
        return Figure(tuple(plain), tuple(dict.fromkeys(asked)), self.own)

    def tags_on(self, keys: tuple[str, ...]) -> frozenset[str]:
        """The tags for which a rule is asked about any of these."""
        return self._bearing_on(keys)[1]

    def _bearing_on(self, keys: tuple[str, ...]) -> tuple[list[tuple[str, Gives[C]]], frozenset[str]]:
        """The rules of the book that bear on any of these, each once however many of them it is about; their tags."""
        found = self._asked.get(keys)
        if found is None:
            rules = [(of, rule) for on, of, rule in self.rules if not set(keys).isdisjoint(on)]
            found = self._asked[keys] = rules, frozenset([of for of, _ in rules if of])
        return found

    def _holds(self, m: Modifier) -> Callable[[C], bool]:
        name, _, value = m.when.partition(":")
        holds = self.conditions[name]
        return lambda c: holds(c, value)

    def _conditional(self, m: Modifier) -> Gives[C]:
        holds, term = self._holds(m), m.term
        return lambda c: term if holds(c) else None

    def _of_family(self, members: list[Modifier], sign: int) -> Gives[C]:
        each = [(m, self._holds(m) if m.when else None) for m in members]

        def held(c: C) -> Iterator[Modifier]:
            return (m for m, holds in each if holds is None or holds(c))

        return lambda c: best(held(c), sign)


@lru_cache(maxsize=4096)
def upon(below: Bears[C], modifiers: tuple[Modifier, ...], tags: frozenset[str], keys: Keys) -> Figure[C]:
    """A figure with these on top: the same for all who differ only in what these keys have nothing to do with."""
    return below.effects.figure(Bears(below.effects, modifiers, tags, below), keys)


def best(members: Iterable[Modifier], sign: int) -> Term | None:
    """Of one family the best bonus (1), or the worst penalty (-1); the first of several alike."""
    top = max((m for m in members if m.n * sign > 0), key=lambda m: m.n * sign, default=None)
    return None if top is None else top.term


# ---------------------------------------------------------------- asking


def tally(bears: Bears[C], keys: Keys, c: C) -> Terms:
    """All that weighs on these keys now, as terms.

    A rule may ask for other figures, or for the same one of somebody else; never for the sum it is a part of, which
    would have no end.
    """
    try:
        figure = bears.known[keys]
    except KeyError:
        figure = bears.figure(keys)
    terms = figure.terms  # as `Figure.tally`, without a call of its own: nothing is asked for as often
    for rule in figure.rules:
        term = rule(c)
        if term is not None:
            terms = (*terms, term)
    return terms


def amount(bears: Bears[C], keys: Keys, c: C) -> int:
    """The sum of the same terms, by the same figure and the same rules."""
    try:
        figure = bears.known[keys]
    except KeyError:
        figure = bears.figure(keys)
    return figure.amount(c)
