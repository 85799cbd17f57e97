"""The dice of Fluid: how a throw is read, how it explodes, and its exact odds against the ledger and icepool."""

from fractions import Fraction

import icepool
import pytest
from icepool import d10

from kernel.test_simulated import chi_square
from tablee.games.fluid.book.c3_tests.des import BAS, HAUT, PLEIN, au_plus, chaine, explosions, lancer, lire
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.model.people import Options
from tablee.kernel.live import Awaiting, Live, Scripted, typed
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Dice, Throw
from tablee.kernel.simulated import Sampled, Simulated

from .jeu import dit, exact, jouer, proches, rows, scene

LES_DEUX, SANS_BASE, SANS_DOUBLES, AUCUNE = (True, True), (False, True), (True, False), (False, False)
REGLES = {"defaut": LES_DEUX, "option_1": SANS_BASE, "option_2": SANS_DOUBLES}
OPTIONS = {"defaut": (), "option_1": ("explosion_sans_base",), "option_2": ("explosion_sans_doubles",)}


def jet(des, *faces, regle=LES_DEUX):
    """The die part of a test for these faces, all of them used."""
    oracle = Scripted(faces)
    obtenu = lancer(oracle, des, regle)
    assert oracle.left_over() is None
    return obtenu


# ---------------------------------------------------------------- reading a throw: base die first, then the others


@pytest.mark.rule("FLU-3.1")
@pytest.mark.parametrize("face", range(2, 10))
def test_the_base_die_alone_is_its_face(face):
    assert jet(0, face) == face


@pytest.mark.rule("FLU-3.8")
@pytest.mark.parametrize(
    ("faces", "obtenu"),
    [((10, 2), 12), ((10, 9), 19), ((10, 10, 3), 23), ((10, 10, 10, 10, 5), 45), ((10, 1), 11), ((10, 10, 1), 21)],
)
def test_a_ten_on_the_base_die_explodes_upwards_while_tens_come(faces, obtenu):
    assert jet(0, *faces) == obtenu


@pytest.mark.rule("FLU-3.9")
@pytest.mark.parametrize(
    ("faces", "obtenu"),
    [((1, 4), -5), ((1, 9), -10), ((1, 1, 4), -6), ((1, 1, 1, 2), -5), ((1, 10), -11), ((1, 1, 10), -12)],
)
def test_a_one_on_the_base_die_explodes_downwards_while_ones_come(faces, obtenu):
    assert jet(0, *faces) == obtenu


@pytest.mark.rule("FLU-3.11")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (1, (4, 7), 7),
        (1, (7, 4), 7),
        (3, (5, 2, 8, 3), 8),
        (3, (9, 2, 8, 3), 9),
        (2, (3, 10, 4), 10),  # a single 10 on a dé d'avantage is kept, no more
        (2, (6, 1, 1), 6),  # FLU-3.13 e: a double 1 means nothing here
        (5, (2, 2, 2, 2, 2, 2), 2),
    ],
)
def test_the_highest_face_is_kept_with_avantages(des, faces, obtenu):
    assert jet(des, *faces) == obtenu


@pytest.mark.rule("FLU-3.34")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (-1, (4, 7), 4),
        (-1, (7, 4), 4),
        (-3, (5, 2, 8, 3), 2),
        (-3, (2, 5, 8, 3), 2),
        (-2, (3, 1, 4), 1),  # a single 1 on a dé de désavantage is kept, no more
        (-2, (6, 10, 10), 6),  # FLU-3.13 e: a double 10 means nothing here
        (-5, (9, 9, 9, 9, 9, 9), 9),
    ],
)
def test_the_lowest_face_is_kept_with_desavantages(des, faces, obtenu):
    assert jet(des, *faces) == obtenu


@pytest.mark.rule("FLU-3.12")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (2, (5, 10, 10, 8), 18),  # two tens among the dés d'avantage
        (3, (5, 10, 4, 10, 10, 6), 26),  # wherever they lie, and the chain goes on
        (3, (9, 10, 10, 10, 2), 12),  # three tens: one explosion, the 10 counted once
        (1, (10, 10, 3), 13),  # base 10 and another 10: one explosion too (FLU-3.13 f)
        (2, (2, 10, 10, 1), 11),  # a 1 in the chain is +1
    ],
)
def test_a_double_ten_explodes_once_with_avantages(des, faces, obtenu):
    assert jet(des, *faces) == obtenu


