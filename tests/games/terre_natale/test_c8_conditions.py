"""Chapter 8: conditions. How one is contracted, what each of the catalogue does, what lessens and ends it."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.portees import allure, deplacement
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene, SeReposer, recuperation
from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import figures_de_sauvegarde
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, seuil
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, Verdict, touche
from tablee.games.terre_natale.book.c8_confrontation.budget import fermee, moyens
from tablee.games.terre_natale.book.c8_confrontation.conditions import (
    Eteindre,
    InfligerCondition,
    LeverCondition,
    PorterCondition,
    decharge,
    decharger,
    difficulte_d_effet,
    rompre,
    ruptures_du_round,
    ruptures_du_tour,
    se_liberer,
    surcout_de_duree,
    tic,
)
from tablee.games.terre_natale.book.c8_confrontation.degats import Degats, Parade
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.situations import situation
from tablee.games.terre_natale.book.c8_confrontation.tour import debut_de_passe
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.games.terre_natale.model.conditions import AFFECTIONS, VARIANTES, Condition
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.people import Personnage
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

REUSSIR, RATER = (5, 4, 2), (4, 3, 2)  # a save against 10 with an attribute of 10
SANS_PAYER = {"tn.payer_sauvegarde": [0]}


def malade(*conditions, options=(), **plus):
    """Alba with these conditions, and Bor; no karma for either."""
    avoir = [c if isinstance(c, dict) else {"id": c, "charges": 20} for c in conditions]
    fiche = plus.pop("fiche", {})
    return scene(
        *options,
        alba={"fiche": fiche, "conditions": avoir, "pertes": {"PK": 20}, "camp": "rouge", **plus},
        bor={"fiche": {}, "pertes": {"PK": 20}, "camp": "bleu"},
    )


def aux_prises(table, **plus):
    """In a confrontation, in Alba's passe."""
    e = Confrontation(initiatives={"alba": 20, "bor": 10}, budgets={"alba": Budget(), "bor": Budget()}, passe="alba")
    return replace(table, encounter=replace(e, **plus))


def ids(table, who="alba"):
    return [(c.id, c.charges) for c in table[who].conditions]


# ---------------------------------------------------------------- the catalogue


def chiffres(table):
    """Every figure, test and refusal of Alba's that a condition may bear on."""
    p = table["alba"]
    found = {
        f"test {a} {s}": figures(table, p, a, s) for a in ("FOR", "DEX", "AGI", "PER", "INT") for s in ("", "vigilance")
    }
    armes = ("arme_a_garde", "combat"), ("parade", "defense"), ("persuasion", "communication")
    found |= {f"test {s}": figures(table, p, "CON", s, groupe) for s, groupe in armes}
    found = {name: (f.net, total(f.modificateurs), total(f.valeur)) for name, f in found.items()}
    for quoi in ("robustesse", "determination"):
        f = figures_de_sauvegarde(table, p, quoi)
        found[quoi] = f.net, total(f.modificateurs)
    found |= {f"defense {a}": total(defense(p, a)) for a in ("FOR", "AGI", "SAG")}
    found |= {f"recuperation {x}": total(recuperation(p, x)) for x in ("PV", "PS", "fatigue")}
    found |= {f"seuil {x}": total(seuil(p, x)) for x in ("blessure", "traumatisme")}
    found |= {"allure": total(allure(p)), "etats": p.etats}
    found |= {f"figure {x}": p.bears.figure(x).n for x in ("initiative", "stress")}
    found["moyens"] = moyens(table, "alba", "defense", "parer")
    found |= {f"ferme {x}": fermee(table, "alba", x) for x in ("attaque", "deplacement")}
    found["test"] = Tester("alba", attribut="FOR").closed(table)
    found |= {f"rupture {r}": rompre(table, Scripted(), "alba")["alba"].pertes.get(r) for r in ("PV", "PS", "PE")}
    found["repos"] = "sans_recuperation:PV" in p.bears
    return found


