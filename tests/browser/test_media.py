"""On paper, enlarged, without motion, in the reader's own colours: everything stays readable and usable."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from .looks import actions, faults, settled, told, visit, wide
from .people import LARGE, Somebody
from .worlds import Worlds

A4: ViewportSize = {"width": 703, "height": 1032}  # what the margins leave of it
CONTROLS = "button, input, select, textarea, nav, aside, summary, [role=tab]"
TINTS = """() => {
  const probe = document.body.appendChild(document.createElement('i'))
  const shown = (name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const names = ['--paper', '--ink', '--soft', '--faint', '--edge']
  const found = Object.fromEntries(names.map((name) => [name, shown(name)]))
  probe.remove()
  return found
}"""


@pytest.mark.parametrize("game", ["fragments", "vieux_monde"])
def test_a_sheet_is_printed(game: str, worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    here = worlds[game]
    marie = somebody(worlds.site, here.tokens["Marie"], color_scheme="dark", **LARGE)
    page = visit(marie, here, "sheet")
    name = page.get_by_role("heading", level=1).inner_text()
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size(A4)
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    controls = page.locator(CONTROLS).filter(visible=True).and_(page.locator(":not(.tally, .roll, .fold)"))
    assert controls.all_inner_texts() == []
    for folded in page.locator("main details").all():  # on paper nothing is left to be opened
        expect(folded.locator("dt, li").first).to_be_visible()
    assert wide(page) == []
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    marie.screenshot(f"print_{game}")
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 4


def test_the_sheets_of_the_party_are_printed_together(worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    here = worlds["vieux_monde"]
    marie = somebody(worlds.site, here.tokens["Marie"], **LARGE)
    marie.page.add_init_script(
        "window.print = () => { window.printed = [...document.querySelectorAll('.paper h1')].map((h) => h.innerText) }"
    )
    page = visit(marie, here, "sheet")
    page.get_by_role("button", name="Imprimer le groupe").click()
    page.wait_for_function("() => window.printed")
    printed = page.evaluate("() => window.printed")
    assert len(printed) == len(set(printed)) >= 2
    assert page.get_by_role("heading", level=1).first.inner_text() in printed


@pytest.mark.parametrize("name", ["home", "table", "creation", "sheet", "map", "compendium", "master_people", "replay"])
def test_enlarged_twice_everything_is_within_reach(
    name: str, worlds: Worlds, somebody: Callable[..., Somebody]
) -> None:
    here = worlds["fragments"]
    near = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
    marie = somebody(worlds.site, here.tokens["Marie"], **near)
    page = visit(marie, here, name)
    marie.screenshot(f"zoom_{name}")
    assert wide(page) == []
    if name == "table":
        expect(page.get_by_role("application")).to_be_in_viewport()  # one plays on the map, where there is one
        marie.tab("Journal")
        expect(page.get_by_role("log").get_by_role("article").last).to_be_visible()
        assert wide(page) == []
        for needed in (page.locator("#say"), page.get_by_role("log").get_by_role("article").last):
            expect(needed).to_be_in_viewport()
        actions(page)


def test_nothing_moves_where_that_is_not_wanted(worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    here = worlds["vieux_monde"]
    marie = somebody(worlds.site, here.tokens["Marie"], reduced_motion="reduce", **LARGE)
    page = visit(marie, here, "table")
    marie.say("/r 7d6")
    expect(marie.card("7d6")).to_be_visible()
    assert page.evaluate("() => document.getAnimations().filter((each) => each.playState === 'running').length") == 0


def test_the_readers_own_colours(worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    """Where the system chooses the colours, what is chosen is still told apart by more than a background."""
    here = worlds["fragments"]
    marie = somebody(worlds.site, here.tokens["Marie"], forced_colors="active", **LARGE)
    found = {}
    for name in ("table", "creation", "sheet", "map"):
        page = visit(marie, here, name)
        marie.screenshot(f"forced_{name}")
        found[name] = faults(page)
    assert told(found) == ""
    page = visit(marie, here, "creation")
    chosen = page.locator("label:has(input[type=radio]:checked)").first
    other = page.locator("label:has(input[type=radio]:not(:checked))").first
    assert chosen.inner_text()[0] != other.inner_text()[0]  # a sign of its own


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_more_contrast_for_who_asks(colours: str, worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    here = worlds["vieux_monde"]
    marie = somebody(worlds.site, here.tokens["Marie"], color_scheme=colours, contrast="more", **LARGE)
    page = visit(marie, here, "sheet")
    settled(page)
    marie.screenshot(f"contrast_{colours}")
    tints = page.evaluate(TINTS)
    for name in ("--ink", "--soft", "--faint"):
        assert contrast(tints[name], tints["--paper"]) >= 7, (name, tints)
    assert contrast(tints["--edge"], tints["--paper"]) >= 4.5, tints


def contrast(one: str, other: str) -> float:
    """Of two colours, as the guidelines have it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    channels = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
