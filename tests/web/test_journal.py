"""The journal through the API: as data, as Markdown and as a PDF, each as its reader was told of it."""

from __future__ import annotations

import httpx

from tablee.kernel.game import games
from tablee.paper import diary, press

from .devices import Device
from .test_campaigns import no

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_fight_of_every_game_is_in_the_journal(http: httpx.Client) -> None:
    for n, game in enumerate(sorted(games().keys() - {"arena"})):
        of_a_game(http, game, ("fr", "en")[n % 2])


def of_a_game(http: httpx.Client, game: str, lang: str) -> None:
    gm = Device(http, lang).create(game, lang=lang)
    gm.do("start_encounter", ready="demo", title="Au bord de l'eau")
    gm.do("end_encounter")
    gm.do("note_down", text="On se retrouve jeudi", shared=True)
    (span,) = gm.get("~/journal", zone="Europe/Paris")["spans"]
    evening = gm.get(f"~/journal/{span['since']}")
    (bout,) = evening["bouts"]
    assert bout["fight"]["title"] == "Au bord de l’eau" and len(bout["left"]) >= 2 and not bout.get("on")
    assert evening["span"]["dawn"].startswith("day 1, " if lang == "en" else "jour 1, ")
    text = gm.ask("GET", "~/journal/markdown?zone=Europe/Paris").text
    assert "## " in text and "Au bord de l’eau" in text and "> On se retrouve jeudi" in text
    assert ("left standing" if lang == "en" else "restent debout") in text
    pdf = gm.ask("GET", f"~/journal/paper?zone=Europe/Paris&since={span['since']}")
    assert pdf.headers["content-type"] == "application/pdf" and pdf.content.startswith(b"%PDF")


def test_each_reads_his_own(gm: Device, luc: Device, eve: Device) -> None:
    luc.character("Alys")
    luc.do("note_down", text="Le coffre est sous le lit")
    gm.do("import_character", game="arena", character={"id": "zirkon", "nom": "Zirkon"}, hidden=True)
    for other, knows in ((luc, "coffre"), (gm, "Zirkon"), (eve, "Alys")):
        text = other.ask("GET", "~/journal/markdown").text
        told = other.ask("GET", "~/journal").text + str(evening(other))
        for secret in ("coffre", "Zirkon"):
            assert (secret in text, secret in told) == (secret == knows, secret == knows), (other.member, secret)
    no(luc.ask("GET", "~/journal/1"), 404, "no_evening")
    no(Device(gm.http).ask("GET", f"/campaigns/{gm.campaign}/journal"), 401, "sign_in")


def evening(device: Device) -> object:
    (span,) = device.get("~/journal")["spans"]
    return device.get(f"~/journal/{span['since']}")


def test_an_empty_campaign_has_an_empty_journal(gm: Device) -> None:
    gm.do("note_down", text="Avant de commencer :\n# pas un titre\n- ni une *liste*", shared=True)
    text = gm.ask("GET", "~/journal/markdown").text
    assert "> \\# pas un titre\n> \\- ni une \\*liste\\*" in text
    assert gm.ask("GET", "~/journal/paper").content.startswith(b"%PDF")


def test_paper_takes_what_people_write_as_it_is_and_is_the_same_each_time() -> None:
    bout = diary.Bout("#panic()", "3 rounds", (("Anne $x$", "9 PB", "", "*Brun*"),))
    note = diary.Note("Luc", "hier", '`raw` #import "x"\nsuite', own=True)
    evening = diary.Evening(
        "samedi 1er août 2026", "20 h – 23 h", "jour 1", ("Luc",), (bout,), (("jour 1", "#x"),), (note,)
    )
    given = diary.pages([evening] * 3, "Vaubrune", "fr", [note])
    assert press.pdf("journal", given) == press.pdf("journal", given)
    assert press.pictures("journal", given, dpi=30)[0].startswith(PNG)
    assert press.pdf("journal", diary.pages([], "Vide", "en")).startswith(b"%PDF")
