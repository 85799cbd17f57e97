"""Who is named where: whoever leaves goes with all that is his and takes nothing else along, whatever he is called."""

import random
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fluid import game
from tablee.games.fluid.book.c3_tests.oppositions import Collectif, Opposer, Rivaliser
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.confrontations import (
    Bataille,
    Commander,
    Courir,
    Jouter,
    Poursuivre,
    Ranger,
    Repondre,
)
from tablee.games.fluid.book.c4_combat.deplacements import Charger
from tablee.games.fluid.book.c4_combat.distance import Tirer
from tablee.games.fluid.book.c4_combat.recuperation import Dormir, Secourir, Soigner, Souffler
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre
from tablee.games.fluid.book.c5_magie.grimoire import Liberer, Prolonger, Vampiriser
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.book.c5_magie.magie import Resister
from tablee.games.fluid.book.c6_experience import Recompenser
from tablee.games.fluid.desk.judge import fautes
from tablee.games.fluid.model.catalogue import ARMES, PRETS, SBIRES, SORTS
from tablee.games.fluid.model.combat import Combat
from tablee.games.fluid.model.people import NOMS, Aide, Armee, Fiche, Personnage, Poursuite, SortActif, Trait
from tablee.games.fluid.model.scene import Scene
from tablee.games.fluid.model.tables import BOTTES, DIFFICULTES
from tablee.kernel import refs
from tablee.kernel.action import open_actions
from tablee.kernel.opening import openings
from tablee.kernel.scenario import demo
from tablee.kernel.sentence import Said

from ..walked import states, texts
from .bataille import combat, frappe, homme
from .jeu import jouer
from .tenue import jouer_au_hasard

NEUTRE = "qui_{}"  # an id that no text of the game can be, nor hold
STRUCTS = (Scene, Personnage, Fiche, Trait, Combat, Annoncer, Aide, SortActif, Poursuite, Armee)
MOTS = {
    *("flamme", "force", "grimoire", "epee", "combat", "rouge", "personne", "actif", "mort"),
    *(nom for s in STRUCTS for nom in (*s.__struct_fields__, *s.__struct_encode_fields__)),
    *(mot for liste in (ARMES, PRETS, SBIRES, SORTS, BOTTES, DIFFICULTES, NOMS) for mot in liste),
}

# ---------------------------------------------------------------- scenes


def au_hasard(scene, seed, pas):
    """The scenes that open actions lead through, whichever they are."""
    rng = random.Random(seed)
    for _ in range(pas):
        qui = scene.turn()[:1] or scene.standing()
        ouvertes = open_actions(game.legal(scene, rng.choice(qui))) if qui else []
        if not ouvertes:
            return
        genre = rng.choice(sorted({type(a).__name__ for a in ouvertes}))
        action = rng.choice([a for a in ouvertes if type(a).__name__ == genre])
        scene, _ = jouer_au_hasard(scene, action, rng.random())
        yield scene


def riche():
    """All at once: helped, enchanted, chased, two armies in the field, and a blow at two announced."""
    s = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=9, armes=["epee"]),
        bor=homme("bleu", 1),
        cid=homme("bleu", 1, y=1),
        dan=homme("rouge", 2),
        eve=homme("", 30, etat="mort"),
    )
    s, _ = jouer(s, Annoncer("ana", ("FOR",), manoeuvre="simultanee", cibles=("bor", "cid"), parts=(4, 5)))
    s, _ = jouer(s, frappe(s.turn()[0], "dan" if s.turn() == ("bor",) else "bor"))
    return replace(
        s.put(replace(s["ana"], aides=(Aide("dan", "Danse", 3), Aide("bor", points=1)))),
        poursuite=Poursuite("dan", "bor", 10, 50),
        armees={"rouge": Armee("dan", 100), "eve": Armee("eve", 50), "bleu": Armee("cid", 20)},
        sorts=(SortActif("ecorce_1", "dan", SORTS["ecorce"], ("ana", "cid"), 2, 1, 600),),
        encounter=replace(
            s.encounter, marche={"dan": 2}, elan={"dan": 1}, actions={"dan": 1}, derniers={"dan": ("a",)}
        ),
    )


def insistance():
    """An exchange is over, and one of the two asks for another."""
    s = combat("plusieurs_actions", ana=homme("rouge", 0, FOR=6), bor=homme("bleu", 1), cid=homme("bleu", 40))
    s, _ = jouer(jouer(s, frappe("ana", "bor"))[0], Attendre("cid"))
    s, _ = jouer(s, frappe("bor", "ana"), 5, 5, reponses=("garder", "garder"))
    return jouer(s, frappe("ana", "bor"))[0]


