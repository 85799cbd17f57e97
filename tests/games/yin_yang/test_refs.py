"""Whoever leaves: all that names him goes, nothing else changes, whatever he and the others are called."""

import random
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c4_experience.progres import ApprendreLangue, DonnerPP, SEntrainer
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre, SeReposer
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_sortileges.brute import Repandre
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler
from tablee.games.yin_yang.book.c8_sortileges.sortileges import LacherSort
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_gestes import Obscurcir, Surprendre
from tablee.games.yin_yang.book.c14_enchantement import Activer
from tablee.games.yin_yang.book.c14_qi import Entraver
from tablee.games.yin_yang.book.c15_mouvements import Monter, SeDeplacer
from tablee.games.yin_yang.book.c16_guerre import Engagement, LivrerBataille
from tablee.games.yin_yang.book.c16_soins.medecine import PremiersSoins, Soigner
from tablee.games.yin_yang.book.c16_soins.qi import QiSoigner
from tablee.games.yin_yang.book.c16_soins.vide import Dormir
from tablee.games.yin_yang.book.c18_epreuves.epreuves import Eprouver
from tablee.games.yin_yang.book.c18_epreuves.essais import Opposer, Tester
from tablee.games.yin_yang.book.c18_epreuves.pieges import Desamorcer
from tablee.games.yin_yang.book.c18_epreuves.poursuites import Poursuivre
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.model.batailles import BATAILLES, GUERRE
from tablee.games.yin_yang.model.catalogue import ARMES, ARMURES, COMPETENCES, CORPS, MATERIEL
from tablee.games.yin_yang.model.jets import Jet
from tablee.games.yin_yang.model.manoeuvres import MANOEUVRES
from tablee.games.yin_yang.model.runes import POUVOIRS, RUNES
from tablee.games.yin_yang.model.tables import NOMS
from tablee.kernel import refs
from tablee.kernel.action import open_actions, tag
from tablee.kernel.simulated import Simulated

from .magiciens import fiche, mage

JADE = {"materiel": ["objet_de_transfert"]}
LAME = {"id": "lame", "nom": "Lame", "groupe": "epees", "degats": 20, "infusion": 2}
GENS = ("lin", "yu", "bo", "ana", "jok", "cheval")
ACTIONS, PARTIES = 30, 24


def champs(sorte):
    """The names of a struct's fields in files, and of all it holds."""
    noms, vues, restent = set(), set(), [sorte]
    while restent:
        ici = restent.pop()
        if isinstance(ici, type) and issubclass(ici, msgspec.Struct) and ici not in vues:
            vues.add(ici)
            noms |= set(ici.__struct_encode_fields__)
            restent += [f.type for f in msgspec.structs.fields(ici)]
        else:
            restent += getattr(ici, "__args__", ())
    return noms


CATALOGUES = (ARMES, ARMURES, MATERIEL, COMPETENCES, CORPS, MANOEUVRES, BATAILLES, POUVOIRS, RUNES, NOMS)
MOTS = sorted(
    {
        *champs(game.scene),
        *(id for connus in CATALOGUES for id in connus),
        *(m.id for corps in CORPS.values() for m in corps),
    }
)


# ---------------------------------------------------------------- scenes in which everything names somebody


def guerrier(camp, x, *armes, **plus):
    """Somebody who rides, runs, commands and fights with these."""
    sait = fiche(epees=5, controle_du_qi=2, equitation=4, course=4, **{GUERRE: 4})
    return {"fiche": sait, "camp": camp, "x": x, "equipement": {"armes": list(armes)}, **plus}


def gens():
    bague = {**LAME, "id": "bague"}
    return {
        "lin": {**mage(equipement={**JADE, "armes": [bague]}), "gene": ["ligote"], "runes": {"feu": 3}},
        "yu": {**mage(camp="loups", x=2), "surpris_par": ["lin", "jok"], "runes": {"eau": 4}},
        "bo": guerrier("loups", 1, LAME, blessures={"torse": 5}, surpris_par=["jok"]),
        "ana": guerrier("sages", 3, "dague"),
        "jok": guerrier("sages", 2, "epee_longue", monture="cheval"),
        "cheval": {"creature": "cheval", "x": 2},
    }


SORT = {"pouvoir": "protection", "elements": ["terre"], "runes": 2, "aire": 1}