@pytest.mark.rule("FLU-3.36")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (-2, (5, 1, 1, 2), -3),
        (-3, (5, 1, 4, 1, 1, 1, 6), -9),
        (-3, (9, 1, 1, 1, 2), -3),
        (-1, (1, 1, 3), -4),
        (-2, (2, 1, 1, 10), -11),
    ],
)
def test_a_double_one_explodes_once_with_desavantages(des, faces, obtenu):
    assert jet(des, *faces) == obtenu


@pytest.mark.rule("FLU-3.13")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (2, (1, 9, 9, 4), -5),  # a: the base 1 explodes downwards, the nines are ignored
        (-2, (10, 2, 3, 4), 14),  # b: the base 10 explodes upwards, the low dice are ignored
        (2, (1, 10, 10, 4), -5),  # d: base 1 before a double 10
        (-2, (10, 1, 1, 4), 14),  # d: base 10 before a double 1
        (2, (10, 9, 9, 4), 14),
        (-2, (1, 9, 9, 4), -5),
        (1, (1, 10, 4), -5),
        (-1, (10, 1, 4), 14),
    ],
)
def test_the_base_die_is_read_first(des, faces, obtenu):
    assert jet(des, *faces) == obtenu


@pytest.mark.rule("FLU-3.13")
@pytest.mark.parametrize(
    ("avantages", "points", "faces", "obtenu"),
    [
        (0, 0, (10, 10, 3), 28),  # c: 5 + 10 + 10 + 3
        (3, 3, (9,), 17),  # points never change a face: 9 is no 10
        (3, 3, (10, 4), 22),  # g: points count in an explosion upwards
        (3, 3, (1, 4), 3),  # g: and downwards
        (-3, 3, (10, 4), 16),
        (-3, 3, (2,), 4),  # 5 + 2 - 3; 2 - 1 is no 1
        (3, 1, (4, 8, 2), 14),
        (-3, 1, (4, 8, 2), 6),
    ],
)
def test_points_count_whatever_the_dice_do(avantages, points, faces, obtenu):
    _, oracle = jouer(scene(jok={"AGI": 5}), Tester("jok", ("AGI",), circonstances=avantages, points=points), *faces)
    assert dit(oracle)["total"] == obtenu


@pytest.mark.rule("FLU-3.16")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (0, (10,), 10),
        (0, (1,), 1),
        (1, (10, 4), 10),
        (1, (1, 4), 4),
        (-1, (1, 4), 1),
        (-1, (10, 4), 4),
        (1, (10, 10, 7), 17),  # the base die counts in the double
        (-1, (1, 1, 7), -8),
        (2, (1, 10, 10, 7), 17),  # and no longer stands before it
        (2, (1, 1, 1), 1),
        (-2, (10, 10, 10), 10),
    ],
)
def test_with_option_1_only_doubles_explode(des, faces, obtenu):
    assert jet(des, *faces, regle=SANS_BASE) == obtenu


@pytest.mark.rule("FLU-3.17")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [
        (0, (10, 4), 14),
        (0, (1, 4), -5),
        (2, (5, 10, 10), 10),
        (-2, (5, 1, 1), 1),
        (2, (10, 10, 10, 4), 14),
        (-2, (1, 1, 1, 4), -5),
    ],
)
def test_with_option_2_only_the_base_die_explodes(des, faces, obtenu):
    assert jet(des, *faces, regle=SANS_DOUBLES) == obtenu


@pytest.mark.rule("FLU-3.16", "FLU-3.17")
@pytest.mark.parametrize(
    ("des", "faces", "obtenu"),
    [(0, (10,), 10), (0, (1,), 1), (2, (10, 10, 10), 10), (-2, (1, 1, 1), 1), (2, (1, 1, 1), 1), (1, (3, 8), 8)],
)
def test_with_both_options_nothing_explodes(des, faces, obtenu):
    assert jet(des, *faces, regle=AUCUNE) == obtenu


