"""The documents that are missing, and the catalogues of ours that stand for them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from tablee.games.fragments import game
from tablee.games.fragments.model import catalogue

TENANT_LIEU = {
    "BES": (catalogue.CREATURES,),
    "CdCl": (catalogue.CLASSES,),
    "CdCo": (catalogue.ARMES, catalogue.TOMES, catalogue.BOUCLIERS, catalogue.OBJETS, catalogue.ENCHANTEMENTS),
    "GMJ": (catalogue.TERRAINS, game.demos),
    "GTO": (catalogue.TECHNIQUES,),
    "RDO": (catalogue.ORIGINES,),
}


@pytest.mark.rule("FD-1.2")
def test_every_missing_document_has_something_of_ours_in_its_place() -> None:
    rows = game.ledger.rules["FD-1.2"].rows
    assert {r["sigle"] for r in rows if r["disponible"] == "non"} == set(TENANT_LIEU)
    assert all(len(rayon) >= 8 for rayons in TENANT_LIEU.values() for rayon in rayons)


@pytest.mark.rule("FD-1.2")
def test_every_catalogue_says_that_it_is_ours() -> None:
    fichiers = [f for f in files(catalogue.PACKAGE).joinpath("content").iterdir() if f.name.endswith(".toml")]
    assert len(fichiers) >= 13
    assert {tomllib.loads(f.read_text("utf-8"))["origin"] for f in fichiers} == {"tablee"}
