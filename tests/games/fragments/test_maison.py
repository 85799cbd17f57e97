"""A table's own content in Les Fragments: what it writes beside the book acts like what the book has."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.fragments import game
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.book.c6_equipement.commerce import Acheter, AcheterEnchantement, VendreEnchantement
from tablee.games.fragments.book.c6_equipement.inventaire import Recevoir
from tablee.games.fragments.book.c8_progression.classes import Reclasser
from tablee.games.fragments.book.c8_progression.experience import AccorderTechnique, ChoisirPersonnelle
from tablee.games.fragments.book.c9_emplois.objets import UtiliserObjet
from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.desk.random import au_hasard
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.desk.steps import STEPS
from tablee.games.fragments.model.catalogue import CLASSES
from tablee.games.fragments.model.maison import Maison
from tablee.kernel.content import ContentError
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.voice import Voice

COMBATTANT = msgspec.to_builtins(CLASSES["combattant"], str_keys=True)
MAISON = {
    "arme": {
        "lame_grise": {
            "nom": "Lame grise",
            "type": "Épée",
            "degats": "TRA",
            "pre": 90,
            "pui": {"n": 2, "faces": 6},
            "prix": 90,
        }
    },
    "tome": {},
    "bouclier": {"ecu_gris": {"nom": "Écu gris", "prix": 60, "effets": [{"fait": "bonus", "sur": "DEF", "n": 3}]}},
    "objet": {"fiole_grise": {"nom": "Fiole grise", "prix": 20, "effets": [{"fait": "soin", "n": 9}]}},
    "technique": {
        "pas_gris": {"nom": "Pas gris", "pt": 1, "effets": [{"fait": "bonus", "sur": "AGI", "n": 4}]},
        "souffle_gris": {
            "nom": "Souffle gris",
            "pt": 1,
            "activation": "bonus",
            "effets": [{"fait": "soin", "n": 7}],
        },
    },
    "classe": {
        "brumeur": {
            **COMBATTANT,
            "id": "brumeur",
            "nom": "Brumeur",
            "arbre": [["pas_gris", 1], *COMBATTANT["arbre"][1:]],
        }
    },
    "origine": {
        "gris": {
            "nom": "Gris",
            "description": "Né dans la brume.",
            "age": "20 à 60 ans",
            "taille": "1,70 m",
            "langues": ["Commun"],
            "suggere": {"FOR": 1, "DEF": 1, "AGI": 1, "CHA": 1},
            "mov": 6,
            "con": [6, 10],
            "poids": "70 kg",
            "traits": [{"nom": "Brume", "effets": [{"fait": "bonus", "sur": "ESQ", "n": 5}]}],
        }
    },
    "enchantement": {
        "voile": {"nom": "Voile", "degres": [{"prix": 40, "effets": [{"fait": "bonus", "sur": "RES", "n": 2}]}]}
    },
    "creature": {
        "chien_gris": {
            "fiche": {"nom": "Chien gris", "points": {"PV": 20, "FOR": 6, "AGI": 3}, "techniques": ["pas_gris"]},
            "equipement": {"actif": ["lame_grise"], "talisman": True, "enchantements": [["voile", 1]]},
        }
    },
}
ANA = {
    "nom": "Ana",
    "classe": "combattant",
    "origine": "gris",
    "con": 8,
    "points": {"PV": 20, "FOR": 8, "HAB": 5},
    "maitrises": {"Épée": 2},
    "personnelle": "souffle_gris",
    "techniques": ["souffle_gris"],
}


def lieu(maison=MAISON, combat=False, **plus):
    gens = {
        "ana": {
            "camp": "rouge",
            "joueur": True,
            "fiche": ANA,
            "equipement": {"actif": ["lame_grise", "fiole_grise"], "ecus": 500, "talisman": True},
            "perdus": 12,
            "place": [0, 0],
        },
        "bor": {"camp": "bleu", "creature": "chien_gris", "place": [1, 0]},
        **plus,
    }
    data = {"maison": maison, "unites": gens}
    return lire_scene({**data, "combat": {"file": ["ana", "bor"], "tours": {"ana": {}}}} if combat else data)


def avec(kind, entry, faux):
    return {**MAISON, kind: {**MAISON[kind], entry: {**MAISON[kind][entry], **faux}}}


def jouer(scene, action, *dice):
    assert action.closed(scene) is None
    return action.resolve(scene, Scripted(dice))


@pytest.mark.rule("FD-6.9", "FD-9.5", "FD-6.31", "FD-9.3", "FD-9.4", "FD-9.18")
def test_weapons_techniques_enchantments_and_creatures_of_a_table_act_in_a_fight():
    scene = lieu(combat=True)
    bor, ana = scene["bor"], scene["ana"]
    assert (bor.nom, bor.equipement.tenues[0].nom) == ("Chien gris", "Lame grise")
    assert (bor.bears.somme("AGI"), bor.bears.somme("RES"), ana.bears.somme("ESQ")) == (4, 2, 5)
    assert ana.fiche.base["MOV"] >= 6, "the origin gives it"
    sheet = str(game.sheet(scene, "bor"))
    assert all(named in sheet for named in ("Lame grise", "Pas gris", "Voile"))
    blow = Attaquer("ana", "bor")
    harder = lieu(avec("arme", "lame_grise", {"pui": {"n": 2, "faces": 6, "fixe": 6}}), combat=True)
    assert odds(blow, harder, "degats").mean() > odds(blow, scene, "degats").mean()


@pytest.mark.rule("FD-9.4", "FD-9.8", "FD-6.6")
def test_techniques_and_things_of_a_table_are_used():
    scene = lieu(combat=True)
    for action in (UtiliserTechnique("ana", "souffle_gris"), UtiliserObjet("ana", "fiole_grise")):
        assert action in [a for a, why in game.legal(scene, "ana") if why is None]
        assert "ris" in Voice(game, "en", scene=scene).action(action)
    assert jouer(scene, UtiliserTechnique("ana", "souffle_gris"))["ana"].perdus == 5
    after = jouer(scene, UtiliserObjet("ana", "fiole_grise"))
    assert after["ana"].perdus == 3 and after["ana"].equipement.chose("fiole_grise") is None


@pytest.mark.rule("FD-6.2", "FD-6.31")
def test_what_a_table_has_written_is_bought_given_and_goes_with_whoever_has_it():
    scene = lieu()
    assert Acheter("ana", "lame_grise") in [a for a, _ in game.legal(scene, "ana")]
    after = jouer(scene, Acheter("ana", "ecu_gris"))
    after = jouer(jouer(after, AcheterEnchantement("ana", "voile")), Recevoir("ana", "lame_grise"))
    ana = after["ana"]
    assert (ana.equipement.ecus, ana.bears.somme("DEF"), ana.bears.somme("RES")) == (400, 3, 2)
    assert lire_scene(msgspec.to_builtins(after, str_keys=True)) == after
    alone = game.gather([msgspec.to_builtins(ana, str_keys=True)])["ana"]
    assert alone.bears.somme("RES") == 2 and alone.fiche.d_origine.nom == "Gris"
    sold = jouer(after, VendreEnchantement("ana", "voile"))
    assert sold["ana"].equipement.ecus == 420


@pytest.mark.rule("FD-8.12", "FD-3.57", "FD-3.58", "FD-7.13")
def test_a_class_of_a_table_is_entered_and_its_techniques_are_learned():
    scene = lieu()
    assert "brumeur" in [a.classe for a, _ in game.legal(scene, "ana") if isinstance(a, Reclasser)]
    choisies = tuple(CLASSES["combattant"].secondaires[: CLASSES["combattant"].choix])
    after = jouer(scene, Reclasser("ana", "brumeur", choisies))
    ana = after["ana"]
    assert ana.fiche.de_classe.nom == "Brumeur" and "pas_gris" in ana.fiche.debloquees
    assert lire_scene(msgspec.to_builtins(after, str_keys=True)) == after
    learned = jouer(scene, AccorderTechnique("ana", "pas_gris"))["ana"]
    assert learned.fiche.connues["pas_gris"].nom == "Pas gris"
    bare = replace(scene["ana"], fiche=replace(scene["ana"].fiche, personnelle="", techniques=(), own=Maison()))
    chosen = jouer(scene.put(bare), ChoisirPersonnelle("ana", "pas_gris"))["ana"]
    assert chosen.fiche.technique("pas_gris").pt == 1


@pytest.mark.rule("FD-7.7", "FD-7.12", "FD-6.1")
def test_a_character_is_made_with_what_the_table_has_written():
    draft = au_hasard(3)
    base = CLASSES["combattant"]
    draft = replace(
        draft,
        origine="gris",
        suggerees=True,
        con=8,
        classe="brumeur",
        secondaires=tuple(base.secondaires[: base.choix]),
        methode="personnalisee",
        langues=(),
        maitrises=(),
        accord_mj=False,
        personnelle="souffle_gris",
        techniques=("pas_gris",),
        armes=("lame_grise",),
        tomes=(),
        boucliers=("ecu_gris",),
        objets=("fiole_grise",),
        own=lieu().own,
    )
    fields = {f.name: f for step in STEPS for f in step.fields}
    for name, id in (
        ("origine", "gris"),
        ("classe", "brumeur"),
        ("personnelle", "souffle_gris"),
        ("techniques", "pas_gris"),
        ("armes", "lame_grise"),
        ("boucliers", "ecu_gris"),
        ("objets", "fiole_grise"),
        ("sienne_depuis", "brumeur"),
    ):
        draft_of = replace(draft, sienne="avancée") if name == "sienne_depuis" else draft
        assert id in dict(CREATION.asked(draft_of, fields[name]).keys), name
        assert id not in dict(CREATION.asked(replace(draft_of, own=Maison()), fields[name]).keys), name
    there = {p.step for p in CREATION.problems(draft)}
    assert {"origine", "classe", "techniques", "equipement"}.isdisjoint(there)
    assert {p.step for p in CREATION.problems(replace(draft, own=Maison()))} >= {"origine", "classe", "equipement"}
    made = msgspec.to_builtins(replace(draft.personnage(), id="zoe"), str_keys=True)
    zoe = game.gather([made])["zoe"]
    assert zoe.fiche.de_classe.nom == "Brumeur" and zoe.equipement.tenues[0].nom == "Lame grise"


def test_what_a_table_has_written_comes_back_the_same_and_an_entry_that_changes_changes_for_all():
    scene = lieu()
    data = msgspec.to_builtins(scene, str_keys=True)
    assert lire_scene(data) == scene
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    data["maison"]["technique"]["pas_gris"]["effets"][0]["n"] = 9
    assert lire_scene(data)["bor"].bears.somme("AGI") == 9
    bare = {"unites": {"ana": {"camp": "a", "fiche": {"nom": "Ana", "points": {"PV": 9}}}}, "maison": {}}
    assert "maison" not in msgspec.to_builtins(lire_scene(bare))


@pytest.mark.parametrize(
    "kind, id, faux, said",
    [
        ("arme", "lame_grise", {"type": "Fouet"}, "maison.arme.lame_grise.type"),
        ("arme", "lame_grise", {"degats": "SON"}, "maison.arme.lame_grise.degats"),
        ("arme", "lame_grise", {"forme": 3}, "clé inconnue « forme » ; clés : "),
        ("arme", "lame_grise", {"id": "autre"}, "le même nom que la clé"),
        ("tome", "traite_gris", {}, "un tome ou un sort de soutien"),
        ("bouclier", "ecu_gris", {"poids": 500}, "de 0 à 99, pas 500"),
        (
            "objet",
            "fiole_grise",
            {"effets": [{"fait": "chante"}]},
            "objet.fiole_grise.effets[0].fait : valeur inconnue",
        ),
        ("technique", "pas_gris", {"activation": "reaction"}, "une réaction attend un moment"),
        ("technique", "pas_gris", {"jt": 40}, "maison.technique.pas_gris.jt"),
        ("classe", "brumeur", {"bonus": {"PV": 90}}, "points de caractéristiques"),
        ("classe", "brumeur", {"speciale": "rien_du_tout"}, "maison.classe.brumeur.arbre"),
        ("origine", "gris", {"langues": ["Volapük"]}, "maison.origine.gris.langues"),
        ("enchantement", "voile", {"degres": []}, "maison.enchantement.voile.degres"),
        ("creature", "chien_gris", {"fiche": {"nom": "Chien", "points": {"PV": -4}}}, "chien_gris.fiche.points.PV"),
        ("creature", "chien_gris", {"equipement": {"actif": ["crocs_roses"]}}, "« crocs_roses » inconnu"),
        ("creature", "chien_gris", {"equipement": 3}, "creature.chien_gris.equipement"),
        ("creature", "chien_gris", {"vie": "mort"}, "clé inconnue « vie »"),
    ],
)
def test_what_does_not_hold_is_refused_with_what_may_stand_there(kind, id, faux, said):
    with pytest.raises(ContentError) as error:
        lieu(avec(kind, id, faux) if id in MAISON[kind] else {**MAISON, kind: {id: MAISON["arme"]["lame_grise"]}})
    assert said in str(error.value)


@pytest.mark.parametrize("maison", [3, {"arme": 3}, {"arme": {"x": 3}}, {"chanson": {"x": {}}}, {"creature": {"x": 3}}])
def test_what_is_no_such_table_is_refused(maison):
    with pytest.raises(ContentError):
        lieu(maison)


@pytest.mark.parametrize(
    "kind, id", [("technique", CLASSES["combattant"].speciale), ("classe", "combattant"), ("origine", "humain")]
)
def test_the_books_own_entries_are_not_written_over(kind, id):
    entry = {**next(iter(MAISON[kind].values())), "id": id}
    with pytest.raises(ContentError) as error:
        lieu({**MAISON, kind: {**MAISON[kind], id: entry}})
    assert "déjà dans le catalogue du livre" in str(error.value)
