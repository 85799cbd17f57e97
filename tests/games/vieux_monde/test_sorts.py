"""Chapter 3, the spells themselves: the catalogue, what each of them does to a scene, and what is left of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.book.c2_combat.places import BORD
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre, Terminer, ecouler
from tablee.games.vieux_monde.book.c3_magie.chiffres import duree, nombre_de_cibles, portee, rubriques, zone
from tablee.games.vieux_monde.book.c3_magie.emprises import AGIT, zone_touchee
from tablee.games.vieux_monde.book.c3_magie.fins import finir
from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter
from tablee.games.vieux_monde.book.c3_magie.magie import Lancement, metres, rayon, sans_voix, secondes
from tablee.games.vieux_monde.book.c3_magie.sortileges import appliquer_le_sort
from tablee.games.vieux_monde.book.c3_magie.surincantation import extensible
from tablee.games.vieux_monde.book.c5_blessures.mort import tomber
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, CREATURES, ETATS, FORMES, TRAITS_CREATURES
from tablee.games.vieux_monde.model.combats import Combat, Engagement
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import JOUR, Effet, Etat
from tablee.games.vieux_monde.model.scene import Scene, SortActif
from tablee.games.vieux_monde.model.sorts import DOMAINES, SORTS, EffetSort, Sort
from tablee.games.vieux_monde.model.tables import NOMS
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import Dice
from tablee.kernel.tally import total
from telling import told

TOUS = [pytest.param(s, id=s.id) for s in SORTS.values()]
DRAPEAUX = {"muet"}  # what a spell may say about somebody besides figures


class Pipe(Scripted):
    """Every die shows the same face, or its highest if it has none so high."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self.face = face

    def _take(self, dice: Dice) -> tuple[int, ...]:
        return (min(self.face, dice.sides),) * dice.n


RATE, REUSSI = 97, 4  # faces: neither is a double


def scene(**plus: Any) -> Scene:
    """Mina (BFM 4) casts; Alix, beside her, is hurt and in a sorry state; Boris faces them, Carl stands far off."""
    maux = [{"id": e, "niveaux": 2 if ETATS[e].cumul else 1} for e in ("hemorragique", "extenue", "sonne", "brise")]
    maux += [{"id": "a_terre"}, {"id": "enflamme"}]
    gens = {
        "mina": {"fiche": {"FM": 42, "PRE": 30}, "camp": "A", "x": 5, "y": 5, "pb_perdus": 9},
        "alix": {"camp": "A", "x": 6, "y": 5, "pb_perdus": 9, "etats": maux},
        "boris": {"fiche": {"pb_fixes": 60}, "camp": "B", "x": 5, "y": 7, "avantages": 3},
        "carl": {"camp": "B", "x": 200, "y": 5},
    }
    return lire_scene({"personnages": {who: {**p, **plus.get(who, {})} for who, p in gens.items()}})


def lancement(sort: Sort, cible: str = "", dr: int = 4, **plus: Any) -> Lancement:
    """A casting of this spell by Mina, on whom it is most naturally meant for."""
    if sort.cible == "vous":
        cibles: tuple[str, ...] = ("mina",)
    elif isinstance(sort.cible, int):
        cibles = (cible or ("alix" if sort.portee == "contact" or soulage(sort) else "boris"),)
    else:
        cibles = ()
    return Lancement("mina", sort.id, cibles, dr, **{"x": 5, "y": 6, **plus})


def soulage(sort: Sort) -> bool:
    return any(e.fait == "retire" for e in sort.effets)


def lancer(avant: Scene, sort: str, oracle: Any = None, **plus: Any) -> Scene:
    return appliquer_le_sort(avant, oracle or Pipe(RATE), lancement(SORTS[sort], **plus))


def effets(s: Scene, who: str, sur: str) -> list[int]:
    return [e.mod for e in s[who].effets if e.sur == sur]


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("VM-3.1", "VM-6.15")
def test_the_catalogue_has_spells_of_all_four_types() -> None:
    genres = Counter(s.genre for s in SORTS.values())
    assert genres["mineur"] >= 12 and genres["arcane"] >= 20 and genres["chaos"] >= 8
    assert len(DOMAINES) == 8
    assert Counter(s.domaine for s in SORTS.values() if s.domaine) == dict.fromkeys(DOMAINES, 6)
    assert all(bool(s.domaine) == (s.genre == "domaine") for s in SORTS.values())
    assert all(s.ni == 0 for s in SORTS.values() if s.genre == "mineur")


@pytest.mark.rule("VM-3.14")
def test_only_the_domain_of_light_is_sung() -> None:
    assert [d.nom for d in DOMAINES.values() if d.chante] == ["Lumière"]


@pytest.mark.rule("VM-3.29")
def test_the_catalogue_has_every_kind_of_range_target_and_duration_the_book_lists() -> None:
    tous = SORTS.values()
    assert {s.portee for s in tous} >= {"vous", "contact"} and any(isinstance(s.portee, int) for s in tous)
    assert {s.cible for s in tous} >= {"vous", "zde", "special", 1, 2, 3}
    assert {s.unite for s in tous} == {"instantane", "rounds", "minutes", "heures"}
    assert sum(s.projectile for s in tous) >= 12
    assert {e.fait for s in tous for e in s.effets} == {*AGIT, "degats"}
    assert {s.ni for s in tous} >= {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}


