"""The dice notation of free rolls: parse, roll, render.

    sum      = product { ("+" | "-") product }
    product  = signed { ("*" | "×") signed }
    signed   = [ "-" ] operand
    operand  = number | "(" sum ")" | roll
    roll     = [ number ] "d" ( number | "%" ) [ "!" ] [ ( "k" | "kh" | "kl" ) number ]

Capitals are welcome, blanks may stand between any two words, and the limits below belong to the grammar.

>>> parse("2D6 + 3")
Binary(op='+', left=Roll(count=2, sides=6, explode=False, keep=0), right=Number(value=3))
>>> str(parse("4d6 kh3 + (1d100 × 2)"))
'4d6k3+d%*2'
>>> parse("2d6 + 1001d6")
Traceback (most recent call last):
tablee.kernel.dice.DiceError: « 1001 » ne convient pas au caractère 7 : il faut un nombre de dés de 1 à 100.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Literal, cast

from msgspec import Struct

from .oracle import Oracle, chance

MAX_LENGTH = 200  # characters in a formula
MAX_DEPTH = 20  # parentheses inside one another
MAX_DICE = 100  # in one roll
MAX_DICE_IN_ALL = 200  # in one formula
MAX_SIDES = 1000
MAX_CONSTANT = 1_000_000
MAX_CHAIN = 100  # throws of one exploding die: out of reach in practice, but every roll ends
MAX_RESULT = 10**15  # whatever the dice; JavaScript still counts exactly up to here


# ---------------------------------------------------------------- the tree


class Node(Struct, frozen=True, tag=True):
    """What `parse` gives: a value, equal to any other of the same formula, and good as JSON."""

    def __str__(self) -> str:
        """The shortest spelling: never longer than what was typed, so it always parses back to the same tree."""
        return _render(cast("Expr", self), str)


class Number(Node, frozen=True):
    value: int


class Roll(Node, frozen=True):
    count: int
    sides: int
    explode: bool = False
    keep: int = 0  # as the oracle has it: 3 the three highest, -3 the three lowest, 0 all

    @property
    def kept(self) -> slice:
        """Where the kept dice stand once the dice are sorted, highest first."""
        return slice(self.keep) if self.keep > 0 else slice(self.keep, None)

    def __str__(self) -> str:
        count = "" if self.count == 1 else self.count
        sides = "%" if self.sides == 100 else self.sides
        keep = f"k{self.keep}" if self.keep > 0 else f"kl{-self.keep}" if self.keep else ""
        return f"{count}d{sides}{'!' * self.explode}{keep}"


class Negate(Node, frozen=True):
    operand: Expr


class Binary(Node, frozen=True):
    op: Op
    left: Expr
    right: Expr


Op = Literal["+", "-", "*"]
Expr = Number | Roll | Negate | Binary

_SIGNS: dict[str, Op] = {"+": "+", "-": "-", "*": "*", "×": "*"}
_APPLY: dict[Op, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def bounds(expr: Expr) -> tuple[int, int]:
    """The least and the greatest result the dice allow."""
    match expr:
        case Number():
            return expr.value, expr.value
        case Roll():
            dice = abs(expr.keep) or expr.count
            return dice, dice * expr.sides * (MAX_CHAIN if expr.explode else 1)
        case Negate():
            low, high = bounds(expr.operand)
            return -high, -low
        case Binary():
            left, right = bounds(expr.left), bounds(expr.right)
            corners = [_APPLY[expr.op](a, b) for a in left for b in right]
            return min(corners), max(corners)


# ---------------------------------------------------------------- parse


class DiceError(ValueError):
    """A formula that cannot be read: `text[at]` is wrong, or missing when `at == len(text)`."""

    def __init__(self, text: str, at: int, expected: str, expected_english: str) -> None:
        super().__init__(text, at, expected, expected_english)
        self.text, self.at, self.expected, self.expected_english = text, at, expected, expected_english

    def __str__(self) -> str:
        wrong = self._wrong("Formule trop longue", "Formule incomplète", "« {} » ne convient pas au caractère {}")
        return f"{wrong} : il faut {self.expected}."

    def english(self) -> str:
        wrong = self._wrong("Formula too long", "Incomplete formula", '"{}" does not fit at character {}')
        return f"{wrong}: it takes {self.expected_english}."

    def pointer(self) -> str:
        """Two lines: the source, and a caret under the wrong character."""
        shown = self.text if len(self.text) <= MAX_LENGTH else self.text[: MAX_LENGTH + 1] + "…"
        return "".join(c if c.isprintable() else " " for c in shown) + "\n" + " " * self.at + "^"

    def _wrong(self, too_long: str, incomplete: str, misfit: str) -> str:
        if len(self.text) > MAX_LENGTH:
            return too_long
        if self.at == len(self.text):
            return incomplete
        found: str = re.findall("[0-9]+|.", self.text[self.at :], re.DOTALL)[0]
        return misfit.format(found if found.isprintable() else f"U+{ord(found):04X}", self.at + 1)


def parse(text: str) -> Expr:
    """Read a formula, or raise DiceError and nothing else."""
    return _Parser(text).formula()


class _Parser:
    """Recursive descent, a method for each line of the grammar; `at` is always on a word or at the end."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth, self.dice = text, 0, 0, 0

    def take(self, pattern: str) -> str:
        """Step over the next word and the blanks behind it, if it is the one looked for."""
        word = re.compile(rf"({pattern})\s*").match(self.text, self.at)
        self.at = word.end() if word else self.at
        return word[1] if word else ""

    def within(self, low: int, high: int, digits: str, at: int, french: str, english: str) -> int:
        """The number written there: it must not be missing, and lie between these two."""
        if digits and low <= int(digits) <= high:
            return int(digits)
        french = f"{french} de {low} à {high:,}".replace(",", " ")
        raise DiceError(self.text, at, french, f"{english} from {low} to {high:,}")

    def at_most(self, most: int, amount: int, at: int, french: str, english: str) -> None:
        if amount > most:
            french = f"au plus {most:,} {french}".replace(",", " ")
            raise DiceError(self.text, at, french, f"at most {most:,} {english}")

    def formula(self) -> Expr:
        self.at_most(MAX_LENGTH, len(self.text), MAX_LENGTH, "caractères", "characters")
        self.take("")  # leading blanks
        expr = self.sum()
        if self.at < len(self.text):
            raise DiceError(self.text, self.at, "+, -, * ou la fin", "+, -, * or the end")
        return expr

    def sum(self) -> Expr:
        return self.series("[-+]", self.product)

    def product(self) -> Expr:
        return self.series("[*×]", self.signed)

    def series(self, signs: str, operand: Callable[[], Expr]) -> Expr:
        left, at = operand(), self.at
        while sign := self.take(signs):
            left = Binary(_SIGNS[sign], left, operand())
            self.at_most(MAX_RESULT, max(map(abs, bounds(left))), at, "comme résultat", "as a result")
            at = self.at
        return left

    def signed(self) -> Expr:
        return Negate(self.operand()) if self.take("-") else self.operand()

    def operand(self) -> Expr:
        at, digits = self.at, self.take("[0-9]+")
        if self.take("[dD]"):
            return self.roll(self.within(1, MAX_DICE, digits or "1", at, "un nombre de dés", "a number of dice"), at)
        if digits:
            return Number(self.within(0, MAX_CONSTANT, digits, at, "un nombre", "a number"))
        if self.take(r"\("):
            return self.group(at)
        french, english = "un nombre, un jet comme 2d6 ou une parenthèse", "a number, a roll like 2d6 or a parenthesis"
        raise DiceError(self.text, at, french, english)

    def group(self, at: int) -> Expr:
        self.depth += 1
        self.at_most(MAX_DEPTH, self.depth, at, "parenthèses imbriquées", "nested parentheses")
        inside = self.sum()
        self.depth -= 1
        if not self.take(r"\)"):
            raise DiceError(self.text, self.at, "+, -, * ou )", "+, -, * or )")
        return inside

    def roll(self, count: int, at: int) -> Roll:
        self.dice += count
        self.at_most(MAX_DICE_IN_ALL, self.dice, at, "dés en tout", "dice in all")
        at, digits, explode = self.at, self.take("[0-9]+|%").replace("%", "100"), bool(self.take("!"))
        french, english = "un nombre de faces", "a number of sides"
        if explode:  # a die of one side would explode for ever
            french, english = french + " pour exploser", english + " to explode"
        sides = self.within(2 if explode else 1, MAX_SIDES, digits, at, french, english)
        keep = self.take("[kK][hHlL]?").lower()
        if not keep:
            return Roll(count, sides, explode)
        at, digits = self.at, self.take("[0-9]+")
        kept = self.within(1, count, digits, at, "un nombre de dés à garder", "a number of dice to keep")
        return Roll(count, sides, explode, -kept if keep == "kl" else kept)


