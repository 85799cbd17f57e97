"""Random things of the whole catalogue: every figure against an independent reading of the ledger's tables."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_de
from tablee.games.terre_natale.book.c4_caracteristiques.portees import allonge, allonge_de_jet
from tablee.games.terre_natale.book.c4_caracteristiques.usage import ajustement_de, penalite_de
from tablee.games.terre_natale.book.c9_objets.disponibilite import Marche, avantage_du_lieu, disponibilite
from tablee.games.terre_natale.book.c9_objets.prix import infaisable, prix_d_achat, prix_de_vente
from tablee.games.terre_natale.model.facture import REFERENCES
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.tally import total

from .jeu import rows, scene

TABLES = {
    ("arme", "taille"): "TN-9.54",
    ("arme", "gabarit"): "TN-9.57",
    ("arme", "equilibre"): "TN-9.60",
    ("armure", "taille"): "TN-9.103",
    ("armure", "gabarit"): "TN-9.104",
    ("armure", "equilibre"): "TN-9.105",
}
FORMES = {"arme": "TN-9.49", "armure": "TN-9.100"}
CLASSES = {"": 0, "mecanique": 20, "feu": 30, "dangereuse": 50}
CHARGES = {"Torse": 2, "Bras": 1, "Jambes": 1, "Tête": 1}
PARTS = {"Torse": 60, "Bras": 16, "Jambes": 16, "Tête": 8}
P = scene(alys={})["alys"]
crans = st.integers(-2, 2)
objets = st.builds(
    Objet,
    st.sampled_from(sorted(MODELES)),
    qualite=st.integers(-5, 6),
    taille=crans,
    gabarit=crans,
    equilibre=crans,
    forme=st.one_of(st.none(), st.integers(-1, 1)),
    travaille=st.booleans(),
    bouts=st.one_of(st.just(()), st.lists(st.sampled_from(list(CHARGES)), min_size=1, unique=True).map(tuple)),
    ameliorations=st.lists(st.sampled_from(["charge", "solidite", "fiabilite"]), max_size=3).map(tuple),
)
marches = st.builds(
    Marche,
    st.sampled_from([row["lieu"] for row in rows("TN-9.30")]),
    st.booleans(),
    st.sampled_from([row["statut"] for row in rows("TN-9.27")]),
    st.integers(0, 6),
    st.integers(0, 8),
)


def cran(o, colonne):
    """The sum of a column over the three tables."""
    nature = o.sorte.nature
    if nature not in FORMES or o.sorte.naturelle:
        return 0
    found = [(rows(TABLES[nature, axe]), getattr(o, axe)) for axe in ("taille", "gabarit", "equilibre")]
    return sum([next(r for r in table if r["valeur"] == n).get(colonne, 0) for table, n in found])


def forme(o):
    """The row of what it is made of."""
    if o.sorte.nature not in FORMES or o.sorte.naturelle:
        return {"charge": 0, "prix_reference": 0}
    return rows(FORMES[o.sorte.nature])[1 + (o.sorte.forme if o.forme is None else o.forme)]


def zones(o):
    return set(o.bouts or o.sorte.couvre)


def est_travaille(o):
    return o.sorte.nature == "armure" and (o.travaille or o.sorte.travaille)


@pytest.mark.rule("TN-9.14", "TN-9.52", "TN-9.101", "TN-9.108", "TN-9.116", "TN-9.21")
@settings(max_examples=150, deadline=None)
@given(objets)
def test_weight_and_strength(o):
    c, nature = o.sorte.categorie, o.sorte.nature
    if nature == "sous_piece":
        attendu = -(-c // 2) if o.sorte.couvre else c
    else:
        par_c = sum([n for zone, n in CHARGES.items() if zone in zones(o)]) if nature == "armure" else 5
        attendu = max(0, c * par_c + cran(o, "charge") + forme(o)["charge"] + 2 * est_travaille(o))
    assert total(o.poids) == attendu
    assert total(charge_de(P, o)) == max(0, attendu - o.ameliorations.count("charge"))
    assert o.integrite == max(1, 10 + o.qualite + c + cran(o, "solidite") + o.ameliorations.count("solidite"))


@pytest.mark.rule("TN-9.39", "TN-9.54", "TN-9.57", "TN-9.60", "TN-9.61", "TN-9.95", "TN-9.103", "TN-9.104", "TN-9.105")
@settings(max_examples=150, deadline=None)
@given(objets)
def test_what_it_hampers_and_what_sets_it_apart(o):
    gene = 0 if o.sorte.naturelle else max(0, 2 * o.sorte.categorie + cran(o, "penalite"))
    assert total(penalite_de(P, o)) == gene
    assert total(ajustement_de(P, o)) == o.qualite - gene
    for colonne in ("jet_attaque", "jet_defense", "jet_tactique", "hate", "absorption", "protection", "difficulte"):
        assert o.ecart(colonne) == cran(o, colonne)
    if o.sorte.nature == "arme" and not o.sorte.naturelle:
        assert total(allonge(o)) == o.sorte.categorie + o.taille
        assert total(allonge_de_jet(o)) == 5 - o.sorte.categorie + o.taille


def base(o):
    """The table of its kind, else its reference."""
    c, m = o.sorte.categorie, o.sorte
    if m.nature == "arme":
        return rows("TN-9.41")[c]["prix_melee" if m.usage == "melee" else "prix_distance"]
    if m.nature == "armure":
        return next(r["prix"] for r in rows("TN-9.97") if (r["categorie"], r["travaille"]) == (c, est_travaille(o)))
    if m.nature == "sous_piece":
        return rows("TN-9.118")[c]["prix" if m.couvre else "prix_cape"]
    return REFERENCES[m.genre or m.nature] * (1 + c)


@pytest.mark.rule("TN-9.22", "TN-9.23", "TN-9.24", "TN-9.25", "TN-9.111")
@settings(max_examples=200, deadline=None)
@given(objets, st.integers(0, 6), st.integers(0, 6))
def test_prices(o, rarete, origine):
    if infaisable(o) is not None or o.sorte.naturelle:
        return
    fois = 1 + o.sorte.categorie
    prix = base(o) + fois * (cran(o, "prix") + forme(o)["prix_reference"] + CLASSES[o.sorte.classe])
    if o.sorte.nature == "armure":
        prix = floor(prix * Fraction(sum([n for zone, n in PARTS.items() if zone in zones(o)]), 100))
    prix += 5 * len(o.ameliorations)
    row = next(r for r in rows("TN-9.18") if r["qualite"] == o.qualite)
    column = "prix_conso" if o.sorte.ordre != "équipement" and o.qualite >= 0 else "prix_equipement"
    facteur = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1, Fraction(3, 2), 2, Fraction(5, 2))[rarete]
    attendu = floor(prix * Fraction(row[column]) * facteur * (1 + Fraction(origine, 20)))
    achat = total(prix_d_achat(o, rarete, origine=origine))
    assert achat == attendu
    assert total(prix_de_vente(achat)) == attendu // 4


@pytest.mark.rule("TN-9.26", "TN-9.26.1", "TN-9.27", "TN-9.29", "TN-9.30", "TN-9.31")
@settings(max_examples=150, deadline=None)
@given(objets, marches)
def test_availability(o, m):
    loi = next(r["modificateur"] for r in rows("TN-9.27") if r["statut"] == m.legalite)
    rarete = -2 if m.rarete < 3 else 2 * (m.rarete - 3)
    reste = len(o.ameliorations) + o.sorte.categorie + loi + rarete + m.origine
    assert total(disponibilite(o, m)) == 10 + o.qualite + reste
    assert total(disponibilite(o, m, ("disponibilite_deux_fois_qualite",))) == 10 + 2 * o.qualite + reste
    offerte = next(r["qualite"] for r in rows("TN-9.30") if r["lieu"] == m.lieu) + m.renomme
    avantage = avantage_du_lieu(o, m)
    assert (avantage[1] if avantage else 0) == (offerte > o.qualite) - (offerte < o.qualite)


@pytest.mark.rule("TN-9.10")
@settings(max_examples=100, deadline=None)
@given(objets)
def test_room_in_a_bag(o):
    c = o.sorte.categorie
    attendu = Fraction(c, 1 if o.sorte.ordre == "équipement" else 2)
    if not c:
        attendu = Fraction(0 if o.sorte.genre in ("vetement", "rien") else 1, 2)
    assert o.encombrement == attendu