@pytest.mark.rule("TN-8.241", "TN-8.211")
@pytest.mark.parametrize("id", AFFECTIONS)
def test_every_condition_of_the_catalogue_acts(id):
    """Each changes a figure, a test, a refusal or what is lost, beside the tour it costs; and it can be said."""
    sans, avec = aux_prises(malade()), aux_prises(malade({"id": id, "charges": 45}))
    avant, apres = chiffres(sans), chiffres(avec)
    change = {name for name in avant if avant[name] != apres[name]}
    assert change, id
    sorte = AFFECTIONS[id]
    if sorte.ressource:
        assert f"rupture {sorte.ressource}" in change
        assert len(change) > 1 or sorte.devient or sorte.geste  # its own particularity
    assert sorte.dit and sorte.nom
    assert (sorte.prive or sorte.force) == "" or sorte.liberte == "en_partie"
    assert all(tag != "sans_action" for tag in sorte.marques) or sorte.liberte == "entiere"


@pytest.mark.rule("TN-8.241", "TN-8.183")
def test_the_catalogue_has_all_the_book_names_and_two_afflictions_of_every_kind():
    noms = {sorte.nom for sorte in AFFECTIONS.values()}
    autres = {"Choc": "Choc physique", "Provocation": "Provoqué"}
    assert {autres.get(row["nom"], row["nom"]) for row in rows("TN-8.241")} <= noms
    assert sum(sorte.famille == "rupture" for sorte in AFFECTIONS.values()) == 11
    for mode in ("FOR", "DEX", "AGI", "CHA", "INT", "RUS"):
        assert len([s for s in AFFECTIONS.values() if s.mode == mode and not s.positive]) == 2, mode
    assert {s.nom for s in AFFECTIONS.values() if s.ressource == "PS"} == {"Torture", "Regret"}
    assert {s.nom for s in AFFECTIONS.values() if s.substance} == {"Venin", "Poison", "Acide"}
    assert sum(s.positive for s in AFFECTIONS.values()) >= 2


def test_a_condition_there_is_not_cannot_be_had():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"id": "alba", "fiche": {"nom": "Alba"}, "conditions": [{"id": "lune"}]}, Personnage)
    assert InfligerCondition("alba", "lune").closed(malade()).rule == "TN-8.241"


# ---------------------------------------------------------------- contracting


@pytest.mark.rule("TN-8.212", "TN-8.216", "TN-8.219")
@pytest.mark.parametrize(
    ("des", "charges"),
    [((6, 5, 5), 6), (REUSSIR, 6), (RATER, 11), ((1, 1, 3), 11)],
)
def test_a_save_against_the_difficulty_leaves_all_or_half(des, charges):
    """Difficulty 10, CON 10: 16 and 11 succeed, 9 and 5 fail; the half of 11 is rounded up."""
    apres, oracle = jouer(malade(), InfligerCondition("alba", "venin", 11), *des, reponses=SANS_PAYER)
    assert ids(apres) == [("venin", charges)]
    assert dit(oracle, "sauvegarde")["quoi"] == "Robustesse"


@pytest.mark.rule("TN-8.212")
def test_a_critical_save_leaves_nothing_and_a_critical_failure_half_as_much_again():
    leger = InfligerCondition("alba", "venin", 11, difficulte=5)
    apres, oracle = jouer(malade(), leger, 6, 5, 5, reponses=SANS_PAYER)
    assert ids(apres) == [] and dit(oracle, "condition_evitee")["condition"] == "Venin"
    lourd = InfligerCondition("alba", "venin", 11, difficulte=20)
    assert ids(jouer(malade(), lourd, *RATER, reponses=SANS_PAYER)[0]) == [("venin", 17)]


@pytest.mark.rule("TN-8.213")
def test_the_mind_resists_by_determination():
    apres, oracle = jouer(malade(), InfligerCondition("alba", "doute", 11), *RATER, reponses=SANS_PAYER)
    assert dit(oracle, "sauvegarde")["quoi"] == "Détermination" and ids(apres) == [("doute", 11)]


