"""Corner cases that hold several chapters together: mounts and what lasts, places, abuse, what is worth asking."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import mouvement
from tablee.games.fragments.book.c2_systeme.jets import Tester
from tablee.games.fragments.book.c2_systeme.plateau import a_cote
from tablee.games.fragments.book.c3_combat.actions import Aider, Attendre, Instruire, Repos, SeConcentrer
from tablee.games.fragments.book.c3_combat.corps_a_corps import Inverser
from tablee.games.fragments.book.c3_combat.deplacements import ETENDUE, Ruee, SeDeplacer
from tablee.games.fragments.book.c3_combat.secours import LaisserPasser
from tablee.games.fragments.book.c3_combat.tours import suite
from tablee.games.fragments.book.c3_combat.vie import affecter, perdre
from tablee.games.fragments.book.c5_aventure.dangers import Chuter
from tablee.games.fragments.book.c5_aventure.repos import (
    FinirLaJournee,
    ReposComplet,
    ReposCourt,
    ReposLong,
    epuiser,
    regain_court,
)
from tablee.games.fragments.book.c5_aventure.temps import PasserLeTemps
from tablee.games.fragments.book.c6_equipement.commerce import Vendre, VendreEnchantement, valeur
from tablee.games.fragments.book.c6_equipement.equiper import Remplacer
from tablee.games.fragments.book.c6_equipement.inventaire import Jeter, Recevoir
from tablee.games.fragments.book.c6_equipement.montures import Descendre, Effrayer
from tablee.games.fragments.desk.judge import juger
from tablee.games.fragments.model.catalogue import BOUCLIERS, CHOSES, ENCHANTEMENTS, Objet
from tablee.games.fragments.model.langage import bonus
from tablee.games.fragments.model.people import Actif, Equipement, MalActif, Survie
from tablee.games.fragments.model.scene import Carte, Options, Scene
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from . import champ
from .route import cheval, choses, dit, halte, jouer, melee, refus, sac, unite


def en_selle(*autres: object, bete: dict[str, object] | None = None, **ana: object) -> Scene:
    """Ana on the horse at (0, 0), Cyr far away, the fight at Ana's tour."""
    monture = cheval(x=0, cavalier="ana", **(bete or {}))
    return melee(halte(monture, unite("cyr", "B", x=9), *autres, monture="cheval", **ana), "ana")


# ---------------------------------------------------------------- mounts have no tour, but time passes for them


@pytest.mark.rule("FD-2.13", "FD-6.36")
def test_what_a_mount_suffers_lasts_as_many_manches_as_it_says() -> None:
    s = champ.combat(a=champ.qui(init=9), b=champ.qui("b", init=5, x=6))
    s = s.put(cheval("c", x=3, camp="a"))
    s = affecter(s, Scripted(), "c", "gel")
    restent = []
    for _ in range(2):
        s = champ.jouer(s, Attendre("a"), Attendre("b")).scene
        affliction = s["c"].affliction
        restent.append(affliction.tours if affliction is not None else None)
    assert restent == [1, None]


@pytest.mark.rule("FD-6.35", "FD-6.36")
def test_poison_hurts_a_mount_once_a_manche_and_may_bring_it_down() -> None:
    s = champ.combat(a=champ.qui(init=9), b=champ.qui("b", init=5, x=6))
    bete = cheval("c", x=0, camp="a", cavalier="a")
    s = s.put(bete, replace(s["a"], monture="c"))
    s = affecter(s, Scripted(), "c", "poison")
    s = champ.jouer(s, Attendre("a")).scene
    assert s["c"].perdus == 0  # not in the tours of others
    s = champ.jouer(s, Attendre("b")).scene
    assert s["c"].perdus == s["c"].pv_max // 10
    s = s.put(replace(s["c"], perdus=s["c"].pv_max - 1))
    j = champ.jouer(s, Attendre("a"), Attendre("b"))
    assert j.scene["c"].survie is not None
    assert not j.scene["a"].monture


