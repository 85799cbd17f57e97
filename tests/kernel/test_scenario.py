"""Scenario files: played step by step, every difference said."""

import msgspec
import pytest

from tablee.kernel.content import ContentError, parse
from tablee.kernel.scenario import Scenario, _over, at, play, read

pytestmark = pytest.mark.usefixtures("toy_installed")

START = """
game = "toy"
options = ["mort_subite"]

[scene]
ordre = ["alys", "bor"]
qui.alys = { nom = "Alys", camp = "rouge" }
qui.bor = { nom = "Bor", camp = "bleu" }
"""

ATTACK = 'do = { do = "attaquer", actor = "alys", target = "bor" }\n'
ASKED = ["toy.garde", "toy.garde", "toy.riposte"]
ONESELF = f"[[step]]\n{ATTACK.replace('bor', 'alys')}"
HIT = f"[[step]]\n{ATTACK}dice = [6, 2, 15, 10, 4]\n"

WELL = f"""{HIT}
[step.expect]
asked = ["toy.garde", "toy.garde", "toy.riposte"]
scene = {{ "qui.bor.vie" = 3, "qui.alys.souffle" = 3, ordre = ["bor", "alys"], "ordre.0" = "bor", "ordre.-1" = "alys" }}
events = [
    {{ what = "touche", who = "alys", target = "bor", rule = "TOY-2.1", depth = 7, terms = {{ Force = 3 }} }},
]

[[step]]
do = {{ do = "souffler", actor = "bor" }}
expect.scene = {{ "qui.bor.souffle" = 4, tour = 3 }}

[[step]]
do = {{ do = "attaquer", actor = "alys", target = "alys" }}
expect.closed = "TOY-2.1"

[[step]]
{ATTACK}dice = [1, 1, 16, 12, 80, 3]
answers = ["fougue", "fougue", "relancer"]
[step.expect]
scene = {{ "qui.bor.souffle" = 2, "qui.bor.vie" = -3 }}
events = [{{ what = "augure" }}, {{ what = "touche", gardes = ["fougue", "fougue"], score = 20, depth = 6 }}]
"""


def scenario(steps):
    return parse(START + steps, Scenario, "duel.toml")


def differences(steps):
    return [str(d) for played in play(scenario(steps), "duel") for d in played.differences]


def test_what_goes_as_expected_has_no_differences():
    story = play(scenario(WELL))
    assert [p.differences for p in story] == [[], [], [], []]
    assert story[-1].scene.options == ("mort_subite",)
    assert [e.what for e in story[-1].events] == ["augure", "touche"]


BY_KEY = f"""[[step]]
{ATTACK}dice = [1, 1, 16, 12, 80, 3]
answers = {{ "toy.riposte" = "relancer", "bor:toy.garde" = ["fougue"] }}
[step.expect]
scene = {{ "qui.bor.souffle" = 1 }}
events = [{{ what = "touche", gardes = ["prudence", "fougue"] }}]
"""


