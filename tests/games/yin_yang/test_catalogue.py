"""The catalogue: what there is of everything, every id resolves, every creature can fight, everything has its words."""

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c6_blessures import protection
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c8_sortileges.pouvoirs import agir, foudroyer
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, elan_refuse
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.book.c10_modes import DISTANCE, RAPPROCHE
from tablee.games.yin_yang.book.c14_enchantement import Infuser
from tablee.games.yin_yang.desk.draft import MATIERE, Brouillon, bourse
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.model.batailles import BATAILLES
from tablee.games.yin_yang.model.catalogue import (
    ARMES,
    ARMURES,
    BOUCLIERS,
    COMPETENCES,
    CORPS,
    CREATURES,
    MATERIEL,
    PACKAGE,
    PRETS,
)
from tablee.games.yin_yang.model.people import Equipement
from tablee.games.yin_yang.model.runes import GABARITS, Sort
from tablee.games.yin_yang.model.scene import Scene
from tablee.games.yin_yang.model.tables import COUT_DES_RANGS, NOMS, TAILLES, TRAITS
from tablee.kernel import content
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total
from tablee.kernel.words import Words, words_of

GROUPES = [c.id for c in COMPETENCES.values() if c.groupe == "Groupe d'armes"]
LEDGER = game.ledger


def seul(**kw: Any) -> Scene:
    return read_scene({"personnages": {"aki": kw}})


def duel(a: dict[str, Any], b: dict[str, Any]) -> Scene:
    """Two within reach of each other, the fight engaged."""
    return read_scene(
        {
            "personnages": {"aki": {"camp": "A", **a}, "bao": {"camp": "B", "x": 2, **b}},
            "combat": {"file": ["aki", "bao"]},
        }
    )


# ---------------------------------------------------------------- the ledger


def test_every_rule_is_told_in_french_in_the_order_of_the_chapters() -> None:
    assert len(LEDGER.rules) == 236
    assert [r.id for r in LEDGER.rules.values() if not r.dit.strip()] == []
    numeros = [tuple(int(n) for n in id.removeprefix("YY-").split(".")) for id in LEDGER.rules]
    assert numeros == sorted(numeros)


def test_tables_are_in_french() -> None:
    anglais = {"the", "of", "and", "with", "damage", "rank", "weapon", "turn", "skill", "opponent", "per", "extra"}
    for r in LEDGER.rules.values():
        for row in r.rows:
            for cell in row.values():
                assert not anglais & set(str(cell).lower().split()), (r.id, cell)


def test_rules_named_in_a_text_exist() -> None:
    for r in LEDGER.rules.values():
        for mot in r.dit.replace("(", " ").replace(")", " ").replace(",", " ").replace(";", " ").split():
            if mot.startswith("YY-"):
                assert mot.rstrip(".:") in LEDGER.rules, (r.id, mot)


# ---------------------------------------------------------------- YY-20.1: equipment


@pytest.mark.rule("YY-12.2", "YY-12.3", "YY-20.1")
def test_weapons_cover_the_eight_groups_with_the_columns_of_the_book() -> None:
    assert len(ARMES) >= 40 and len(GROUPES) == 8
    par_groupe = Counter(a.groupe for a in ARMES.values())
    assert all(par_groupe[g] >= 2 for g in GROUPES)
    assert set(par_groupe) == {*GROUPES, "arts_martiaux"}
    for a in ARMES.values():
        assert a.vitesse >= 0 and a.poids >= 0 and a.cout >= 0 and a.mains in (1, 2)
        assert (a.degats is None) == (a.groupe == "arts_martiaux"), a.id
        assert a.portee > 0 if a.groupe in DISTANCE else a.portee == 0, a.id
        assert (a.fixe > 0) == (a.groupe == "arbaletes"), a.id
        assert a.fixe < (a.degats or 100), a.id
    assert ARMES["espadon"].mains == 2 and ARMES["dague"].mains == 1
    assert {a.groupe for a in ARMES.values() if a.assommante} == {"arcs", "arbaletes", "armes_de_jet"}
    assert any(a.infusion for a in ARMES.values()) and any(m.infusion for m in MATERIEL.values())


