"""Chapter 3, miscasts: both tables, and each of their forty rows."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_combat.combat import engager, engages_avec, marche_restante
from tablee.games.vieux_monde.book.c2_rounds.rounds import ecouler
from tablee.games.vieux_monde.book.c3_magie import imparfaites, majeures
from tablee.games.vieux_monde.book.c3_magie.grimoire import PercevoirLesVents
from tablee.games.vieux_monde.book.c3_magie.imparfaites import imparfaite
from tablee.games.vieux_monde.book.c3_magie.majeures import Parjurer, Trahir, majeure
from tablee.games.vieux_monde.book.c3_magie.vents import TABLEAUX, rangee_imparfaite
from tablee.games.vieux_monde.model.catalogue import FORMES
from tablee.games.vieux_monde.model.people import distance
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds

from .essais import LEDGER
from .mages import autre, dit, dits, incanter, inscrire, jouer, mage, refus, scene

ROUND, MINUTE, HEURE = 6, 60, 3600
MINEURE, MAJEURE = pytest.mark.rule("VM-3.30"), pytest.mark.rule("VM-3.31")


@pytest.fixture(autouse=True)
def _sorts(monkeypatch):
    inscrire(monkeypatch)


def subir(tableau, de, *dice, ici=None, reponses=()):
    """A row of a table befalls Alys as she casts her Trait: the scene after, the oracle."""
    oracle = Scripted([de, *dice], reponses)
    ici = ici if ici is not None else scene()
    apres = (imparfaite if tableau == "mineure" else majeure)(ici, oracle, "alys", "t_trait")
    assert oracle.left_over() is None
    return apres, oracle


def etat(apres, id, who="alys"):
    return apres[who].etat(id)


# ---------------------------------------------------------------- the tables


@MINEURE
@MAJEURE
@pytest.mark.parametrize(("tableau", "regle", "lignes"), [
    ("mineure", "VM-3.30", imparfaites.LIGNES), ("majeure", "VM-3.31", majeures.LIGNES)
])  # fmt: skip
def test_the_tables_are_those_of_the_book_and_every_row_acts(tableau, regle, lignes):
    livre = [(r["min"], r["max"], r["nom"].replace("Milidou", "Mildiou")) for r in LEDGER[regle]["rows"]]
    assert [(x.min, x.max, x.nom) for x in TABLEAUX[tableau]] == livre
    assert [x.id for x in TABLEAUX[tableau]] == list(lignes)
    chances = odds(rangee_imparfaite, tableau, 100)
    assert [float(chances.p(i)) for i in range(20)] == pytest.approx([0.05] * 20)


@MINEURE
@MAJEURE
@pytest.mark.parametrize("tableau", ["mineure", "majeure"])
def test_each_face_falls_on_its_row(tableau):
    for i, ligne in enumerate(TABLEAUX[tableau]):
        assert [rangee_imparfaite(Scripted([de]), tableau, 100) for de in (ligne.min, ligne.max)] == [i, i]


@MINEURE
def test_the_ceiling_rolls_again():
    assert rangee_imparfaite(Scripted([91, 100, 90]), "mineure", 90) == 17
    assert float(odds(rangee_imparfaite, "mineure", 90).p(0)) == pytest.approx(1 / 18)


# ---------------------------------------------------------------- minor


@MINEURE
@pytest.mark.parametrize(
    ("de", "dice", "what", "facts"),
    [
        (1, (), "signe_de_sorciere", {}),
        (6, (73,), "lait_caille", {"metres": 73}),
        (11, (), "mildiou", {"champs": 4, "km": 4}),
        (41, (), "delie", {}),
        (51, (100,), "malediction_de_la_sobriete", {"metres": 100}),
        (61, (), "distraction", {}),
        (86, (7,), "double_probleme", {"km": 7, "sort": "Trait"}),
    ],
)
def test_what_no_figure_measures_is_told_with_its_own(de, dice, what, facts):
    avant = scene()
    apres, oracle = subir("mineure", de, *dice, ici=avant)
    assert apres == avant
    assert {k: dit(oracle, what)[k] for k in facts} == facts


@MINEURE
def test_16_cerumen():
    apres, _ = subir("mineure", 16)
    assert etat(apres, "assourdi").tenace == "guerison"
    assert etat(apres, "assourdi").fin is None


@MINEURE
def test_21_lueur_occulte():
    apres, oracle = subir("mineure", 21, 8)
    assert (apres["alys"].effets[0].sur, apres["alys"].effets[0].fin) == ("lueur", 8 * ROUND)
    assert dit(oracle, "lueur_occulte")["couleur"] == "rouge"  # the Domaine of the spell


@MINEURE
@pytest.mark.parametrize(("de", "corruption"), [(60, 0), (61, 1)])  # Force Mentale 40, Accessible
def test_26_murmures_mortels(de, corruption):
    assert subir("mineure", 26, de)[0]["alys"].corruption == corruption


@MINEURE
def test_31_rupture():
    assert etat(subir("mineure", 31, 6)[0], "hemorragique").niveaux == 6


@MINEURE
def test_36_secousse_spirituelle():
    assert etat(subir("mineure", 36)[0], "a_terre")


@MINEURE
def test_46_tenue_indisciplinee():
    pris = etat(subir("mineure", 46, 7)[0], "enchevetre")
    assert (pris.niveaux, pris.force) == (1, 35)


@MINEURE
def test_56_drain_de_l_ame():
    apres, _ = subir("mineure", 56, 3)
    assert (etat(apres, "extenue").niveaux, etat(apres, "extenue").fin) == (1, 3 * HEURE)
    assert etat(ecouler(apres, Scripted(), 3 * HEURE - 1), "extenue")
    assert not etat(ecouler(apres, Scripted(), 3 * HEURE), "extenue")


@MINEURE
def test_61_distraction_surprises_the_engaged():
    ici = scene(en_combat=True)
    ici = replace(ici, encounter=engager(ici.encounter, "brun", "alys"))
    apres, oracle = subir("mineure", 61, ici=ici)
    assert etat(apres, "surpris")
    assert "distraction" not in dits(oracle)


@MINEURE
@pytest.mark.parametrize(("de", "niveaux"), [(40, 1), (41, 2)])  # Calme 40
def test_66_visions_impies(de, niveaux):
    apres, _ = subir("mineure", 66, de)
    assert etat(apres, "aveugle").niveaux == niveaux


@MINEURE
def test_71_langue_maladroite():
    apres, _ = subir("mineure", 71, 2)
    _, oracle = jouer(apres, incanter("t_trait", "brun"), 61)
    assert dit(oracle, "essai")["valeur"] == 50
    assert {e.sur for e in apres["alys"].effets} == {"langue_magick", "langue_etrangere"}
    assert ecouler(apres, Scripted(), 2 * ROUND)["alys"].effets == ()


@MINEURE
@pytest.mark.parametrize(("de", "brise"), [(20, False), (21, True)])  # Calme 40, Difficile
def test_76_l_horreur(de, brise):
    assert (etat(subir("mineure", 76, de)[0], "brise") is not None) == brise


@MINEURE
def test_81_malediction_de_corruption():
    assert subir("mineure", 81)[0]["alys"].corruption == 1


@MINEURE
def test_91_multiplication_d_infortune_never_leads_further():
    apres, oracle = subir("mineure", 91, 93, 100, 81, 96, 36)
    assert apres["alys"].corruption == 1
    assert etat(apres, "a_terre")
    noms = [e["nom"] for e in oracle.events if e.what == "imparfaite"]
    assert noms == ["Multiplication d'infortune", "Malédiction de corruption", "Secousse spirituelle"]


@MINEURE
@MAJEURE
def test_96_chaos_en_cascade_rolls_on_the_major_table():
    apres, oracle = subir("mineure", 96, 26)
    assert etat(apres, "enflamme")
    assert [e.rule for e in oracle.events if e.what == "imparfaite"] == ["VM-3.30", "VM-3.31"]


# ---------------------------------------------------------------- major


@MAJEURE
def test_01_voix_fantomatiques_within_the_whole_force_mentale():
    gens = {
        "brun": autre(x=20),  # 40 m: just within
        "cyd": autre(x=21),
        "dort": autre(etats=[{"id": "inconscient"}]),
        "mort": autre(fiche={"traits": ["sans_esprit"]}),
    }
    apres, oracle = subir("majeure", 1, 61, 51, ici=scene(**gens))  # Calme 40 and 30, Accessible
    assert [apres[w].corruption for w in ("alys", "brun", "cyd", "dort", "mort")] == [1, 1, 0, 0, 0]
    assert dit(oracle, "voix_fantomatiques")["metres"] == 40
    apres, _ = subir("majeure", 1, 60, 50, ici=scene(**gens))
    assert [apres[w].corruption for w in ("alys", "brun")] == [0, 0]


@MAJEURE
def test_06_regard_maudit_cannot_be_removed_before_its_time():
    apres, _ = subir("majeure", 6, 4)
    yeux = etat(apres, "aveugle")
    assert (yeux.niveaux, yeux.fin, yeux.tenace) == (1, 4 * HEURE, "duree")


@MAJEURE
@pytest.mark.parametrize(("de", "sonne"), [(50, False), (51, True)])  # Résistance 30, Accessible
def test_11_choc_aethyrique_ignores_be_and_pa(de, sonne):
    apres, _ = subir("majeure", 11, 5, de, ici=scene(alys=mage(fiche={"armure": 3})))
    assert apres["alys"].pb_perdus == 5
    assert (etat(apres, "sonne") is not None) == sonne


@MAJEURE
def test_16_marche_de_la_mort():
    apres, oracle = subir("majeure", 16, 9)
    assert apres["alys"].effets[0].fin == 9 * HEURE
    assert dit(oracle, "marche_de_la_mort")["heures"] == 9


@MAJEURE
def test_21_rebellion_intestinale_waits_for_a_wash():
    assert etat(subir("majeure", 21)[0], "extenue").tenace == "lavage"


@MAJEURE
def test_26_feu_de_l_ame():
    assert etat(subir("majeure", 26)[0], "enflamme").niveaux == 1


@MAJEURE
def test_31_propos_esoteriques_forbid_spells_and_nothing_else():
    apres, _ = subir("majeure", 31, 3, ici=scene(en_combat=True))
    assert refus(apres, incanter("t_trait", "brun")) == "VM-3.14"
    assert apres["alys"].peut_agir
    assert incanter("t_trait", "brun").closed(ecouler(apres, Scripted(), 3 * ROUND)) is None


@MAJEURE
@pytest.mark.parametrize(("n", "creature"), [(1, "nuee_de_rats"), (2, "nuee_d_araignees"), (3, "nuee_de_serpents")])
def test_36_essaim_engages_him_and_leaves_in_time(n, creature):
    apres, oracle = subir("majeure", 36, n, 4, 50, ici=scene(en_combat=True))
    id = f"{creature}_1"
    assert engages_avec(apres, "alys") == (id,)
    assert apres[id].a_trait("nuee")
    assert apres[id].side not in ("ici", "là")
    assert distance(apres[id], apres["alys"]) == 1
    assert id in apres.encounter.ordre
    assert ecouler(apres, Scripted(), 4 * ROUND - 1)[id].vie == "actif"
    fini = ecouler(apres, oracle, 4 * ROUND)
    assert fini[id].vie == "parti"
    assert engages_avec(fini, "alys") == ()
    encore, _ = subir("majeure", 36, n, 4, ici=replace(apres, encounter=None))
    assert f"{creature}_2" in encore.people


@MAJEURE
@pytest.mark.parametrize(("metres", "direction", "ou"), [(1, 3, (1, 0)), (10, 1, (0, -5)), (7, 6, (-4, 4))])
def test_41_poupee_de_chiffon(metres, direction, ou):
    ici = scene(en_combat=True, alys=mage(fiche={"armure": 5}))
    ici = replace(ici, encounter=engager(ici.encounter, "brun", "alys"))
    apres, _ = subir("majeure", 41, metres, direction, 8, ici=ici)
    assert (apres["alys"].x, apres["alys"].y) == ou
    assert apres["alys"].pb_perdus == 8 - 3  # BE, not the PA
    assert etat(apres, "a_terre")
    assert engages_avec(apres, "alys") == ()


@MAJEURE
def test_41_poupee_de_chiffon_lands_beside_whoever_is_there_and_off_his_mount():
    ici = scene(alys=mage(monture="jument"), jument=autre(camp="ici", x=0), brun=autre(x=2))
    apres, _ = subir("majeure", 41, 4, 3, 1, ici=ici)
    assert apres["alys"].monture == ""
    assert distance(apres["alys"], apres["brun"]) == 1


@MAJEURE
def test_46_membre_gele():
    geles = set()
    for n in (1, 2, 3, 4):
        apres, oracle = subir("majeure", 46, n, 2)
        geles.add(dit(oracle, "membre_gele")["zone"])
        assert apres["alys"].effets
        assert ecouler(apres, Scripted(), 2 * HEURE - 1)["alys"].effets
        assert ecouler(apres, Scripted(), 2 * HEURE)["alys"].effets == ()
        assert apres["alys"].blessures == ()
    assert geles == {"Bras gauche", "Bras droit", "Jambe gauche", "Jambe droite"}
    for forme in FORMES:
        assert "membre_gele" in dits(subir("majeure", 46, 1, 2, ici=scene(alys=mage(fiche={"forme": forme})))[1])


@MAJEURE
def test_51_vue_assombrie():
    talents = {"magie_des_arcanes": 1, "seconde_vue": 1}
    apres, _ = subir("majeure", 51, 5, ici=scene(alys=mage(fiche={"talents": talents})))
    assert refus(apres, PercevoirLesVents("alys")) == "VM-3.31"
    assert {(e.sur, e.mod, e.fin) for e in apres["alys"].effets} == {
        ("sans_seconde_vue", 0, 5 * HEURE),
        ("focalisation", -20, 5 * HEURE),
    }


@MAJEURE
def test_56_clairvoyance_chaotique_goes_beyond_the_limit_at_a_price():
    ici = scene(alys=mage(fiche={"destin": 1}))
    apres, _ = subir("majeure", 56, 7, ici=ici)
    assert apres["alys"].chance == 8
    trait = incanter("t_trait", "brun")
    apres, _ = jouer(apres, trait, 61, reponses=("dr", "dr", "garder"))  # his own point, then one of chaos
    assert (apres["alys"].chance_perdue, apres["alys"].chance_chaotique, apres["alys"].corruption) == (1, 6, 1)


@MAJEURE
def test_61_levitation_ends_in_a_fall():
    apres, _ = subir("majeure", 61, 4, 2, ici=scene(alys=mage(fiche={"pb_fixes": 60, "armure": 9})))
    assert marche_restante(apres, apres["alys"]) == 0
    assert ecouler(apres, Scripted(), 2 * MINUTE - 1)["alys"].pb_perdus == 0
    oracle = Scripted([6])
    tombe = ecouler(apres, oracle, 2 * MINUTE)
    assert tombe["alys"].pb_perdus == 3 * 4 + 6 - 3
    assert marche_restante(tombe, tombe["alys"]) == 4
    assert dit(oracle, "chute_de_levitation")["metres"] == 4


@MAJEURE
def test_66_regurgitation():
    sonne = etat(subir("majeure", 66, 9)[0], "sonne")
    assert (sonne.fin, sonne.tenace) == (9 * ROUND, "duree")


@MAJEURE
def test_71_secousse_du_chaos():
    gens = {"brun": autre(x=10), "cyd": autre(x=11), "dort": autre(etats=[{"id": "inconscient"}])}
    apres, _ = subir("majeure", 71, 20, 50, 51, ici=scene(**gens))  # Athlétisme 30, Accessible
    assert [etat(apres, "a_terre", w) is not None for w in ("alys", "brun", "cyd", "dort")] == [
        False,
        True,
        False,
        True,
    ]


@MAJEURE
def test_76_coeur_de_traitre():
    ici = scene(alys=mage(fiche={"destin": 3}, chance_perdue=3), ami=mage(destin_perdu=0), brun=autre())
    assert refus(ici, Trahir("alys", "ami")) == "VM-3.31"
    apres, _ = subir("majeure", 76, ici=ici)
    assert apres["alys"].chance == 0
    assert refus(apres, Trahir("alys", "brun")) == "VM-3.31"
    assert refus(apres, Trahir("alys", "alys")) == "VM-3.31"
    assert refus(apres, Parjurer("alys", "ami")) == "VM-3.31"
    assert set(majeures.offers(apres, apres["alys"])) == {Trahir("alys", "ami")}
    trahi, _ = jouer(apres, Trahir("alys", "ami"))
    assert trahi["alys"].chance == 3
    assert refus(trahi, Trahir("alys", "ami")) == "VM-3.31"
    trahi = trahi.put(replace(trahi["brun"], destin_perdu=1))
    parjure, _ = jouer(trahi, Parjurer("alys", "brun"))
    assert parjure["alys"].destin == 4
    assert refus(parjure, Parjurer("alys", "brun")) == "VM-3.31"
    assert parjure["alys"].effets == ()


@MAJEURE
def test_81_terrible_affaiblissement():
    apres, _ = subir("majeure", 81)
    assert apres["alys"].corruption == 1
    assert etat(apres, "a_terre")
    assert etat(apres, "extenue").niveaux == 1


@MAJEURE
def test_86_puanteur_infernale():
    apres, _ = subir("majeure", 86, 6)
    assert apres["alys"].a_trait("perturbante")
    assert not ecouler(apres, Scripted(), 6 * HEURE)["alys"].a_trait("perturbante")


@MAJEURE
def test_91_drain_de_puissance():
    apres, _ = subir("majeure", 91, 3)
    assert refus(apres, incanter("t_tour")) == "VM-3.31"
    assert incanter("t_tour").closed(ecouler(apres, Scripted(), 3 * MINUTE)) is None


@MAJEURE
def test_96_contre_reaction_strikes_all_others_within_bfm_metres():
    gens = {"brun": autre(x=2, fiche={"armure": 9}), "ami": mage(x=1), "cyd": autre(x=3)}
    apres, oracle = subir("majeure", 96, 9, 4, ici=scene(**gens))  # 4 m: two squares
    assert [apres[w].pb_perdus for w in ("alys", "brun", "ami", "cyd")] == [0, 9, 4, 0]
    assert [etat(apres, "a_terre", w) is not None for w in ("alys", "brun", "ami", "cyd")] == [False, True, True, False]
    assert dit(oracle, "contre_reaction")["autres"] == ("brun", "ami")


@MAJEURE
def test_96_contre_reaction_with_nobody_around_kills():
    apres, oracle = subir("majeure", 96, ici=scene(brun=autre(x=3)))
    assert apres["alys"].vie == "mort"
    assert "tete_eclatee" in dits(oracle)
