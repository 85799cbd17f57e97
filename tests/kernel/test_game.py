"""What a game gives, and how it is found."""

import re
import threading
import time
from dataclasses import fields, replace
from importlib.metadata import EntryPoint

import pytest

from tablee.kernel import game as module
from tablee.kernel.action import Action
from tablee.kernel.content import ContentError
from tablee.kernel.draft import Creation, Field
from tablee.kernel.game import Installed, NoGame, game
from tablee.kernel.scenario import Scenario
from tablee.kernel.scene import Person, Scene
from tablee.kernel.sheet import Pool
from tablee.kernel.words import Telling, Words
from toy import ALYS_BOR, Attaquer, toy


def test_plain_data_becomes_an_action():
    assert toy.action({"do": "attaquer", "actor": "alys", "target": "bor"}) == Attaquer("alys", "bor")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"do": "fuir"}, "étape 1 : action inconnue « fuir » ; actions : attaquer, crier, souffler"),
        ({}, "étape 1 : action inconnue «  » ; actions : attaquer, crier, souffler"),
        ({"do": ["attaquer"]}, "étape 1 : action inconnue « ['attaquer'] » ; actions : attaquer, crier, souffler"),
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


@pytest.fixture
def entered(monkeypatch):
    """Have these be the entry points of the group: by id, where each game is, or where several are."""

    def enter(**values):
        points = [EntryPoint(id, value, "tablee.games") for id, each in values.items() for value in each.split()]

        def of_the_group(group):
            assert group == "tablee.games"
            return points

        monkeypatch.setattr(module, "entry_points", of_the_group)
        found = module.installed.__wrapped__()
        monkeypatch.setattr(module, "installed", lambda: found)
        return found

    return enter


def test_games_are_those_of_the_entry_points_in_the_order_of_their_titles(entered):
    found = entered(toy="toy:toy", arena="table.arena:arena", fluid="tablee.games.fluid:game")
    assert list(found) == ["arena", "fluid", "toy"]
    assert [each.title for each in module.games().values()] == ["Arène", "Duel", "Fluid"]
    assert game("toy") is toy


def test_a_game_is_loaded_when_it_is_first_asked_for_and_kept():
    loads = []
    one = Installed("toy", lambda: loads.append(1) or toy)
    assert (one.loaded, loads) == (None, [])
    assert one.load() is one.load() is one.loaded is toy
    assert loads == [1]


def test_many_threads_that_ask_at_once_load_it_once():
    loads, ready = [], threading.Barrier(8)

    def find():
        loads.append(1)
        time.sleep(0.05)
        return toy

    def ask():
        ready.wait()
        assert one.load() is toy

    one = Installed("toy", find)
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (loads, one.loaded) == ([1], toy)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("tablee_go:game", "le jeu « go » ne se charge pas : ModuleNotFoundError: No module named 'tablee_go'"),
        ("toy:go", "le jeu « go » ne se charge pas : AttributeError: module 'toy' has no attribute 'go'"),
        (
            "toy:toy",
            "le jeu « go » ne se charge pas : TypeError: the id of its Game is 'toy', not its own",
        ),
        (
            "toy:ALYS_BOR",
            "le jeu « go » ne se charge pas : TypeError: its entry point is a Duel, not a Game; write module:game",
        ),
        ("a:game b:game", "le jeu « go » est installé 2 fois : ? (a:game), ? (b:game)"),
    ],
)
def test_a_game_that_cannot_be_had_is_named_and_the_others_are_played(entered, value, sentence):
    found = entered(go=value, toy="toy:toy")
    for _ in range(2):
        with pytest.raises(NoGame) as fault:
            game("go")
        assert str(fault.value) == sentence
    assert game("toy") is toy
    assert found["go"].loaded is None
    with pytest.raises(NoGame, match="« go »"):
        module.games()


