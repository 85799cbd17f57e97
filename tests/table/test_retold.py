"""An entry as what was done in it: who fell, in which round, what it cost, whom it concerns. None of it is a leak."""

from __future__ import annotations

import msgspec
import pytest

from tablee.kernel.sentence import Name
from tablee.table import commands as c
from tablee.table.retold import STOOD, WENT
from tablee.table.seen import SeenEntry
from tablee.table.state import Member

from .conftest import Sat


@pytest.fixture
def pit(sat: Sat) -> Sat:
    """Alys (Luc's) with Bor (Ada's) at her side, in the pit with Kraxifer and Orumaque."""
    sat.character(sat.luc, "Alys")
    sat.character(sat.ada, "Bor")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys", "bor")}))
    return sat


def struck(pit: Sat, actor: str = "krax", target: str = "alys") -> int:
    pit.do(pit.gm, c.Rule(f"gens.{target}.vie", 1, "à bout"))
    pit.do(pit.gm, c.Rule("combat.file", [actor, target], "à lui"))
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": actor, "target": target}))
    return pit.do(pit.gm, c.Answer("non")).seq


def entry(pit: Sat, member: Member, seq: int) -> SeenEntry:
    return next(each for each in pit.log(member) if each.seq == seq)


def test_a_blow_says_who_fell_in_which_round_and_what_it_cost(pit: Sat) -> None:
    seen = entry(pit, pit.eve, struck(pit))
    (stroke,) = seen.strokes
    assert (seen.round, seen.when) == (1, "Round 1")
    assert (stroke.fell, stroke.weight, stroke.moment) == ((Name("alys", "Alys"),), "major", "")
    assert stroke.figure is not None
    assert stroke.figure.amount < 0
    assert STOOD not in [event.what for event in seen.events]


def test_it_concerns_ones_own_then_ones_side(pit: Sat) -> None:
    seq = struck(pit)
    concerns = {member.name: entry(pit, member, seq).strokes[0].concerns for member in pit.everybody}
    assert concerns == {"Luc": "me", "Ada": "ally", "Marie": "none", "Ève": "none"}


def test_whoever_is_hidden_falls_unseen(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("oru", presence=True))
    fall = struck(pit, "alys", "oru")
    assert entry(pit, pit.gm, fall).strokes[0].fell == (Name("oru", "Orumaque"),)
    for member in (pit.luc, pit.ada, pit.eve):
        assert not any(stroke.fell for stroke in entry(pit, member, fall).strokes)
        assert b"oru" not in msgspec.json.encode(pit.log(member)).lower()
    pit.do(pit.gm, c.Hide("oru", presence=False))
    assert not any(stroke.fell for stroke in entry(pit, pit.luc, fall).strokes), "revealing reveals no past"


def test_whoever_is_hidden_since_has_not_fallen_either(pit: Sat) -> None:
    fall = struck(pit, "alys", "oru")
    assert entry(pit, pit.luc, fall).strokes[0].fell == (Name("oru", "Orumaque"),)
    pit.do(pit.gm, c.Hide("oru", presence=True))
    assert not any(stroke.fell for stroke in entry(pit, pit.luc, fall).strokes)


def test_whoever_has_no_name_falls_under_the_one_he_is_known_by(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True, known_as="La bête"))
    (stroke,) = entry(pit, pit.luc, struck(pit, "alys", "krax")).strokes
    alias = next(p.id for p in pit.table(pit.luc).people if p.name == "La bête")
    assert stroke.fell == (Name(alias, "La bête"),)
    assert "krax" not in alias


def test_outside_of_any_encounter_there_is_no_round_and_talk_counts_none(sat: Sat) -> None:
    said = sat.do(sat.luc, c.Say("Bonsoir."))
    assert entry(sat, sat.gm, said.seq).round == 0
    assert len(said.logged.told) == 1


def test_where_somebody_went_is_said_by_who_is_near_and_hidden_ones_are_not(duel: Sat) -> None:
    def said(member: Member, done: c.Command) -> str:
        return duel.texts(duel.do(duel.gm, done), member)[0]

    duel.do(duel.gm, c.LayMap("square", 12, 12))
    duel.do(duel.gm, c.Put("bran", 4, 4))
    duel.do(duel.gm, c.Put("alys", 0, 4))
    assert said(duel.luc, c.Put("alys", 3, 4)) == "Alys change de place, au contact de Bran."
    assert said(duel.luc, c.Put("alys", 1, 4)) == "Alys change de place, à 3 cases de Bran."
    duel.do(duel.gm, c.Hide("bran", presence=True))
    near = duel.do(duel.gm, c.Put("alys", 3, 4))
    assert duel.texts(near, duel.luc) == ["Alys change de place."]
    duel.do(duel.gm, c.Hide("bran", presence=False))
    assert duel.texts(near, duel.luc) == ["Alys change de place."], "revealing reveals no past"
    assert WENT not in [event.what for each in duel.log(duel.gm) for event in each.events]