@pytest.mark.rule("TN-8.215", "TN-8.229", "TN-8.214")
def test_a_good_condition_comes_without_a_save_unless_one_resists():
    action = InfligerCondition("alba", "inspire", 25)
    pris, _ = jouer(malade(), action, reponses={"tn.condition_positive": ["accepter"]})
    assert ids(pris) == [("inspire", 25)]
    reponses = {"tn.condition_positive": ["resister"], **SANS_PAYER}
    assert ids(jouer(malade(), action, *REUSSIR, reponses=reponses)[0]) == [("inspire", 13)]
    assert total(decharge(pris, pris["alba"], pris["alba"].conditions[0])) == 10
    assert InfligerCondition("alba", "inspire", 25, duree="permanente").closed(malade()).rule == "TN-8.214"
    assert InfligerCondition("alba", "doute", 25, duree="permanente").closed(malade()) is None


@pytest.mark.rule("TN-8.216")
def test_the_difficulty_of_an_effect_is_the_expertise_of_its_author():
    p = scene(bor={"base": {"DEX": 14, "INT": 8}})["bor"]
    assert (total(difficulte_d_effet(p)), total(difficulte_d_effet(p, "esprit"))) == (12, 9)
    assert total(difficulte_d_effet(p, qualite=2)) == 13


@pytest.mark.rule("TN-8.219", "TN-8.224")
def test_charges_are_thrown_by_the_category_of_the_source_with_the_ruse_of_its_user():
    table = malade()
    action = InfligerCondition("alba", "poison", categorie=1)
    assert ids(jouer(table, action, 8, 7, 6, *RATER, reponses=SANS_PAYER)[0]) == [("poison", 21)]
    ruse = table.put(replace(table["bor"], fiche=replace(table["bor"].fiche, base={"RUS": 16})))
    apres, oracle = jouer(ruse, replace(action, par="bor"), 8, 7, 6, *RATER, reponses=SANS_PAYER)
    assert ids(apres) == [("poison", 24)] and dit(oracle, "charges").rule == "TN-8.224"


@pytest.mark.rule("TN-8.220")
def test_whoever_would_lose_all_freedom_has_half_the_charges_and_can_do_nothing():
    apres, _ = jouer(malade(), InfligerCondition("alba", "petrifie", 11), *RATER, reponses=SANS_PAYER)
    assert ids(apres) == [("petrifie", 5)]
    en_jeu = aux_prises(apres)
    assert fermee(en_jeu, "alba", "deplacement").rule == "TN-8.220"
    assert Tester("alba", attribut="FOR").closed(apres).rule == "TN-8.220"
    assert Passer("alba").closed(en_jeu) is None


@pytest.mark.rule("TN-8.230")
@pytest.mark.parametrize("row", rows("TN-8.230"))
def test_a_longer_condition_is_harder_to_inflict(row):
    duree = {"éphémère": "ephemere"}.get(row["duree_visee"], row["duree_visee"])
    deja = {"éphémère": ["ephemere"], "temporaire": ["temporaire"], "aucune ou éphémère": ["ephemere"]}
    avoir = [{"id": "doute", "charges": 9, "duree": d} for d in deja.get(row["deja"], [])]
    p = malade(*avoir)["alba"]
    assert total(surcout_de_duree(p, "doute", duree)) == row["defense"]
    assert total(surcout_de_duree(p, "humilie", duree)) == {"ephemere": 0, "temporaire": 10, "permanente": 20}[duree]


@pytest.mark.rule("TN-8.230")
def test_a_condition_that_is_prolonged_takes_the_place_of_the_shorter_one():
    """The defence of INT 10 is 15; 5 more over the ephemeral doubt."""
    table = malade({"id": "doute", "charges": 9})
    rate = InfligerCondition("alba", "doute", 12, duree="temporaire", score=20)
    apres, oracle = jouer(table, rate)
    assert ids(apres) == [("doute", 9)] and dit(oracle, "affliction")["defense"] == 20
    apres, _ = jouer(table, replace(rate, score=21), *RATER, reponses=SANS_PAYER)
    assert [(c.charges, c.duree) for c in apres["alba"].conditions] == [(12, "temporaire")]


