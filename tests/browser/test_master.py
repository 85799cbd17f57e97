"""The game master's page, the screen for all, the replay and the compendium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from web.devices import Device

from .looks import faults
from .people import LARGE, PHONE, Somebody, seen, table
from .test_table import settled

People = Callable[..., Somebody]
PICTURES = Path(__file__).parent / "screenshots"
PARTS = {
    "encounter": "Rencontre",
    "scenes": "Scènes gardées",
    "book": "Le livre de la table",
    "people": "Personnages",
    "tests": "Tests",
    "rulings": "Arbitrage",
    "members": "Membres",
    "options": "Options",
    "rules": "Règles",
    "campaign": "Campagne",
}
FRENCH = re.compile(
    r"\b(Retour|Personnages?|Rencontre|Règles?|Journal|Maître|Chercher|Demander|Trancher|À qui|Pas \d)\b"
)


def part(person: Somebody, campaign: str, name: str) -> Page:
    """One part of the game master's page."""
    person.page.goto("about:blank")
    page = person.open(f"/c/{campaign}/mj#{name}")
    expect(page.locator(f"#part-{name}")).to_be_visible()
    return page


def without(text: str, names: set[str]) -> str:
    """A text of the page without the names of people in it."""
    for name in names:
        text = text.replace(name, "")
    return text


def bystander(gm: Device) -> str:
    """The name of somebody whom nobody plays."""
    return str(next(person["name"] for person in seen(gm)["people"] if not person.get("owner")))


def test_a_character_is_hidden_and_shown_again_and_a_secret_roll_stays_secret(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    name = bystander(gm)
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    player.sit(gm.campaign)
    player.tab("Fiche")
    expect(player.page.get_by_text(name).first).to_be_visible()

    page = part(marie, gm.campaign, "people")
    veil = page.get_by_role("group", name=re.compile(name))
    line = page.locator(".lines > li").filter(has=veil)
    veil.get_by_label("Présence cachée").check()
    expect(line.locator(".veiled")).to_contain_text("caché")
    expect(player.page.get_by_text(name)).to_have_count(0)
    marie.screenshot("master_hidden")
    veil.get_by_label("Présence cachée").uncheck()
    expect(line.locator(".veiled")).to_have_count(0)

    veil.get_by_label("Nom caché").check()
    veil.get_by_label("Connu comme").fill("Le masque")
    veil.get_by_label("Connu comme").press("Tab")
    expect(line.locator(".veiled")).to_contain_text("connu comme Le masque")
    expect(player.page.get_by_text("Le masque").first).to_be_visible()
    veil.get_by_label("Nom caché").uncheck()

    for choice in ("hidden", "shown", "usual"):
        veil.get_by_label("Fiche").select_option(choice)
        expect(veil.get_by_label("Fiche")).to_have_value(choice)
    veil.get_by_label("Jets cachés").check()
    expect(line.locator(".veiled")).to_contain_text("jets secrets")

    marie.sit(gm.campaign)
    marie.say("/mj 3d6+41")
    expect(marie.card("+ 41 =")).to_contain_text("pas pour tous")
    marie.say("fini")
    player.tab("Journal")
    expect(player.card("fini")).to_be_visible()
    expect(player.page.get_by_text("+ 41 =")).to_have_count(0)


def test_foes_wait_unseen_from_the_first_moment(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "vieux_monde", "Luc")
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **LARGE)
    player.sit(gm.campaign)
    page = part(marie, gm.campaign, "encounter")
    page.get_by_label("Scène", exact=True).select_option(value="duel")
    page.get_by_label("restent cachés aux joueurs").check()
    page.get_by_role("button", name="Commencer", exact=True).click()
    expect(marie.page.get_by_text("Ulrike Sturm").first).to_be_visible()
    expect(player.card("Rencontre")).to_be_visible()
    expect(player.page.get_by_text("Ulrike Sturm")).to_have_count(0)


@pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])
def test_a_scene_is_prepared_opened_and_its_handout_shown_by_a_button(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    gm.do("say", text="On commence")
    marie, player = somebody(site, gm.token, **size), somebody(site, luc.token, **size)
    player.sit(gm.campaign)
    page = part(marie, gm.campaign, "scenes")
    page.get_by_role("button", name="Préparer une scène").click()
    page.get_by_label("Titre", exact=True).fill("La poterne")
    page.get_by_label("Notes pour vous").fill("le garde est vendu")
    page.get_by_role("button", name="Ajouter quelqu’un").click()
    page.get_by_label("Qui vient").select_option(index=1)
    page.get_by_label("Combien").fill("2")
    page.get_by_role("button", name="Ajouter un document").click()
    page.get_by_label("Titre du document").fill("Billet")
    page.get_by_label("Texte", exact=True).fill("À minuit, sous la voûte.")
    page.get_by_role("button", name="Garder la scène").click()
    expect(page.get_by_text("le garde est vendu")).to_be_visible()
    assert not faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=PICTURES / f"scenes-{page.viewport_size['width']}.png", full_page=True)
    assert seen(luc)["handouts"] == []
    page.get_by_role("button", name="Montrer aux joueurs").click()
    expect(page.get_by_text("montré", exact=True)).to_be_visible()
    strip = player.page.get_by_role("button", name="Billet", exact=True)
    expect(strip).to_be_visible()
    box = strip.bounding_box()
    assert box is not None and 44 <= box["height"] <= 60  # a row beside the log, not half of it
    strip.click()
    expect(player.page.get_by_text("À minuit, sous la voûte.")).to_be_visible()
    player.page.screenshot(path=PICTURES / f"handout-{page.viewport_size['width']}.png")
    page.get_by_role("button", name="Clore celle-ci et ouvrir").click()
    expect(page).to_have_url(re.compile(rf"/c/{gm.campaign}$"))
    assert seen(gm)["encounter"]["title"] == "La poterne"
    assert len([each for each in seen(gm)["people"] if not each.get("away")]) == 3
    page = part(marie, gm.campaign, "scenes")
    expect(page.get_by_text("jouée en ce moment")).to_be_visible()
    page.get_by_role("button", name="Oublier").click()
    page.get_by_role("dialog").get_by_role("button", name="Oublier").click()
    expect(page.get_by_text("Aucune scène gardée.")).to_be_visible()


