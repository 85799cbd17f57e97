"""`tablee play`, driven by piped lines."""

import io
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from rich.console import Console

from installing import Install
from tablee.kernel.action import tag
from tablee.kernel.game import Game
from tablee.kernel.oracle import Amount, Closed, Option, Question
from tablee.kernel.sheet import Mark, Section
from tablee.kernel.typography import typeset

from .conftest import DEMO, Ran, Run


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


@pytest.fixture
def play(run: Run):
    def played(*words: str, lang: str = "fr", seed: int = 5) -> Ran:
        return run("play", "--seed", seed, "--lang", lang, stdin=lines(*words))

    return played


def test_the_end_of_the_input_quits_cleanly(play) -> None:
    ran = play()
    assert (ran.status, ran.err) == (0, "")
    assert "Duel · Le duel" in ran.words
    assert "Alys rouge Souffle ━━━━──── 3/6" in ran.words
    assert "Round 1" in ran.words
    assert "À jouer : Alys 1 attaquer → Bor ━━━━━━━━──── 67,4 % 2 souffler" in ran.words
    assert ran.words.endswith("À bientôt.")


def test_quitting_by_hand_even_at_a_question(play) -> None:
    assert play("q").words.endswith("> q À bientôt.")
    assert play("1", "q").status == 0


def test_an_action_with_its_questions(play) -> None:
    ran = play("1", "fougue", "1", "2")
    assert ran.err == ""
    assert "1 Prudence 2 Fougue réponse (c : revenir, ? : aide) > fougue" in ran.words
    assert "Bor, 22 contre vous ? TOY-2.3" in ran.words
    assert "2 Esquiver (1 souffle)" in ran.words
    assert "dés 1d20 esquive" in ran.words
    assert "somme 3 Force (TOY-1.1) + 2 Fougue (TOY-2.2) = 5" in ran.words
    assert "Round 2" in ran.words
    assert "À jouer : Bor" in ran.words


def test_what_has_changed_since_the_start_is_shown(play) -> None:
    ran = play("1", "1", "1", "1")
    assert "Alys touche Bor" in ran.words
    first, last = ran.words.split("Round 1")[0], ran.words.split("Round 1")[1]
    assert "Vie" not in first
    assert "Bor bleu Souffle ━━━━──── 3/6 Vie" in last
    assert "Alys rouge Souffle ━━━━──── 3/6 Vie" not in last


def test_english(play) -> None:
    ran = play("1", "2", "1", "2", "?", lang="en")
    assert "To act: Alys" in ran.words
    assert "Bor, 22 against you?" in ran.words
    assert "2 Dodge (1 breath)" in ran.words
    assert "play action N" in ran.words


def test_answers_that_are_none_are_asked_again(play) -> None:
    ran = play("1", "3", "y", "1", "1", "2")
    assert ran.status == 0
    assert "« 3 » n'est pas une réponse ouverte ; un numéro de 1 à 2." in ran.err
    assert "« y » n'est pas une réponse ouverte" in ran.err


def test_a_cancelled_question_keeps_the_dice(play) -> None:
    ran = play("1", "2", "1", "c", "1", "2")
    assert "revenu au menu ; les dés déjà lancés restent pour cette action." in ran.words
    assert ran.words.count("Bor, 22 contre vous ?") == 2
    assert ran.words.count("1 Prudence 2 Fougue") == 2  # asked once each, not again


def test_undo_and_redo(play) -> None:
    ran = play("2", "u", "u", "r", "r", "2", "u 2", "u x")
    assert "annulé" in ran.words
    assert "rétabli" in ran.words
    assert ran.err.splitlines() == ["rien à annuler.", "rien à rétablir.", "« x » n'est pas un nombre entier."]
    assert ran.words.rsplit("Round ", 1)[1].startswith("1")


def test_typed_dice(play) -> None:
    ran = play("d", "1", "1", "1", "6 5", "6 5 x", "6,5,21", "6 5 1")
    assert "Alys : vrais dés, à taper." in ran.words
    assert "Alys, lancez 2d6 attaque + 1d20 attaque" in ran.words
    assert "6 5 (à la main) · 1d20 attaque 1 (à la main)" in ran.words
    assert "3 faces attendues" in ran.err
    assert "« 6 5 x » : 3 faces entières attendues." in ran.err
    assert "1d20 attaque : 21 n'est pas une face (de 1 à 20)" in ran.err
    assert "Bor : la machine lance les dés." in play("d bor", "d Bor").words


