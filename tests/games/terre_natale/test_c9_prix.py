"""Chapter 9: what things are worth, how hard they are to find, and what can be made at all."""

from fractions import Fraction

import pytest

from tablee.games.terre_natale.book.c9_objets.disponibilite import (
    Marche,
    avantage_du_lieu,
    disponibilite,
    figures_de_recherche,
    hors_commerce,
    prix_apres_recherche,
    qualite_du_lieu,
    surcout,
)
from tablee.games.terre_natale.book.c9_objets.prix import (
    capacite_d_amelioration,
    effet_diminue,
    facteur_de_qualite,
    infaisable,
    part_des_bouts,
    prix_d_achat,
    prix_de_base,
    prix_de_l_objet,
    prix_de_vente,
    reference,
)
from tablee.games.terre_natale.model.facture import MARCHE, QUALITES
from tablee.games.terre_natale.model.things import MODELES, Objet, Promotion
from tablee.kernel.tally import total

from .jeu import rows, scene


def achat(modele, rarete=3, options=(), **a_part):
    return total(prix_d_achat(Objet(modele, **a_part), rarete, options=options))


# ---------------------------------------------------------------- the price of the object


@pytest.mark.rule("TN-9.41", "TN-9.22")
@pytest.mark.parametrize(
    ("modele", "prix"),
    [
        ("couteau", 20),
        ("dague", 40),
        ("epee_courte", 60),
        ("epee_longue", 80),
        ("epee_batarde", 100),
        ("claymore", 120),
        ("javelot", 30),
        ("arc_court", 50),
        ("arc_long", 70),
        ("arc_de_bataille", 90),
        ("arc_a_poulies", 110),
    ],
)
def test_arms_have_the_price_of_their_table(modele, prix):
    assert achat(modele) == prix


@pytest.mark.rule("TN-9.41")
def test_the_columns_of_prices_are_those_of_the_book():
    by = {(m.categorie, m.usage == "melee"): id for id, m in MODELES.items() if m.nature == "arme" and not m.naturelle}
    for row in rows("TN-9.41")[:6]:
        for melee, key in ((True, "prix_melee"), (False, "prix_distance")):
            if key in row and (row["categorie"], melee) in by:
                assert prix_de_base(Objet(by[row["categorie"], melee]))[1] == row[key]


@pytest.mark.rule("TN-9.53", "TN-9.102", "TN-9.22")
def test_references():
    assert [reference(Objet(m)) for m in ("dague", "arc_long", "mailles", "crochets", "carquois")] == [
        20,
        25,
        35,
        10,
        3,
    ]


@pytest.mark.rule("TN-9.22")
def test_what_has_no_table_costs_its_reference_times_one_and_its_categorie():
    assert achat("crochets") == 10 * 2
    assert achat("corde") == 10 * 3
    assert achat("atelier_de_forge") == 100 * 6
    assert achat("malle") == 5 * 4
    assert achat("manuel") == 20 * 2
    assert achat("anneau") == 8
    assert achat("cartouche") == 8
    assert achat("pierre") == 0


@pytest.mark.rule("TN-9.23", "TN-9.54", "TN-9.57", "TN-9.49")
def test_what_sets_an_arm_apart_is_added_to_its_reference():
    """(20 + 3 + 3) x 4 for a long heavy sabre; wood takes 4 off the reference, steel adds 4."""
    assert achat("sabre", taille=1, gabarit=1) == 104
    assert achat("sabre", taille=-1, gabarit=-1) == 104
    assert achat("sabre", taille=2, gabarit=-2, equilibre=1) == 80 + (6 + 6 + 3) * 4
    assert achat("sabre", forme=1) == 80 + 16
    assert achat("sabre", forme=-1) == 80 - 16
    assert achat("baton") == 40 - 8


@pytest.mark.rule("TN-9.81", "TN-9.83", "TN-9.85")
def test_of_the_classes_of_a_weapon_the_highest_alone_is_paid():
    assert achat("arbalete") == 70 + 20 * 4
    assert achat("pistolet_leger") == 50 + 30 * 3
    assert achat("fusil") == 110 + 50 * 6
    assert achat("canon_leger") == 150 + 50 * 7


@pytest.mark.rule("TN-9.41", "TN-9.46")
def test_siege_weapons_follow_the_table_alone():
    assert prix_de_base(Objet("baliste"))[1] == 150
    assert prix_de_base(Objet("baliste_lourde"))[1] == 200


@pytest.mark.rule("TN-9.97", "TN-9.98")
def test_armours_have_the_price_of_their_table():
    for row in rows("TN-9.97"):
        normal, worked = 20 + 40 * row["categorie"], 40 + 40 * row["categorie"]
        assert row["prix"] == (worked if row["travaille"] else normal)
    assert [achat(m) for m in ("tissus", "etoffes", "cuir_leger", "cuir_lourd", "mailles", "plates")] == [
        *(60, 80, 140, 160, 180, 240)
    ]
    assert achat("mailles", travaille=True) == 200