@pytest.mark.rule("FD-5.13", "FD-6.36")
def test_a_mount_without_air_falls_like_anybody_else() -> None:
    s = champ.combat(a=champ.qui(init=9), b=champ.qui("b", init=5, x=6))
    s = s.put(cheval("c", x=3, camp="a", souffle=1))
    s = champ.jouer(s, Attendre("a"), Attendre("b")).scene
    assert s["c"].conscient
    assert s["c"].souffle == 0
    s = champ.jouer(s, Attendre("a"), Attendre("b")).scene
    assert s["c"].survie is not None
    assert s["c"].survie.blessure == "Conséquente"


@pytest.mark.rule("FD-6.40", "FD-3.22", "FD-3.29")
def test_a_mount_that_cannot_move_carries_nobody() -> None:
    s = en_selle(bete={"etats": (MalActif("entrave", 2),)})
    assert mouvement(s, s["ana"]) == 0
    assert refus(s, SeDeplacer("ana", 1, 0)) == "FD-9.11"
    assert refus(s, Inverser("ana", "cyr")) == "FD-3.30"  # too far, whatever holds the horse
    libre = en_selle()
    assert mouvement(libre, libre["ana"]) == 8
    assert SeDeplacer("ana", 1, 0).closed(libre) is None
    assert Descendre("ana", 1, 0).closed(s) is None  # one may leave it where it is
    apres, _ = jouer(s, Descendre("ana", 1, 0))
    assert refus(apres, Ruee("ana", 2, 0)) == "FD-3.29"


@pytest.mark.rule("FD-9.23", "FD-9.21")
def test_a_mount_in_panic_never_ends_on_somebody_it_did_not_see() -> None:
    ligne = "." * 20
    s = melee(halte(cheval(x=5), unite("cyr", "B", x=4), unite("dot", "B", x=12)), "ana")
    s = replace(s, carte=Carte((ligne,)), brouillard=True)
    apres, events = jouer(s, Effrayer("ana", "cheval", "cyr"))
    assert apres["cheval"].case == (11, 0)  # eight cells take it to 13, past Dot, who stands unseen at 12
    assert dit(events, "panique")["cases"] == 6


@pytest.mark.rule("FD-6.37")
def test_a_shield_the_game_master_gives_to_a_mount_is_a_load() -> None:
    bouclier = next(iter(BOUCLIERS))
    s = halte(cheval())
    apres, _ = jouer(s, Recevoir("cheval", bouclier))
    assert apres["cheval"].equipement.porte is None
    assert apres["cheval"].equipement.charge == BOUCLIERS[bouclier].poids
    juger(apres, "scene")


# ---------------------------------------------------------------- one cell each


@pytest.mark.rule("FD-5.12", "FD-9.15", "FD-6.35")
def test_a_rider_who_falls_comes_down_beside_the_mount() -> None:
    s = en_selle()
    apres, _ = jouer(s, Chuter("ana", 4), dice=(1,))
    assert not apres["ana"].monture
    assert apres["ana"].case != apres["cheval"].case
    assert apres["ana"].case == a_cote(s, s["ana"])


@pytest.mark.rule("FD-6.35", "FD-3.25")
def test_with_a_fallen_mount_the_rider_keeps_its_cell_and_the_passenger_stands_beside() -> None:
    s = en_selle(unite("bob", passager_de="ana"))
    s = perdre(s, Scripted((), ("1",)), "cheval", 99, "FD-4.24")
    assert s["ana"].case == (0, 0)
    assert s["bob"].case != (0, 0)
    assert not s["bob"].passager_de


@pytest.mark.rule("FD-2.3")
def test_without_a_map_nobody_walks_out_of_sight() -> None:
    s = halte()
    assert SeDeplacer("ana", ETENDUE, -ETENDUE).closed(s) is None
    assert refus(s, SeDeplacer("ana", ETENDUE + 1, 0)) == "FD-2.3"
    assert refus(s, SeDeplacer("ana", 0, -(10**30))) == "FD-2.3"


# ---------------------------------------------------------------- tours


