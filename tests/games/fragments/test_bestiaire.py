"""Creatures with the fields of a unit, ready characters by the rules of creation and levels."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.fragments import game
from tablee.games.fragments.book.c3_combat.vie import perdre
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, botte, efficacite_de
from tablee.games.fragments.book.c8_progression.classes import maitrises_de_la_classe, promue
from tablee.games.fragments.book.c8_progression.experience import au_niveau, croissance_fixe, seuil
from tablee.games.fragments.desk.judge import avertissements
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.catalogue import CHOSES, CLASSES, CREATURES, ORIGINES, PRETS, TECHNIQUES, TOMES
from tablee.games.fragments.model.dire import dire
from tablee.games.fragments.model.effects import Assaut, types_de, vole
from tablee.games.fragments.model.people import Fiche, Unite
from tablee.games.fragments.model.scene import Scene
from tablee.games.fragments.model.tables import AUTRES, COMBAT, ELEMENTS, PALIERS, SOCIALES, STATS, TYPES_UNITES
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total
from tablee.kernel.typography import typeset

REGLES = ledger_of("tablee.games.fragments").rules


def lue(kind: str, id: str) -> Unite:
    return lire_scene({"unites": {"x": {kind: id, "camp": "A"}}})["x"]


TOUTES = {id: lue("creature", id) for id in CREATURES}
PRETES = {id: lue("pret", id) for id in PRETS}
DEBUTANTS = [id for id, u in PRETES.items() if u.fiche.niveau == 1]
AGUERRIS = [id for id, u in PRETES.items() if u.fiche.niveau == 20]


def face_a_face(*contre: str, **x: Any) -> Scene:
    """Creatures side by side on open ground, each of a camp of its own."""
    unites = {f"u{i}": {"creature": c, "camp": f"C{i}", "x": i, "y": 0, **x} for i, c in enumerate(contre)}
    return lire_scene({"unites": unites})


# ---------------------------------------------------------------- the bestiary


@pytest.mark.rule("FD-9.18")
def test_there_are_creatures_of_every_kind_and_level() -> None:
    assert len(CREATURES) >= 30
    assert {t for u in TOUTES.values() for t in u.fiche.types} == set(TYPES_UNITES)
    assert {u.fiche.element for u in TOUTES.values()} == {"", *ELEMENTS}
    niveaux = {u.fiche.niveau for u in TOUTES.values()}
    assert (min(niveaux), max(niveaux)) == (1, 40)
    assert len({u.nom for u in TOUTES.values()}) == len(TOUTES)
    assert sum(u.fiche.mineur for u in TOUTES.values()) > len(TOUTES) / 2


@pytest.mark.rule("FD-9.18")
@pytest.mark.parametrize("id", CREATURES)
def test_a_creature_has_all_the_figures_of_a_unit_and_something_to_strike_with(id: str) -> None:
    u = TOUTES[id]
    assert set(u.fiche.points) == {*STATS, *AUTRES} and not u.fiche.classe and not u.fiche.origine
    assert u.pv_max >= 9 and u.fiche.points["MOV"] >= 3
    arme = u.equipement.tenues[0]
    assert arme.id != "mains_nues" and arme.type != "Soutien"
    force = "MAG" if arme.magique else "FOR"
    assert u.fiche.points[force] == max(u.fiche.points["FOR"], u.fiche.points["MAG"]) or arme.a_distance
    assert u.fiche.maitrise(arme.type) >= 2
    assert u.equipement.poids <= u.fiche.points["CON"]
    assert all(t in TECHNIQUES for t in u.fiche.techniques)


@pytest.mark.rule("FD-9.18")
def test_tactics_vary() -> None:
    """Archers, mages, healers, flyers, riders, and techniques paid in JT."""
    armes = {id: u.equipement.tenues[0] for id, u in TOUTES.items()}
    assert sum(a.type == "Arc" for a in armes.values()) >= 1
    assert sum(a.magique for a in armes.values()) >= 8
    assert sum(bool(u.equipement.lies) for u in TOUTES.values()) >= 2
    assert sum("Volante" in u.fiche.types for u in TOUTES.values()) >= 5
    assert sum(any(t.jt for t in u.fiche.equipees) for u in TOUTES.values()) >= 15
    assert {t.activation for u in TOUTES.values() for t in u.fiche.equipees} == {
        "passive",
        "bonus",
        "rapide",
        "action",
        "attaque",
        "reaction",
    }
    assert sum(a.portee[1] > 1 or a.a_distance is not None for a in armes.values()) >= 10
    assert sum(a.id not in CHOSES for a in armes.values()) >= 12  # natural weapons


@pytest.mark.rule("FD-9.18")
def test_the_stronger_the_level_the_stronger_the_creature() -> None:
    """On the whole: what it takes to bring one down, and what it deals, rise with the level."""

    def forces(bas: int, haut: int) -> tuple[float, float]:
        bande = [u for u in TOUTES.values() if bas <= u.fiche.niveau <= haut]
        return (
            sum(u.pv_max for u in bande) / len(bande),
            sum(max(u.fiche.points["FOR"], u.fiche.points["MAG"]) for u in bande) / len(bande),
        )

    paliers = [forces(1, 2), forces(3, 6), forces(7, 12), forces(14, 24), forces(30, 40)]
    assert paliers == sorted(paliers) and [f for _, f in paliers] == sorted(f for _, f in paliers)


@pytest.mark.rule("FD-4.7", "FD-9.18")
@pytest.mark.parametrize("id", CREATURES)
def test_types_come_with_the_kind(id: str) -> None:
    s = face_a_face(id)
    assert types_de(s, s["u0"]) == tuple(CREATURES[id]["fiche"].get("types", ()))
    assert vole(s, s["u0"]) == ("Volante" in types_de(s, s["u0"]))


@pytest.mark.rule("FD-4.6", "FD-4.8", "FD-9.18")
@pytest.mark.parametrize(
    ("tome", "creature", "attendu"),
    [
        ("gerbe_vive", "feu_follet", 1),  # EAU on FEU
        ("gerbe_vive", "noye", 0),
        ("fil_d_orage", "noye", 1),  # FOU on EAU
        ("lame_d_air", "gardien_d_argile", 1),  # VEN on TER
        ("boule_de_feu", "crieuse_des_falaises", 1),  # FEU on VEN
        ("volee_de_gravier", "essaim_d_etincelles", 1),  # TER on FOU
        ("trait_d_aube", "ombre_de_mur", 1),  # RAD on OBS, and on monsters
        ("murmure_noir", "messager_fele", 1),  # OBS on RAD
        ("felure", "ombre_de_mur", 1),  # RUI on OBS
        ("murmure_noir", "armure_creuse", 1),  # OBS on constructions
        ("gerbe_vive", "armure_creuse", 1),  # EAU on armour
        ("boule_de_feu", "loup_gris", 1),  # FEU on beasts
        ("volee_de_gravier", "ecumeur_monte", 1),  # TER on riders
        ("fil_d_orage", "vouivreau", 1),  # FOU on dragons
        ("felure", "rongeur_d_heures", -1),  # which resists its own element
        ("boule_de_feu", "pillard", 0),
    ],
)
def test_elements_and_types_have_their_weaknesses(tome: str, creature: str, attendu: int) -> None:
    s = face_a_face("sorcier_de_haie", creature)
    b = botte(TOMES[tome])
    coup = Assaut(b.arme.type, b.degats, True, 1)
    assert efficacite_de(s, s["u0"], s["u1"], b, coup) == attendu


@pytest.mark.rule("FD-3.3", "FD-9.18")
def test_minor_ones_die_at_0_pv_and_chiefs_faint() -> None:
    for id, u in TOUTES.items():
        if any(c.id == "pierre_de_resurrection" for c in u.equipement.actif):
            continue
        s = face_a_face(id, "pillard")
        apres = perdre(s, Scripted([], ["1"]), "u0", u.pv_max, "FD-4.24", "u1").people["u0"]
        assert apres.vie == ("mort" if u.fiche.mineur else "actif"), id
        assert (apres.survie is None) == u.fiche.mineur, id


@pytest.mark.rule("FD-3.18", "FD-9.18")
def test_bosses_carry_the_stone_and_rise_once() -> None:
    porteurs = [id for id, u in TOUTES.items() if any(c.id == "pierre_de_resurrection" for c in u.equipement.actif)]
    assert sorted(porteurs) == ["dragonne_des_cendres", "roi_sous_la_vase"]
    for id in porteurs:
        s = face_a_face(id, "pillard")
        plein = s["u0"].pv_max
        oracle = Scripted()
        s = perdre(s, oracle, "u0", plein, "FD-4.24", "u1")
        assert (s["u0"].pv, s["u0"].conscient) == (plein, True)
        assert [e.what for e in oracle.events] == ["pierre_de_resurrection"]
        s = perdre(s, Scripted([], ["1"]), "u0", plein, "FD-4.24", "u1")
        assert s["u0"].survie is not None


@pytest.mark.rule("FD-9.18")
@pytest.mark.parametrize("id", CREATURES)
def test_a_creature_can_strike(id: str) -> None:
    """With its weapon, from as far as it reaches."""
    arme = TOUTES[id].equipement.tenues[0]
    unites = {
        "u": {"creature": id, "camp": "A", "x": 0, "y": 0},
        "v": {"creature": "muletier", "camp": "B", "x": arme.portee[1], "y": 0},
    }
    s = lire_scene({"unites": unites})
    assert Attaquer("u", "v").closed(s) is None
    trop_loin = lire_scene({"unites": {**unites, "v": {**unites["v"], "x": arme.portee[1] + 1}}})
    refus = Attaquer("u", "v").closed(trop_loin)
    assert refus is not None and refus.rule == "FD-6.9"


@pytest.mark.rule("FD-9.18", "FD-9.1")
@pytest.mark.parametrize("id", CREATURES)
def test_what_a_creature_is_and_bears_is_said_in_both_languages(id: str) -> None:
    u = TOUTES[id]
    effets = [*u.fiche.passifs, *(e for arme in u.equipement.armes for e in arme.effets)]
    for e in effets:
        francais, anglais = dire(e), dire(e, "en")
        assert francais and anglais and game.words.tr(francais, "en") == typeset(anglais)
    for technique in u.fiche.equipees:
        assert game.words.tr(technique.id, "fr") == typeset(technique.nom)
        assert game.words.tr(technique.id, "en") == game.words.tr(technique.nom, "en") != technique.nom


def test_ids_of_the_catalogues_are_read_as_names_in_both_languages() -> None:
    """What is no id of a catalogue, the name of somebody, stays as it is."""
    assert game.words.tr("gontran", "fr") == game.words.tr("gontran", "en") == "gontran"
    assert (game.words.tr("epee_courte", "fr"), game.words.tr("epee_courte", "en")) == ("Épée courte", "Short sword")
    assert (game.words.tr("sanctuaire", "fr"), game.words.tr("sanctuaire", "en")) == ("Sanctuaire", "Sanctuary")
    assert (game.words.tr("FEU", "fr"), game.words.tr("FEU", "en")) == ("Feu", "Fire")


# ---------------------------------------------------------------- ready characters, first level


def prix(e: dict[str, Any]) -> int:
    return sum(CHOSES[id].prix for id in (*e["actif"], *e.get("sorts", ()))) + e["ecus"]


def test_there_is_one_of_each_base_class_and_of_each_origin() -> None:
    fiches = [PRETES[id].fiche for id in DEBUTANTS]
    assert sorted(f.classe for f in fiches) == sorted(c.id for c in CLASSES.values() if c.palier == "base")
    assert sorted(f.origine for f in fiches) == sorted(ORIGINES)
    assert all(u.joueur for u in PRETES.values())


@pytest.mark.parametrize("id", PRETS)
def test_points_and_growth_are_what_creation_allows(id: str) -> None:
    f = PRETES[id].fiche
    assert sum(f.points.values()) == 25 and sum(f.taux.values()) == 75
    assert list(avertissements(f)) == []
    origine = ORIGINES[f.origine]
    assert origine.con[0] <= f.con <= origine.con[1]


@pytest.mark.parametrize("id", PRETS)
def test_social_points_are_30_and_the_3_of_the_affinity(id: str) -> None:
    f = PRETES[id].fiche
    lignes = {str(r["affinite"]): r for r in REGLES["FD-5.20"].rows}
    seules = {s: f.sociale(s) - int(str(lignes[f.affinite][s])) for s in SOCIALES}
    assert sum(seules.values()) == 30 and all(0 <= n <= 10 for n in seules.values())


@pytest.mark.parametrize("id", DEBUTANTS)
def test_beginners_have_spent_1000_ecus_within_their_masteries(id: str) -> None:
    u = PRETES[id]
    assert prix(PRETS[id]["equipement"]) == 1000
    assert all(a.type in u.fiche.maitrises for a in (*u.equipement.armes, *u.equipement.sorts))
    assert u.equipement.poids <= u.fiche.base["CON"]
    assert set(ORIGINES[u.fiche.origine].langues) <= set(u.fiche.langues)


@pytest.mark.parametrize("id", DEBUTANTS)
def test_beginners_master_what_their_class_teaches(id: str) -> None:
    f = PRETES[id].fiche
    classe = CLASSES[f.classe]
    assert f.maitrises == maitrises_de_la_classe(classe, f.choisies, 1)
    assert len(f.choisies) == classe.choix


@pytest.mark.parametrize("id", PRETS)
def test_techniques_are_unlocked_and_within_the_budget(id: str) -> None:
    f = PRETES[id].fiche
    classe = CLASSES[f.classe]
    assert classe.speciale in f.techniques
    assert sum(TECHNIQUES[t].pt for t in f.techniques) <= PALIERS[classe.palier].pt
    assert set(f.techniques) <= set(f.debloquees)


# ---------------------------------------------------------------- ready characters, level 20


@pytest.mark.rule("FD-8.3", "FD-8.9", "FD-8.10", "FD-8.11")
@pytest.mark.parametrize("id", AGUERRIS)
def test_veterans_are_what_nineteen_levels_and_a_class_change_make(id: str) -> None:
    f = PRETES[id].fiche
    base = CLASSES[f.passees[0]]
    assert (base.palier, CLASSES[f.classe].palier, f.xp) == ("base", "avancée", seuil(20))
    jeune = Fiche(f.nom, f.origine, base.id, points=f.points, plus=f.plus, con=f.con, taux=f.taux)
    premieres = tuple(t for t in f.hors_classe if t in base.secondaires)[: base.choix]
    jeune = au_niveau(_avec(jeune, choisies=premieres, maitrises=maitrises_de_la_classe(base, premieres, 1)), 1)
    for niveau in range(2, 21):
        jeune = au_niveau(_avec(jeune, gains=_niveau(jeune)), niveau)
        if niveau == 10:
            jeune = promue(jeune, CLASSES[f.classe], f.choisies)
    for champ in ("niveau", "gains", "maitrises", "hors_classe", "choisies", "apprises", "passees"):
        assert getattr(f, champ) == getattr(jeune, champ), champ
    assert all(f.base[s] >= 0 for s in COMBAT)


def _avec(f: Fiche, **change: Any) -> Fiche:
    return replace(f, **change)


def _niveau(f: Fiche) -> dict[str, int]:
    """One level by the fixed mode."""
    gains = dict(f.gains)
    for stat in (*STATS, "CON"):
        gains[stat] = gains.get(stat, 0) + total(croissance_fixe(Scripted([]), stat, f.croissance(stat), 0))
    return gains
