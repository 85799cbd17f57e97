"""What the checks take for French that was left in English."""

from __future__ import annotations

from tablee.check.english import kept, left_french, with_french_in_it
from tablee.kernel.words import Words


def test_what_stays_french_is_found() -> None:
    """The nets of this file hold."""
    assert left_french([("Épée", "Épée"), ("De 1 m à 2 m", "De 1 m à 2 m"), ("Anne la Rousse", "Anne la Rousse")]) == {
        "Épée",
        "De 1 m à 2 m",
        "Anne la Rousse",
    }
    assert not left_french([("7, Angle, 3", "7, Angle, 3"), ("Jorg", "Jorg"), ("RES 3", "RES 3")], ["Jorg"])
    assert with_french_in_it(["Attack with Épée", "Loss of l'arme", "Guard du guet", "Read it"]) == {
        "Attack with Épée",
        "Loss of l'arme",
        "Guard du guet",
    }
    assert not with_french_in_it(["Jorg le Borgne's turn", "He isn't here, Anne's away"], ["Jorg le Borgne"])


def test_what_a_game_gives_as_its_own_english_is_meant_to_stay() -> None:
    words = Words(en={"Brindille-la-Morte": "Brindille-la-Morte", "Épée": "Sword", "Initiative": "Initiative"})
    assert kept(words) == ["Brindille-la-Morte"]
    assert not with_french_in_it(["At Brindille-la-Morte"], kept(words))
    assert not left_french([("Ronde", "Ronde")], meant=["Ronde"])
