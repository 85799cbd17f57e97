"""Random campaigns: whatever members do in whatever order, the log holds and nothing hidden is sent to anybody.

What must be hidden is worked out here from the commands and the stored transcripts, not by asking the filter. Names,
sheets, drafts and whispers carry words of their own and dice have a million faces, so a leak is found as bytes.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import select

from tablee.kernel import own
from tablee.kernel.orders import Order
from tablee.kernel.sentence import plain
from tablee.table import commands as c
from tablee.table import models
from tablee.table.refusal import Refused
from tablee.table.state import Backdrop, Handout, Kept, Member, Picture, Play, State, Veil, dump
from tablee.table.store import Store
from tablee.table.visibility import Eyes

from .arena import Brouillon, arena, build
from .conftest import Sat
from .painting import numbered

STEPS = 35
NAMES = ("Zorbl", "Großmann", "İpek", "d’Œ", "A.", "(+", "L'Ébène", "ﬁl", "ZOÉ\u0301")
OFTEN = 4  # acting and answering is what a table does most


class Random:
    """A campaign played at random, and what each member may never be sent."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        self.rng, self.sat = rng, Sat(store)
        self.words = 0
        self.secrets: list[tuple[bytes, Callable[[Member], bool]]] = []
        self.had = set[tuple[str, ...]]()  # what of the table's book players may have read
        self.opened, self.told_of = set[str](), set[str]()  # titles of kept scenes that were opened, of handouts shown
        self.states: dict[int, bytes] = {}
        self.pictures = dict[str, Picture]()  # all that ever came
        self.clients: list[tuple[Member, c.Command, str, int]] = []
        sat = self.sat
        sat.character(sat.luc, self.name())
        sat.character(sat.ada, self.name())
        sat.do(sat.gm, c.ImportCharacter("arena", {"id": "zirkon", "nom": "Zirkon"}))
        sides = {"a": tuple(sat.state.play.scene.people)[:1], "b": tuple(sat.state.play.scene.people)[1:]}
        sat.do(sat.gm, c.StartEncounter(sides=sides, opening={"do": "commencer", "actor": "zirkon"}))
        self.now = sat.state

    def word(self, kind: str) -> str:
        self.words += 1
        return f"{kind}{self.words}q"

    def name(self) -> str:
        """Names that are hard to find again in a finished sentence; some are inside others."""
        known = [*self.now.desk.names.values()] if hasattr(self, "now") else []
        if known and self.rng.random() < 0.3:
            return f"{self.rng.choice(known)} {self.word('II')}"
        return self.word(self.rng.choice(NAMES))

    # ------------------------------------------------------------ what members do

    def someone(self) -> str:
        state = self.now
        return self.rng.choice([*state.play.scene.people, *state.play.away, "personne"])

    def some_orders(self) -> tuple[Order, ...]:
        keys = [*self.sat.eyes(self.sat.gm).game.words.question, "rien"]
        return tuple(
            Order(self.rng.choice(keys), self.rng.choice(["", "non", 0])) for _ in range(self.rng.randrange(3))
        )

    def command(self) -> tuple[Member, c.Command]:
        rng, sat = self.rng, self.sat
        member = rng.choice(sat.everybody)
        if rng.random() < 0.5:
            member = sat.gm
        moves = [self.talk, self.draft, self.hide, self.map, self.settle, *[self.play] * OFTEN, *[self.undo] * 2]
        moves += [self.prepare, self.paint, self.write]
        return rng.choice(moves)(member)

    def talk(self, member: Member) -> tuple[Member, c.Command]:
        rng, sat = self.rng, self.sat
        to = rng.choice(sat.everybody)
        seen = rng.choice(("all", "gm_me", "gm", "me"))
        said: list[c.Command] = [
            c.Say(self.word("dit"), rng.choice(("", self.someone()))),
            c.Whisper((to.id,), self.word("murmure")),
            c.Roll("2d6", seen, self.word("note")),
            c.NoteDown(self.word("carnet"), rng.random() < 0.4, note=self.own_jot(member)),
        ]
        return member, rng.choice(said)

    def own_jot(self, member: Member) -> int:
        """A note of one's own to be written anew, or a new one; now and then somebody else's, which is refused."""
        journal = self.now.desk.journal
        mine = [int(id) for id, jot in journal.items() if jot.by == member.id or self.rng.random() < 0.1]
        return self.rng.choice([0, *mine])

    def draft(self, member: Member) -> tuple[Member, c.Command]:
        rng, drafts = self.rng, [*self.now.desk.sketches, "d0"]
        id = rng.choice(drafts)
        made: list[c.Command] = [
            c.NewDraft(),
            c.EditDraft(id, {"nom": self.name()}),
            c.FinishDraft(id, again=rng.random() < 0.5, hidden=rng.random() < 0.3),
            c.DropDraft(id),
        ]
        return member, rng.choice(made)

    def hide(self, member: Member) -> tuple[Member, c.Command]:
        rng = self.rng
        flags = {f: rng.choice((True, True, False, None)) for f in ("presence", "name", "rolls")}
        return self.sat.gm, c.Hide(self.someone(), **flags, sheet=rng.choice((True, False, None, "usual")))

    def map(self, member: Member) -> tuple[Member, c.Command]:
        rng = self.rng
        cell = rng.randrange(4), rng.randrange(3)
        laid: list[c.Command] = [
            c.LayMap("hex", 4, 3, fog=rng.random() < 0.5),
            c.Fog((cell,), dark=rng.random() < 0.5),
            c.Put(self.someone(), *cell),
            c.ClearMap(),
        ]
        return member, rng.choice(laid)

    def settle(self, member: Member) -> tuple[Member, c.Command]:
        rng, sat = self.rng, self.sat
        gens = tuple(self.now.play.scene.people)
        done: list[c.Command] = [
            c.Give(self.someone(), rng.choice([m.id for m in sat.everybody] + [""])),
            c.Rule(f"gens.{self.someone()}.vie", rng.choice((1, 1, rng.randrange(1, 60))), self.word("pourquoi")),
            c.RealDice(self.someone(), rng.random() < 0.3),
            c.LetPlay(self.someone(), rng.random() < 0.8),
            c.GiveOrders(self.someone(), self.some_orders()),
            c.SetPool(self.someone(), "vie", rng.randrange(1, 20), self.word("pourquoi")),
            c.WriteNote(self.someone(), self.word("billet"), rng.random() < 0.5),
            c.StartEncounter(sides={"a": gens[:1], "b": gens[1:3]}),
            c.StartEncounter(ready="fosse", sides={"g": gens[:1]}, hidden=rng.random() < 0.5),
            c.EndEncounter(keep=rng.random() < 0.3),
            c.Pause(rng.choice(("now", "turn", "over", "over"))),
            c.JoinEncounter(self.someone(), "a"),
            c.LeaveEncounter(self.someone()),
            c.RemoveCharacter(self.someone()),
            c.AskTest((self.someone(),), {"do": "guetter", "secret": False}),
            c.Grant(rng.choice([each.id for each in self.now.play.requests] or [1])),
            c.DropRequest(rng.choice([each.id for each in self.now.play.requests] or [1])),
            c.SwitchOptions(rng.choice((("nuit",), ()))),
            c.ImportCharacter("arena", {"id": self.word("imp"), "nom": self.name()}, hidden=rng.random() < 0.3),
        ]
        return member, rng.choice(done)

    def prepare(self, member: Member) -> tuple[Member, c.Command]:
        """Scenes kept for later, with notes, people and handouts whose words nobody else knows."""
        rng, there = self.rng, self.now.desk.scenes
        id = rng.choice([*there, ""])
        kept = Kept(
            id,
            self.word("scene"),
            self.word("pense"),
            ready=rng.choice(("fosse", "", "rien")),
            places={self.someone(): (1, 1)},
            sides={"g": (self.someone(),)},
            hidden=rng.random() < 0.5,
            handouts=(Handout("", self.word("lettre"), self.word("texte"), self.some_picture()),),
            backdrop=Backdrop(id) if (id := self.some_picture()) else None,
        )
        papers = [each.id for scene in there.values() for each in scene.handouts if scene.id == id] or ["h0"]
        done: list[c.Command] = [
            c.KeepScene(kept),
            c.KeepScene(kept),
            c.OpenScene(id or "s0"),
            c.ShowHandout(id or "s0", rng.choice(papers), rng.random() < 0.7),
            c.DropScene(id or "s0"),
        ]
        return rng.choice((member, self.sat.gm, self.sat.gm)), rng.choice(done)

    def some_picture(self) -> str:
        return self.rng.choice([*self.now.desk.pictures, "", ""])

    def paint(self, member: Member) -> tuple[Member, c.Command]:
        """Pictures are sent, and become faces and what lies under the map."""
        rng = self.rng
        if rng.random() < 0.5 and member.role != "spectator":
            self.words += 1
            self.sat.send_picture(member, numbered(self.words))
            self.now = self.sat.state
            self.states[self.sat.last] = dump(self.now)
            self.pictures |= self.now.desk.pictures
        id = rng.choice([*self.now.desk.pictures, "f" * 32])
        laid = (
            Backdrop(id, float(rng.randrange(-1, 2)), -0.5, float(rng.randrange(1, 6))) if rng.random() < 0.8 else None
        )
        return rng.choice(((member, c.SetPortrait(self.someone(), id)), (self.sat.gm, c.LayPicture(laid))))

    def write(self, member: Member) -> tuple[Member, c.Command]:
        """The table's own book: arms that somebody comes to have, and beasts that are called with them."""
        rng, there = self.rng, own.of(self.now.play.scene)
        arms, beasts = [*there.get("arme", {}), "massue"], [*there.get("bete", {}), "licorne"]
        id, shared = self.word("lame"), rng.choice((None, None, False, True))
        entry = {"nom": self.word("Arme"), "dit": self.word("reve")}
        beast = {"nom": self.name(), "arme": rng.choice(arms)}
        done: list[c.Command] = [
            c.WriteOwn({"arme": {id: entry}}, shared=shared),
            c.WriteOwn({"arme": {rng.choice(arms): entry}}, over=True, shared=shared),
            c.WriteOwn({"bete": {self.word("bete"): beast}}, shared=shared),
            c.Bring("bete", rng.choice(beasts), hidden=rng.random() < 0.5),
            c.Rule(f"gens.{self.someone()}.arme", rng.choice(arms), self.word("pourquoi")),
            c.EditDraft(rng.choice([*self.now.desk.sketches, "d0"]), {"nom": self.name(), "arme": rng.choice(arms)}),
            c.DropOwn("arme", rng.choice(arms), anyway=rng.random() < 0.3),
            c.DropOwn("bete", rng.choice(beasts)),
        ]
        return rng.choice((member, self.sat.gm, self.sat.gm)), rng.choice(done)

    def play(self, member: Member) -> tuple[Member, c.Command]:
        """Go on with what is open; else act, most often for whoever has the turn."""
        rng, state = self.rng, self.now
        pending = state.play.open
        if pending is not None and pending.throw is not None:
            return self.sat.gm, c.TypeDice((rng.randrange(100_000, 1_000_000),))
        if pending is not None:
            missing = [i for i, picked in enumerate(pending.picked) if picked is None]
            at = rng.choice(missing)
            return self.answering(member, at), c.Answer(rng.choice(pending.questions[at].open()), at)
        actor = rng.choice([*state.play.scene.turn(), self.someone()])
        owner = next((m for m in self.sat.everybody if m.id == state.desk.owners.get(actor)), self.sat.gm)
        if rng.random() < 0.2:
            owner = self.sat.gm
        known = self.sat.eyes(owner)
        target = known.aliases.get(other := self.someone(), other)
        acts = [
            {"do": "frapper", "actor": actor, "target": target},
            {"do": "frapper", "actor": actor, "target": target},
            {"do": "guetter", "actor": actor, "secret": rng.random() < 0.5},
            {"do": "jurer", "actor": actor, "target": target},
            {"do": "passer", "actor": actor},
            {"do": "camper", "actor": actor},
            {"do": "grandir", "actor": actor, "accord": True},
            {"do": "designer", "actor": actor},
            {"do": "commencer", "actor": actor},
        ]
        tests = [test.id for test in state.play.tests] + [0, 0, 0]
        return owner, c.Act(rng.choice(acts), rng.choice(tests))

    def answering(self, member: Member, at: int) -> Member:
        return self.rng.choice((member, self.sat.gm))

    def undo(self, member: Member) -> tuple[Member, c.Command]:
        rng = self.rng
        entry = rng.choice((None, None, rng.randrange(1, self.sat.last + 1)))
        return member, rng.choice((c.Undo(entry, rng.random() < 0.7), c.Redo()))

    # ------------------------------------------------------------ one step, and what must hold after it

    def step(self) -> None:
        member, command = self.command()
        before, last = self.now, self.sat.last
        client = self.word("client")
        try:
            done = self.sat.do(member, command, client)
        except Refused as refused:
            assert self.sat.last == last
            assert dump(self.sat.state) == dump(before)
            said = refused.say(plain(member.lang)).encode()
            self.nothing_hidden_in(member, said, before)
            sent = json.dumps(msgspec.to_builtins(command))  # what he said himself is said back
            self.nobody_hidden_in(member, said, before, [id.encode() for id in re.findall(r"inconnu_\w+", sent)])
            return
        assert done.seq == last + 1
        state = self.now = self.sat.eyes(self.sat.gm).state
        self.had |= {("arme", p.arme) for p in state.play.scene.people.values()}  # by somebody, at some time
        self.had |= {("arme", p.get("arme", "")) for p in state.play.away.values()}
        self.had |= {tuple(each.split(".")) for each in state.play.shared}
        self.states[done.seq] = dump(state)
        assert self.states[done.seq] == dump(self.sat.state)
        self.clients.append((member, command, client, done.seq))
        self.learn(member, command, before, done.seq)
        for each in self.sat.everybody:
            live = msgspec.json.encode(done.logged.seen_by(self.sat.eyes(each)))
            self.nothing_hidden_in(each, live, state)
        someone = self.rng.choice(self.sat.everybody[1:])
        self.nothing_hidden_in(someone, self.sent(someone), state)
        self.nobody_hidden_in(someone, self.shown(someone), state)
        self.no_hidden_picture(someone, self.shown(someone), state)

    def no_hidden_picture(self, member: Member, data: bytes, state: State) -> None:
        """Of all pictures there ever were, he is told of and given those that lie open before him, and no other."""
        open_ids = self.open_pictures(member, state)
        for id, picture in self.pictures.items():
            assert picture.digest.encode() not in data
            whole = re.escape(id.encode()) + rb"(?![-0-9a-f])"  # what follows a dash is of one under the fog
            assert id in open_ids or not re.search(whole, data), (member.name, id)
            for asked in (id, picture.digest):
                given = self.sat.picture(member, asked)
                assert (given is not None) == (asked in open_ids), (member.name, asked)

    def open_pictures(self, member: Member, state: State) -> set[str]:
        desk, play = state.desk, state.play
        if member.gm:
            return {*desk.pictures}
        veiled = self.unseen(state) | {who for who, veil in play.veils.items() if veil.name}
        there = {*play.scene.people, *play.away}
        faces = {
            id
            for who, id in desk.portraits.items()
            if who in there and (who not in veiled or desk.owners.get(who) == member.id)
        }
        fog = play.board is not None and "#" in "".join(play.board.fog)
        under = {play.backdrop.picture} if play.backdrop is not None and not fog else set()
        own = {id for id, picture in desk.pictures.items() if picture.by == member.id}
        return (faces | under | own | {paper.picture for paper in play.handouts}) & desk.pictures.keys()

    def learn(self, member: Member, command: c.Command, before: State, seq: int) -> None:
        """What this command made secret, and from whom."""
        gm = self.sat.gm
        match command:
            case c.Whisper():
                ears = {member.id, *command.to}
                self.secrets.append((command.text.encode(), lambda m: m.id in ears))
            case c.NoteDown():
                kept = self.now.desk.journal[str(command.note or seq)]
                if not kept.shared:  # what was written while it was his alone stays so
                    self.secrets.append((command.text.encode(), lambda m: m.id == kept.by))
            case c.Roll() if command.seen != "all":
                eyes = {"gm_me": {gm.id, member.id}, "gm": {gm.id}, "me": {member.id}}[command.seen]
                self.secrets.append((command.note.encode(), lambda m: m.id in eyes))
            case c.EditDraft():
                maker = before.desk.sketches[command.draft].by
                name = str(command.fields["nom"]).encode()
                self.secrets.append((name, lambda m: m.gm or m.id == maker or self.public(name.decode())))
            case c.WriteNote():
                who, secret = command.who, command.secret
                self.secrets.append((command.text.encode(), lambda m: m.gm or (not secret and self.owner(who) == m.id)))
            case c.KeepScene():
                for paper in command.scene.handouts:
                    self.secrets.append((paper.text.encode(), lambda m, text=paper.text: m.gm or self.held_out(text)))
                    title = paper.title.encode()
                    self.secrets.append((title, lambda m, title=paper.title: m.gm or title in self.told_of))
                self.secrets.append((command.scene.notes.encode(), lambda m: m.gm))
                title = command.scene.title
                self.secrets.append((title.encode(), lambda m: m.gm or title in self.opened))
            case c.OpenScene():
                self.opened.add(before.desk.scenes[command.scene].title)
            case c.ShowHandout():
                self.told_of |= {each.title for each in self.now.play.handouts}
            case c.WriteOwn():
                for kind, entries in command.entries.items():
                    for id, entry in entries.items():
                        words = [entry["nom"], *([entry["dit"]] if "dit" in entry else [])]
                        for word in words:
                            self.secrets.append((word.encode(), lambda m, k=kind, i=id: m.gm or (k, i) in self.had))
            case c.LetPlay():
                self.secrets += [(b'"machine":true', lambda m: m.gm), (b"let_play", lambda m: m.gm)]
            case c.SetPool() | c.Rule():
                about = command.who if isinstance(command, c.SetPool) else command.path.split(".")[1]
                if not self.read_by_all(before, about):
                    self.secrets.append((command.why.encode(), lambda m: m.gm or self.owner(about) == m.id))
        hidden = self.unseen(before) | {who for who, veil in before.play.veils.items() if veil.rolls}
        for face, roller, why in self.rolled(seq):
            watches = why == "guet" and isinstance(command, c.Act) and command.action.get("secret") is not False
            if watches or why == "augure":
                self.secrets.append((face, lambda m: m.gm))
            elif roller in hidden:
                self.secrets.append((face, lambda m, roller=roller: m.gm or self.owner(roller) == m.id))

    def rolled(self, seq: int) -> list[tuple[bytes, str, str]]:
        """The dice of this entry's transcript: the face, in whose hand, and why."""
        with self.sat.store.database.reading() as connection:
            here = models.entries.c.campaign == self.sat.id, models.entries.c.seq == seq
            query = select(models.entries.c.transcript).where(*here)
            lines = msgspec.json.decode(connection.execute(query).scalar_one())
        found = []
        for line in lines:
            thrown = re.fullmatch(r"1d1000000 (\w+) (\S+)", line["asked"])
            if thrown is not None:
                found.append((str(line["got"][0][0]).encode(), thrown[2], thrown[1]))
        return found

    def owner(self, who: str) -> str:
        return self.now.desk.owners.get(who, "")

    def held_out(self, text: str) -> bool:
        """Whether a handout is in the players' hands now."""
        return text in {each.text for each in self.now.play.handouts}

    def public(self, name: str) -> bool:
        """Whether a name typed into a draft has become the name of a character."""
        return name in self.now.desk.names.values()

    def read_by_all(self, state: State, who: str) -> bool:
        """Whether everybody may read the sheet of somebody."""
        veil = state.play.veils.get(who, Veil())
        shown = veil.sheet is False or (veil.sheet is None and who in state.desk.owners)
        return shown and not (veil.name or veil.rolls or who in self.unseen(state))

    @staticmethod
    def unseen(state: State) -> set[str]:
        board = state.play.board
        fog = {p.id for p in state.play.scene.people.values() if board is not None and board.dark((p.x, p.y))}
        return fog | {who for who, veil in state.play.veils.items() if veil.presence}

    def sent(self, member: Member) -> bytes:
        """All that this member can be sent now."""
        eyes = self.sat.eyes(member)
        parts: list[object] = [eyes.table(), self.sat.log(member), eyes.sheets()]
        for person in eyes.table().people:
            with suppress(Refused):
                parts.append(eyes.sheet(person.id))
            with suppress(Refused):
                parts += [eyes.legal(person.id), eyes.character(person.id), eyes.notes(person.id)]
                parts += [eyes.wording(person.id, "frapper"), eyes.reach(person.id)]
        for draft in eyes.desk.sketches:
            with suppress(Refused):
                parts.append(eyes.draft(draft))
        with suppress(Refused):
            parts.append(eyes.kept_scenes())
        if self.sat.last % 3 == 0:
            store, seat = self.sat.store, (self.sat.id, member.id)
            parts += [store.journal(*seat), store.evenings(*seat)]
        return msgspec.json.encode(parts)

    def shown(self, member: Member) -> bytes:
        """How things stand for this member: the log may speak of somebody hidden whom he has met, this may not."""
        eyes = self.sat.eyes(member)
        table = eyes.table()
        parts: list[object] = [table, eyes.sheets()]
        for person in table.people:
            with suppress(Refused):
                parts += [eyes.legal(person.id), eyes.reach(person.id), eyes.character(person.id)]
        for person in table.people:  # a number would tell of others
            assert not re.search(r"_\d{1,3}$", person.id), person.id
        return msgspec.json.encode(parts)

    def nobody_hidden_in(self, member: Member, data: bytes, state: State, own: Sequence[bytes] = ()) -> None:
        """Whoever is not there for a member is not there under another name, either: nothing is offered, closed or
        refused for him. Only what is under way may ask on his behalf."""
        if member.gm or state.play.open is not None:
            return
        eyes = Eyes(arena, state, member)
        for who in self.unseen(state):
            if state.desk.owners.get(who) != member.id:
                alias = eyes.alias(who).encode()
                assert alias in own or alias not in data, (member.name, who)
        nameless = {who for who, veil in state.play.veils.items() if veil.name} - self.unseen(state)
        if not nameless and b"???" not in b"".join(self.own_words(member, state)):
            assert b"???" not in data, member.name

    def nothing_hidden_in(self, member: Member, data: bytes, state: State) -> None:
        if member.gm:
            return
        for secret, allowed in self.secrets:
            whole = rb"(?<![0-9a-f])" + re.escape(secret) + rb"(?![0-9a-f])"
            assert allowed(member) or not re.search(whole, data), secret
        open_names = [*self.own_words(member, state), *self.known_names(member, state)]
        told = b"|".join(re.escape(name) for name in sorted(open_names, key=len, reverse=True))
        data = re.sub(told, b"", data) if told else data
        for who, name in state.desk.names.items():
            veil = state.play.veils.get(who, Veil())
            mine = state.desk.owners.get(who) == member.id
            nameless = veil.name or who in self.unseen(state)
            if nameless and not mine:
                for word in (who.encode(), name.encode()):
                    assert not re.search(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", data), (member.name, word)
            shown = veil.sheet is False or (veil.sheet is None and bool(state.desk.owners.get(who)))
            if not mine and not (shown and not nameless):
                assert b'"fiche' + who.encode() + b'"' not in data, (member.name, who)

    def known_names(self, member: Member, state: State) -> list[bytes]:
        """Names this member may know: another's may stand inside them."""
        hidden = self.unseen(state) | {who for who, veil in state.play.veils.items() if veil.name}
        hidden -= {who for who, owner in state.desk.owners.items() if owner == member.id}
        secret = {name for who, name in state.desk.names.items() if who in hidden}
        names = {name for who, name in state.desk.names.items() if who not in hidden} - secret
        return [name.encode() for name in names]

    def own_words(self, member: Member, state: State) -> list[bytes]:
        """What a member wrote himself into a draft is no secret to him, whoever is called so now."""
        drafts = (sketch for sketch in state.desk.sketches.values() if sketch.by == member.id)
        words = [str(sketch.data.get("nom", "")) for sketch in drafts]
        ids = [build(Brouillon(nom=word)).id for word in words]
        made = [f"fiche{id}" for id in ids]
        return [word.encode() for word in (*words, *ids, *made) if word]

    def at_the_end(self) -> None:
        sat = self.sat
        for seq, data in self.states.items():
            assert dump(sat.store.state_at(sat.id, seq)) == data
        for member, command, client, seq in self.clients:
            again = sat.do(member, command, client)
            assert (again.seq, again.repeated) == (seq, True)
        for member in sat.everybody:
            assert [entry.seq for entry in sat.log(member)] == list(range(1, sat.last + 1))
        for seq in self.rng.sample(sorted(self.states), min(5, len(self.states))):
            for member in (sat.luc, sat.eve):
                replayed = msgspec.json.encode(sat.store.eyes_at(sat.id, member.id, seq).table())
                self.nothing_hidden_in(member, replayed, sat.state)
            self.nothing_hidden_in(member, self.sent(member), sat.state)
        self.there_and_back()

    def there_and_back(self) -> None:
        """Undo to the start step by step and redo to the end: the same plays in both directions."""
        sat, plays = self.sat, [present(self.sat.state.play)]
        with suppress(Refused):
            while True:
                sat.do(sat.gm, c.Undo(confirm=True))
                plays.append(present(sat.state.play))
        assert plays[-1] == sat.store.state_at(sat.id, 1).play
        for play in reversed(plays[:-1]):
            sat.do(sat.gm, c.Redo())
            assert present(sat.state.play) == play


def present(play: Play) -> Play:
    """The play without the veils of those who are gone: they stay on, since the log still speaks of them."""
    there = {*play.scene.people, *play.away}
    return replace(play, veils={who: veil for who, veil in play.veils.items() if who in there})


@pytest.mark.usefixtures("arena_installed")
@settings(
    max_examples=settings().max_examples // 5,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_random_campaigns_hold_and_tell_nobody_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    store = Store("sqlite://", rng=rng)
    played = Random(store, rng)
    for _ in range(STEPS):
        played.step()
    played.at_the_end()
    store.close()
