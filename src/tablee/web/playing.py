"""The table itself: commands, the log, what a member sees, what he may do, and the WebSocket that tells him."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.concurrency import sync_to_thread
from litestar.di import Provide
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from tablee.kernel.catalogue import Article, articles
from tablee.kernel.sentence import plain
from tablee.kernel.sheet import Sheet
from tablee.kernel.uses import used_by
from tablee.table.commands import AnyCommand
from tablee.table.members import Unseated
from tablee.table.refusal import Refused
from tablee.table.seen import (
    SeenAction,
    SeenAim,
    SeenAnswers,
    SeenBest,
    SeenChance,
    SeenDraft,
    SeenEntry,
    SeenFight,
    SeenForces,
    SeenLesson,
    SeenNotes,
    SeenOdds,
    SeenScenes,
    SeenTable,
    SeenValue,
    SeenWay,
)
from tablee.table.store import PAGE, Fought
from tablee.table.visibility import Eyes

from .compendium import RuleInfo, rule_info, rules
from .handlers import Asking, Entry, Here, MaybeNumber, Number, Seated, ViewAs, Who, Words, ask, do, look
from .live import CLOSED, Client
from .messages import Beat, Gone, Message, News
from .news import encode
from .refusals import No, language, status_of
from .seats import Seat, address
from .server import Server, not_too_many, provide_quick_seat
from .threads import in_thread

T = TypeVar("T")
Socket: TypeAlias = WebSocket[Any, Any, Any]

FOUND = 50  # of each kind
FEW = 20  # events that are worded at once: it takes longer to have another thread do it
Luck = Annotated[int, QueryParameter(ge=0, le=10**9)]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE)]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and the client's own id for it: sent again under the same id it is answered again, not done again."""

    id: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[\x21-\x7e]+$")]
    command: AnyCommand


class Done(msgspec.Struct, frozen=True):
    """A command that is in the log. `repeated`: it was there already."""

    seq: int
    entry: SeenEntry
    repeated: bool


class Odds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it would be sent, any of its parameters changed, and what one wants to know of it."""

    action: dict[str, Any]
    look: Annotated[str, Meta(max_length=80)] = ""


class ManyOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The odds of all that is in sight, asked for at once; after a first step, if there is one."""

    of: Annotated[tuple[Odds, ...], Meta(max_length=40)]
    first: dict[str, Any] | None = None


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, and the step he would make first."""

    who: Annotated[str, Meta(max_length=80)]
    first: dict[str, Any]


class Aimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it would be sent, and the step that would be made first."""

    action: dict[str, Any]
    first: dict[str, Any] | None = None


class AnswersOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the action under way, by its index; `around`: of a long range of amounts, those around this one."""

    question: Annotated[int, Meta(ge=0, le=1000)] = 0
    look: Annotated[str, Meta(max_length=80)] = ""
    around: Annotated[int, Meta(ge=-(10**9), le=10**9)] | None = None


class At(msgspec.Struct, frozen=True):
    """The table as it stands after an entry of the log."""

    seq: int
    table: SeenTable


class Found(msgspec.Struct, frozen=True):
    """One search over everything, each find with its source."""

    log: tuple[SeenEntry, ...]
    rules: tuple[RuleInfo, ...]
    catalogue: tuple[Article, ...]


def seen(eyes: Eyes, what: Callable[[Eyes], T]) -> T:
    """What these eyes see; a refusal tells no more than they may know."""
    try:
        return what(eyes)
    except Refused as refused:
        raise eyes.refusal(refused) from None


# ---------------------------------------------------------------- doing


@do(
    "/campaigns/{campaign:str}/commands",
    dependencies={"seat": Provide(provide_quick_seat)},
    guards=[not_too_many],
)
async def give_command(request: Asking, seat: Seated, data: JSONBody[Sent], server: Here) -> Done:
    """Do something. It is on disk when the answer comes."""
    with server.commands:
        try:
            accepted = await asyncio.wrap_future(server.store.give(*seat.at, data.command, data.id, seat.token))
        except Unseated:
            seat = await in_thread(server.seat, request, seat.campaign)
            accepted = await asyncio.wrap_future(server.store.give(*seat.at, data.command, data.id, seat.token))
    told, eyes = accepted.logged, accepted.eyes
    entry = told.seen_by(eyes) if len(told.told) <= FEW else await in_thread(told.seen_by, eyes)
    return Done(accepted.seq, entry, accepted.repeated)


@ask("/campaigns/{campaign:str}/odds")
async def work_out_odds(seat: Seated, data: JSONBody[Odds], server: Here) -> SeenOdds:
    """How an action may end. The answer is exact unless it says otherwise."""
    async with server.odds:
        return await sync_to_thread(server.store.odds, *seat.at, data.action, data.look)


@ask("/campaigns/{campaign:str}/odds/many")
async def work_out_many(seat: Seated, data: JSONBody[ManyOdds], server: Here) -> tuple[SeenChance, ...]:
    """How each of several actions may end; what comes back with neither odds nor refusal is to be asked for again."""
    asked = [(each.action, each.look) for each in data.of]
    async with server.odds:
        return await sync_to_thread(server.store.many_odds, *seat.at, asked, data.first)


@ask("/campaigns/{campaign:str}/plan")
async def work_out_plan(seat: Seated, data: JSONBody[Planned], server: Here) -> tuple[SeenAction, ...]:
    """What a character could do after a first step. A step that dice or others decide is refused."""
    async with server.odds:
        return await sync_to_thread(server.store.plan, *seat.at, data.who, data.first)


@ask("/campaigns/{campaign:str}/aim")
async def work_out_aim(seat: Seated, data: JSONBody[Aimed], server: Here) -> SeenAim:
    """What an action covers on the map: the cells it reaches, those it strikes, and who is likely to fall."""
    async with server.odds:
        return await sync_to_thread(server.store.aim, *seat.at, data.action, data.first)


@ask("/campaigns/{campaign:str}/odds/answers")
async def work_out_answers(seat: Seated, data: JSONBody[AnswersOdds], server: Here) -> SeenAnswers:
    """How the action under way may end after each answer, for who may answer."""
    async with server.odds:
        return await sync_to_thread(server.store.answer_odds, *seat.at, data.question, data.look, data.around)


# ---------------------------------------------------------------- looking


@look("/campaigns/{campaign:str}/table")
def see_table(seat: Seated, server: Here, view_as: ViewAs = "") -> At:
    """The whole table as this member sees it."""
    seq, eyes = server.store.eyes(*seat.at, view_as)
    return At(seq, eyes.table())


@look("/campaigns/{campaign:str}/sheets")
def see_sheets(seat: Seated, server: Here, view_as: ViewAs = "") -> dict[str, Sheet]:
    """Every sheet this member may read, by character."""
    return seen(server.store.eyes(*seat.at, view_as)[1], lambda eyes: eyes.sheets())


@look("/campaigns/{campaign:str}/sheets/{who:str}")
def see_sheet(seat: Seated, server: Here, who: Who, view_as: ViewAs = "") -> Sheet:
    """The sheet of a character, every number with its sum."""
    return seen(server.store.eyes(*seat.at, view_as)[1], lambda eyes: eyes.sheet(who))


@look("/campaigns/{campaign:str}/scenes")
def see_scenes(seat: Seated, server: Here) -> SeenScenes:
    """The scenes kept for later, for the game master."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.kept_scenes())


@look("/campaigns/{campaign:str}/notes/{who:str}")
def see_notes(seat: Seated, server: Here, who: Who, view_as: ViewAs = "") -> SeenNotes:
    """The notes on a character, for who plays him and the game master."""
    return seen(server.store.eyes(*seat.at, view_as)[1], lambda eyes: eyes.notes(who))