@pytest.mark.rule("FD-2.12", "FD-6.10")
def test_whoever_is_put_to_sleep_in_a_tour_shared_with_others_loses_it() -> None:
    s = champ.combat(a=champ.qui("a", init=9), b=champ.qui("b", init=5, x=6), c=champ.qui("c", init=5, x=9))
    s = champ.jouer(s, Attendre("a")).scene
    assert s.turn() == ("b", "c")
    oracle = Scripted()
    s = suite(affecter(s, oracle, "c", "sommeil"), oracle)
    assert s.turn() == ("b",)
    assert [e.who for e in oracle.events if e.what == "tour_perdu"] == ["c"]
    assert s.encounter is not None
    assert "c" not in s.encounter.file


@pytest.mark.rule("FD-3.41", "FD-3.56")
def test_the_jt_of_a_tour_are_explained() -> None:
    s = champ.combat(a=champ.qui(init=12), b=champ.qui("b", init=2, x=6))
    s = s.put(replace(s["a"], jt=0))
    j = champ.jouer(s, Repos("a"), Attendre("b"))
    (gain,) = j.tous("jt", "a")
    assert gain.terms == (("Début du tour", 2, "FD-3.56"), ("Repos", 3, "FD-3.41"))
    assert gain["jetons"] == total(gain.terms) == 5
    s = s.put(replace(s["a"], jt=3))
    (gain,) = champ.jouer(s, Repos("a"), Attendre("b")).tous("jt", "a")
    assert gain["jetons"] == total(gain.terms) == 3  # six at the most
    assert gain.terms[-1] == ("De 0 à 6 JT", -2, "FD-3.56")


# ---------------------------------------------------------------- help


@pytest.mark.rule("FD-3.38")
def test_outside_of_a_fight_nobody_helps_twice_with_one_roll() -> None:
    s = halte(unite("bob", x=1))
    s, _ = jouer(s, Aider("bob", "ana"))
    assert s["ana"].aides == ("aide",)
    assert refus(s, Aider("bob", "ana")) == "FD-3.38"
    assert Instruire("bob", "ana").closed(s) is None  # another kind of help
    deux = s.put(unite("dot", x=0, y=1))
    deux, _ = jouer(deux, Aider("dot", "ana"))
    assert deux["ana"].aides == ("aide", "aide")
    assert refus(deux, Aider("bob", "ana")) == "FD-3.38"


@pytest.mark.rule("FD-3.38")
def test_in_a_fight_each_tour_spent_on_it_helps() -> None:
    s = champ.combat(
        a=champ.qui(init=9, aides=("aide",)), b=champ.qui("a", init=12, x=1), c=champ.qui("c", x=9, init=2)
    )
    j = champ.jouer(s, Aider("b", "a"), reponses=("non",))
    assert j.scene["a"].aides == ("aide", "aide")


# ---------------------------------------------------------------- what is carried and sold


@pytest.mark.rule("FD-3.39", "FD-6.21")
def test_the_shield_one_wears_may_go_into_the_backpack_and_the_scene_still_holds() -> None:
    ronde, autre = list(BOUCLIERS)[:2]
    equipement = Equipement(actif=choses(ronde, autre), sac_a_dos=True, bouclier=ronde)
    apres, _ = jouer(halte(equipement=equipement), Remplacer("ana", ronde, "sac"))
    assert apres["ana"].equipement.bouclier is None
    assert apres["ana"].equipement.porte == BOUCLIERS[autre]
    juger(apres, "scene")
    retire, _ = jouer(halte(equipement=replace(equipement, bouclier="")), Remplacer("ana", ronde, "sac"))
    assert retire["ana"].equipement.porte is None  # put off it stays off


@pytest.mark.rule("FD-6.3")
def test_a_thing_that_is_partly_used_sells_for_what_is_left_of_it() -> None:
    baume = CHOSES["baume_de_campagne"]
    assert isinstance(baume, Objet)
    assert (baume.usages, baume.prix) == (4, 200)
    for usages, prix in ((4, 100), (3, 75), (1, 25)):
        s = halte(equipement=Equipement(actif=(replace(baume, usages=usages),)))
        apres, _ = jouer(s, Vendre("ana", baume.id))
        assert apres["ana"].equipement.ecus == prix
    for chose in CHOSES.values():  # what is new, or never used up, is worth its price
        assert valeur(chose) == chose.prix
    seconde = replace(baume, id="baume_de_campagne_2", vaut="baume_de_campagne", usages=1)
    assert valeur(seconde) == 50