@pytest.mark.rule("YY-12.4", "YY-12.5", "YY-20.1")
def test_armour_by_limb_shields_and_gear() -> None:
    assert len(ARMURES) >= 16 and len(BOUCLIERS) >= 8 and len(MATERIEL) >= 40
    par_membre = Counter(a.membre for a in ARMURES.values())
    assert set(par_membre) == {m.id for m in CORPS["humanoide"]} and min(par_membre.values()) >= 3
    for piece in ARMURES.values():
        assert piece.rang >= 1 and piece.poids > 0 and piece.cout > 0
    assert sorted({b.rang for b in BOUCLIERS.values()}) == [1, 2, 3, 4, 5, 6]
    assert all(m.poids > 0 and m.cout > 0 for m in MATERIEL.values())


@pytest.mark.rule("YY-20.1")
def test_a_dearer_weapon_of_a_kind_hits_harder_or_quicker() -> None:
    """A sword that costs more and is worse in everything would be a slip of the pen."""
    for a in ARMES.values():
        for b in ARMES.values():
            if a.groupe == b.groupe and a.cout > b.cout and a.degats is not None and b.degats is not None:
                mieux = a.degats > b.degats or a.vitesse < b.vitesse or a.portee > b.portee or a.poids < b.poids
                mieux = mieux or a.mains < b.mains or a.infusion > b.infusion
                assert mieux or a.reflet > b.reflet or a.assommante > b.assommante, (a.id, b.id)


# ---------------------------------------------------------------- YY-20.2: the purse


@pytest.mark.rule("YY-20.2")
def test_the_purse_of_beginners_and_of_the_experienced() -> None:
    assert bourse(Brouillon(experience="debutant")) == 150
    assert bourse(Brouillon(experience="experimente")) == 300
    assert bourse(Brouillon(experience="experimente", bourse=42)) == 42
    rows = {r["experience"]: r["sous"] for r in LEDGER.rules["YY-20.2"].rows}
    assert rows == {"débutant": 150, "expérimenté": 300}


# ---------------------------------------------------------------- YY-20.3, YY-20.4: sizes, bodies, creatures


@pytest.mark.rule("YY-20.3")
def test_sizes_are_ordered_and_have_room_and_weight() -> None:
    rows = LEDGER.rules["YY-20.3"].rows
    assert [r["taille"] for r in rows] == list(TAILLES) == list(GABARITS)
    for r in rows:
        g = GABARITS[r["taille"]]
        assert (g.largeur, g.hauteur, g.kg) == (r["largeur_m"], r["hauteur_m"], r["poids_kg"])
    assert [seul(fiche={"taille": t})["aki"].fiche.rang_taille for t in TAILLES] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("YY-6.1", "YY-20.4")
def test_bodies_have_limbs_with_boxes_and_something_vital() -> None:
    assert {m.nom: m.cases for m in CORPS["humanoide"]} == {
        "Tête": 3,
        "Bras gauche": 4,
        "Bras droit": 4,
        "Jambe gauche": 5,
        "Jambe droite": 5,
        "Torse": 6,
    }
    assert set(CORPS) == {"humanoide", "quadrupede", "oiseau", "serpent", "dragon", "amas"}
    for membres in CORPS.values():
        assert len({m.id for m in membres}) == len(membres)
        assert [m.id for m in membres if m.id == "torse" and m.vital] == ["torse"]
        assert all(m.cases >= 2 and m.vital == (m.genre in ("tete", "torse")) for m in membres)


@pytest.mark.rule("YY-20.4")
def test_creatures_are_many_and_within_bounds() -> None:
    assert len(CREATURES) >= 16
    lues = [seul(creature=id)["aki"] for id in CREATURES]
    assert {p.fiche.corps for p in lues} == set(CORPS)
    assert {p.fiche.taille for p in lues} >= {"moyenne", "grande", "énorme", "gigantesque"}
    assert len({p.nom for p in lues}) == len(lues)
    for p in lues:
        assert p.competence("course"), p.nom
        assert p.conscient and not p.encombrement, p.nom


@pytest.mark.rule("YY-20.4")
@pytest.mark.parametrize("id", sorted(CREATURES))
def test_every_creature_can_be_put_in_a_fight_and_can_act(id: str) -> None:
    """Within reach of somebody it has a blow or a grip to offer; in turn it acts without fault."""
    scene = duel({"creature": id}, {"pret": "mei"})
    ouvertes = [a for a, refus in game.legal(scene, "aki") if refus is None]
    assert any(not isinstance(a, Attendre) for a in ouvertes)
    frappes = [a for a in ouvertes if isinstance(a, Attaquer)]
    armees = [Attaquer("aki", arme=a.id, cible="bao") for a in scene["aki"].equipement.armes]
    frappes += [a for a in armees if a.closed(scene) is None]
    assert frappes, id
    apres = frappes[0].resolve(scene, Scripted(dice=[]))
    assert apres.encounter is not None and apres.encounter.file == ("bao",)