def test_what_cannot_be_loaded_is_not_tried_again():
    tried = []

    def find():
        tried.append(1)
        raise RuntimeError("two\nlines")

    one = Installed("go", find)
    for _ in range(3):
        with pytest.raises(NoGame, match=r"RuntimeError: two lines$") as fault:
            one.load()
        assert isinstance(fault.value.__cause__, RuntimeError)
    assert tried == [1]


def test_what_is_to_be_done_with_every_game_is_done_before_anybody_gets_it(install, monkeypatch):
    monkeypatch.setattr(module, "READY", [])
    seen = []

    def ready(game):
        seen.append(game.id)
        assert [each.loaded for each in module.installed().values() if each.id == "late"] == [None]

    late = replace(toy, id="late")
    install(toy, late)
    game("toy")
    module.on_load(ready)
    assert seen == ["toy"]
    assert game("late") is late
    assert seen == ["toy", "late"]


def test_the_folder_of_a_package_is_found_without_importing_it(tmp_path, monkeypatch):
    (tmp_path / "tablee_go").mkdir()
    (tmp_path / "tablee_go" / "__init__.py").write_text("raise RuntimeError")
    (tmp_path / "tablee_shogi.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert Installed("go", dict, "tablee_go").folder == tmp_path / "tablee_go"
    for module_name in ("tablee_shogi", "tablee_go.deep", "tablee_xiangqi", ""):
        assert Installed("go", dict, module_name).folder is None


def test_everybody_is_in_the_scene_in_the_order_of_its_file():
    assert toy.people(ALYS_BOR) == ("alys", "bor")


def test_a_tactic_acts_and_answers():
    tactic = toy.tactics["esquive"]
    assert tactic.act(ALYS_BOR, "alys") == Attaquer("alys", "bor")


@pytest.mark.parametrize(
    ("part", "text", "wrong"),
    [
        ("action", "Attaquer {cible}", "words action.attaquer, fr: « {cible} » is no parameter .* actor, target"),
        ("action", "Attaquer {target", "words action.attaquer, fr: a brace that is not of a {placeholder}"),
        ("event", "Touché {depth}}", "words event.attaquer, fr: a brace that is not of a {placeholder}"),
    ],
)
def test_a_phrase_that_cannot_be_said_is_named_when_its_game_is_loaded(part, text, wrong):
    words = toy.words | Words(**{part: {"attaquer": Telling(text, "")}})
    with pytest.raises(NoGame, match=f"le jeu « toy » ne se charge pas : TypeError: {wrong}"):
        Installed("toy", lambda: replace(toy, words=words)).load()


def test_switches_that_a_game_loses_are_named(install):
    install(replace(toy, read_scene=lambda data, on: toy.read_scene(data, ())))
    scene = {"ordre": [], "qui": {"alys": {"nom": "Alys", "camp": "rouge"}}}
    assert Scenario("toy", scene=scene).start()
    with pytest.raises(TypeError, match=r"toy: Game.read_scene must keep switches .* \['premier_sang'\]"):
        Scenario("toy", options=("premier_sang",), scene=scene).start()


MEMBERS = [
    (module.Game, [each.name for each in fields(module.Game)]),
    (Creation, [each.name for each in fields(Creation)]),
    (Field, Field.__struct_fields__),
    (Pool, Pool.__struct_fields__[1:]),
    (Person, ["id", "side", "owner", "name", "up", "vigour", "name_at"]),
    (
        Scene,
        ["people", "encounter", "clock", "options", "turn", "round", "thing", "settled", "calm", "sides", "standing"],
    ),
    (Action, ["closed", "resolve", "looks", "master", "rank", "choose", "offers"]),
]


@pytest.mark.parametrize(("kind", "members"), MEMBERS, ids=lambda each: getattr(each, "__name__", ""))
def test_help_tells_of_every_member_a_game_gives(kind, members):
    told = set(re.findall(r"`(\w+)", kind.__doc__))
    assert [name for name in members if name not in told] == []
