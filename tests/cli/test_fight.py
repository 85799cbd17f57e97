"""`tablee fight`: many fights, and how sure the result is."""

import io
import json
from dataclasses import replace
from pathlib import Path

import msgspec
import platformdirs
import pytest
from rich.console import Console
from rich.progress import Task, TaskID

import toy as toys
from installing import Install
from tablee.cli import bar, fighting, terminal
from tablee.kernel.action import Action, Legal
from tablee.kernel.event import Event
from tablee.kernel.game import Game, Tactic
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.lab.workers import Cluster

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
    run("fight", idle).refused("rien n'est engagé", "aucune action ouverte n'engage de combat.")
    run("fight", "toy", "--n", 0).refused("--n : au moins 1.")
    run("fight", "toy", "--n", "mille").refused("--n : un entier est attendu.")
    run("fight", "toy", "--tactic", "ruse").refused("tactiques : esquive, brute")
    run("fight", "toy/grotte").refused("« grotte »", "démonstrations : duel")
    run("fight", "nulle-part").refused("« nulle-part » n'est ni un fichier ni une scène prête ; scènes : duel")


def test_on_a_real_terminal_there_is_a_bar(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    monkeypatch.setattr(bar, "err", Console(file=drawn, force_terminal=True, theme=terminal.THEME, width=80))
    assert run("fight", "toy", "--n", 20, "--seed", 1).status == 0
    assert "20/20" in drawn.getvalue()


def test_the_time_left_is_told_at_the_pace_of_today() -> None:
    """However often the end moves, and whatever was kept of a fight that was broken off."""
    task = Task(TaskID(0), "", 600, 100, lambda: 10.0, fields={"kept": 100})
    task.start_time = 0.0
    assert str(bar.Left().render(task)) == "-:--:--"
    task.completed = 200
    assert str(bar.Left().render(task)) == "0:00:40"
    task.total = 300
    assert str(bar.Left().render(task)) == "0:00:10"
    task.total = 150
    assert str(bar.Left().render(task)) == "0:00:00"


def test_one_fight_is_one(run: Run) -> None:
    assert "1 combat · graine" in run("fight", "toy", "--n", 1).words
    assert "1 fight · seed" in run("fight", "toy", "--n", 1, "--lang", "en").words


# ---------------------------------------------------------------- processes, widths, and going on


def test_until_the_interval_is_narrow(run: Run) -> None:
    data = json.loads(run("fight", "toy", "--until", 0.2, "--seed", 1, "--json").out)
    assert all(side["interval"][1] - side["interval"][0] <= 0.2 for side in data["sides"].values())
    assert data["n"] < 500
    run("fight", "toy", "--until", 2).refused("--until : une largeur entre 0 et 1 est attendue, pas 2")


def test_ctrl_c_keeps_what_was_fought(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / name)
    args = "fight", "toy", "--n", 100, "--seed", 3
    whole = run(*args, "--json").out
    run(*args, "--resume").refused("rien n'a été interrompu")
    fought = fighting.fight_many

    def broken_off(job: object, n: int, workers: object, until: float, done: object, told: object) -> object:
        report = fought(job, min(n, 50), workers, until, done, told)
        if n > 50:
            raise KeyboardInterrupt
        return report

    monkeypatch.setattr(fighting, "fight_many", broken_off)
    stopped = run(*args)
    assert stopped.status == 130
    assert "50 combats livrés et gardés" in stopped.err
    monkeypatch.setattr(fighting, "fight_many", fought)
    run("fight", "toy", "--n", 100, "--seed", 4, "--resume").refused("la graine 3, pas 4")
    assert run("fight", "toy", "--n", 100, "--resume", "--json").out == whole
    run(*args, "--resume").refused("rien n'a été interrompu")  # it was finished


def test_a_cluster_that_does_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cluster.__init__, "__defaults__", (None, 0.3))
    for address in ("tcp://127.0.0.1:9", "nulle part"):
        run("fight", "toy", "--cluster", address).refused(f"la grappe ne répond pas à « {address} »", "--cluster local")