@pytest.mark.rule("YY-20.4")
def test_a_fight_is_engaged_with_creatures_of_every_body() -> None:
    for id in CREATURES:
        scene = read_scene({"personnages": {"aki": {"creature": id, "camp": "A"}, "bao": {"camp": "B"}}})
        assert Combattre("aki").closed(scene) is None, id


# ---------------------------------------------------------------- ready characters


@pytest.mark.parametrize("id", sorted(PRETS))
def test_ready_characters_are_those_creation_would_give(id: str) -> None:
    """Classique and expérimenté: 62 trait points, 70 PP and 5 for each point left, no skill above its parents."""
    p = seul(pret=id)["aki"]
    f = p.fiche
    for a, b in TRAITS.values():
        assert abs(getattr(f, a) - getattr(f, b)) in (0, 2)
    reste = 62 - sum(COUT_DES_RANGS[f.rangs[t]] for t in TRAITS)
    assert reste >= 0
    assert sum(COUT_DES_RANGS[n] for n in f.competences.values()) + f.pp == 70 + 5 * reste
    for c, n in f.competences.items():
        parents = COMPETENCES[c].parents
        assert n <= min(f.rangs[x] if x in NOMS else f.competences.get(x, 0) for x in parents), c
    e = p.equipement
    prix = sum(o.cout for o in (*e.armes, *e.armures, *e.materiel)) + (e.bouclier.cout if e.bouclier else 0)
    assert prix + e.sous == 300
    assert f.joueur and not p.encombrement
    assert len(f.langues) == 1 and f.langues[0] in MATIERE.langues  # the mother tongue


def test_there_are_six_ready_characters_and_each_can_use_what_it_carries() -> None:
    assert len(PRETS) == 6
    for id in PRETS:
        p = seul(pret=id)["aki"]
        assert all(p.competence(a.groupe) for a in p.equipement.armes), id


# ---------------------------------------------------------------- YY-20.5 to YY-20.10


def coup(a: dict[str, Any], cible: dict[str, Any]) -> list[Event]:
    """Aki strikes Bao, who waits and gets his breath back: a roll of 9, one of 1, and what is told of the blow."""
    scene = duel(a, cible)
    oracle = Scripted(dice=[10, 9, 1, 2])
    scene = Attaquer("aki", cible="bao").resolve(scene, oracle)
    Attendre("bao").resolve(scene, oracle)
    return [e for e in oracle.events if e.what in ("coup", "coup_assommant")]


LENT = {"fiche": {"reflexes": 1, "competences": {"arts_martiaux": 9}}}


@pytest.mark.rule("YY-20.5")
def test_claws_wound_up_to_their_limit_bare_hands_stun() -> None:
    griffes = {"fiche": {"degats": 6, "competences": {"arts_martiaux": 4}, "reflexes": 9}}
    (e,) = coup(griffes, LENT)
    assert e.what == "coup" and e["points"] == 6  # Force 4 and a margin of 17 - 13, cut at 6
    assert ("Limite de l'arme", -2, "YY-12.3") in e.terms
    nues = {"fiche": {"competences": {"arts_martiaux": 4}, "reflexes": 9}}
    (e,) = coup(nues, LENT)
    assert e.what == "coup_assommant" and e["points"] == 8
    ferre = {**nues, "equipement": {"armes": ["poing_ferre"]}}
    (e,) = coup(ferre, LENT)
    assert e.what == "coup_assommant" and e["points"] == 8


@pytest.mark.rule("YY-20.6")
def test_battle_manoeuvres_are_those_of_the_table() -> None:
    rows = {r["nom"]: r for r in LEDGER.rules["YY-20.6"].rows}
    assert len(BATAILLES) == len(rows) == 8
    for m in BATAILLES.values():
        assert (m.rang, m.aug) == (rows[m.nom]["rang"], rows[m.nom].get("aug", 0))
        assert m.aug <= m.rang
        for mot, n in (("au test", m.bonus), ("à l'engagement suivant", m.suivant)):
            assert (f"+{n} {mot}" in rows[m.nom]["effet"]) == bool(n), m.nom
    assert BATAILLES["encercler"].gain == 2 and "triple" in rows["Encercler"]["effet"]
    assert BATAILLES["flanquer"].gain == 1 and "double" in rows["Prendre de flanc"]["effet"]


