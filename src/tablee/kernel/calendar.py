"""The game's own time: how what a scene's clock shows, in seconds, is told as a day and an hour."""

from __future__ import annotations

import msgspec

MINUTE = 60


class Month(msgspec.Struct, frozen=True):
    """A month of a game's world, as it is called, with so many days."""

    fr: str
    en: str
    days: int


class Calendar(msgspec.Struct, frozen=True):
    """How a game counts its days. None of its own: they are counted from the one on which the campaign began."""

    begins: int = 6 * 3600  # the hour at which a day begins, in seconds: where the clock stands at 0
    day: int = 24 * 3600
    hour: int = 3600
    months: tuple[Month, ...] = ()
    year: int = 1  # the one in which the campaign began

    def day_of(self, clock: int) -> int:
        """Which day it is, from 1 on."""
        return clock // self.day + 1

    def date(self, clock: int, lang: str) -> str:
        """« jour 3 », or « 12 brumaire 812 » where the game has months."""
        if not self.months:
            return f"{'day' if lang == 'en' else 'jour'} {self.day_of(clock)}"
        years, left = divmod(self.day_of(clock) - 1, sum(month.days for month in self.months))
        for month in self.months:
            if left < month.days:
                break
            left -= month.days
        return f"{left + 1} {month.en if lang == 'en' else month.fr} {self.year + years}"

    def time(self, clock: int, lang: str) -> str:
        """« 14 h 30 », « 14:30 »."""
        hours, seconds = divmod((self.begins + clock % self.day) % self.day, self.hour)
        minutes = seconds // MINUTE
        if lang == "en":
            return f"{hours}:{minutes:02d}"
        return f"{hours} h {minutes:02d}" if minutes else f"{hours} h"

    def moment(self, clock: int, lang: str) -> str:
        """« jour 3, 14 h 30 »."""
        return f"{self.date(clock, lang)}, {self.time(clock, lang)}"


COUNTED = Calendar()  # from the first day on