@pytest.mark.rule("VM-6.15")
def test_few_spells_are_left_to_the_telling() -> None:
    recits = [s for s in SORTS.values() if any(e.fait == "recit" for e in s.effets)]
    assert len(recits) <= 15
    assert all(len(s.effets) == 1 and not s.projectile for s in recits)


@pytest.mark.parametrize("sort", TOUS)
@pytest.mark.rule("VM-6.15")
def test_the_figures_of_a_spell_are_within_bounds(sort: Sort) -> None:
    assert 0 <= sort.ni <= 12
    assert sort.projectile or sort.effets
    assert 0 <= sort.degats <= 16 and (sort.projectile or not sort.degats)
    assert 0 <= sort.puissance <= 3
    assert (sort.cible == "zde") == bool(sort.zde)
    assert sort.cible in ("zde", "special") if sort.portee == "vous" and sort.cible != "vous" else True
    assert sort.portee == "vous" if sort.cible == "vous" else True
    if isinstance(sort.portee, int):
        assert 1 <= sort.portee <= 50
    for e in sort.effets:
        bornes(sort, e)


def bornes(sort: Sort, e: EffetSort) -> None:
    """Every effect says what it needs, names things that exist, and lasts if it has to."""
    assert (not e.resiste) or e.resiste in NOMS or not COMPETENCES[e.resiste].avancee
    assert e.allies is None or sort.cible == "zde"
    assert not e.blesse or sort.projectile or any(x.fait == "degats" for x in sort.effets)
    if e.fait in ("modif", "trait", "invoque"):
        assert sort.dure
    if e.fait == "modif":
        for m in e.modifs:
            assert m.sur in NOMS or m.sur in COMPETENCES or m.sur in SUR or m.sur in DRAPEAUX
            assert -30 <= m.mod <= 30 and (m.mod or m.sur in DRAPEAUX)
        assert e.modifs
    if e.fait in ("etat", "retire"):
        assert e.etat in ETATS and 0 <= e.niveaux <= 2
    if e.fait == "trait":
        assert e.trait in TRAITS_CREATURES
    if e.fait == "invoque":
        assert e.creature in CREATURES and 1 <= e.nombre <= 4 and sort.cible == "special"
    if e.fait in ("degats", "soin", "corruption"):
        assert 0 <= e.points <= 12
    if e.fait in ("recul", "saut"):
        assert 1 <= abs(e.points) <= 8
    if e.fait == "dissipe":
        assert 1 <= e.points <= 12


@pytest.mark.parametrize("sort", TOUS)
@pytest.mark.rule("VM-6.15")
def test_a_spell_reads_in_both_languages(sort: Sort) -> None:
    en = game.words.en
    assert sort.nom.strip() and len(sort.dit) > 10 and sort.dit[-1] in ".…"
    assert en[sort.nom] and en[sort.dit] and en[sort.dit] != sort.dit
    for champ, texte in rubriques(sort):
        assert champ in en and (texte in en or texte.isdecimal()), texte
    for chiffre in (str(e.points) for e in sort.effets if abs(e.points) > 2 and e.points > 0):
        assert chiffre in sort.dit and chiffre in en[sort.dit]
    if sort.projectile:
        assert f"Dégâts +{sort.degats}" in sort.dit and f"Damage +{sort.degats}" in en[sort.dit]


@pytest.mark.parametrize("sort", [p for p in TOUS if any(e.fait == "modif" for e in p.values[0].effets)])
@pytest.mark.rule("VM-6.15")
def test_the_text_of_a_spell_says_its_modifiers(sort: Sort) -> None:
    for m in (m for e in sort.effets for m in e.modifs if m.mod):
        assert f"{m.mod:+d}" in sort.dit, m
        assert f"{m.mod:+d}" in game.words.en[sort.dit], m


@pytest.mark.rule("VM-6.15")
def test_domains_read_in_both_languages() -> None:
    for d in DOMAINES.values():
        assert all(game.words.en[x] for x in (d.nom, d.couleur, d.dit))


# ---------------------------------------------------------------- figures


@pytest.mark.rule("VM-3.29")
def test_range_area_and_duration_are_worked_out_from_the_caster() -> None:
    mina = scene()["mina"]
    feu, brasier, ecorce = SORTS["trait_de_feu"], SORTS["brasier_des_collines"], SORTS["ecorce"]
    assert portee(feu, mina) == (("Bonus de Force Mentale x 3", 12, "VM-3.29"),)
    assert total(portee(brasier, mina)) == 40 and total(zone(brasier, mina)) == 24
    assert total(duree(ecorce, mina)) == 40 * 60
    assert total(duree(SORTS["poussiere_aux_yeux"], mina)) == 6
    assert total(duree(SORTS["autre_visage"], mina)) == 4 * 3600
    assert total(portee(SORTS["main_de_brume"], mina)) == 10


@pytest.mark.rule("VM-3.26")
def test_each_addition_gives_the_initial_value_once_more() -> None:
    mina = scene()["mina"]
    brasier = SORTS["brasier_des_collines"]
    assert [total(portee(brasier, mina, n)) for n in (0, 1, 2)] == [40, 80, 120]
    assert [total(zone(brasier, mina, n)) for n in (0, 1, 2)] == [24, 48, 72]
    assert [total(duree(SORTS["bras_de_fer"], mina, n)) for n in (0, 1, 2)] == [24, 48, 72]
    assert [total(nombre_de_cibles(SORTS["salve_d_arcane"], n)) for n in (0, 1, 2)] == [3, 6, 9]
    assert portee(brasier, mina, 2)[1] == ("Surincantation", 80, "VM-3.26")


