"""A group goes on from the demonstration of Terre Natale: the fight is broken off, then a joute, a rest, a purchase and
a craft, all by clicks at the table, by a game master and a player."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect

from tablee.kernel.game import games

from .people import LARGE, PHONE, Somebody
from .test_demo import Seat, tables

__all__ = ["tables"]
ASKED = 40  # questions that may follow from one action, and looks at the table meanwhile
SEARCHES = 15  # for something to buy: about every other one finds it


class Group:
    """The game master on a large screen and the player of Bertrand on a phone."""

    def __init__(self, gm: Somebody, player: Somebody) -> None:
        self.gm, self.player = gm, player

    def told(self) -> str:
        """What was done last, as the game master reads it: a request is not done yet."""
        cards = self.gm.page.get_by_role("log").get_by_role("article")
        return cards.filter(has_not_text="demande au maître du jeu").last.inner_text()

    def answer(self) -> None:
        """Whoever is asked takes the first answer; the game master grants requests and answers for the others."""
        for _ in range(ASKED):
            questions = (p.page.locator(".question li button:enabled") for p in (self.player, self.gm))
            instead = self.gm.page.locator(".ask").get_by_role("button", name="Répondre à sa place")
            granted = self.gm.page.locator(".requests").get_by_role("button", name="Accorder")
            for wanted in (*questions, instead, granted):
                if wanted.count():
                    with suppress(TimeoutError):  # the table may have changed meanwhile
                        wanted.first.click(timeout=1000)
                    break
            else:
                if not self.gm.page.get_by_role("banner").get_by_text("On attend").count():
                    return
            self.gm.page.wait_for_timeout(150)

    def does(self, person: Somebody, action: str, before: Callable[[Locator], None] | None = None) -> str:
        """An action found by its words; `before`: what is chosen in its options first. What came of it."""
        page, was = person.page, self.told()
        page.locator(".actions input[type=search]").fill(action)
        row = page.locator(".actions button.act:enabled").filter(has_text=action).first
        expect(row).to_be_visible()
        row.click()
        if before is not None:
            dialog = page.get_by_role("dialog")
            before(dialog)
            dialog.get_by_role("button", name="Jouer", exact=True).click()
            expect(dialog).to_have_count(0)
        for _ in range(ASKED):
            self.answer()
            if self.told() != was:
                break
            page.wait_for_timeout(150)
        self.answer()
        assert self.told() != was, action
        page.locator(".actions input[type=search]").fill("")
        return self.told()


def joute(dialog: Locator) -> None:
    dialog.get_by_label("Forme", exact=True).select_option(label="Joute")


def a_dagger(dialog: Locator) -> None:
    dialog.get_by_label("Ce qu’on cherche").select_option(label="Dague")


def a_club(dialog: Locator) -> None:
    dialog.get_by_label("Modèle", exact=True).select_option(label="Gourdin")


def test_a_group_goes_on_from_the_fight(tables: list[list[Seat]], somebody: Callable[..., Somebody]) -> None:
    seats = tables[list(games()).index("terre_natale")]
    gm, player = somebody("", **LARGE), somebody("", **PHONE)
    for person, link in ((gm, seats[0].link), (player, seats[2].link)):
        person.page.goto(link)
        person.page.wait_for_url("**/c/*")
        person.is_live()
    player.tab("Actions")
    group = Group(gm, player)

    told = group.does(gm, "Rompre la confrontation")
    assert "La confrontation cesse" in told
    assert "initiative mentale" in group.does(gm, "Engager une confrontation", joute)
    assert "contre" in group.does(gm, "Tirade contre")  # whoever has the turn speaks
    group.does(gm, "Rompre la confrontation")

    group.does(player, "Se reposer une nuit")
    player.screenshot("going_on_rest")
    for _ in range(SEARCHES):
        told = group.does(player, "Chercher à acheter", a_dagger)
        if "ne trouve pas" not in told:
            break
    assert "Dague" in group.does(player, "Acheter : Dague")
    player.screenshot("going_on_bought")
    group.does(player, "Fabriquer", a_club)
    told = group.does(player, "Travailler")
    assert "Gourdin" in told
    player.screenshot("going_on_craft")