# ---------------------------------------------------------------- stacking, shock


@pytest.mark.rule("TN-8.232", "TN-8.233", "TN-8.179")
@pytest.mark.parametrize(("instances", "net"), [(1, -1), (2, -2), (3, -2)])
def test_two_instances_are_advanced_and_three_no_worse(instances, net):
    table = malade(*[{"id": "doute", "charges": 5 * (i + 1)} for i in range(instances)])
    assert figures(table, table["alba"], "INT").net == net
    apres = decharger(table, Scripted(), "alba", "ephemere", "TN-8.226")
    assert [n for _, n in ids(apres)] == [5 * i for i in range(1, instances)]  # each falls by itself


@pytest.mark.rule("TN-8.233")
def test_a_source_may_make_it_advanced_at_once():
    table = malade({"id": "doute", "charges": 5, "avancee": True})
    assert figures(table, table["alba"], "INT").net == -2


@pytest.mark.rule("TN-8.225")
def test_what_is_counted_by_charges_shrinks_with_them():
    de = [
        total(figures(t, t["alba"], "INT").modificateurs)
        for t in (malade({"id": "humilie", "charges": n}) for n in (21, 20, 5))
    ]
    assert de == [-3, -2, -1]


@pytest.mark.rule("TN-8.234", "TN-8.235", "TN-8.236")
@pytest.mark.parametrize(
    ("nature", "pertes", "choque"),
    [
        ("physique", {"PV": 5}, False),
        ("physique", {"PV": 6}, True),
        ("physique", {"PS": 6}, False),
        ("mental", {"PS": 6}, True),
        ("mixte", {"PV": 6}, True),
        ("mixte", {"PS": 6}, True),
        ("mixte", {}, False),
    ],
)
def test_more_shock_than_vitality_or_spirituality_left(nature, pertes, choque):
    """20 of each: 15 charges are more than 14 left, not than 15."""
    table = malade(pertes=pertes)
    apres, oracle = jouer(table, InfligerCondition("alba", f"choc_{nature}", 15))
    p = apres["alba"]
    assert ("etat_de_choc" in p.etats) is choque
    assert total(defense(p, "AGI")) == (10 if choque else 15)
    assert total(figures(apres, p, "AGI").modificateurs) == (-2 if choque else 0)
    assert total(figures_de_sauvegarde(apres, p, "robustesse").modificateurs) == 0
    assert any(e.what == "etat" and e["etat"] == "en état de choc" for e in oracle.events) is choque
    assert ids(decharger(apres, Scripted(), "alba", "ephemere", "TN-8.226")) == [(f"choc_{nature}", 10)]


@pytest.mark.rule("TN-8.235")
def test_stacked_shock_adds_up_and_weighs_twice():
    table = malade("choc_physique", {"id": "choc_physique", "charges": 1})
    assert total(figures(table, table["alba"], "AGI").modificateurs) == -4
    assert InfligerCondition("alba", "choc_physique").closed(table).rule == "TN-8.234"


# ---------------------------------------------------------------- rupture


@pytest.mark.rule("TN-8.237", "TN-8.434", "TN-8.183")
def test_ruptures_cost_at_the_start_of_a_tour_and_add_up():
    table = malade("venin", "torture", "fatigue", "acide", "hemorragie")
    p = ruptures_du_tour(table, Scripted())["alba"]
    assert p.pertes == {"PK": 20, "PV": 2 + 3 + 3, "PS": 2, "PE": 2}
    assert p.lesions == ()


@pytest.mark.rule("TN-8.237", "TN-8.233")
def test_an_advanced_rupture_costs_twice():
    p = malade("poison", "poison", "poison")["alba"]
    assert total(tic(p, "poison")) == 4 and total(tic(malade("poison")["alba"], "poison")) == 2


