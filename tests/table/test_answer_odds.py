"""The odds of each answer to a question: for who may answer, and never with more than he knows."""

from __future__ import annotations

import dataclasses
from itertools import product
from time import monotonic, sleep

import pytest

from installing import Install
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Turn, turns
from tablee.kernel.oracle import GM, Amount, Closed, Option, Oracle, Question
from tablee.table import chances
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.seen import SeenAnswers
from tablee.table.state import Member

from .arena import SIDES, Arene, arena
from .conftest import Sat


class Sonder(Action, frozen=True, tag="sonder"):
    """A die that only the game master sees, then a question to somebody."""

    target: str
    secret: bool = True

    looks = {"gagne": lambda before, after, events: any(e.what == "gagne" for e in events)}

    def closed(self, scene: Arene) -> Closed | None:
        return None

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        face = oracle.of(self.actor, GM if self.secret else "all").d(6, "sonde")
        options = Option("fuir", "Fuir"), Option("rester", "Rester")
        if oracle.ask(Question(self.target, "ar.serment", "AR-6", options)).id == "rester" and face > 3:
            oracle.tell(Event("gagne", self.actor, self.target, "AR-6"))
        return scene


class Miser(Action, frozen=True, tag="miser"):
    """A stake of the game master's choosing, then one of the player's: more is surer."""

    looks = {"gagne": lambda before, after, events: any(e.what == "gagne" for e in events)}

    most: int = 10

    def closed(self, scene: Arene) -> Closed | None:
        return None

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        n = int(oracle.ask(Question(self.actor, "ar.serment", "AR-6", Amount(0, self.most))).id)
        if oracle.of(self.actor).d(self.most, "mise") <= n:
            oracle.tell(Event("gagne", self.actor, "", "AR-6"))
        return scene


class Parier(Action, frozen=True, tag="parier"):
    """Both stake at once, then the dice: the actor wins by more than the other staked."""

    target: str

    looks = {"gagne": lambda before, after, events: any(e.what == "gagne" for e in events)}

    def closed(self, scene: Arene) -> Closed | None:
        return None

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        first = oracle.of(self.actor).d(4, "avant")
        asked = tuple(Question(who, "ar.serment", "AR-6", Amount(1, 3)) for who in (self.actor, self.target))
        mine, his = (int(stake.id) for stake in oracle.ask_all(asked))
        again = Option("non", "Non"), Option("oui", "Oui")
        then = sum(oracle.of(self.actor).pool(mine, 6, "après"))
        if oracle.ask(Question(self.target, "ar.serment", "AR-6", again)).id == "non" and first + then > 3 * his:
            oracle.tell(Event("gagne", self.actor, "", "AR-6"))
        return scene


class Ruminer(Action, frozen=True, tag="ruminer"):
    """A question, then dice that each take their time: half a minute to walk them all."""

    looks = {"gagne": lambda before, after, events: bool(events)}

    def closed(self, scene: Arene) -> Closed | None:
        return None

    def resolve(self, scene: Arene, oracle: Oracle) -> Arene:
        options = Option("oui", "Oui"), Option("non", "Non")
        asked = oracle.ask(Question(self.actor, "ar.serment", "AR-6", options))
        sleep(0.003)
        if sum(oracle.of(self.actor).d(100, why) for why in ("un", "deux")) > 100 and asked.id == "oui":
            oracle.tell(Event("gagne", self.actor, "", "AR-6"))
        return scene


def order(scene: Arene) -> tuple[Turn, ...]:
    return turns((), scene.encounter.file if scene.encounter is not None else (), lambda who: 10 + len(who))


@pytest.fixture
def arena_installed(install: Install) -> None:
    game = dataclasses.replace(arena, actions=(*arena.actions, Sonder, Miser, Parier, Ruminer), order=order)
    install(game, alone=False)


@pytest.fixture
def pit(sat: Sat) -> Sat:
    """Alys (Luc's) in the pit with Kraxifer and Orumaque, whom nobody plays; Kraxifer to act."""
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    return sat