@pytest.mark.rule("VM-3.27")
def test_what_is_you_touch_instant_or_special_is_never_extended() -> None:
    mina = scene()["mina"]
    assert total(portee(SORTS["pas_de_cote"], mina, 3)) == 0
    assert total(portee(SORTS["bras_de_fer"], mina, 3)) == 2
    assert total(duree(SORTS["pas_de_cote"], mina, 3)) == 0
    assert total(nombre_de_cibles(SORTS["pas_de_cote"], 3)) == 1
    assert total(nombre_de_cibles(SORTS["leve_toi"], 3)) == 0
    assert total(nombre_de_cibles(SORTS["verglas"], 3)) == 0


@pytest.mark.parametrize("sort", TOUS)
@pytest.mark.rule("VM-3.29")
def test_the_figures_told_are_those_the_engine_uses(sort: Sort) -> None:
    mina = scene()["mina"]
    for n in (0, 2):
        assert total(portee(sort, mina, n)) == metres(sort, mina, n)
        assert total(zone(sort, mina, n)) // 4 == rayon(sort, mina, n)
        assert total(duree(sort, mina, n)) == secondes(sort, mina, n)


# ---------------------------------------------------------------- every spell, cast


@pytest.mark.parametrize("sort", TOUS)
@pytest.mark.rule("VM-3.12", "VM-3.29", "VM-6.15")
def test_a_spell_does_what_its_data_say_and_nothing_of_it_is_left(sort: Sort) -> None:
    avant = scene()
    oracle = Pipe(RATE)
    lance = lancement(sort)
    apres = appliquer_le_sort(avant, oracle, lance)
    touches = cibles_attendues(avant, sort, lance)
    if sort.projectile:
        assert all(apres[q].pb_perdus > avant[q].pb_perdus or not apres[q].pb for q in touches)
    for e in sort.effets:
        for q in touches:
            if sort.cible == "zde" and e.allies is not None and (avant[q].side == "A") != e.allies:
                continue
            if avant[q].vie == apres[q].vie == "actif":
                attendu(sort, e, avant, apres, "mina" if e.mage else q, oracle)
    actifs = apres.sorts
    assert [s.id for s in actifs] == ([f"mina:{sort.id}"] if sort.dure else [])
    for actif in actifs:
        assert actif.ni == sort.ni and actif.fin == secondes(sort, avant["mina"])
        fini = finir(apres, Pipe(RATE), actif)
        assert fini.sorts == ()
        for q, p in fini.people.items():
            assert not [x for x in p.effets if x.origine == "sort"]
            if q in avant.people:
                assert p.effets == avant[q].effets
                assert {x for x in p.etats if x.id != "a_terre"} == {x for x in avant[q].etats if x.id != "a_terre"}
            else:
                assert p.vie == "parti"
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres


@pytest.mark.parametrize("sort", TOUS)
def test_what_a_spell_tells_reads_in_both_languages(sort: Sort) -> None:
    oracle, words = Pipe(RATE), game.words
    s = appliquer_le_sort(scene(), oracle, lancement(sort))
    for actif in s.sorts:
        s = finir(s, oracle, actif)
    dits = [e for e in oracle.events if e.what.startswith("sort_")]
    for e in dits:
        fr, en = (told(words, e, {"mina": "Mina"}, lang) for lang in ("fr", "en"))
        assert fr != en and "{" not in fr + en and fr[0] != "{"
        for label, _, rule in e.terms:
            assert rule in game.ledger.rules
            assert label in words.en or label in {c.nom for c in COMPETENCES.values()}, label


def cibles_attendues(avant: Scene, sort: Sort, lance: Lancement) -> tuple[str, ...]:
    """Who should be touched: named, the caster, or within the radius of (5, 6) or of the caster."""
    if sort.cible != "zde":
        return lance.cibles or ("mina",)
    x, y = (5, 5) if sort.portee == "vous" else (5, 6)
    large = 4 * sort.zde / 4
    return tuple(q.id for q in avant.people.values() if max(abs(q.x - x), abs(q.y - y)) <= large)