def test_typed_dice_can_be_left(play) -> None:
    ran = play("d", "1", "1", "1", "c", "2")
    assert "revenu au menu" in ran.words
    assert "Round 2" in ran.words


def test_the_tactic_plays_a_turn_or_to_the_end(play) -> None:
    ran = play("a")
    assert "la tactique joue : Alys · attaquer · → Bor" in ran.words
    assert "Round 2" in ran.words
    over = play("A", "A", "u")
    assert "Le combat est fini. Vainqueur : " in over.words
    assert over.words.count("la tactique joue : ") > 1
    assert "il faut deux camps debout" in over.err
    assert over.words.rsplit("Round ", 1)[1][:2].strip() != "1"


def test_to_the_end_the_machine_rolls_for_everyone(play) -> None:
    ran = play("d", "A")
    assert "lancez" not in ran.words
    assert "Vainqueur : " in ran.words


def test_parameters_can_be_changed(play) -> None:
    ran = play("e 1", "target=bor", "e 1 target=zog", "e 1 cible=bor", "e 1 target", "e", "e 9", "e 1", "c")
    assert "paramètres : target=bor" in ran.words
    assert ran.err.splitlines() == [
        "zog n'est pas là (TOY-2.1).",
        "« attaquer » n'a pas de clé « cible » ; clés : actor, target.",
        "« target » : il faut clé=valeur.",
        "il faut le numéro d'une action : e N.",
        "il n'y a pas d'action 9 ; de 1 à 2.",
    ]


def test_the_whole_distribution(play) -> None:
    ran = play("o 1", "o 2", "o")
    assert "touche non 32,64 % ███" in ran.words
    assert "réponses : la première option" in ran.words
    assert "« souffler » n'a pas d'issue à mesurer" in ran.err


def test_sheets(play) -> None:
    ran = play("s", "s bo", "s zog")
    assert "Force 3 3 Force (TOY-1.1) = 3" in ran.words
    assert "« zog » n'est pas ici ; ici : Alys, Bor." in ran.err


def test_the_last_result_opened(play) -> None:
    ran = play("x", "1", "2", "1", "2", "x")
    assert "rien n'a encore été joué." in ran.err
    assert "+3 Force TOY-1.1 Points +2 Fougue TOY-2.2 Gardes 5 somme" in ran.words


def test_help_and_closed_actions(play) -> None:
    ran = play("?")
    assert "A la tactique joue jusqu'au bout" in ran.words
    assert "Fermées : attaquer · → Alys On ne s'attaque pas soi-même (TOY-2.1)" in ran.words


def test_acting_out_of_turn(play) -> None:
    ran = play("j bor", "?", "1")
    assert "C'est à Alys de jouer ; Bor attend son tour." in ran.words
    assert ran.err == "Aucune action ouverte ; « ? » dit pourquoi.\n"
    assert "It is for Alys to act; Bor must wait." in play("j bor", lang="en").words
    assert "Aucune action ouverte ; « ? » dit pourquoi." in ran.words
    assert "souffler C'est le tour d'Alys (TOY-2.1)" in ran.words


def test_the_game_master_decides_by_a_word(play) -> None:
    ran = play("g", "e 1 points=2", "1", "g", "u")
    assert "Le maître du jeu décide pour Alys" in ran.words
    assert "1 Faire perdre : Souffle points 1" in ran.words
    assert "3 Donner une condition : Boiteux" in ran.words
    assert "Alys : Souffle -2, reste 1" in ran.words and not ran.err
    assert "1 Take: Souffle points 1" in play("g", lang="en").words
    assert play("g", "e 1 points=9").err == "Souffle : de 1 à 3 points, pas 9.\n"