# ---------------------------------------------------------------- roll


class Die(Struct, frozen=True):
    faces: tuple[int, ...]  # one, or several if it exploded
    kept: bool

    def __str__(self) -> str:
        faces = "+".join(map(str, self.faces))
        return faces if self.kept else f"({faces})"


class Thrown(Struct, frozen=True):
    """The dice of one Roll, highest first, and the total of those kept."""

    roll: Roll
    dice: tuple[Die, ...]
    total: int


class Rolled(Struct, frozen=True):
    """A formula, its throws from left to right, and its total."""

    expr: Expr
    throws: tuple[Thrown, ...]
    total: int

    def __str__(self) -> str:
        """As in `4d6k3 [6, 5, 3, (1)] + 2 = 16`: dice put aside stand in parentheses."""
        dice = iter([", ".join(map(str, throw.dice)) for throw in self.throws])
        return f"{_render(self.expr, lambda roll: f'{roll} [{next(dice)}]', gap=' ')} = {self.total}"


def roll(expr: Expr, oracle: Oracle) -> Rolled:
    """Throw every die and remember every face."""
    throws: list[Thrown] = []

    def throw(node: Roll) -> int:
        faces = _faces(oracle, node)
        kept = range(node.count)[node.kept]
        dice = tuple(Die(chain, place in kept) for place, chain in enumerate(faces))
        subtotal = sum(map(sum, faces[node.kept]))
        throws.append(Thrown(node, dice, subtotal))
        return subtotal

    result = _value(expr, throw)
    return Rolled(expr, tuple(throws), result)