def attendu(sort: Sort, e: EffetSort, avant: Scene, apres: Scene, qui: str, oracle: Pipe) -> None:
    """What one effect should have changed, all Tests to resist having failed."""
    p, q, lie = avant[qui], apres[qui], f"mina:{sort.id}"
    bas = {x.what for x in oracle.events if qui in (x.who, x.target)}
    match e.fait:
        case "modif":
            for m in e.modifs:
                assert any(x.sur == m.sur and x.mod == m.mod and x.lie == lie and x.origine == "sort" for x in q.effets)
        case "etat":
            assert q.niveau(e.etat) == (p.niveau(e.etat) + e.niveaux if ETATS[e.etat].cumul else 1)
            assert (e.etat != "enchevetre") or q.etat("enchevetre") == Etat("enchevetre", e.niveaux, 24, e.force)
        case "retire":
            assert q.niveau(e.etat) == (max(0, p.niveau(e.etat) - e.niveaux) if e.niveaux else 0)
            assert qui == "mina" or p.niveau(e.etat)
        case "soin":
            assert p.pb_perdus - q.pb_perdus == min(p.pb_perdus, e.points + 4)
        case "degats":
            pa_be = (p.bonus("END") if e.be else 0) if qui != "mina" else 3
            assert q.pb_perdus - p.pb_perdus == min(e.points + 4 - pa_be, p.pb)
        case "trait":
            assert q.a_trait(e.trait) and not p.a_trait(e.trait)
        case "recul" | "saut":
            assert (p.x, p.y) != (q.x, q.y) and "sort_deplace" in bas
        case "avantage":
            assert q.avantages == (0 if e.points < 0 else p.avantages + e.points)
        case "corruption":
            assert q.corruption == p.corruption + e.points
        case "invoque":
            nes = [x for w, x in apres.people.items() if w not in avant.people]
            assert len(nes) == e.nombre and all(x.side == "A" and x.vie == "actif" for x in nes)
        case "dissipe":
            assert apres.sorts == ()
        case "recit":
            dit = next(x for x in oracle.events if x.what == "sort_recit")
            assert dit["dit"] == sort.dit


# ---------------------------------------------------------------- Projectiles magiques


@pytest.mark.rule("VM-3.13")
def test_a_missile_deals_the_whole_dr_the_spell_and_bfm_less_be_and_pa() -> None:
    avant = scene(boris={"fiche": {"pb_fixes": 60, "END": 35, "armure": 2}})
    oracle = Scripted()
    apres = appliquer_le_sort(avant, oracle, Lancement("mina", "trait_d_arcane", ("boris",), 5, "tete"))
    coup = oracle.events[0]
    assert [(label, n) for label, n, _ in coup.terms] == [
        ("DR du Test d'incantation", 5),
        ("Trait d'arcane", 3),
        ("Bonus de Force Mentale", 4),
        ("Bonus d'Endurance", -3),
        ("Cuir ou écailles", -2),
    ]
    assert apres["boris"].pb_perdus == 7 and coup["zone"] == "Tête" and coup.who == "mina"


@pytest.mark.rule("VM-3.13")
def test_a_contested_missile_names_the_opposed_dr() -> None:
    oracle = Scripted()
    appliquer_le_sort(scene(), oracle, Lancement("mina", "trait_d_arcane", ("boris",), 1, "corps", conteste=True))
    assert oracle.events[0].terms[0] == ("DR du Test opposé", 1, "VM-3.13")


@pytest.mark.rule("VM-3.13")
def test_a_missile_adds_what_bears_on_the_damage_of_magic() -> None:
    avant = scene()
    avant = avant.put(replace(avant["mina"], effets=(Effet("Colère", "degats_magie", 2),)))
    nu = lancer(scene(), "trait_d_arcane")["boris"].pb_perdus
    assert lancer(avant, "trait_d_arcane")["boris"].pb_perdus == nu + 2


@pytest.mark.rule("VM-3.13")
def test_a_volley_hits_each_target_in_the_same_zone_of_its_own_body() -> None:
    avant = scene(carl={"fiche": {"forme": "quadrupede", "pb_fixes": 60}})
    oracle = Scripted()
    appliquer_le_sort(avant, oracle, Lancement("mina", "salve_d_arcane", ("boris", "carl"), 6, "bras_gauche"))
    zones = [e["zone"] for e in oracle.events if e.what == "degats"]
    assert zones[0] == "Bras gauche" and len(zones) == 2
    assert zone_touchee("quadrupede", "bras_gauche") in {x.zone for x in FORMES["quadrupede"]}


@pytest.mark.parametrize("forme", FORMES)
@pytest.mark.rule("VM-6.15")
def test_every_body_has_a_zone_for_every_roll(forme: str) -> None:
    siennes = {x.zone for x in FORMES[forme]}
    assert all(zone_touchee(forme, x.zone) in siennes for lignes in FORMES.values() for x in lignes)
    assert zone_touchee(forme, "") in siennes
    assert all(zone_touchee(forme, z) == z for z in siennes)


@pytest.mark.rule("VM-3.28")
def test_additions_spent_on_power_strengthen_the_spells_that_offer_it() -> None:
    grele = [lancer(scene(), "grele", puissance=n)["boris"].pb_perdus for n in (0, 1, 2)]
    assert grele[1] - grele[0] == grele[2] - grele[1] == 2
    soin = [lancer(scene(), "main_qui_referme", puissance=n)["alix"].pb_perdus for n in (0, 1)]
    assert soin == [2, 0]
    assert len(lancer(scene(), "leve_toi", puissance=2).people) == 4 + 3
    sans = lancer(scene(), "chair_volee", puissance=5)
    assert sans["alix"] == lancer(scene(), "chair_volee")["alix"]


@pytest.mark.rule("VM-6.15")
def test_what_rides_on_a_wound_needs_one() -> None:
    """Éclat d'os: Dégâts 4 + 4 + DR 0, less BE 3 and PA 5: no wound, no bleeding."""
    dur = scene(boris={"fiche": {"pb_fixes": 60, "armure": 5}})
    assert lancer(dur, "eclat_d_os", dr=0)["boris"] == dur["boris"]
    assert lancer(dur, "eclat_d_os", dr=1)["boris"].niveau("hemorragique") == 1


# ---------------------------------------------------------------- who is touched


