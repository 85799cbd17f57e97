"""Chapter 3, dispelling, and what a mage does besides casting: grimoire, Seconde vue."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c3_magie.dissipation import Dissiper
from tablee.games.vieux_monde.book.c3_magie.grimoire import Copier, Memoriser, PercevoirLesVents, Voix, offers
from tablee.games.vieux_monde.model.people import Effet, Focalisation
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM

from .mages import autre, dit, dits, incanter, inscrire, jouer, mage, refus, scene

CONTRE = {"competences": {"langue_magick": 30}}
NUAGE = "alys:t_nuage"  # NI 4


@pytest.fixture(autouse=True)
def _sorts(monkeypatch):
    inscrire(monkeypatch)


def sous_le_nuage(en_combat=False, **gens):
    """Alys has cast a cloud on a goat, and on Brun if he is there."""
    gens = {"brun": autre(fiche=CONTRE), "bouc": autre(), **gens}
    apres, _ = jouer(scene(**gens), incanter("t_nuage", x=3), 21)
    if not en_combat:
        return apres
    return replace(apres, encounter=replace(scene(en_combat=True, **gens).encounter, file=("brun", "alys")))


# ---------------------------------------------------------------- a spell that lasts


@pytest.mark.rule("VM-3.10")
def test_the_dr_add_up_to_the_ni_and_the_spell_is_over():
    ici = sous_le_nuage()
    assert ici["brun"].effets
    apres, oracle = jouer(ici, Dissiper("brun", NUAGE), 29)  # 60 - 10 from the cloud: DR 3
    assert dit(oracle, "essai")["competence"] == "Langue (Magick)"
    assert apres.sorts[0].dissipation == {"brun": 3}
    apres, oracle = jouer(apres, Dissiper("brun", NUAGE), 49)  # +1: 4
    assert "sort_dissipe" in dits(oracle)
    assert apres.sorts == ()
    assert apres["brun"].effets == ()
    assert refus(apres, Dissiper("brun", NUAGE)) == "VM-3.10"


@pytest.mark.rule("VM-3.10", "VM-1.14")
def test_negative_dr_count_and_below_zero_it_begins_again():
    ici = sous_le_nuage()
    apres, _ = jouer(ici, Dissiper("brun", NUAGE), 39)
    assert apres.sorts[0].dissipation == {"brun": 2}
    apres, _ = jouer(apres, Dissiper("brun", NUAGE), 61)
    assert apres.sorts[0].dissipation == {"brun": 1}
    apres, oracle = jouer(apres, Dissiper("brun", NUAGE), 71)
    assert "dissipation_perdue" in dits(oracle)
    assert apres.sorts[0].dissipation == {}


@pytest.mark.rule("VM-3.10")
def test_it_takes_the_action_and_asks_for_magick_and_a_voice():
    ici = sous_le_nuage(en_combat=True)
    apres, _ = jouer(ici, Dissiper("brun", NUAGE), 60)
    assert apres.encounter.action
    assert refus(sous_le_nuage(brun=autre()), Dissiper("brun", NUAGE)) == "VM-3.10"
    muet, _ = jouer(sous_le_nuage(), Voix("brun", "baillonne"))
    assert refus(muet, Dissiper("brun", NUAGE)) == "VM-3.14"
    assert refus(sous_le_nuage(), Dissiper("brun", NUAGE, difficulte="rude")) == "VM-1.9"


@pytest.mark.rule("VM-3.9")
def test_the_extended_test_is_the_one_try_of_the_round():
    ici = sous_le_nuage(en_combat=True)
    apres, _ = jouer(ici, Dissiper("brun", NUAGE), 60)
    libre = replace(apres, encounter=replace(apres.encounter, action=False))
    assert refus(libre, Dissiper("brun", NUAGE)) == "VM-3.9"
    apres, _ = jouer(apres, Terminer("brun"))
    _, oracle = jouer(apres, incanter("t_trait", "brun"), 39)
    assert not oracle.asked  # no counter-spell left to him


@pytest.mark.rule("VM-3.12")
def test_the_caster_may_only_try_to_dispel_his_own_spell():
    ici = sous_le_nuage()
    apres, _ = jouer(ici, Dissiper("alys", NUAGE), 21)
    assert apres.sorts == ()


@pytest.mark.rule("VM-3.11")
def test_several_gather_separately():
    ici = sous_le_nuage(cyd=autre(fiche=CONTRE, x=20))
    apres, _ = jouer(ici, Dissiper("brun", NUAGE), 29)
    apres, _ = jouer(apres, Dissiper("cyd", NUAGE), 39)
    assert apres.sorts[0].dissipation == {"brun": 3, "cyd": 3}


@pytest.mark.rule("VM-3.11")
def test_support_comes_from_the_same_domaine():
    givre = {"competences": {"langue_magick": 30}, "domaines": ["givre"]}
    gens = {"brun": autre(fiche=givre, x=20), "cyd": autre(fiche=givre, x=20), "dov": autre(fiche=CONTRE, x=20)}
    ici = sous_le_nuage(**gens)
    assert refus(ici, Dissiper("brun", NUAGE, ("dov",))) == "VM-3.11"
    _, oracle = jouer(ici, Dissiper("brun", NUAGE, ("cyd",)), 60)
    assert dit(oracle, "essai")["valeur"] == 70
    assert refus(ici, Dissiper("brun", NUAGE, ("personne",))) == "VM-1.2"


@pytest.mark.rule("VM-3.11", "VM-3.9")
def test_support_uses_up_the_try_of_the_round():
    givre = {"competences": {"langue_magick": 30}, "domaines": ["givre"]}
    gens = {"brun": autre(fiche=givre, x=20), "cyd": autre(fiche=givre, x=20)}
    ici = sous_le_nuage(en_combat=True, **gens)
    apres, _ = jouer(ici, Dissiper("brun", NUAGE, ("cyd",)), 60)
    assert apres.encounter.dissipations == ("brun", "cyd")
    deja = replace(ici, encounter=replace(ici.encounter, dissipations=("cyd",)))
    assert refus(deja, Dissiper("brun", NUAGE, ("cyd",))) == "VM-3.9"


@pytest.mark.rule("VM-3.12")
def test_a_spell_at_work_has_a_name_players_can_read():
    assert sous_le_nuage().name(NUAGE) == "Nuage (Alys)"


@pytest.mark.rule("VM-3.10")
def test_the_chances_on_the_button():
    ici = sous_le_nuage(brun=autre(fiche=CONTRE, x=20))
    assert float(odds(Dissiper("brun", NUAGE), ici, "dissipe").p(True)) == pytest.approx(0.29)
    assert float(odds(Dissiper("brun", NUAGE), ici, "reuni").p(2)) == pytest.approx(0.10)


# ---------------------------------------------------------------- the grimoire


def etudiant(**plus):
    return mage(fiche={"sorts": [], "grimoire": ["t_trait"], "xp": 100, **plus})


@pytest.mark.rule("VM-3.2", "VM-6.16")
def test_memorising_takes_a_day_a_test_and_experience():
    ici = scene(alys=etudiant())
    apres, oracle = jouer(ici, Memoriser("alys", "t_trait"), 80)  # Accessible: 80
    assert apres["alys"].fiche.sorts == ("t_trait",)
    assert apres["alys"].fiche.xp_depenses == 60  # 20 for each NI
    assert apres.clock == 8 * 3600
    assert "etude" in dits(oracle)
    assert incanter("t_trait", "brun").closed(apres) is None
    apres, oracle = jouer(ici, Memoriser("alys", "t_trait"), 81)
    assert apres["alys"].fiche.sorts == ()
    assert apres["alys"].fiche.xp_depenses == 0
    assert "etude_vaine" in dits(oracle)
    assert float(odds(Memoriser("alys", "t_trait"), ici).p(True)) == pytest.approx(0.80)


@pytest.mark.rule("VM-3.2", "VM-6.16")
def test_what_stands_in_the_way_of_memorising():
    memoriser = Memoriser("alys", "t_trait")
    assert refus(scene(alys=etudiant(grimoire=[])), memoriser) == "VM-3.2"
    assert refus(scene(alys=etudiant(sorts=["t_trait"])), memoriser) == "VM-3.2"
    assert memoriser.closed(scene(alys=etudiant(xp=59))) is not None
    assert memoriser.closed(scene(alys=etudiant(xp=60))) is None
    assert refus(scene(alys=etudiant(domaines=["givre"])), memoriser) == "VM-3.1"
    assert refus(scene(en_combat=True, alys=etudiant()), memoriser) == "VM-3.2"
    assert refus(scene(alys=etudiant(competences={})), memoriser) == "VM-3.2"
    assert refus(scene(), Memoriser("alys", "rien")) == "VM-3.1"


@pytest.mark.rule("VM-3.2")
def test_copying_is_not_knowing():
    ici = scene(alys=etudiant(grimoire=[]), cyd=mage(fiche={"grimoire": ["t_trait"]}))
    apres, _ = jouer(ici, Copier("alys", "t_trait", "cyd"))
    assert apres["alys"].fiche.grimoire == ("t_trait",)
    assert apres["alys"].fiche.sorts == ()
    assert apres.clock == 3 * 3600
    assert refus(apres, incanter("t_trait", "brun")) == "VM-3.2"
    assert refus(apres, Copier("alys", "t_trait")) == "VM-3.2"
    assert refus(ici, Copier("alys", "t_halo", "cyd")) == "VM-3.2"
    assert refus(ici, Copier("alys", "t_halo", "personne")) == "VM-1.2"
    assert Copier("alys", "t_halo").closed(ici) is None
    assert Copier("alys", "t_trait", "cyd") in list(offers(ici, ici["alys"]))
    assert Memoriser("alys", "t_trait") in list(offers(apres, apres["alys"]))


# ---------------------------------------------------------------- Seconde vue

VOYANTE = {"talents": {"magie_des_arcanes": 1, "seconde_vue": 1}}


@pytest.mark.rule("VM-3.3")
def test_the_winds_are_perceived_by_those_who_have_the_talent():
    assert refus(scene(), PercevoirLesVents("alys")) == "VM-3.3"
    ici = sous_le_nuage(cyd=mage(fiche=VOYANTE, x=30))
    ici = ici.put(replace(ici["alys"], focalisation=Focalisation("t_trait", 2)))
    apres, oracle = jouer(ici, PercevoirLesVents("cyd", "intuition"), 30)
    assert dit(oracle, "essai")["competence"] == "Intuition"
    assert dit(oracle, "sort_percu").target == "alys"
    assert dit(oracle, "magie_percue")["dr"] == 2
    _, oracle = jouer(ici, PercevoirLesVents("cyd"), 31)
    assert "sort_percu" not in dits(oracle)
    assert refus(ici, PercevoirLesVents("cyd", "pistage")) == "VM-1.2"  # that one must be learned
    perdue = apres.put(replace(apres["cyd"], effets=(Effet("Vue assombrie", "sans_seconde_vue", 0),)))
    assert refus(perdue, PercevoirLesVents("cyd")) == "VM-3.31"


@pytest.mark.rule("VM-3.3")
def test_the_mj_may_roll_it_unseen_at_any_time():
    ici = scene(en_combat=True, cyd=mage(fiche=VOYANTE))
    assert refus(ici, PercevoirLesVents("cyd")) == "VM-2.1"
    apres, oracle = jouer(ici, PercevoirLesVents("cyd", secret=True), 30)
    assert not apres.encounter.action
    joueuse = Viewer(frozenset({"cyd"}))
    assert all(e.audience == GM for e in oracle.events)
    assert [seen_by(joueuse, e) for e in oracle.events] == [None] * len(oracle.events)
    apres, _ = jouer(ici, PercevoirLesVents("cyd", impose=True), 30)
    assert not apres.encounter.action