def calme():
    """A trial, a trap, a chase, a battle, spells of a magician and of his object, an object with Qì of somebody's."""
    return read_scene(
        {
            "personnages": gens(),
            "epreuves": {"mur": {"id": "mur", "competence": "force", "nd": 12, "nd_test": 12}},
            "pieges": {"porte": {"id": "porte", "etapes": [{"nd": 12}], "degats": 8}},
            "poursuite": {"fuyard": "bo", "poursuivant": "ana", "avance": 20},
            "bataille": {"generaux": ["jok", "bo"], "faites": [["jok", next(iter(BATAILLES))]]},
            "zones": {"temple": {"nom": "temple", "resistances": {"feu": 2}}},
            "sorts": {
                "sort_1": {"id": "sort_1", "par": "lin", "cibles": ["ana", "yu"], "ecarts": [["ana", 1, 0]], **SORT},
                "brute": {"id": "brute", "par": "lin", **SORT, "pouvoir": "", "methode": "bref", "contre": "sort_1"},
            },
            "enchantements": {"lame": {"objet": "lame", "par": "jok", "resistance": 40, "vide": 1, "toujours": False}},
        }
    )


def melee():
    """A turn half declared, after which nothing but the fight goes on: each of its tables names somebody."""
    paires = [["yu", "ana"], ["ana", "bo"]]
    declarees = {
        "lin": {"do": "lancer", "actor": "lin", "pouvoir": "feu", "cibles": ["bo", "yu"]},
        "jok": {"do": "attaquer", "actor": "jok", "cible": "bo", "manoeuvres": ["charger"], "metres": 1},
        "ana": {"do": "defendre", "actor": "ana", "contre": ["bo", "yu"]},
        "bo": {"do": "se_deplacer", "actor": "bo", "loin_de": "lin"},
    }
    combat = {
        "file": ["yu"],
        "declarations": declarees,
        "jets": {"ana": {"qui": "ana", "total": 12, "jet": 2}},
        **dict.fromkeys(("faits", "touches", "parades", "lachers"), paires),
        "luttes": [["ana", "yu"]],
        "prises": [["jok", "bo"]],
        "projetes": ["bo"],
        "eblouis": ["jok", "yu"],
        "clefs": [{"par": "ana", "sur": "yu", "sorte": "étouffement", "tour": 1}],
        "blocages": [{"par": "bo", "sur": "jok", "marge": 2, "arme_par": "lame", "arme_sur": "epee_longue"}],
    }
    return read_scene({"personnages": gens(), "combat": combat})


@cache
def etats():
    """Scenes of games played at random from these, every kind of open action as likely as any other."""
    vus = [calme(), melee()]
    for n in range(PARTIES):
        hasard, oracle, scene = random.Random(n), Simulated(n), (calme, melee)[n % 2]()
        for _ in range(ACTIONS):
            qui = scene.turn() or tuple(scene.people)
            ouvertes = open_actions(game.legal(scene, hasard.choice(qui)))
            if ouvertes:
                sorte = hasard.choice(sorted({tag(a) for a in ouvertes} - {"cesser", "clore_phase"}))
                scene = hasard.choice([a for a in ouvertes if tag(a) == sorte]).resolve(scene, oracle)
                vus.append(scene)
    return vus


# ---------------------------------------------------------------- what holds whoever leaves


def parti(scene, who):
    """The scene without him; or where he is still needed."""
    try:
        apres, avec = refs.without(scene, frozenset({who}))
    except refs.StillNeeded as needed:
        return needed.where
    assert avec == {who}  # nobody is tied to anybody here: a mount stays where its rider leaves
    return apres


def textes(data):
    """Every text in plain data, keys included."""
    if isinstance(data, dict):
        return {t for k, v in data.items() for t in (k, *textes(v))}
    if isinstance(data, list | tuple):
        return {t for x in data for t in textes(x)}
    return {data} if isinstance(data, str) else set()


@given(st.data())
def test_whatever_people_are_called_the_same_goes_with_them(data):
    scene = data.draw(st.sampled_from(etats()))
    ici = st.sampled_from(sorted(textes(msgspec.to_builtins(scene)) - {"", *GENS}))
    mots = data.draw(st.lists(ici | st.sampled_from(MOTS), min_size=len(GENS), max_size=len(GENS), unique=True))
    noms = dict(zip(GENS, mots, strict=True))
    nommes = refs.rewritten(scene, noms.__getitem__)
    for who, nom in noms.items():
        attendu, apres = parti(scene, who), parti(nommes, nom)
        if isinstance(attendu, str):
            assert apres == attendu
        else:
            assert nom not in refs.named(apres)
            assert msgspec.to_builtins(apres) == msgspec.to_builtins(refs.rewritten(attendu, noms.__getitem__))