@pytest.mark.rule("VM-3.29")
def test_a_zone_takes_everybody_within_its_radius_and_nobody_else() -> None:
    """Verglas: 3 x BFM = 12 metres across, 6 around, 3 squares."""
    loin = scene(alix={"x": 5, "y": 3, "etats": []}, carl={"x": 9, "y": 6})
    apres = lancer(loin, "verglas")
    assert [w for w in apres.people if apres[w].niveau("a_terre")] == ["mina", "alix", "boris"]
    apres = lancer(loin, "verglas", aire=1)
    assert apres["carl"].niveau("a_terre") == 1


@pytest.mark.rule("VM-6.15")
def test_a_zone_around_the_caster_ignores_the_point_named() -> None:
    apres = lancer(scene(), "tonnerre_sec", x=200, y=5)
    assert apres["boris"].niveau("assourdi") == 1 and not apres["carl"].niveau("assourdi")


@pytest.mark.rule("VM-6.15")
def test_a_zone_spares_friend_or_foe_as_the_spell_says() -> None:
    apres = lancer(scene(), "tonnerre_sec")
    assert not apres["mina"].etats and not apres["alix"].niveau("assourdi")
    apres = lancer(scene(), "dome_sourd")
    assert effets(apres, "mina", "pa") == effets(apres, "alix", "pa") == [1] and not apres["boris"].effets
    apres = lancer(scene(), "orbe_hurlant")
    assert apres["boris"].pb_perdus and apres["mina"].pb_perdus > 9


@pytest.mark.rule("VM-6.15")
def test_resisting_takes_one_test_for_all_the_effects_it_wards_off() -> None:
    oracle = Scripted([REUSSI])
    apres = lancer(scene(), "poussee", oracle)
    assert apres["boris"] == scene()["boris"] and not oracle.faces
    assert [e.what for e in oracle.events] == ["essai", "jet", "sort_resiste"]
    oracle = Scripted([RATE])
    apres = lancer(scene(), "poussee", oracle)
    assert apres["boris"].niveau("a_terre") and (apres["boris"].x, apres["boris"].y) == (5, 10)


@pytest.mark.rule("VM-6.15")
def test_resisting_at_a_difficulty() -> None:
    """Cœur d'hiver, Résistance Difficile: 30 - 20 = 10."""
    assert lancer(scene(), "coeur_d_hiver", Scripted([10]))["boris"] == scene()["boris"]
    assert lancer(scene(), "coeur_d_hiver", Scripted([12]))["boris"].niveau("extenue") == 1


@pytest.mark.rule("VM-3.12")
def test_a_lasting_spell_that_everybody_resists_does_not_last() -> None:
    oracle = Scripted([REUSSI])
    apres = lancer(scene(), "baillon", oracle)
    assert apres.sorts == () and oracle.events[-1].what == "sort_sans_prise"


@pytest.mark.rule("VM-6.15")
def test_only_part_of_a_spell_may_be_resisted() -> None:
    apres = lancer(scene(), "piqures", Pipe(REUSSI))
    assert apres["boris"].pb_perdus == 1 and not apres["boris"].effets and apres.sorts == ()
    apres = lancer(scene(), "midi_sans_ombre", Pipe(REUSSI))
    assert effets(apres, "boris", "discretion") == [-30] and not apres["boris"].niveau("aveugle")


# ---------------------------------------------------------------- each kind of effect


@pytest.mark.rule("VM-3.16")
def test_modifiers_of_spells_do_not_add_up() -> None:
    s = lancer(scene(), "bras_de_fer", cible="alix")
    s = lancer(s, "marque_de_la_bete", cible="alix")
    assert s["alix"].carac("FOR") == 30 + 20
    s = lancer(s, "coeur_d_hiver", cible="alix")
    assert s["alix"].carac("FOR") == 30 + 20 - 20
    assert total(tally(s["alix"].bears, "FOR", s["alix"].cas)) == 0


@pytest.mark.rule("VM-3.12")
def test_the_end_of_a_spell_leaves_other_spells_alone() -> None:
    s = lancer(scene(), "bras_de_fer", cible="alix")
    s = lancer(s, "peau_de_tambour", cible="alix")
    s = finir(s, Scripted(), s.sorts[0])
    assert s["alix"].carac("FOR") == 30 and s["alix"].carac("END") == 40
    assert [x.sort for x in s.sorts] == ["peau_de_tambour"]


@pytest.mark.rule("VM-3.12")
def test_the_clock_ends_a_spell_at_the_end_of_its_duration() -> None:
    s = lancer(scene(), "bras_de_fer", cible="alix")
    s = ecouler(s, Scripted(), 23)
    assert s.sorts and s["alix"].carac("FOR") == 40
    s = ecouler(s, Scripted(), 1)
    assert not s.sorts and s["alix"].carac("FOR") == 30


@pytest.mark.rule("VM-3.12", "VM-3.26")
def test_additions_to_the_duration_prolong_everything() -> None:
    s = ecouler(lancer(scene(), "voile_sur_les_yeux", duree=1), Scripted(), 47)
    assert s["boris"].niveau("aveugle") == 1 and s.sorts[0].fin == 48
    s = ecouler(s, Scripted(), 1)
    assert not s["boris"].niveau("aveugle") and not s.sorts


