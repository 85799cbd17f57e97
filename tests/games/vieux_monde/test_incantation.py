"""Chapter 3, casting: who, on whom, the Test, Critiques, counter-spells, Projectiles magiques, Surincantation."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests import tests as regles
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer, ecouler
from tablee.games.vieux_monde.book.c3_magie.dissipation import Dissiper
from tablee.games.vieux_monde.book.c3_magie.grimoire import Voix
from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter, est_lance, voix
from tablee.games.vieux_monde.book.c3_magie.magie import identifiant
from tablee.games.vieux_monde.book.c3_magie.surincantation import extensible
from tablee.games.vieux_monde.model.people import Effet, Etat
from tablee.games.vieux_monde.model.scene import SortActif
from tablee.games.vieux_monde.model.sorts import SORTS
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.tally import total

from .mages import autre, demandes, dit, dits, incanter, inscrire, jouer, mage, refus, scene


@pytest.fixture(autouse=True)
def _sorts(monkeypatch):
    inscrire(monkeypatch)


CONTRE = {"competences": {"langue_magick": 30}}  # 60, as the caster
TRAIT = incanter("t_trait", "brun")


def avec(ici, who, **champs):
    return ici.put(replace(ici[who], **champs))


def a_dit(oracle, what):
    return what in dits(oracle)


# ---------------------------------------------------------------- who casts what


@pytest.mark.rule("VM-3.1")
@pytest.mark.parametrize(
    ("talents", "domaines", "ouverts"),
    [
        ({}, [], set()),
        ({"magie_mineure": 1}, [], {"t_tour"}),
        ({"magie_des_arcanes": 1}, ["flamme"], {"t_tour", "t_force", "t_trait"}),
        ({"magie_des_arcanes": 1}, ["givre"], {"t_tour", "t_force"}),
        ({"magie_du_chaos": 1}, [], {"t_tour", "t_force", "t_pacte"}),
        ({"magie_du_chaos": 1}, ["flamme"], {"t_tour", "t_force", "t_pacte"}),
    ],
)
def test_each_type_of_spell_is_open_to_its_own(talents, domaines, ouverts):
    ici = scene(alys=mage(fiche={"talents": talents, "domaines": domaines}))
    for sort, cibles in (("t_tour", ()), ("t_force", ()), ("t_trait", ("brun",)), ("t_pacte", ())):
        closed = incanter(sort, *cibles).closed(ici)
        assert (closed is None) == (sort in ouverts)
        assert closed is None or closed.rule == "VM-3.1"


@pytest.mark.rule("VM-3.2")
def test_a_spell_copied_is_not_a_spell_known():
    assert refus(scene(alys=mage(fiche={"sorts": []})), TRAIT) == "VM-3.2"
    copie = scene(alys=mage(fiche={"sorts": [], "grimoire": ["t_trait"]}))
    assert "recopié" in str(TRAIT.closed(copie))
    assert refus(scene(), incanter("inconnu")) == "VM-3.1"


@pytest.mark.rule("VM-3.4")
def test_casting_asks_for_magick():
    assert refus(scene(alys=mage(fiche={"competences": {}})), TRAIT) == "VM-3.4"


# ---------------------------------------------------------------- the Test


@pytest.mark.rule("VM-3.4")
@pytest.mark.parametrize(
    ("de", "lance", "dit_aussi"),
    [(39, True, "sort_lance"), (40, False, "sort_trop_faible"), (61, False, "sort_rate"), (97, False, "sort_rate")],
)
def test_a_success_must_reach_the_ni(de, lance, dit_aussi):
    apres, oracle = jouer(scene(), TRAIT, de)
    assert a_dit(oracle, dit_aussi)
    assert a_dit(oracle, "sort_lance") == lance
    assert (apres["brun"].pb_perdus > 0) == lance
    assert not a_dit(oracle, "imparfaite")


@pytest.mark.rule("VM-3.4")
def test_casting_takes_the_action_in_a_fight_and_a_round_outside():
    apres, _ = jouer(scene(en_combat=True), TRAIT, 61)
    assert apres.encounter.action
    assert apres.clock == 0
    assert refus(apres, TRAIT) == "VM-2.1"
    assert jouer(scene(), TRAIT, 61)[0].clock == 6


@pytest.mark.rule("VM-3.4")
def test_the_chance_on_the_button_is_that_of_the_dice():
    assert float(odds(TRAIT, scene(), "lance").p(True)) == pytest.approx(
        0.41
    )  # 01 to 39; 44 and 55 by Puissance totale
    assert float(odds(incanter("t_tour"), scene(), "lance").p(True)) == pytest.approx(0.60)
    assert float(odds(TRAIT, scene(), "imparfaite").p(True)) == pytest.approx(0.05)  # 66, 77, 88, 99 and 00
    assert TRAIT.views() == ("lance", "degats", "dr", "imparfaite")
    assert incanter("t_tour").views() == ("lance", "dr", "imparfaite")


@pytest.mark.rule("VM-3.5")
def test_an_echec_critique_rolls_on_the_minor_table():
    _, oracle = jouer(scene(), TRAIT, 66, 3)
    assert dit(oracle, "imparfaite")["nom"] == "Signe de Sorcière"
    assert dit(oracle, "imparfaite").rule == "VM-3.30"
    _, oracle = jouer(scene(), TRAIT, 100, 82)
    assert dit(oracle, "imparfaite")["nom"] == "Malédiction de corruption"


# ---------------------------------------------------------------- Succès Critique


@pytest.mark.rule("VM-3.6")
def test_a_succes_critique_offers_three_effects_before_any_counter_spell():
    ici = scene(brun=autre(fiche=CONTRE))
    _, oracle = jouer(ici, TRAIT, 22, 45, reponses=("blessure", "laisser"))
    assert demandes(oracle)[:2] == [("alys", "vm.incantation_critique"), ("brun", "vm.contre_sort")]
    assert [o.id for o in oracle.asked[0].options] == ["blessure", "force", "puissance", "aucun"]
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 22, reponses=("force", "rien"))
    assert [o.id for o in oracle.asked[0].options] == ["force", "puissance", "aucun"]  # it hurts nobody
    assert not a_dit(oracle, "imparfaite")


@pytest.mark.rule("VM-3.6")
def test_incantation_critique_wounds_each_one_hurt():
    apres, _ = jouer(scene(), TRAIT, 33, 45, reponses=("blessure",))
    assert len(apres["brun"].blessures) == 1
    sans, _ = jouer(scene(), TRAIT, 33, reponses=("force",))
    assert not sans["brun"].blessures
    invulnerable = scene(brun=autre(fiche={"armure": 20}))
    apres, _ = jouer(invulnerable, TRAIT, 33, reponses=("blessure",))  # hurt by nothing: no Blessure critique
    assert not apres["brun"].blessures


@pytest.mark.rule("VM-3.6")
def test_incantation_critique_still_asks_for_the_ni():
    ici = scene(brun=autre(fiche=CONTRE))
    apres, oracle = jouer(ici, TRAIT, 33, 51, reponses=("blessure", "contrer"))  # DR 3 - 1 = 2, below 3
    assert a_dit(oracle, "sort_trop_faible")
    assert not apres["brun"].pb_perdus


@pytest.mark.rule("VM-3.6")
def test_puissance_totale_casts_whatever_the_dr():
    apres, oracle = jouer(scene(), TRAIT, 55, reponses=("puissance",))  # DR 1: only this effect is left
    assert [o.id for o in oracle.asked[0].options] == ["puissance", "aucun"]
    assert apres["brun"].pb_perdus == 1 + 4 + 4 - 3
    ici = scene(brun=autre(fiche=CONTRE))
    _, oracle = jouer(ici, TRAIT, 55, 61, reponses=("puissance", "contrer"))
    assert a_dit(oracle, "sort_lance")
    apres, oracle = jouer(ici, TRAIT, 33, 51, reponses=("puissance", "contrer"))  # DR 3 - 1 = 2, below the NI
    assert apres["brun"].pb_perdus == 2 + 4 + 4 - 3
    _, oracle = jouer(ici, TRAIT, 55, 20, reponses=("puissance", "contrer"))
    assert a_dit(oracle, "sort_contre")


@pytest.mark.rule("VM-3.6")
def test_the_caster_may_want_no_effect_at_all():
    apres, oracle = jouer(scene(), TRAIT, 55, reponses=("aucun",))  # DR 1, below the NI: nothing happens
    assert a_dit(oracle, "sort_trop_faible") and not a_dit(oracle, "incantation_critique")
    assert not apres["brun"].pb_perdus

    def jamais(question):
        return question.options[-1] if question.key == "vm.incantation_critique" else first(question)

    toujours = odds(TRAIT, scene(), policy=first).p(True)
    sans = odds(TRAIT, scene(), policy=jamais).p(True)
    assert toujours - sans == pytest.approx(0.02), "44 and 55 fall short of the NI"


@pytest.mark.rule("VM-3.6")
def test_force_ineluctable_can_neither_be_opposed_nor_dispelled():
    ici = scene(brun=autre(fiche=CONTRE))
    apres, oracle = jouer(ici, incanter("t_halo", "brun"), 33, reponses=("force",))
    assert demandes(oracle) == [("alys", "vm.incantation_critique")]
    assert apres.sorts[0].force
    assert refus(apres, Dissiper("brun", "alys:t_halo")) == "VM-3.6"
    apres, _ = jouer(ici, incanter("t_halo", "brun"), 33, reponses=("puissance",))
    assert not apres.sorts[0].force
    assert Dissiper("brun", "alys:t_halo").closed(apres) is None


# ---------------------------------------------------------------- counter-spells


@pytest.mark.rule("VM-3.7")
def test_the_target_and_those_who_see_the_point_within_force_mentale_metres_may_oppose():
    gens = {
        "brun": autre(fiche=CONTRE, x=10),  # the target, whatever its Force Mentale
        "pres": autre(fiche=CONTRE, x=10, y=15),  # FM 30: 30 m, 15 squares
        "loin": autre(fiche=CONTRE, x=10, y=16),
        "clerc": autre(fiche={}, x=10),
        "aveugle": autre(fiche=CONTRE, x=10, etats=[{"id": "aveugle"}]),
        "dort": autre(fiche=CONTRE, x=10, etats=[{"id": "inconscient"}]),
        "muet": autre(fiche=CONTRE, x=10, effets=[{"nom": "Bâillonné", "sur": "muet", "mod": 0}]),
        "ami": mage(x=10),
    }
    _, oracle = jouer(scene(en_combat=True, **gens), TRAIT, 39)
    assert [w for w, _ in demandes(oracle)] == ["brun", "pres", "ami"]
    borgne = autre(fiche=CONTRE, x=10, etats=[{"id": "aveugle"}])  # a target need not see
    _, oracle = jouer(scene(en_combat=True, brun=borgne), TRAIT, 39)
    assert demandes(oracle) == [("brun", "vm.contre_sort")]


@pytest.mark.rule("VM-3.7")
def test_nobody_opposes_what_is_not_cast():
    _, oracle = jouer(scene(brun=autre(fiche=CONTRE)), TRAIT, 40)
    assert not oracle.asked


@pytest.mark.rule("VM-3.8")
@pytest.mark.parametrize(
    ("contre", "issue", "points"),
    [
        (20, "sort_contre", 0),  # DR 4 against 3
        (40, "sort_trop_faible", 0),  # 3 - 2 = 1
        (60, "sort_lance", 3 + 4 + 4 - 3),  # 3 - 0
        (95, "sort_lance", 6 + 4 + 4 - 3),  # 3 - (-3): a clumsy counter-spell helps
    ],
)
def test_the_opposed_dr_is_compared_with_the_ni(contre, issue, points):
    apres, oracle = jouer(
        scene(brun=autre(fiche=CONTRE)), TRAIT, 39, contre, reponses=("contrer", "rien")[: 1 + (contre == 95)]
    )
    assert a_dit(oracle, issue)
    assert apres["brun"].pb_perdus == points


@pytest.mark.rule("VM-3.8")
def test_a_caster_who_failed_casts_nothing_whatever_he_beats():
    assert not est_lance(False, 7, 3, "")
    assert not est_lance(False, 7, 3, "puissance")
    assert est_lance(True, 3, 3, "")


@pytest.mark.rule("VM-3.8", "VM-1.12")
def test_a_perfect_tie_is_rolled_again_and_its_critique_is_void():
    ici = scene(brun=autre(fiche=CONTRE))
    apres, oracle = jouer(ici, TRAIT, 33, 31, 39, 60, reponses=("blessure", "contrer"))
    assert a_dit(oracle, "egalite")
    assert apres["brun"].pb_perdus == 3 + 4 + 4 - 3
    assert not apres["brun"].blessures
    assert [w for _, w in demandes(oracle)].count("vm.contre_sort") == 1


@pytest.mark.rule("VM-3.11", "VM-3.8")
def test_several_counter_spells_are_rolled_separately_and_the_best_counts():
    gens = {"brun": autre(fiche=CONTRE), "cyd": autre(fiche=CONTRE)}
    apres, oracle = jouer(scene(**gens), TRAIT, 21, 60, 53, reponses=("contrer", "contrer"))  # 4 - 0, 4 - 1
    assert a_dit(oracle, "sort_lance")
    assert apres["brun"].pb_perdus == 3 + 4 + 4 - 3
    _, oracle = jouer(scene(**gens), TRAIT, 21, 60, 10, reponses=("contrer", "contrer"))
    assert dit(oracle, "sort_contre").who == "cyd"


@pytest.mark.rule("VM-3.11")
def test_those_of_one_domaine_may_sing_together():
    frere = {"competences": {"langue_magick": 25}, "domaines": ["givre"]}
    gens = {"brun": autre(fiche={**CONTRE, "domaines": ["givre"]}), "cyd": autre(fiche=frere)}
    _, oracle = jouer(scene(**gens), TRAIT, 39, 20, reponses=("contrer", "contrer", "ensemble"))
    assert demandes(oracle)[-1] == ("brun", "vm.contre_ensemble")
    assert [e["valeur"] for e in oracle.events if e.what == "essai"][-1] == 70
    autre_vent = {
        "brun": autre(fiche={**CONTRE, "domaines": ["givre"]}),
        "cyd": autre(fiche={**frere, "domaines": ["orage"]}),
    }
    _, oracle = jouer(scene(**autre_vent), TRAIT, 39, 60, 60, reponses=("contrer", "contrer"))
    assert "vm.contre_ensemble" not in [k for _, k in demandes(oracle)]


@pytest.mark.rule("VM-3.9")
def test_one_try_to_dispel_in_a_round():
    ici = scene(en_combat=True, brun=autre(fiche=CONTRE), cyd=mage(x=1))
    apres, _ = jouer(ici, TRAIT, 39, 95, reponses=("contrer", "laisser", "rien"))
    assert apres.encounter.dissipations == ("brun",)
    apres, _ = jouer(apres, Terminer("alys"))
    actif = SortActif("alys:t_halo", "t_halo", "alys", ("brun",), 2, 600)
    assert refus(replace(apres, sorts=(actif,)), Dissiper("brun", "alys:t_halo")) == "VM-3.9"
    apres, _ = jouer(apres, Terminer("brun"))
    _, oracle = jouer(apres, Incanter("cyd", "t_trait", ("brun",)), 39)
    assert demandes(oracle) == [("alys", "vm.contre_sort")]  # Brun has had his try
    apres, _ = jouer(apres, Terminer("cyd"))
    assert apres.encounter.dissipations == ()
    _, oracle = jouer(apres, TRAIT, 39)
    assert ("brun", "vm.contre_sort") in demandes(oracle)


@pytest.mark.rule("VM-3.9")
def test_letting_it_be_costs_nothing():
    ici = scene(en_combat=True, brun=autre(fiche=CONTRE))
    apres, _ = jouer(ici, TRAIT, 39, reponses=("laisser",))
    assert apres.encounter.dissipations == ()


# ---------------------------------------------------------------- Projectiles magiques


@pytest.mark.rule("VM-3.13")
def test_a_projectile_adds_the_whole_dr_its_degats_and_bfm():
    cuir = autre(fiche={"armure": 1})
    apres, oracle = jouer(scene(brun=cuir), TRAIT, 23)  # 23 reads 32: right arm
    degats = dit(oracle, "degats")
    assert degats["zone"] == "Bras droit"
    assert degats["points"] == 4 + 4 + 4 - 3 - 1 == apres["brun"].pb_perdus
    assert [n for _, n, _ in degats.terms][:3] == [4, 4, 4]


@pytest.mark.rule("VM-3.13")
def test_wounding_unopposed_gives_one_avantage():
    ici = scene(brun=autre(fiche=CONTRE))
    assert jouer(ici, TRAIT, 39, reponses=("laisser",))[0]["alys"].avantages == 1
    assert jouer(ici, TRAIT, 39, 60, reponses=("contrer",))[0]["alys"].avantages == 0
    dur = scene(brun=autre(fiche={"armure": 20}))
    assert jouer(dur, TRAIT, 39)[0]["alys"].avantages == 0
    assert jouer(ici, incanter("t_halo", "brun"), 49)[0]["alys"].avantages == 0


@pytest.mark.rule("VM-3.13")
def test_the_odds_of_the_wounds_are_those_of_the_dice():
    chances = odds(TRAIT, scene(), "degats")
    assert float(chances.p(0)) == pytest.approx(1 - 0.41)
    assert float(chances.p(3 + 4 + 4 - 3)) == pytest.approx(0.10)  # 30 to 39
    assert float(chances.p(6 + 4 + 4 - 3)) == pytest.approx(0.09)  # 01 to 09


# ---------------------------------------------------------------- restrictions


@pytest.mark.rule("VM-3.14")
@pytest.mark.parametrize("etat", ["baillonne", "asphyxie", "immerge"])
def test_without_a_voice_nobody_casts(etat):
    ici, oracle = jouer(scene(), Voix("alys", etat))
    assert a_dit(oracle, "voix_perdue")
    assert refus(ici, TRAIT) == "VM-3.14"
    assert refus(ici, Voix("alys", etat)) == "VM-3.14"
    ici, _ = jouer(ici, Voix("alys", "libre"))
    assert TRAIT.closed(ici) is None
    assert ici["alys"].effets == ()


@pytest.mark.rule("VM-3.14")
def test_a_hampered_voice_makes_it_harder():
    ici, _ = jouer(scene(), Voix("alys", "genee"))
    _, oracle = jouer(ici, TRAIT, 61)
    assert dit(oracle, "essai")["valeur"] == 40
    _, oracle = jouer(scene(), incanter("t_trait", "brun", difficulte="difficile", mod=-5), 61)
    assert dit(oracle, "essai")["valeur"] == 35


@pytest.mark.rule("VM-3.14")
def test_the_higher_the_ni_the_louder_and_the_lumiere_is_sung():
    paliers = [voix(replace(SORTS["t_force"], ni=n)) for n in (0, 2, 3, 5, 6, 8, 9, 20)]
    assert paliers == ["prononce"] * 2 + ["dit à voix haute"] * 2 + ["tonne"] * 2 + ["crie"] * 2
    assert voix(SORTS["t_chant"]) == "chante à pleine voix"


@pytest.mark.rule("VM-3.15")
def test_a_spell_is_active_only_once():
    apres, _ = jouer(scene(), incanter("t_force"), 49)
    assert refus(apres, incanter("t_force")) == "VM-3.15"
    assert incanter("t_halo", "brun").closed(apres) is None
    oracle = Scripted()
    fini = ecouler(apres, oracle, 12)
    assert incanter("t_force").closed(fini) is None


@pytest.mark.rule("VM-3.16")
def test_bonuses_of_spells_do_not_add_up():
    def fm(*mods, origine="sort"):
        effets = tuple(Effet(f"S{i}", "FM", m, origine=origine) for i, m in enumerate(mods))
        alys = replace(scene()["alys"], effets=effets)
        return total(tally(alys.bears, "FM", alys.cas))

    assert fm(20, 10) == 20
    assert fm(20, -10) == 10
    assert fm(-10, -30, 5) == -25
    assert fm(20, 10, origine="critique") == 30
    ici, _ = jouer(scene(), incanter("t_force"), 49)
    ici, _ = jouer(ici, incanter("t_halo", "alys"), 49)
    assert ici["alys"].carac("FM") == 60
    _, jet = regles.tester(ici, Scripted([60]), "alys", "FM")
    assert jet.reussi


@pytest.mark.rule("VM-3.17")
def test_the_target_is_in_line_of_sight_unless_the_spell_says_otherwise():
    assert refus(scene(), incanter("t_trait", "brun", vue=False)) == "VM-3.17"
    cache = scene(brun=autre(effets=[{"nom": "Caché", "sur": "cache", "mod": 0}]))
    assert refus(cache, TRAIT) == "VM-3.17"
    assert incanter("t_ouie", "brun", vue=False).closed(cache) is None
    aveugle = scene(alys=mage(etats=[{"id": "aveugle"}]))
    assert refus(aveugle, TRAIT) == "VM-3.17"
    assert refus(aveugle, incanter("t_nuage", x=3)) == "VM-3.17"
    assert incanter("t_force").closed(aveugle) is None
    assert incanter("t_halo", "alys").closed(aveugle) is None


# ---------------------------------------------------------------- the rubrics of a spell


@pytest.mark.rule("VM-3.29")
def test_ranges_are_metres_and_squares_are_two():
    assert TRAIT.closed(scene(brun=autre(x=10))) is None
    assert refus(scene(brun=autre(x=11)), TRAIT) == "VM-3.29"
    main = incanter("t_main", "brun")
    assert main.closed(scene(brun=autre(x=1, y=1))) is None
    assert refus(scene(brun=autre(x=2)), main) == "VM-3.29"
    assert refus(scene(), incanter("t_nuage", x=16)) == "VM-3.29"
    assert incanter("t_nuage", x=15).closed(scene()) is None


@pytest.mark.rule("VM-3.29")
def test_as_many_targets_as_the_spell_has():
    ici = scene(cyd=autre())
    assert refus(ici, incanter("t_trait")) == "VM-3.29"
    assert refus(ici, incanter("t_trait", "brun", "cyd")) == "VM-3.29"
    assert refus(ici, incanter("t_trait", "personne")) == "VM-1.2"
    assert refus(ici, incanter("t_nuage", "brun")) == "VM-3.29"
    assert refus(ici, incanter("t_force", "brun")) == "VM-3.27"
    assert incanter("t_force", "alys").closed(ici) is None
    assert refus(ici, incanter("t_special", "brun", "brun")) == "VM-3.29"
    assert refus(avec(ici, "brun", vie="mort"), TRAIT) == "VM-3.29"


@pytest.mark.rule("VM-3.29")
def test_a_zone_takes_everybody_inside_its_diameter():
    gens = {"brun": autre(x=5), "bord": autre(x=7), "dehors": autre(x=8), "alys": mage()}
    apres, oracle = jouer(scene(**gens), incanter("t_souffle", x=5), 39)
    assert dit(oracle, "sort_lance")["cibles"] == ("brun", "bord")
    assert apres["bord"].pb_perdus > 0 == apres["dehors"].pb_perdus


@pytest.mark.rule("VM-3.12", "VM-3.29")
def test_a_spell_lasts_its_duree_and_no_longer():
    apres, _ = jouer(scene(), incanter("t_halo", "brun"), 49)
    assert [s.id for s in apres.sorts] == [identifiant("alys", "t_halo")]
    assert apres.sorts[0].fin == 12
    assert apres["brun"].carac("FM") == 40
    oracle = Scripted()
    assert ecouler(apres, oracle, 5).sorts
    fini = ecouler(apres, oracle, 6)
    assert fini.sorts == ()
    assert a_dit(oracle, "sort_fini")
    assert fini["brun"].carac("FM") == 30
    minutes, _ = jouer(scene(), incanter("t_nuage", x=3), 21)
    assert minutes.sorts[0].fin == 4 * 60  # BFM minutes
    assert not jouer(scene(), TRAIT, 39)[0].sorts


@pytest.mark.rule("VM-3.12")
def test_a_spell_outlives_its_caster():
    apres, _ = jouer(scene(), incanter("t_halo", "brun"), 49)
    assert avec(apres, "alys", vie="mort").sorts


# ---------------------------------------------------------------- Surincantation


@pytest.mark.rule("VM-3.26")
@pytest.mark.parametrize(("de", "questions"), [(49, 0), (39, 0), (29, 1), (19, 1), (9, 2)])
def test_two_dr_above_the_ni_make_an_addition(de, questions):
    ici = scene(cyd=autre())
    _, oracle = jouer(ici, incanter("t_halo", "brun"), de, reponses=("duree",) * questions)  # NI 2
    assert [k for _, k in demandes(oracle)] == ["vm.surincantation"] * questions


@pytest.mark.rule("VM-3.26", "VM-3.28")
def test_four_dr_above_the_ni_make_three_targets():
    ici = scene(cyd=autre(), dov=autre())
    apres, oracle = jouer(ici, incanter("t_halo", "brun"), 9, reponses=("cible", "cible", "cyd", "dov"))
    assert apres.sorts[0].cibles == ("brun", "cyd", "dov")
    assert all(apres[w].carac("FM") == 40 for w in ("brun", "cyd", "dov"))
    assert [o.id for o in oracle.asked[-1].options] == ["personne", "alys", "dov"]


@pytest.mark.rule("VM-3.26", "VM-3.28")
def test_the_same_option_may_be_chosen_again():
    apres, _ = jouer(scene(), incanter("t_halo", "brun"), 9, reponses=("duree", "duree"))
    assert apres.sorts[0].fin == 6 * 6
    apres, _ = jouer(scene(), incanter("t_halo", "brun"), 9, reponses=("rien",))
    assert apres.sorts[0].fin == 2 * 6


@pytest.mark.rule("VM-3.26")
def test_a_wider_zone_takes_more_people():
    gens = {"brun": autre(x=10), "bord": autre(x=14), "loin": autre(x=15)}
    large = mage(fiche={"INT": 60})  # 80: 20 gives 6
    apres, oracle = jouer(scene(alys=large, **gens), incanter("t_nuage", x=10), 20, reponses=("aire",))
    assert dit(oracle, "sort_lance")["cibles"] == ("brun", "bord")
    assert apres.sorts[0].rayon == 4


@pytest.mark.rule("VM-3.26")
def test_a_longer_reach_counts_two_dr_more():
    ici = scene(brun=autre(x=15))
    assert refus(ici, TRAIT) == "VM-3.29"
    loin = incanter("t_trait", "brun", loin=1)
    assert a_dit(jouer(ici, loin, 19)[1], "sort_lance")  # DR 5 for NI 3 and 2 more
    assert a_dit(jouer(ici, loin, 20)[1], "sort_trop_faible")
    assert refus(scene(brun=autre(x=21)), loin) == "VM-3.29"
    assert refus(ici, incanter("t_trait", "brun", loin=6)) == "VM-3.26"
    assert refus(ici, incanter("t_trait", "brun", loin=-1)) == "VM-3.26"
    assert refus(ici, incanter("t_force", loin=1)) == "VM-3.27"


@pytest.mark.rule("VM-3.26")
def test_an_extended_reach_lets_farther_targets_in():
    ici = scene(cyd=autre(x=15))
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 9, reponses=("portee", "cible", "cyd"))
    assert dit(oracle, "sort_lance")["cibles"] == ("brun", "cyd")
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 29, reponses=("cible", "alys"))
    assert [o.id for o in oracle.asked[-1].options] == ["personne", "alys"]


@pytest.mark.rule("VM-3.26", "VM-3.8")
def test_a_contested_spell_counts_the_opposed_dr():
    ici = scene(brun=autre(fiche=CONTRE))
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 9, 39, reponses=("contrer",))  # 6 - 3 = 3
    assert "vm.surincantation" not in [k for _, k in demandes(oracle)]
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 9, 49, reponses=("contrer", "rien"))  # 6 - 2 = 4
    assert demandes(oracle)[-1] == ("alys", "vm.surincantation")


@pytest.mark.rule("VM-3.27")
def test_what_never_grows():
    assert {
        s: extensible(SORTS[s]) for s in ("t_force", "t_halo", "t_main", "t_nuage", "t_trait", "t_special", "t_tour")
    } == {
        "t_force": ("duree",),
        "t_halo": ("cible", "duree", "portee"),
        "t_main": ("cible", "duree"),
        "t_nuage": ("duree", "aire", "portee"),
        "t_trait": ("cible", "portee"),
        "t_special": ("portee",),
        "t_tour": (),
    }
    _, oracle = jouer(scene(), incanter("t_tour"), 9)
    assert not oracle.asked


@pytest.mark.rule("VM-3.27")
def test_further_targets_of_a_touch_must_be_touched():
    ici = scene(brun=autre(x=1), cyd=autre(x=2), dov=autre(x=0, y=1))
    _, oracle = jouer(ici, incanter("t_main", "brun"), 39, reponses=("cible", "dov"))
    assert [o.id for o in oracle.asked[-1].options] == ["personne", "alys", "dov"]


@pytest.mark.rule("VM-3.28")
def test_some_spells_offer_more_power_for_extra_dr(monkeypatch):
    monkeypatch.setitem(SORTS, "t_trait", replace(SORTS["t_trait"], puissance=2))
    assert "puissance" in extensible(SORTS["t_trait"])
    apres, _ = jouer(scene(), TRAIT, 19, reponses=("puissance",))
    assert apres["brun"].pb_perdus == 5 + 4 + 4 + 2 - 3


# ---------------------------------------------------------------- words and states


@pytest.mark.rule("VM-3.4")
def test_whoever_only_thinks_of_flight_does_not_cast():
    brise = scene().put(replace(scene()["alys"], etats=(Etat("brise"),)))
    assert refus(brise, TRAIT) == "VM-6.6"
