"""Chapter 4: capacities, reaches, zones, allure, defences, thresholds, trainings, each with its terms."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import (
    capacite_d_encombrement,
    capacite_de_charge,
    charge_de,
    charge_totale,
    depassement,
    discours_trop_lourd,
    encombrement,
    manque_de_prestance,
    panache,
    poigne,
    prestance,
    trop_lourd,
)
from tablee.games.terre_natale.book.c4_caracteristiques.portees import (
    allure,
    cases_de_melee,
    comparaison,
    deplacement,
    plage,
    plages,
    portee,
    portee_de_melee,
    zone_active,
    zone_passive,
)
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, memoire, protection, seuil
from tablee.games.terre_natale.book.c4_caracteristiques.usage import (
    ajustement_de,
    entrainement,
    entrainement_pour,
    penalite_d_usage,
    penalite_de,
)
from tablee.games.terre_natale.model.caracteristiques import ENTRAINEMENTS, Mode
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Fiche, Personnage
from tablee.games.terre_natale.model.scene import Scene
from tablee.games.terre_natale.model.sums import resilience
from tablee.games.terre_natale.model.things import MODELES, Equipement, Objet
from tablee.kernel.effects import Modifier, amount, tally
from tablee.kernel.tally import total

EPEE, HACHETTE, MARTEAU, ARC = map(Objet, ("epee_longue", "hachette", "marteau_de_guerre", "arc_long"))
CUIR, PLATES = map(Objet, ("cuir", "mailles"))


def somebody(equipement: Equipement | None = None, fixes: tuple[Modifier, ...] = (), **base: int) -> Personnage:
    return Personnage("alba", Fiche("Alba", base=base, fixes=fixes), equipement=equipement or Equipement())


def sac(*objets: Objet, **base: int) -> Personnage:
    return somebody(Equipement(sac=objets), **base)


# ---------------------------------------------------------------- trainings


@pytest.mark.rule("TN-4.87", "TN-4.90")
def test_whatever_has_a_categorie_has_a_training() -> None:
    assert [entrainement_pour(Objet(m)) for m in ("dague", "hachette", "arc_long", "cuir", "corde")] == [
        *("melee", "distance", "distance", "armures", "outils")
    ]
    assert {entrainement_pour(Objet(m)) for m in MODELES} <= ENTRAINEMENTS.keys()
    assert [e.id for e in ENTRAINEMENTS.values() if e.extension] == ["arcanes", "technologies"]
    assert "joutes" in ENTRAINEMENTS


@pytest.mark.rule("TN-4.89", "TN-0.9")
@pytest.mark.parametrize("rangs, categorie, reste", [(0, 3, 6), (1, 3, 4), (2, 3, 2), (3, 3, 2), (2, 1, 0), (1, 0, 0)])
def test_a_level_of_training_takes_two_off_and_never_more_than_there_is(rangs: int, categorie: int, reste: int) -> None:
    p = somebody(fixes=(Modifier("entrainement:melee", rangs, "Entraînement", "TN-4.89"),))
    assert entrainement(p, "melee") == min(2, rangs)
    assert total(penalite_d_usage(p, "melee", categorie)) == reste
    assert total(penalite_d_usage(p, "joutes", categorie)) == 2 * categorie


@pytest.mark.rule("TN-0.9", "TN-0.10")
def test_quality_and_what_sets_a_thing_apart_adjust_its_user() -> None:
    p = somebody()
    assert total(ajustement_de(p, replace(EPEE, qualite=2))) == 2 - 6
    assert total(penalite_de(p, replace(EPEE, taille=1, gabarit=1))) == 8
    assert total(penalite_de(p, Objet("dague", taille=-2, equilibre=-2))) == 0


# ---------------------------------------------------------------- capacities


@pytest.mark.rule("TN-4.55", "TN-4.57", "TN-4.59", "TN-4.61", "TN-4.62", "TN-4.85", "TN-4.86")
def test_capacities_are_sums_of_attributes() -> None:
    p = somebody(FOR=13, STA=8, CHA=12, EGO=15, VOL=14, INT=16)
    assert total(poigne(p)) == 13
    assert total(capacite_de_charge(p)) == 13 + 8 + 5
    assert total(capacite_d_encombrement(p)) == 13 + 8
    assert total(panache(p)) == 12
    assert total(prestance(p)) == 12 + 15 + 5
    assert total(resilience(p.fiche)) == 10 + 2 + 1  # EQU 12
    assert total(memoire(p)) == 11 and total(memoire(somebody(INT=3))) == 0


@pytest.mark.rule("TN-4.1")
def test_figures_are_computed_from_fixed_values_and_from_what_bears_on_them() -> None:
    p = somebody(fixes=(Modifier("FOR", 2, "Colosse", "TN-1.5"), Modifier("poigne", 5, "Poigne de fer", "TN-3.1")))
    assert poigne(p) == (("FOR", 12, "TN-4.55"), ("Poigne de fer", 5, "TN-3.1"))
    assert total(capacite_de_charge(p)) == 12 + 10 + 5


@pytest.mark.rule("TN-4.58")
def test_the_lighter_arm_weighs_half_rounded_up() -> None:
    lourd = replace(PLATES, forme=1, travaille=True)
    p = somebody(Equipement(armes=(Objet("dague"), EPEE), armure=lourd, portes=(Objet("tente"),)))
    assert total(charge_de(p, lourd)) == 20 + 2 + 2
    assert [(nom, n) for nom, n, _ in charge_totale(p)] == [
        *(("Épée longue", 15), ("Dague", 3), ("Cotte de mailles", 24), ("Tente", 15))
    ]
    assert total(charge_totale(somebody(Equipement(armes=(Objet("dague"),))))) == 5
    assert total(charge_de(p, Objet("dague", taille=-2, gabarit=-2, equilibre=-2))) == 0


@pytest.mark.rule("TN-4.58")
def test_who_knows_how_to_bear_armour_bears_less() -> None:
    p = somebody(Equipement(armure=CUIR), (Modifier("maitrise:armures", 4, "Port d'armure", "TN-3.1"),))
    assert total(charge_totale(p)) == 4  # 10, and no piece for the head: 8


@pytest.mark.rule("TN-4.57")
def test_who_wears_more_than_he_can_bear_is_hampered_in_physical_tests() -> None:
    """FOR + STA + 5 = 25: 20 of plates and 5 of a dagger are borne, not with the sword."""
    borne, trop = Equipement((Objet("dague"),), PLATES), Equipement((EPEE,), PLATES)
    for porte, n in ((borne, 0), (trop, -1)):
        p = somebody(porte)
        assert amount(p.bears, ("net", "net:physique"), Essai(p, objet=EPEE)) == n  # armed: poigne is another matter
        assert amount(p.bears, ("net", "net:mental"), Essai(p)) == 0


@pytest.mark.rule("TN-4.55")
def test_what_is_too_heavy_for_the_hand() -> None:
    assert trop_lourd(somebody(FOR=14), EPEE) == ("Poigne", -1, "TN-4.55")
    assert trop_lourd(somebody(FOR=15), EPEE) is None
    assert trop_lourd(somebody(FOR=15), MARTEAU) is None and trop_lourd(somebody(FOR=14), MARTEAU) is not None


@pytest.mark.rule("TN-4.61", "TN-4.62")
def test_what_is_too_heavy_for_a_speech() -> None:
    assert discours_trop_lourd(somebody(CHA=14), 3) == ("Panache", -1, "TN-8.52")
    assert discours_trop_lourd(somebody(CHA=15), 3) is None
    assert manque_de_prestance(somebody(Equipement(argument=3, raisonnement=2))) is None
    assert manque_de_prestance(somebody(Equipement(argument=3, raisonnement=3))) == ("Prestance", -1, "TN-8.53")


@pytest.mark.rule("TN-4.59", "TN-4.60")
@pytest.mark.parametrize("cordes, fois, metres", [(10, 0, 5), (11, 1, 2), (20, 1, 2), (21, 2, 0)])
def test_who_carries_too_much_is_slow_and_clumsy(cordes: int, fois: int, metres: int) -> None:
    p = sac(Objet("corde", nombre=cordes))  # 2 each; FOR + STA is 20
    assert depassement(p) == fois
    assert total(deplacement(p)) == metres
    assert amount(p.bears, ("net", "net:physique"), Essai(p)) == -fois
    assert amount(p.bears, ("net", "net:mental"), Essai(p)) == 0


@pytest.mark.rule("TN-4.59")
def test_only_what_is_not_equipped_encumbers_and_consommables_by_half() -> None:
    p = somebody(Equipement((EPEE,), PLATES, sac=(Objet("corde"), Objet("ration", nombre=5))))
    assert [(nom, n) for nom, n, _ in encombrement(p)] == [("Corde et grappin", 2), ("Consommables", 2)]


@pytest.mark.rule("TN-4.59.1")
def test_by_the_option_everything_encumbers_and_every_test() -> None:
    p = somebody(Equipement((EPEE,), CUIR, sac=(Objet("corde", nombre=8),)))  # 3 + 2 + 16 against 20
    sans, avec = Scene({"alba": p}), Scene({"alba": p}, options=("encombrement_sur_tous",))
    for keys in (("net", "net:physique"), ("net", "net:mental")):
        assert [t[0] for t in tally(p.bears, keys, Essai(p, sans))] == []
        assert tally(p.bears, keys, Essai(p, avec)) == (("Encombrement", -1, "TN-4.59.1"),)


# ---------------------------------------------------------------- reaches


@pytest.mark.rule("TN-4.63", "TN-4.64")
@pytest.mark.parametrize("taille, categorie_et_taille, units, cases", [(10, 0, 3, 0), (12, 0, 4, 1), (12, 2, 6, 1)])
def test_a_square_of_gap_for_every_four_units(taille: int, categorie_et_taille: int, units: int, cases: int) -> None:
    p, arme = somebody(TAI=taille), replace(EPEE, taille=categorie_et_taille)
    assert total(portee_de_melee(p, arme)) == units
    assert cases_de_melee(p, arme) == cases
    assert cases_de_melee(somebody(TAI=2), None) == 0


@pytest.mark.rule("TN-4.65", "TN-4.66", "TN-4.67", "TN-4.68")
def test_the_bands_of_throws_shots_and_words() -> None:
    assert total(portee("lancer", HACHETTE)) == 3
    assert total(portee("tir", replace(ARC, taille=-1))) == 8
    assert total(portee("mots")) == 5
    assert [(x.nom, de, a) for x, de, a in plages("mots", 5)] == [
        *(("portée courte", 0, 5), ("portée idéale", 5, 15), ("portée longue", 15, 25))
    ]
    assert [(x.nom, de, a) for x, de, a in plages("tir", 8)][-1] == ("portée extrême", 40, 80)


@pytest.mark.rule("TN-4.68")
@pytest.mark.parametrize(
    "mode, distance, nom, n",
    [
        ("tir", 7, "courte", 1),
        ("tir", 8, "idéale", 0),
        ("tir", 24, "idéale", 0),
        ("tir", 25, "longue", 1),
        ("tir", 40, "longue", 1),
        ("tir", 41, "extrême", 2),
        ("tir", 80, "extrême", 2),
        ("lancer", 40, "longue", 1),
    ],
)
def test_on_a_bound_the_better_band(mode: Mode, distance: int, nom: str, n: int) -> None:
    found = plage(mode, 8, distance)
    assert found is not None and (found.nom, found.desavantages) == (f"portée {nom}", n)


@pytest.mark.rule("TN-4.65", "TN-4.68")
def test_out_of_range_and_what_cannot_be_thrown() -> None:
    assert plage("tir", 8, 81) is None and plage("lancer", 8, 41) is None
    assert plage("lancer", total(portee("lancer", replace(MARTEAU, taille=-1))), 0) is None


# ---------------------------------------------------------------- zones


@pytest.mark.rule("TN-4.69", "TN-4.71", "TN-4.72")
def test_zones_of_the_body_and_of_the_mind() -> None:
    p = somebody(Equipement((replace(EPEE, taille=1),), argument=3), DEX=14, AGI=12, INT=15, RUS=8)
    assert total(zone_active(p, "physique")) == 3 + 1 + 2
    assert total(zone_passive(p, "physique")) == 5 - 3 + 1 + 1
    assert total(zone_active(p, "mental")) == 3 + 2
    assert total(zone_passive(p, "mental")) == 5 - 3 - 1
    assert total(zone_active(somebody(DEX=14), "physique")) == 2
    assert total(zone_passive(somebody(AGI=14), "physique")) == 7


@pytest.mark.rule("TN-4.70")
@pytest.mark.parametrize(
    "active, passive, n", [(6, 5, 0), (5, 5, -1), (5, 9, -1), (5, 10, -2), (0, 1, -2), (-1, 0, -1), (-3, -2, -1)]
)
def test_zones_compared(active: int, passive: int, n: int) -> None:
    found = comparaison(active, passive)
    assert (found[1] if found else 0) == n


# ---------------------------------------------------------------- walking


@pytest.mark.rule("TN-4.73", "TN-4.75")
def test_arms_and_armour_slow_one_down() -> None:
    p = somebody(TAI=12, AGI=15)
    assert total(allure(p)) == 13 and total(deplacement(p)) == 7
    arme = replace(p, equipement=Equipement((Objet("dague"), Objet("dague")), CUIR))
    assert total(allure(arme)) == 13 - 2 - 2 - 4
    assert total(deplacement(arme)) == 3
    vive = replace(p, equipement=Equipement(armure=replace(CUIR, equilibre=1)))
    assert total(allure(vive)) == 13 - (5 - 1)
    assert total(deplacement(replace(p, equipement=Equipement((MARTEAU,), PLATES)))) == 0


# ---------------------------------------------------------------- defences


@pytest.mark.rule("TN-4.76", "TN-4.14")
@pytest.mark.parametrize("valeur, normale", [(7, 14), (8, 14), (9, 15), (10, 15), (11, 16), (16, 18), (23, 22)])
def test_passive_defences_with_and_without_endurance(valeur: int, normale: int) -> None:
    p = somebody(AGI=valeur)
    assert total(defense(p, "AGI")) == normale
    epuise = replace(p, pertes={"PE": p.fiche.maxima["PE"]})
    assert total(defense(epuise, "AGI")) == normale - 5
    assert defense(epuise, "AGI")[0] == ("Épuisé", 10, "TN-4.14")


@pytest.mark.rule("TN-4.76")
def test_armour_adjusts_the_defences_of_the_body_alone() -> None:
    p = somebody(Equipement(armure=replace(CUIR, qualite=1)))  # 10 + 1 - 4 = 7
    assert total(defense(p, "AGI")) == 14
    assert total(defense(p, "RUS")) == 15


# ---------------------------------------------------------------- thresholds


@pytest.mark.rule("TN-4.83", "TN-4.84")
def test_precision_takes_off_protection_and_no_more() -> None:
    p = somebody(Equipement(armure=replace(CUIR, taille=1, travaille=True), raisonnement=2), STA=14, EGO=8)
    assert protection(p, "blessure") == 4
    assert [total(seuil(p, "blessure", n)) for n in (0, 3, 4, 9)] == [11, 8, 7, 7]
    assert [total(seuil(p, "traumatisme", n)) for n in (0, 1, 9)] == [6, 5, 4]
    assert total(seuil(somebody(STA=1), "blessure")) == 1
    assert total(seuil(somebody(STA=0), "blessure")) == 1