def test_what_is_not_understood(play) -> None:
    ran = play("foo", "0", "3", "", "12x", "a b c d", "A b", "? b")
    assert ran.status == 0
    assert ran.err.splitlines() == [
        "« foo » : pas compris ; « ? » montre l'aide.",
        "il n'y a pas d'action 0 ; de 1 à 2.",
        "il n'y a pas d'action 3 ; de 1 à 2.",
        "« 12x » : pas compris ; « ? » montre l'aide.",
        "« a b c d » : pas compris ; « ? » montre l'aide.",
        "« A b » : pas compris ; « ? » montre l'aide.",
        "« ? b » : pas compris ; « ? » montre l'aide.",
    ]


def test_a_named_tactic_answers_in_the_chances(run: Run) -> None:
    ran = run("play", "toy", "--tactic", "esquive", stdin="o 1\n")
    assert "réponses : esquive" in ran.words
    assert "67,4 %" not in ran.words


def test_where_to_play(run: Run, game: Game, install: Install, tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text(DEMO.replace("Le duel", "La cour"))
    assert "Duel · La cour" in run("play", file).words
    assert "Duel · Le duel" in run("play", "toy/duel").words
    assert "Duel · Le duel" in run("play", "duel").words
    run("play", tmp_path / "none.toml").refused("ce fichier n'existe pas")
    run("play", "toy", "--tactic", "ruse").refused("tactiques : esquive, brute")
    install(replace(game, complete=False))
    run("play").refused("aucun jeu complet n'est installé")
    install(replace(game, tactics={}))
    ran = run("play", "toy", stdin="a\n")
    assert "Duel n'a pas encore de tactique." in ran.err


def test_many_actions_come_in_pages_and_only_those_shown_are_computed(
    run: Run, game: Game, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tablee.cli import menu

    computed: list[str] = []
    monkeypatch.setattr(menu, "PAGE", 2)
    monkeypatch.setattr(menu, "chances", lambda action, *rest: computed.append(action.target))
    legal = game.legal
    others = [f"sosie{n}" for n in range(4)]

    def many(scene, actor):
        yield from legal(scene, actor)
        attack = next(a for a in game.actions if tag(a) == "attaquer")
        yield from ((attack(actor, other), None) for other in others)

    install(replace(game, legal=many))
    ran = run("play", "toy")
    assert "« + » : la suite (4)" in ran.words
    assert computed == ["bor"]
    computed.clear()
    assert "5 attaquer → sosie2 6 attaquer → sosie3" in run("play", "toy", stdin="+\n+\n+\n").words
    assert computed == ["bor", "sosie0", "sosie1", "sosie2", "sosie3"]


def test_amounts_and_closed_options() -> None:
    from tablee.cli import screen, terminal, texts
    from tablee.cli.errors import Refused
    from tablee.cli.wording import voice_of

    texts.speak("fr")
    from toy import ALYS_BOR, toy

    voice = voice_of(toy, ALYS_BOR)
    amount = Question("alys", "toy.mise", "TOY-2.3", Amount(0, 5))
    assert screen.picked(amount, "3", voice) == 3
    for wrong in ("6", "-1", "x"):
        with pytest.raises(Refused, match="un nombre de 0 à 5"):
            screen.picked(amount, wrong, voice)
    dear = Option("b", "Cher", (("souffle", 2),), Closed("TOY-2.3", "Pas assez de souffle"))
    priced = Question("alys", "toy.prix", "TOY-2.3", (Option("a", "Rien"), dear))
    assert screen.picked(priced, "1", voice) == "a"
    for wrong in ("2", "b"):
        with pytest.raises(Refused):
            screen.picked(priced, wrong, voice)
    page = io.StringIO()
    console = Console(file=page, width=80, theme=terminal.THEME)
    console.print(screen.question(priced, voice))
    console.print(screen.question(amount, voice))
    drawn = " ".join(page.getvalue().split())
    assert "2 Cher (2 souffle) Pas assez de souffle (TOY-2.3)" in drawn
    assert "un nombre de 0 à 5" in drawn
    console.print(screen.question(Question("alys", "x", "R", tuple(Option(n, f"+{n}") for n in range(7))), voice))
    assert "7 +6" in " ".join(page.getvalue().split())


def test_an_interruption_at_the_prompt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *args: object) -> str:
            raise KeyboardInterrupt

    from tablee.cli import main

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["play"]) == 130