@pytest.mark.rule("YY-20.7")
def test_a_charge_runs_as_far_as_agility_and_course() -> None:
    fiche = {"agilite": 5, "competences": {"epees": 3, "course": 2}}
    scene = duel({"fiche": fiche, "equipement": {"armes": ["sabre"]}}, {"x": 10})

    def charge(metres: int, s: Scene = scene) -> str:
        a = Attaquer("aki", cible="bao", manoeuvres=("charger",), metres=metres)
        refus = elan_refuse(s, s["aki"], a)
        return "" if refus is None else refus.rule

    assert charge(7) == ""
    assert charge(8) == "YY-11.9"  # 5 + 2 m at most
    assert charge(0) == "YY-11.9"
    assert charge(6) == "YY-11.9"  # 10 m away: 6 m and the reach of 3 do not do
    boite = duel({"fiche": fiche, "equipement": {"armes": ["sabre"]}, "blessures": {"jambe_droite": 17}}, {"x": 10})
    assert charge(7, boite) == "YY-6.3"


@pytest.mark.rule("YY-20.8")
def test_qi_in_a_weapon_adds_to_what_is_done_with_it() -> None:
    fiche = {"reflexes": 9, "competences": {"epees": 3}}
    armes = {"fiche": fiche, "equipement": {"armes": ["sabre_de_l_aube", "dague"]}}
    qi = [{"arme": "sabre_de_l_aube", "points": 3, "fin": 60}]

    def score(a: dict[str, Any], arme: str) -> int:
        scene = duel(a, {})
        oracle = Scripted(dice=[10, 9])
        scene = Attaquer("aki", arme=arme, cible="bao").resolve(scene, oracle)
        Attendre("bao").resolve(scene, oracle)
        return int(next(e for e in oracle.events if e.what == "essai")["score"])

    assert score(armes, "sabre_de_l_aube") == 7
    assert score({**armes, "insufflations": qi}, "sabre_de_l_aube") == 10
    assert score({**armes, "insufflations": qi}, "dague") == 7
    assert ARMES["sabre_de_l_aube"].infusion == 3 and ARMES["sabre"].infusion == 0


@pytest.mark.rule("YY-20.8")
def test_qi_in_a_bow_adds_to_its_shots() -> None:
    fiche = {"reflexes": 9, "competences": {"arcs": 3}}
    archer = {"fiche": fiche, "x": -10, "equipement": {"armes": ["arc_court"]}}
    qi = [{"arme": "arc_court", "points": 2, "fin": 60}]

    def score(a: dict[str, Any]) -> int:
        oracle = Scripted(dice=[10, 9])
        scene = Tirer("aki", "bao").resolve(duel(a, {}), oracle)
        Attendre("bao").resolve(scene, oracle)
        return int(next(e for e in oracle.events if e.what == "essai")["score"])

    assert (score(archer), score({**archer, "insufflations": qi})) == (12, 14)


@pytest.mark.rule("YY-20.8")
def test_qi_in_armour_and_shield_keeps_off_more() -> None:
    porte = {"equipement": {"armures": ["cuirasse"], "bouclier": "ecu"}}
    qi = [{"arme": "cuirasse", "points": 2, "fin": 60}, {"arme": "ecu", "points": 1, "fin": 60}]
    assert total(protection(seul(**porte)["aki"], "torse")) == -9
    assert total(protection(seul(**porte, insufflations=qi)["aki"], "torse")) == -12
    assert total(protection(seul(**porte, insufflations=qi)["aki"], "tete")) == -4


@pytest.mark.rule("YY-20.8")
def test_a_craftsman_infuses_what_he_makes_once() -> None:
    """Artisanat 5 and Intuition 9 against 16: a roll of 4 gives a margin of 2, so 2 of the 3 points announced."""
    artisan = {
        "fiche": {"intuition": 9, "competences": {"artisanat_fabrication_d_armes": 5}},
        "equipement": {"armes": ["sabre"]},
    }
    scene = seul(**artisan)
    a = Infuser("aki", objet="sabre", points=3)
    assert a.closed(scene) is None
    apres = a.resolve(scene, Scripted(dice=[10, 4]))
    (arme,) = apres["aki"].equipement.armes
    assert arme.infusion == 2 and apres["aki"].vide_perdu == 3 and apres.clock == 86_400
    refus = Infuser("aki", objet=arme.id, points=1).closed(apres)
    assert refus is not None and refus.rule == "YY-14.10"
    rate = a.resolve(scene, Scripted(dice=[1, 2]))
    assert rate["aki"].equipement.armes[0].infusion == 0 and rate["aki"].vide_perdu == 3


