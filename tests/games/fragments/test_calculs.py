"""Figures of an attack: bands, precision, effectiveness, damage, with the book's own examples."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee import odds
from tablee.games.fragments.calculs import (
    Coup,
    Puissance,
    Tir,
    degats,
    efficacite,
    infliger,
    jet_d_attaque,
    jet_de_degats,
    lire,
    precision,
)
from tablee.games.fragments.tables import JAMAIS


def bands(tir: Tir) -> dict[str, tuple[int, int]]:
    """From which face to which each reading goes."""
    found: dict[str, list[int]] = {}
    for de in range(1, 101):
        found.setdefault(lire(tir, de), []).append(de)
    return {name: (faces[0], faces[-1]) for name, faces in found.items()}


def test_bands_are_stacked_after_the_critical() -> None:
    tir = Tir(80, 17, (("brulure", 8),))
    assert bands(tir) == {"critique": (1, 17), "brulure": (18, 25), "touche": (26, 80), "manque": (81, 100)}


def test_a_miss_prevails() -> None:
    assert bands(Tir(40, 25, (("brulure", 20),))) == {"critique": (1, 25), "brulure": (26, 40), "manque": (41, 100)}


def test_the_wielder_orders_his_afflictions() -> None:
    brulure, paralysie = ("brulure", 8), ("paralysie", 5)
    assert bands(Tir(90, 5, (brulure, paralysie)))["paralysie"] == (14, 18)
    assert bands(Tir(90, 5, (paralysie, brulure)))["brulure"] == (11, 18)


def test_a_type_never_mastered() -> None:
    assert bands(Tir(100, 20, (("brulure", 8),), inconnue=True)) == {
        "critique": (1, 1),
        "brulure": (2, 9),
        "touche": (10, 95),
        "échec critique": (96, 100),
    }
    assert precision(75, 20, JAMAIS, 10, 0) == 27


@pytest.mark.parametrize(("maitrise", "attendu"), [(0, 70), (1, 74), (2, 79), (3, 83), (4, 88), (5, 92)])
def test_precision_floors_once(maitrise: int, attendu: int) -> None:
    assert precision(80, 9, maitrise, 10, 0) == attendu
    assert precision(80, 9, maitrise, 10, -20) == attendu - 20


def test_a_dodger_makes_two_dice_count() -> None:
    found = odds(jet_d_attaque, Tir(60, 10, esquive=True))
    assert found.p("critique") == pytest.approx(0.01)
    assert found.p("touche") == pytest.approx(0.36 - 0.01)


def test_effectiveness_counts_once_and_cancels() -> None:
    assert efficacite(("Blindée", "Montée"), "", "PER", "Épée", ("Blindée", "Montée"), (), ()) == 1
    assert efficacite((), "VEN", "FEU", "FEU", (), (), ()) == 1
    assert efficacite((), "FEU", "VEN", "VEN", (), (), ()) == 0
    assert efficacite(("Volante",), "", "PER", "Arc", (), (), ("PER",)) == 0
    assert efficacite((), "", "PER", "Arc", (), (), ("PER",)) == -1


def test_damage_in_its_order() -> None:
    p = Puissance(1, 6, 3)
    assert degats(Coup(p, 7, 5), 6, False) == 8
    assert degats(Coup(p, 7, 5, critique=True), 6, False) == 21
    assert degats(Coup(p, 7, 5, efficacite=1, critique=True), 12, False) == (14 + 12) * 2 - 5
    assert degats(Coup(p, 6, 2, efficacite=-1), 7, False) == 4  # 6.5 - 2, floored once
    assert degats(Coup(p, 6, 20, bruts=5), 6, False) == 5
    assert degats(Coup(p, 10, 2, bruts=5, defense_brute=7), 6, False) == 12
    assert degats(Coup(p, 7, 5, moitie=True), 7, False) == 4


def test_scratches() -> None:
    faible = Coup(Puissance(0, 4, 15), 7, 25)
    assert degats(faible, 15, False) == 1
    assert degats(faible, 15, True) == 0


def test_puissance_is_at_least_one_and_doubles_its_dice() -> None:
    assert odds(jet_de_degats, Puissance(1, 4, -3), False).ways.keys() == {1}
    doubled = odds(jet_de_degats, Puissance(1, 6, 3), True)
    throws = Counter(a + b + 6 for a in range(1, 7) for b in range(1, 7))
    assert all(doubled.p(value) == pytest.approx(n / 36) for value, n in throws.items())


def test_odds_of_damage_equal_brute_force() -> None:
    coup = Coup(Puissance(2, 6, 1), 5, 9, critique=True)
    brute = Counter(max(1, (5 + a + b + 1) * 2 - 9) for a in range(1, 7) for b in range(1, 7))
    found = odds(infliger, coup, 30)
    assert all(found.p(value) == pytest.approx(n / 36) for value, n in brute.items())
