"""What a table has written beside the book, as far as it goes with whoever has it: what sheets and talismans name."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.kernel.kept import cached_property
from tablee.kernel.own import Own, with_own

from .catalogue import CLASSES, ENCHANTEMENTS, ORIGINES, TECHNIQUES, Classe, Enchantement, Origine, Technique


class Ecrits(Own, frozen=True):
    """On a sheet or a talisman: those that it names. With the book's own they are all there is for whoever has it."""

    technique: dict[str, Technique] = {}
    classe: dict[str, Classe] = {}
    origine: dict[str, Origine] = {}
    enchantement: dict[str, Enchantement] = {}

    @cached_property
    def techniques(self) -> Mapping[str, Technique]:
        return with_own(TECHNIQUES, self.technique)

    @cached_property
    def classes(self) -> Mapping[str, Classe]:
        return with_own(CLASSES, self.classe)

    @cached_property
    def origines(self) -> Mapping[str, Origine]:
        return with_own(ORIGINES, self.origine)

    @cached_property
    def enchantements(self) -> Mapping[str, Enchantement]:
        return with_own(ENCHANTEMENTS, self.enchantement)


RIEN = Ecrits()
DE_LA_FICHE = "technique", "classe", "origine"  # the kinds that a sheet carries
DU_TALISMAN = ("enchantement",)