@pytest.mark.rule("VM-6.15")
def test_the_levels_of_a_spell_go_with_it_and_those_of_other_causes_stay() -> None:
    s = scene(boris={"etats": [{"id": "aveugle", "niveaux": 1}]})
    s = lancer(s, "voile_sur_les_yeux")
    assert s["boris"].niveau("aveugle") == 2
    s = ecouler(s, Scripted(), 24)
    assert s["boris"].etats == (Etat("aveugle", 1),)


@pytest.mark.rule("VM-6.15")
def test_an_instant_condition_stays() -> None:
    s = ecouler(lancer(scene(), "effroi_blanc"), Scripted(), JOUR)
    assert s["boris"].niveau("brise") == 1 and s["boris"].avantages == 0


@pytest.mark.rule("VM-6.15")
def test_sleepers_wake_when_the_last_of_the_spells_that_hold_them_ends() -> None:
    s = lancer(scene(), "sommeil_de_mousse")
    autre = replace(lancement(SORTS["sommeil_de_mousse"]), mage="alix", duree=1)
    s = appliquer_le_sort(s, Pipe(RATE), autre)
    assert len(s.sorts) == 2
    s = finir(s, Scripted(), s.sorts[0])
    assert s["boris"].niveau("inconscient") == 1
    s = finir(s, Scripted(), s.sorts[0])
    assert not s["boris"].niveau("inconscient") and s["boris"].niveau("a_terre")


@pytest.mark.rule("VM-5.4")
def test_the_end_of_a_sleep_does_not_wake_those_at_zero() -> None:
    s = lancer(scene(), "sommeil_de_mousse")
    s = tomber(s.put(replace(s["boris"], pb_perdus=60)), Scripted(), "boris")
    s = ecouler(s, Scripted(), 24)
    assert s["boris"].niveau("inconscient") == 1 and not s["boris"].effets


@pytest.mark.rule("VM-6.15")
def test_a_trait_is_borrowed_for_a_while() -> None:
    s = lancer(scene(), "visage_de_crane")
    assert s["mina"].a_trait("peur") and {e.fin for e in s["mina"].effets} == {24}
    assert not ecouler(s, Scripted(), 24)["mina"].a_trait("peur")


@pytest.mark.rule("VM-6.15")
def test_healing_stops_at_the_maximum_and_raises_those_at_zero() -> None:
    s = scene(alix={"pb_perdus": 3})
    assert lancer(s, "main_qui_referme")["alix"].pb_perdus == 0
    plein = scene()["alix"].fiche.PB
    s = tomber(scene(alix={"pb_perdus": plein}), Scripted(), "alix")
    apres = lancer(s, "main_qui_referme")
    assert apres["alix"].pb == 7 and apres["alix"].a_zero is None


@pytest.mark.rule("VM-6.15")
def test_the_drain_heals_the_caster_only_if_it_wounds() -> None:
    assert lancer(scene(), "emprunt_de_souffle")["mina"].pb_perdus == 9 - 4
    dur = scene(boris={"fiche": {"END": 99, "pb_fixes": 60}})
    assert lancer(dur, "emprunt_de_souffle") == dur


@pytest.mark.rule("VM-6.15")
def test_damage_that_armour_or_endurance_does_not_reduce() -> None:
    cuir = {"fiche": {"pb_fixes": 60, "armure": 3}}
    assert lancer(scene(boris=cuir), "fer_rougi")["boris"].pb_perdus == 2 + 4 - 3
    assert lancer(scene(alix={**cuir, "pb_perdus": 0}), "chair_volee")["alix"].pb_perdus == 6 + 4 - 3
    assert lancer(scene(boris=cuir), "grele")["boris"].pb_perdus == 3 + 4 - 3 - 3


@pytest.mark.rule("VM-6.15")
def test_a_shove_goes_straight_away_and_stops_before_a_taken_square() -> None:
    s = lancer(scene(), "poussee")
    assert (s["boris"].x, s["boris"].y) == (5, 10)
    s = lancer(scene(carl={"x": 5, "y": 10}), "poussee")
    assert (s["boris"].x, s["boris"].y) == (5, 9)
    s = lancer(scene(boris={"x": 5, "y": 5}), "poussee")
    assert (s["boris"].x, s["boris"].y) == (8, 5)
    s = lancer(scene(boris={"x": 5, "y": BORD}), "poussee")
    assert s["boris"].y == BORD


@pytest.mark.rule("VM-6.15")
def test_a_grapnel_draws_near_and_no_nearer_than_the_next_square() -> None:
    s = lancer(scene(boris={"x": 12, "y": 8}), "grappin_de_vent")
    assert (s["boris"].x, s["boris"].y) == (8, 5)
    s = lancer(scene(), "grappin_de_vent")
    assert (s["boris"].x, s["boris"].y) == (5, 6)


@pytest.mark.rule("VM-6.15")
def test_a_shove_breaks_off_the_melee() -> None:
    s = replace(scene(boris={"y": 6}), encounter=Combat(engagements=(Engagement("boris", "mina", 1),)))
    apres = lancer(s, "poussee")
    assert apres.encounter is not None and apres.encounter.engagements == ()


