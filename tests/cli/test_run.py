"""`tablee run`: scenarios, their story, and what differs."""

from pathlib import Path

import pytest

from .conftest import DEMO, Run

HIT = '[[step]]\ndo = { do = "attaquer", actor = "alys", target = "bor" }\ndice = [6, 2, 15, 10, 4]\n'


@pytest.fixture
def scenario(tmp_path: Path):
    def write(steps: str, name: str = "duel.toml") -> Path:
        (tmp_path / name).write_text(DEMO + steps)
        return tmp_path / name

    return write


def test_the_story_is_told(run: Run, scenario) -> None:
    ran = run("run", scenario(HIT + 'expect.scene = { "qui.bor.vie" = 3 }\n'))
    assert ran.status == 0
    assert "étape 1 Alys · attaquer · → Bor Alys touche Bor : 7" in ran.words
    assert "tout est comme attendu" in ran.words


def test_a_difference_is_said_and_is_status_1(run: Run, scenario) -> None:
    file = scenario(HIT + 'expect.scene = { "qui.bor.vie" = 4, "qui.bor.souffle" = 0 }\n')
    ran = run("run", file)
    assert ran.status == 1
    assert "✗ qui.bor.vie : 3, attendu 4" in ran.words
    assert "2 différences" in ran.words
    assert "✗ qui.bor.vie: 3, expected 4" in run("run", file, "--lang", "en").words


def test_an_answer_to_what_was_never_asked_is_said_with_what_was(run: Run, scenario) -> None:
    file = scenario(HIT + 'answers = { "toy.ripost" = "esquiver" }\n')
    left, asked = "toy.ripost = esquiver", "toy.garde (alys, bor), toy.riposte (bor)"
    ran = run("run", file)
    assert ran.status == 1
    assert f"✗ réponses en trop, jamais demandées : {left} ; questions posées : {asked}" in ran.words
    english = run("run", file, "--lang", "en").words
    assert f"✗ answers left over, never asked for: {left}; questions asked: {asked}" in english


def test_a_refusal_that_was_expected(run: Run, scenario) -> None:
    step = '[[step]]\ndo = { do = "attaquer", actor = "alys", target = "alys" }\n'
    assert "refusé : TOY-2.1" in run("run", scenario(step + 'expect.closed = "TOY-2.1"\n')).words
    ran = run("run", scenario(step))
    assert ran.status == 1
    assert "refus : On ne s'attaque pas soi-même (TOY-2.1), attendu aucun" in ran.words


def test_a_step_that_cannot_be_played_is_status_2(run: Run, scenario) -> None:
    short = run("run", scenario(HIT.replace(", 15, 10, 4", "")))
    assert short.status == 2
    assert "duel.toml, étape 1 : plus assez de dés" in short.err
    unknown = run("run", scenario('[[step]]\ndo = { do = "danser", actor = "alys" }\n'))
    assert unknown.status == 2
    assert "duel.toml, étape 1 : action inconnue « danser »" in unknown.err
    english = run("run", scenario(HIT.replace(", 15, 10, 4", "")), "--lang", "en")
    assert "duel.toml, step 1: not enough dice: 1d20 attaque asked for" in english.err


def test_broken_files_do_not_stop_the_others(run: Run, scenario, tmp_path: Path) -> None:
    good, bad = scenario(HIT), tmp_path / "bad.toml"
    bad.write_text("game = 3\n")
    ran = run("run", bad, tmp_path / "none.toml", good)
    assert ran.status == 2
    assert "game : attendu un texte, trouvé un entier" in ran.err
    assert "none.toml : ce fichier n'existe pas" in ran.err
    assert "tout est comme attendu" in ran.words


def test_an_unknown_game_or_option(run: Run, tmp_path: Path) -> None:
    other, option = tmp_path / "other.toml", tmp_path / "option.toml"
    other.write_text('game = "go"\n')
    option.write_text('options = ["poker"]\n' + DEMO)
    run("run", other).refused("jeu inconnu « go »")
    run("run", option).refused("option inconnue « poker »")
    run("run", option, "--lang", "en").refused('unknown option "poker"')


def test_a_scene_without_steps(run: Run, scenario) -> None:
    assert "rien à jouer" in run("run", scenario("")).words


def test_a_refusal_is_said_in_the_language(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "refused.toml"
    file.write_text(DEMO + '\n[[step]]\ndo = { do = "souffler", actor = "bor" }\n')
    ran = run("run", file, "--lang", "en")
    assert "refused: It is Alys's turn (TOY-2.1), expected none" in ran.words
    assert "refus : C'est le tour d'Alys (TOY-2.1), attendu aucun" in run("run", file).words
