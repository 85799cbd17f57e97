"""The sheet at the table: pools by plus and minus, and notes that only some may read."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tablee.kernel.game import games
from web.devices import Device

from .people import LARGE, PHONE, Somebody, seen, table
from .test_keyboard import Hands

People = Callable[..., Somebody]


def of_luc(luc: Device) -> str:
    who: str = next(person["id"] for person in seen(luc)["people"] if person.get("mine"))
    return who


def pool_of(luc: Device, who: str) -> dict[str, object]:
    """The first pool of his sheet that can be set."""
    sections = luc.get(f"~/sheets/{who}")["sections"]
    found: dict[str, object] = next(line for section in sections for line in section["lines"] if line.get("at"))
    return found


@pytest.mark.parametrize("game", sorted(games()))
def test_a_player_marks_a_pool_by_the_keyboard_and_all_are_told(
    game: str, site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, game, "Luc", ready="demo")
    who = of_luc(luc)
    before = pool_of(luc, who)
    label, now = str(before["label"]), int(str(before["now"]))
    assert now >= 2  # there is something to take from
    marie = somebody(site, gm.token, **LARGE)
    marie.sit(gm.campaign)
    page = somebody(site, luc.token, **PHONE).open(f"/c/{gm.campaign}/fiche/{who}")
    hands = Hands(page)
    less = page.get_by_role("button", name=f"Un de moins : {label}", exact=True)
    hands.to(less, 400)
    hands.press("Enter", "Enter")
    why = page.get_by_role("textbox", name="Pourquoi (au choix)")
    hands.write(why, "le froid")
    hands.press("Enter")
    expect(why).to_have_count(0)
    assert pool_of(luc, who)["now"] == now - 2
    expect(marie.card(f"Luc règle {label} pour")).to_contain_text(f"{now} → {now - 2} (le froid)")
    gm.do("undo")
    expect(page.locator(".pool").filter(has_text=label).first).to_contain_text(f"{now} /")


def test_notes_are_kept_for_their_readers_alone(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, ada = table(http, "fluid", "Luc", "Ada", ready="demo")
    who = of_luc(luc)
    address = f"/c/{gm.campaign}/fiche/{who}"
    hers = somebody(site, gm.token, **LARGE).open(address)
    his = somebody(site, luc.token, **PHONE).open(address)
    others = somebody(site, ada.token, **LARGE).open(address)

    mine = his.get_by_role("textbox", name="Notes", exact=True)
    mine.fill("Doit dix écus au passeur.")
    mine.press("Control+Enter")
    expect(his.locator("main")).to_contain_text("✓ Enregistré")
    expect(hers.get_by_role("textbox", name="Notes", exact=True)).to_have_value("Doit dix écus au passeur.")
    expect(his.locator("main")).to_contain_text("du maître du jeu")  # who reads them is said

    secret = hers.get_by_role("textbox", name="Notes du maître du jeu")
    secret.fill("Le passeur est son frère.")
    secret.blur()
    expect(hers.get_by_text("✓ Enregistré")).to_have_count(2)
    assert gm.get(f"~/notes/{who}") == {"text": "Doit dix écus au passeur.", "secret": "Le passeur est son frère."}
    assert luc.get(f"~/notes/{who}")["secret"] is None
    expect(his.get_by_role("textbox", name="Notes du maître du jeu")).to_have_count(0)

    expect(others.get_by_role("heading", level=1)).to_be_visible()
    expect(others.get_by_role("textbox", name="Notes", exact=True)).to_have_count(0)
    assert ada.ask("GET", f"~/notes/{who}").status_code == 403

    hers.emulate_media(media="print")
    expect(hers.get_by_text("Doit dix écus au passeur.", exact=True).last).to_be_visible()
    expect(hers.get_by_text("Le passeur est son frère.")).not_to_be_visible()


def test_a_note_written_without_the_link_is_sent_when_it_is_back(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "fluid", "Luc", ready="demo")
    who = of_luc(luc)
    him = somebody(site, luc.token, **PHONE)
    page = him.open(f"/c/{gm.campaign}/fiche/{who}")
    field = page.get_by_role("textbox", name="Notes", exact=True)
    expect(field).to_be_visible()
    him.context.set_offline(True)
    field.fill("La clé est sous la pierre.")
    field.blur()
    expect(page.locator("main")).not_to_contain_text("✓ Enregistré")
    expect(field).to_have_value("La clé est sous la pierre.")
    him.context.set_offline(False)
    expect(page.locator("main")).to_contain_text("✓ Enregistré")
    assert gm.get(f"~/notes/{who}")["text"] == "La clé est sous la pierre."
    page.reload()
    expect(field).to_have_value("La clé est sous la pierre.")