@pytest.mark.rule("TN-8.237")
def test_a_rupture_can_kill_and_the_dead_suffer_no_more():
    table = malade("venin", "acide", pertes={"PV": 39})
    apres = ruptures_du_tour(table, Scripted())
    assert "mort" in apres["alba"].etats and apres["alba"].pertes["PV"] == 41
    assert ruptures_du_tour(apres, Scripted()) == apres


@pytest.mark.rule("TN-8.178")
def test_by_the_option_ruptures_come_by_the_round_twice_at_most():
    table = aux_prises(malade("venin", options=("rupture_par_round",)))
    assert ruptures_du_tour(table, Scripted()) == table
    for manche, perdus in ((1, 2), (2, 2), (3, None)):
        found = ruptures_du_round(replace(table, encounter=replace(table.encounter, manche=manche)), Scripted())
        assert found["alba"].pertes.get("PV") == perdus
    dehors = replace(table, encounter=replace(table.encounter, budgets={"bor": Budget()}))
    assert ruptures_du_round(dehors, Scripted()) == dehors
    assert ruptures_du_round(aux_prises(malade("venin")), Scripted())["alba"].pertes.get("PV") is None


@pytest.mark.rule("TN-8.238")
def test_more_damage_of_a_rupture_is_more_charges():
    apres, _ = jouer(malade(), InfligerCondition("alba", "venin", 10, plus=4), *RATER, reponses=SANS_PAYER)
    assert ids(apres) == [("venin", 14)] and total(tic(apres["alba"], "venin")) == 2


@pytest.mark.rule("TN-8.239", "TN-8.240")
@pytest.mark.parametrize("row", rows("TN-8.239"))
def test_variants_of_a_substance(row):
    id = next(id for id, v in VARIANTES.items() if v.nom == row["propriete"])
    v = VARIANTES[id]
    assert (v.degats, v.decharge, v.difficulte) == (row["degats"], row["decharge"], row["difficulte"])
    assert VARIANTES[v.exclut].nom == row["incompatible"]
    table = malade({"id": "venin", "charges": 20, "variantes": [id]})
    p = table["alba"]
    assert total(tic(p, "venin")) == 2 + row["degats"]
    assert total(decharge(table, p, p.conditions[0])) == 5 + row["decharge"]
    action = InfligerCondition("alba", "venin", 10, variantes=(id,))
    assert action.closed(table) is None
    assert replace(action, variantes=(id, v.exclut)).closed(table).rule == "TN-8.240"
    assert replace(action, condition="saignement").closed(table).rule == "TN-8.239"
    _, oracle = jouer(malade(), action, 6, 5, 5, reponses=SANS_PAYER)
    assert dit(oracle, "sauvegarde")["difficulte"] == 10 + row["difficulte"]


@pytest.mark.rule("TN-8.240")
def test_variants_of_different_pairs_add_up():
    p = malade({"id": "acide", "charges": 20, "variantes": ["rapide", "dangereuse", "fluide"]})["alba"]
    c = p.conditions[0]
    assert [c.des_variantes(x) for x in ("degats", "decharge", "difficulte")] == [3, 5, 0]
    assert InfligerCondition("alba", "acide", 5, variantes=("rapide", "fluide")).closed(malade()) is None


# ---------------------------------------------------------------- freedom


@pytest.mark.rule("TN-8.217")
def test_one_more_save_each_tour_against_a_partial_loss_of_freedom():
    table = malade("entrave", "doute")
    libre = se_liberer(table, Scripted(REUSSIR, SANS_PAYER), "alba")
    assert ids(libre) == [("doute", 20)]
    assert se_liberer(table, Scripted(RATER, SANS_PAYER), "alba") == table


@pytest.mark.rule("TN-8.218")
@pytest.mark.parametrize("id", ["provoque", "obsession", "entrave", "effraye", "sonne"])
@pytest.mark.parametrize(("des", "reussi"), [(REUSSIR, True), (RATER, False)])
def test_what_forces_or_deprives_takes_the_action_and_determination_keeps_its_kind(id, des, reussi):
    table = aux_prises(malade(id))
    oracle = Scripted(des, SANS_PAYER)
    apres = debut_de_passe(table, oracle, "alba")
    genre = AFFECTIONS[id].prive or AFFECTIONS[id].force
    b = apres.encounter.budgets["alba"]
    assert (b.acts, b.genres) == (1, () if reussi else (genre,))
    assert (fermee(apres, "alba", genre) is None) is reussi
    assert ids(apres) == ids(table)
    assert dit(oracle, "contrainte")["forcee"] is bool(AFFECTIONS[id].force)