@pytest.mark.rule("FD-5.14", "FD-6.8")
def test_one_ration_is_taken_out_of_a_pack_of_the_convoy() -> None:
    ration = CHOSES["ration"]
    assert isinstance(ration, Objet)
    s = halte(equipement=sac("gourde"), dormi=True, options=Options(convoi=True))
    s = replace(s, convoi=(replace(ration, usages=2),))
    s, _ = jouer(s, FinirLaJournee("ana"))
    assert [c.usages for c in s.convoi if isinstance(c, Objet)] == [1]
    s = s.put(replace(s["ana"], dormi=True))
    s, _ = jouer(s, FinirLaJournee("ana"))
    assert s.convoi == ()


# ---------------------------------------------------------------- rest and exhaustion


@pytest.mark.rule("FD-5.8", "FD-3.13")
def test_a_full_rest_ends_the_convalescence_too() -> None:
    s = halte(sequelles=2, au_moins=4, convalescent=True, perdus=3, epuisement=5)
    apres, _ = jouer(s, ReposComplet("ana", 10))
    u = apres["ana"]
    assert (u.sequelles, u.au_moins, u.convalescent, u.perdus, u.epuisement) == (0, 0, False, 0, 0)


@pytest.mark.rule("FD-5.6", "FD-3.50")
def test_a_short_rest_asks_for_another_die_only_while_more_is_to_be_had() -> None:
    s = halte(charges=3, perdus=15)  # of 20 PV: ten at the most come back
    oracle = Scripted((100,))
    apres = ReposCourt("ana").resolve(s, oracle)
    assert oracle.asked == []
    assert apres["ana"].perdus == 5
    assert regain_court(20, 99) == 9
    oracle = Scripted((99,), ("non",))
    ReposCourt("ana").resolve(s, oracle)
    assert [q.key for q in oracle.asked] == ["fd.impulsion"]
    oracle = Scripted((30,))
    ReposCourt("ana").resolve(halte(charges=3, perdus=3), oracle)  # three back: all of them
    assert oracle.asked == []


@pytest.mark.rule("FD-5.9", "FD-3.17")
def test_a_halved_maximum_holds_for_the_envelope_too() -> None:
    s = epuiser(halte(ep=18), Scripted(), "ana", 4)
    assert (s["ana"].pv_max, s["ana"].pv, s["ana"].ep) == (10, 10, 10)
    s = epuiser(halte(ep=8), Scripted(), "ana", 3)
    assert s["ana"].ep == 8


@pytest.mark.rule("FD-2.13")
def test_what_ends_as_a_tour_begins_ends_outside_of_a_fight_too() -> None:
    tendu = Actif("Objet tendu", bonus("ESQ", -20), "FD-3.28", au_debut=True)
    s = halte(effets=(tendu,), survie=None)
    apres, _ = jouer(s, LaisserPasser("ana"))
    assert apres["ana"].effets == ()
    tombe = halte(survie=Survie(2000, "Grave", plein=20), perdus=20)
    apres, _ = jouer(tombe.put(unite("bob", x=1)), LaisserPasser("bob"))
    assert apres["ana"].survie is not None
    assert apres["ana"].survie.reste == 1600


@pytest.mark.rule("FD-3.21")
def test_concentration_does_not_pile_up() -> None:
    s = champ.combat(a=champ.qui(init=9), b=champ.qui("b", init=5, x=6))
    s = champ.jouer(s, SeConcentrer("a")).scene
    assert champ.refus(s, SeConcentrer("a")) == "FD-3.21"


