"""Experience: what the MJ grants, what each thing costs, and why it may be refused."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde.book.c3_magie.grimoire import Memoriser
from tablee.games.vieux_monde.book.c6_experience import (
    ACTIONS,
    ApprendreTalent,
    ChangerDeCarriere,
    Developper,
    MonterEnRang,
    Recompenser,
    SEntrainer,
    offers,
    prix_de_la_carac,
    prix_de_la_carriere,
    prix_de_la_competence,
    prix_du_rang,
    prix_du_sort,
    prix_du_talent,
    reste,
)
from tablee.games.vieux_monde.desk.creation import CREATION
from tablee.games.vieux_monde.desk.draft import Brouillon, Etoile
from tablee.games.vieux_monde.model.carrieres import CARRIERES, ouvert
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, TALENTS
from tablee.games.vieux_monde.model.combats import Combat
from tablee.games.vieux_monde.model.scene import Scene
from tablee.games.vieux_monde.model.sorts import DOMAINES, SORTS
from tablee.games.vieux_monde.model.tables import CARACS
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

pytestmark = pytest.mark.rule("VM-6.14")

HEDDA = Brouillon(
    nom="Hedda",
    don="chanceux",
    carriere="garde",
    jeunesse=("nage", "jeu"),
    talents=("coude_a_coude", "garde_serree"),
    etoile=Etoile(1, 1),
    motivation="Voir la mer",
)


def scene(xp=1000, draft=HEDDA, **fiche):
    p = CREATION.finish(draft)
    return Scene({"hedda": replace(p, fiche=replace(p.fiche, xp=xp, **fiche))})


def faire(s, *actions):
    for action in actions:
        assert action.closed(s) is None, action.closed(s)
        s = action.resolve(s, Scripted())
    return s


def refus(s, action):
    ferme = action.closed(s)
    return None if ferme is None else read(s, ferme)


# ---------------------------------------------------------------- what the MJ grants


def test_the_mj_grants_experience_to_each():
    oracle = Scripted()
    s = Recompenser("hedda", (("hedda", 120),)).resolve(scene(30), oracle)
    assert reste(s["hedda"].fiche) == 150
    assert (oracle.events[0]["xp"], oracle.events[0]["total"], total(oracle.events[0].terms)) == (120, 150, 150)


def test_rewards_have_bounds_and_go_to_those_who_are_there():
    s = scene()
    assert refus(s, Recompenser("hedda", ())) == "Il faut récompenser au moins un personnage (VM-6.14)"
    assert refus(s, Recompenser("hedda", (("hedda", 0),))) == "De 1 à 500 XP par personnage, pas 0 (VM-6.14)"
    assert refus(s, Recompenser("hedda", (("hedda", 501),))) == "De 1 à 500 XP par personnage, pas 501 (VM-6.14)"
    assert refus(s, Recompenser("hedda", (("hedda", 5),) * 2)) == "Une seule récompense par personnage (VM-6.14)"
    assert refus(s, Recompenser("hedda", (("x", 5),))) == "Personne ne s'appelle « x » dans cette scène (VM-1.2)"
    assert refus(s, Recompenser("x", (("hedda", 5),))) is not None
    combat = replace(s, encounter=Combat(ordre=("hedda",), file=("hedda",)))
    assert refus(combat, Recompenser("hedda", (("hedda", 5),))) == "Pas en plein combat (VM-6.14)"
    mort = s.put(replace(s["hedda"], vie="mort"))
    assert refus(mort, Developper("hedda", "CC")) == "Hedda a perdu la vie (VM-5.9)"


# ---------------------------------------------------------------- prices


@pytest.mark.parametrize(("valeur", "dedans", "dehors"), [(20, 5, 10), (25, 6, 12), (33, 14, 28), (60, 41, 82)])
def test_a_caracteristique_costs_the_value_aimed_at_less_20_at_least_5_and_double_outside_the_career(
    valeur, dedans, dehors
):
    f = scene(CC=valeur, FM=valeur)["hedda"].fiche
    assert (total(prix_de_la_carac(f, "CC")), total(prix_de_la_carac(f, "FM"))) == (dedans, dehors)


@pytest.mark.parametrize(("acquis", "dedans"), [(0, 2), (3, 2), (4, 3), (11, 4), (12, 5), (40, 12)])
def test_a_competence_costs_2_and_1_more_for_every_4_points(acquis, dedans):
    f = scene(competences={"perception": acquis, "nage": acquis})["hedda"].fiche
    assert total(prix_de_la_competence(f, "perception")) == dedans
    assert total(prix_de_la_competence(f, "nage")) == 2 * dedans


def test_a_talent_costs_60_and_40_more_each_time():
    f = scene(talents={"garde_serree": 1})["hedda"].fiche
    assert (total(prix_du_talent(f, "coude_a_coude")), total(prix_du_talent(f, "garde_serree"))) == (60, 100)


@pytest.mark.rule("VM-6.16")
def test_a_spell_costs_20_for_each_ni_at_least_40_wherever_it_is_asked():
    par_ni = {s.ni: s for s in SORTS.values()}
    assert {ni: total(prix_du_sort(s)) for ni, s in par_ni.items()} == {ni: max(40, 20 * ni) for ni in par_ni}
    savant = {"carriere": "mage", "talents": {"magie_mineure": 1}, "competences": {"langue_magick": 20}}
    mineur = next(s for s in SORTS.values() if s.genre == "mineur")
    assert refus(scene(39, grimoire=(mineur.id,), **savant), Memoriser("hedda", mineur.id)).startswith(
        "Pas assez d'exp"
    )
    s = Memoriser("hedda", mineur.id).resolve(scene(40, grimoire=(mineur.id,), **savant), Scripted([5]))
    assert (s["hedda"].fiche.sorts, reste(s["hedda"].fiche)) == ((mineur.id,), 0)


def test_ranks_and_careers_have_their_price():
    f = scene()["hedda"].fiche
    assert (total(prix_du_rang(2)), total(prix_du_rang(3))) == (100, 150)
    assert total(prix_de_la_carriere(f, CARRIERES["fantassin"])) == 40
    assert total(prix_de_la_carriere(f, CARRIERES["mage"])) == 80
    assert total(prix_de_la_carriere(replace(f, carriere=""), CARRIERES["mage"])) == 80


# ---------------------------------------------------------------- buying


def test_what_is_bought_is_on_the_sheet_and_paid():
    avant = scene(300)
    cc, perception = avant["hedda"].fiche.CC, avant["hedda"].fiche.valeurs["perception"]
    s = faire(
        avant,
        Developper("hedda", "CC"),
        SEntrainer("hedda", "perception"),
        ApprendreTalent("hedda", "oreille_de_taverne"),
    )
    f = s["hedda"].fiche
    assert (f.CC, f.valeurs["perception"], f.talents["oreille_de_taverne"]) == (cc + 1, perception + 1, 1)
    assert f.xp_depenses == (cc + 1 - 20) + (2 + 6 // 4) + 60
    assert reste(f) == 300 - f.xp_depenses
    assert f.xp == 300


def test_too_little_experience_is_refused_with_both_figures():
    prix = total(prix_de_la_carac(scene()["hedda"].fiche, "CC"))
    assert refus(scene(prix), Developper("hedda", "CC")) is None
    court = f"Pas assez d'expérience : {prix} XP requis, {prix - 1} disponibles (VM-6.14)"
    assert refus(scene(prix - 1), Developper("hedda", "CC")) == court
    assert refus(scene(59), ApprendreTalent("hedda", "oreille_de_taverne")) is not None


def test_bounds_of_figures():
    assert refus(scene(CC=100), Developper("hedda", "CC")) == "Capacité de Combat ne dépasse pas 100 (VM-6.14)"
    assert refus(scene(CC=99), Developper("hedda", "CC")) is None
    assert refus(scene(), Developper("hedda", "XX")) == "« XX » n'est pas une Caractéristique (VM-6.14)"
    plein = scene(competences={"perception": 60})
    assert refus(plein, SEntrainer("hedda", "perception")) == "Perception ne dépasse pas 60 points (VM-6.14)"
    assert refus(scene(), SEntrainer("hedda", "xx")) == "« xx » n'est pas une Compétence (VM-6.14)"


@pytest.mark.rule("VM-6.1")
def test_an_advanced_competence_is_begun_in_a_career_that_opens_it():
    ferme = "Crochetage s'apprend dans une carrière qui l'ouvre (VM-6.14)"
    assert refus(scene(), SEntrainer("hedda", "crochetage")) == ferme
    assert refus(scene(carriere="coupe_bourse"), SEntrainer("hedda", "crochetage")) is None
    assert refus(scene(competences={"crochetage": 3}), SEntrainer("hedda", "crochetage")) is None
    assert refus(scene(), SEntrainer("hedda", "charme")) is None


@pytest.mark.rule("VM-6.13")
def test_talents_are_those_of_the_rank_and_not_more_often_than_allowed():
    assert (
        refus(scene(), ApprendreTalent("hedda", "dos_au_mur"))
        == "La carrière n'ouvre pas le Talent Dos au mur (VM-6.13)"
    )
    assert refus(scene(rang=2), ApprendreTalent("hedda", "dos_au_mur")) is None
    deux = scene(talents={"garde_serree": 2})
    assert (
        refus(deux, ApprendreTalent("hedda", "garde_serree")) == "Garde serrée ne se prend pas plus de 2 fois (VM-6.13)"
    )
    assert refus(scene(), ApprendreTalent("hedda", "xx")) == "« xx » n'est pas un Talent (VM-6.13)"


@pytest.mark.rule("VM-3.1")
def test_arcane_magic_is_learned_with_a_domaine_and_again_with_another():
    s = scene(carriere="mage")
    assert refus(s, ApprendreTalent("hedda", "magie_des_arcanes")) == "« … » n'est pas un Domaine (VM-3.1)"
    assert (
        refus(s, ApprendreTalent("hedda", "seconde_vue", "flamme"))
        == "Seule la Magie des Arcanes demande un Domaine (VM-3.1)"
    )
    s = faire(s, ApprendreTalent("hedda", "magie_des_arcanes", "flamme"))
    assert s["hedda"].fiche.domaines == ("flamme",)
    encore = ApprendreTalent("hedda", "magie_des_arcanes", "flamme")
    assert refus(s, encore) == "Hedda connaît déjà ce Domaine (VM-3.1)"
    s = faire(s, ApprendreTalent("hedda", "magie_des_arcanes", "givre"))
    assert (s["hedda"].fiche.domaines, s["hedda"].fiche.talents["magie_des_arcanes"]) == (("flamme", "givre"), 2)


# ---------------------------------------------------------------- ranks and careers


def test_a_rank_asks_for_four_competences_and_a_talent_of_the_one_below():
    appris = dict.fromkeys(CARRIERES["garde"].rang[0].competences[:4], 8)
    assert refus(scene(competences={**appris, "ragots": 7}), MonterEnRang("hedda")) is None
    trois = dict(list(appris.items())[:3])
    peu = "Il faut 4 Compétences de la carrière à 8 points ; il y en a 3 (VM-6.14)"
    assert refus(scene(competences={**trois, "ragots": 7, "nage": 30}), MonterEnRang("hedda")) == peu
    sans = scene(competences=appris, talents={"chanceux": 1})
    assert refus(sans, MonterEnRang("hedda")) == "Il faut au moins un Talent du rang « Veilleur » (VM-6.13)"
    s = faire(scene(competences=appris), MonterEnRang("hedda"))
    f = s["hedda"].fiche
    assert (f.rang, f.xp_depenses) == (2, 100)
    assert "boucliers" in f.acces.competences
    assert refus(s, MonterEnRang("hedda")).startswith("Il faut 4 Compétences de la carrière à 16 points")
    assert refus(scene(rang=3), MonterEnRang("hedda")) == "Hedda est au plus haut rang de sa carrière (VM-6.14)"
    assert refus(scene(carriere=""), MonterEnRang("hedda")) == "Hedda n'a pas de carrière (VM-6.14)"
    assert refus(scene(99, competences=appris), MonterEnRang("hedda")) is not None


def test_another_career_begins_at_its_first_rank_and_keeps_what_was_learned():
    s = faire(scene(rang=2), ChangerDeCarriere("hedda", "mage"))
    f = s["hedda"].fiche
    assert (f.carriere, f.rang, f.carrieres, f.xp_depenses) == ("mage", 1, ("garde",), 80)
    assert f.competences == scene()["hedda"].fiche.competences
    assert refus(s, ChangerDeCarriere("hedda", "mage")) == "Hedda suit déjà cette carrière (VM-6.14)"
    assert refus(s, ChangerDeCarriere("hedda", "roi")) == "« roi » n'est pas une carrière (VM-6.14)"
    assert refus(scene(79), ChangerDeCarriere("hedda", "mage")) is not None


# ---------------------------------------------------------------- what must always hold

IDS = st.one_of(
    st.sampled_from(["", "hedda", "x", *CARACS]),
    *(st.sampled_from(sorted(x)) for x in (COMPETENCES, TALENTS, CARRIERES, DOMAINES)),
)


def quelconque(kind):
    champs = {f.name: IDS for f in msgspec.structs.fields(kind)}
    champs["actor"] = st.sampled_from(["hedda", "hedda", "x"])
    if "gains" in champs:
        champs["gains"] = st.lists(st.tuples(st.sampled_from(["hedda", "x"]), st.integers(-5, 600)), max_size=2).map(
            tuple
        )
    return st.builds(kind, **champs)


@given(st.lists(st.one_of([quelconque(k) for k in ACTIONS]), max_size=8), st.integers(0, 700))
@settings(max_examples=80)
def test_nobody_ever_spends_what_he_has_not_and_closed_never_raises(actions, xp):
    s = scene(xp)
    for action in actions:
        if action.closed(s) is not None:
            continue
        avant = reste(s["hedda"].fiche)
        s = action.resolve(s, Scripted())
        f = s["hedda"].fiche
        assert 0 <= f.xp_depenses <= f.xp
        assert reste(f) != avant
        assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s


def test_buttons_offer_what_the_career_opens_and_only_in_peace():
    s = scene(200)
    offerts = list(offers(s, s["hedda"]))
    assert {type(a) for a in offerts} == set(ACTIONS)
    garde = ouvert(CARRIERES["garde"], 1)
    assert {a.talent for a in offerts if isinstance(a, ApprendreTalent)} == set(garde.talents)
    assert {a.competence for a in offerts if isinstance(a, SEntrainer)} >= set(garde.competences)
    assert [type(a) for a in offers(scene(0), scene(0)["hedda"])] == [Recompenser]
    combat = replace(s, encounter=Combat(ordre=("hedda",), file=("hedda",)))
    assert list(offers(combat, s["hedda"])) == []