def answers(sat: Sat, who: Member, question: int = 0, look: str = "", around: int | None = None) -> SeenAnswers:
    return sat.store.answer_odds(sat.id, who.id, question, look, around)


def refused(sat: Sat, who: Member, question: int = 0, look: str = "") -> str:
    with pytest.raises(Refused) as no:
        answers(sat, who, question, look)
    return no.value.key


def test_whoever_is_asked_sees_what_each_answer_is_worth(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}))
    attack = duel.state.play.open.transcript[0].got[0][0]
    found = answers(duel, duel.ada)
    assert (found.who, found.look, found.looks) == ("alys", "touche", ("touche", "standing"))
    stays, dodges = found.answers
    assert (stays.answer, stays.odds.yes, dodges.answer) == ("non", 1.0, "oui")
    assert dodges.odds.yes == pytest.approx((attack - 1) / SIDES, abs=0.15) and not dodges.odds.exact
    assert answers(duel, duel.ada) is found
    standing = answers(duel, duel.ada, look="standing")
    assert (standing.who, [each.odds.yes for each in standing.answers]) == ("bran", [1.0, 1.0])
    assert answers(duel, duel.gm).who == "alys"  # he may answer in his place


def test_nobody_else_sees_them_and_they_change_nothing(duel: Sat) -> None:
    assert refused(duel, duel.ada) == "nothing_open"
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}))
    before = duel.state
    assert [refused(duel, who) for who in (duel.luc, duel.eve)] == ["not_yours", "right"]
    assert (refused(duel, duel.ada, 1), refused(duel, duel.ada, look="rien")) == ("not_asked", "no_odds")
    answers(duel, duel.ada)
    assert duel.state == before


def test_of_those_asked_at_once_nobody_knows_what_another_said(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "jurer", "actor": "alys", "target": "bran"}))
    before = answers(duel, duel.ada, 1)
    duel.do(duel.luc, c.Answer("guerre", 0))
    assert answers(duel, duel.ada, 1) == before
    assert refused(duel, duel.luc, 0) == "already_answered"


@pytest.mark.parametrize("veil", [{"rolls": True}, {"sheet": True}, {"presence": True}])
def test_against_somebody_secret_there_are_none(pit: Sat, veil: dict[str, bool]) -> None:
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    assert answers(pit, pit.luc).who == "krax"
    pit.do(pit.gm, c.Answer("non"))
    pit.do(pit.gm, c.Undo(confirm=True))
    pit.do(pit.gm, c.Undo(confirm=True))
    pit.do(pit.gm, c.Hide("krax", **veil))
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    assert refused(pit, pit.luc) == "secret_odds"
    assert answers(pit, pit.gm).who == "krax"


def test_whoever_has_no_name_has_none_in_them(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True))
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    assert answers(pit, pit.luc).who.startswith("inconnu_")


@pytest.mark.parametrize("secret", [True, False])
def test_a_die_one_may_not_see_is_not_told_by_them(pit: Sat, secret: bool) -> None:
    pit.do(pit.gm, c.Act({"do": "sonder", "actor": "oru", "target": "alys", "secret": secret}))
    face = pit.state.play.open.transcript[0].got[0][0]
    told = [each.odds.yes for each in answers(pit, pit.gm).answers]
    assert told == [0, float(face > 3)]
    if secret:
        assert refused(pit, pit.luc) == "secret_odds"
    else:
        assert [each.odds.yes for each in answers(pit, pit.luc).answers] == told


def test_every_amount_has_its_odds_and_of_many_those_around_one(pit: Sat) -> None:
    pit.do(pit.luc, c.Act({"do": "miser", "actor": "alys"}))
    found = answers(pit, pit.luc)
    assert [each.answer for each in found.answers] == list(range(11))
    assert [each.odds.yes for each in found.answers] == [pytest.approx(n / 10) for n in range(11)]
    assert all(each.odds.exact for each in found.answers)
    pit.do(pit.luc, c.Answer(10))
    pit.do(pit.luc, c.Act({"do": "miser", "actor": "alys", "most": 500}))
    for around, low in ((None, 0), (250, 235), (500, 470), (-9, 0)):
        ids = [each.answer for each in answers(pit, pit.luc, around=around).answers]
        assert ids == list(range(low, low + chances.AMOUNTS))


