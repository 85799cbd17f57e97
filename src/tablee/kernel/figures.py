"""Figures as a language writes them."""

from __future__ import annotations

from .typography import SPACE, as_figure


def number(value: float, lang: str, digits: int = 0) -> str:
    """With a comma and narrow spaces in French."""
    text = as_figure(value, f",.{digits}f")
    return text if lang == "en" else text.replace(",", "\u202f").replace(".", ",")


def percent(share: float, lang: str, digits: int = 1) -> str:
    """A share in per cent; the ends are kept for what is certain."""
    least = 10.0**-digits
    shown, mark = share * 100, ""
    if 0 < shown < least / 2:
        shown, mark = least, "<"
    elif 100 - least / 2 < shown < 100:
        shown, mark = 100 - least, ">"
    return f"{mark}{number(shown, lang, digits)}{'%' if lang == 'en' else SPACE + '%'}"
