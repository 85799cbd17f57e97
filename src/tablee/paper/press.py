"""A template and plain data become a PDF. Nothing is read but the templates and the fonts of this package."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
import typst

HERE = Path(__file__).parent
FONTS = typst.Fonts(include_system_fonts=False, font_paths=[HERE / "fonts"])  # the same page on every machine
Template = Literal["sheet", "blocks", "rules", "journal"]


def pdf(template: Template, data: Any) -> bytes:
    """The pages; the same data give the same bytes."""
    made: bytes = _set(template, data, "pdf")
    return made


def pictures(template: Template, data: Any, dpi: int = 100) -> list[bytes]:
    """The pages as PNG, to be looked at."""
    made = _set(template, data, "png", dpi)
    return made if isinstance(made, list) else [made]


def _set(template: Template, data: Any, format: Literal["pdf", "png"], dpi: float = 72) -> Any:
    given = {"data": msgspec.json.encode(data).decode()}
    path = HERE / f"{template}.typ"
    return typst.compile(path, root=HERE, font_paths=FONTS, format=format, ppi=dpi, sys_inputs=given, timestamp=0)
