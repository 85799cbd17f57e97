"""The table's own book through the API: forms, what is written, what does not hold; the game master's alone."""

from __future__ import annotations

from typing import Any

import pytest

from .devices import Device
from .test_campaigns import no

LAME: dict[str, Any] = {"arme": {"lame": {"nom": "Lame grise", "force": 3}}}


def test_what_is_written_is_read_checked_and_taken_from_files(gm: Device) -> None:
    forms = {form["kind"]: form for form in gm.get("/games/arena/own")}
    assert [field["name"] for field in forms["arme"]["fields"]] == ["nom", "force", "dit"]
    assert (forms["bete"]["called"], [each["id"] for each in forms["bete"]["book"]]) == (True, ["loup"])
    assert gm.get("/games/arena/own/bete/loup")["entry"] == {"nom": "Loup", "vie": 6}
    no(gm.ask("GET", "/games/arena/own/bete/licorne"), 404, "no_begun")
    wrong = {"entries": {"arme": {"lame": {"nom": "Lame", "force": 99}}}}
    said = gm.ask("POST", "~/own/check", wrong).json()
    assert (said["kind"], said["id"], said["at"]) == ("arme", "lame", "force") and "99" in said["why"]
    assert gm.ask("POST", "~/own/check", {"entries": LAME}).json()["why"] == ""
    assert gm.get("~/own") == {"key": "livre", "entries": []}
    gm.do("write_own", entries=LAME, shared=True)
    (entry,) = gm.get("~/own")["entries"]
    assert (entry["id"], entry["name"], entry["shared"], entry["called"]) == ("lame", "Lame grise", True, False)
    for text in (
        '[livre.arme.lame]\nnom = "L"',
        '{"arme": {"lame": {"nom": "L"}}}',
        '[scene.livre.arme.lame]\nnom = "L"',
    ):
        assert gm.ask("POST", "~/own/read", {"text": text}).json() == {"entries": {"arme": {"lame": {"nom": "L"}}}}
    no(gm.ask("POST", "~/own/read", {"text": "= ="}), 400, "own_file")


@pytest.mark.parametrize(
    "path, body", [("~/own", None), ("~/own/check", {"entries": LAME}), ("~/own/read", {"text": ""})]
)
def test_it_is_the_game_masters(gm: Device, luc: Device, path: str, body: Any) -> None:
    gm.do("write_own", entries=LAME)
    no(luc.ask("GET" if body is None else "POST", path, body), 403, "right")