@pytest.mark.parametrize("other", [None, 3])
def test_they_are_what_counting_every_throw_by_hand_gives(pit: Sat, other: int | None) -> None:
    """Whoever is asked at the same time is taken to stake the least, though he has staked more already."""
    pit.do(pit.gm, c.Give("oru", pit.ada.id))
    pit.do(pit.luc, c.Act({"do": "parier", "actor": "alys", "target": "oru"}))
    shown = pit.state.play.open.transcript[0].got[0][0]

    def counted(mine: int, his: int) -> float:
        throws = list(product(range(1, 7), repeat=mine))
        return sum(shown + sum(dice) > 3 * his for dice in throws) / len(throws)

    if other is not None:
        pit.do(pit.ada, c.Answer(other, 1))
    given = [each.odds.yes for each in answers(pit, pit.luc, 0).answers]
    assert given == pytest.approx([counted(mine, 1) for mine in (1, 2, 3)])
    if other is None:
        given = [each.odds.yes for each in answers(pit, pit.ada, 1).answers]
        assert given == pytest.approx([counted(1, his) for his in (1, 2, 3)])


def test_a_slow_action_is_drawn_before_anybody_has_waited_long(pit: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "EXACT", 0.1)
    begun = monotonic()
    assert not pit.store.odds(pit.id, pit.luc.id, {"do": "ruminer", "actor": "alys"}).exact
    pit.do(pit.luc, c.Act({"do": "ruminer", "actor": "alys"}))
    yes, no = answers(pit, pit.luc).answers
    assert (yes.odds.yes, no.odds.yes) == (pytest.approx(0.5, abs=0.25), 0) and not yes.odds.exact
    assert monotonic() - begun < 10


def test_many_odds_are_given_or_refused_each_for_itself(pit: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    pit.do(pit.gm, c.Rule("combat.file", ["alys", "krax", "oru"], "Alys d'abord"))
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    blows = [({"do": "frapper", "actor": "alys", "target": who}, "") for who in ("oru", "krax", "personne")]
    monkeypatch.setattr(chances, "AT_ONCE", 1000)
    given, secret, nobody = pit.store.many_odds(pit.id, pit.luc.id, [*blows])
    assert given.odds == pit.store.odds(pit.id, pit.luc.id, *blows[0]) and given.no is None
    assert secret.odds is None and secret.no is not None and secret.no.key == "secret_odds"
    assert nobody.no is not None and nobody.no.text
    monkeypatch.setattr(chances, "AT_ONCE", -1)
    first, *rest = pit.store.many_odds(pit.id, pit.luc.id, [blows[0]] * 3)
    assert first.odds is not None and [(each.odds, each.no) for each in rest] == [(None, None)] * 2


def test_the_order_leaves_out_who_is_not_there_and_tells_no_hidden_name_or_figure(pit: Sat) -> None:
    def seen(who: Member) -> list[tuple[str, int | None]]:
        encounter = pit.table(who).encounter
        assert encounter is not None
        return [(place.who, place.value) for place in encounter.order]

    assert seen(pit.luc) == [("krax", 14), ("oru", 13)]
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    assert (seen(pit.luc)[0], seen(pit.gm)[0]) == (("krax", None), ("krax", 14))
    pit.do(pit.gm, c.Hide("krax", name=True))
    assert seen(pit.luc)[0][0].startswith("inconnu_")
    pit.do(pit.gm, c.Hide("krax", presence=True))
    assert (seen(pit.luc), len(seen(pit.gm))) == ([("oru", 13)], 2)


def test_all_sheets_one_may_read_come_at_once(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("oru", sheet=False))
    eyes = pit.eyes(pit.luc)
    assert set(eyes.sheets()) == {"alys", "oru"}
    assert all(sheet == eyes.sheet(who) for who, sheet in eyes.sheets().items())
    assert set(pit.eyes(pit.gm).sheets()) == {"alys", "krax", "oru"}