def total(oracle: Oracle, expr: Expr) -> int:
    """Only the result, asking the oracle for no more than it takes: this is what makes exact odds cheap."""

    def throw(node: Roll) -> int:
        if node.explode:
            return sum(chains(oracle, node.count, node.sides, node.keep))
        if node.keep:
            return sum(oracle.pool(node.count, node.sides, keep=node.keep))
        return oracle.total(node.count, node.sides)

    return _value(expr, throw)


def explode(oracle: Oracle, sides: int) -> tuple[int, ...]:
    """The faces of one die, thrown again as long as it shows its highest."""
    faces = [oracle.d(sides, "dé explosif")]
    while faces[-1] == sides and len(faces) < MAX_CHAIN:
        faces.append(oracle.d(sides, "dé explosif"))
    return tuple(faces)


@chance
def chain(oracle: Oracle, sides: int) -> int:
    """The total of one exploding die."""
    return sum(explode(oracle, sides))


@chance
def chains(oracle: Oracle, n: int, sides: int, keep: int) -> tuple[int, ...]:
    """The totals of n exploding dice that are kept, or their sum when all are; one die at a time, for the odds."""
    before = chains(oracle, n - 1, sides, keep) if n > 1 else ()
    totals = sorted((*before, chain(oracle, sides)), reverse=True)
    if not keep:
        return (sum(totals),)
    return tuple(totals[:keep] if keep > 0 else totals[keep:])


def _faces(oracle: Oracle, node: Roll) -> list[tuple[int, ...]]:
    """What each die of a roll shows, highest first."""
    if node.explode:
        return sorted((explode(oracle, node.sides) for _ in range(node.count)), key=sum, reverse=True)
    return [(face,) for face in oracle.pool(node.count, node.sides)]


def _value(expr: Expr, throw: Callable[[Roll], int]) -> int:
    match expr:
        case Number():
            return expr.value
        case Roll():
            return throw(expr)
        case Negate():
            return -_value(expr.operand, throw)
        case Binary():
            return _APPLY[expr.op](_value(expr.left, throw), _value(expr.right, throw))


# ---------------------------------------------------------------- render


def _render(expr: Expr, show: Callable[[Roll], str], gap: str = "", least: int = 0) -> str:
    """Spell a tree; a part that binds less than `least` needs parentheses."""
    match expr:
        case Number():
            return str(expr.value)
        case Roll():
            return show(expr)
        case Negate():
            binds, text = 3, "-" + _render(expr.operand, show, gap, least=4)
        case Binary():
            binds = 2 if expr.op == "*" else 1
            left, right = _render(expr.left, show, gap, binds), _render(expr.right, show, gap, binds + 1)
            text = f"{left}{gap}{expr.op}{gap}{right}"
    return f"({text})" if binds < least else text