# ---------------------------------------------------------------- durations


@pytest.mark.rule("TN-8.226", "TN-8.222", "TN-8.231")
def test_ephemeral_ones_lose_the_recovery_each_tour_and_end_with_the_scene():
    table = malade({"id": "doute", "charges": 12}, fiche={"base": {"SAG": 14}})
    apres = decharger(table, Scripted(), "alba", "ephemere", "TN-8.226")
    assert ids(apres) == [("doute", 5)]
    assert ids(decharger(apres, Scripted(), "alba", "ephemere", "TN-8.226")) == []
    las = table.put(replace(table["alba"], fatigue=20))
    assert ids(decharger(las, Scripted(), "alba", "ephemere", "TN-8.226")) == [("doute", 7)]
    long = {"id": "doute", "charges": 12, "duree": "temporaire"}
    fini, _ = jouer(malade({"id": "doute", "charges": 90}, long), FinirLaScene("alba"))
    assert [c.duree for c in fini["alba"].conditions] == ["temporaire"]


@pytest.mark.rule("TN-8.227", "TN-8.228")
def test_temporary_ones_lose_it_at_a_rest_and_permanent_ones_never():
    deux = [{"id": "doute", "charges": 20, "duree": d} for d in ("temporaire", "permanente")]
    table = malade(*deux)
    assert decharger(table, Scripted(), "alba", "ephemere", "TN-8.226") == table
    apres, _ = jouer(table, SeReposer("alba", "totale", "totale", "partielle"))
    assert [(c.duree, c.charges) for c in apres["alba"].conditions] == [("temporaire", 13), ("permanente", 20)]


@pytest.mark.rule("TN-8.231")
def test_a_condition_never_grows_by_a_bad_recovery():
    table = malade("poison", fiche={"base": {"SAG": 4}}, fatigue=60)
    assert total(decharge(table, table["alba"], table["alba"].conditions[0])) == 0


@pytest.mark.rule("TN-8.241")
def test_particularities_of_ruptures():
    """Necrosis keeps vitality from coming back; a haemorrhage halved bleeds; a fire burns until it is put out."""
    repos = SeReposer("alba")
    necrose = {"id": "necrose", "charges": 90, "duree": "temporaire"}
    assert jouer(malade(necrose, pertes={"PV": 9}), repos)[0]["alba"].pertes["PV"] == 9
    assert jouer(malade(pertes={"PV": 9}), repos)[0]["alba"].pertes["PV"] == 4
    hemorragie = malade({"id": "hemorragie", "charges": 14, "initiales": 20})
    assert ids(decharger(hemorragie, Scripted(), "alba", "ephemere", "TN-8.226")) == [("saignement", 9)]
    feu = aux_prises(malade("enflamme"))
    assert decharger(feu, Scripted(), "alba", "ephemere", "TN-8.226") == feu
    apres, _ = jouer(feu, Eteindre("alba"))
    assert ids(apres) == [] and apres.encounter.budgets["alba"].acts == 1
    assert Eteindre("bor", sur="alba").closed(feu).rule == "TN-8.23"
    assert Eteindre("alba", "venin").closed(feu).rule == "TN-8.241"


@pytest.mark.rule("TN-8.241", "TN-8.222")
def test_what_ends_a_condition_at_once():
    table = aux_prises(malade("provoque", "doute"))
    assert ids(jouer(table, Rompre("alba"))[0]) == [("doute", 20)]
    assert ids(jouer(table, LeverCondition("alba", "doute"))[0]) == [("provoque", 20)]
    assert LeverCondition("alba", "venin").closed(table).rule == "TN-8.241"


