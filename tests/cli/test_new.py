"""`tablee new` and `tablee sheet`: characters made, written and shown."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as replaced

from installing import Install
from tablee.cli import asking, render, texts
from tablee.cli.errors import Refused
from tablee.cli.terminal import out
from tablee.cli.wording import voice_of
from tablee.kernel.draft import Column, Draft, Field, Problem, Start
from tablee.kernel.game import Game
from tablee.kernel.oracle import Closed
from tablee.kernel.sheet import Boxes, Row, Section, Sheet, Stat
from tablee.kernel.typography import typeset
from typed import printed
from typed import typed as as_typed

from .conftest import Run

WHOLE = {"nom": "Alys", "points": {"force": 2, "souffle": 4}}


def written(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data))
    return path


# ---------------------------------------------------------------- at random, from a draft


def test_at_random_the_same_seed_is_the_same_character(run: Run, tmp_path: Path) -> None:
    a, b = tmp_path / "a.json", tmp_path / "b.json"
    assert run("new", "toy", "--random", "--seed", 3, "--out", a).words == f"Écrit : {a}".replace("  ", " ")
    run("new", "toy", "--random", "--seed", 3, "--out", b)
    assert a.read_bytes() == b.read_bytes()
    data = json.loads(a.read_text())
    assert data["game"] == "toy"
    assert data["rules_version"] == "1"  # the toy game's own
    assert data["character"]["nom"] == "Duelliste 3"


def test_without_a_file_the_sheet_is_shown(run: Run) -> None:
    ran = run("new", "toy", "--random", "--seed", 3)
    assert "Duelliste 3" in ran.words
    assert "Vie 10" in ran.words


def test_from_a_draft_in_json_or_toml(run: Run, tmp_path: Path) -> None:
    toml = tmp_path / "draft.toml"
    toml.write_text('nom = "Alys"\npoints = { force = 2, souffle = 4 }\n')
    for draft in (written(tmp_path / "draft.json", WHOLE), toml):
        ran = run("new", "toy", "--draft", draft)
        assert ran.status == 0
        assert "Alys" in ran.words


def test_a_draft_with_problems_names_each_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    draft, to = written(tmp_path / "d.json", {"points": {"force": 5}}), tmp_path / "out.json"
    ran = run("new", "toy", "--draft", draft, "--out", to)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "Il manque un nom (TOY-1.3).",
        "6 points à répartir, 5 répartis (TOY-1.1).",
        "Force 5 : 4 au plus (TOY-1.2).",
    ]
    assert not to.exists()


def test_an_exception_with_a_note_is_kept_in_the_file(run: Run, tmp_path: Path) -> None:
    strong = {"nom": "Alys", "points": {"force": 6}, "waivers": [{"rule": "TOY-1.2", "note": "géante"}]}
    to = tmp_path / "alys.json"
    assert run("new", "toy", "--draft", written(tmp_path / "d.json", strong), "--out", to).status == 0
    assert json.loads(to.read_text())["waivers"] == [{"rule": "TOY-1.2", "note": "géante"}]
    assert "exception à TOY-1.2 : géante" in run("sheet", to).words


def test_drafts_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    run("new", "toy", "--draft", tmp_path / "none.json").refused("none.json : ce fichier n'existe pas.")
    run("new", "toy", "--draft", tmp_path).refused("c'est un dossier")
    run("new", "toy", "--draft", bad).refused("bad.json : ce n'est pas du JSON")
    wrong = written(tmp_path / "w.json", {"nom": 3})
    run("new", "toy", "--draft", wrong).refused("nom : attendu un texte, trouvé un entier")
    run("new", "toy", "--draft", wrong, "--lang", "en").refused("nom: expected a text, found a whole number")
    unknown = written(tmp_path / "u.json", {"magie": 3})
    run("new", "toy", "--draft", unknown).refused("clé inconnue « magie »")
    latin = tmp_path / "latin.toml"
    latin.write_bytes('nom = "Zoé"'.encode("latin-1"))
    run("new", "toy", "--draft", latin).refused("latin.toml : illisible")


def test_options_that_do_not_go_together(run: Run, tmp_path: Path) -> None:
    run("new", "toy", "--random", "--draft", tmp_path / "d").refused("--random et --draft ne vont pas ensemble")
    run("new", "toy", "--seed", 3).refused("--seed demande --random")
    run("new", "toy", "--random", "--seed", "x").refused("--seed : un entier est attendu.")


def test_a_place_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    run("new", "toy", "--random", "--out", tmp_path / "none" / "a.json").refused("impossible d'écrire")
    run("new", "toy", "--random", "--out", tmp_path).refused("impossible d'écrire (c'est un dossier).")
    run("new", "toy", "--random", "--out", "").refused("impossible d'écrire (c'est un dossier).")
    run("new", "toy", "--random", "--out", tmp_path / "a" / "b").refused("(ce fichier n'existe pas)")
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_survives_a_refusal(run: Run, tmp_path: Path) -> None:
    to = tmp_path / "alys.json"
    to.write_text("precious")
    run("new", "toy", "--draft", written(tmp_path / "d.json", {}), "--out", to)
    assert to.read_text() == "precious"


# ---------------------------------------------------------------- guided


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def test_step_by_step(run: Run, tmp_path: Path) -> None:
    to = tmp_path / "alys.json"
    said = lines("Alys", "oui", "2 4", "epee", "1,elfe", "Rusé=2, Lent 1", "f")
    ran = run("new", "toy", "--out", to, stdin=said)
    assert ran.status == 0
    assert "Étape 2 sur 3 Points TOY-1.1 TOY-1.2" in ran.words
    assert "Points 6 sur 6 ✓ TOY-1.1" in ran.words
    assert "Arme [Épée]; Langues [Nain, Elfe]; Traits [Rusé=2, Lent=1]" in ran.words
    assert json.loads(to.read_text())["character"] == {
        "nom": "Alys",
        "camp": "rouge",
        "force": 2,
        "souffle": 4,
        "vie": 10,
        "id": "",
        "arme": {"nom": "Épée"},
        "traits": [],
        "effets": [],
    }


def test_problems_are_named_after_their_step_and_a_step_can_be_redone(run: Run) -> None:
    said = lines("", "", "force=5", "", "", "", "f", "1", "Alys", "", "2", "force=4 souffle=2", "f")
    ran = run("new", "toy", stdin=said)
    assert ran.status == 0
    assert "✗ Il manque un nom (TOY-1.3)" in ran.words
    assert "Points 5 sur 6 reste 1 TOY-1.1 ✗ 6 points à répartir, 5 répartis (TOY-1.1)" in ran.words
    assert "pas encore : 3 à régler" in ran.err
    assert "Force 4 Vie 10 Souffle 2/6" in ran.words


def test_points_not_named_stay_as_they_are(run: Run) -> None:
    ran = run("new", "toy", stdin=lines("A", "", "force=2 souffle=2", "", "", "", "2", "souffle=4", "f"))
    assert "Force 2 Vie 10 Souffle 4/6" in ran.words


def test_a_problem_can_be_excepted_with_a_note(run: Run, tmp_path: Path) -> None:
    to = tmp_path / "alys.json"
    said = lines("Alys", "", "6 0", "", "", "", "e 1", "e 7 x", "e 1 géante", "f")
    ran = run("new", "toy", "--out", to, stdin=said)
    assert ran.status == 0
    assert "Force 6 : 4 au plus (TOY-1.2) · exception : géante" in ran.words
    assert "une exception demande une note" in ran.err
    assert "il n'y a pas de problème 7" in ran.err
    (waiver,) = json.loads(to.read_text())["waivers"]
    assert (waiver["rule"], waiver["note"]) == ("TOY-1.2", "géante") and waiver["about"]


def test_an_exception_excuses_only_the_problem_it_was_made_for(run: Run, game: Game, install: Install) -> None:
    def long(draft: Any) -> list[Problem]:
        names = [name for name, value in draft.traits.items() if value > 3]
        return [Problem("reste", Closed("TOY-1.2", "« {} » : 3 au plus", (name,))) for name in names]

    creation = replace(game.creation, problems=long)
    install(replace(game, creation=creation))
    said = lines("Alys", "", "2 4", "", "", "Épée=5, Hache 4", "e 1 géante", "e 1 naine", "f", "e 2 aussi", "f")
    ran = run("new", "toy", stdin=said)
    assert ran.status == 0
    assert "pas encore : 1 à régler" in ran.err
    assert "« Épée » : 3 au plus (TOY-1.2) · exception : naine 2. « Hache » : 3 au plus (TOY-1.2)" in ran.words


def test_one_can_go_back_a_step(run: Run) -> None:
    ran = run("new", "toy", stdin=lines("Bor", "", "<", "Alys", "", "2 4", "", "", "", "f"))
    assert ran.status == 0
    assert ran.words.count("Étape 1 sur 3") == 2
    assert "Alys" in ran.words


def test_what_does_not_fit_is_asked_again(run: Run) -> None:
    said = lines(
        "Alys", "peut-être", "non", "deux", "1 2 3", "magie=3", "x=1=2", "2 4", "lance", "2", "elfe,orque", "-", "-"
    )
    ran = run("new", "toy", stdin=said + lines("9", "z", "s", "f"))
    assert ran.status == 0
    for sentence in (
        "Noble : il faut oui ou non, pas « peut-être ».",
        "« deux » n'est pas un nombre entier.",
        "2 nombres au plus, 3 donnés.",
        "« magie » n'est pas proposé.",
        "« lance » n'est pas proposé.",
        "« orque » n'est pas proposé.",
        "il n'y a pas d'étape 9.",
        "« z » : pas compris.",
    ):
        assert sentence in ran.err
    assert "Arme [Arc long]" in ran.words


def test_a_draft_can_be_kept_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "brouillon.json"
    ran = run("new", "toy", stdin=lines("Alys", "", "2 4", "", "", "", f"b {kept}", "q"))
    assert ran.status == 2
    assert run("new", "toy", "--draft", kept).status == 0


@pytest.mark.parametrize(
    "said", ["", "Alys\n", "q\n", "Alys\n\n2 4\n\n\n\n", "Alys\n\n2 4\n\n\n\nq\n", "A\n\n6\n<\nq\n"]
)
def test_giving_up_writes_nothing(run: Run, tmp_path: Path, said: str) -> None:
    to = tmp_path / "alys.json"
    ran = run("new", "toy", "--out", to, stdin=said)
    assert ran.status == 2
    assert "création abandonnée, rien n'est écrit." in ran.err
    assert not to.exists()


def test_guided_in_english(run: Run) -> None:
    ran = run("new", "toy", "--lang", "en", stdin=lines("Alys", "yes", "2 4", "", "", "", "f"))
    assert "Step 1 of 3" in ran.words
    assert "The character holds." in ran.words


def test_without_a_file_one_is_asked_for(run: Run, tmp_path: Path) -> None:
    to, said = tmp_path / "alys.json", ("Alys", "", "2 4", "", "", "", "f")
    ran = run("new", "toy", stdin=lines(*said, str(tmp_path), str(to)))
    assert (ran.status, ran.err) == (0, f"{tmp_path} : impossible d'écrire (c'est un dossier).\n")
    assert json.loads(to.read_text())["character"]["nom"] == "Alys"
    assert run("new", "toy", stdin=lines(*said, "")).err == "le personnage n'est pas écrit.\n"
    assert run("new", "toy", "--lang", "en", stdin=lines(*said)).err == "the character is not written.\n"
    assert run("new", "toy", "--random").err == ""


class Don(msgspec.Struct, frozen=True, omit_defaults=True):
    nom: str
    valeur: int = 1
    famille: str = ""
    botte: str = ""


class Doue(Draft, frozen=True, kw_only=True):
    dons: tuple[Don, ...] = ()
    noms: tuple[str, ...] = ()
    paires: tuple[tuple[str, int], ...] = ()
    table: dict[str, int] = {}


@pytest.mark.parametrize(
    ("field", "typed", "value", "shown"),
    [
        ("dons", "Lance 3", (Don("Lance", 3),), "Lance=3"),
        ("dons", "Lance=3, Lent", (Don("Lance", 3), Don("Lent")), "Lance=3, Lent=1"),
        ("dons", "Lance=3/armes", (Don("Lance", 3, "armes"),), "Lance=3/armes"),
        ("dons", "Lance 3//estoc", (Don("Lance", 3, "", "estoc"),), "Lance=3//estoc"),
        ("dons", "Lance / armes", (Don("Lance", 1, "armes"),), "Lance=1/armes"),
        ("noms", "Nain, Elfe 2", ("Nain", "Elfe 2"), "Nain, Elfe 2"),
        ("paires", "a=1, b 2", (("a", 1), ("b", 2)), "a=1, b=2"),
        ("table", "a=1, b 2", {"a": 1, "b": 2}, "a=1, b=2"),
        ("table", "3", "« 3 » : il faut une valeur.", ""),
        ("dons", "Lance=3/a/b/c", "« Lance=3/a/b/c » : 4 indications au plus.", ""),
        ("dons", "Lance=x", "« x » n'est pas un nombre entier.", ""),
    ],
)
def test_entries_as_they_are_typed_and_shown(game: Game, field: str, typed: str, value: object, shown: str) -> None:
    texts.speak("fr")
    voice, asked, draft = voice_of(game), Field(field, "entries", "Dons"), Doue()
    if isinstance(value, str):
        with pytest.raises(Refused) as refused:
            asking.typed(asked, draft, asking.read_entries(asked, typed, voice), voice)
        assert tuple(map(as_typed, refused.value.sentences)) == (value,)
        return
    held = asking.typed(asked, draft, asking.read_entries(asked, typed, voice), voice)
    assert held == value
    draft = msgspec.structs.replace(draft, **{field: held})
    assert asking.described(asked, draft, voice) == f"Dons [{shown}]"
    again = asking.typed(asked, draft, asking.read_entries(asked, shown, voice), voice)
    assert again == value  # what is shown can be typed


def test_the_columns_of_an_entry_are_named(game: Game) -> None:
    texts.speak("fr")
    voice = voice_of(game)
    for field, form in [("dons", "nom=valeur/famille/botte"), ("noms", "nom"), ("table", "nom=valeur")]:
        assert asking.form(asking.columns(Doue(), Field(field, "entries", "Dons")), voice) == form


# ---------------------------------------------------------------- sheets


@pytest.fixture
def alys(run: Run, tmp_path: Path) -> Path:
    to = tmp_path / "alys.json"
    run("new", "toy", "--draft", written(tmp_path / "d.json", WHOLE), "--out", to)
    return to


def test_a_sheet(run: Run, alys: Path) -> None:
    ran = run("sheet", alys)
    assert ran.status == 0
    assert "Alys Valeurs" in ran.words
    assert "Souffle 4/6 ━" in ran.words
    assert "TOY-1.1" not in ran.words


def test_every_number_opened(run: Run, alys: Path) -> None:
    ran = run("sheet", alys, "--explain")
    assert "Force 2 2 Force (TOY-1.1) = 2" in ran.words
    assert "Souffle 4/6 6 Base (TOY-1.1) = 6" in ran.words


def test_another_version_is_mentioned(run: Run, alys: Path) -> None:
    alys.write_text(json.dumps({**json.loads(alys.read_text()), "rules_version": "0.0.1"}))
    assert "fait avec les règles 0.0.1, lu avec 1" in run("sheet", alys).words


def test_files_that_are_no_characters(run: Run, alys: Path, tmp_path: Path) -> None:
    data = json.loads(alys.read_text())
    run("sheet", tmp_path / "none.json").refused("ce fichier n'existe pas")
    run("sheet", tmp_path).refused("c'est un dossier")
    run("sheet", written(tmp_path / "a.json", {"game": "toy"})).refused("il manque la clé")
    run("sheet", written(tmp_path / "b.json", {**data, "game": "go"})).refused("jeu inconnu « go »")
    run("sheet", written(tmp_path / "c.json", [1])).refused("attendu une table, trouvé une liste")
    broken = {**data, "character": {**data["character"], "force": "deux"}}
    run("sheet", written(tmp_path / "e.json", broken)).refused("force : attendu un entier, trouvé un texte")
    run("sheet", written(tmp_path / "e.json", broken), "--lang", "en").refused("force: expected a whole number")


def test_a_game_that_cannot_show_one_alone(run: Run, alys: Path, game: Game, install: Install) -> None:
    install(replace(game, gather=None))
    run("sheet", alys).refused("ne sait pas encore montrer un personnage")


class Choisi(Draft, frozen=True, kw_only=True):
    dons: tuple[str, ...] = ()
    voie: str = ""


def test_what_leaves_no_choice_is_not_asked(game: Game) -> None:
    def asks(field: Field, draft: Draft) -> bool:
        heard: list[str] = []
        asking.ask_field(field, draft, voice_of(game), lambda prompt: heard.append(prompt))
        return bool(heard)

    dons, none = Field("dons", "choices", "Dons"), Field("voie", "choice", "Voie", keys=(("", "Aucune"),))
    assert not asks(dons, Choisi()) and not asks(none, Choisi())
    assert asks(dons, Choisi(dons=("vue",))) and asks(none, Choisi(voie="mer")), "to be taken back"


def test_points_are_shown_and_typed_by_the_names_of_their_game(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    texts.speak("fr")
    few = Field("voie", "points", "Points", keys=(("CC", "Combat"), ("TIR", "Tir")), high=9)
    long = Field("voie", "points", "Points", keys=(("armes_de_hast", "Armes de hast"), ("calme", "Calme")), high=9)
    for field in (few, long):
        asking.show_field(field, Choisi(), voice_of(game))
    said = printed(capsys).out
    assert "CC  Combat" in said and "comme CC=5 TIR=4" in said
    assert "Armes de hast" in said and "armes_de_hast" not in said and "comme 1=5 2=4" in said
    assert asking.read_points(long, "1=5 2=4", voice_of(game)) == {"armes_de_hast": 5, "calme": 4}


# ---------------------------------------------------------------- what is ready, what is explained


@pytest.fixture
def told(game: Game, install: Install) -> Game:
    """The game with something to begin with, and something to know of each choice."""
    ready = Start("La forte", "Tout dans le bras.", replaced(game.creation.draft(), **WHOLE))
    steps = list(game.creation.steps)
    fields = tuple(
        replaced(f, notes={"epee": "Longue et sûre."}, groups={"epee": "Lames"}) if f.name == "arme" else f
        for f in steps[2].fields
    )
    steps[2] = replaced(steps[2], fields=fields)
    found = replace(game, creation=replace(game.creation, steps=tuple(steps), starts={"forte": ready}))
    install(found)
    return found


def test_a_character_from_a_start(run: Run, told: Game, tmp_path: Path) -> None:
    to = tmp_path / "forte.json"
    assert run("new", "toy", "--from", "forte", "--out", to).status == 0
    assert json.loads(to.read_text())["character"]["nom"] == "Alys"
    run("new", "toy", "--from", "frele").refused("« frele » n'est pas un point de départ de Duel ; il y a : forte.")
    run("new", "toy", "--from", "forte", "--random").refused("--random et --from ne vont pas ensemble")


def test_a_start_is_offered_before_the_first_step(run: Run, told: Game) -> None:
    ran = run("new", "toy", stdin=lines("x", "1", "", "", "", "", "", "", "f"))
    assert "1 La forte Tout dans le bras." in ran.words
    assert "« x » n'est pas proposé" in ran.err
    assert "Nom [Alys]" in ran.words and ran.status == 0
    assert "Nom […]" in run("new", "toy", stdin=lines("", "q")).words


def test_what_is_to_be_known_of_a_choice_stands_beside_it_under_its_heading(run: Run, told: Game) -> None:
    ran = run("new", "toy", stdin=lines("1", "", "", "", "", "", "", "f"))
    assert "Lames 1 Épée Longue et sûre." in ran.words


def test_a_character_is_made_under_options_of_the_book(run: Run, told: Game) -> None:
    assert run("new", "toy", "--from", "forte", "--option", "mort_subite").status == 0
    run("new", "toy", "--random", "--option", "magie").refused("option inconnue « magie »")


def test_rows_and_boxes_of_a_sheet_in_the_terminal(game: Game) -> None:
    base, mod = Stat("base", (("Force", 4, "TOY-1.1"),)), Stat("mod.", (("Force", -1, "TOY-1.1"),))
    boxes = Boxes("Légère", 1, (("Base", 3, "TOY-2.4"), ("Taille", -1, "TOY-1.1")), "-1")
    sheet = Sheet("alys", "Alys", (Section("Table", (Row("Force", (base, mod)), boxes)),))
    with out.capture() as short:
        out.print(render.sheet(sheet, voice_of(game)))
    assert "Force base 4 · mod. -1" in " ".join(as_typed(short.get()).split())
    assert "Légère ▣▢ -1" in " ".join(as_typed(short.get()).split())
    with out.capture() as opened:
        out.print(render.sheet(sheet, voice_of(game), explain=True))
    said = " ".join(as_typed(opened.get()).split())
    assert "base 4 Force (TOY-1.1) = 4" in said and "3 Base (TOY-2.4) - 1 Taille (TOY-1.1) = 2" in said


class Vu(msgspec.Struct, frozen=True):
    lieu: str
    objet: str = ""
    fois: int = 0


class Curieux(Draft, frozen=True, kw_only=True):
    vus: tuple[Vu, ...] = ()


def test_an_entry_may_have_a_text_behind_its_name_and_choices_by_their_names(game: Game) -> None:
    texts.speak("fr")
    places = Column("lieu", "Lieu", "choice", (("tour", "La tour"), ("puits", "Le puits")))
    field = Field("vus", "entries", "Vus", columns=(places, Column("objet", "Objet"), Column("fois", "Fois", "number")))
    voice, draft = voice_of(game), Curieux()
    held = asking.typed(field, draft, ["la tour=Une lampe/2", "2"], voice)
    assert held == (Vu("tour", "Une lampe", 2), Vu("puits"))
    assert asking.described(field, Curieux(vus=held), voice) == "Vus [tour=Une lampe/2, puits=/0]"
    with pytest.raises(Refused) as refused:
        asking.typed(field, draft, ["La cave"], voice)
    assert refused.value.sentences == (typeset("« La cave » n'est pas proposé."),)
    with out.capture() as shown:
        asking.show_field(field, draft, voice)
    assert typeset("Lieu : La tour, Le puits") in shown.get()
