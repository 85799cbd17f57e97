"""`tablee play`: the table in the terminal. It draws and reads; what happens is the session's business."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.text import Text

from tablee.kernel import dice as notation
from tablee.kernel.action import Action, tag
from tablee.kernel.allowed import why_not
from tablee.kernel.event import Rolled
from tablee.kernel.game import Tactic
from tablee.kernel.ground import cell_at
from tablee.kernel.ledger import plain
from tablee.kernel.live import Live, ScriptError
from tablee.kernel.oracle import ALL, Question, Throw
from tablee.kernel.voice import Voice
from tablee.lab.fight import LIMIT, left

from . import maps, once, params, render, screen
from .errors import ClosedNow, Refused, refuse
from .menu import Cells, Menu
from .session import Session
from .terminal import Read, complain, err, out, patience
from .texts import counting, lang, say, some
from .wording import names, voice_of

ALONE = ("a", "A", "x", "m", "g", "+", "?")  # commands that take no other word
CELL = re.compile(r"\(?(-?[0-9]{1,4})(?: *[,;] *| +)(-?[0-9]{1,4})\)?(?!\S)")
MANY = 30  # actions found that are shown at once
TALL = 45  # lines of a terminal where the map is always in view


class Quit(Exception):
    """Somebody leaves the table."""


class Table:
    """Reads a line, obeys it, draws what has changed."""

    def __init__(self, session: Session, title: str, tactic: Tactic | None, menu: Menu, read: Read) -> None:
        self.session, self.title, self.tactic, self.menu = session, title, tactic, menu
        self.read_line = read
        self.commands: dict[str, Callable[[str], None]] = {
            "e": self.edit,
            "o": self.odds,
            "s": self.sheet,
            "x": self.explain,
            "u": self.undo,
            "r": self.redo,
            "d": self.dice,
            "a": self.let_tactic,
            "A": self.to_the_end,
            "j": self.act_as,
            "m": self.map,
            "g": self.master,
            "f": self.find,
            "+": self.more,
            "?": self.help,
            "/r": self.free_roll,
            "/lancer": self.free_roll,
        }

    @property
    def voice(self) -> Voice:
        return voice_of(self.session.game, self.session.scene)

    def begin(self, action: Action) -> None:
        """What must be done for the encounter to begin: asked and undone like any other action."""
        out.print(Text(say("play.begins", action=self.voice.action(action)), "soft"))
        self.session.choose(action)
        self.follow()

    def run(self, opening: Action | None = None) -> None:
        """Until somebody leaves or the input ends."""
        try:
            if opening is not None:
                self.begin(opening)
            self.draw()
            while True:
                self.obey(self.read("> "))
        except Quit:
            out.print(Text(say("play.bye"), "soft"))

    def read(self, prompt: str) -> str:
        line = self.read_line(prompt)
        if line is None or line == "q":
            raise Quit
        return line

    def draw(self) -> None:
        """Everyone's state, and what the one whose turn it is may do."""
        session, voice = self.session, self.voice
        out.print()
        out.print(screen.state(session, voice, self.title))
        drawn = maps.drawn(session, voice) if out.height >= TALL else None
        if drawn is not None:
            out.print(drawn)
        self.menu.refresh(session)
        if session.over:
            out.print(screen.verdict(session, voice))
        out.print(screen.heading(session, voice))
        self.menu.show(session, voice)
        out.print(Text(say("play.keys_map" if voice.ground is not None else "play.keys"), "soft"))

    def obey(self, line: str) -> None:
        """One line; a refusal is a sentence, and the table goes on."""
        try:
            command, _, rest = line.partition(" ")
            if not line:
                self.draw()
            elif command.isdecimal():
                action, rest = self.pointed(line)
                if rest:
                    raise refuse("play.unknown", line=line)
                self.play(action)
            elif command in self.commands and not (rest.strip() and command in ALONE):
                self.commands[command](rest.strip())
            else:
                raise refuse("play.unknown", line=line)
        except Refused as refused:
            complain(refused.sentences[0])
        except ClosedNow as closed:
            complain(self.voice.closed(closed.why))

    def free_roll(self, formula: str) -> None:
        """« /r 2d6+3 »: dice outside any rule; nothing of the scene changes."""
        try:
            rolled = notation.roll(notation.parse(formula), Live(rng=self.session.rng))
        except notation.DiceError as error:
            err.print(Text(error.pointer()))
            complain(error.english() if lang() == "en" else str(error))
            return
        out.print(render.indent(Text(str(rolled))))

    # ------------------------------------------------------------ playing

    def play(self, action: Action) -> None:
        self.session.choose(action)
        self.see_through()

    def see_through(self) -> None:
        """Follow the action under way to its end, and draw the table again."""
        if self.follow():
            self.draw()

    def follow(self) -> bool:
        """Answer what the action under way asks, show what comes of it; False if it is left for the menu."""
        told, dice = self.tell(0), list[Rolled]()
        while self.session.pending is not None:
            dice = self.show_dice(dice)
            wanted = self.session.pending.next
            line = self.throw(wanted) if isinstance(wanted, Throw) else self.ask(wanted)
            if line == "c":
                self.session.cancel()
                out.print(Text(say("play.cancelled"), "soft"))
                return False
            told = self.tell(told)
        return True

    def tell(self, told: int, brief: bool = False) -> int:
        """The events not yet told, whole or as bare sentences; how many have been told now."""
        pending, last = self.session.pending, self.session.last
        events = pending.events if pending is not None else list(last.events) if last is not None else []
        voice = self.voice
        for event in events[told:]:
            out.print(render.indent(Text(voice.event(event)) if brief else render.event_block(event, voice)))
        return max(told, len(events))

    def show_dice(self, shown: list[Rolled]) -> list[Rolled]:
        """The dice that lie on the table when a question comes before any event tells of them."""
        assert self.session.pending is not None
        dice = [rolled for rolled in self.session.pending.dice if rolled.audience == ALL]
        if dice and dice != shown:
            text = render.dice_text(dice, self.voice)
            out.print(render.indent(Text.assemble((f"{say('dice')}  ", "soft"), text)))
        return dice

    def reply(self, prompt: str, wanted: Question | Throw) -> str:
        """A line in answer to what the action waits for. One may look around meanwhile; « u » goes back like « c »."""
        leaving = False
        while True:
            line = self.read_line(f"  {say(prompt)} > ")
            if line is None or (line == "q" and leaving):
                raise Quit
            if isinstance(wanted, Question) and wanted.pick(line[:100]) is not None:
                return line
            leaving = line == "q"
            if line == "q":
                complain(say("play.leaving"))
            elif line == "u":
                return "c"
            elif line == "?":
                out.print(screen.help_text("play.question_help"))
            elif line.partition(" ")[0] in ("s", "x", "m"):
                self.obey(line)
            else:
                return line
            if not leaving and isinstance(wanted, Question):
                out.print(screen.question(wanted, self.voice))

    def ask(self, question: Question) -> str:
        """Put a question until it is answered or left."""
        voice = self.voice
        out.print(screen.question(question, voice))
        while True:
            line = self.reply("play.answer", question)
            if line == "c":
                return line
            try:
                self.session.answer(screen.picked(question, line, voice))
                return line
            except Refused as refused:
                complain(refused.sentences[0])

    def throw(self, throw: Throw) -> str:
        """Have real dice typed in until they can be so, or are left."""
        voice, n = self.voice, sum(dice.n for dice in throw.dice)
        out.print(Text(say("play.throw", name=voice.called(throw.who), dice=voice.dice(throw.dice)), "title"))
        while True:
            line = self.reply("play.faces", throw)
            if line == "c":
                return line
            faces = [counting(word) for word in line.replace(",", " ").split()]
            if None in faces or not faces:
                complain(some("play.not_faces", n, line=line))
                continue
            try:
                self.session.throw([face for face in faces if face is not None])
                return line
            except ScriptError as error:
                complain(voice.text(error.said))

    def let_tactic(self, rest: str) -> None:
        self.tactic_turn(self.chosen_tactic())
        self.see_through()

    def tactic_turn(self, tactic: Tactic) -> None:
        """What the tactic chooses is begun, and named."""
        session, voice = self.session, self.voice
        session.let_tactic(tactic)
        turn = session.pending or session.last
        if turn is not None:
            action = turn.action
            played = Text.assemble((voice.called(action.actor), "name"), " · ", voice.action(action))
            out.print(Text.assemble((say("play.plays"), "soft"), (say("colon"), "soft"), played))

    def to_the_end(self, rest: str) -> None:
        """The tactic plays everyone, the machine rolls for everyone, until one side is left."""
        session, tactic = self.session, self.chosen_tactic()
        if len(left(session.scene)) < 2:
            raise refuse("play.not_fight")
        hands, session.by_hand = session.by_hand, set()
        try:
            for _ in range(LIMIT):
                self.tactic_turn(tactic)
                self.tell(0, brief=True)
                if session.over or not session.scene.turn():
                    break
            else:
                complain(say("play.no_end", n=LIMIT))
        finally:
            session.by_hand = hands
        self.draw()

    def chosen_tactic(self) -> Tactic:
        if self.tactic is None:
            raise refuse("error.no_tactic", game=self.session.game.title)
        return self.tactic

    # ------------------------------------------------------------ looking and changing

    def edit(self, rest: str) -> None:
        """« e 2 target=bor »: the same action with other parameters takes its place in the menu."""
        action, words = self.pointed(rest, "e")
        if not words.strip():
            known = "  ".join(params.spelled(action))
            out.print(Text(say("play.parameters", known=known or say("nothing")), "soft"))
            words = self.read("  e > ")
            if words in ("", "c"):
                return
        changed = params.edit(action, params.split(words.split()))
        closed = why_not(self.session.game, self.session.scene, changed)
        if closed is not None:
            raise ClosedNow(closed)
        self.menu.replace(int(rest.split()[0]), changed)
        self.menu.show(self.session, self.voice)

    def master(self, rest: str) -> None:
        """What the game master does to somebody by his word: chosen and changed like any action."""
        self.menu.lay(self.session.tools())
        if self.session.actor is not None:
            out.print(Text(say("play.master", name=self.voice.called(self.session.actor)), "title"))
        self.menu.show(self.session, self.voice)

    def odds(self, rest: str) -> None:
        """« o 2 »: each look at a glance; « o 2 degats »: one look, value by value."""
        (action, look), voice = self.pointed(rest, "o"), self.voice
        if not action.views():
            raise refuse("odds.no_looks", action=tag(action))
        if look and look not in action.views():
            raise refuse("odds.unknown_look", look=look, known=", ".join(action.views()))
        with patience(say("odds.working")):
            found = [self.menu.look(self.session, action, name) for name in ([look] if look else action.views())]
        out.print(Text(voice.action(action), "title"))
        for each in found:
            once.show_look(
                voice, each, bool(look), say("play.whole", n=rest.removesuffix(look).strip(), look=each.look)
            )
        once.show_answers(voice, found, self.menu.tactic_name or None)

    def sheet(self, rest: str) -> None:
        shown = self.session.game.sheet(self.session.scene, self.who(rest))
        out.print(render.sheet(shown, self.voice, explain=True))

    def explain(self, rest: str) -> None:
        """The action under way as far as it has gone, else the last one that had anything to tell."""
        last = self.session.pending or self.session.told
        if last is None:
            raise refuse("play.no_result")
        for event in last.events:
            out.print(render.indent(render.opened_event(event, self.voice)))
        if self.session.pending is not None:
            self.show_dice([])

    def undo(self, rest: str) -> None:
        self.move(rest, self.session.undo, "play.nothing_to_undo", "play.undone")

    def redo(self, rest: str) -> None:
        self.move(rest, self.session.redo, "play.nothing_to_redo", "play.redone")

    def move(self, rest: str, step: Callable[[], bool], nothing: str, done: str) -> None:
        times = counting(rest or "1")
        if times is None:
            raise refuse("new.not_number", value=rest)
        if not step():
            raise refuse(nothing)
        while times > 1 and step():
            times -= 1
        out.print(Text(say(done), "soft"))
        self.draw()

    def dice(self, rest: str) -> None:
        who = self.who(rest)
        self.session.by_hand ^= {who}
        said = "play.hand_on" if who in self.session.by_hand else "play.hand_off"
        out.print(Text(say(said, name=self.voice.called(who)), "soft"))

    def act_as(self, rest: str) -> None:
        self.session.chosen_actor = self.who(rest)
        self.draw()

    def map(self, rest: str) -> None:
        drawn = maps.drawn(self.session, self.voice)
        if drawn is None:
            raise refuse("play.no_map", game=self.session.game.title)
        out.print(drawn)

    def more(self, rest: str) -> None:
        self.menu.next_page()
        self.menu.show(self.session, self.voice)

    def find(self, rest: str) -> None:
        """« f repos »: the open actions whose label holds these words; where there is none, the closed ones and why."""
        found = self.menu.found(rest, self.voice)
        if not found:
            closed = screen.closed_actions(self.session, self.voice, rest)
            if closed is None:
                raise refuse("play.not_found", words=rest)
            out.print(closed)
            return
        self.menu.show(self.session, self.voice, found[:MANY])
        if len(found) > MANY:
            out.print(Text(say("play.more_found", n=len(found) - MANY), "soft"))

    def help(self, rest: str) -> None:
        out.print(screen.help_text())
        out.print(screen.closed_actions(self.session, self.voice) or Text(say("play.none_closed"), "soft"))

    # ------------------------------------------------------------ words to things

    def pointed(self, words: str, command: str = "") -> tuple[Action, str]:
        """« 3 », or « 3 5 7 » for action 3 on the cell at column 5, row 7; and the words after it."""
        number, _, rest = words.partition(" ")
        entry = self.numbered(number, command)
        if isinstance(entry, Cells) and rest and not command and CELL.match(rest) is None:
            raise refuse("play.not_cell", line=rest)
        return self.on_cell(entry, rest.strip()) if isinstance(entry, Cells) else (entry, rest.strip())

    def on_cell(self, cells: Cells, words: str) -> tuple[Action, str]:
        """The action on the cell that is said, or asked for with the map in view."""
        found = CELL.match(words)
        if found is None:
            drawn = maps.drawn(self.session, self.voice, cells.places())
            if drawn is not None:
                out.print(drawn)
            line = self.read(f"  {say('play.cell')} > ")
            found = CELL.fullmatch(line)
            if found is None:
                raise refuse("play.not_cell", line=line) if line not in ("", "c") else refuse("play.no_cell")
        else:
            words = words[found.end() :].strip()
        grid = self.voice.ground.grid if self.voice.ground is not None else "square"
        return cells.at(*cell_at(grid, int(found[1]), int(found[2]))), words

    def numbered(self, word: str, command: str = "") -> Action | Cells:
        if not word.isdecimal():
            raise refuse("play.needs_number", command=command)
        found = self.menu.get(counting(word) or 0)
        if not self.menu.actions:
            raise refuse("play.no_action")
        if found is None:
            raise refuse("play.no_number", n=word, most=len(self.menu.actions))
        return found

    def who(self, word: str) -> str:
        """Somebody here by id or by the beginning of the name; nobody named: who acts."""
        if not word and self.session.actor is not None:
            return self.session.actor
        known, wanted = names(self.voice), plain(word)
        for who, name in known.items():
            if wanted in (plain(who), plain(name)):
                return who
        near = [who for who, name in known.items() if plain(name).startswith(wanted)]
        if len(near) != 1:
            raise refuse("play.no_one", who=word, known=", ".join(known.values()))
        return near[0]
