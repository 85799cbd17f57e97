"""The table's own book on the game master's page: written, judged while it is typed, called, put into files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from .looks import faults, wide
from .people import LARGE, PHONE, Somebody, table

People = Callable[..., Somebody]
BLADE = {"nom": "Lame grise", "competence": "lames", "degats": 7}
FILE = '[maison.arme.dard_gris]\nnom = "Dard gris"\ncompetence = "lames"\ndegats = 4\n'


def opened(somebody: People, site: str, http: httpx.Client, **options: Any) -> tuple[Any, Page]:
    gm, _ = table(http, "vieux_monde", "Luc")
    marie = somebody(site, gm.token, **options)
    page = marie.open(f"/c/{gm.campaign}/mj#book")
    expect(page.get_by_role("heading", name="Le livre de la table", level=2)).to_be_visible()
    return gm, page


def kind(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_an_entry_is_begun_from_the_book_judged_while_typed_kept_changed_and_deleted(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, page = opened(somebody, site, http, **LARGE)
    arms = kind(page, "Arme")
    arms.get_by_label("À partir de (du livre)").select_option(label="Dague")
    arms.get_by_role("button", name="Écrire : Arme").click()
    expect(page.get_by_role("heading", name="Écrire : Arme")).to_be_focused()
    page.get_by_label("Nom", exact=True).fill("Lame grise")
    expect(page.get_by_label("Nom de clé")).to_have_value("lame_grise")
    page.get_by_label("Dégâts", exact=True).fill("99")
    told = page.get_by_text("de −20 à 50, pas 99")
    expect(told.first).to_be_visible()
    beside = page.get_by_label("Dégâts", exact=True)
    assert "99" in page.locator(f"#{beside.get_attribute('aria-describedby')}").inner_text()
    assert faults(page) == []
    beside.fill("7")
    expect(page.get_by_text("Le jeu l’accepte.")).to_be_visible()
    page.get_by_label("Les joueurs peuvent le lire et le choisir").check()
    page.get_by_role("button", name="Garder").click()
    expect(arms.get_by_text("les joueurs le lisent")).to_be_visible()
    (entry,) = gm.get("~/own")["entries"]
    assert (entry["kind"], entry["id"], entry["entry"]["degats"], entry["shared"]) == ("arme", "lame_grise", 7, True)
    arms.get_by_role("button", name="Changer Lame grise").click()
    page.get_by_label("Dégâts", exact=True).fill("6")
    page.get_by_role("button", name="Garder").click()
    expect(page.get_by_role("button", name="Garder")).to_have_count(0)
    assert gm.get("~/own")["entries"][0]["entry"]["degats"] == 6
    page.get_by_label("Chercher dans le livre de la table").fill("marteau")
    expect(arms.get_by_text("Lame grise")).to_have_count(0)
    page.get_by_label("Chercher dans le livre de la table").fill("grise")
    arms.get_by_role("button", name="Effacer Lame grise").click()
    page.get_by_role("dialog").get_by_role("button", name="Effacer").click()
    expect(arms.get_by_text("Lame grise")).to_have_count(0)
    assert gm.get("~/own")["entries"] == []


def test_a_creature_of_the_table_is_among_those_that_are_called(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, page = opened(somebody, site, http, **LARGE)
    wolf = gm.get("/games/vieux_monde/own/creature/loup")["entry"]
    wolf["fiche"]["nom"] = "Loup de brume"
    gm.do("write_own", entries={"creature": {"loup_de_brume": wolf}})
    page.get_by_role("tab", name="Rencontre").click()
    page.get_by_label("Qui vient").first.select_option(label="Loup de brume")
    page.get_by_role("button", name="Faire venir", exact=True).first.click()
    expect(page.get_by_text("Loup de brume").first).to_be_visible()
    page.get_by_role("tab", name="Le livre de la table").click()
    beasts = kind(page, "Créature")
    expect(beasts.get_by_text("Loup de brume")).to_be_visible()


def test_the_book_goes_into_a_file_and_comes_from_one(site: str, http: httpx.Client, somebody: People) -> None:
    gm, page = opened(somebody, site, http, **LARGE)
    gm.do("write_own", entries={"arme": {"lame_grise": BLADE}})
    expect(page.get_by_text("Lame grise")).to_be_visible()
    with page.expect_download() as came:
        page.get_by_role("button", name="Mettre dans un fichier").click()
    given = json.loads(Path(came.value.path()).read_text("utf-8"))
    assert given["maison"]["arme"]["lame_grise"]["degats"] == 7
    bring = page.get_by_label("Prendre d’un fichier (TOML ou JSON)")
    bring.set_input_files(FilePayload(name="a.toml", mimeType="text/plain", buffer=FILE.encode()))
    expect(kind(page, "Arme").get_by_text("Dard gris")).to_be_visible()
    bring.set_input_files(FilePayload(name="b.json", mimeType="application/json", buffer=json.dumps(given).encode()))
    page.get_by_role("dialog").get_by_role("button", name="Remplacer").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    bring.set_input_files(FilePayload(name="c.toml", mimeType="text/plain", buffer=b"= ="))
    expect(page.get_by_text("Ce fichier ne se lit ni en TOML ni en JSON")).to_be_visible()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_it_is_written_by_keyboard_and_by_touch_on_a_phone(
    lang: str, site: str, http: httpx.Client, somebody: People
) -> None:
    gm, _ = table(http, "vieux_monde", "Luc")
    gm.ask("PATCH", f"~/members/{gm.member}", {"lang": lang})
    marie = somebody(site, gm.token, **{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": f"{lang}-{lang}"})
    page = marie.open(f"/c/{gm.campaign}/mj#book")
    write, keep = ("Écrire : ", "Garder") if lang == "fr" else ("Write: ", "Keep")
    page.get_by_role("button", name=write).first.tap()
    expect(page.locator("form.writing h2")).to_be_focused()
    assert wide(page) == []
    assert faults(page) == []
    page.keyboard.press("Tab")
    page.keyboard.type("Appel gris")
    expect(page.locator("form.writing input").first).to_have_value("Appel gris")
    expect(page.get_by_role("button", name=keep)).to_be_enabled()