def test_answers_by_question():
    assert differences(BY_KEY) == []
    wrong = BY_KEY.partition("[step.expect]")[0].replace("bor:", "cid:").replace("16, 12", "16, 14")
    assert differences(wrong) == [
        "réponses en trop, jamais demandées : cid:toy.garde = fougue"
        " ; questions posées : toy.garde (alys, bor), toy.riposte (bor)"
    ]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (f'{HIT}expect.scene = {{ "qui.bor.vie" = 4 }}', ["qui.bor.vie : 3, attendu 4"]),
        (f'{HIT}expect.scene = {{ "qui.cid.vie" = 4 }}', ["qui.cid.vie : None, attendu 4"]),
        (f'{HIT}expect.scene = {{ "ordre.2" = "cid" }}', ["ordre.2 : None, attendu 'cid'"]),
        (f'{HIT}expect.asked = ["toy.garde"]', [f"questions : {ASKED}, attendu ['toy.garde']"]),
        (f"{HIT}expect.asked = []", [f"questions : {ASKED}, attendu []"]),
        (f'{HIT}expect.closed = "TOY-2.1"', ["refus : aucun, attendu TOY-2.1"]),
        (
            f'{ONESELF}expect.closed = "TOY-9"',
            ["refus : On ne s'attaque pas soi-même (TOY-2.1), attendu TOY-9"],
        ),
        (
            f"[[step]]\n{ATTACK.replace('bor', 'cid')}",
            ["refus : cid n'est pas là (TOY-2.1), attendu aucun"],
        ),
        (
            f'{ONESELF}dice = [3]\nexpect = {{ closed = "TOY-2.1", scene = {{ tour = 2 }} }}',
            ["dés en trop, jamais lancés : 3", "tour : 1, attendu 2"],
        ),
        (
            f"[[step]]\n{ATTACK}dice = [6, 2, 15, 10]",
            ["plus assez de dés : 1d6 blessure à lancer, il ne reste rien"],
        ),
        (f"[[step]]\n{ATTACK}dice = [6, 7, 15]", ["2d6 attaque : 7 n'est pas une face (de 1 à 6)"]),
        (f"[[step]]\n{ATTACK}dice = [6, 2, 15, 10, 4, 1, 2]", ["dés en trop, jamais lancés : 1, 2"]),
        (f'[[step]]\n{ATTACK}dice = [1, 1, 1, 10]\nanswers = ["fougue", "prudence", "esquiver"]',
            ["réponses en trop, jamais demandées : esquiver"]),
        (f'[[step]]\n{ATTACK}answers = ["fuite"]',
            ["réponse refusée à toy.garde : « fuite » ; réponses ouvertes : prudence, fougue"]),
        ('[[step]]\ndo = { do = "fuir" }',
            ["duel, étape 1 : action inconnue « fuir » ; actions : attaquer, crier, souffler"]),
        ('[[step]]\ndo = { do = "souffler", actor = "alys", vite = 1 }',
            ["duel, étape 1 souffler : le fichier : clé inconnue « vite » ; clés : actor"]),
    ],
)  # fmt: skip
def test_every_difference_is_said(step, said):
    assert differences(step) == said


@pytest.mark.parametrize(
    "event",
    [
        '{ what = "manque" }',
        '{ what = "touche", depth = 8 }',
        '{ what = "touche", rien = 8 }',
        '{ what = "touche", terms = { Force = 4 } }',
        '{ what = "touche", terms = { Magie = 1 } }',
        '{ what = "touche" }, { what = "touche" }',
    ],
)
def test_an_event_that_did_not_happen_is_said_with_those_that_did(event):
    (said,) = differences(f"{HIT}expect.events = [{event}]")
    assert said.startswith("événement attendu, absent : {'what': ")
    assert "entendus : [{'what': 'touche', 'who': 'alys', 'target': 'bor', 'rule': 'TOY-2.1', 'score': 24" in said


def test_events_are_matched_in_order():
    twice = f"[[step]]\n{ATTACK}dice = [6, 2, 15, 80, 4]\n"
    right, wrong = '{ what = "augure" }, { what = "touche" }', '{ what = "touche" }, { what = "augure" }'
    assert differences(f"{twice}expect.events = [{right}]") == []
    assert len(differences(f"{twice}expect.events = [{wrong}]")) == 1