@pytest.mark.rule("YY-20.9")
def test_a_fight_ends_with_the_last_camp_and_wipes_what_belongs_to_it() -> None:
    fort = {"fiche": {"reflexes": 9, "force": 9, "agilite": 9, "competences": {"masses_et_haches": 9}}}
    fort["equipement"] = {"armes": ["maillet_de_fer"]}
    scene = duel({**fort, "serie": 2, "elan": 2, "fatigue": 3}, {"blessures": {"torse": 19}, "souffle": 2})
    oracle = Scripted(dice=[10, 9])
    scene = Attaquer("aki", cible="bao").resolve(scene, oracle)
    scene = Attendre("bao").resolve(scene, oracle)
    assert scene.encounter is None and scene["bao"].vie == "mort"
    assert oracle.events[-1].what == "fin_combat" and oracle.events[-1]["debout"] == ("A",)
    aki, bao = scene["aki"], scene["bao"]
    assert (aki.elan, aki.serie, bao.souffle) == (0, 0, 0)
    assert aki.fatigue > 3 and bao.blessures["torse"] > 19
    assert bao.recentes["torse"] == bao.blessures["torse"] - 19  # what first aid may treat


@pytest.mark.rule("YY-20.10")
def test_spells_wound_everybody_in_their_area_through_armour_turn_after_turn() -> None:
    mage = {"fiche": {"competences": {"sens_du_qi": 3, "controle_du_qi": 3, "rune_de_feu": 3}}}
    garde = {"equipement": {"armures": ["cuirasse", "heaume"], "bouclier": "ecu"}, "x": 5}
    gens = {"aki": mage, "bao": garde, "cora": {"x": 6}, "dan": {"x": 7}}
    sort = {"id": "s", "par": "aki", "pouvoir": "feu", "elements": ["feu"], "runes": 4, "aire": 8}
    scene = read_scene({"personnages": gens, "sorts": {"s": {**sort, "cibles": ["bao", "cora"]}}})
    assert scene.sorts["s"].force == 12
    oracle = Scripted(dice=[])
    apres = agir(scene, oracle, scene.sorts["s"], premier=True)
    assert [apres[w].blessures for w in gens] == [{}, {"torse": 12 - 6 - 3}, {"torse": 12}, {}]
    encore = agir(apres, oracle, scene.sorts["s"])
    assert [encore[w].blessures.get("torse", 0) for w in gens] == [0, 6, 24, 0]
    assert [e.rule for e in oracle.events if e.what == "coup"] == ["YY-10.34"] * 4


@pytest.mark.rule("YY-20.10")
def test_a_power_that_names_a_limb_strikes_it() -> None:
    scene = read_scene({"personnages": {"aki": {}, "bao": {"equipement": {"armures": ["casque_de_fer"]}}}})
    sort = Sort("s", "aki", "degenerer", ("energie_negative",), 1, 3, membre="tete")
    apres = foudroyer(scene, Scripted(dice=[]), sort, scene["bao"], 2)
    assert apres["bao"].blessures == {"tete": 4 * 2 - 4}


# ---------------------------------------------------------------- words


def test_everything_that_is_named_has_its_english_name() -> None:
    words = content.parse(
        files(PACKAGE).joinpath("content/words/catalogue.toml").read_text("utf-8"), Words, "catalogue.toml"
    )
    noms = [x.nom for d in (ARMES, ARMURES, BOUCLIERS, MATERIEL) for x in d.values()]
    noms += [m.nom for membres in CORPS.values() for m in membres]
    noms += [seul(creature=id)["aki"].nom for id in CREATURES]
    noms += [*TAILLES]
    assert [n for n in noms if n not in words.en] == []
    assert set(words.en) >= {c for c in CORPS if c != "dragon"}
    assert "rune_double" in words_of(PACKAGE).switch


def test_a_group_is_close_or_far_and_mixed_arms_are_both() -> None:
    assert {*GROUPES, "arts_martiaux"} == RAPPROCHE | DISTANCE
    assert {"armes_mixtes"} == RAPPROCHE & DISTANCE
    assert Equipement().tenues == ()
