"""Chapter 9: the catalogue, how arms are handled, armour by its pieces, siege weapons, the sheet of a thing."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_totale, encombrement, trop_lourd
from tablee.games.terre_natale.book.c4_caracteristiques.portees import allure
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, protection
from tablee.games.terre_natale.book.c4_caracteristiques.usage import ajustement_d_armure, penalite_d_armure
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, arme_de, decouverte, resistance
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, calibre, figures_d_attaque, sans_mort
from tablee.games.terre_natale.book.c8_confrontation.budget import vitesse
from tablee.games.terre_natale.book.c8_confrontation.defense import defenseur
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.offres import compte
from tablee.games.terre_natale.book.c9_objets.fiche import Examiner, des_du_jet, fiche_d_objet
from tablee.games.terre_natale.book.c9_objets.siege import Caler, MettreEnBatterie
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.facture import CATEGORIES
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.things import MODELES, Equipement, Objet, naturel
from tablee.kernel.game import game
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

FORT = {"base": {"FOR": 20, "STA": 20, "PER": 20}, "destinee": 0}


def combat(*options, alys=None, bor=None, loin=1, allie=False):
    people = {
        "alys": {"fiche": FORT, "equipement": alys or {}, "camp": "rouge"},
        "bor": {"fiche": {"base": {"CON": 10}}, "equipement": bor or {}, "camp": "bleu", "x": loin},
    }
    if allie:
        people["cid"] = {"fiche": {}, "camp": "rouge", "y": 1}
    s = scene(*options, **people)
    e = Confrontation(initiatives=dict.fromkeys(s.people, 20), passe="alys")
    return replace(s, encounter=replace(e, budgets={who: Budget() for who in s.people}))


def porte(*options, **equipement):
    return scene(*options, alys={"fiche": {}, "equipement": equipement})["alys"]


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("TN-9.1", "TN-9.8", "TN-9.43", "TN-9.47", "TN-9.48")
def test_the_catalogue_has_all_that_a_table_needs():
    by = {id: m for id, m in MODELES.items() if m.origin == "tablee"}
    armes = [m for m in by.values() if m.nature == "arme"]
    assert len([m for m in armes if m.usage == "melee" and not m.famille]) >= 45
    assert len([m for m in armes if m.usage == "lancer"]) >= 12
    assert len([m for m in armes if m.usage == "tir"]) >= 14
    assert len([m for m in armes if m.bouclier]) >= 10
    assert len([m for m in by.values() if m.nature == "armure"]) >= 20
    assert len([m for m in by.values() if m.ordre == "équipement" and m.nature not in ("arme", "armure")]) >= 60
    melee = {(m.prise, m.frappe) for m in armes if m.usage == "melee" and not m.famille}
    for prise in ("garde", "manche", "hampe"):
        assert {f for p, f in melee if p == prise} >= {"tranchant", "contondant", "perforant"} - (
            {"contondant"} if prise == "garde" else set()
        )
    known = {m.nom.casefold(): m.categorie for m in armes}
    for row in rows("TN-9.43"):
        for nom in row["exemples"]:
            nom = {"hache de bataille": "hache de guerre", "masse": "masse d'armes", "arc léger": "arc court"}.get(
                nom, nom
            )
            assert known[nom] == row["categorie"], nom
    assert {m.ordre for m in by.values()} == {row["classe"] for row in rows("TN-9.1")}


AUSSI = {"hache de bataille": "hache de guerre", "masse": "masse d'armes", "arc léger": "arc court"}


@pytest.mark.rule("TN-9.7", "TN-9.8")
def test_no_two_models_of_arms_or_armour_are_the_same_thing_under_two_names():
    """Every entry acts: it differs from all others in something that a rule reads."""
    seen = {}
    for id, m in MODELES.items():
        if m.origin == "tablee" and m.nature in ("arme", "armure", "sous_piece", "outil"):
            seen.setdefault(repr(replace(m, nom="", dit="", metier="")), []).append(id)
    alike = [ids for ids in seen.values() if len(ids) > 1]
    assert all(MODELES[ids[0]].nature == "arme" for ids in alike)
    assert len(alike) <= 6  # blades of one kind that countries call by other names


@pytest.mark.rule("TN-9.9", "TN-9.19", "TN-9.62")
def test_every_tool_serves_its_own_trade_and_no_other():
    for id, m in MODELES.items():
        if m.nature != "outil":
            continue
        s = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": id, "qualite": 3}]}})
        tester = game("terre_natale").actions
        kind = next(k for k in tester if k.__name__ == "Tester")
        action = kind("alys", competence=m.pour[0], objet=id)
        assert (m.nom, 3 - 2 * m.categorie, "TN-0.9") in action.figures(s).valeur
        autre = "musculation" if "musculation" not in m.pour else "lecture"
        assert m.nom not in [label for label, _, _ in kind("alys", competence=autre, objet=id).figures(s).valeur]


@pytest.mark.rule("TN-9.10", "TN-9.11")
def test_the_table_of_categories():
    for row, rang in zip(rows("TN-9.10"), CATEGORIES, strict=True):
        assert (rang.categorie, rang.terme) == (row["categorie"], row["nom"])
        assert f"{2 + rang.categorie}D8" == row["jet"]
    assert [des_du_jet(Objet(m)) for m in ("couteau", "dague", "claymore")] == [2, 3, 7]


@pytest.mark.rule("TN-9.2", "TN-9.10")
def test_what_is_worn_weighs_and_what_is_carried_takes_room():
    p = porte(armes=[{"modele": "epee_longue"}], sac=[{"modele": "epee_longue"}, {"modele": "anneau", "nombre": 4}])
    assert total(charge_totale(p)) == 15
    assert total(encombrement(p)) == 3 + 2
    assert total(encombrement(porte(sac=[{"modele": "fleche", "nombre": 40}, {"modele": "robe"}]))) == 1


# ---------------------------------------------------------------- handling


@pytest.mark.rule("TN-9.38", "TN-9.54", "TN-9.59")
def test_size_bears_on_attacks_and_balance_on_tactics():
    s = combat(alys={"armes": [{"modele": "epee_longue", "taille": 2, "equilibre": -1}]})
    c = Coup("alys", "bor")
    arme = figures_d_attaque(s, c).arme
    assert total(calibre(s, arme, c)[1]) == 3 + 4
    assert total(calibre(s, arme, replace(c, ligne="renverser"))[1]) == 3 - 2
    jet = combat(alys={"armes": [{"modele": "javelot"}]}, loin=5)
    assert calibre(jet, figures_d_attaque(jet, c).arme, c)[1] == ()  # no catégorie for what is thrown


@pytest.mark.rule("TN-9.57")
def test_bulk_bears_on_what_a_parade_turns_aside():
    def deviation(gabarit):
        s = combat(bor={"armes": [{"modele": "epee_courte", "gabarit": gabarit}]})
        ways = defenseur(s, "bor", CORPS, s["alys"], "libre").gardes
        return next(g.deviation for g in ways if g.effet == "parer")

    assert deviation(2) - deviation(0) == 4 - 1  # and 2 more off DEX is one less of its modifier


@pytest.mark.rule("TN-9.60", "TN-9.61")
def test_haste_bears_on_the_count_and_on_vitesse_but_not_on_initiative():
    s = combat(alys={"armes": [{"modele": "epee_longue", "equilibre": 2}]})
    assert s.encounter.initiatives["alys"] == 20
    assert vitesse(s, "alys") == 24 and vitesse(s, "bor") == 20
    assert compte(s, "alys")[0] == -24
    mots = replace(s, encounter=replace(s.encounter, forme="joute"))
    assert vitesse(mots, "alys") == 20


@pytest.mark.rule("TN-9.49", "TN-9.51")
def test_what_has_no_metal_does_not_kill():
    """A staff: three dice and one more. All of 4, and 1, and 5 of FOR less 2: the two highest do nothing that lasts."""
    s = combat(alys={"armes": [{"modele": "gourdin"}]})
    c = Coup("alys", "bor")
    assert sans_mort(figures_d_attaque(s, c).arme, c)
    _, o = jouer(s, Attaquer("alys", "bor"), 6, 5, 3, 4, 4, 4, 4, reponses={"tn.partage": "absorber"})
    assert dict([t[:2] for t in dit(o, "blesse").terms])["4D8"] == 16
    fer = combat(alys={"armes": [{"modele": "gourdin", "forme": 1}]})
    assert not sans_mort(figures_d_attaque(fer, c).arme, c)


@pytest.mark.rule("TN-9.55")
def test_behind_a_raised_shield_no_passive_defence_is_below_its_minimum():
    faible = {"base": {"AGI": 2}}
    s = scene(alys={"fiche": faible, "equipement": {"armes": [{"modele": "ecu", "taille": 1}]}, "camp": "rouge"})
    e = Confrontation(initiatives={"alys": 10}, budgets={"alys": Budget()}, passe="alys")
    s = replace(s, encounter=e)
    p = replace(s["alys"], pertes={"PE": 99})
    assert total(defense(p, "AGI")) == 10 - 4
    assert total(defense(p, "AGI", s.put(p))) == 8 + 3 + 1
    assert total(defense(s["alys"], "CON", s)) == 15  # above it, nothing changes


@pytest.mark.rule("TN-9.63", "TN-9.64", "TN-9.65")
def test_families_of_arms_of_defence():
    assert [getattr(MODELES["ecu"].des, k) for k in ("attaquer", "parer", "bloquer", "contre")] == [-2, 2, 2, 0]
    assert [getattr(MODELES["main_gauche"].des, k) for k in ("attaquer", "parer", "bloquer", "contre")] == [-1, 1, 0, 2]
    assert MODELES["main_gauche"].bouclier and not MODELES["dague"].bouclier


# ---------------------------------------------------------------- armour


@pytest.mark.rule("TN-9.94", "TN-9.97", "TN-9.99", "TN-9.103", "TN-9.104", "TN-9.105")
def test_what_armours_stop_is_that_of_their_table():
    by = {(m.categorie, m.travaille): id for id, m in MODELES.items() if m.nature == "armure" and m.origin == "tablee"}
    for row in rows("TN-9.97")[2:]:
        p = porte(
            armure={"modele": by[row["categorie"], False], "travaille": row["travaille"], "bouts": TOUT, "forme": 0}
        )
        assert total(resistance(p, CORPS)) == row["res"]
        assert total(absorption(p, CORPS)) == row["abs"]
        assert protection(p, "blessure") == row["pro"]
        assert total(penalite_d_armure(p)) == -row["penalite"]
        assert total(charge_totale(p)) == row["charge"]
    long = porte(armure={"modele": "mailles", "taille": 1, "gabarit": -1, "equilibre": 2})
    assert total(absorption(long, CORPS)) == 12 + 2 - 2 + 4
    assert protection(long, "blessure") == 5
    court = porte(armure={"modele": "tissus", "taille": -2, "gabarit": -2})
    assert total(absorption(court, CORPS)) == 0  # never below nothing


TOUT = ["Torse", "Bras", "Jambes", "Tête"]


@pytest.mark.rule("TN-9.107", "TN-9.108", "TN-9.117", "TN-9.109")
def test_pieces_of_several_categories():
    """A leather torso and a steel helmet: each stops what it lies on, the heavier hampers; by the option the torso."""
    cuir = {"modele": "cuir_leger", "bouts": ["Torse"], "qualite": 1}
    p = porte(armure=cuir, portes=[{"modele": "heaume"}])
    assert [total(resistance(p, CORPS, zone=z)) for z in ("", "Torse", "Vitale", "Tête", "Bras")] == [3, 3, 3, 5, 0]
    assert [protection(p, "blessure", z) for z in ("", "Tête", "Bras")] == [3, 6, 0]
    assert [decouverte(p, CORPS, z) for z in ("Torse", "Tête", "Jambes", "")] == [False, False, True, False]
    assert total(penalite_d_armure(p)) == 10 and total(penalite_d_armure(p, ("penalite_du_torse",))) == 6
    assert total(ajustement_d_armure(p)) == 1 - 10
    assert total(charge_totale(p)) == 3 * 2 + (5 * 1 + 2)
    s = scene("penalite_du_torse", alys={"fiche": {}, "equipement": {"armure": cuir, "portes": [{"modele": "heaume"}]}})
    assert (total(defense(p, "AGI")), total(defense(p, "AGI", s))) == (15 - 5 + 1, 15 - 3 + 1)


@pytest.mark.rule("TN-9.114", "TN-9.115", "TN-9.116", "TN-9.117")
def test_sub_pieces_protect_the_whole_place_and_capes_what_is_not_located():
    portes = [{"modele": m} for m in ("gantelets", "visiere", "epaulieres", "cape")]
    p = porte(armure={"modele": "cuir_leger"}, portes=portes)
    zones = ("", "Bras", "Tête", "Torse", "Vitale", "Jambes")
    assert [total(absorption(p, CORPS, zone=z)) for z in zones] == [9 + 1, 9 + 4, 9 + 4, 9 + 2, 9 + 2, 9]
    assert [protection(p, "blessure", z) for z in zones] == [4, 7, 7, 5, 5, 3]
    assert [total(resistance(p, CORPS, zone=z)) for z in zones] == [3] * 6
    assert total(charge_totale(p)) == 15 + 1 + 5  # the cape in full, 4 + 4 + 2 by half
    assert total(penalite_d_armure(p)) == 8
    assert total(charge_totale(porte(portes=[{"modele": "masque"}, {"modele": "gants"}]))) == 1  # rounded once


@pytest.mark.rule("TN-9.106")
def test_balance_lightens_what_armour_takes_off_the_allure_and_no_more():
    def pas(**a_part):
        return total(allure(porte(armure={"modele": "tissus", **a_part}))) - total(allure(porte()))

    assert pas() == -2
    assert pas(equilibre=1) == -3 + 1
    assert pas(equilibre=-1) == -1 - 1
    assert pas(equilibre=2, taille=-2, gabarit=-2) == 0  # never faster than without


@pytest.mark.rule("TN-9.93", "TN-9.113")
def test_natural_arms_and_armours():
    for row in rows("TN-9.113"):
        peaux = {"Sans": "peau_nue", "Cuir": "peau_dure", "Plaque": "carapace"}
        id = peaux.get(row["peau"]) or next(i for i, m in MODELES.items() if m.naturelle and m.nom == row["peau"])
        assert MODELES[id].categorie == row["categorie"]
    assert [naturel("griffe", n).categorie for n in (9, 10, 20, 21)] == [2, 3, 3, 4]
    assert naturel("peau_nue", 5).categorie == 0
    assert Objet("ecaille", taille=2).ecarts("absorption") == ()
    griffue = Equipement(naturelles=(naturel("griffe", 25),))
    p = replace(porte(), equipement=griffue)
    assert arme_de(p, CORPS, 0, "").categorie == 4


@pytest.mark.rule("TN-9.42")
def test_a_natural_arm_is_used_as_any_other_and_can_be_too_massive():
    """A bite of catégorie 4 weighs 20: a poigne of 10 does not bear it; it throws six dice, and its catégorie."""
    s = combat(alys={"naturelles": [{"modele": "morsure"}]})
    arme = arme_de(s["alys"], CORPS, 0, "")
    n, plus = calibre(s, arme, Coup("alys", "bor"))
    assert (n, total(plus)) == (4, 4)
    assert trop_lourd(s["alys"], Objet("morsure")) is None
    assert trop_lourd(porte(), Objet("morsure")) is not None


# ---------------------------------------------------------------- siege weapons


@pytest.mark.rule("TN-9.45")
def test_a_ballista_is_set_up_aimed_shot_and_taken_down():
    s = combat(alys={"armes": [{"modele": "baliste", "munitions": 1}]}, loin=30)
    assert Attaquer("alys", "bor").closed(s).rule == "TN-9.45"
    assert Caler("alys").closed(s).rule == "TN-9.45"
    s, _ = jouer(s, MettreEnBatterie("alys"))
    assert s["alys"].equipement.armes[0].monte and s.encounter.budgets["alys"].acts == 0
    s = replace(s, encounter=replace(s.encounter, budgets={who: Budget() for who in s.people}))
    s, _ = jouer(s, Caler("alys"))
    assert s.encounter.budgets["alys"].acts == 1 and Attaquer("alys", "bor").closed(s) is None
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 4, 9, 9)
    assert not s["alys"].equipement.armes[0].cale and s.encounter.budgets["alys"].acts == 0


@pytest.mark.rule("TN-9.76", "TN-9.79")
def test_what_is_planted_takes_the_action_rapide_besides():
    s = combat(alys={"armes": [{"modele": "baliste_legere", "munitions": 1}]}, loin=20)
    assert Attaquer("alys", "bor").closed(s).rule == "TN-9.76"
    s, _ = jouer(s, Caler("alys"))
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actr) == (2, False)
    assert Attaquer("alys", "bor").closed(s) is None
    assert MettreEnBatterie("alys").closed(s).rule == "TN-9.45"
    assert Caler("alys").closed(combat(alys={"armes": [{"modele": "arc_long"}]})).rule == "TN-9.45"


@pytest.mark.rule("TN-9.45")
def test_the_heaviest_ones_do_not_move():
    s = combat(alys={"armes": [{"modele": "baliste_lourde", "munitions": 1}]}, loin=30)
    assert MettreEnBatterie("alys").closed(s).rule == "TN-9.45"
    assert Caler("alys").closed(s) is None


# ---------------------------------------------------------------- the sheet of a thing


@pytest.mark.rule("TN-9.34", "TN-9.58")
def test_the_complete_sheet_of_a_sword():
    p = porte()
    o = Objet("epee_longue", qualite=2, taille=1, gabarit=-1, ameliorations=("solidite",))
    figures = {label: total(terms) for label, terms in fiche_d_objet(p, o)}
    assert figures == {
        "Charge": 15,
        "Pénalité à l'usage": 6,
        "Capacité d'amélioration": 2,
        "Difficulté de création": 10 + 4 + 3 + 1 + 2,
        "Intégrité": 10 + 3 + 2 - 1 + 1,
        "Disponibilité": 10 + 2 + 3 + 1,
        "Prix d'achat": (80 + 24 + 5) * 6,
        "Prix de vente": 163,
        "Dés des jets": 5,
        "Allonge": 4,
        "Jets d'attaque": 3 + 2,
        "Jets de défense": -2,
        "Jets tactiques": 3,
    }
    assert figures["Intégrité"] == o.integrite


@pytest.mark.rule("TN-9.34")
def test_a_thing_can_be_examined_and_stands_on_the_sheet():
    s = scene(alys={"fiche": {}, "equipement": {"armes": [{"modele": "fusil"}], "armure": {"modele": "mailles"}}})
    _, o = jouer(s, Examiner("alys", "fusil", sien=True))
    assert dit(o, "fiche_d_objet")["encombrement"] == "5"
    told = {e["figure"]: e["total"] for e in o.events if e.what == "chiffre_d_objet"}
    assert told["Enrayement (%)"] == 20 and told["Perforation de l'arme"] == 10
    _, o = jouer(s, Examiner("alys", "ration"))
    assert dit(o, "fiche_d_objet")["encombrement"] == "1/2"
    assert Examiner("alys", "licorne").closed(s).rule == "TN-9.34"
    assert Examiner("alys", "sabre", sien=True).closed(s).rule == "TN-9.34"
    assert Examiner("alys", "mailles", matiere=-1).closed(s).rule == "TN-9.100"
    ligne = game("terre_natale").sheet(s, "alys").line("Cotte de mailles")
    assert {cell.label: cell.value for cell in ligne.cells}["Dégâts absorbés"] == 12