@pytest.mark.rule("TN-9.100", "TN-9.103", "TN-9.104", "TN-9.105")
def test_what_sets_an_armour_apart():
    assert achat("mailles", forme=1) == 180 + 7 * 5
    assert achat("tissus", forme=-1) == 60 - 7 * 2
    assert achat("mailles", taille=-1, gabarit=1, equilibre=-2) == 180 + (3 + 4 + 8) * 5
    assert achat("mailles", gabarit=-1, equilibre=2) == 180 + (2 + 4) * 5


@pytest.mark.rule("TN-9.111")
def test_pieces_are_parts_of_the_whole():
    """60 for the torso, 16 for both arms, 16 for both legs, 8 for the head, in hundredths."""
    assert achat("mailles", bouts=("Torse",)) == 108
    assert achat("mailles", bouts=("Bras",)) == 28
    assert achat("mailles", bouts=("Jambes",)) == 28
    assert achat("mailles", bouts=("Tête",)) == 14
    assert achat("tissus", bouts=("Torse",)) == 36
    assert part_des_bouts(Objet("mailles")) == 1
    assert achat("cuir") == 92  # no helmet


@pytest.mark.rule("TN-9.112")
def test_by_the_option_arms_cost_more_and_the_head_less():
    parts = {"Torse": 58, "Bras": 20, "Jambes": 16, "Tête": 6}
    for zone, part in parts.items():
        assert part_des_bouts(Objet("mailles", bouts=(zone,)), ("bouts_realistes",)) == Fraction(part, 100)
    assert achat("mailles", options=("bouts_realistes",), bouts=("Bras",)) == 36
    assert sum([row["part"] * row["nombre"] for row in rows("TN-9.112")]) == sum(parts.values()) == 100


@pytest.mark.rule("TN-9.118")
def test_sub_pieces_and_capes():
    for row in rows("TN-9.118"):
        of = [m for m in MODELES if MODELES[m].nature == "sous_piece" and MODELES[m].categorie == row["categorie"]]
        for m in of:
            assert achat(m) == (row["prix"] if MODELES[m].couvre else row["prix_cape"])
        assert of
    assert not [m for m in MODELES.values() if m.nature == "sous_piece" and not m.couvre and m.categorie > 3]


# ---------------------------------------------------------------- quality, rarity, selling


@pytest.mark.rule("TN-9.18", "TN-9.24", "TN-9.25")
def test_quality_multiplies_by_its_own_column():
    for row in rows("TN-9.18"):
        q = row["qualite"]
        assert QUALITES[q].terme == row["nom"]
        assert facteur_de_qualite(Objet("sabre", qualite=q)) == Fraction(row["prix_equipement"])
        if "prix_conso" in row:
            assert facteur_de_qualite(Objet("ration", qualite=q)) == Fraction(row["prix_conso"])
    assert achat("sabre", qualite=3) == 960
    assert achat("sabre", qualite=-5) == 20
    assert achat("sabre", qualite=-4) == 26  # 26 and two thirds, rounded down
    assert achat("fleche", qualite=2) == 6


@pytest.mark.rule("TN-9.24", "TN-9.25")
def test_rarity_origin_and_the_will_of_the_game_master():
    assert [achat("epee_longue", rarete) for rarete in range(7)] == [20, 40, 60, 80, 120, 160, 200]
    assert total(prix_d_achat(Objet("epee_longue"), origine=3)) == 92
    assert total(prix_d_achat(Objet("epee_longue"), divers=-30)) == 56
    assert total(prix_d_achat(Objet("epee_longue", qualite=-1), 4, origine=1)) == 94  # 80 x 3/4 x 3/2 x 1.05


@pytest.mark.rule("TN-9.20", "TN-9.23")
def test_ameliorations_are_paid_before_quality_multiplies():
    assert total(prix_de_l_objet(Objet("sabre", qualite=3, ameliorations=("charge", "solidite")))) == 90
    assert achat("sabre", qualite=3, ameliorations=("charge", "solidite")) == 90 * 12
    assert achat("sabre", style="mixte") == 85
    assert [capacite_d_amelioration(Objet("sabre", qualite=q)) for q in (-2, 0, 1, 6)] == [0, 0, 1, 6]


@pytest.mark.rule("TN-9.25", "TN-9.25.1")
def test_one_sells_for_a_quarter_or_by_the_option_a_fifth():
    assert total(prix_de_vente(1248)) == 312
    assert total(prix_de_vente(1248, brut=True)) == 624
    assert total(prix_de_vente(1248, options=("revente_a_un_cinquieme",))) == 249
    assert total(prix_de_vente(1248, brut=True, options=("revente_a_un_cinquieme",))) == 624


@pytest.mark.rule("TN-9.36")
def test_a_poor_consommable_is_not_sold_and_does_as_little_as_it_would_cost():
    assert effet_diminue(Objet("ration", qualite=-3), 9) == 4
    assert effet_diminue(Objet("ration"), 9) == 9
    assert effet_diminue(Objet("sabre", qualite=-3), 9) == 9
    assert hors_commerce(Objet("ration", qualite=-3)).rule == "TN-9.36"


# ---------------------------------------------------------------- what can be made


