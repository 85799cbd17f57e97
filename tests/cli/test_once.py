"""`tablee odds` and `tablee do`: one action, its chances or its story."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import inspect
from rich.console import Console

import toy as toys
from installing import Install
from tablee.cli import chances, once, params, render, terminal, texts
from tablee.cli.wording import voice_of
from tablee.kernel.distribution import Distribution
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Closed
from tablee.kernel.typography import typeset
from tablee.kernel.words import Phrase
from typed import typed as as_typed

from .conftest import DEMO, Run

ATTACK = "attaquer", "target=bor"


# ---------------------------------------------------------------- odds


def test_the_chance_and_the_chart(run: Run) -> None:
    ran = run("odds", "toy", *ATTACK)
    assert ran.status == 0
    exact = odds(toys.Attaquer("alys", "bor"), toys.ALYS_BOR, "touche").p(True)
    assert f"Chance (touche) : {exact * 100:.2f} %".replace(".", ",") in ran.words
    assert "tours 1 100,00 % █" in ran.words
    assert "moyenne 1,00" in ran.words
    assert "branches négligées" in ran.words
    assert "réponses : la première option" in ran.words


def test_one_look_by_name(run: Run) -> None:
    ran = run("odds", "toy", *ATTACK, "--look", "touche")
    assert "oui 67,36 %" in ran.words
    assert "moyenne" not in ran.words


def test_a_tactic_changes_the_chances_and_is_named(run: Run) -> None:
    ran = run("odds", "toy", *ATTACK, "--tactic", "esquive")
    assert "réponses : esquive" in ran.words
    assert "67,36 %" not in ran.words


def test_english_figures(run: Run) -> None:
    ran = run("odds", "toy", *ATTACK, "--look", "touche", "--lang", "en")
    assert "Chance (touche): 67.36%" in ran.words
    assert "yes 67.36%" in ran.words
    assert "answers: the first option" in ran.words


def test_exact_fractions(run: Run) -> None:
    """Of open dice some branches are cut: then it is what the chance is at least, and so written."""
    low, high = odds(toys.Attaquer("alys", "bor"), toys.ALYS_BOR, "touche").bounds(True)
    assert low < high
    assert f"≥ {low}" in run("odds", "toy", *ATTACK, "--look", "touche", "--exact").out


def test_odds_open_the_sum_that_is_rolled_with(run: Run) -> None:
    said = run("odds", "toy", *ATTACK).words
    assert "somme 3 Force (TOY-1.1) = 3" in said, "without what the dice add to it"
    sums = json.loads(run("odds", "toy", *ATTACK, "--json").out)["sums"]
    assert sums == {"": [["Force", 3, "TOY-1.1"], ["Fougue", 0, "TOY-2.2"]]}


def test_odds_as_json(run: Run) -> None:
    data = json.loads(run("odds", "toy", *ATTACK, "--json").out)
    assert data["action"] == {"do": "attaquer", "actor": "alys", "target": "bor"}
    assert data["chance"] == pytest.approx(0.6736, abs=1e-4)
    assert data["looks"]["tours"]["exact"] is True
    assert data["looks"]["tours"]["mean"] == 1
    assert data["looks"]["tours"]["outcomes"][0]["value"] == 1


def test_too_many_branches_are_simulated_and_marked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*args: object, **named: object) -> None:
        raise chances.TooMany("more")

    monkeypatch.setattr(chances, "odds", too_many)
    ran = run("odds", "toy", *ATTACK, "--look", "touche")
    assert "Chance (touche) : ≈ 67" in ran.words
    assert "≈ 20\u202f000 tirages".replace("\u202f", " ") in ran.words.replace("\u202f", " ")


def test_simulated_chances_are_near_the_exact_ones() -> None:
    action = toys.Attaquer("alys", "bor")
    exact = chances.chances(action, toys.ALYS_BOR, "touche")
    about = chances.simulated(action, toys.ALYS_BOR, "touche", toys.dodge, 4000)
    dodged = chances.chances(action, toys.ALYS_BOR, "touche", toys.dodge)
    assert exact.exact
    assert not about.exact
    assert about.yes == pytest.approx(dodged.yes, abs=0.04)


def test_an_action_without_looks(run: Run) -> None:
    run("odds", "toy", "souffler").refused("« souffler » n'a pas d'issue à mesurer")


def test_an_unknown_look_or_tactic(run: Run) -> None:
    run("odds", "toy", *ATTACK, "--look", "blessure").refused("« blessure »", "regards : touche, tours")
    run("odds", "toy", *ATTACK, "--tactic", "ruse").refused("« ruse »", "tactiques : esquive, brute")


def test_how_the_values_are_to_be_read(run: Run, game: Game, install: Install) -> None:
    looks = {"tours": Phrase("durée", "length"), "tours.dit": Phrase("en tours de la cible", "in turns of the target")}
    words = msgspec.structs.replace(game.words, look=looks)
    install(replace(game, words=words))
    assert "durée en tours de la cible 1 100,00 %" in run("odds", "toy", *ATTACK).words
    assert "length in turns of the target 1 100.00%" in run("odds", "toy", *ATTACK, "--lang", "en").words
    assert "durée en tours de la cible" in run("play", "toy", stdin="o 1\n").words


def test_many_values_share_bars_and_lose_nothing() -> None:
    texts.speak("fr")
    d = Distribution(dict.fromkeys(range(-50, 51), 1), 101)
    few = chances.Chances("x", d).condensed()
    assert few is not None
    bars, name = few
    assert 10 <= len(bars) <= 17
    assert sum(bars.ways.values()) == 101
    names = [name(bar) for bar in bars.values()]
    assert (names[0], names[-1]) == ("−43 et moins", "49 et plus")
    assert "0 à 6" in names
    assert "−7 à −1" in names
    assert chances.Chances("x", Distribution(dict.fromkeys(range(10), 1), 10)).condensed() is None


# ---------------------------------------------------------------- what goes for both


@pytest.mark.parametrize("command", ["odds", "do"])
def test_bad_words_are_named(run: Run, command: str) -> None:
    run(command, "go", "attaquer").refused("jeu inconnu « go »")
    run(command, "toy", "danser").refused("« danser »", "actions : attaquer, crier, souffler")
    run(command, "toy", "attaquer", "cible=bor").refused("clé « cible »", "clés : actor, target")
    run(command, "toy", "attaquer", "target").refused("« target » : il faut clé=valeur")
    run(command, "toy", "attaquer", "target=bor", "target=alys").refused("« target » est donné deux fois")
    run(command, "toy", "attaquer").refused("demande target", "Par exemple : « attaquer target=bor ».")


@pytest.mark.parametrize("command", ["odds", "do"])
def test_a_closed_action_gives_its_reason_and_rule(run: Run, command: str) -> None:
    run(command, "toy", "attaquer", "target=zog").refused("il y a : alys, bor.")
    run(command, "toy", "attaquer", "target=alys").refused("(TOY-2.1)")
    run(command, "toy", "attaquer", "actor=bor", "target=alys").refused("C'est le tour d'Alys (TOY-2.1)")
    ran = run(command, "toy", "attaquer", "actor=bor", "target=alys", "--lang", "en")
    ran.refused("It is Alys's turn (TOY-2.1)")


def test_a_scene_of_ones_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text(DEMO.replace('["alys", "bor"]', '["bor", "alys"]'))
    ran = run("do", "toy", "attaquer", "target=alys", "--scene", file, "--dice", "6,2,15,10,4")
    assert ran.words.startswith("Bor · attaquer · → Alys")


def test_a_demonstration_with_its_game_before_it(run: Run) -> None:
    plain = run("do", "toy", *ATTACK, "--scene", "duel", "--dice", "6,2,15,10,4")
    for scene in ("toy/duel", "toy"):
        assert run("do", "toy", *ATTACK, "--scene", scene, "--dice", "6,2,15,10,4") == plain


def test_scenes_that_cannot_be(run: Run, tmp_path: Path) -> None:
    other, bad, broken = tmp_path / "other.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
    other.write_text('game = "go"\n')
    bad.write_text("game = \n")
    broken.write_text(DEMO.replace('nom = "Alys"', "nom = 3"))
    run("do", "toy", *ATTACK, "--scene", tmp_path / "none.toml").refused("none.toml : ce fichier n'existe pas")
    run("do", "toy", *ATTACK, "--scene", tmp_path).refused("c'est un dossier")
    run("do", "toy", *ATTACK, "--scene", other).refused("est une scène de « go », pas de « toy »")
    run("do", "toy", *ATTACK, "--scene", bad).refused("bad.toml : ce n'est pas du TOML")
    run("do", "toy", *ATTACK, "--scene", broken).refused("qui.alys.nom : attendu un texte, trouvé un entier")
    run("do", "toy", *ATTACK, "--scene", "grotte").refused("« grotte »", "démonstrations : duel")
    assert run("do", "toy", *ATTACK, "--scene", "duel", "--seed", 1).status == 0
    broken_in_english = run("do", "toy", *ATTACK, "--scene", broken, "--lang", "en")
    broken_in_english.refused("qui.alys.nom: expected a text, found a whole number")


def test_an_actor_may_be_named_when_nobody_has_the_turn(run: Run, tmp_path: Path) -> None:
    idle = tmp_path / "idle.toml"
    idle.write_text(DEMO.replace('["alys", "bor"]', "[]").replace("camp =", "vie = 0, camp ="))
    args = "do", "toy", "attaquer", "target=bor", "--scene", idle
    run(*args, "actor=alys").refused("À terre (TOY-2.1).")
    run(*args).refused("À terre (TOY-2.1).")  # the first who is there, and the real reason
    run(*args, "actor=alys", "--lang", "en").refused("À terre (TOY-2.1).")


def test_a_character_alone_in_a_scene(run: Run, tmp_path: Path) -> None:
    alys = tmp_path / "alys.json"
    run("new", "toy", "--random", "--seed", 3, "--out", alys)
    assert "Duelliste 3 rouge" in run("play", alys).words
    dead = json.loads(alys.read_text())
    dead["character"]["vie"] = 0
    (tmp_path / "dead.json").write_text(json.dumps(dead))
    run("do", "toy", "souffler", "--scene", tmp_path / "dead.json").refused("À terre (TOY-2.1)")
    run("fight", alys).refused("au moins deux camps debout ; ici : rouge.")
    other = {**json.loads(alys.read_text()), "game": "go"}
    (tmp_path / "go.json").write_text(json.dumps(other))
    run("do", "toy", "souffler", "--scene", tmp_path / "go.json").refused("est une scène de « go », pas de « toy »")
    broken = {**json.loads(alys.read_text()), "character": {"nom": 3}}
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    run("play", tmp_path / "broken.json").refused("nom : attendu un texte, trouvé un entier")


# ---------------------------------------------------------------- do


def test_one_action_after_another(run: Run, tmp_path: Path) -> None:
    then = tmp_path / "then.json"
    then.write_text(run("do", "toy", "souffler", "--json").out)
    ran = run("do", "toy", "souffler", "--scene", then, "--json")
    assert json.loads(ran.out)["action"]["actor"] == "bor"
    assert json.loads(ran.out)["scene"]["tour"] == 3
    assert "Round 2" in run("play", then).words
    assert run("fight", then, "--n", 5).status == 0
    broken = json.loads(then.read_text())
    broken["scene"]["tour"] = "deux"
    then.write_text(json.dumps(broken))
    run("do", "toy", "souffler", "--scene", then).refused("scene.tour : attendu un entier, trouvé un texte")
    then.write_text(json.dumps({**broken, "game": "go"}))
    run("do", "toy", "souffler", "--scene", then).refused("est une scène de « go », pas de « toy »")


def test_whose_turn_it_is_then(run: Run) -> None:
    assert "C'est maintenant à Bor d'agir." in run("do", "toy", "souffler").words
    assert "It is now for Bor to act." in run("do", "toy", "souffler", "--lang", "en").words


def test_what_nobody_answered_is_said(run: Run) -> None:
    dice = "--dice", "6,5,17,30,4"
    ran = run("do", "toy", *ATTACK, *dice, "--answers", "fougue")
    assert ran.words.count("sans réponse, « ") == 2
    assert "sans réponse, « toy.garde » : Prudence" in ran.words
    assert "sans réponse, « Bor, 28 contre vous ? » : Encaisser" in ran.words
    assert "sans réponse" not in run("do", "toy", *ATTACK, *dice, "--answers", "fougue,prudence,encaisser").words
    assert 'not answered, "Bor, 26 against you?": Encaisser' in run("do", "toy", *ATTACK, *dice, "--lang", "en").words


def test_facts_that_are_sums_are_opened() -> None:
    texts.speak("fr")
    voice, page = voice_of(toys.toy, toys.ALYS_BOR), io.StringIO()
    console = Console(file=page, width=100, theme=terminal.THEME)
    boons = ("Handicap", -2, "TOY-2.4"), ("Terrain", 5, "TOY-2.5")
    event = Event("touche", "alys", "bor", facts=(("depth", 3), ("avantages", boons), ("gardes", ("a", "b", "c"))))
    console.print(render.event_block(event, voice))
    console.print(render.opened_event(event, voice))
    drawn = " ".join(as_typed(page.getvalue()).split())
    assert "avantages -2 Handicap (TOY-2.4) + 5 Terrain (TOY-2.5) = 3" in drawn
    assert "-2 Handicap TOY-2.4 Blessure +5 Terrain TOY-2.5 Augure 3 avantages" in drawn
    assert "gardes" not in drawn


def test_dice_are_named_in_the_language(run: Run, game: Game, install: Install) -> None:
    words = msgspec.structs.replace(game.words, en={**game.words.en, "attaque": "attack", "blessure": "wound"})
    install(replace(game, words=words))
    said = run("do", "toy", *ATTACK, "--dice", "6,5,17,30,4", "--lang", "en").words
    assert "2d6 attack 6 5 · 1d20 attack 17" in said
    run("do", "toy", *ATTACK, "--dice", "6,5", "--lang", "en").refused("not enough dice: 1d20 attack asked for")
    run("do", "toy", *ATTACK, "--dice", "7,5", "--lang", "en").refused("2d6 attack: 7 is not a face (1 to 6)")
    typed = run("play", "toy", "--lang", "en", stdin="d\n1\n1\n1\n7 1 1\n").words
    assert "Alys, roll 2d6 attack + 1d20 attack" in typed


def test_what_is_not_said_is_an_ellipsis(game: Game) -> None:
    texts.speak("fr")
    phrases = {"attaquer": Phrase("Frapper : {target}", "Strike: {target}")}
    named = replace(game, words=msgspec.structs.replace(game.words, action=phrases))
    voice = voice_of(named, toys.ALYS_BOR)
    assert voice.action(toys.Attaquer("alys", "")) == typeset("Frapper : …")
    assert voice.short("attaquer") == "Frapper"
    assert voice.closed(Closed("TOY-2.1", "« {} » n'est pas là", ("",))) == typeset("« … » n'est pas là (TOY-2.1)")
    assert voice.anything((("alys", 1), ("bor", 2))) == "Alys 1, Bor 2"
    assert voice.plainly(toys.Attaquer("alys", "bor")) == typeset("Alys (Frapper : Bor)")
    assert params.expected(inspect.type_info(Literal["", "haute"])) == "l’un de rien, haute"


def test_the_story_by_given_dice(run: Run) -> None:
    ran = run("do", "toy", *ATTACK, "--dice", "6,5,17,30,4")
    assert ran.status == 0
    assert "Alys touche Bor : 7 TOY-2.1" in ran.words
    assert "dés 2d6 attaque 6 5 · 1d20 attaque 17 · 1d100 augure 30 (MJ) · 1d6 blessure 4" in ran.words
    assert "somme 3 Force (TOY-1.1) = 3" in ran.words


def test_answers_are_taken_in_order(run: Run) -> None:
    dice = "6,5,17,30,12"
    ran = run("do", "toy", *ATTACK, "--dice", dice, "--answers", "fougue,prudence,esquiver")
    assert "manque" in ran.words
    assert "3 Force (TOY-1.1) + 2 Fougue (TOY-2.2) = 5" in ran.words


def test_the_same_seed_tells_the_same_story(run: Run) -> None:
    assert run("do", "toy", *ATTACK, "--seed", 4).out == run("do", "toy", *ATTACK, "--seed", 4).out
    assert "graine 4" in run("do", "toy", *ATTACK, "--seed", 4).out
    assert "graine" in run("do", "toy", *ATTACK).out


def test_a_story_as_json(run: Run) -> None:
    data = json.loads(run("do", "toy", *ATTACK, "--dice", "6,5,17,30,4", "--json").out)
    assert data["scene"]["qui"]["bor"]["vie"] == 3
    assert data["events"][0]["what"] == "touche"
    assert [entry["asked"] for entry in data["transcript"]][1] == "2d6 attaque + 1d20 attaque alys"
    assert data["seed"] is None


def test_dice_that_do_not_fit(run: Run) -> None:
    run("do", "toy", *ATTACK, "--dice", "6,5").refused("plus assez de dés : 1d20 attaque à lancer, il ne reste rien.")
    run("do", "toy", *ATTACK, "--dice", "7,5,3").refused("7 n'est pas une face (de 1 à 6)")
    run("do", "toy", *ATTACK, "--dice", "six").refused("--dice", "« six »")
    run("do", "toy", *ATTACK, "--dice", "1", "--seed", "1").refused("--dice et --seed ne vont pas ensemble")
    run("do", "toy", *ATTACK, "--dice", "1,1,1", "--answers", "danser").refused(
        "réponse refusée à « toy.garde » : « danser » ; réponses ouvertes : prudence, fougue."
    )
    run("do", "toy", *ATTACK, "--dice", "6,5", "--lang", "en").refused(
        "not enough dice: 1d20 attaque asked for, nothing is left."
    )


def test_dice_left_over_are_mentioned(run: Run) -> None:
    ran = run("do", "toy", "souffler", "--dice", "3,4")
    assert ran.status == 0
    assert "dés en trop, jamais lancés : 3, 4" in ran.err


def test_faces_are_read_with_commas_or_blanks() -> None:
    assert once.faces("3, 10 7") == [3, 10, 7]
