"""Chapter 8: damage that comes from no adversary, the end of a tour in its order, states up to death."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.budget import fermee, moyens
from tablee.games.terre_natale.book.c8_confrontation.dangers import (
    Chuter,
    DegatsContinus,
    Ecraser,
    Exposer,
    PriverDAir,
    Projeter,
    Soulager,
    ecouler,
)
from tablee.games.terre_natale.book.c8_confrontation.energies import defenses_des_energies, energies_qui_touchent
from tablee.games.terre_natale.book.c8_confrontation.etats import ConstaterEtat, LaisserCourir, etats_de, finir_le_tour
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Passer
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.energies import ENERGIES
from tablee.games.terre_natale.model.people import Lesion
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

SANS_PAYER = {"tn.payer_sauvegarde": [0]}
MOYEN = (4, 3, 3)  # 10: an évaluation reached without a degree
NIVEAUX = {"acrobatie": 2, "natation": 2, "musculation": 2, "endurance": 2}


def naufrage(fiche=None, **plus):
    """Alba (everything at 10, level 2 of what matters, no endurance left to pay with unless it is given), and Bor."""
    fiche = {"competences": NIVEAUX, **(fiche or {})}
    alba = {"fiche": fiche, "pertes": {"PK": 20, "PE": 20}, "camp": "rouge", **plus}
    return scene(alba=alba, bor={"fiche": {}, "pertes": {"PK": 20}, "camp": "bleu"})


# ---------------------------------------------------------------- falls


@pytest.mark.rule("TN-8.171", "TN-8.172", "TN-8.123")
def test_a_fall_is_a_die_for_each_metre_less_the_degree_of_acrobatics():
    """Acrobatie 2: 8 + 2 makes 10, no degree; 18 + 2 is worth two."""
    apres, oracle = jouer(naufrage(), Chuter("alba", 3), 3, 3, 2, 5, 4, 3)
    assert apres["alba"].pertes["PV"] == 12
    assert dit(oracle, "degats")["points"] == 12
    assert [x.niveau for x in apres["alba"].lesions] == [2]  # a threshold of 5
    apres, _ = jouer(naufrage(), Chuter("alba", 3), 6, 6, 6, 8)
    assert apres["alba"].pertes["PV"] == 8
    sauf, oracle = jouer(naufrage(), Chuter("alba", 2), 6, 6, 6)
    assert sauf["alba"].lesions == () and dit(oracle, "sans_degats")


@pytest.mark.rule("TN-8.171", "TN-8.172", "TN-8.177")
@pytest.mark.parametrize("action", [Chuter, Projeter])
def test_armour_resists_and_absorbs_a_fall_but_protects_from_no_wound(action):
    """Without endurance absorption takes off half of what it is, no more than half of the damage; threshold still 5."""
    maille = naufrage(equipement={"armure": {"modele": "cuir"}})
    c = maille["alba"].equipement.armure.categorie
    apres, _ = jouer(maille, action("alba", 4), 4, 4, 4, 8, 8, 8, 8)
    reste = 32 - c
    permanents = reste - min(3 * c // 2, reste // 2)
    assert apres["alba"].pertes["PV"] == permanents
    assert [x.niveau for x in apres["alba"].lesions] == [min(5, permanents // 5)]


def test_whoever_is_ko_falls_without_a_degree():
    apres, _ = jouer(naufrage(pertes={"PE": 40}), Chuter("alba", 1), 6)
    assert apres["alba"].pertes["PV"] == 6
    assert Chuter("alba", 0).closed(naufrage()).rule == "TN-8.172"
    assert Projeter("alba", 0).closed(naufrage()).rule == "TN-8.177"
    assert Chuter("alba", 1).closed(naufrage(pertes={"PV": 40})).rule == "TN-4.5"


# ---------------------------------------------------------------- air, weights


@pytest.mark.rule("TN-8.173")
def test_swimming_holds_the_breath_five_harder_each_time():
    table, action = naufrage(), PriverDAir("alba")
    une, oracle = jouer(table, action, 4, 4, 1)  # 9 + 2: above 10
    assert une["alba"].pertes == table["alba"].pertes and dit(oracle)["score"] == 11
    deux, oracle = jouer(une, action, 6, 5, 3)  # 14 + 2 - 5
    assert deux["alba"].pertes == table["alba"].pertes and dit(oracle)["score"] == 11
    trois, oracle = jouer(deux, action, 6, 5, 3, *MOYEN, 4)  # 14 + 2 - 10: fails
    assert trois["alba"].epreuves["suffocation"] == 1 and trois["alba"].pertes["PV"] == 4
    assert jouer(table, PriverDAir("alba", 15), 4, 4, 1, *MOYEN, 4)[0]["alba"].pertes["PV"] == 4


@pytest.mark.rule("TN-8.174")
def test_suffocation_costs_a_die_for_each_tour_less_the_degree_of_endurance():
    table = naufrage(epreuves={"suffocation": 2}, equipement={"armure": {"modele": "cuir"}})
    apres, _ = jouer(table, PriverDAir("alba"), 3, 3, 2, 5, 4, 3)  # armour is no help
    assert apres["alba"].pertes["PV"] == 12 and apres["alba"].epreuves["suffocation"] == 3
    apres, _ = jouer(table, PriverDAir("alba"), 5, 5, 3, 7, 4)  # 13 + 2: a degree, and a die less
    assert apres["alba"].pertes["PV"] == 11
    libre, _ = jouer(apres, Soulager("alba"))
    assert libre["alba"].epreuves == {}
    assert Soulager("alba").closed(libre).rule == "TN-8.173"


@pytest.mark.rule("TN-8.175", "TN-8.176")
def test_a_weight_is_held_off_then_crushes_by_its_structure():
    """Structure 16 against a Stature of 10: three dice, each tour."""
    table, action = naufrage(), Ecraser("alba", structure=16)
    tient, _ = jouer(table, action, 4, 4, 1)
    assert "PV" not in tient["alba"].pertes
    cede, _ = jouer(tient, action, 4, 4, 1, *MOYEN, 4, 4, 4)  # 5 harder
    assert cede["alba"].pertes["PV"] == 12
    encore, _ = jouer(cede, action, 6, 6, 6, 5)  # no test any more; 18 + 2, less 2 for the wound: one degree
    assert encore["alba"].pertes["PV"] > 12
    leger, oracle = jouer(table, Ecraser("alba", structure=8), 1, 2, 2, *MOYEN)
    assert leger["alba"].lesions == () and dit(oracle, "sans_degats")
    assert Ecraser("alba", structure=0).closed(table).rule == "TN-8.176"


# ---------------------------------------------------------------- continuous damage


@pytest.mark.rule("TN-8.127")
@pytest.mark.parametrize(("nature", "ressource"), [("blessure", "PV"), ("traumatisme", "PS")])
def test_a_third_of_continuous_damage_at_the_end_of_each_tour(nature, ressource):
    table = naufrage(pertes={"PE": 17})
    apres, _ = jouer(table, DegatsContinus("alba", 10, nature))
    assert ressource not in apres["alba"].pertes
    une = ecouler(apres, Scripted(), "alba")["alba"]  # 4: three of endurance, which ends at 0, one for good
    assert (une.pertes["PE"], une.pertes[ressource], une.epreuves) == (20, 1, {f"continus:{nature}": 6})
    fin = apres
    for _ in range(9):
        fin = ecouler(fin, Scripted(), "alba")
    assert fin["alba"].epreuves == {} and fin["alba"].pertes[ressource] == 7


# ---------------------------------------------------------------- energies


@pytest.mark.rule("TN-8.204", "TN-8.205")
@pytest.mark.parametrize("row", rows("TN-8.205"))
def test_each_energy_has_its_defence(row):
    energie = next(e for e in ENERGIES if Exposer.offers["energies"][e] == row["energie"])
    p = naufrage({"base": {row["defense_passive"]: 14}})["alba"]
    p = replace(p, pertes={})
    assert total(defenses_des_energies(p, (energie,))[energie]) == 17
    assert energies_qui_touchent(p, 17, (energie,)) == ()
    assert energies_qui_touchent(p, 18, (energie,)) == (energie,)


@pytest.mark.rule("TN-8.206", "TN-8.207")
def test_an_energy_comes_with_a_blow_or_not_at_all():
    """Defences: AGI 15, FOR 17, DEX 15."""
    p = replace(naufrage({"base": {"FOR": 14}})["alba"], pertes={})
    assert energies_qui_touchent(p, 17, ("chaud",), "FOR") == ()  # the blow misses
    assert energies_qui_touchent(p, 18, ("chaud", "froid"), "FOR") == ("chaud",)  # froid: 17 + 5
    assert energies_qui_touchent(p, 23, ("chaud", "froid"), "FOR") == ("chaud", "froid")
    assert energies_qui_touchent(p, 16, ("chaud",), "AGI") == ()  # fire on a blow of AGI: 15 + 5
    assert energies_qui_touchent(p, 21, ("chaud",), "AGI") == ("chaud",)


@pytest.mark.rule("TN-8.206", "TN-8.208")
def test_all_parts_are_one_total():
    """Résistance of the armour is taken off once."""
    table = naufrage(equipement={"armure": {"modele": "cuir"}}, pertes={})
    action = Exposer("alba", ("chaud", "froid"), 30, attribut="DEX")
    _, oracle = jouer(table, action, 5, 5, 4, 4, 3, 3, reponses={"tn.partage": ["menager"]})
    assert dit(oracle, "exposition")["parts"] == ("Coup", "Chaud (feu)", "Froid (glace)")
    termes = {label: n for label, n, _ in dit(oracle, "degats").terms}
    c = table["alba"].equipement.armure.categorie
    assert (termes["Coup"], termes["Chaud (feu)"], termes["Résistance"]) == (10, 8, -c)
    rate, oracle = jouer(table, Exposer("alba", score=5))
    assert rate == table and not dit(oracle, "exposition")["reussi"]
    assert Exposer("alba", ()).closed(table).rule == "TN-8.204"
    assert Exposer("alba", ("chaud", "chaud")).closed(table).rule == "TN-8.204"


# ---------------------------------------------------------------- the end of a tour


@pytest.mark.rule("TN-8.434")
def test_what_hurts_comes_before_what_heals():
    table = naufrage(
        epreuves={"continus:blessure": 9},
        lesions=[{"niveau": 0}],
        conditions=[{"id": "entrave", "charges": 20}, {"id": "doute", "charges": 5}],
    )
    table = replace(table, encounter=Confrontation(tour=1))
    oracle = Scripted((4, 3, 2), SANS_PAYER)
    apres = finir_le_tour(table, oracle)
    vus = [e.what for e in oracle.events]
    ordre = ("degats_continus", "empire", "sauvegarde", "condition_reduite")
    assert [vus.index(what) for what in ordre] == sorted(vus.index(what) for what in ordre)
    assert [(c.id, c.charges) for c in apres["alba"].conditions] == [("entrave", 15)]
    assert len(apres["alba"].lesions) == 2


@pytest.mark.rule("TN-8.434", "TN-8.237")
def test_tours_of_a_confrontation_do_it_by_themselves():
    """A venom of 7: 2 of vitality as the first tour begins; 5 charges less as it ends, and 2 of vitality again."""
    table = naufrage(pertes={"PK": 20}, conditions=[{"id": "venin", "charges": 7}])
    reponses = {"tn.initiative": ["forme", "forme"]}
    table, _ = jouer(table, Engager("alba"), 4, 3, 3, 1, 2, 1, reponses=reponses)
    assert table["alba"].pertes["PV"] == 2
    while table.encounter.tour == 1:
        oracle = Scripted((4, 3, 3, 1, 2, 1), reponses)
        table = Passer(table.turn()[0]).resolve(table, oracle)
    assert table["alba"].pertes["PV"] == 4
    assert [c.charges for c in table["alba"].conditions] == [2]


@pytest.mark.rule("TN-8.237", "TN-8.226")
def test_half_minutes_outside_a_confrontation():
    table = naufrage(conditions=[{"id": "venin", "charges": 12}])
    apres, _ = jouer(table, LaisserCourir("alba", 2))
    assert (apres["alba"].pertes["PV"], apres["alba"].conditions[0].charges, apres.clock) == (4, 2, 60)
    assert LaisserCourir("alba").closed(replace(table, encounter=Confrontation())).rule == "TN-8.237"


# ---------------------------------------------------------------- states


@pytest.mark.rule("TN-8.326", "TN-8.327", "TN-8.328", "TN-8.329", "TN-8.330", "TN-8.331", "TN-8.332")
@pytest.mark.parametrize(
    ("depuis", "attendus"),
    [
        ({}, ("indemne",)),
        ({"pertes": {"PE": 19}}, ("indemne",)),
        ({"pertes": {"PE": 20}}, ("indemne", "épuisé")),
        ({"pertes": {"PV": 1}}, ()),
        ({"pertes": {"PV": 20}}, ("hors d'état physique",)),
        ({"pertes": {"PV": 20, "PE": 20}}, ("hors d'état physique", "épuisé", "agonisant")),
        ({"pertes": {"PS": 20, "PE": 20}}, ("hors d'état mental", "épuisé", "agonisant")),
        ({"pertes": {"PE": 40}}, ("indemne", "épuisé", "KO")),
        ({"lesions": [{"niveau": 0}]}, ("blessé",)),
        ({"lesions": [{"niveau": 0, "nature": "traumatisme"}]}, ("traumatisé",)),
        ({"lesions": [{"niveau": 5}]}, ("blessé", "hors d'action physique")),
        ({"lesions": [{"niveau": 5, "zone": "Bras"}]}, ("blessé",)),
        ({"lesions": [{"niveau": 5, "zone": "Tête"}]}, ("mort",)),
        ({"lesions": [{"niveau": 5}, {"niveau": 5}]}, ("mort",)),
        ({"lesions": [{"niveau": 5}, {"niveau": 5, "nature": "traumatisme"}]}, None),
        ({"pertes": {"PV": 40}}, ("mort",)),
        ({"pertes": {"PS": 40}}, ("hors d'état mental", "résigné")),
    ],
)
def test_states_up_to_death(depuis, attendus):
    table = scene(alba={"fiche": {}, **depuis})
    found = etats_de(table, table["alba"])
    assert ("mort" not in found) if attendus is None else found == attendus
    _, oracle = jouer(table, ConstaterEtat("alba"))
    assert dit(oracle, "etats")["etats"] == found


@pytest.mark.rule("TN-8.330")
@pytest.mark.parametrize("genre", ["attaque", "defense", "tactique"])
def test_the_dying_neither_attack_nor_defend(genre):
    e = Confrontation(initiatives={"alba": 20, "bor": 10}, budgets={"alba": Budget(), "bor": Budget()}, passe="alba")
    for pertes, ferme in (({"PV": 20}, False), ({"PV": 20, "PE": 20}, True), ({"PS": 20, "PE": 20}, True)):
        table = replace(naufrage(pertes=pertes), encounter=e)
        assert (fermee(table, "alba", genre) is not None) is ferme
        assert (moyens(table, "alba", genre, "parer") == ()) is ferme
        assert fermee(table, "alba", "soin") is None


@pytest.mark.rule("TN-8.332")
def test_a_head_crushed_kills_but_no_limb():
    p = naufrage()["alba"]
    for zone, mort in (("Tête", True), ("Torse", False), ("Jambes", False)):
        assert ("mort" in replace(p, lesions=(Lesion(5, "blessure", zone),)).etats) is mort
        assert "mort" not in replace(p, lesions=(Lesion(4, "blessure", zone),)).etats