@pytest.mark.parametrize(
    "step",
    [
        f"[[step]]\n{ATTACK}dice = [6, 2, 15, 10]",
        f'[[step]]\n{ATTACK}dice = [6, 2, 15]\nanswers = ["prudence", "prudence", "esquiver"]',  # paid, then no dice
        ONESELF,
        f'{HIT}expect.closed = "TOY-2.1"',
        '[[step]]\ndo = { do = "fuir" }',
    ],
)
def test_a_step_that_fails_leaves_the_scene_as_it_was(step):
    (played,) = play(scenario(step))
    assert played.differences
    assert played.scene == scenario(step).start()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            START.replace("mort_subite", "pluie"),
            "duel : option inconnue « pluie » ; options : mort_subite, premier_sang",
        ),
        (START.replace("toy", "échecs"), "jeu inconnu « échecs » ; jeux : toy"),
        (START.replace("camp", "clan"), "scène : qui.alys : il manque la clé « camp »"),
    ],
)
def test_a_scene_that_cannot_be_set_is_refused(text, sentence):
    with pytest.raises(ContentError) as wrong:
        play(parse(text, Scenario, "duel.toml"), "duel")
    assert str(wrong.value) == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("[[step]]\ndo = {}\ndices = [1]", "step[0] : clé inconnue « dices » ; clés : do, dice, answers, expect, note"),
        (
            "[[step]]\ndo = {}\nexpect.scenes = {}",
            "step[0].expect : clé inconnue « scenes » ; clés : events, scene, closed, asked",
        ),
        ("[[step]]\ndice = [1]", "step[0] : il manque la clé « do »"),
        (
            "[[steps]]\ndo = {}",
            "le fichier : clé inconnue « steps » ; clés : game, title, rules, example, note, options, scene, step",
        ),
    ],
)
def test_an_unknown_key_is_refused(tmp_path, more, sentence):
    file = tmp_path / "duel.toml"
    file.write_text(START + more, "utf-8")
    with pytest.raises(ContentError) as wrong:
        read(file)
    assert str(wrong.value) == f"{file} : {sentence}"


def test_a_file_without_steps_is_a_scene():
    assert play(scenario("")) == []
    assert scenario("").start()["bor"].nom == "Bor"


def test_a_path_goes_through_tables_and_lists():
    plain = {"a": [{"b": 1}, {"b": 2}]}
    found = {path: at(plain, path) for path in ("a.1.b", "a.-2.b", "a.2.b", "a.-3", "a.x", "a.0.b.c")}
    assert found == {"a.1.b": 2, "a.-2.b": 1, "a.2.b": None, "a.-3": None, "a.x": None, "a.0.b.c": None}


# ---------------------------------------------------------------- characters of files

FROM_FILE = """
game = "toy"
[scene]
ordre = ["alys", "bor"]
[scene.qui.alys]
fichier = "gens/alys.json"
camp = "vert"
[scene.qui.bor]
nom = "Bor"
camp = "bleu"
"""
ALYS = {"game": "toy", "rules_version": "0.1", "character": {"nom": "Alys", "camp": "rouge"}}


@pytest.fixture
def duel(tmp_path):
    """A scenario that names a character's file, and how to write that file."""
    (tmp_path / "gens").mkdir()
    file = tmp_path / "duel.toml"
    file.write_text(FROM_FILE, "utf-8")

    def kept(character):
        (tmp_path / "gens" / "alys.json").write_bytes(msgspec.json.encode(character))
        return read(file)

    return kept


def test_a_character_comes_into_a_scene_by_its_file(duel):
    alys = duel(ALYS).start()["alys"]
    assert (alys.nom, alys.side) == ("Alys", "vert")  # what stands in the scene goes before


def test_tables_in_a_table_are_put_together():
    assert _over({"f": {"a": 1, "b": 2}, "x": 1}, {"f": {"b": 3}, "x": {"y": 2}}) == {
        "f": {"a": 1, "b": 3},
        "x": {"y": 2},
    }


@pytest.mark.parametrize(
    ("character", "said"),
    [
        (
            {**ALYS, "game": "autre"},
            "scene.qui.alys.fichier : « gens/alys.json » est un personnage de autre, pas de toy",
        ),
        ({"game": "toy"}, "il manque la clé « character »"),
        ([], "attendu une table, trouvé une liste"),
    ],
)
def test_a_file_that_is_no_character_of_this_game_is_refused(duel, character, said):
    with pytest.raises(ContentError, match=said):
        duel(character)


def test_a_character_that_is_not_there_is_named(tmp_path):
    (tmp_path / "duel.toml").write_text(FROM_FILE, "utf-8")
    with pytest.raises(ContentError, match=r"gens/alys\.json : ce fichier n'existe pas"):
        read(tmp_path / "duel.toml")
    (tmp_path / "duel.toml").write_text(FROM_FILE.replace('"gens/alys.json"', "3"), "utf-8")
    with pytest.raises(ContentError, match=r"scene\.qui\.alys\.fichier : un texte est attendu"):
        read(tmp_path / "duel.toml")