@cache
def scenes():
    """Scenes of all kinds, in which nobody's id is a word of the game; most were played under these ids."""
    trouvees = [riche(), insistance()]
    for nom in game.demos:
        trouvees += [refs.rewritten(s, NEUTRE.format) for s in states(game, nom)[::4]]
        depart = refs.rewritten(demo(game.id, nom), NEUTRE.format)
        trouvees += au_hasard(depart.calm(), nom, 20)
        for ouvrir in openings(game, depart)[:1]:
            trouvees += au_hasard(jouer_au_hasard(depart, ouvrir, 1)[0], nom, 30)
        trouvees += au_hasard(depart, nom, 30)
    return trouvees


def test_the_scenes_below_name_people_wherever_they_can_be_named():
    """Every marked field is reached, or the tests below would say nothing of it."""
    vus = set()
    for s in scenes():
        c = s.encounter or Combat()
        vus |= {champ for champ in ("poursuite", "armees", "sorts") if getattr(s, champ)}
        vus |= {champ for champ in Combat.__struct_fields__ if getattr(c, champ)}
        vus |= {champ for a in c.annonces.values() for champ in ("cible", "cibles") if getattr(a, champ)}
        vus |= {"aides" for p in s.people.values() if p.aides}
    assert vus == {"poursuite", "armees", "sorts", "cible", "cibles", "aides", *Combat.__struct_fields__}


# ---------------------------------------------------------------- leaving


def sans(scene, who):
    """The scene without him; or where he is needed."""
    try:
        return refs.without(scene, frozenset({who}))[0]
    except refs.StillNeeded as needed:
        return needed.where


def raye(data, who, sous=""):
    """The same by hand, on plain data: sound for ids that nothing else is called. None: it goes as a whole."""
    if isinstance(data, dict):
        if any(isinstance(v, str) and v == who for v in data.values()):
            return None
        restent = {k: raye(v, who, k) for k, v in data.items() if k != who}
        return {k: v for k, v in restent.items() if v is not None or data[k] is None}
    if isinstance(data, list | tuple):
        if sous == "contacts":
            return [paire for paire in data if who not in paire]
        return [v for v in (raye(v, who) for v in data) if v is not None]
    return None if data == who else data


INDISPENSABLE = {"Annonce.cible", "Combat.initiateur", "SortActif.mage"}


def depend(scene, who):
    """Whether something under way cannot do without him."""
    c = scene.encounter or Combat()
    return (
        who in {s.mage for s in scene.sorts}
        or who == c.initiateur
        or who in {a.cible for q, a in c.annonces.items() if q != who}
    )


def test_whoever_leaves_goes_with_all_that_is_his_and_nothing_else():
    partis = 0
    for scene in scenes():
        avant = msgspec.to_builtins(scene)
        for who in scene.people:
            apres = sans(scene, who)
            assert isinstance(apres, str) == depend(scene, who)
            if isinstance(apres, str):
                assert apres in INDISPENSABLE
                continue
            partis += 1
            assert who not in refs.named(apres)
            assert f'"{who}"' not in msgspec.json.encode(apres).decode()
            assert apres == msgspec.convert(raye(avant, who), Scene)
            assert {cle.rpartition(".")[2] for cle, _ in fautes(apres)} <= {"parts"}  # one of several aimed at
    assert partis > 100


@given(st.data())
def test_whatever_somebody_is_called_nothing_else_changes(data):
    """People named after ids and words of the game, or texts of this very scene, leave as under any other name."""
    scene = data.draw(st.sampled_from(scenes()))
    mots = sorted({*texts(msgspec.to_builtins(scene)), *MOTS} - {*scene.people, ""})
    combien = len(scene.people)
    noms = data.draw(st.lists(st.sampled_from(mots), min_size=combien, max_size=combien, unique=True))
    dits = dict(zip(scene.people, noms, strict=True))
    appelee = refs.rewritten(scene, dits.__getitem__)
    assert refs.named(appelee) == {*noms}
    retour = dict(zip(noms, scene.people, strict=True))
    assert msgspec.json.encode(refs.rewritten(appelee, retour.__getitem__)) == msgspec.json.encode(scene)
    for who in scene.people:
        neutre, dite = sans(scene, who), sans(appelee, dits[who])
        attendu = neutre if isinstance(neutre, str) else msgspec.to_builtins(refs.rewritten(neutre, dits.__getitem__))
        assert (dite if isinstance(dite, str) else msgspec.to_builtins(dite)) == attendu
        assert isinstance(dite, str) or dits[who] not in refs.named(dite)


# ---------------------------------------------------------------- what becomes of each thing


def test_a_chase_goes_with_whoever_runs_in_it_and_an_army_with_its_general():
    scene = replace(riche(), encounter=None, sorts=())
    for who in ("dan", "bor"):
        assert sans(scene, who).poursuite is None
    assert [*sans(scene, "dan").armees] == ["eve", "bleu"]
    assert [*sans(scene, "eve").armees] == ["rouge", "bleu"]  # the army of one who has no camp
    assert sans(scene, "ana").armees == scene.armees
    assert sans(scene, "ana").poursuite == scene.poursuite