@pytest.mark.rule("FD-2.4", "FD-2.23", "FD-2.24")
def test_a_characteristic_below_0_counts_0_in_a_roll_and_for_those_who_look() -> None:
    lente = MalActif("paralysie", 1)  # AGI -4
    s = halte(unite("cyr", "B", x=3, points={"AGI": 1}, affliction=lente), points={"AGI": 2}, affliction=lente)
    _, events = jouer(s, Tester("ana", "AGI"), dice=(60,))
    assert dit(events, "jet")["difficulte"] == total(dit(events, "jet").terms) == 60
    assert ("Au moins 0", 2, "FD-2.21") in dit(events, "jet").terms
    _, events = jouer(s, Tester("ana", "INS", contre="cyr"), dice=(60,))
    assert dit(events, "jet")["difficulte"] == 60


@pytest.mark.rule("FD-6.3", "FD-6.5")
def test_what_is_sold_or_left_out_of_the_backpack_is_that_and_nothing_else() -> None:
    equipement = Equipement(actif=choses("ration"), sac_a_dos=True, sac=choses("corde", "lanterne", "tente"))
    apres, _ = jouer(halte(equipement=equipement), Vendre("ana", "lanterne"))
    assert [c.id for c in apres["ana"].equipement.sac] == ["corde", "tente"]
    assert [c.id for c in apres["ana"].equipement.actif] == ["ration"]
    apres, _ = jouer(apres, Jeter("ana", "tente"))
    assert [c.id for c in apres["ana"].equipement.sac] == ["corde"]


@pytest.mark.rule("FD-5.5", "FD-5.7")
def test_a_night_without_any_sleep_is_no_long_rest() -> None:
    apres, _ = jouer(halte(), ReposLong("ana", heures=0))
    assert not apres["ana"].dormi
    apres, _ = jouer(halte(), ReposLong("ana", heures=4, gardes=("ana",)))
    assert not apres["ana"].dormi
    apres, _ = jouer(halte(), ReposLong("ana", heures=5, gardes=("ana",)))
    assert apres["ana"].dormi


@pytest.mark.rule("FD-5.4", "FD-2.13")
def test_the_clock_ends_what_lasts_until_a_tour_begins_and_what_lasts_tours() -> None:
    tendu = Actif("Objet tendu", bonus("ESQ", -20), "FD-3.28", au_debut=True)
    long = Actif("Gardien", bonus("DEF", 3), "FD-9.4", tours=3)
    for effet, secondes, reste in ((tendu, 10, 0), (long, 20, 1), (long, 30, 0)):
        apres, _ = jouer(halte(effets=(effet,)), PasserLeTemps("ana", secondes, "secondes"))
        assert len(apres["ana"].effets) == reste


@pytest.mark.rule("FD-2.12")
def test_nobody_keeps_a_tour_that_the_end_of_another_has_cost_him() -> None:
    orage = {"fait": "degats", "n": 99, "quand": "fin", "qui": "tous", "rayon": 4}
    s = champ.combat(
        a=champ.qui(init=9),
        b=champ.qui("b", init=5, x=6, mineur=True),
        c=champ.qui("c", init=5, x=9, passifs=[orage], mineur=True),
        d=champ.qui("d", init=2, x=40),
    )
    s = champ.jouer(s, Attendre("a")).scene
    assert s.turn() == ("b", "c")
    oracle = Scripted()
    s = suite(affecter(s, oracle, "c", "sommeil"), oracle)  # c loses the tour, which ends with a storm
    assert {e.who for e in oracle.events if e.what == "meurt"} == {"b", "c"}
    assert s.turn() == ("d",)


@pytest.mark.rule("FD-6.32", "FD-6.3")
def test_an_enchantment_sold_takes_its_switch_along_unless_another_degree_stays() -> None:
    double, autre = (id for id, e in list(ENCHANTEMENTS.items()) if len(e.degres) > 1), next(iter(ENCHANTEMENTS))
    sorte = next(id for id in double if id != autre)
    porte = Equipement(talisman=True, enchantements=((sorte, 1), (sorte, 2), (autre, 1)), eteints=(sorte,))
    s, _ = jouer(halte(equipement=porte), VendreEnchantement("ana", sorte, 1))
    assert s["ana"].equipement.eteints == (sorte,)
    s, _ = jouer(s, VendreEnchantement("ana", sorte, 2))
    assert s["ana"].equipement.eteints == ()
    juger(s, "scene")