@pytest.mark.rule("FLU-3.16", "FLU-3.17")
def test_each_option_takes_one_kind_of_explosion_away():
    assert explosions(Options()) == LES_DEUX
    assert explosions(Options(explosion_sans_base=True)) == SANS_BASE
    assert explosions(Options(explosion_sans_doubles=True)) == SANS_DOUBLES
    assert explosions(Options(explosion_sans_base=True, explosion_sans_doubles=True)) == AUCUNE


@pytest.mark.rule("FLU-3.11")
@pytest.mark.parametrize(("des", "sorte"), [(3, "avantages"), (-3, "désavantages")])
def test_the_extra_dice_are_thrown_with_the_base_die_which_stays_apart(des, sorte):
    live = Live(by_hand=("jok",))
    with pytest.raises(Awaiting) as stop:
        lancer(live.of("jok"), des, LES_DEUX)
    (throw,) = stop.value.wanted
    assert isinstance(throw, Throw)
    assert [(d.n, d.sides, d.why) for d in throw.dice] == [(1, 10, "base"), (3, 10, sorte)]
    again = Live([typed(throw, ((5,), (6, 7, 8)))], by_hand=("jok",))
    assert lancer(again.of("jok"), des, LES_DEUX) == (8 if des > 0 else 5)


@pytest.mark.rule("FLU-3.13")
def test_chain_dice_are_thrown_one_by_one_afterwards():
    live = Live(by_hand=("jok",))
    live.transcript.append(typed(Throw("jok", (Dice(1, 10, "base"),)), ((10,),)))
    for face in (10, 10, 4):
        live.at = 0
        with pytest.raises(Awaiting) as stop:
            lancer(live.of("jok"), 0, LES_DEUX)
        (throw,) = stop.value.wanted
        assert str(throw) == "1d10 chaîne"
        live.transcript.append(typed(throw, ((face,),)))
    live.at = 0
    assert lancer(live.of("jok"), 0, LES_DEUX) == 34


# ---------------------------------------------------------------- exact odds: the ledger's tables


def montee(longueur=14):
    """H of FLU-3.18: 10k + r with 10^-(k+1), r = 1..9."""
    return {10 * k + r: Fraction(1, 10 ** (k + 1)) for k in range(longueur) for r in range(1, 10)}


def descente(longueur=14):
    """L of FLU-3.18: k ones and r with 10^-(k+1), r = 2..10."""
    ways = {}
    for k in range(longueur):
        for r in range(2, 11):
            ways[k + r] = ways.get(k + r, 0) + Fraction(1, 10 ** (k + 1))
    return ways


def attendu(row):
    """The die part as a row of FLU-3.18 has it."""
    ways = {int(face): Fraction(p) for face, p in row["garde"].items()}
    for h, p in montee().items():
        ways[10 + h] = Fraction(row["haute"]) * p
    for bas, p in descente().items():
        ways[-1 - bas] = Fraction(row["basse"]) * p
    return ways


def nom(row):
    return f"{row['regles']}{row['des']:+}"


def de(caracteristique, des, options=()):
    """A test of this caractéristique with so many dice of Avantage or Désavantage, and its scene."""
    return Tester("jok", ("AGI",), circonstances=des), scene(*options, jok={"AGI": caracteristique})


@pytest.mark.rule("FLU-3.18", "FLU-3.8", "FLU-3.9")
def test_the_chains_have_the_odds_of_the_ledger():
    proches(exact(odds(chaine, 10)), montee())
    proches(exact(odds(chaine, 1)), descente())
    assert [odds(chaine, 1).bounds(n)[0] for n in (2, 3, 4)] == [
        Fraction(1, 10),
        Fraction(11, 100),
        Fraction(111, 1000),
    ]


@pytest.mark.rule("FLU-3.14")
def test_a_chain_is_worth_fifty_five_ninths_on_average():
    for relance in (10, 1):
        assert abs(odds(chaine, relance).mean(exact=True) - Fraction(55, 9)) < 1e-12


