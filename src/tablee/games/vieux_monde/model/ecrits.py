"""What a table has written beside the book, as far as it goes with whoever has it: spells, Talents, careers."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.kernel.kept import cached_property
from tablee.kernel.own import Own, with_own

from .carrieres import CARRIERES, Carriere
from .catalogue import TALENTS, Talent
from .sorts import SORTS, Sort


class Ecrits(Own, frozen=True):
    """On a sheet: those that it names. With the book's own they are all there is for whoever has it."""

    sort: dict[str, Sort] = {}
    talent: dict[str, Talent] = {}
    carriere: dict[str, Carriere] = {}

    @cached_property
    def sorts(self) -> Mapping[str, Sort]:
        return with_own(SORTS, self.sort)

    @cached_property
    def talents(self) -> Mapping[str, Talent]:
        return with_own(TALENTS, self.talent)

    @cached_property
    def carrieres(self) -> Mapping[str, Carriere]:
        return with_own(CARRIERES, self.carriere)


RIEN = Ecrits()
PORTES = RIEN.__struct_fields__  # the kinds that somebody carries
