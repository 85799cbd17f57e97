"""What a game gives, and how it is found."""

import pytest

from tablee.kernel import game as module
from tablee.kernel.content import ContentError
from tablee.kernel.game import game
from toy import ALYS_BOR, Attaquer, toy


def test_plain_data_becomes_an_action():
    assert toy.action({"do": "attaquer", "actor": "alys", "target": "bor"}) == Attaquer("alys", "bor")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"do": "fuir"}, "étape 1 : action inconnue « fuir » ; actions : attaquer, souffler"),
        ({}, "étape 1 : action inconnue «  » ; actions : attaquer, souffler"),
        ({"do": ["attaquer"]}, "étape 1 : action inconnue « ['attaquer'] » ; actions : attaquer, souffler"),
        ({"do": "attaquer", "actor": "alys"}, "étape 1 attaquer : le fichier : il manque la clé « target »"),
        ({"do": "souffler", "actor": 3}, "étape 1 souffler : actor : attendu un texte, trouvé un entier"),
        ({"do": "souffler", "actor": "a", "x": 1}, "étape 1 souffler : le fichier : clé inconnue « x » ; clés : actor"),
    ],
)
def test_what_is_no_action_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(ContentError) as wrong:
        toy.action(data, "étape 1")
    assert str(wrong.value) == sentence


def test_switches_exist_and_may_exclude_each_other():
    toy.check_switches(("mort_subite",))
    toy.check_switches(("premier_sang",))
    with pytest.raises(
        ContentError, match=r"^options : option inconnue « pluie » ; options : mort_subite, premier_sang$"
    ):
        toy.check_switches(("mort_subite", "pluie"))
    for both in ("mort_subite", "premier_sang"), ("premier_sang", "mort_subite"):
        with pytest.raises(ContentError, match=r"« mort_subite » et « premier_sang » s'excluent \(TOY-2\.4\)"):
            toy.check_switches(both)


def test_a_game_is_found_by_its_id(toy_installed):
    assert game("toy") is toy
    with pytest.raises(ContentError, match=r"^jeu inconnu « échecs » ; jeux : toy$"):
        game("échecs")


def test_games_are_those_of_the_entry_points_in_the_order_of_their_titles(monkeypatch):
    class Point:
        def __init__(self, id, title):
            self.id, self.title = id, title

        def load(self):
            return self

    def points(group):
        assert group == "tablee.games"
        return [Point("b", "Zénith"), Point("a", "Aube")]

    monkeypatch.setattr(module, "entry_points", points)
    assert list(module.games.__wrapped__()) == ["a", "b"]


def test_everyone_with_a_side_or_a_turn_is_in_the_scene_once():
    assert toy.people(ALYS_BOR) == ("bor", "alys")  # by side: bleu, rouge


def test_a_tactic_acts_and_answers():
    tactic = toy.tactics["esquive"]
    assert tactic.act(ALYS_BOR, "alys") == Attaquer("alys", "bor")