@pytest.mark.rule("FLU-3.18")
def test_the_ledger_has_a_row_for_every_number_of_dice_and_every_variant():
    assert [(r["regles"], r["des"]) for r in rows("FLU-3.18")] == [(v, n) for v in REGLES for n in range(-5, 6)]
    assert [(r["regles"], r["des"]) for r in rows("FLU-3.18.2")] == [(v, n) for v in REGLES for n in range(-5, 6)]
    assert [r["carac"] for r in rows("FLU-3.19")] == list(range(1, 11))


@pytest.mark.rule("FLU-3.18", "FLU-3.13", "FLU-3.16", "FLU-3.17")
@pytest.mark.parametrize("row", rows("FLU-3.18"), ids=nom)
def test_a_throw_has_the_odds_of_the_ledger(row):
    regle = REGLES[row["regles"]]
    lu = {HAUT: row["haute"], BAS: row["basse"], **{int(f): p for f, p in row["garde"].items()}}
    assert exact(odds(lire, row["des"], regle)) == {v: Fraction(p) for v, p in lu.items() if Fraction(p)}
    found = odds(lancer, row["des"], regle)
    proches(exact(found), attendu(row))
    assert found.lost < 1e-12
    assert abs(found.mean(exact=True) - Fraction(row["moyenne"])) < 1e-9
    assert round(float(found.mean()), 4) == row["moyenne_dec"]


@pytest.mark.rule("FLU-3.18", "FLU-3.1", "FLU-3.11", "FLU-3.34")
@pytest.mark.parametrize("row", rows("FLU-3.18"), ids=nom)
def test_a_test_adds_its_caracteristique_to_that(row):
    found = odds(*de(5, row["des"], OPTIONS[row["regles"]]), "total")
    proches(exact(found), {5 + v: p for v, p in attendu(row).items()})


@pytest.mark.rule("FLU-3.18.2", "FLU-3.2", "FLU-3.3")
@pytest.mark.parametrize("row", rows("FLU-3.18.2"), ids=nom)
def test_the_ranks_have_the_odds_of_the_ledger(row):
    rangs = [f"{n} {r['rang']}" for n, r in enumerate(rows("FLU-3.2"), 1)]
    test, ici = de(5, row["des"], OPTIONS[row["regles"]])
    proches(exact(odds(test, ici, "rang")), dict(zip(rangs, map(Fraction, row["p"]), strict=True)))
    proches({True: odds(test, ici).bounds(True)[0]}, {True: Fraction(row["reussite"])})
    assert round(100 * odds(test, ici, "reussite").p(True), 4) == row["reussite_pct"]


@pytest.mark.rule("FLU-3.19")
@pytest.mark.parametrize("row", rows("FLU-3.19"), ids=lambda row: f"carac {row['carac']}")
def test_success_has_the_odds_of_the_ledger(row):
    found = [odds(*de(row["carac"], des)).bounds(True)[0] for des in range(-5, 6)]
    proches(dict(enumerate(found)), dict(enumerate(map(Fraction, row["p"]))))
    assert all(Fraction(1, 10) - Fraction(1, 10**9) < p <= Fraction(9, 10) for p in found)


@pytest.mark.rule("FLU-3.14")
@pytest.mark.parametrize("row", rows("FLU-3.14"), ids=lambda row: f"{row['avantages_en_des']}")
def test_means_are_those_of_the_ledger_not_of_the_book(row):
    n = row["avantages_en_des"]
    complete = odds(lancer, n, LES_DEUX).mean(exact=True)
    assert abs(complete - Fraction(row["regle_complete"])) < 1e-9
    assert round(float(complete), 4) == row["decimal"]
    simple = odds(lancer, n, AUCUNE).mean(exact=True)
    assert simple == Fraction(row["max_simple"])
    assert abs(float(simple) - row["livre"]) <= 0.0501  # the book forgets the explosions
    en_points = odds(Tester("jok", ("AGI",), circonstances=n, points=n), scene(jok={"AGI": 5}), "total")
    assert abs(en_points.mean(exact=True) - (5 + Fraction(53, 10) + n)) < 1e-9


