"""Talents: each one of the catalogue changes something that can be measured, and each rule bent is bent as it says."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests.tests import pesent
from tablee.games.vieux_monde.book.c2_combat.combat import mouvement, perdre_les_avantages, surnombre
from tablee.games.vieux_monde.book.c2_coups import prouesses, tir
from tablee.games.vieux_monde.book.c2_coups.attaque import bruts, par_esquive, pour_se_defendre, pour_toucher
from tablee.games.vieux_monde.book.c2_coups.coup import Coup
from tablee.games.vieux_monde.book.c2_coups.jetons import total_des_mineurs
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre
from tablee.games.vieux_monde.book.c3_magie.emprises import bruts_du_projectile
from tablee.games.vieux_monde.book.c3_magie.focalisation import perdre_un_dr
from tablee.games.vieux_monde.book.c3_magie.grimoire import PercevoirLesVents
from tablee.games.vieux_monde.book.c3_magie.magie import Lancement, hors_de_sa_magie
from tablee.games.vieux_monde.book.c5_blessures.blessures import critique_adouci, rangee_critique
from tablee.games.vieux_monde.book.c5_blessures.degats import armure
from tablee.games.vieux_monde.book.c5_blessures.mort import a_l_agonie, rounds_debout
from tablee.games.vieux_monde.book.c5_soins.soins import Dormir, rendus
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.carrieres import CARRIERES, ESPECES
from tablee.games.vieux_monde.model.catalogue import ARMES, COMPETENCES, MAINS_NUES, TALENTS
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import A_TATONS, DE_LA_MAGIE, Focalisation
from tablee.games.vieux_monde.model.sorts import SORTS
from tablee.games.vieux_monde.model.tables import NOMS
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

pytestmark = pytest.mark.rule("VM-6.13")

CONNUES = dict.fromkeys([c for c in COMPETENCES if c not in ("musique", "savoir_magie")], 10)
TOUR = {"ordre": ["b", "a", "c", "d"], "file": ["a", "c", "d"], "initiatives": {"a": 20, "b": 30, "c": 10, "d": 5}}


def scene(talents=(), combat=True, **a):
    """« a » with these Talents, Engagé with two adversaries, a companion at hand."""
    fiche = {"competences": CONNUES, "talents": dict(talents), "destin": 2, "resilience": 1, **a.pop("fiche", {})}
    engagements = [{"a": "a", "b": "b", "round": 1}, {"a": "a", "b": "c", "round": 1}]
    tour = {"combat": {**TOUR, "engagements": engagements, "action": a.pop("action", True)}} if combat else {}
    nous = {"camp": "nous", "fiche": fiche, "equipement": {"armes": ["epee", "arc"]}, "avantages": 4, **a}
    b = {"camp": "eux", "x": 1, "fiche": {"CC": 40, "AGI": 40}}
    c = {"camp": "eux", "x": 1, "y": 1, "fiche": {"CC": 40, "AGI": 39}}
    d = {"camp": "nous", "x": 2, "fiche": {"AGI": 38}}
    return lire_scene({"personnages": {"a": nous, "b": b, "c": c, "d": d}, **tour})


# ---------------------------------------------------------------- everything a Talent could show in


def mesures(talents):
    """What can be read of somebody with these Talents, as far as any of them could matter."""
    s = scene(talents, etats=[{"id": "sonne", "niveaux": 1}])
    p, b = s["a"], s["b"]
    coup = Coup("a", "b", ARMES["epee"])
    trait = Coup("a", "b", ARMES["arc"], tir=True)
    a_cheval = replace(p, monture="b")
    feu = next(x for x in SORTS.values() if x.projectile)
    return {
        "caracs": p.fiche.caracs,
        "valeurs": {c: None if v is None else v + total(pesent(p.cas, c)) for c, v in p.fiche.valeurs.items()},
        "attaque": total(pour_toucher(s, p, b, coup)),
        "tir": total(tir.pour_tirer(s, p, b, trait)),
        "esquive": total(pour_se_defendre(p, "esquive", True)),
        "parade": total(pour_se_defendre(p, "lames", False)),
        "en_selle": par_esquive(a_cheval, MAINS_NUES).valeur,
        "contre_un_tir": [d.id for d in tir.parades(p, ARMES["arc"], 0)],
        "genres": {g: total(pesent(p.cas, "calme", (g,))) for g in ("psychologie", "incantation", "dissipation")},
        "degats": total(bruts(s, coup, 0)[0]),
        "degats_tir": total(bruts(s, trait, 0)[0]),
        "degats_magie": total(bruts_du_projectile(s, feu, Lancement("a", feu.id, ("b",), 0))),
        "pa": total(armure(p, "corps")),
        "pb": p.fiche.PB,
        "mouvement": total(mouvement(s, p)),
        "soins": total(rendus(p, 0)),
        "chance": p.chance_max,
        "jetons": total(total_des_mineurs(p)),
        "initiative": ordre_tire(talents),
        "surnombre": surnombre(s, "b", "a"),
        "critique": critique_adouci(p),
        "agonie": rounds_debout(p),
        "blesse": perdre_les_avantages(s, Scripted(), "a")["a"].avantages,
        "nuit": pb_apres_la_nuit(talents),
        "magie": [hors_de_sa_magie(p, x) is None for x in SORTS.values()],
        "amassee": amassee_apres_un_echec(talents),
        "vents": PercevoirLesVents("a", impose=True).closed(s) is None,
        "prouesses": list(prouesses.offers(s, p)),
    }


def ordre_tire(talents):
    """The order when « a » fails his Test of Initiative, and when all have the same value."""
    s = scene(talents, combat=False)
    rate = Combattre("a").resolve(s, Scripted([90, 40, 40, 40]))
    egal = Combattre("a").resolve(s, Scripted([25, 25, 25, 25]))
    return rate.encounter.initiatives["a"], egal.encounter.ordre.index("a")


def pb_apres_la_nuit(talents):
    s = scene(talents, combat=False)
    s = s.put(replace(s["a"], pb_perdus=s["a"].fiche.PB))
    return Dormir("a").resolve(s, Scripted([30]))["a"].pb


def amassee_apres_un_echec(talents):
    s = scene(talents, combat=False)
    sort = next(iter(SORTS))
    s = s.put(replace(s["a"], focalisation=Focalisation(sort, 3)))
    return perdre_un_dr(s, Scripted(), "a", sort)["a"].focalisation.dr


SANS = mesures({})


@pytest.mark.parametrize("id", TALENTS)
def test_every_talent_changes_something(id):
    avec = mesures({id: 1})
    change = [m for m in SANS if avec[m] != SANS[m]]
    assert change, id


def sur_la_fiche(talents, sur):
    """The terms that these Talents bring to one figure."""
    return tuple(m.term for m in scene(talents)["a"].fiche.apports if m.on == sur)


@pytest.mark.parametrize("talent", [t for t in TALENTS.values() if t.modifs], ids=lambda t: t.id)
def test_figures_are_those_its_text_tells_and_count_each_time(talent):
    for m in talent.modifs:
        assert m.sur in SUR or m.sur in NOMS or m.sur in COMPETENCES
        assert f"{abs(m.mod)}" in talent.dit
        once = sur_la_fiche({talent.id: 1}, m.sur)
        assert once == ((talent.nom, m.mod, talent.rule),)
        if talent.max > 1:
            assert total(sur_la_fiche({talent.id: 2}, m.sur)) == 2 * m.mod


def test_no_talent_is_without_text_and_each_can_be_had_by_somebody():
    ouverts = {t for c in CARRIERES.values() for r in c.rang for t in r.talents}
    ouverts |= {t for e in ESPECES.values() for t in (*e.talents, *e.dons)}
    assert ouverts == set(TALENTS)
    assert all(t.dit.strip() and 1 <= t.max <= 3 for t in TALENTS.values())
    assert len({t.nom for t in TALENTS.values()}) == len(TALENTS) >= 40


# ---------------------------------------------------------------- rules bent


@pytest.mark.rule("VM-4.7")
def test_chanceux_gives_one_point_of_chance_more_and_only_once():
    assert TALENTS["chanceux"].max == 1
    assert (scene()["a"].chance_max, scene({"chanceux": 1})["a"].chance_max) == (2, 3)


@pytest.mark.rule("VM-2.5")
def test_reveil_de_soldat_counts_no_dr_below_zero():
    s = scene({"reveil_de_soldat": 1}, combat=False)
    assert ordre_tire({})[0] == -60 + 3
    assert Combattre("a").resolve(s, Scripted([90, 40, 40, 40])).encounter.initiatives["a"] == 0 + 3
    assert Combattre("a").resolve(s, Scripted([12, 40, 40, 40])).encounter.initiatives["a"] == 20 + 3


@pytest.mark.rule("VM-2.5")
def test_premier_debout_goes_first_of_equal_values_even_of_quicker_ones():
    s = scene({"premier_debout": 1}, combat=False, fiche={"AGI": 10})
    assert Combattre("a").resolve(s, Scripted([25] * 4)).encounter.ordre[0] == "a"
    s = scene(combat=False, fiche={"AGI": 10})
    assert Combattre("a").resolve(s, Scripted([25] * 4)).encounter.ordre[-1] == "a"
    # a higher value still goes first
    s = scene({"premier_debout": 1}, combat=False)
    assert Combattre("a").resolve(s, Scripted([25, 5, 25, 25])).encounter.ordre[:2] == ("b", "a")


@pytest.mark.rule("VM-2.18")
def test_tete_froide_keeps_one_avantage_through_a_wound_and_through_nothing_else():
    s = scene({"tete_froide": 1})
    assert perdre_les_avantages(s, Scripted(), "a")["a"].avantages == 1
    assert perdre_les_avantages(s, Scripted(), "a", "VM-2.21")["a"].avantages == 0
    un = s.put(replace(s["a"], avantages=1))
    oracle = Scripted()
    assert perdre_les_avantages(un, oracle, "a")["a"].avantages == 1
    assert oracle.events == []
    assert perdre_les_avantages(scene(), Scripted(), "a")["a"].avantages == 0


@pytest.mark.rule("VM-2.35")
def test_dos_au_mur_counts_for_two():
    assert (surnombre(scene(), "b", "a"), surnombre(scene({"dos_au_mur": 1}), "b", "a")) == (2, 1)


@pytest.mark.rule("VM-5.6")
def test_os_epais_softens_the_roll_by_ten_each_time_but_not_below_01():
    p = scene({"os_epais": 2})["a"]
    assert critique_adouci(p) == 20
    assert rangee_critique(Scripted([71]), 20, False) == rangee_critique(Scripted([51]), 0, False)
    assert rangee_critique(Scripted([5]), 20, True) == rangee_critique(Scripted([1]), 0, False)


@pytest.mark.rule("VM-5.4")
def test_refuse_de_tomber_stays_awake_two_rounds_more():
    for talents, rounds in (({}, 3), ({"refuse_de_tomber": 1}, 5)):
        s = scene(talents)
        s = s.put(replace(s["a"], pb_perdus=s["a"].fiche.PB, a_zero=0))
        n = 0
        while not s["a"].niveau("inconscient"):
            s, n = a_l_agonie(s, Scripted()), n + 1
        assert n == rounds


@pytest.mark.rule("VM-6.1")
def test_touche_a_tout_opens_what_was_not_learned_at_minus_20_but_not_magic():
    nu, debrouillard = (
        lire_scene({"personnages": {"a": {"fiche": {"DOI": 45, "talents": t}}}})["a"].fiche
        for t in ({}, {"touche_a_tout": 1})
    )
    for c in COMPETENCES.values():
        if not c.avancee:
            assert debrouillard.valeurs[c.id] == nu.valeurs[c.id]
        elif c.id in DE_LA_MAGIE:
            assert debrouillard.valeurs[c.id] is None
        else:
            assert nu.valeurs[c.id] is None
            assert debrouillard.valeurs[c.id] == debrouillard.caracs[c.carac] + A_TATONS
            assert total(debrouillard.somme(c.id)) == debrouillard.valeurs[c.id]
    assert debrouillard.valeurs["crochetage"] == 25
    appris = scene({"touche_a_tout": 1})["a"].fiche
    assert appris.valeurs["crochetage"] == 40


@pytest.mark.rule("VM-5.12")
def test_sommeil_lourd_gives_back_two_points_more():
    assert pb_apres_la_nuit({"sommeil_lourd": 1}) == pb_apres_la_nuit({}) + 2


@pytest.mark.rule("VM-3.21")
def test_puits_profond_loses_nothing_to_a_failed_incantation():
    assert (amassee_apres_un_echec({}), amassee_apres_un_echec({"puits_profond": 1})) == (2, 3)


@pytest.mark.rule("VM-2.63")
def test_sacoche_pleine_is_one_minor_jeton_more():
    assert [total(total_des_mineurs(scene(t)["a"])) for t in ({}, {"sacoche_pleine": 1})] == [2, 3]


@pytest.mark.rule("VM-2.28")
def test_parade_de_traits_defends_against_shots():
    assert tir.parades(scene()["a"], ARMES["arc"], 0) == []
    assert {d.id for d in tir.parades(scene({"parade_de_traits": 1})["a"], ARMES["arc"], 0)} == {"esquive", "epee"}


@pytest.mark.rule("VM-2.44")
def test_acrobaties_equestres_dodge_in_the_saddle():
    valeurs = [
        par_esquive(replace(scene(t)["a"], monture="b"), MAINS_NUES).valeur for t in ({}, {"acrobaties_equestres": 1})
    ]
    assert valeurs[1] - valeurs[0] == 20


@pytest.mark.rule("VM-3.1")
def test_talents_of_magic_open_their_spells():
    def genres(talents, domaines=()):
        p = scene(talents, fiche={"domaines": list(domaines)})["a"]
        return {s.genre for s in SORTS.values() if hors_de_sa_magie(p, s) is None}

    assert genres({}) == set()
    assert genres({"magie_mineure": 1}) == {"mineur"}
    assert genres({"magie_des_arcanes": 1}, ("flamme",)) == {"mineur", "arcane", "domaine"}
    assert genres({"magie_du_chaos": 1}) == {"mineur", "arcane", "chaos"}
