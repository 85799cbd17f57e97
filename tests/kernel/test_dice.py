"""Free rolls: what may be typed, what it gives, and what is said of all the rest."""

from __future__ import annotations

import doctest
import pickle
import re
from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tablee.kernel import dice
from tablee.kernel.dice import Binary, DiceError, Die, Expr, Negate, Number, Roll, Rolled, bounds, parse, roll, total
from tablee.kernel.odds import odds


class Scripted:
    """Dice that fall as written; it remembers what it was asked."""

    sub = None  # chance functions are simply called

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.asked: list[tuple[Any, ...]] = []

    def next(self, sides: int) -> int:
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face

    def d(self, sides: int, why: str = "") -> int:
        self.asked.append(("d", sides))
        return self.next(sides)

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> tuple[int, ...]:
        self.asked.append(("pool", n, sides, keep))
        faces = sorted((self.next(sides) for _ in range(n)), reverse=True)
        return tuple(faces[:keep] if keep > 0 else faces[keep:])

    def total(self, n: int, sides: int, why: str = "") -> int:
        self.asked.append(("total", n, sides))
        return sum(self.next(sides) for _ in range(n))


class Drawn(Scripted):
    """Dice that fall as Hypothesis likes."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__([])
        self.data = data

    def next(self, sides: int) -> int:
        return self.data.draw(st.sampled_from([1, sides]) | st.integers(1, sides))


class Always(Scripted):
    """Every die shows its lowest, or its highest, face."""

    def __init__(self, highest: bool) -> None:
        super().__init__([])
        self.highest = highest

    def next(self, sides: int) -> int:
        return sides if self.highest else 1


def rolled(text: str, *faces: int) -> Rolled:
    """Roll with these faces: all of them are used, and `total` agrees."""
    expr, by_faces, by_total = parse(text), Scripted(faces), Scripted(faces)
    result: Rolled = roll(expr, by_faces)
    assert total(by_total, expr) == result.total
    assert not by_faces.faces and not by_total.faces
    return result


# ---------------------------------------------------------------- what may be typed


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("7", Number(7)),
        ("007", Number(7)),
        ("0", Number(0)),
        ("2d6", Roll(2, 6)),
        ("2D6", Roll(2, 6)),
        ("d20", Roll(1, 20)),
        ("d100", Roll(1, 100)),
        ("d%", Roll(1, 100)),
        ("3D%", Roll(3, 100)),
        ("1d1", Roll(1, 1)),
        ("4d6kh3", Roll(4, 6, keep=3)),
        ("4d6k3", Roll(4, 6, keep=3)),
        ("4D6KH3", Roll(4, 6, keep=3)),
        ("4d6kH4", Roll(4, 6, keep=4)),
        ("4d6kl1", Roll(4, 6, keep=-1)),
        ("4d6Kl1", Roll(4, 6, keep=-1)),
        ("4d6KL4", Roll(4, 6, keep=-4)),
        ("3d10!", Roll(3, 10, explode=True)),
        ("d%!", Roll(1, 100, explode=True)),
        ("4d6!kh3", Roll(4, 6, explode=True, keep=3)),
        ("4d6!kl3", Roll(4, 6, explode=True, keep=-3)),
        ("2d6+3", Binary("+", Roll(2, 6), Number(3))),
        ("2d6 + 3", Binary("+", Roll(2, 6), Number(3))),
        ("2d6 × 3", Binary("*", Roll(2, 6), Number(3))),
        (" \t2 d 6 ! kh 2\u00a0-\u202f3\n", Binary("-", Roll(2, 6, True, 2), Number(3))),
        ("-d6", Negate(Roll(1, 6))),
        ("-(-3)", Negate(Negate(Number(3)))),
        ("((2d6))", Roll(2, 6)),
    ],
)
def test_forms(text: str, tree: Expr) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("2*3+1", 7),
        ("10-3-2", 5),
        ("10-(3-2)", 9),
        ("10-3+2", 9),
        ("-2+5", 3),
        ("-(2+5)", -7),
        ("-2*3", -6),
        ("2*-3", -6),
        ("2--3", 5),
        ("2+-3", -1),
        ("2 × 3 * 4", 24),
        ("-2*-3", 6),
    ],
)
def test_precedence(text: str, value: int) -> None:
    assert rolled(text).total == value
    assert bounds(parse(text)) == (value, value)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" 2D6 + 03 ", "2d6+3"),
        ("1d6", "d6"),
        ("1d100", "d%"),
        ("4d6 kh 3", "4d6k3"),
        ("4d6KL1", "4d6kl1"),
        ("4d6!kh3", "4d6!k3"),
        ("2×3", "2*3"),
        ("((1+2))+3", "1+2+3"),
        ("1+(2+3)", "1+(2+3)"),
        ("1-(2-3)", "1-(2-3)"),
        ("1*(2*3)", "1*(2*3)"),
        ("(1*2)+3", "1*2+3"),
        ("1*(2+3)", "1*(2+3)"),
        ("(-2)*3", "-2*3"),
        ("-(2*3)", "-(2*3)"),
        ("2+(-3)", "2+-3"),
        ("-(-3)", "-(-3)"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


def test_the_examples_of_the_module_are_true() -> None:
    results = doctest.testmod(dice)
    assert results.attempted and not results.failed


# ---------------------------------------------------------------- what it gives


def test_a_plain_roll() -> None:
    result = rolled("2d6+3", 2, 5)
    assert result.total == 10
    assert result.throws[0].dice == (Die((5,), True), Die((2,), True))
    assert str(result) == "2d6 [5, 2] + 3 = 10"


def test_keep_highest() -> None:
    result = rolled("4d6kh3", 3, 1, 6, 5)
    assert result.total == result.throws[0].total == 14
    assert [die.kept for die in result.throws[0].dice] == [True, True, True, False]
    assert str(result) == "4d6k3 [6, 5, 3, (1)] = 14"


def test_keep_lowest() -> None:
    assert str(rolled("4d6kl1", 3, 1, 6, 5)) == "4d6kl1 [(6), (5), (3), 1] = 1"


def test_an_exploding_die_goes_on_as_long_as_it_shows_its_highest_face() -> None:
    result = rolled("3d10!", 7, 10, 10, 4, 2)
    assert [die.faces for die in result.throws[0].dice] == [(10, 10, 4), (7,), (2,)]
    assert str(result) == "3d10! [10+10+4, 7, 2] = 33"


def test_keep_chooses_among_exploded_totals() -> None:
    assert str(rolled("4d6!kh3", 5, 6, 1, 2, 6, 6, 3)) == "4d6!k3 [6+6+3, 6+1, 5, (2)] = 27"
    assert str(rolled("2d6!kl1", 6, 1, 5)) == "2d6!kl1 [(6+1), 5] = 5"


def test_throws_come_from_left_to_right() -> None:
    result = rolled("(d20 - d4) * -(2d6 + 1)", 13, 3, 6, 1)
    assert [throw.roll for throw in result.throws] == [Roll(1, 20), Roll(1, 4), Roll(2, 6)]
    assert str(result) == "(d20 [13] - d4 [3]) * -(2d6 [6, 1] + 1) = -80"


def test_no_dice_at_all() -> None:
    assert str(rolled("3")) == "3 = 3"


def test_total_asks_for_no_more_than_it_needs() -> None:
    oracle = Scripted([1] * 30)
    total(oracle, parse("20d6 + 4d6kh3 - 3d8kl2 + 2d10!"))
    assert oracle.asked == [("total", 20, 6), ("pool", 4, 6, 3), ("pool", 3, 8, -2), ("d", 10), ("d", 10)]


def test_roll_asks_for_every_face() -> None:
    oracle = Scripted([1] * 30)
    roll(parse("20d6 + 4d6kh3 + d10!"), oracle)
    assert oracle.asked == [("pool", 20, 6, 0), ("pool", 4, 6, 0), ("d", 10)]


def test_a_die_that_never_stops_exploding_is_stopped() -> None:
    result = roll(parse("2d2!"), Always(highest=True))
    assert result.total == 2 * dice.MAX_CHAIN * 2
    assert len(result.throws[0].dice[0].faces) == dice.MAX_CHAIN


@pytest.mark.parametrize("text", ["3d4", "3d4kh2", "3d4kl1", "d4*d6-2", "-(2d3kl1+d3)*2"])
def test_exact_odds(text: str) -> None:
    expr = parse(text)
    sides = [side for n, side in re.findall(r"(\d*)d(\d)", text) for _ in range(int(n or 1))]
    expected = Counter(total(Scripted(faces), expr) for faces in product(*(range(1, int(s) + 1) for s in sides)))
    found = odds(total, expr)
    assert {value: ways * expected.total() for value, ways in found.ways.items()} == {
        value: ways * found.out_of for value, ways in expected.items()
    }


def test_trees_and_results_go_through_json() -> None:
    result = rolled("-(4d6!kh3 + 2) * d%", 5, 6, 1, 2, 4, 50)
    assert msgspec.json.decode(msgspec.json.encode(result), type=Rolled) == result
    assert hash(result.expr) == hash(parse("-(4d6!k3+2)*d%"))


# ---------------------------------------------------------------- limits, at the bound and just beyond


def refused(text: str) -> DiceError:
    with pytest.raises(DiceError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("fits", "beyond", "at"),
    [
        ("100d6", "101d6", 0),
        ("1d6", "0d6", 0),
        ("100d6+100d6", "100d6+100d6+d6", 12),
        ("100d6+99d6+d6", "100d6+99d6+2d6", 11),
        ("d1000", "d1001", 1),
        ("d1", "d0", 1),
        ("d1000!", "d1001!", 1),
        ("d2!", "d1!", 1),
        ("4d6kh4", "4d6kh5", 5),
        ("4d6k1", "4d6k0", 4),
        ("4d6!kl4", "4d6!kl5", 6),
        ("1000000", "1000001", 0),
        ("2+1000000", "2+1000001", 2),
        ("(" * 20 + "1" + ")" * 20, "(" * 21 + "1" + ")" * 21, 20),
        ("(1)" + "+(1)" * 30, "(" * 10 + "1" + ")" * 10 + "+" + "(" * 21 + "1" + ")" * 21, 42),
        ("1" + " " * 199, "1" + " " * 200, 200),
        ("+".join(["1"] * 100) + " ", "+".join(["1"] * 101), 200),
        ("1000000*1000000*1000", "1000000*1000000*1001", 15),
        ("1000000*1000000*1000-0", "1000000*1000000*1000+1", 20),
        ("-1000000*1000000*1000+1", "-1000000*1000000*1000-1", 21),
        ("100d1000!*1000000*100", "100d1000!*1000000*101", 17),
    ],
)
def test_limits(fits: str, beyond: str, at: int) -> None:
    parse(fits)
    assert refused(beyond).at == at


# ---------------------------------------------------------------- what is said of all the rest

OPERAND = "un nombre, un jet comme 2d6 ou une parenthèse"
AFTER = "+, -, * ou la fin"
INSIDE = "+, -, * ou )"
SIDES = "un nombre de faces de 1 à 1 000"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, OPERAND),
        ("   ", 3, OPERAND),
        ("abc", 0, OPERAND),
        ("+3", 0, OPERAND),
        ("--3", 1, OPERAND),
        ("2d6+", 4, OPERAND),
        ("2d6 + ", 6, OPERAND),
        ("2d6+*3", 4, OPERAND),
        ("2**3", 2, OPERAND),
        ("-", 1, OPERAND),
        ("()", 1, OPERAND),
        (")", 0, OPERAND),
        ("kh3", 0, OPERAND),
        ("٣d6", 0, OPERAND),
        ("½", 0, OPERAND),
        ("d", 1, SIDES),
        ("2d", 2, SIDES),
        ("2d ", 3, SIDES),
        ("d0", 1, SIDES),
        ("2d-6", 2, SIDES),
        ("2dd6", 2, SIDES),
        ("2d(6)", 2, SIDES),
        ("2d9999", 2, SIDES),
        ("3d1!", 2, "un nombre de faces pour exploser de 2 à 1 000"),
        ("1001d6", 0, "un nombre de dés de 1 à 100"),
        ("2d6+0d6", 4, "un nombre de dés de 1 à 100"),
        ("9" * 200, 0, "un nombre de 0 à 1 000 000"),
        ("9" * 198 + "d6", 0, "un nombre de dés de 1 à 100"),
        ("2d6kh9", 5, "un nombre de dés à garder de 1 à 2"),
        ("4d6kh5", 5, "un nombre de dés à garder de 1 à 4"),
        ("4d6kh", 5, "un nombre de dés à garder de 1 à 4"),
        ("4d6k x", 5, "un nombre de dés à garder de 1 à 4"),
        ("4d6kh0", 5, "un nombre de dés à garder de 1 à 4"),
        ("2d6)", 3, AFTER),
        ("2d6 3", 4, AFTER),
        ("2d6d6", 3, AFTER),
        ("2d6!!", 4, AFTER),
        ("4d6kh3!", 6, AFTER),
        ("4d6kh3kl1", 6, AFTER),
        ("4d6\u212a3", 3, AFTER),  # the Kelvin sign is no K
        ("1 000", 2, AFTER),
        ("3(4)", 1, AFTER),
        ("2d6/2", 3, AFTER),
        ("2.5", 1, AFTER),
        ("3\0", 1, AFTER),
        ("(2d6", 4, INSIDE),
        ("((2d6) 1)", 7, INSIDE),
        ("(" * 21, 20, "au plus 20 parenthèses imbriquées"),
        ("100d6+100d6+1d6", 12, "au plus 200 dés en tout"),
        ("1000000*1000000*1000000", 15, "au plus 1 000 000 000 000 000 comme résultat"),
        ("1" * 201, 200, "au plus 200 caractères"),
    ],
)
def test_errors_point_at_the_wrong_character(text: str, at: int, expected: str) -> None:
    error = refused(text)
    assert (error.text, error.at, error.expected) == (text, at, expected)


@pytest.mark.parametrize(
    ("text", "french", "english"),
    [
        (
            "4d6kh5",
            "« 5 » ne convient pas au caractère 6 : il faut un nombre de dés à garder de 1 à 4.",
            '"5" does not fit at character 6: it takes a number of dice to keep from 1 to 4.',
        ),
        (
            "3d1!",
            "« 1 » ne convient pas au caractère 3 : il faut un nombre de faces pour exploser de 2 à 1 000.",
            '"1" does not fit at character 3: it takes a number of sides to explode from 2 to 1,000.',
        ),
        (
            "2d6+",
            "Formule incomplète : il faut un nombre, un jet comme 2d6 ou une parenthèse.",
            "Incomplete formula: it takes a number, a roll like 2d6 or a parenthesis.",
        ),
        (
            "2d6\x07",
            "« U+0007 » ne convient pas au caractère 4 : il faut +, -, * ou la fin.",
            '"U+0007" does not fit at character 4: it takes +, -, * or the end.',
        ),
        (
            "1" * 201,
            "Formule trop longue : il faut au plus 200 caractères.",
            "Formula too long: it takes at most 200 characters.",
        ),
        (
            "1000000*1000000*1001",
            "« * » ne convient pas au caractère 16 : il faut au plus 1 000 000 000 000 000 comme résultat.",
            '"*" does not fit at character 16: it takes at most 1,000,000,000,000,000 as a result.',
        ),
    ],
)
def test_sentences(text: str, french: str, english: str) -> None:
    error = refused(text)
    assert str(error) == french
    assert error.english() == english


def test_the_pointer_stands_under_the_wrong_character() -> None:
    assert refused("2d6 + 3d1!").pointer() == "2d6 + 3d1!\n        ^"
    assert refused("2d").pointer() == "2d\n  ^"
    assert refused("").pointer() == "\n^"
    assert refused("2d6\n+\tx").pointer() == "2d6 + x\n      ^"
    assert refused("1" * 5000).pointer() == "1" * 201 + "…\n" + " " * 200 + "^"


def test_errors_can_be_pickled() -> None:
    error = refused("2d")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.at, copy.english()) == (str(error), error.at, error.english())


# ---------------------------------------------------------------- what must always hold


@st.composite
def rolls(draw: st.DrawFn) -> Roll:
    count = draw(st.integers(1, 8) | st.integers(1, 100))
    explode = draw(st.booleans())
    sides = draw(st.sampled_from([2, 6, 20, 100]) | st.integers(2 if explode else 1, 1000))
    keep = draw(st.sampled_from([0, 1, -1, count, -count]) | st.integers(-count, count))
    return Roll(count, sides, explode, keep)


def dice_in(expr: Expr) -> int:
    match expr:
        case Roll():
            return expr.count
        case Negate():
            return dice_in(expr.operand)
        case Binary():
            return dice_in(expr.left) + dice_in(expr.right)
        case Number():
            return 0


def legal(expr: Expr) -> bool:
    """Whether a tree is one that could have been typed."""
    text = str(expr)
    deepest = depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        deepest = max(deepest, depth)
    return len(text) <= 200 and deepest <= 20 and dice_in(expr) <= 200 and largest(expr) <= 10**15


def largest(expr: Expr) -> int:
    """The greatest amount met anywhere in a tree, the parts included."""
    parts = [expr.operand] if isinstance(expr, Negate) else [expr.left, expr.right] if isinstance(expr, Binary) else []
    return max(*map(abs, extremes(expr)), *map(largest, parts), 0)


def extremes(expr: Expr) -> tuple[int, int]:
    """The bounds once more, sign by sign."""
    match expr:
        case Number():
            return expr.value, expr.value
        case Roll():
            return roll(expr, Always(highest=False)).total, roll(expr, Always(highest=True)).total
        case Negate():
            low, high = extremes(expr.operand)
            return -high, -low
        case Binary():
            (a, b), (c, d) = extremes(expr.left), extremes(expr.right)
            if expr.op == "+":
                return a + c, b + d
            if expr.op == "-":
                return a - d, b - c
            if a >= 0:
                return (a * c if c >= 0 else b * c), (b * d if d >= 0 else a * d)
            if b <= 0:
                return (a * d if d >= 0 else b * d), (b * c if c >= 0 else a * c)
            return min(a * d, b * c), max(a * c, b * d)


trees: st.SearchStrategy[Expr] = st.recursive(
    st.builds(Number, st.integers(0, 20) | st.integers(0, 1_000_000)) | rolls(),
    lambda inner: st.builds(Negate, inner) | st.builds(Binary, st.sampled_from("+-*"), inner, inner),
    max_leaves=12,
).filter(legal)

formulas = st.text(" 0123456789dD%!kKhHlL+-*×()", max_size=210) | st.lists(
    st.sampled_from(
        ["2d6", "d%", "4d6kh3", "d8!", "100d6", "3", "+", "-", "*", "×", "(", ")", " ", "kl1", "!", "d", "é"]
    )
).map("".join)


@given(trees)
def test_canonical_text_parses_back_to_the_same_tree(expr: Expr) -> None:
    assert parse(str(expr)) == expr


@given(trees, st.data())
def test_blanks_capitals_and_crosses_change_nothing(expr: Expr, data: st.DataObject) -> None:
    words = re.findall(r"[0-9]+|kl|.", str(expr))
    loose = "".join(word + data.draw(st.sampled_from(["", " ", "\u00a0"])) for word in words).replace("*", "×").upper()
    assume(len(loose) <= 200)
    assert parse(loose) == expr


@given(st.text(max_size=250) | formulas)
@example("İd6")
@example("2d6" + "\udfff")
@example("2d6{}{0}%s")
def test_any_text_parses_or_is_explained(text: str) -> None:
    try:
        expr = parse(text)
    except DiceError as error:
        assert error.text == text
        assert 0 <= error.at <= len(text)
        assert len(str(error).splitlines()) == len(error.english().splitlines()) == 1
        source, caret = error.pointer().splitlines()
        assert caret == " " * error.at + "^"
        assert len(source) == len(text) or len(text) > 200
    else:
        assert legal(expr)
        assert len(str(expr)) <= len(text)
        assert parse(str(expr)) == expr


@given(trees, st.data())
def test_every_result_lies_within_the_bounds(expr: Expr, data: st.DataObject) -> None:
    assume(dice_in(expr) <= 40)
    low, high = extremes(expr)
    assert bounds(expr) == (low, high)
    result = roll(expr, Drawn(data))
    assert low <= result.total <= high
    assert abs(result.total) <= dice.MAX_RESULT
    faces = [face for throw in result.throws for die in throw.dice for face in die.faces]
    for throw in result.throws:
        assert len(throw.dice) == throw.roll.count
        assert sum(die.kept for die in throw.dice) == (abs(throw.roll.keep) or throw.roll.count)
        assert throw.total == sum(sum(die.faces) for die in throw.dice if die.kept)
        totals = [sum(die.faces) for die in throw.dice]
        assert totals == sorted(totals, reverse=True)
    # the same faces, read by `total`
    assert total(Scripted(faces), expr) == result.total
