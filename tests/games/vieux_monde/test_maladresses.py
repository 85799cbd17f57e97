"""Maladresses: each row of the table, for blows and for shots, and weapons that leave the hand."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_combat.au_sol import Ramasser
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.coup import Coup
from tablee.games.vieux_monde.book.c2_coups.maladresses import (
    FAUTE_DE_MIEUX,
    MALADRESSES,
    Desenrayer,
    commettre,
    compagnons,
    enrayee,
    faute,
    maladresse,
    rangee_de_maladresse,
)
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer, ecouler
from tablee.games.vieux_monde.model.catalogue import ARMES, COMPETENCES, ETATS, MAINS_NUES, Arme
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import ROUND
from tablee.games.vieux_monde.model.scene import AuSol
from tablee.games.vieux_monde.model.tables import CARACS
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import jouer, refus
from .plaies import EPEE, combat, dits, homme, lieu

LIGNES = [pytest.param(i, tire, id=f"{row.min}-{'tir' if tire else 'melee'}")
          for i, row in enumerate(MALADRESSES) for tire in (False, True)]  # fmt: skip
ARC = {"armes": ["arc"]}


def melee(tire=False, **autres):
    """Ana strikes or shoots at Bor; Cyd, of her side, stands beside Bor. A fight is on."""
    ana = homme("rouge", ARC if tire else EPEE, **autres)
    return combat([("ana", "bor")], ana=ana, bor=homme("bleu", x=1), cyd=homme("rouge", x=2))


def faux_pas(scene, i, tire, *des):
    """Row i befalls Ana."""
    oracle = Scripted(des)
    arme = scene["ana"].equipement.armes[0]
    apres = commettre(scene, oracle, "ana", "bor", arme, faute(MALADRESSES[i], tire), tire)
    assert oracle.left_over() is None
    return apres, oracle


def ligne(nom):
    """Where a row is, by its name or by that of its counterpart."""
    return next(i for i, r in enumerate(MALADRESSES) if nom in (r.nom, r.tir and r.tir.nom))


# ---------------------------------------------------------------- the table


@pytest.mark.rule("VM-6.8")
def test_the_table_covers_1_to_100_in_twenty_rows_of_five():
    assert [(r.min, r.max) for r in MALADRESSES] == [(n, n + 4) for n in range(1, 101, 5)]
    assert [odds(rangee_de_maladresse).p(i) for i in range(20)] == pytest.approx([0.05] * 20)
    noms = [f.nom for r in MALADRESSES for f in (r, r.tir) if f is not None]
    assert len(set(noms)) == len(noms)


@pytest.mark.rule("VM-6.8")
@pytest.mark.parametrize(("i", "tire"), LIGNES)
def test_every_row_acts_for_blows_and_for_shots_as_its_data_says(i, tire):
    f = faute(MALADRESSES[i], tire)
    avant = melee(tire)
    des = (50,) if f.touche else ()  # where the blow lands: the only companion near is Cyd
    apres, oracle = faux_pas(avant, i, tire, *des)
    p, q = avant["ana"], apres["ana"]
    assert apres != avant and dits(oracle, "maladresse")[0]["nom"] == f.nom and len(dits(oracle, "maladresse")) == 1
    assert all(m.sur in {*CARACS, *COMPETENCES, *SUR} for m in f.modifs) and bool(f.modifs) == bool(f.rounds)
    assert {e.id: e.niveaux for e in q.etats} == {e.etat: e.niveaux for e in f.etats}
    assert all(e.etat in ETATS for e in f.etats)
    figures = [(e.sur, e.mod, e.fin) for e in q.effets if e.mod]
    assert figures == [(m.sur, m.mod, f.rounds * ROUND) for m in f.modifs]
    assert {e.sur for e in q.effets if not e.mod} == ({"perd:action"} if f.perd_action else set()) | (
        {"enraye:arc"} if f.enraye else set()
    )
    soi = f.touche == "soi"
    assert p.pb - q.pb == f.pb if not soi else p.pb > q.pb
    assert apres["bor"].avantages == f.adversaire
    arme = p.equipement.armes[0]
    if f.brise or f.lache:
        assert not q.equipement.armes and len(apres.au_sol) == f.lache
    else:
        assert q.equipement.armes[0].degats == max(0, arme.degats - f.abime) and not apres.au_sol
    assert (apres["cyd"].pb < avant["cyd"].pb) == (f.touche == "allie")


@pytest.mark.rule("VM-6.8")
def test_modifiers_last_until_the_end_of_the_next_round():
    scene, _ = faux_pas(melee(), ligne("Garde ouverte"), False)
    scene = ecouler(scene, Scripted([]), ROUND)
    assert [e.mod for e in scene["ana"].effets] == [-20]
    assert not ecouler(scene, Scripted([]), ROUND)["ana"].effets


@pytest.mark.rule("VM-6.8")
@pytest.mark.parametrize("nom", ["Prise qui glisse", "Arme ébréchée", "Désastre", "Arme envolée", "Arme faussée"])
def test_claws_neither_fall_nor_break_so_the_next_blows_suffer(nom):
    griffes = {"armes": [{"id": "griffes", "nom": "Griffes", "degats": 3}]}
    scene = combat(ana=homme("rouge", griffes), bor=homme("bleu", x=1))
    apres, oracle = faux_pas(scene, ligne(nom), False)
    assert apres["ana"].equipement == scene["ana"].equipement and not apres.au_sol
    assert [(e.sur, e.mod) for e in apres["ana"].effets] == [("attaque", -10), ("tir", -10)]
    assert [e["nom"] for e in dits(oracle, "maladresse")] == [nom, FAUTE_DE_MIEUX.nom]


@pytest.mark.rule("VM-6.8")
def test_bare_hands_fumble_too():
    scene = combat(ana=homme("rouge", FOR=60), bor=homme("bleu", x=1))
    for face in range(1, 101, 5):
        apres = maladresse(scene, Scripted([face, 50]), Coup("ana", "bor", MAINS_NUES))
        assert apres != scene


@pytest.mark.rule("VM-6.8")
def test_without_a_companion_near_a_blow_goes_astray_on_oneself_and_a_shot_nowhere():
    seuls = combat(ana=homme("rouge", EPEE, FOR=60), bor=homme("bleu", x=1))
    apres, _ = faux_pas(seuls, ligne("Mauvaise cible"), False, 50)
    epee = ARMES["epee"]
    assert apres["ana"].pb_perdus == epee.degats + 6 - 3 and apres["bor"] == seuls["bor"]
    archer = combat(ana=homme("rouge", ARC), bor=homme("bleu", x=5))
    apres, _ = faux_pas(archer, ligne("Tir perdu"), True)
    assert apres["ana"].pb_perdus == 0 and len(apres["ana"].effets) == 2


@pytest.mark.rule("VM-6.8")
def test_who_may_be_hit_by_mistake():
    scene = lieu(ana=homme("rouge"), bor=homme("bleu", x=1), cyd=homme("rouge", x=2), dan=homme("rouge", x=3),
                 eli=homme("bleu", x=1, y=1), fox=homme("rouge", y=1, vie="mort"))  # fmt: skip
    assert compagnons(scene, "ana", "bor", False) == ("cyd",)
    assert compagnons(scene, "ana", "bor", True) == ("cyd", "dan")


@pytest.mark.rule("VM-6.8")
def test_which_companion_is_hit_is_drawn():
    scene = combat(
        ana=homme("rouge", EPEE, FOR=60), bor=homme("bleu", x=1), cyd=homme("rouge", x=2), dan=homme("rouge", y=1)
    )
    for face, touche in ((1, "cyd"), (2, "dan")):
        apres, _ = faux_pas(scene, ligne("Mauvaise cible"), False, face, 50)
        assert [w for w in scene.people if apres[w].pb_perdus] == [touche]


# ---------------------------------------------------------------- from a blow


@pytest.mark.rule("VM-2.21")
def test_a_double_that_fails_fumbles_and_costs_all_avantages():
    scene = melee(avantages=2)
    apres, oracle = jouer(scene, Attaquer("ana", "bor"), 99, 50, 18)
    assert dits(oracle, "maladresse")[0]["nom"] == "Sueur dans les yeux"
    assert apres["ana"].avantages == 0 and apres["ana"].niveau("aveugle") == 1
    apres, oracle = jouer(scene, Attaquer("ana", "bor"), 98, 50)
    assert apres["ana"].avantages == 2 and not dits(oracle, "maladresse")


@pytest.mark.rule("VM-6.8")
def test_the_action_of_the_next_tour_is_lost_and_only_that_one():
    scene, _ = faux_pas(melee(), ligne("Temps perdu"), False)
    for who in ("ana", "bor", "cyd"):
        assert scene.encounter.file[0] == who
        scene, oracle = jouer(scene, Terminer(who))
    assert scene.encounter.file[0] == "ana" and scene.encounter.round == 2
    assert dits(oracle, "action_perdue") and scene.encounter.action
    assert refus(scene, Attaquer("ana", "bor")) == "VM-2.1"
    assert not scene["ana"].effets
    for who in ("ana", "bor", "cyd"):
        scene, _ = jouer(scene, Terminer(who))
    assert not scene.encounter.action and Attaquer("ana", "bor").closed(scene) is None


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("VM-6.8")
def test_a_jammed_weapon_takes_an_action_to_mend():
    scene, _ = faux_pas(melee(True), ligne("Coup qui ne part pas"), True)
    assert enrayee(scene["ana"], "arc").rule == "VM-6.8" and enrayee(scene["ana"], "epee") is None
    assert refus(scene, Desenrayer("ana", "epee")) == "VM-6.8" and refus(scene, Desenrayer("bor", "arc")) == "VM-2.1"
    apres, oracle = jouer(scene, Desenrayer("ana", "arc"))
    assert apres.encounter.action and enrayee(apres["ana"], "arc") is None
    assert dits(oracle, "desenraye")[0]["arme"] == ARMES["arc"].nom


@pytest.mark.rule("VM-6.8")
def test_a_dropped_weapon_lies_there_until_somebody_picks_it_up():
    scene, _ = faux_pas(melee(), ligne("Arme envolée"), False)
    (chose,) = scene.au_sol
    assert (chose.arme.id, chose.x, chose.y) == ("epee", 3, 0) and scene["ana"].equipement.tenues == ()
    assert refus(scene, Ramasser("ana", "epee")) == "VM-2.1"
    paix = lieu(ana=homme(x=2), cyd=homme(equipement=EPEE))
    paix = replace(paix, au_sol=scene.au_sol)
    apres, _ = jouer(paix, Ramasser("ana", "epee"))
    assert apres.au_sol == () and [a.id for a in apres["ana"].equipement.tenues] == ["epee"]
    assert refus(paix, Ramasser("ana", "arc")) == "VM-2.1" and refus(paix, Ramasser("cyd", "epee")) == "VM-2.1"


@pytest.mark.parametrize(
    ("porte", "au_sol", "en_main"),
    [
        ([], "arc", ("arc",)),
        (["epee"], "arc", ("arc",)),
        (["arc"], "epee", ("epee",)),
        (["epee"], "dague", ("dague", "epee")),
        (["epee"], "epee", ("epee",)),
        (["arc"], "arc", None),
    ],
)
def test_what_is_picked_up_is_in_hand_and_the_hands_are_two(porte, au_sol, en_main):
    scene = replace(lieu(ana=homme(equipement={"armes": porte})), au_sol=(AuSol(ARMES[au_sol]),))
    if en_main is None:
        assert refus(scene, Ramasser("ana", au_sol)) == "VM-2.1"
        return
    apres, _ = jouer(scene, Ramasser("ana", au_sol))
    assert apres["ana"].equipement.en_main == en_main and len(apres["ana"].equipement.armes) == len(porte) + 1
    assert sum(a.mains for a in apres["ana"].equipement.tenues) <= 2


@pytest.mark.rule("VM-6.8")
def test_a_damaged_weapon_says_its_new_figure():
    usee = Arme("epee", "Épée", "lames", degats=2)
    scene = combat(ana=homme("rouge", {"armes": [{"id": "epee", "nom": "Épée", "competence": "lames", "degats": 2}]}),
                   bor=homme("bleu", x=1))  # fmt: skip
    oracle = Scripted([])
    apres = commettre(scene, oracle, "ana", "bor", usee, MALADRESSES[ligne("Arme faussée")], False)
    (dit,) = dits(oracle, "arme_abimee")
    assert apres["ana"].equipement.armes[0].degats == 0 == dit["degats"] == total(dit.terms)