@pytest.mark.parametrize("who", GENS)
@pytest.mark.parametrize("scene", [calme, melee])
def test_nothing_of_him_is_left_where_everything_names_somebody(scene, who):
    seul_lui(scene(), who)


@given(st.data(), st.sampled_from(GENS))
def test_nothing_of_him_is_left_in_games_played(data, who):
    seul_lui(data.draw(st.sampled_from(etats())), who)


def seul_lui(scene, who):
    """He leaves, and the others keep all that is theirs."""
    apres = parti(scene, who)
    if isinstance(apres, str):
        assert apres == "Sort.par" and any(s.par == who for s in scene.sorts.values())
        return
    assert who not in textes(msgspec.to_builtins(apres))
    for q in scene.people.values():
        if q.id != who:
            monture = "" if q.monture == who else q.monture
            assert apres[q.id] == replace(q, monture=monture, surpris_par=tuple(x for x in q.surpris_par if x != who))
    for table in ("epreuves", "pieges", "zones", "clock", "options"):
        assert getattr(apres, table) == getattr(scene, table)
    for objet, e in scene.enchantements.items():
        assert apres.enchantements[objet] == replace(e, par="" if e.par == who else e.par)
    assert apres.sorts.keys() == scene.sorts.keys()


@pytest.mark.parametrize("scene", [calme, melee])
def test_everybody_can_be_called_otherwise_and_back(scene):
    s = scene()
    if s.bataille is not None:
        s = replace(s, bataille=replace(s.bataille, vainqueur="jok"))
    autrement = refs.rewritten(s, "zz_{}".format)
    assert textes(msgspec.to_builtins(autrement)).isdisjoint(GENS)
    assert refs.rewritten(autrement, lambda who: who.removeprefix("zz_")) == s


@pytest.mark.parametrize(
    ("action", "nommes"),
    [
        (Attaquer("lin", arme="bo", cible="yu", membre="jok"), "yu"),
        (Defendre("lin", arme="bo", contre=("yu", "jok")), "yu jok"),
        (Tirer("lin", "yu", arme="bo", membre="jok"), "yu"),
        (Lancer("lin", pouvoir="bo", avec="ana", cibles=("yu", "jok"), partage=(("bo", 1),), objet="ana"), "yu jok"),
        (Repandre("lin", rune="bo", sort="ana", cibles=("yu",)), "yu"),
        (Accumuler("lin", runes=(("bo", 2),), pouvoir="yu"), ""),
        (Activer("lin", "bo", ("yu",)), "yu"),
        (LacherSort("lin", "yu"), ""),
        (SeDeplacer("lin", vers="yu"), "yu"),
        (SeDeplacer("lin", loin_de="yu"), "yu"),
        (Monter("lin", "cheval"), "cheval"),
        (Surprendre("lin", ("yu", "bo")), "yu bo"),
        (Obscurcir("lin", 2, ("yu", "bo")), "yu bo"),
        (SeReposer("lin", 10, ("yu",)), "yu"),
        (Dormir("lin", ("yu",)), "yu"),
        (PremiersSoins("lin", "yu", ("bo",)), "yu"),
        (Soigner("lin", "yu", 1, ("bo",)), "yu"),
        (QiSoigner("lin", cible="yu", membres=("bo",)), "yu"),
        (Entraver("lin", "yu"), "yu"),
        (LivrerBataille("lin", "yu"), "yu"),
        (Engagement("lin", "yu"), ""),
        (Opposer("lin", "bo", cible="yu", leur="jok"), "yu"),
        (Tester("lin", "bo", avec=("yu",)), ""),
        (Eprouver("lin", "bo", epreuve="yu"), ""),
        (Desamorcer("lin", "bo", piege="yu"), ""),
        (Poursuivre("lin", "yu"), "yu"),
        (DonnerPP("lin", 1, (("yu", 2), ("bo", 1))), "yu bo"),
        (SEntrainer("lin", "bo", 0, (("yu", "jok"),)), "yu"),
        (ApprendreLangue("lin", "bo", "yu"), "yu"),
    ],
    ids=lambda a: tag(a) if not isinstance(a, str) else a,
)
def test_an_action_names_those_it_is_about_and_nothing_else(action, nommes):
    assert refs.named(action) == {"lin", *nommes.split()}


