"""The states that resources, lésions and fatigue put somebody in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.model.people import Fiche, Lesion, Personnage

ALBA = Personnage("alba", Fiche("Alba", base={"CON": 12}))  # PV 24; everything else is 10: PS and PE 20, résilience 10


def perdu(**pertes: int) -> Personnage:
    return replace(ALBA, pertes=pertes)


@pytest.mark.rule("TN-4.4", "TN-4.9", "TN-4.14", "TN-4.10", "TN-4.15")
@pytest.mark.parametrize(
    "code, maximum, a_zero, au_bout",
    [
        ("PV", 24, "hors_etat_physique", "mort"),
        ("PS", 20, "hors_etat_mental", "resigne"),
        ("PE", 20, "epuise", "ko"),
    ],
)
def test_states_at_nothing_left_and_at_minus_the_maximum(code: str, maximum: int, a_zero: str, au_bout: str) -> None:
    assert perdu(**{code: maximum - 1}).etats == ()
    assert perdu(**{code: maximum}).etats == (a_zero,)
    assert perdu(**{code: 2 * maximum - 1}).up
    assert perdu(**{code: 2 * maximum}).etats == (a_zero, au_bout)
    assert not perdu(**{code: 2 * maximum}).up


@pytest.mark.rule("TN-4.29", "TN-8.410")
def test_what_is_temporary_goes_first_and_counts_as_endurance_moral_before_all() -> None:
    p = replace(ALBA, temporaires={"PE": 3, "moral": 2})
    assert p.disponible("PE") == 25
    assert p.sans("PE", 1).temporaires == {"PE": 3, "moral": 1}
    assert p.sans("PE", 4).temporaires == {"PE": 1, "moral": 0} and p.sans("PE", 4).pertes == {}
    assert p.sans("PE", 7).temporaires["PE"] == 0 and p.sans("PE", 7).pertes == {"PE": 2}
    assert replace(p, pertes={"PE": 20}).etats == ()
    assert replace(p, pertes={"PE": 25}).etats == ("epuise",)
    assert p.sans("PV", 2).temporaires == p.temporaires


@pytest.mark.rule("TN-4.45", "TN-4.46")
def test_an_incapacitating_lesion_is_the_end_of_acting_and_a_second_one_of_life() -> None:
    corps, esprit = Lesion(5), Lesion(5, "traumatisme")
    assert not replace(ALBA, lesions=(corps,)).up and not replace(ALBA, lesions=(esprit,)).up
    assert "mort" not in replace(ALBA, lesions=(corps, esprit)).etats
    assert "mort" in replace(ALBA, lesions=(corps, corps)).etats
    assert replace(ALBA, lesions=(Lesion(5, zone="bras"), Lesion(4))).up


@pytest.mark.rule("TN-4.48", "TN-4.85")
def test_a_level_of_fatigue_for_every_resilience() -> None:
    assert [replace(ALBA, fatigue=n).niveau_de_fatigue for n in (0, 9, 10, 19, 20, 49, 50, 999)] == [
        *(0, 0, 1, 1, 2, 4, 5, 5)
    ]
    assert replace(ALBA, fatigue=49).up and not replace(ALBA, fatigue=50).up
    calme = Personnage("calme", Fiche("Calme", base={"VOL": 16}), fatigue=13)  # résilience 13
    assert calme.niveau_de_fatigue == 1 and replace(calme, fatigue=12).niveau_de_fatigue == 0