@pytest.mark.rule("TN-9.18", "TN-9.20", "TN-9.100")
@pytest.mark.parametrize(
    ("objet", "regle"),
    [
        (Objet("mailles", forme=-1), "TN-9.100"),
        (Objet("tissus", forme=1), "TN-9.100"),
        (Objet("sabre", qualite=1, ameliorations=("charge", "charge")), "TN-9.20"),
        (Objet("ration", qualite=6), "TN-9.18"),
        (Objet("fleche", qualite=6), "TN-9.18"),
    ],
)
def test_what_cannot_be_made(objet, regle):
    assert infaisable(objet).rule == regle


@pytest.mark.rule("TN-9.45", "TN-9.46", "TN-9.100")
def test_everything_in_the_catalogue_can_be_made():
    """In particular: no melee weapon and nothing worn above 5, and nothing light that is reinforced."""
    assert not [id for id in MODELES if infaisable(Objet(id)) is not None]
    made = [m for m in MODELES.values() if not m.naturelle]
    assert max([m.categorie for m in made if m.usage == "melee" or m.nature != "arme"]) == 5


# ---------------------------------------------------------------- finding it


@pytest.mark.rule("TN-9.26", "TN-9.26.1")
def test_what_a_search_must_beat():
    objet = Objet("sabre", qualite=2, ameliorations=("charge",), promotion=Promotion("x", rang=2))
    assert total(disponibilite(objet, Marche())) == 10 + 2 + 1 + 3 + 2
    assert total(disponibilite(objet, Marche(), ("disponibilite_deux_fois_qualite",))) == 10 + 4 + 1 + 3
    assert total(disponibilite(Objet("sabre", qualite=-2), Marche())) == 11


@pytest.mark.rule("TN-9.27", "TN-9.29")
def test_the_law_and_rarity_bear_on_it():
    for row in rows("TN-9.27"):
        assert total(disponibilite(Objet("sabre"), Marche(legalite=row["statut"]))) == 13 + row["modificateur"]
    for rarete, row in zip((2, 3, 4), rows("TN-9.29"), strict=True):
        assert total(disponibilite(Objet("sabre"), Marche(rarete=rarete))) == 13 + row["retenu"]
    assert [MARCHE.recherche[n] for n in (5, 6)] == [4, 6]


@pytest.mark.rule("TN-9.28")
def test_by_the_option_culture_takes_the_place_of_origin():
    de, cultures = ("disponibilite_culturelle",), ("origine", "frontalière", "au-delà", "séparée")
    for culture, row in zip(cultures, rows("TN-9.28"), strict=True):
        assert total(disponibilite(Objet("sabre"), Marche(culture=culture, origine=4), de)) == 13 + row["retenu"]
    assert total(disponibilite(Objet("sabre"), Marche(culture="séparée", origine=4))) == 17


@pytest.mark.rule("TN-9.30", "TN-9.31")
def test_the_place_helps_or_hinders():
    for row in rows("TN-9.30"):
        here = Marche(lieu=row["lieu"])
        assert qualite_du_lieu(here) == row["qualite"]
        assert avantage_du_lieu(Objet("sabre", qualite=row["qualite"]), here) is None
        assert avantage_du_lieu(Objet("sabre", qualite=row["qualite"] - 1), here)[1] == 1
        assert avantage_du_lieu(Objet("sabre", qualite=row["qualite"] + 1), here)[1] == -1
    assert avantage_du_lieu(Objet("sabre", qualite=2), Marche(lieu="cité", renomme=True)) is None
    assert hors_commerce(Objet("sabre", qualite=6)).rule == "TN-9.30"
    assert hors_commerce(Objet("griffe")).rule == "TN-9.42"
    assert hors_commerce(Objet("sabre", qualite=5)) is None


@pytest.mark.rule("TN-9.26", "TN-9.31")
def test_the_search_is_a_test_of_negociation():
    s = scene(alys={"base": {"INT": 14}, "competences": {"negociation": 2}, "groupes": {"analyse": 1}})
    f = figures_de_recherche(s, s["alys"], Objet("sabre"), Marche(lieu="capitale"))
    assert (total(f.modificateurs), f.net) == (5, 1)
    assert figures_de_recherche(s, s["alys"], Objet("sabre", qualite=3), Marche(lieu="village")).net == -1


@pytest.mark.rule("TN-9.32")
def test_a_failure_can_be_bought_out_up_to_five_points():
    assert [surcout(n) for n in (0, 1, 2, 5, 6, 9)] == [10, 10, 20, 50, None, None]
    assert total(prix_apres_recherche((("Prix", 80, ""),), 30)) == 104


@pytest.mark.rule("TN-9.33")
def test_by_the_option_the_surcharge_is_bargained_twice_as_well():
    prix = (("Prix", 200, ""),)
    assert total(prix_apres_recherche(prix, 50, 20)) == 200 + 100 - 40
    assert total(prix_apres_recherche(prix, 50, 20, ("surcout_negociable",))) == 200 + 100 - 40 - 40
    assert total(prix_apres_recherche(prix, 50, 60, ("surcout_negociable",))) == 200 + 100 - 120 - 100
    assert total(prix_apres_recherche(prix, 0, 20, ("surcout_negociable",))) == 160
