"""The notebooks of `examples` run, and show today what they have kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from notebooks import outputs, read, run

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_a_notebook_shows_what_it_has_kept(file: Path) -> None:
    """`cd tests && python -m notebooks ../examples/lab.ipynb` keeps what it shows now."""
    notebook = read(file)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 5
    for cell, shown in zip(code, run(notebook), strict=True):
        assert shown == cell["outputs"], "".join(cell["source"])
    assert any("image/svg+xml" in shown.get("data", {}) for cell in code for shown in cell["outputs"])
    assert file.stat().st_size < 40_000


def test_what_a_cell_shows() -> None:
    names: dict[str, object] = {}
    assert list(outputs("x = 3", names, 1)) == []
    printed, shown = outputs("print(x)\nx + 1", names, 2)
    assert printed["text"] == "3\n"
    assert shown["data"] == {"text/plain": "4"}
    with pytest.raises(NameError):
        list(outputs("y", names, 3))