def test_a_test_is_asked_for_and_made_and_rolled_for_many_at_once(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc")
    who = [gm.do("new_draft", at_random=True)["seq"] for _ in range(3)]
    for seq in who:
        gm.do("finish_draft", draft=f"d{seq}")
    people = seen(gm)["people"]
    gm.do("give", who=people[0]["id"], member=luc.member)
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    player.sit(gm.campaign)

    page = part(marie, gm.campaign, "tests")
    page.get_by_role("button", name="les joueurs").click()
    page.get_by_label("Action", exact=True).select_option(label="Test")
    skills = page.get_by_label("caractéristique ou compétence")
    skill = "Tir"
    skills.select_option(label=skill)
    expect(page.locator(".chances li")).to_have_count(1)
    expect(page.locator(".chances button.odds")).to_contain_text("%")
    page.get_by_label("Mot aux joueurs").fill("Gardez votre sang-froid")
    marie.screenshot("master_test")
    page.get_by_role("button", name="Demander", exact=True).click()
    asked = page.locator(".lines li").filter(has_text="Gardez votre sang-froid")
    expect(asked).to_contain_text(skill)
    expect(asked).to_contain_text("attendu")
    player.tab("Actions")
    wanted = player.page.locator(".asked").filter(has_text="Gardez votre sang-froid")
    player.screenshot("asked_phone")
    before = gm.get("~/table")["seq"]
    wanted.get_by_role("button").click()  # it is asked once, though one is at the actions
    settled(gm, before)
    for _ in range(4):  # who rolled may spend something on the result
        if not seen(gm).get("open"):
            break
        before = gm.get("~/table")["seq"]
        player.page.locator(".question li button:enabled").first.click()
        settled(gm, before)
    expect(page.locator(".lines li").filter(has_text="attendu")).to_have_count(0)

    page.get_by_role("button", name="les autres").click()
    expect(page.locator(".chances li")).to_have_count(len(people) - 1)
    before = gm.get("~/table")["seq"]
    page.get_by_role("button", name="Lancer pour eux").click()
    expect(page.get_by_text(re.compile(r"\d sur \d lancés"))).to_be_visible()
    assert gm.get("~/table")["seq"] > before


def test_an_encounter_is_put_together_from_the_bestiary(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "vieux_monde", "Luc")
    draft = f"d{luc.do('new_draft', at_random=True)['seq']}"
    luc.do("finish_draft", draft=draft)
    hero = seen(gm)["people"][0]["name"]
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    player.sit(gm.campaign)
    page = part(marie, gm.campaign, "encounter")
    page.get_by_label("Qui vient").select_option(label="Brigand")
    page.get_by_label("Combien").fill("3")
    page.get_by_role("button", name="Faire venir").click()
    expect(player.card("Brigand 3")).to_be_visible()
    for name in ("Brigand 1", "Brigand 2", "Brigand 3"):
        expect(page.get_by_label(f"Camp : {name}")).to_have_value("En face")
    expect(page.get_by_label(f"Camp : {hero}")).to_have_value("Les nôtres")
    marie.screenshot("master_bestiary")
    assert faults(page) == []
    page.get_by_role("checkbox", name="Le combat s’engage aussitôt").uncheck()
    page.get_by_role("button", name="Commencer").click()
    expect(player.card("Une rencontre commence.")).to_be_visible()

    page = part(marie, gm.campaign, "encounter")
    page.get_by_label("Qui vient").select_option(label="Loup")
    page.get_by_label("De quel camp").fill("Les loups")
    page.get_by_label("Cachés aux joueurs").check()
    page.get_by_role("button", name="Faire venir").click()
    expect(page.locator(".lines li").filter(has_text="Les loups")).to_contain_text("Loup")
    sides = {person["name"]: person["side"] for person in seen(gm)["people"]}
    assert sides == {hero: "Les nôtres", **{f"Brigand {n}": "En face" for n in (1, 2, 3)}, "Loup": "Les loups"}
    assert "Loup" not in {person["name"] for person in seen(luc)["people"]}


def test_a_value_is_ruled_upon_by_its_label(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    name = next(person["name"] for person in seen(gm)["people"] if person.get("owner"))
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **LARGE)
    player.sit(gm.campaign)
    page = part(marie, gm.campaign, "rulings")
    page.get_by_label("De qui").select_option(label=name)
    page.get_by_label("Valeur", exact=True).fill("blessure")
    page.locator(".values button").first.click()
    page.get_by_label("Points de Blessure devient").fill("1000")
    page.get_by_label("Raison").fill("la chute")
    page.get_by_role("button", name="Trancher").click()
    expect(page.locator(".field .bad")).to_contain_text("pas 1000")
    page.get_by_label("Points de Blessure devient").fill("3")
    page.get_by_role("button", name="Trancher").click()
    expect(player.card("la chute")).to_contain_text(re.compile(r"Points de Blessure.*→ 3"))
    assert faults(page) == []

    page.get_by_label("Valeur", exact=True).fill("couronnes")
    page.locator(".values button").filter(has_text="Couronnes").first.click()
    page.get_by_label("Couronnes devient").fill("77")
    page.get_by_label("Raison").fill("il a regardé")
    page.get_by_role("button", name="Trancher").click()
    said = player.card("il a regardé")
    expect(said).to_contain_text("Décision du maître du jeu")
    expect(said).to_contain_text(re.compile(r"Équipement › Couronnes, \d+ → 77"))
    marie.screenshot("master_ruling")
    page.get_by_role("button", name="Reprendre le dernier coup").first.click()
    expect(player.card("Annulé")).to_be_visible()
    page.get_by_role("button", name="Refaire").click()
    expect(player.card("Rétabli")).to_be_visible()


def test_values_are_waited_for_and_those_of_another_are_not_offered(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, _ = table(http, "vieux_monde", "Luc", ready="duel")
    first, second = seen(gm)["people"][:2]
    page = part(somebody(site, gm.token, **LARGE), gm.campaign, "rulings")
    waiting: list[Route] = []
    page.route(re.compile(r"/values/"), lambda route: waiting.append(route))
    values = page.locator(".values")

    def answer() -> None:
        while not waiting:
            page.wait_for_timeout(20)
        while waiting:
            waiting.pop().continue_()

    page.get_by_label("De qui").select_option(value=first["id"])
    page.get_by_label("Valeur", exact=True).fill("blessure")
    expect(values).to_have_text("Un instant…")
    answer()
    expect(values.get_by_role("button").first).to_contain_text("Points de Blessure")

    page.get_by_label("De qui").select_option(value=second["id"])
    expect(values).to_have_text("Un instant…")
    answer()
    expect(values.get_by_role("button").first).to_contain_text("Points de Blessure")
    page.get_by_label("Valeur", exact=True).fill("rien de tel")
    expect(values.get_by_role("button")).to_have_count(1)


def test_options_are_switched_and_the_table_is_seen_as_a_player(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, _ = table(http, "fragments", "Luc", ready="duel")
    marie = somebody(site, gm.token, **LARGE)
    page = part(marie, gm.campaign, "options")
    first = page.get_by_role("checkbox").first
    was = first.is_checked()
    first.set_checked(not was)
    page.get_by_role("button", name="Appliquer").click()
    expect(page.get_by_role("button", name="Appliquer")).to_be_disabled()
    assert len(seen(gm)["options"]) == (0 if was else 1)
    assert faults(page) == []

    page = part(marie, gm.campaign, "members")
    page.locator("li").filter(has_text="Luc").get_by_role("button", name="Voir comme").click()
    banner = page.locator("p.as")
    expect(banner).to_contain_text("Luc")
    expect(page.locator("#say")).to_have_count(0)
    marie.screenshot("viewed_as")
    banner.get_by_role("button").click()
    expect(banner).to_have_count(0)
    expect(page.locator("#say")).to_be_visible()


@pytest.mark.parametrize("game", ["vieux_monde", "fragments"])
def test_the_screen_for_all_shows_no_secret_to_whoever_opens_it(
    game: str, site: str, http: httpx.Client, somebody: People
) -> None:
    gm, _ = table(http, game, "Luc", ready="demo")
    hidden = next(person for person in seen(gm)["people"] if not person.get("owner"))
    gm.do("hide", who=hidden["id"], presence=True)
    gm.do("line", text="/mj 3d6+41")
    gm.do("line", text="Bonsoir à tous")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.open(f"/c/{gm.campaign}/ecran")
    expect(page.get_by_text("Bonsoir à tous")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(hidden["name"])
    expect(page.locator("main")).not_to_contain_text("41 =")
    expect(page.locator("main button, main input, main select")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    marie.screenshot(f"screen_{game}")
    assert faults(page) == []
    gm.do("hide", who=hidden["id"], presence=False)
    expect(page.locator("main")).to_contain_text(hidden["name"])  # it follows what happens
    assert [member["name"] for member in gm.get("~/members")] == ["Marie", "Luc"]  # and nobody was added for it


def test_the_screen_for_all_shows_nothing_that_only_its_player_may_read(
    site: str, http: httpx.Client, somebody: People
) -> None:
    _, luc = table(http, "fluid", "Luc")
    luc.do("line", text="/mj 3d6+41")
    luc.do("line", text="Bonsoir à tous")
    player = somebody(site, luc.token, **LARGE)
    player.sit(luc.campaign)
    expect(player.card("41 =")).to_contain_text("pas pour tous")
    page = player.open(f"/c/{luc.campaign}/ecran")
    expect(page.get_by_text("Bonsoir à tous")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("41 =")


def test_a_fight_is_replayed_step_by_step(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    since = seen(gm)["encounter"]["since"]
    for _ in range(4):
        turn = seen(gm)["encounter"]["turn"][0]
        gm.do("act", action={"do": "terminer", "actor": turn})
    player = somebody(site, luc.token, **PHONE)
    page = player.open(f"/c/{gm.campaign}/rejouer/{since}")
    count = page.locator(".count")
    expect(count).to_contain_text("Pas 1 sur")
    page.keyboard.press("ArrowRight")
    expect(count).to_contain_text("Pas 2 sur")
    page.keyboard.press("End")
    last = page.locator(".steps button").last
    expect(last).to_have_attribute("aria-current", "step")
    page.keyboard.press("Home")
    page.get_by_label("Vitesse").select_option("fast")
    page.get_by_role("button", name="Dérouler").click()
    expect(last).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("button", name="Dérouler")).to_be_visible()  # it stops by itself
    page.wait_for_load_state("networkidle")
    player.screenshot("replay_phone")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    assert faults(page) == []


def test_the_compendium_is_searched_by_the_keyboard_blind_to_accents(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    gm.do("line", text="Une épée rouillée gît là")
    player = somebody(site, luc.token, **LARGE)
    page = player.sit(gm.campaign)
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("?")  # help leads there
    page.get_by_role("dialog", name="Aide").get_by_role("link", name="Règles et catalogues").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    field = page.get_by_role("searchbox", name="Chercher une règle")
    expect(field).to_be_focused()
    page.keyboard.type("EPEE")
    results = page.locator(".list li a")
    expect(results.filter(has_text="Épée").first).to_be_visible()
    expect(page.locator(".said")).to_contain_text("Une épée rouillée")
    page.keyboard.press("ArrowDown")
    expect(results.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    field.fill("avantage consommation")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Avantage : consommation")).to_be_visible()
    player.screenshot("compendium_rule")
    assert faults(page) == []

    page.locator(".uses a").filter(has_text="croc-en-jambe").click()  # the rule leads to what one can do with it
    expect(page.locator(".actions")).to_contain_text("Seulement : Faire un croc-en-jambe")
    page.get_by_role("link", name="toutes les actions").click()
    expect(page.get_by_text("Seulement :")).to_have_count(0)

    page.get_by_role("banner").get_by_role("link", name="Règles").click()
    page.get_by_role("button", name="Catalogues").click()
    page.locator(".kind select").select_option(label="arme")
    results.filter(has_text="Épée").first.click()
    expect(page.locator("dl")).to_contain_text("Dégâts")
    expect(page.locator("dl")).not_to_contain_text(re.compile(r"\w_\w"))
    player.screenshot("compendium_article")


@pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])
def test_these_pages_speak_english(size: dict[str, object], site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "fragments", "Luc", ready="duel")
    gm.ask("PATCH", f"~/members/{gm.member}", {"lang": "en"})
    since = seen(gm)["encounter"]["since"]
    marie = somebody(site, gm.token, locale="en-GB", **size)
    marie.open("/")
    marie.page.evaluate("() => localStorage.setItem('tablee.prefs', JSON.stringify({ lang: 'en' }))")
    places = [f"mj#{name}" for name in PARTS] + ["ecran", f"rejouer/{since}", "regles"]
    for place in places:
        marie.page.goto("about:blank")
        page = marie.open(f"/c/{gm.campaign}/{place}")
        expect(page.locator("main h1, main h2").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        own = page.locator("main h1, main h2, main label, main button, main .soft, main p.small").all_inner_texts()
        titles = {person["name"] for person in seen(gm)["people"]}
        left = [text for text in own if FRENCH.search(without(text, titles))]
        assert left == [], place
        assert page.evaluate("() => document.documentElement.lang") == "en"


def test_a_ready_scene_begins_with_the_players_characters_in_it(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "fragments", "Luc")
    draft = f"d{luc.do('new_draft', at_random=True)['seq']}"
    luc.do("finish_draft", draft=draft)
    name = gm.get("~/table")["table"]["people"][0]["name"]
    page = somebody(site, gm.token, **LARGE).sit(gm.campaign)
    expect(page.get_by_text(f"Avec {name}.")).to_be_visible()
    page.get_by_role("button", name="Commencer", exact=True).click()
    expect(page.get_by_role("banner")).to_contain_text(re.compile("Manche 1|On attend"))
    people = {person["name"]: person for person in gm.get("~/table")["table"]["people"]}
    assert people[name]["side"] == "Compagnons" and not people[name].get("away")


def test_a_character_who_is_there_already_is_replaced_kept_twice_or_left(
    site: str, http: httpx.Client, somebody: People
) -> None:
    (gm,) = table(http, "vieux_monde", ready="duel")
    person = gm.get("~/table")["table"]["people"][0]
    file = gm.ask("GET", f"~/characters/{person['id']}").content
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/mj")
    page.get_by_role("tab", name="Personnages").click()

    def people() -> int:
        return len([each for each in gm.get("~/table")["table"]["people"] if each["name"] == person["name"]])

    for button, many in (("Abandonner", 1), ("Remplacer", 1), ("Garder les deux", 2)):
        chosen: FilePayload = {"name": "a.json", "mimeType": "application/json", "buffer": file}
        page.get_by_label("Importer un personnage").set_input_files(chosen)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(f"{person['name']} est déjà là")).to_be_visible()
        dialog.get_by_role("button", name=button).click()
        expect(dialog).to_have_count(0)
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        assert people() == many
