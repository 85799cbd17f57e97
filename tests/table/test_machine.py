"""« Let the machine play this one »: for the game master's creatures, by what they may know; taken back like all."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.table import machine
from tablee.table.commands import Act, Give, Hide, LetPlay, Pause, Say, StartEncounter, Undo
from tablee.table.refusal import Refused
from tablee.table.store import Store
from tablee.table.visibility import Eyes

GAMES = ("fluid", "fragments", "terre_natale", "vieux_monde", "yin_yang")


@pytest.fixture
def store() -> Store:
    return Store()


class Fight:
    """A fight of a ready scene, its game master and a player."""

    def __init__(self, store: Store, game: str = "fluid", ready: str = "demo") -> None:
        self.store, self.gm = store, store.create(game, "Table", "Marie").id
        self.campaign = store.campaign_of(self.gm)
        _, secret = store.members.invite(self.campaign, self.gm)
        self.luc = store.members.join(secret, "Luc").id
        self.do(StartEncounter(ready=ready, begin=True))
        self.people = list(self.scene.people)

    @property
    def state(self) -> Any:
        return self.eyes(self.gm).whole

    @property
    def scene(self) -> Any:
        return self.state.play.scene

    def eyes(self, member: str) -> Eyes:
        return self.store.eyes(self.campaign, member)[1]

    def do(self, command: Any, by: str = "") -> Any:
        return self.store.command(self.campaign, by or self.gm, command)

    def due(self) -> machine.Move | None:
        with self.store.reading(self.campaign) as log:
            return machine.due(log)

    def chosen(self, seconds: float = 0.5) -> Any:
        move = self.due()
        assert move is not None
        return machine.chosen(self.eyes(self.gm).game, self.state, move, seconds)

    def play(self, seconds: float = 0.5) -> Any:
        """One thing that the machine does; None if it has nothing to do, or it is too late."""
        move = self.due()
        if move is None:
            return None
        command = self.chosen(seconds)
        assert command is not None
        return self.written(move, command)

    def written(self, move: machine.Move, command: Any) -> Any:
        given = self.store.play_machine(self.campaign, move, command)
        self.store.writer._until(given)
        return given.result()


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_until_it_is_the_turn_of_somebody_else(store: Store, game: str) -> None:
    fight = Fight(store, game)
    for who in fight.people:
        fight.do(LetPlay(who, True))
    kinds = set()
    for _ in range(8):
        done = fight.play(0.1)
        assert done is not None and not done.repeated
        kinds.add(done.logged.entry.kind)
    assert "act" in kinds and kinds <= {"act", "answer"}
    assert any(entry.events for entry in store.log(fight.campaign, fight.luc)[-8:]), "told like any action"


def test_it_acts_only_for_whom_it_was_given_and_who_is_nobody_elses(store: Store) -> None:
    fight = Fight(store)
    assert fight.due() is None
    fight.do(Give(fight.people[0], fight.luc))
    with pytest.raises(Refused, match="est à un joueur"):
        fight.do(LetPlay(fight.people[0], True))
    with pytest.raises(Refused):
        fight.do(LetPlay(fight.people[1], True), by=fight.luc)
    turn = fight.scene.turn()[0]
    fight.do(Give(turn, ""))
    fight.do(LetPlay(turn, True))
    assert fight.due() is not None
    fight.do(Pause("now"))
    assert fight.due() is None, "the game master makes a pause"
    fight.do(Pause("over"))
    fight.do(Give(turn, fight.luc))
    assert fight.due() is None, "a player has him"
    fight.do(Give(turn, ""))
    fight.do(LetPlay(turn, False))
    assert fight.due() is None


def test_what_was_taken_back_is_not_done_again_at_once(store: Store) -> None:
    fight = Fight(store)
    for who in fight.people:
        fight.do(LetPlay(who, True))
    before = fight.scene
    fight.play()
    fight.do(Undo(confirm=True))
    assert fight.scene == before and fight.due() is None
    fight.do(Say("Attendez."))
    assert fight.due() is None, "what is said is not done"
    fight.do(LetPlay(before.turn()[0], True))
    assert fight.due() is not None, "the game master lets it go on"


def test_a_move_that_comes_too_late_is_none_and_twice_is_once(store: Store) -> None:
    fight = Fight(store)
    turn = fight.scene.turn()[0]
    fight.do(LetPlay(turn, True))
    move, command = fight.due(), fight.chosen()
    assert move is not None
    fight.do(Say("Et alors ?"))
    assert fight.written(move, command) is not None, "what is said changes nothing of it"
    assert fight.written(move, command) is None
    fight.do(Undo(confirm=True))
    assert fight.written(move, command) is None


def test_a_server_that_comes_back_goes_on(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    first = Store(url)
    fight = Fight(first)
    turn = fight.scene.turn()[0]
    fight.do(LetPlay(turn, True))
    before = fight.due()
    first.close()
    fight.store = Store(url)
    assert fight.due() == before is not None
    assert fight.play() is not None
    fight.store.close()


# ---------------------------------------------------------------- secrets


def ambush(store: Store) -> tuple[Fight, str, str]:
    """The one whose turn it is, left to the machine; and somebody of the other side whom only the game master knows."""
    fight = Fight(store)
    turn = fight.scene.turn()[0]
    fight.do(LetPlay(turn, True))
    side = fight.scene[turn].side
    return fight, turn, next(who for who in fight.people if fight.scene[who].side != side)


def test_it_does_not_use_what_the_game_master_alone_knows(store: Store) -> None:
    fight, turn, foe = ambush(store)
    others = [who for who in fight.people if fight.scene[who].side != fight.scene[turn].side and who != foe]
    aims = {fight.chosen().action.get("cible")}
    aimed = next(iter(aims - {None}), foe)
    fight.do(Hide(aimed, presence=True))
    command = fight.chosen()
    assert isinstance(command, Act) and aimed not in str(command.action)
    assert others


def test_whom_it_does_not_know_of_changes_nothing_of_what_it_does(store: Store) -> None:
    """As the hunts have it: two campaigns that differ only in somebody hidden, and the machine does the same."""
    fight, _, foe = ambush(store)
    fight.do(Hide(foe, presence=True))
    hidden = fight.state
    person = fight.scene[foe]
    stronger = fight.scene.put(replace(person, fiche=replace(person.fiche, FOR=person.fiche.FOR + 3)))
    other = replace(hidden, play=replace(hidden.play, scene=stronger))
    game, move = fight.eyes(fight.gm).game, fight.due()
    assert move is not None and other != hidden
    one, two = (machine.chosen(game, state, move, 60) for state in (hidden, other))
    assert one == two


def test_players_are_not_told_whom_it_plays(store: Store) -> None:
    fight, turn, _ = ambush(store)
    own, his = fight.eyes(fight.gm).table(), fight.eyes(fight.luc).table()
    assert [person.id for person in own.people if person.machine] == [turn]
    assert not any(person.machine for person in his.people)
    last = store.log(fight.campaign, fight.luc)[-1]
    assert last.kind != "let_play" or not last.events
    assert store.log(fight.campaign, fight.gm)[-1].events[0].text.startswith("La machine joue")