@pytest.mark.rule("VM-6.15")
def test_a_sidestep_goes_where_the_caster_chooses() -> None:
    s = replace(scene(), encounter=Combat(engagements=(Engagement("boris", "mina", 1),)))
    oracle = Scripted(answers=["nord_ouest", 4])
    apres = lancer(s, "pas_de_cote", oracle)
    assert (apres["mina"].x, apres["mina"].y) == (1, 1)
    assert apres.encounter is not None and apres.encounter.engagements == ()
    assert [q.key for q in oracle.asked] == ["vm.direction", "vm.cases"]
    assert oracle.asked[0].options[0].id == "nord"  # away from Boris, who stands to the south
    assert lancer(s, "pas_de_cote", Scripted(answers=["sur_place"])) == s
    tout_pres = replace(scene(boris={"y": 6}), encounter=s.encounter)
    apres = lancer(tout_pres, "pas_de_cote", Scripted(answers=["ouest", 1]))
    assert (apres["mina"].x, apres["mina"].y) == (4, 5)
    assert apres.encounter is not None and apres.encounter.engagements == ()


@pytest.mark.rule("VM-6.15")
def test_friends_let_themselves_be_carried_and_foes_resist() -> None:
    oracle = Scripted(answers=["est", 8])
    apres = lancer(scene(), "porte_par_la_rafale", oracle, cible="alix")
    assert apres["alix"].x == 14 and not oracle.left_over()
    assert lancer(scene(), "porte_par_la_rafale", Scripted([REUSSI]), cible="boris")["boris"].y == 7


@pytest.mark.rule("VM-6.15")
def test_advantages_given_and_taken() -> None:
    assert lancer(scene(), "elan", cible="alix")["alix"].avantages == 1
    assert lancer(scene(), "semeur_de_doute")["boris"].avantages == 0


@pytest.mark.rule("VM-6.15")
def test_the_gifts_of_chaos_corrupt() -> None:
    assert lancer(scene(), "pacte_de_sang")["mina"].corruption == 1
    assert lancer(scene(), "porte_de_feu_noir")["mina"].corruption == 1
    assert lancer(scene(), "crachat_du_gouffre")["boris"].corruption == 1
    assert lancer(scene(), "crachat_du_gouffre", Pipe(REUSSI))["boris"].corruption == 0


@pytest.mark.rule("VM-6.15")
def test_the_gagged_bear_what_keeps_them_from_casting() -> None:
    s = lancer(scene(), "baillon")
    closed = sans_voix(s["boris"])
    assert closed is not None and closed.rule == "VM-3.14"
    assert sans_voix(ecouler(s, Scripted(), 24)["boris"]) is None


# ---------------------------------------------------------------- creatures


@pytest.mark.rule("VM-6.15")
def test_creatures_come_beside_the_caster_and_leave_with_the_spell() -> None:
    s = lancer(scene(), "meute_du_hallier")
    loups = [p for p in s.people.values() if p.fiche.nom.startswith("Loup")]
    assert [p.id for p in loups] == ["mina_loup_1", "mina_loup_2"] and loups[0].nom == "Loup 1"
    assert all(max(abs(p.x - 5), abs(p.y - 5)) == 1 for p in loups)
    assert len({(p.x, p.y) for p in s.people.values()}) == 6
    assert s.sorts[0].cibles == ("mina_loup_1", "mina_loup_2")
    s = ecouler(s, Scripted(), 240)
    assert s["mina_loup_1"].vie == s["mina_loup_2"].vie == "parti"
    assert not s["mina_loup_1"].effets
    encore = lancer(s, "meute_du_hallier")
    assert encore["mina_loup_1"].vie == "actif" and len(encore.people) == 6


@pytest.mark.rule("VM-6.15")
def test_the_dead_do_not_leave() -> None:
    s = lancer(scene(), "leve_toi")
    s = s.put(replace(s["mina_squelette_1"], vie="mort"))
    s = finir(s, Scripted(), s.sorts[0])
    assert s["mina_squelette_1"].vie == "mort" and not s["mina_squelette_1"].effets
    encore = lancer(s, "leve_toi")
    assert encore["mina_squelette_2"].vie == "actif"


@pytest.mark.rule("VM-6.15")
def test_creatures_join_the_fight_after_their_caster_and_leave_it() -> None:
    combat = Combat(
        ordre=("boris", "mina", "alix"), file=("mina", "alix"), initiatives={"boris": 50, "mina": 40, "alix": 30}
    )
    s = lancer(replace(scene(), encounter=combat), "garde_d_ivoire")
    noms = tuple(f"mina_squelette_{n}" for n in (4, 3, 2, 1))
    assert s.encounter is not None and s.encounter.ordre == ("boris", "mina", *noms, "alix")
    assert s.encounter.file == ("mina", "alix") and s.encounter.initiatives["mina_squelette_1"] == 40
    assert s["mina"].a_trait("terreur")
    s = replace(s, encounter=replace(s.encounter, engagements=(Engagement("mina_squelette_1", "boris", 1),)))
    s = finir(s, Scripted(), s.sorts[0])
    assert s.encounter is not None
    assert s.encounter.ordre == ("boris", "mina", "alix") and s.encounter.engagements == ()
    assert s.encounter.initiatives == combat.initiatives