@look("/campaigns/{campaign:str}/values/{who:str}")
def see_values(seat: Seated, server: Here, who: Who) -> tuple[SeenValue, ...]:
    """What the game master may rule upon of somebody, by its label."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.values(who))


@look("/campaigns/{campaign:str}/actions/{who:str}")
def see_actions(seat: Seated, server: Here, who: Who, view_as: ViewAs = "") -> tuple[SeenAction, ...]:
    """What a character may do now, and why not the rest."""
    return seen(server.store.eyes(*seat.at, view_as)[1], lambda eyes: eyes.legal(who))


@ask("/campaigns/{campaign:str}/best/{who:str}")
async def suggest(seat: Seated, server: Here, who: Who) -> tuple[SeenBest, ...]:
    """What a character might well do now, with reasons: at most three of what is open to him on his turn."""
    async with server.odds:
        return await sync_to_thread(server.store.best, *seat.at, who)


@look("/campaigns/{campaign:str}/actions/{who:str}/{kind:str}/words")
def see_wording(seat: Seated, server: Here, who: Who, kind: Who) -> dict[str, str]:
    """What the ids in the actions of one kind are called, for a form to fill in."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.wording(who, kind))


@look("/campaigns/{campaign:str}/reach/{who:str}")
def see_reach(seat: Seated, server: Here, who: Who, view_as: ViewAs = "") -> tuple[SeenWay, ...]:
    """Where a character may go now: each way of moving, the cells it leads to and what each costs."""
    return seen(server.store.eyes(*seat.at, view_as)[1], lambda eyes: eyes.reach(who))


@look("/campaigns/{campaign:str}/drafts/{draft:str}")
def see_draft(seat: Seated, server: Here, draft: Who) -> SeenDraft:
    """A character in the making: what is chosen, what is left, what does not hold yet."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.draft(draft))


@look("/campaigns/{campaign:str}/drafts/{draft:str}/steps/{step:str}")
def see_lesson(seat: Seated, server: Here, draft: Who, step: Who) -> SeenLesson:
    """What one may know before one chooses in a step of a draft: cards of what is offered, points as they might be
    placed."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.lesson(draft, step))


@look("/campaigns/{campaign:str}/drafts/{draft:str}/steps/{step:str}/suggestion")
def see_suggestion(seat: Seated, server: Here, draft: Who, step: Who, seed: Luck = 0) -> dict[str, Any]:
    """The fields of a step as they might be filled in after what was chosen before it; nothing is kept by asking."""
    return seen(server.store.eyes(*seat.at)[1], lambda eyes: eyes.suggestion(draft, step, seed))


@look("/campaigns/{campaign:str}/log")
def read_log(
    seat: Seated,
    server: Here,
    before: MaybeNumber = None,
    limit: Limit = 100,
    view_as: ViewAs = "",
) -> tuple[SeenEntry, ...]:
    """A page of the log: the last entries, or the last before a number."""
    return server.store.log(*seat.at, None, before, limit, view_as)


@look("/campaigns/{campaign:str}/events")
def read_events(
    seat: Seated, server: Here, after: Number, limit: Limit = 100, view_as: ViewAs = ""
) -> tuple[Message, ...]:
    """What the WebSocket would have said after this number; the last one, a beat, says how far the log goes."""
    entries = server.store.log(*seat.at, after, None, limit, view_as)
    last = server.store.campaign(seat.campaign).last
    return (*(News(entry.seq, entry) for entry in entries), Beat(last))


@look("/campaigns/{campaign:str}/search")
def search(seat: Seated, server: Here, words: Words) -> Found:
    """The log as far as this member may read it, the rules and the catalogues of the game."""
    game = server.store.eyes(*seat.at)[1].game
    log = server.store.search(*seat.at, words, FOUND)
    found = rules(game, words, seat.member.lang)[:FOUND]
    used = used_by(game)
    told = tuple(rule_info(rule, used[rule.id], seat.member.lang) for rule in found)
    return Found(log, told, articles(game, words, seat.member.lang)[:FOUND])


# ---------------------------------------------------------------- replay


@look("/campaigns/{campaign:str}/encounters")
def list_encounters(seat: Seated, server: Here) -> tuple[Fought, ...]:
    """Every encounter of the log."""
    return server.store.encounters(*seat.at)


