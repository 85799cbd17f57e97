"""Chapter 10: aptitudes, learned as skills are and never tested."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c7_progression.apprentissage import SEntrainer
from tablee.games.terre_natale.book.c7_progression.augmenter import Augmenter
from tablee.games.terre_natale.book.c7_progression.sujets import cout_en_px, maximum, temps_de_base
from tablee.kernel.content import ContentError
from tablee.kernel.tally import total

from .jeu import jouer, scene

SUJET = "aptitude:Style du héron"


@pytest.mark.rule("TN-10.36")
@pytest.mark.parametrize("visee", [1, 2, 3])
def test_cost_time_and_limit_are_those_of_a_skill(visee):
    assert cout_en_px(SUJET, visee) == cout_en_px("competence:parade", visee)
    assert temps_de_base(SUJET, visee) == temps_de_base("competence:parade", visee)
    f = scene(alys={})["alys"].fiche
    assert total(maximum(f, SUJET)) == total(maximum(f, "competence:parade"))


@pytest.mark.rule("TN-10.36")
def test_an_aptitude_is_learned_raised_and_shown_and_nothing_is_tested_with_it():
    s = scene(alys={"px": 10, "traits": []})
    s, _ = jouer(s, SEntrainer("alys", SUJET, jours=2, manuel=True, qualite=2))
    assert "temps" in str(Augmenter("alys", SUJET).closed(scene(alys={"px": 10})))
    s, _ = jouer(replace(s, clock=3 * 86400), Augmenter("alys", SUJET))
    assert s["alys"].fiche.aptitudes == {"Style du héron": 1} and s["alys"].fiche.px == 0
    lignes = [line.label for section in game.sheet(s, "alys").sections for line in section.lines]
    assert "Style du héron" in lignes
    assert Tester("alys", competence="Style du héron").closed(s) is not None
    assert "ne s'apprend pas" in str(SEntrainer("alys", "aptitude:").closed(s))


@pytest.mark.rule("TN-10.36")
def test_a_scene_that_is_written_by_hand_is_judged():
    with pytest.raises(ContentError, match="aptitudes"):
        game.read_scene({"personnages": {"a": {"fiche": {"nom": "A", "aptitudes": {"Style": 99}}}}}, ())
