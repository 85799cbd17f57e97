"""What the book leaves to people, and what it says nothing of where two rules meet."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Opposer, Tester
from tablee.games.vieux_monde.book.c1_tests.tests import Depenses, Essaye, Jet, Ligne, ouvertes, payer, plus_un_dr
from tablee.games.vieux_monde.book.c2_combat.combat import surnombre
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer, defenses
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Courir, foulees
from tablee.games.vieux_monde.book.c2_coups.fuite import Fuir
from tablee.games.vieux_monde.book.c2_coups.tir import Tirer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Patienter
from tablee.games.vieux_monde.book.c3_magie.dissipation import Dissiper
from tablee.games.vieux_monde.book.c3_magie.grimoire import Copier, Memoriser
from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter
from tablee.games.vieux_monde.book.c4_destin import Devancer
from tablee.games.vieux_monde.book.c5_blessures.mort import ROUNDS_PLEINS
from tablee.games.vieux_monde.book.c6_creatures.creatures import Entoiler
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.catalogue import MAINS_NUES
from tablee.games.vieux_monde.model.people import Effet, Etat
from tablee.kernel.content import ContentError
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .champ import ARC, LAME, change, combat, dits, homme, lieu, termes
from .essais import jouer, recopie

# ---------------------------------------------------------------- a fight ends


@pytest.mark.rule("VM-2.2")
def test_a_fight_is_over_when_nobody_with_a_tour_is_left_even_if_others_have_woken():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", x=5))
    eveilles = lieu(ana=homme("rouge"), bor=homme("bleu", x=5), cyd=homme("rouge", x=9), dan=homme("bleu", x=12))
    scene = replace(eveilles, encounter=scene.encounter)
    scene, _ = jouer(scene, Fuir("ana", quitter=True))
    assert scene.encounter is not None, "Bor still has a tour"
    scene, oracle = jouer(scene, Fuir("bor", quitter=True))
    assert scene.encounter is None and dits(oracle, "fin_combat")


# ---------------------------------------------------------------- running


@pytest.mark.rule("VM-2.9")
def test_somebody_may_have_a_mouvement_de_course_of_his_own():
    scene = combat(ana=homme("rouge", course=5), bor=homme("bleu", x=20))
    assert [total(foulees(scene, scene["ana"], dr, reussi)) for dr, reussi in ((3, True), (0, False))] == [6, 2]
    assert total(foulees(scene, scene["bor"], 0, True)) == 8, "twice the Mouvement"
    apres, _ = jouer(scene, Courir("ana"), 20)  # 30 + 20 against 20: DR 3
    assert apres.encounter.reserve == 5 + 1
    slow = change(scene, "ana", etats=(Etat("sonne"),))
    assert total(foulees(slow, slow["ana"], 0, True)) == 3, "what is taken off the Mouvement counts twice in a run"
    with pytest.raises(ContentError):
        lieu(ana=homme(course=101))


# ---------------------------------------------------------------- looks


@pytest.mark.rule("VM-1.6")
def test_the_dr_of_a_plain_test_is_not_read_as_an_opposed_one_and_zero_is_one_row():
    scene = lieu(ana=homme(FOR=43), bor=homme())
    chances = odds(Tester("ana", "FOR"), scene, "dr")
    assert sorted(chances.ways).count(0) == 1
    assert chances.p(0) == pytest.approx(0.10)  # 40 to 43 as +0, 44 to 49 as -0
    words = game.words.look
    assert "dr.dit" not in words and "ecart.dit" in words
    assert "dr" not in Attaquer.looks and "dr" not in Opposer.looks and "ecart" in Opposer.looks


# ---------------------------------------------------------------- Chance of two kinds


@pytest.mark.rule("VM-3.31", "VM-4.5")
def test_whoever_has_chance_of_both_kinds_says_which_he_spends():
    ligne = Ligne("ana", 40, 40, chance=3, chaos=2)
    rate = Essaye(Jet(-2, False))
    ids = ["garder", "relancer", "dr", "relancer_chaos", "dr_chaos"]
    assert [o.id for o in ouvertes(ligne, rate)] == ids
    sans_autre = replace(rate, depenses=Depenses(1))
    assert [(o.id, o.cost) for o in ouvertes(ligne, sans_autre)][1] == ("relancer", (("Chance du Chaos", 1),))
    scene = change(lieu(ana=homme(destin=2, FOR=40)), "ana", chance_chaotique=2)
    propre, oracle = jouer(scene, Tester("ana", "FOR"), 60, reponses=("dr", "garder"))
    assert (propre["ana"].chance_perdue, propre["ana"].chance_chaotique) == (1, 2) and not dits(oracle, "corruption")
    chaos, oracle = jouer(scene, Tester("ana", "FOR"), 60, reponses=("dr_chaos", "garder"))
    assert (chaos["ana"].chance_perdue, chaos["ana"].chance_chaotique) == (0, 1)
    assert chaos["ana"].corruption == 1 and dits(oracle, "corruption")[0].rule == "VM-3.31"


@pytest.mark.rule("VM-4.6", "VM-3.31")
def test_out_of_order_with_a_point_of_chaos_or_with_ones_own():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", x=3, destin=1))
    assert Devancer("bor", chaos=True).closed(scene).rule == "VM-3.31"
    scene = change(scene, "bor", chance_chaotique=1)
    apres, _ = jouer(scene, Devancer("bor"))
    assert (apres["bor"].chance_perdue, apres["bor"].chance_chaotique, apres["bor"].corruption) == (1, 1, 0)
    apres, _ = jouer(scene, Devancer("bor", chaos=True))
    assert (apres["bor"].chance_perdue, apres["bor"].chance_chaotique, apres["bor"].corruption) == (0, 0, 1)
    assert payer(scene["bor"], Depenses(2)).chance == 0, "what is not there of one kind is taken of the other"


# ---------------------------------------------------------------- circumstances


@pytest.mark.rule("VM-1.9", "VM-2.24", "VM-2.28", "VM-2.8")
def test_the_game_master_adds_circumstances_to_a_blow_a_charge_a_shot():
    scene = combat(ana=homme("rouge", armes=(LAME, ARC)), bor=homme("bleu", x=1))
    loin = combat(ana=homme("rouge", armes=(LAME, ARC), competences={"arcs": 0}), bor=homme("bleu", x=4))
    for ici, action, dice in (
        (scene, Attaquer("ana", "bor", mod=-15), (97, 1)),
        (loin, Charger("ana", "bor", mod=-15), (98, 2)),
        (loin, Tirer("ana", "bor", "arc_de_chasse", mod=-15), (98,)),
    ):
        _, oracle = jouer(ici, action, *dice, reponses=() if isinstance(action, Tirer) else ("esquive",))
        assert termes(dits(oracle, "essai")[0])["Circonstances"] == -15
        assert odds(action, ici).p(True) < odds(replace(action, mod=0), ici).p(True)
        assert replace(action, mod=101).closed(ici).rule == "VM-1.9"


# ---------------------------------------------------------------- the defence offered first


@pytest.mark.rule("VM-2.24")
def test_the_best_defence_is_offered_first_all_that_weighs_on_it_counted():
    egal = homme("bleu", x=1, AGI=35, CC=30, competences={"lames": 4})
    q = combat(ana=homme("rouge"), bor=egal)["bor"]
    assert [d.id for d in defenses(q, MAINS_NUES, 0)] == ["esquive", "lame"]
    gene = replace(q, effets=(Effet("Pied foulé", "esquive", -10),))
    assert [d.id for d in defenses(gene, MAINS_NUES, 0)] == ["lame", "esquive"]
    vif = replace(q, effets=(Effet("Garde haute", "parade", 10),))
    assert [d.id for d in defenses(vif, MAINS_NUES, 0)] == ["lame", "esquive"]


@pytest.mark.rule("VM-2.15", "VM-6.10")
def test_avantages_help_to_dodge_a_web():
    fileuse = homme("rouge", traits=["toile"])
    scene = combat(ana=fileuse, bor=homme("bleu", x=3, avantages=2))
    _, oracle = jouer(scene, Entoiler("ana", "bor"), 45)
    assert termes(dits(oracle, "essai")[0])["Avantages"] == 20
    assert not dits(oracle, "etat")


# ---------------------------------------------------------------- where two rules meet


@pytest.mark.rule("VM-2.20", "VM-2.17")
def test_one_success_gives_one_avantage_a_wound_and_a_critique_together_too():
    gisant = homme("bleu", x=1, etats=[{"id": "surpris"}], pb_fixes=40)
    scene = combat(ana=homme("rouge", CC=60, competences={"lames": 0}), bor=gisant)
    apres, oracle = jouer(scene, Attaquer("ana", "bor"), 33, 11)  # unopposed, a double, and it wounds
    assert [e.terms[0][0] for e in dits(oracle, "avantage")] == ["Surprise", "Prendre le dessus"]
    assert apres["ana"].avantages == 2 and len(apres["bor"].blessures) == 1
    cuirasse = change(scene, "bor", fiche=replace(scene["bor"].fiche, armure=20))
    apres, oracle = jouer(cuirasse, Attaquer("ana", "bor"), 33, 11)  # it hits and does not wound
    assert [e.terms[0][0] for e in dits(oracle, "avantage")] == ["Surprise", "Succès critique"]


@pytest.mark.rule("VM-4.5", "VM-1.6")
def test_a_failure_at_minus_one_that_is_raised_is_still_a_failure_at_minus_zero():
    oracle = Scripted([])
    releve = plus_un_dr(oracle, Ligne("ana", 40, 40, chance=1), Essaye(Jet(-1, False)), Depenses(1))
    assert (releve.jet.dr, releve.jet.reussi) == (0, False) and oracle.events[0]["dr"] == "-0"
    scene = combat(ana=homme("rouge", CC=40, destin=1), bor=homme("bleu", x=1, AGI=40))
    apres, oracle = jouer(scene, Attaquer("ana", "bor"), 52, 40, reponses=("esquive", "dr"))
    assert not apres["bor"].pb_perdus, "-0 loses against +0, whatever the values"


@pytest.mark.rule("VM-4.3", "VM-2.20")
def test_damage_avoided_takes_the_critical_wound_of_the_same_blow_along():
    scene = combat(ana=homme("rouge", CC=60), bor=homme("bleu", x=1, destin=1))
    apres, _ = jouer(scene, Attaquer("ana", "bor"), 22, 90, reponses=("esquive", "garder", "destin"))
    assert not apres["bor"].pb_perdus and not apres["bor"].blessures and apres["bor"].destin == 0


@pytest.mark.rule("VM-2.35", "VM-2.55", "VM-2.8")
def test_numbers_count_against_a_fugitive_and_for_whoever_charges():
    trois = {"ana": homme("bleu"), "bor": homme("rouge", x=1), "cyd": homme("rouge", y=1)}
    scene = combat(("bor", "ana"), ("cyd", "ana"), **trois)
    _, oracle = jouer(scene, Fuir("ana", -1, -1), 98, 98)
    assert [termes(e).get("Surnombre") for e in dits(oracle, "essai")] == [20, 20]
    loin = combat(("bor", "ana"), cyd=homme("rouge", x=-4), ana=homme("bleu"), bor=homme("rouge", x=1))
    assert surnombre(loin, "bor", "ana") == 1, "he is still on his way"
    _, oracle = jouer(loin, Charger("cyd", "ana"), 98, 1, reponses=("esquive",))
    assert termes(dits(oracle, "essai")[0])["Surnombre"] == 20


@pytest.mark.rule("VM-2.8")
def test_one_charges_with_any_weapon_for_close_quarters_drawn_on_the_way():
    armes = (ARC, LAME, {"id": "pique", "nom": "Pique", "competence": "armes_de_hast", "degats": 4, "allonge": 2})
    scene = combat(ana=homme("rouge", armes=armes, competences={"armes_de_hast": 0}), bor=homme("bleu", x=4))
    assert Charger("ana", "bor", "arc_de_chasse").closed(scene).rule == "VM-2.24"
    for arme in ("lame", "pique", "mains_nues"):
        assert Charger("ana", "bor", arme).closed(scene) is None
    apres, _ = jouer(scene, Charger("ana", "bor", "pique"), 98, 1, reponses=("esquive",))
    assert apres["ana"].equipement.tenues[0].id == "pique"
    assert (apres["ana"].x, apres["ana"].y) == (3, 0), "a long weapon does not shorten the way"


@pytest.mark.rule("VM-5.4")
def test_the_round_of_the_fall_counts_unless_the_table_counts_whole_rounds():
    def rounds_avant(options):
        donnees = {"personnages": {"ana": homme("rouge", pb_perdus=20, END=25)}}
        scene = lire_scene(donnees, options)
        for n in range(1, 6):
            scene, _ = jouer(scene, Patienter("ana"))
            if scene["ana"].niveau("inconscient"):
                return n
        return None

    assert [rounds_avant(()), rounds_avant((ROUNDS_PLEINS,))] == [2, 3]
    assert ROUNDS_PLEINS in {switch.id for switch in game.switches}


@pytest.mark.rule("VM-2.37", "VM-2.42")
def test_a_mount_that_fights_counts_in_the_numbers_a_nervous_one_under_its_rider_does_not():
    def face_a(traits):
        cheval = homme("bleu", x=1, armes=(), taille="Grande", traits=traits)
        qui = {"ana": homme("rouge"), "bor": homme("bleu", x=1, monture="cheval"), "cheval": cheval}
        return combat(("ana", "bor"), ("ana", "cheval"), **qui)

    assert surnombre(face_a([]), "bor", "ana") == 2
    assert surnombre(face_a(["nerveux"]), "bor", "ana") == 1
    seule = change(face_a(["nerveux"]), "bor", monture="")
    assert surnombre(seule, "bor", "ana") == 2, "on its own it counts like anybody"


# ---------------------------------------------------------------- spells written in a scene

ECLAT = {
    "id": "eclat",
    "nom": "Éclat de la Tour",
    "genre": "arcane",
    "ni": 1,
    "dit": "Un éclat.",
    "portee": 20,
    "cible": 1,
    "projectile": True,
    "degats": 5,
}
VOILE = {
    "id": "voile",
    "nom": "Voile de la Tour",
    "genre": "arcane",
    "ni": 1,
    "dit": "Un voile.",
    "unite": "rounds",
    "duree": 3,
    "effets": [{"fait": "modif", "modifs": [{"sur": "defense", "mod": 10}]}],
}


def mage(**plus):
    fiche = {"INT": 40, "FM": 40, "competences": {"langue_magick": 20}, "talents": {"magie_des_arcanes": 1}}
    return homme("rouge", domaines=["flamme"], **{**fiche, **plus})


@pytest.mark.rule("VM-3.1", "VM-3.13")
def test_a_spell_may_be_written_out_in_a_scene_like_a_weapon():
    scene = lieu(ana=mage(sorts=[ECLAT, VOILE, "trait_d_arcane"]), bor=homme("bleu", x=3))
    assert scene["ana"].fiche.sorts == ("eclat", "voile", "trait_d_arcane")
    assert recopie(scene) == scene
    assert Incanter("ana", "eclat", ("bor",)) in [a for a, why in game.legal(scene, "ana") if why is None]
    apres, _ = jouer(scene, Incanter("ana", "eclat", ("bor",)), 41)  # DR 2: 2 + 5 + BFM 4 - BE 3
    assert apres["bor"].pb_perdus == 8
    chances = odds(Incanter("ana", "eclat", ("bor",)), scene, "lance")
    assert chances.p(True) == pytest.approx(0.59), "60, at least 1 DR"
    apres, _ = jouer(scene, Incanter("ana", "voile"), 41)
    assert apres.name("ana:voile").startswith("Voile de la Tour") and game.sheet(apres, "ana").line("Voile de la Tour")
    apres, oracle = jouer(apres, Dissiper("ana", "ana:voile"), 41)
    assert not apres.sorts and dits(oracle, "sort_dissipe")[0]["sort"] == "Voile de la Tour"


@pytest.mark.rule("VM-3.2", "VM-3.1")
def test_a_written_spell_is_copied_with_all_that_it_is():
    scene = lieu(ana=mage(grimoire=[ECLAT]), cyd=mage(xp=500))
    assert Copier("cyd", "eclat").closed(scene).rule == "VM-3.1", "nobody has heard of it"
    apres, _ = jouer(scene, Copier("cyd", "eclat", "ana"))
    assert apres["cyd"].fiche.livre["eclat"].nom == "Éclat de la Tour"
    apres, _ = jouer(apres, Memoriser("cyd", "eclat"), 20)
    assert apres["cyd"].fiche.sorts == ("eclat",)


@pytest.mark.parametrize(
    "faux",
    [{"id": "trait_d_arcane"}, {"ni": 101}, {"genre": "domaine", "domaine": "nulle"}, {"degats": -1}],
)
def test_a_written_spell_that_does_not_hold_is_refused(faux):
    with pytest.raises(ContentError):
        lieu(ana=mage(sorts=[{**ECLAT, **faux}]))
    with pytest.raises(ContentError):
        lieu(ana=mage(sorts=[{**VOILE, "effets": [{"fait": "etat", "etat": "ivre"}]}]))