# ---------------------------------------------------------------- on the ground


@pytest.mark.rule("TN-8.376", "TN-8.377")
def test_on_the_ground():
    apres, _ = jouer(malade(), InfligerCondition("alba", "mise_au_sol", 12), *RATER, reponses=SANS_PAYER)
    p = apres["alba"]
    assert (total(allure(p)), total(deplacement(p))) == (0, 0)
    assert figures(apres, p, "FOR").net == figures(apres, p, "INT").net == -1
    assert total(situation(apres, p, p)) == -4
    assert ids(decharger(apres, Scripted(), "alba", "ephemere", "TN-8.226")) == [("mise_au_sol", 7)]


@pytest.mark.rule("TN-8.330")
@pytest.mark.parametrize("genre", ["attaque", "defense", "tactique"])
def test_without_defences(genre):
    table = aux_prises(malade("renverse"))
    assert fermee(table, "alba", genre).rule == "TN-8.330"
    assert moyens(table, "alba", genre, "parer") == ()
    assert fermee(table, "alba", "deplacement") is None
    assert fermee(aux_prises(malade()), "alba", genre) is None


def test_the_dead_contract_nothing():
    table = malade(pertes={"PV": 40})
    assert InfligerCondition("alba", "venin", 5).closed(table).rule == "TN-4.5"


def test_a_condition_as_it_is_stored():
    c = Condition("venin", 5, variantes=("lent",))
    assert msgspec.json.decode(msgspec.json.encode(c), type=Condition) == c


# ---------------------------------------------------------------- with a blow


def coup(table, jet, permanents=0, parades=(), plan="corps", des=RATER, reponses=SANS_PAYER):
    """Bor has hit Alba: what follows."""
    v, d = Verdict(True, None, parades=parades), Degats(permanents, 0, (), jet, jet)
    oracle = Scripted(des, reponses)
    apres = touche(table, oracle, Coup("bor", "alba", plan), v, d)
    assert oracle.left_over() is None
    return apres


@pytest.mark.rule("TN-8.223")
def test_an_attack_gives_its_jet_as_charges_whatever_protects():
    table, _ = jouer(malade(), PorterCondition("bor", "vulnerable"))
    assert ids(coup(table, 17)) == [("vulnerable", 17)]  # nothing permanent came through
    assert ids(coup(table, 17, plan="esprit", des=(), reponses={})) == []
    assert PorterCondition("bor", "vulnerable").closed(table).rule == "TN-8.223"


@pytest.mark.rule("TN-8.358")
def test_a_poisoned_blade_poisons_once_and_only_if_it_wounds():
    table, _ = jouer(malade(), PorterCondition("bor", "poison", 12))
    pare = coup(table, 17, parades=(Parade("parer", "acts", True),), des=(), reponses={})
    assert ids(pare) == [] and pare["bor"].portees
    blesse = coup(table, 17, 3)
    assert ids(blesse) == [("poison", 12)] and blesse["bor"].portees == ()
    assert ids(coup(table, 17, 3, des=REUSSIR)) == [("poison", 6)]


@pytest.mark.rule("TN-8.163")
def test_whoever_guards_himself_takes_none_or_fewer_charges():
    table, _ = jouer(malade(), PorterCondition("bor", "vulnerable"))
    assert ids(coup(table, 17, parades=(Parade("se_premunir", "acts", True),), des=(), reponses={})) == []
    assert ids(coup(table, 17, parades=(Parade("se_premunir", "acts", False, 2),))) == [("vulnerable", 9)]


@pytest.mark.rule("TN-8.232", "TN-8.330")
def test_conditions_and_agony_are_on_the_sheet():
    table = malade("venin", {"id": "doute"}, pertes={"PV": 20, "PE": 20})
    etats = {line.label: line for section in sheet(table, "alba").sections for line in section.lines}
    assert (etats["Venin"].value, etats["Doute"].value) == (20, None)
    assert etats["Venin"].note == AFFECTIONS["venin"].dit
    assert etats["Agonisant"].rule == "TN-8.330"
