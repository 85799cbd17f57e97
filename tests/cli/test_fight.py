"""`tablee fight`: many fights, and how sure the result is."""

import json
from pathlib import Path

from .conftest import DEMO, Run


def test_win_rates_with_their_intervals(run: Run) -> None:
    ran = run("fight", "toy", "--n", 200, "--seed", 1)
    assert ran.status == 0
    assert "200 combats · graine 1 · tactique esquive" in ran.words
    assert "rouge" in ran.words
    assert " % – " in ran.words
    assert "rounds : " in ran.words
    assert "actions par seconde" in ran.words


def test_the_same_seed_is_the_same_report(run: Run) -> None:
    args = "fight", "toy/duel", "--n", 100, "--seed", 9, "--json"
    assert run(*args).out == run(*args).out
    data = json.loads(run(*args).out)
    wins = {side: of["wins"] for side, of in data["sides"].items()}
    assert sum(wins.values()) + data["draws"] + data["unfinished"] == data["n"] == 100
    assert (
        data["sides"]["rouge"]["interval"][0] < data["sides"]["rouge"]["rate"] < data["sides"]["rouge"]["interval"][1]
    )


def test_another_tactic(run: Run) -> None:
    brute = json.loads(run("fight", "toy", "--n", 50, "--seed", 9, "--json", "--tactic", "brute").out)
    assert brute["tactic"] == "brute"
    assert brute["sides"] != json.loads(run("fight", "toy", "--n", 50, "--seed", 9, "--json").out)["sides"]


def test_english(run: Run) -> None:
    assert "50 fights · seed 1 · tactic esquive" in run("fight", "toy", "--n", 50, "--seed", 1, "--lang", "en").words


def test_what_cannot_be_fought(run: Run, tmp_path: Path) -> None:
    alone, idle = tmp_path / "alone.toml", tmp_path / "idle.toml"
    alone.write_text(DEMO.replace("bleu", "rouge"))
    idle.write_text(DEMO.replace('["alys", "bor"]', "[]"))
    run("fight", alone).refused("au moins deux camps debout ; ici : rouge.")
    run("fight", idle).refused("rien n'est engagé")
    run("fight", "toy", "--n", 0).refused("--n : au moins 1.")
    run("fight", "toy", "--n", "mille").refused("--n : un entier est attendu.")
    run("fight", "toy", "--tactic", "ruse").refused("tactiques : esquive, brute")
    run("fight", "toy/grotte").refused("« grotte »", "démonstrations : duel")
    run("fight", "nulle-part").refused("nulle-part : ce fichier n'existe pas.")