@look("/campaigns/{campaign:str}/encounters/{since:int}")
def replay_encounter(seat: Seated, server: Here, since: Entry) -> tuple[SeenEntry, ...]:
    """The steps of an encounter, without those that were taken back; `states` shows the table after each."""
    return server.store.steps(*seat.at, since)


@look("/campaigns/{campaign:str}/encounters/{since:int}/summary")
def sum_up_encounter(seat: Seated, server: Here, since: Entry, view_as: ViewAs = "") -> SeenFight:
    """What an encounter has come to: each round in a line, what everybody did, the finest roll."""
    return server.store.fight(*seat.at, since, view_as)


@look("/campaigns/{campaign:str}/encounters/{since:int}/forces")
def forces_of_encounter(seat: Seated, server: Here, since: Entry, view_as: ViewAs = "") -> SeenForces:
    """What was left of each side after the steps of an encounter."""
    return server.store.forces(*seat.at, since, view_as)


@look("/campaigns/{campaign:str}/states/{seq:int}")
def see_past(seat: Seated, server: Here, seq: Entry, view_as: ViewAs = "") -> At:
    """The table as it stood after an entry; what is hidden now stays hidden."""
    return At(seq, eyes_then(seat, server, seq, view_as).table())


@look("/campaigns/{campaign:str}/states/{seq:int}/sheets/{who:str}")
def see_past_sheet(seat: Seated, server: Here, seq: Entry, who: Who, view_as: ViewAs = "") -> Sheet:
    """A sheet as it stood after an entry."""
    return seen(eyes_then(seat, server, seq, view_as), lambda eyes: eyes.sheet(who))


def eyes_then(seat: Seat, server: Server, seq: int, view_as: str) -> Eyes:
    if not 1 <= seq <= server.store.campaign(seat.campaign).last:
        raise No("no_entry", 404, entry=seq)
    return server.store.eyes_at(*seat.at, seq, view_as)


# ---------------------------------------------------------------- live


@websocket("/campaigns/{campaign:str}/live")
async def live(
    socket: Socket,
    campaign: FromPath[str],
    server: Here,
    after: MaybeNumber = None,
    view_as: ViewAs = "",
) -> None:
    """Everything after a number, then everything as it happens."""
    await socket.accept()
    try:
        seat = await sync_to_thread(server.seat, socket, campaign)
        with server.windows.one(seat.token), server.callers.one(address(socket)):
            await talk(socket, server, await server.hub.enter(seat, after, view_as))
    except Refused as refused:
        await socket.send_text(encode(Gone(0, refused.key, refused.say(plain(language(socket))))).decode())
        await socket.close(code=CLOSED + status_of(refused))


async def talk(socket: Socket, server: Server, client: Client) -> None:
    """Until one of both has gone."""
    talking = asyncio.create_task(speak(socket, server, client)), asyncio.create_task(listen(socket, server, client))
    try:
        await asyncio.wait(talking, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        await server.hub.leave(client)


async def speak(socket: Socket, server: Server, client: Client) -> None:
    """Send what is put out for this client, in order, until he is dismissed."""
    while (data := await client.next()) is not None:
        async with asyncio.timeout(server.settings.patience):  # whoever reads nothing is left; he loses nothing by it
            await socket.send_text(data)
        if client.outbox.empty():
            server.hub.sent(client)
    await socket.close(code=client.code)


async def listen(socket: Socket, server: Server, client: Client) -> None:
    """Clients have nothing to say here: whatever they send is counted, and dropped."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        try:
            server.limits.take(server.settings.rates.device, "device", client.seat.token)
        except No as refused:
            client.dismiss(refused)


ROUTES = [
    give_command,
    work_out_odds,
    work_out_many,
    work_out_plan,
    work_out_aim,
    work_out_answers,
    suggest,
    see_table,
    see_sheets,
    see_sheet,
    see_notes,
    see_scenes,
    see_values,
    see_actions,
    see_wording,
    see_reach,
    see_draft,
    see_lesson,
    see_suggestion,
    read_log,
    read_events,
    search,
    list_encounters,
    replay_encounter,
    sum_up_encounter,
    forces_of_encounter,
    see_past,
    see_past_sheet,
    live,
]
