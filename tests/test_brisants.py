"""The example game as its author has it: installed by itself, tested from its own folder, and broken in many ways."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from tablee.check import CHECKS, examine
from tablee.kernel.typography import as_typed
from test_new_game import install, run

EXAMPLE = Path(__file__).parents[1] / "examples" / "brisants"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example in it, as pip installs it."""
    source = tmp_path_factory.mktemp("source") / "brisants"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache", "build", "dist"))
    target = tmp_path_factory.mktemp("target")
    install(source, target)
    return target


def test_its_own_tests_pass_from_its_own_folder(installed: Path) -> None:
    tested = run("pytest", "-q", "-p", "no:cacheprovider", target=installed, here=EXAMPLE)
    assert tested.returncode == 0, tested.stdout
    covered = run("pytest", "-p", "no:cacheprovider", "--rules=brisants", target=installed, here=EXAMPLE)
    assert covered.returncode == 0 and "brisants 17/17" in covered.stdout, covered.stdout


def test_it_keeps_its_contract_and_is_listed_played_and_fought(installed: Path, tmp_path: Path) -> None:
    checked = run("tablee.check", "brisants", target=installed, here=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    assert "Tout tient" in checked.stdout
    code = "from tablee.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    (tmp_path / "command.py").write_text(code, "utf-8")
    for args, said in (
        (["games"], "Brisants"),
        (["fight", "brisants/duel", "--n", "20", "--seed", "1"], "Douane"),
        (["new", "brisants", "--random", "--seed", "3"], "Anne Le Goff"),
        (["odds", "brisants", "tester", "actor=gaud", "--lang", "en"], "%"),
    ):
        ran = run("command", *args, target=installed, here=tmp_path)
        assert ran.returncode == 0 and said in ran.stdout, (args, ran.stdout, ran.stderr)


# ---------------------------------------------------------------- broken, one thing at a time


class Broken(NamedTuple):
    """What is changed in which file, the fault that must be found, and what its sentence must name."""

    path: str
    old: str
    new: str
    key: str
    named: str


WORDS, NAMES, LEDGER = "content/words/mots.toml", "content/words/noms.toml", "content/ledger/regles.toml"
BREAKS = {
    "a theme that is no colour": Broken("content/theme.toml", "#235a7a", "bleu", "theme", "accent"),
    "a parameter without a name": Broken(
        WORDS, 'cible = { fr = "cible", en = "target" }\n', "", "no_field_words", "cible"
    ),
    "an action without a phrase": Broken(WORDS, "passer = {", "paser = {", "no_action_words", "Passer"),
    "a phrase that leaves out a figure": Broken(
        WORDS, "{garde}, {points} of life", "{points} of life", "other_slots", "touche"
    ),
    "an event without words": Broken("book/combat.py", 'Event("reveil"', 'Event("eveil"', "no_event_words", "eveil"),
    "a fact without a kind": Broken(WORDS, 'esprit = "number"\n', "", "no_kind", "esprit"),
    "an action under no intent": Broken(WORDS, 'of = ["chanter"]', "of = []", "no_intent", "chanter"),
    "a refusal without English": Broken(
        NAMES, '"On se bat déjà" = "A fight is under way"\n', "", "no_reason_words", "On se bat"
    ),
    "a label left in French": Broken(NAMES, '"Vie" = "Life"\n', "", "left_french", "Vie"),
    "switches that are lost": Broken("desk.py", '"options": on}', '"options": ()}', "switch_lost", "houle"),
    "no empty scene": Broken(
        "desk.py",
        "gather = gathering(Scene, read_scene)",
        "def gather(people):\n    return read_scene({'personnages': {p['id']: p for p in people}}, ())",
        "not_empty",
        "gather([])",
    ),
    "a resolution that gives nothing": Broken(
        "book/combat.py",
        'oracle.tell(Event("passe", self.actor, rule="BRI-3.1"))\n        return next_turn',
        'oracle.tell(Event("passe", self.actor, rule="BRI-3.1"))\n        next_turn',
        "raised",
        "Passer.resolve gives nothing",
    ),
    "a scene that is changed": Broken(
        "book/tests.py",
        "        return scene\n",
        "        scene.people[self.actor] = scene.change(self.actor, perdu=scene[self.actor].perdu + 1)[self.actor]\n"
        "        return scene\n",
        "changed_before",
        "Tester",
    ),
    "chance that is not the oracle's": Broken(
        "book/tests.py",
        'return oracle.total(2, 6, "jet")',
        "return __import__('random').randint(2, 10**9)",
        "other_chance",
        "resolve",
    ),
    "odds that hang on more than the figures": Broken(
        "book/tests.py",
        'return oracle.total(2, 6, "jet")',
        'return oracle.total(2, 6, "jet") + (4 if type(oracle).__name__ == "Exhaustive" else 0)',
        "other_odds",
        "reussite",
    ),
    "a word that closed does not expect": Broken(
        "book/chants.py", "SONGS.get(self.chant)", "SONGS[self.chant]", "closed_raises", "KeyError: 'zzz'"
    ),
    "a tactic that does what is closed": Broken(
        "desk.py",
        "    found = open_actions(legal(CHAPTERS, scene, who))\n",
        "    foe = next(q.id for q in scene.people.values() if q.side != scene[who].side)\n"
        "    return Attaquer(who, foe)\n"
        "    found = open_actions(legal(CHAPTERS, scene, who))\n",
        "not_open",
        "hardi",
    ),
    "a loop without an end": Broken("book/ponts.py", "here = edge.pop(0)", "here = edge[0]", "endless", "does not end"),
    "a rule that is in no ledger": Broken(LEDGER, 'id = "BRI-6.3"', 'id = "BRI-6.9"', "unknown_rule", "BRI-6.3"),
    "a rule that no code holds": Broken(LEDGER, 'id = "BRI-6.3"', 'id = "BRI-6.9"', "untied_rule", "BRI-6.9"),
    "a term of a sheet without a rule": Broken(
        "sheet.py", '"BRI-1.3"), ("Œil"', '"BRI-1.7"), ("Œil"', "sheet_rule", "BRI-1.7"
    ),
    "somebody who is not marked": Broken("book/chants.py", "    cible: Who\n", "    cible: str\n", "unmarked", "cible"),
    "a name told as a text": Broken("book/combat.py", '("garde", guard)', '("garde", q.name)', "betrayed", "Zzyx"),
    "a name before its reader is known": Broken(
        "book/chants.py",
        '{} est à terre", (Someone(self.cible),)',
        '{} est à terre", (scene[self.cible].name,)',
        "finished_name",
        "scene[self.cible].name",
    ),
    "a sum that is not one": Broken(
        "book/combat.py", '("total", reached), ("garde"', '("total", reached + 1), ("garde"', "other_kind", "total"
    ),
    "a pool that is kept nowhere": Broken("sheet.py", 'at="perdu"', 'at="perdus"', "pool_nowhere", "perdus"),
    "a draft at random that does not hold": Broken(
        "making.py", "spread(rnd, POINTS,", "spread(rnd, POINTS + 1,", "draft_problem", "BRI-1.1"
    ),
    "an archetype that does not hold": Broken(
        "making.py",
        '{"bras": 2, "pied": 2, "oeil": 5}',
        '{"bras": 2, "pied": 1, "oeil": 6}',
        "start_problem",
        "harponneuse",
    ),
    "wrong before anything was chosen": Broken(
        "making.py", "kind = Closed if n else Todo", "kind = Closed or Todo", "wrong_at_first", "BRI-1.1"
    ),
    "a field the draft does not have": Broken("making.py", 'Field("arme"', 'Field("armes"', "no_draft_field", "armes"),
    "somebody of the bestiary who does not come": Broken(
        "desk.py", 'own.pop("creature", None)', "None", "not_cast", "naufrageur"
    ),
    "a look nobody can count": Broken(
        "book/combat.py",
        'sum(e["points"] for e in events if e.what == "touche")',
        '[e["points"] for e in events if e.what == "touche"]',
        "uncountable",
        "degats",
    ),
    "a way that leads where one may not go": Broken(
        "book/ponts.py",
        "    cells = costs(scene, p)\n",
        "    cells = {**costs(scene, p), (4, 2): 1, (99, 99): 1}\n",
        "reach",
        "(99, 99)",
    ),
    "wounds that are forgotten in reading": Broken(
        "desk.py", '{**base, **own, "id": who}', '{**base, **own, "id": who, "perdu": 0}', "read_otherwise", "perdu"
    ),
}


def broken(installed: Path, folder: Path, how: Broken, name: str = "brisants") -> Path:
    """A copy of the installed example with one thing changed; under another name, where it is one of many."""
    copy = folder / "target"
    shutil.copytree(installed, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / "brisants" / how.path
    text = file.read_text("utf-8")
    assert how.old in text
    file.write_text(text.replace(how.old, how.new, 1), "utf-8")
    if name != "brisants":
        (copy / "brisants").rename(copy / name)
        for path in [*(copy / name).rglob("*.py"), *(copy / name).rglob("*.toml")]:
            path.write_text(path.read_text("utf-8").replace("brisants", name), "utf-8")
    return copy


@pytest.mark.parametrize("how", BREAKS.values(), ids=BREAKS)
def test_what_is_broken_is_named_with_its_cause(
    how: Broken, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each under a name of its own: so many are loaded by one process, and none reads what another has left."""
    name = f"brisants_{how.key}"
    monkeypatch.syspath_prepend(broken(installed, tmp_path, how, name))
    found = dict(examine(import_module(name).game, n=1, seconds=0.5 if how.key == "endless" else 60.0))
    told = [f for faults in found.values() for f in faults if f.key == how.key and how.named in f.what("en")]
    assert told, [str(fault) for faults in found.values() for fault in faults]
    assert all(each.mend("fr") and each.mend("en") and each.what("fr") for each in told)
    assert any(each.where.startswith(f"{name}/") for each in told), told
    assert len(found) == len(CHECKS) and not all(found.values()), "the other checks were asked all the same"


def test_the_command_prints_what_is_wrong_where_and_how_it_is_mended(installed: Path, tmp_path: Path) -> None:
    copy = broken(installed, tmp_path, BREAKS["a word that closed does not expect"])
    checked = run("tablee.check", "brisants", "--quick", target=copy, here=tmp_path)
    assert (checked.returncode, checked.stderr) == (1, "")
    lines = checked.stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if "Chanter.closed lève KeyError: 'zzz' quand chant vaut 'zzz'" in line)
    assert re.fullmatch(r" *brisants/book/chants.py:\d+", lines[at + 1]) and "vérifiez la valeur" in lines[at + 2]
    assert lines[at - 1].startswith("✗") and lines[-1] == "1 chose à reprendre."
    told = run("tablee.check", "brisants", "--quick", "--json", "--lang", "en", target=copy, here=tmp_path)
    (fault,) = [each for faults in msgspec.json.decode(told.stdout)["checks"].values() for each in faults]
    assert fault["key"] == "closed_raises" and fault["where"] == lines[at + 1].strip()


def test_a_game_that_does_not_load_is_named(installed: Path, tmp_path: Path) -> None:
    how = Broken("model.py", "LEAST, MOST, POINTS = 1, 5, 9", "LEAST, MOST, POINTS = 1, 5", "", "")
    copy = broken(installed, tmp_path, how)
    checked = run("tablee.check", "brisants", target=copy, here=tmp_path)
    assert checked.returncode == 70 and "« brisants » ne se charge pas" in as_typed(checked.stderr), checked.stderr