def test_the_games_played_reach_every_part_that_names_somebody():
    combats = [s.encounter for s in etats() if s.encounter is not None]
    sortes = {tag(a) for c in combats for a in c.declarations.values()}
    assert {"attaquer", "defendre", "se_deplacer", "lancer", "qi_soigner", "repandre"} <= sortes
    for champ in ("luttes", "clefs", "blocages"):
        assert any(getattr(c, champ) for c in combats)
    for champ in ("sorts", "enchantements", "poursuite", "bataille"):
        assert any(getattr(s, champ) != getattr(calme(), champ) for s in etats() if getattr(s, champ))


# ---------------------------------------------------------------- what each table becomes


def test_what_two_do_together_is_over_when_one_leaves():
    s = calme()
    assert parti(s, "bo").poursuite is None and parti(s, "bo").bataille is None
    assert parti(s, "ana").poursuite is None and parti(s, "ana").bataille == s.bataille
    c = parti(melee(), "ana").encounter
    assert (c.jets, c.luttes, c.clefs, c.faits, c.touches, c.parades, c.lachers) == ({}, (), (), (), (), (), ())
    assert c.blocages == melee().encounter.blocages and parti(melee(), "jok").encounter.blocages == ()


def test_a_spell_needs_its_magician_and_an_object_not_its_maker():
    s = calme()
    assert parti(s, "lin") == "Sort.par"
    assert parti(s, "jok").enchantements == {"lame": replace(s.enchantements["lame"], par="")}
    assert parti(s, "ana").sorts["sort_1"] == replace(s.sorts["sort_1"], cibles=("yu",), ecarts=())
    enchante = replace(s.enchantements["lame"], sort=replace(s.sorts["sort_1"], par="bo"))
    assert parti(replace(s, enchantements={"lame": enchante}), "bo") == "Sort.par"


def test_a_rider_whose_mount_leaves_is_on_foot_and_a_mount_stays():
    assert parti(melee(), "cheval")["jok"].monture == ""
    assert "cheval" in parti(melee(), "jok").people


@pytest.mark.rule("YY-10.1")
@pytest.mark.parametrize(
    "declaree",
    [
        Attaquer("jok", cible="bo"),
        Tirer("jok", "bo"),
        SeDeplacer("jok", vers="bo"),
        SeDeplacer("jok", loin_de="bo"),
        QiSoigner("jok", cible="bo"),
        Monter("jok", "bo"),
    ],
    ids=repr,
)
def test_what_was_declared_about_somebody_gone_is_declared_again(declaree):
    s = melee()
    autres = {w: a for w, a in s.encounter.declarations.items() if w == "lin"}
    s = replace(s, encounter=replace(s.encounter, declarations={**autres, "jok": declaree}, blocages=()))
    apres = parti(s, "bo")
    assert set(apres.encounter.declarations) == {"lin"}
    reprise = read_scene(msgspec.to_builtins(apres))
    assert "jok" in reprise.encounter.file
    a_lui = replace(reprise, encounter=replace(reprise.encounter, file=("jok",)))
    assert Attendre("jok").closed(a_lui) is None


@pytest.mark.parametrize(
    ("declaree", "reste"),
    [
        (Defendre("ana", contre=("bo", "yu")), Defendre("ana", contre=("yu",))),
        (Lancer("ana", pouvoir="feu", cibles=("bo", "yu")), Lancer("ana", pouvoir="feu", cibles=("yu",))),
        (Activer("ana", "lame", ("yu", "bo")), Activer("ana", "lame", ("yu",))),
    ],
    ids=repr,
)
def test_what_was_declared_about_several_goes_on_about_the_others(declaree, reste):
    s = melee()
    s = replace(s, encounter=replace(s.encounter, declarations={"ana": declaree}))
    assert parti(s, "bo").encounter.declarations == {"ana": reste}


def test_whoever_acts_at_the_same_time_is_remembered_without_him():
    s = melee()
    s = replace(s, encounter=replace(s.encounter, avant=s.people, jets={"bo": Jet("bo", 12, 2)}))
    c = parti(s, "bo").encounter
    assert set(c.avant) == set(GENS) - {"bo"} and c.jets == {}