@pytest.mark.rule("FLU-3.15")
@pytest.mark.parametrize("row", rows("FLU-3.15"), ids=lambda row: f"{row['des']}")
def test_explosions_are_as_likely_as_the_ledger_says_not_the_book(row):
    autres = row["des"] - 1
    haute = odds(lire, autres, LES_DEUX).bounds(HAUT)[0]
    assert haute == Fraction(row["exact"]) == Fraction(str(row["exact_pct"])) / 100
    assert odds(lire, autres, SANS_BASE).bounds(HAUT)[0] == Fraction(row["double10"])
    double_des_avantages = odds(lire, autres - 1, SANS_BASE).bounds(HAUT)[0] if autres else 0
    assert haute + Fraction(1, 10) * double_des_avantages == Fraction(row["si_double10_prime_sur_base1"])
    assert odds(lire, -autres, LES_DEUX).bounds(BAS)[0] == haute  # the mirror
    assert odds(lire, autres, SANS_DOUBLES).bounds(HAUT)[0] == Fraction(1, 10)


# ---------------------------------------------------------------- exact odds: icepool, by another road


def glace(des, base_explose, doubles_explosent):
    """The die part by icepool, from the number of tens (or ones) among the extra dice instead of their faces."""
    n, bord = abs(des), 10 if des > 0 else 1
    haut = 10 + d10.explode(depth=14)
    bas = -1 - d10.explode([1], depth=14)
    explosion = haut if des > 0 else bas
    bords = n @ d10.map(lambda face: int(face == bord))
    sans_bord = icepool.Die(range(1, 10) if des > 0 else range(2, 11))

    def lecture(base, combien):
        if base_explose and base in (1, 10):
            return haut if base == 10 else bas
        if doubles_explosent and combien + (base == bord) >= 2:
            return explosion
        if combien:
            return bord
        reste = sans_bord.highest(n) if des > 0 else sans_bord.lowest(n)
        return reste.map(lambda face: max(base, face) if des > 0 else min(base, face))

    def seule(base):
        return haut if base_explose and base == 10 else bas if base_explose and base == 1 else base

    return icepool.map(lecture, d10, bords) if n else icepool.map(seule, d10)


@pytest.mark.rule("FLU-3.13", "FLU-3.18")
@pytest.mark.parametrize("regle", [LES_DEUX, SANS_BASE, SANS_DOUBLES, AUCUNE], ids=str)
@pytest.mark.parametrize("des", range(-10, 11))
def test_icepool_finds_the_same_odds(des, regle):
    die = glace(des, *regle)
    proches(exact(odds(lancer, des, regle)), {v: Fraction(die.quantity(v), die.denominator()) for v in die.outcomes()})


# ---------------------------------------------------------------- simulation


@pytest.mark.rule("FLU-3.13")
@pytest.mark.parametrize("make", [Simulated, Sampled])
@pytest.mark.parametrize(
    ("des", "regle"), [(0, LES_DEUX), (1, LES_DEUX), (3, LES_DEUX), (-2, LES_DEUX), (4, SANS_BASE), (-4, SANS_DOUBLES)]
)
def test_simulated_throws_agree_with_the_odds(make, des, regle):
    oracle = make(f"{des}{regle}")
    far, bound = chi_square([lancer(oracle, des, regle) for _ in range(20_000)], odds(lancer, des, regle))
    assert far < bound


# ---------------------------------------------------------------- very many dice


@pytest.mark.rule("FLU-3.34")
def test_no_more_dice_are_thrown_than_can_matter():
    """Wounds of a thousand points are 400 dice: the rest could not change the roll."""
    blesse = scene(jok={"fiche": {}, "traits": [{"nom": "Plaie", "valeur": 999, "origine": "blessure"}]})
    _, oracle = jouer(blesse, Tester("jok", ("AGI",)), 5, *[5] * 398, 1, 1, 4, reponses=("garder", "non"))
    assert (dit(oracle)["des"], dit(oracle)["net"], dit(oracle)["total"]) == (-PLEIN, -999, 5 - 1 - 4)
    assert (au_plus(PLEIN + 1), au_plus(PLEIN), au_plus(-7)) == (PLEIN, PLEIN, -7)
    lu = odds(lire, -PLEIN, LES_DEUX)
    assert 1 - lu.bounds(BAS)[0] - lu.bounds(HAUT)[0] < 1e-15