@pytest.mark.rule("VM-6.15")
def test_creatures_play_their_tours_from_the_next_round_on_until_the_spell_ends() -> None:
    """Grouillement lasts 2 x BFM = 8 Rounds: seven tours for the swarm, and the fight goes on without it."""
    agiles = {w: {"fiche": {"AGI": n, "FM": 42}} for w, n in (("mina", 50), ("alix", 40), ("boris", 30), ("carl", 20))}
    s = Combattre("mina").resolve(scene(**agiles), Pipe(52))
    s = lancer(s, "grouillement")
    tours: Counter[str] = Counter()
    for _ in range(40):
        (who,) = s.turn()
        tours[who] += 1
        assert Terminer(who).closed(s) is None
        s = Terminer(who).resolve(s, Pipe(52))
    assert tours["mina_nuee_d_araignees_1"] == 7 and s["mina_nuee_d_araignees_1"].vie == "parti"
    assert s.encounter is not None and "mina_nuee_d_araignees_1" not in s.encounter.ordre


@pytest.mark.rule("VM-3.28")
def test_the_caster_is_offered_the_power_of_a_spell_that_has_some() -> None:
    """Langue (Magick) 80, roll 21: DR 6, four above the NI of Trait d'arcane, two additions."""
    mage = {"FM": 42, "INT": 40, "competences": {"langue_magick": 40}, "talents": {"magie_des_arcanes": 1}}
    s = scene(mina={"fiche": {**mage, "sorts": ["trait_d_arcane"]}}, alix={"etats": []})
    oracle = Scripted([21], ["puissance", "puissance"])
    apres = Incanter("mina", "trait_d_arcane", ("boris",)).resolve(s, oracle)
    assert apres["boris"].pb_perdus == 6 + 3 + 4 + 2 * 1 - 3
    assert "puissance" not in extensible(SORTS["trait_de_feu"])


# ---------------------------------------------------------------- spells against spells


def lies(s: Scene, ni: int, force: bool = False) -> Scene:
    """Boris has cast Bras de fer on himself, with this NI left."""
    s = appliquer_le_sort(s, Pipe(RATE), Lancement("boris", "bras_de_fer", ("boris",), 3))
    return replace(s, sorts=tuple(replace(x, ni=ni, force=force) for x in s.sorts))


@pytest.mark.rule("VM-3.10")
def test_undoing_wears_spells_down_and_ends_them_at_zero() -> None:
    oracle = Scripted()
    s = lancer(lies(scene(), 6), "defaire", oracle)
    assert s.sorts[0].ni == 2 and s["boris"].carac("FOR") == 40
    assert oracle.events[-1].what == "sort_entame" and total(oracle.events[-1].terms) == 2
    s = lancer(s, "defaire")
    assert s.sorts == () and s["boris"].carac("FOR") == 30


@pytest.mark.rule("VM-3.6")
def test_undoing_does_nothing_to_an_irresistible_spell_nor_to_ones_own() -> None:
    assert lancer(lies(scene(), 1, force=True), "defaire").sorts[0].ni == 1
    s = lancer(scene(), "bras_de_fer", cible="boris")
    assert lancer(s, "defaire").sorts == s.sorts


@pytest.mark.rule("VM-6.15")
def test_a_clean_slate_wipes_a_whole_area() -> None:
    s = lies(scene(), 6)
    assert lancer(s, "table_rase").sorts == ()
    assert lancer(s, "table_rase", x=205, y=5).sorts == s.sorts


# ---------------------------------------------------------------- what always holds

GENS = ("mina", "alix", "boris")


@st.composite
def lancements(draw: st.DrawFn) -> Lancement:
    sort = SORTS[draw(st.sampled_from(sorted(SORTS)))]
    mage = draw(st.sampled_from(GENS))
    if sort.cible == "vous":
        cibles: tuple[str, ...] = (mage,)
    elif isinstance(sort.cible, int):
        cibles = tuple(draw(st.lists(st.sampled_from((*GENS, "carl")), min_size=1, max_size=sort.cible, unique=True)))
    else:
        cibles = ()
    petit = st.integers(0, 2)
    return Lancement(
        mage,
        sort.id,
        cibles,
        draw(st.integers(0, 8)),
        draw(st.sampled_from(("", "tete", "jambe_droite"))),
        aire=draw(petit),
        duree=draw(petit),
        puissance=draw(petit),
        x=draw(st.integers(0, 9)),
        y=draw(st.integers(0, 9)),
    )


@given(st.lists(lancements(), min_size=1, max_size=6), st.sampled_from([REUSSI, 52, RATE]))
def test_whatever_is_cast_nothing_is_left_once_time_has_passed(tous: list[Lancement], face: int) -> None:
    s = scene()
    for lance in tous:
        s = appliquer_le_sort(s, Pipe(face), lance)
        assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
        assert len({x.id for x in s.sorts}) == len(s.sorts)
        for p in s.people.values():
            assert 0 <= p.pb <= p.fiche.PB and 0 <= p.avantages <= 6
            assert {e.lie for e in p.effets if e.origine == "sort"} <= {x.id for x in s.sorts}
    s = ecouler(s, Pipe(face), 2 * JOUR)
    assert s.sorts == ()
    for who, p in s.people.items():
        assert not [e for e in p.effets if e.origine == "sort"]
        assert who in (*GENS, "carl") or p.vie in ("parti", "mort")


@pytest.mark.rule("VM-6.15")
def test_a_spell_named_in_a_scene_ends_even_if_its_targets_are_gone() -> None:
    s = replace(scene(), sorts=(SortActif("mina:bras_de_fer", "bras_de_fer", "mina", ("personne",), 3, 10),))
    assert ecouler(s, Scripted(), 10).sorts == ()
