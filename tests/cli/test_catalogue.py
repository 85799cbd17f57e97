"""`tablee games`, `tablee rules` and `tablee actions`."""

from dataclasses import replace

from installing import Install
from tablee.kernel.content import parse
from tablee.kernel.game import Game
from tablee.kernel.ledger import LedgerFile

from .conftest import Run

LEDGER = """
[[rule]]
id = "TOY-3.1"
title = "Armes"
kind = "table"
says = "Two weapons."
dit = "Deux armes."
ambiguity = "The bow has no score. Ruling: 2."
default = false
see = ["TOY-1.1", "TOY-2.1"]
rows = [{ nom = "Épée", score = 3 }, { nom = "Arc", portee = [10, 20] }]
"""


def test_games_are_listed(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert "toy Duel Tablée 16 règles + 1 conseil complet" in ran.words


def test_games_in_english(run: Run) -> None:
    assert "toy Duel Tablée 16 rules + 1 guideline complete" in run("--lang", "en", "games").words


def test_no_game_at_all(run: Run, install: Install) -> None:
    install()
    assert run("games").words == "Aucun jeu n'est installé."


def test_one_rule_is_shown_whole(run: Run) -> None:
    ran = run("rules", "toy", "coeur")
    assert ran.status == 0
    assert "TOY-2.1 Attaque" in ran.words
    assert "cœur" in ran.out


def test_a_rule_by_its_number_in_either_language(run: Run) -> None:
    assert "Six points à répartir." in run("rules", "toy", "toy-1.1").out
    ran = run("rules", "toy", "toy-1.1", "--lang", "en")
    assert "Six points." in ran.out
    assert "répartir" not in ran.out


def test_several_rules_are_a_list(run: Run) -> None:
    ran = run("rules", "toy", "toy-1.")
    assert "TOY-1.1 Points TOY-1.2 Force limitée TOY-1.3 Nom 3 règles" in ran.words


def test_all_the_rules(run: Run) -> None:
    assert "18 règles" in run("rules", "toy").out


def test_no_rule_is_a_sentence_and_no_failure(run: Run) -> None:
    ran = run("rules", "toy", "licorne", "rose")
    assert (ran.status, ran.words) == (0, "Aucune règle de Duel ne contient « licorne rose ».")


def test_english_words_search_the_english_text(run: Run) -> None:
    assert "TOY-2.6" in run("rules", "toy", "breath", "--lang", "en").out
    assert "Aucune règle" in run("rules", "toy", "breath").out


def test_tables_rulings_and_references(run: Run, game: Game, install: Install) -> None:
    ledger = parse(LEDGER, LedgerFile, "ledger").ledger()
    install(replace(game, ledger=ledger))
    ran = run("rules", "toy", "armes")
    assert "nom score portee Épée 3 Arc 10, 20" in ran.words
    ruling = "The bow has no score. Ruling: 2."
    assert ruling not in ran.words  # the French text states the ruling itself
    english = run("rules", "toy", "armes", "--lang", "en").words
    assert f"What the book leaves open, and our ruling {ruling}" in english
    assert "règle optionnelle, inactive par défaut" in ran.words
    assert "voir TOY-1.1, TOY-2.1" in ran.words


def test_an_unknown_game_names_those_there_are(run: Run) -> None:
    run("rules", "chess").refused("jeu inconnu « chess »", "jeux : toy")
    run("rules", "chess", "--lang", "en").refused('unknown game "chess"', "games: toy")


def test_the_tables_of_rules_are_searched_too(run: Run, game: Game, install: Install) -> None:
    ledger = parse(LEDGER, LedgerFile, "ledger.toml").ledger()
    install(replace(game, ledger=ledger))
    for words in ("epee", "Arc 20", "portee"):
        assert run("rules", "toy", words).words.startswith("TOY-3.1 Armes")
        assert run("rules", "toy", words, "--lang", "en").words.startswith("TOY-3.1 Armes")
    assert "Aucune règle" in run("rules", "toy", "hache").words


def test_actions_are_listed_the_game_master_s_last(run: Run) -> None:
    words = run("actions", "toy").words
    assert words.startswith("attaquer ") and "mj_perdre Faire perdre maître du jeu" in words
    assert words.endswith("« tablee actions toy NOM » en montre une entière.")


def test_an_action_a_question_or_an_event_is_shown_whole(run: Run) -> None:
    words = run("actions", "toy", "attaquer").words
    assert "Paramètres target (target) : quelqu'un, à donner" in words
    assert "On ne s'attaque pas soi-même (TOY-2.1)" in words
    assert "Said as {who} hits {target}: {depth}" in run("actions", "toy", "touche", "--lang", "en").words
    assert "Réponses" in run("actions", "toy", "toy.riposte").words


def test_a_name_nobody_knows_is_refused_with_the_nearest(run: Run) -> None:
    run("actions", "toy", "ataquer").refused("les plus proches : attaquer")
