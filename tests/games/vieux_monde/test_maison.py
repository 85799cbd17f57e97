"""A table's own content in Vieux Monde: what it writes beside the book acts like what the book has."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c3_magie.grimoire import Copier
from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter
from tablee.games.vieux_monde.book.c6_experience import ApprendreTalent, ChangerDeCarriere
from tablee.games.vieux_monde.desk.creation import CREATION
from tablee.games.vieux_monde.desk.draft import Brouillon, Etoile
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.desk.steps import STEPS
from tablee.games.vieux_monde.model.maison import Maison
from tablee.kernel.content import ContentError
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.voice import Voice

RANG = {
    "nom": "Novice",
    "statut": "modeste",
    "revenu": 3,
    "caracs": ["CC", "AGI"],
    "competences": ["lames", "esquive", "calme"],
    "talents": ["pas_de_brume", "tete_froide"],
}
MAISON = {
    "arme": {"lame_grise": {"nom": "Lame grise", "competence": "lames", "degats": 7, "prix": 4}},
    "armure": {"manteau_gris": {"nom": "Manteau gris", "pa": 2, "zones": ["corps"], "prix": 1}},
    "talent": {
        "pas_de_brume": {
            "nom": "Pas de brume",
            "dit": "Glisse hors d'atteinte.",
            "modifs": [{"sur": "esquive", "mod": 10}, {"sur": "AGI", "mod": 5}],
        }
    },
    "carriere": {
        "brumeur": {
            "nom": "Brumeur",
            "groupe": "voyageur",
            "dit": "Guide les gens dans le brouillard.",
            "couronnes": 12,
            "armes": ["lame_grise"],
            "rang": [RANG, {**RANG, "nom": "Guide"}, {**RANG, "nom": "Maître des brumes"}],
        }
    },
    "sort": {
        "appel_gris": {
            "nom": "Appel gris",
            "genre": "arcane",
            "ni": 1,
            "dit": "Un chien de brume répond.",
            "unite": "rounds",
            "duree": 3,
            "effets": [{"fait": "invoque", "creature": "chien_de_brume"}],
        },
        "dard_gris": {
            "nom": "Dard gris",
            "genre": "arcane",
            "ni": 1,
            "dit": "Un dard.",
            "portee": 20,
            "cible": 1,
            "projectile": True,
            "degats": 5,
        },
    },
    "creature": {
        "chien_de_brume": {
            "fiche": {"nom": "Chien de brume", "CC": 45, "talents": {"pas_de_brume": 1}, "traits": ["meute"]},
            "equipement": {"armes": ["lame_grise"], "armures": ["manteau_gris"]},
        }
    },
}
MAGE = {
    "INT": 40,
    "FM": 40,
    "competences": {"langue_magick": 20},
    "talents": {"magie_des_arcanes": 1},
    "domaines": ["flamme"],
    "sorts": ["dard_gris", "appel_gris"],
    "xp": 900,
    "joueur": True,
}


def lieu(maison=MAISON, **plus):
    gens = {
        "ana": {"camp": "rouge", "fiche": MAGE, "equipement": {"armes": ["lame_grise"]}},
        "bor": {"camp": "bleu", "x": 1, "creature": "chien_de_brume"},
        **plus,
    }
    return lire_scene({"maison": maison, "personnages": gens})


def avec(kind, entry, faux):
    return {**MAISON, kind: {**MAISON[kind], entry: {**MAISON[kind][entry], **faux}}}


def jouer(scene, action, *dice):
    assert action.closed(scene) is None
    return action.resolve(scene, Scripted(dice))


@pytest.mark.rule("VM-6.4", "VM-6.5", "VM-6.13")
def test_weapons_armours_talents_and_creatures_of_a_table_act_in_a_fight():
    scene = lieu()
    bor = scene["bor"]
    assert (bor.nom, bor.arme("lame_grise").degats, bor.equipement.points["corps"]) == ("Chien de brume", 7, 2)
    assert bor.fiche.caracs["AGI"] == 35, "the Talent adds 5"
    assert tally(bor.bears, ("esquive",), bor.cas) == (("Pas de brume", 10, "VM-6.13"),)
    bare = replace(bor.fiche, talents={}, own=Maison())
    assert bor.fiche.valeurs["esquive"] == bare.valeurs["esquive"] + 5
    blow = Attaquer("ana", "bor")
    assert blow.closed(scene) is None and "Lame grise" in str(game.sheet(scene, "ana"))
    harder = lieu(avec("arme", "lame_grise", {"degats": 12}))
    assert odds(blow, harder, "degats").mean() > odds(blow, scene, "degats").mean()


@pytest.mark.rule("VM-3.1", "VM-3.13", "VM-6.15")
def test_spells_of_a_table_are_cast_and_call_its_creatures():
    scene = lieu()
    assert Incanter("ana", "dard_gris", ("bor",)) in [a for a, why in game.legal(scene, "ana") if why is None]
    assert jouer(scene, Incanter("ana", "dard_gris", ("bor",)), 41)["bor"].pb_perdus > 0
    after = jouer(scene, Incanter("ana", "appel_gris"), 41)
    (dog,) = after.people.keys() - scene.people.keys()
    assert (after[dog].side, after[dog].arme("lame_grise").degats) == ("rouge", 7)
    assert "Dard gris" in Voice(game, "en", scene=scene).action(Incanter("ana", "dard_gris", ("bor",)))


@pytest.mark.rule("VM-6.15")
def test_a_spell_that_calls_what_is_written_at_another_table_is_kept_and_not_cast():
    ana = msgspec.to_builtins(lieu()["ana"], str_keys=True)
    alone = game.gather([ana])
    assert "appel_gris" in alone["ana"].fiche.livre
    assert Incanter("ana", "appel_gris").closed(alone).rule == "VM-6.15"


@pytest.mark.rule("VM-3.2")
def test_a_spell_that_only_the_scene_has_can_be_copied_and_goes_with_whoever_has():
    scene = lieu(cyd={"camp": "rouge", "fiche": {**MAGE, "sorts": []}})
    assert not scene["cyd"].fiche.own.sort
    after = jouer(scene, Copier("cyd", "dard_gris"))
    assert after["cyd"].fiche.livre["dard_gris"].nom == "Dard gris"
    alone = game.gather([msgspec.to_builtins(after["cyd"], str_keys=True)])
    assert alone["cyd"].fiche.livre["dard_gris"].degats == 5, "he takes it to another table"


@pytest.mark.rule("VM-6.14", "VM-6.13")
def test_a_career_of_a_table_is_entered_and_opens_its_talents():
    scene = lieu()
    assert ChangerDeCarriere("ana", "brumeur") in [a for a, _ in game.legal(scene, "ana")]
    assert ApprendreTalent("ana", "pas_de_brume").closed(scene).rule == "VM-6.13"
    after = jouer(scene, ChangerDeCarriere("ana", "brumeur"))
    assert after["ana"].fiche.rang_tenu.nom == "Novice"
    after = jouer(after, ApprendreTalent("ana", "pas_de_brume"))
    assert after["ana"].fiche.caracs["AGI"] == scene["ana"].fiche.caracs["AGI"] + 5
    assert game.sheet(after, "ana").line("Pas de brume") and "Brumeur" in str(game.sheet(after, "ana"))


@pytest.mark.rule("VM-6.12", "VM-6.13")
def test_a_character_is_made_with_what_the_table_has_written():
    draft = Brouillon(
        nom="Hedda",
        espece="nain",
        don="os_epais",
        carriere="brumeur",
        formation={"lames": 12, "esquive": 12, "calme": 12},
        jeunesse=("nage", "jeu"),
        talents=("pas_de_brume", "tete_froide"),
        etoile=Etoile(1, 1),
        motivation="Voir la mer",
        armures=("manteau_gris",),
        own=lieu().own,
    )
    assert CREATION.review(draft).open_problems == ()
    fields = {f.name: f for step in STEPS for f in step.fields}
    for name, id in (("carriere", "brumeur"), ("talents", "pas_de_brume"), ("armures", "manteau_gris")):
        assert id in dict(CREATION.asked(draft, fields[name]).keys)
        assert id not in dict(CREATION.asked(replace(draft, own=Maison()), fields[name]).keys)
    made = msgspec.to_builtins(CREATION.finish(draft), str_keys=True)
    hedda = game.gather([made])["hedda"]
    assert hedda.arme("lame_grise") and hedda.fiche.own.talent and hedda.fiche.metier.nom == "Brumeur"
    assert {p.step for p in CREATION.problems(replace(draft, own=Maison()))} >= {"carriere", "talents", "equipement"}


def test_what_a_table_has_written_comes_back_the_same_and_an_entry_that_changes_changes_for_all():
    scene = lieu()
    data = msgspec.to_builtins(scene, str_keys=True)
    assert lire_scene(data) == scene
    assert msgspec.json.encode(lire_scene(data)) == msgspec.json.encode(scene)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    data["maison"]["talent"]["pas_de_brume"]["modifs"][1]["mod"] = 20
    assert lire_scene(data)["bor"].fiche.caracs["AGI"] == 50
    assert "maison" not in msgspec.to_builtins(lieu({}, bor={"camp": "b"}, ana={"camp": "a"}))


@pytest.mark.parametrize(
    "kind, id, faux, said",
    [
        ("arme", "lame_grise", {"competence": "epluchage"}, "maison.arme.lame_grise.competence"),
        ("arme", "lame_grise", {"degats": 99}, "de -20 à 50, pas 99"),
        ("arme", "lame_grise", {"genre": "fouet"}, "valeurs : bouclier"),
        ("arme", "lame_grise", {"poids": 3}, "clé inconnue « poids » ; clés : "),
        ("arme", "lame_grise", {"id": "autre"}, "le même nom que la clé"),
        ("armure", "manteau_gris", {"zones": ["aile"]}, "maison.armure.manteau_gris.zones"),
        ("talent", "pas_de_brume", {"max": 0}, "maison.talent.pas_de_brume.max"),
        ("talent", "pas_de_brume", {"modifs": [{"sur": "beaute", "mod": 1}]}, "modifs[0].sur"),
        ("carriere", "brumeur", {"rang": [RANG]}, "une carrière a 3 rangs, pas 1"),
        ("carriere", "brumeur", {"armes": ["sabre_laser"]}, "maison.carriere.brumeur.armes"),
        ("sort", "appel_gris", {"effets": [{"fait": "invoque", "creature": "licorne"}]}, "effets[0].creature"),
        ("creature", "chien_de_brume", {"fiche": {"nom": "Chien", "CC": 400}}, "chien_de_brume.fiche.CC"),
        ("creature", "chien_de_brume", {"equipement": {"armes": ["crocs_roses"]}}, "« crocs_roses » inconnu"),
        ("creature", "chien_de_brume", {"vie": "mort"}, "clé inconnue « vie »"),
    ],
)
def test_what_does_not_hold_is_refused_with_what_may_stand_there(kind, id, faux, said):
    with pytest.raises(ContentError) as error:
        lieu(avec(kind, id, faux))
    assert said in str(error.value)


@pytest.mark.parametrize(
    "maison", [3, {"arme": 3}, {"arme": {"x": 3}}, {"chanson": {"x": {}}}, {"arme": {"Épée": {"nom": "É"}}}]
)
def test_what_is_no_such_table_is_refused(maison):
    with pytest.raises(ContentError):
        lieu(maison)


@pytest.mark.parametrize(
    "kind, id", [("arme", "epee"), ("talent", "tete_froide"), ("creature", "loup"), ("sort", "trait_de_feu")]
)
def test_the_books_own_entries_are_not_written_over(kind, id):
    entry = next(iter(MAISON[kind].values()))
    with pytest.raises(ContentError) as error:
        lieu({**MAISON, kind: {**MAISON[kind], id: entry}})
    assert "déjà dans le catalogue du livre" in str(error.value)
