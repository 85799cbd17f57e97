"""What we say of what is refused: patterns with facts in both languages, and the nets by which games are checked."""

from __future__ import annotations

import ast
from pathlib import Path

import tablee
from tablee.check.patterns import Pattern, patterns
from tablee.check.speaking import finished, people, without_english
from tablee.kernel.content import PATTERNS
from tablee.kernel.english import ENGLISH

SOURCES = Path(tablee.__file__).parent
OURS = ("kernel", "table", "cli", "lab", "web", "check", "starting")
PASSED_ON = {  # where a pattern of elsewhere is said again
    "kernel/content.py",
    "kernel/faults.py",
    "kernel/oracle.py",
    "kernel/sentence.py",
    "kernel/voice.py",
}


def said(*folders: str) -> list[Pattern]:
    """Every pattern in these folders of the package."""
    return list(patterns(SOURCES, (path for folder in folders for path in (SOURCES / folder).rglob("*.py"))))


def test_every_pattern_of_ours_has_an_english_one_and_no_other_is_kept() -> None:
    assert not [text for pattern in said(*OURS) for text in without_english(pattern, ENGLISH)]
    assert {french for _, french in PATTERNS} <= set(ENGLISH)
    sources = (path for folder in (*OURS, "games") for path in (SOURCES / folder).rglob("*.py"))
    written = "".join(path.read_text("utf-8") for path in sources if path.name != "english.py")
    assert {text for text in ENGLISH if f'"{text}"' not in written} == set()


def test_every_pattern_is_written_where_it_is_said() -> None:
    assert {p.where.rpartition(":")[0] for p in said(*OURS, "games") if not p.texts} == PASSED_ON


# ---------------------------------------------------------------- people are facts


def test_a_finished_name_is_found() -> None:
    """The net of this file holds."""
    source = """
def closed(self, scene, q: Personnage):
    p, texte = scene[self.actor], "{} {} {}"
    facts = (p.nom, scene.name(q.id), q.id)
    return Closed("X", texte, facts) or Closed("X", "{}", (q.nom, f"{p.id} est là"))
"""
    (function,) = ast.parse(source).body
    assert people(function) == {"p", "q"}
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Closed"]
    told = [list(finished(Pattern("x", (), tuple(ast.walk(call.args[2])), function))) for call in calls]
    assert told == [[], ["q.nom", "f'{p.id} est là'"]] or told == [["q.nom", "f'{p.id} est là'"], []]
