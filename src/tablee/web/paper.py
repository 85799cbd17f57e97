"""Paper: sheets, the party, opponents and rules as PDF files, of what a member may read."""

from __future__ import annotations

from collections.abc import Iterable

from litestar import Response

from tablee.kernel.sheet import Sheet
from tablee.paper import laid, press
from tablee.table.games import game_of
from tablee.table.visibility import Eyes

from .compendium import rules
from .handlers import Asking, GameId, Here, Seated, ViewAs, Who, Words, look
from .playing import seen
from .refusals import No, language

PDF = "application/pdf"
MOST_RULES = 200  # in one file: a whole book of a thousand is read on the page


@look("/campaigns/{campaign:str}/sheets/{who:str}/paper", media_type=PDF)
def print_sheet(seat: Seated, server: Here, who: Who, view_as: ViewAs = "") -> Response[bytes]:
    """A sheet to write on."""
    eyes = server.store.eyes(*seat.at, view_as)[1]
    return made(server.store.campaign(seat.campaign).title, eyes, "sheet", [seen(eyes, lambda eyes: eyes.sheet(who))])


@look("/campaigns/{campaign:str}/paper/party", media_type=PDF)
def print_party(seat: Seated, server: Here, view_as: ViewAs = "") -> Response[bytes]:
    """The sheets of all who are played by somebody, as far as this member may read them."""
    eyes = server.store.eyes(*seat.at, view_as)[1]
    played = [eyes.sheet(person.id) for person in eyes.table().people if person.owner and person.sheet]
    return made(server.store.campaign(seat.campaign).title, eyes, "sheet", played)


@look("/campaigns/{campaign:str}/paper/opponents", media_type=PDF)
def print_opponents(seat: Seated, server: Here, view_as: ViewAs = "") -> Response[bytes]:
    """A block for everybody nobody plays, as far as this member may read of them."""
    eyes = server.store.eyes(*seat.at, view_as)[1]
    others = [eyes.sheet(person.id) for person in eyes.table().people if not person.owner and person.sheet]
    return made(server.store.campaign(seat.campaign).title, eyes, "blocks", others)


@look("/games/{game:str}/paper/rules", media_type=PDF)
def print_rules(request: Asking, game: GameId, words: Words = "") -> Response[bytes]:
    """The rules with these words, as cards."""
    played, lang = game_of(game), language(request)
    found = list(rules(played, words, lang))
    if not 0 < len(found) <= MOST_RULES:
        raise No("paper_rules", 404, n=len(found), most=MOST_RULES)
    return file(press.pdf("rules", laid.cards(found, played.title, lang)), played.id)


def made(title: str, eyes: Eyes, template: press.Template, shown: Iterable[Sheet]) -> Response[bytes]:
    sheets = list(shown)
    if not sheets:
        raise No("paper_nobody", 404)
    name = sheets[0].name if len(sheets) == 1 else title
    return file(press.pdf(template, laid.page(sheets, f"{eyes.game.title} · {title}", eyes.member.lang)), name)


def file(pdf: bytes, name: str) -> Response[bytes]:
    """Opened in the browser; kept under a name that any disk takes."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name).strip("-") or "tablee"
    return Response(pdf, media_type=PDF, headers={"Content-Disposition": f'inline; filename="{plain}.pdf"'})


ROUTES = [print_sheet, print_party, print_opponents, print_rules]