def test_help_goes_with_who_gave_it_and_a_spell_loses_a_target_but_needs_its_mage():
    scene = replace(riche(), encounter=None)
    assert sans(scene, "bor")["ana"].aides == (Aide("dan", "Danse", 3),)
    assert sans(scene, "bor").sorts == scene.sorts
    assert [s.cibles for s in sans(scene, "cid").sorts] == [("ana",)]
    assert sans(scene, "dan") == "SortActif.mage"


def test_nobody_goes_whom_a_blow_is_announced_at_until_it_has_fallen():
    s = combat(ana=homme("rouge", 0, FOR=9), bor=homme("bleu", 1), cid=homme("bleu", 20))
    s, _ = jouer(s, frappe("ana", "bor"))
    assert s.encounter.annonces["ana"].cible == "bor"
    assert sans(s, "bor") == "Annonce.cible"
    assert sans(s, "ana").encounter.annonces == {}
    assert sans(s, "ana").encounter.contacts == ()
    assert "cid" not in refs.named(sans(s, "cid"))
    assert "bor" not in refs.named(sans(s.calm(), "bor"))


def test_nobody_goes_who_has_asked_for_an_exchange_until_it_is_over():
    assert insistance().encounter.initiateur == "ana"
    assert sans(insistance(), "ana") == "Combat.initiateur"


def test_the_game_refuses_a_blow_at_several_that_has_lost_one_of_them():
    """Its parts were for all of them: whoever is aimed at stays until it has fallen."""
    scene = replace(riche(), sorts=())
    annonce = scene.encounter.annonces["ana"]
    assert (annonce.cibles, list(fautes(scene))) == (("bor", "cid"), [])
    restant = refs.without(replace(scene, encounter=Combat(annonces={"ana": annonce})), frozenset({"cid"}))[0]
    assert list(fautes(restant)) == [("combat.annonces.ana.parts", Said("de {} à {}, pas {}", (1, 1, 2)))]


# ---------------------------------------------------------------- actions

BOR, CID = Tester("bor", ("AGI",)), Tester("cid", ("AGI",))


@pytest.mark.parametrize(
    ("action", "nommes"),
    [
        (Annoncer("ana", ("AGI",), ("force",), contre=("bor",), cible="bor", viser="tete"), "ana bor"),
        (Annoncer("ana", manoeuvre="simultanee", cibles=("bor", "cid"), parts=(1, 1)), "ana bor cid"),
        (Tirer("ana", cible="bor", arme="arc", surpris=("bor",)), "ana bor"),
        (Tirer("ana", cibles=("bor", "cid"), parts=(1, 1), surpris=("dan",)), "ana bor cid dan"),
        (Charger("ana", "bor"), "ana bor"),
        (Aider("ana", "bor", "cid"), "ana bor"),
        (Incanter("ana", sort="flamme", cibles=("bor",), resistances=(Resister("cid"),), nom="dan"), "ana bor cid"),
        (Liberer("ana", sort="dan", cibles=("bor",)), "ana bor"),
        (Prolonger("ana", "bor"), "ana"),
        (Vampiriser("ana", cible="bor", resistance=Resister("cid")), "ana bor cid"),
        (Opposer("ana", adversaires=(BOR, CID)), "ana bor cid"),
        (Collectif("ana", (BOR, CID)), "ana bor cid"),
        (Rivaliser("ana", (BOR,)), "ana bor"),
        (Poursuivre("ana", "bor", 20, 50), "ana bor"),
        (Courir("ana", reponse=BOR), "ana bor"),
        (Ranger("ana", "bor", 100, 100), "ana bor"),
        (Bataille("ana", reponse=Commander("bor")), "ana bor"),
        (Jouter("ana", cible="bor", reponse=Repondre("cid")), "ana bor cid"),
        (Soigner("ana", patient="bor"), "ana bor"),
        (Secourir("ana", patient="bor"), "ana bor"),
        (Dormir("ana", ("bor",)), "ana bor"),
        (Souffler("ana", 1, ("bor",)), "ana bor"),
        (Recompenser("ana", (("bor", 1), ("cid", 2))), "ana bor cid"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_an_action_names_these_people_and_nobody_else(action, nommes):
    assert refs.named(action) == {*nommes.split()}


def test_no_action_that_is_offered_names_anybody_beside_the_types():
    for scene in scenes()[::7]:
        for who in scene.people:
            for action, _ in game.legal(scene, who):
                autre = msgspec.to_builtins(refs.rewritten(action, lambda id: "autre"))
                assert {*scene.people}.isdisjoint(texts(autre)), action