def breathe(scene: toys.Duel, who: str) -> Action:
    return toys.Souffler(who)


def test_a_scene_that_never_ends_is_given_up_after_the_first_fights(run: Run, game: Game, install: Install) -> None:
    install(replace(game, tactics={"esquive": Tactic(breathe)}))
    for args in (
        ("fight", "toy"),
        ("compare", "toy", "--set", "people.alys.vie=+1"),
        ("sweep", "toy", "--over", "people.alys.vie=3..4"),
    ):
        run(*args, "--n", 1000, "--jobs", 1).refused("aucun des premiers combats ne finit")


# ---------------------------------------------------------------- scenes where nothing is under way


class Engager(Action, frozen=True, tag="engager"):
    def closed(self, scene: toys.Duel) -> Closed | None:
        return Closed("TOY-2.1", "Déjà engagé") if scene.encounter else None

    def resolve(self, scene: toys.Duel, oracle: Oracle) -> toys.Duel:
        oracle.tell(Event("engage", self.actor, rule="TOY-2.1"))
        return msgspec.structs.replace(scene, encounter=tuple(scene.people))


class Surprendre(Engager, frozen=True, tag="surprendre"):
    pass


def opened_by(game: Game, *kinds: type[Action]) -> Game:
    """The toy with actions that begin a duel."""

    def legal(scene: toys.Duel, who: str) -> Legal:
        yield from game.legal(scene, who)
        for kind in kinds:
            yield kind(who), kind(who).closed(scene)

    return replace(game, actions=(*game.actions, *kinds), legal=legal)


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    file = tmp_path / "idle.toml"
    file.write_text(DEMO.replace('["alys", "bor"]', "[]"))
    return file


def test_the_one_way_to_begin_is_taken(run: Run, game: Game, idle: Path, install: Install) -> None:
    install(opened_by(game, Engager))
    assert "rounds : " in run("fight", idle, "--n", 20, "--seed", 1).words
    played = run("play", idle, "--seed", 1, stdin="u\n")
    assert played.words.startswith("Pour commencer : engager")
    assert "À jouer : Alys" in played.words
    assert "Rien n'est engagé ; Alys peut agir 1 engager" in played.words  # undone
    assert run("play", idle, "--lang", "en").words.startswith("To begin with: engager")


class Hesiter(Engager, frozen=True, tag="hesiter"):
    def resolve(self, scene: toys.Duel, oracle: Oracle) -> toys.Duel:
        oracle.ask(Question(self.actor, "toy.garde", "TOY-2.2", (Option("p", "Prudence"), Option("f", "Fougue"))))
        return super().resolve(scene, oracle)


def test_what_beginning_asks_is_asked_of_the_players(run: Run, game: Game, idle: Path, install: Install) -> None:
    install(opened_by(game, Hesiter))
    assert "1 Prudence 2 Fougue" in run("play", idle, "--seed", 1).words.split("Duel ·")[0]
    assert "À jouer : Alys" in run("play", idle, "--seed", 1, stdin="1\n").words
    left = run("play", idle, "--seed", 1, stdin="c\n").words
    assert "Rien n'est engagé ; Alys peut agir" in left and left.endswith("À bientôt.")


def test_several_ways_to_begin_are_named(run: Run, game: Game, idle: Path, install: Install) -> None:
    install(opened_by(game, Engager, Surprendre))
    run("fight", idle).refused("il faut d'abord une de ces actions : engager, surprendre.")
    run("fight", idle, "--lang", "en").refused("one of these actions must come first: engager, surprendre.")
    assert "Rien n'est engagé ; Alys peut agir" in run("play", idle).words


def test_without_two_sides_nothing_begins(run: Run, game: Game, idle: Path, install: Install) -> None:
    idle.write_text(idle.read_text().replace("bleu", "rouge"))
    install(opened_by(game, Engager))
    assert "Rien n'est engagé ; Alys peut agir" in run("play", idle).words