def test_looking_around_at_a_question(play) -> None:
    ran = play("1", "2", "1", "?", "s", "s zog", "x", "x y", "q", "2")
    assert "N la réponse N, ou les faces des dés" in ran.words
    assert "Force 3 3 Force (TOY-1.1) = 3" in ran.words
    assert ran.err.splitlines() == [
        "« zog » n'est pas ici ; ici : Alys, Bor.",
        "« x y » : pas compris ; « ? » montre l'aide.",
        "une action est en cours : encore « q » pour quitter, « c » pour revenir au menu.",
    ]
    assert "Round 2" in ran.words  # and the question was answered in the end
    assert "N answer N, or the faces of the dice" in play("1", "?", lang="en").words


def test_leaving_a_question(play) -> None:
    assert "revenu au menu" in play("1", "2", "1", "u", "q").words
    gone = play("1", "q", "q", "1")
    assert gone.words.endswith("> q À bientôt.")
    assert play("d", "1", "1", "1", "q", "q", "1").words.endswith("> q À bientôt.")


def test_the_dice_on_the_table_are_shown_before_a_question(play) -> None:
    ran = play("1", "2", "1")
    assert "dés 2d6 attaque" in ran.words.split("Bor, 22 contre vous ?")[0]
    assert "dice 2d6 attaque" in play("1", "2", "1", lang="en").words


def test_dice_for_one_pair_of_eyes_are_not_laid_open(play) -> None:
    assert "augure" not in play("1", "2", "1").words.split("Bor, 22 contre vous ?")[0]


def test_one_face_is_one(run: Run) -> None:
    from tablee.cli import texts

    texts.speak("fr")
    assert texts.some("play.not_faces", 1, line="x") == typeset("« x » : 1 face entière attendue.")
    assert texts.some("play.not_faces", 2, line="x") == typeset("« x » : 2 faces entières attendues.")
    assert texts.some("rules.count", 0) == "0 règle"
    texts.speak("en")
    assert texts.some("rules.count", 0) == "0 rules"


def test_what_ails_one_from_the_start_is_on_the_board(run: Run, game: Game, install: Install, tmp_path: Path) -> None:
    def ill(scene, who):
        found = game.sheet(scene, who)
        if who != "alys":
            return found
        marks = Mark("Entaille", -2, "jusqu'à guérison"), Mark("Mort"), Mark("Courage", 3)
        return structs.replace(found, sections=(*found.sections, Section("Blessures et états", marks)))

    install(replace(game, sheet=ill))
    file = tmp_path / "scene.toml"
    file.write_text(DEMO.replace('["alys", "bor"]', "[]").replace('nom = "Alys"', 'nom = "Alys", vie = 0'))
    ran = run("play", file)
    assert "Entaille -2 (jusqu'à guérison) · Mort" in ran.words
    assert "Courage" not in ran.words
    assert "Rien n'est engagé ; Bor peut agir" in ran.words  # not the dead


def test_a_free_roll_changes_nothing_and_a_wrong_formula_is_pointed_at(run: Run) -> None:
    ran = run("play", "toy", "--seed", "5", stdin="/r 2d6+3\n/lancer 4d6k3\n/r 2d+1\nq\n")
    assert re.search(r"2d6 \[[1-6], [1-6]\] \+ 3 = \d+", ran.out)
    assert re.search(r"4d6k3 \[[1-6], [1-6], [1-6], \([1-6]\)\] = \d+", ran.out)
    assert "2d+1" in ran.err and "^" in ran.err
    assert ran.status == 0
    english = run("play", "toy", "--lang", "en", stdin="/r 2d+1\nq\n")
    assert "does not fit at character 3" in english.err


def test_actions_are_found_by_their_words(play) -> None:
    ran = play("f SOUFF", "f rien de tel", "f")
    assert "> f SOUFF 2 souffler > f rien de tel" in ran.words
    assert "aucune action ne contient « rien de tel »" in ran.err
    assert "> f 1 attaquer → Bor" in ran.words
