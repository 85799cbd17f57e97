"""Chapter 8: up the tree of classes for a Magister, sideways with the MJ; what is kept, lost and won."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.fragments.book.c8_progression.classes import (
    PASSAGES,
    ChangerDeClasse,
    PrendreMethodeFixe,
    Reclasser,
    a_choisir,
    au_moins,
    avec_les_gains,
    inaccessible,
    maitrises_de_la_classe,
    offers,
    types_de_la_classe,
)
from tablee.games.fragments.book.c8_progression.experience import AccorderMaitrise, AccorderTechnique, MonterDeNiveau
from tablee.games.fragments.book.c9_emplois.techniques import EquiperTechniques
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.model.catalogue import CHOSES, CLASSES, PACKAGE, TECHNIQUES
from tablee.games.fragments.model.people import Equipement, Fiche, Survie, Unite
from tablee.games.fragments.model.scene import Combat, Options, Scene
from tablee.games.fragments.model.tables import PALIERS, STATS, TYPES_ARMES
from tablee.kernel.english import ENGLISH
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.words import words_of

LEDGER = ledger_of(PACKAGE)
MAGISTER = CHOSES["magister"]
MIXTE = Options()
FICHE = Fiche(
    "Aubelin",
    origine="elfe",
    classe="myrmidon",
    niveau=10,
    xp=1300,
    points={"PV": 3, "FOR": 5, "DEF": 4, "RES": 1, "HAB": 5, "AGI": 3, "CHA": 3},
    plus={"MAG": 1, "RES": 1, "AGI": 2},
    con=5,
    taux={"FOR": 25, "MAG": 5, "DEF": 15, "RES": 5, "HAB": 5, "AGI": 15, "CHA": 5},
    gains={"FOR": 2300},
    maitrises={"Épée": 3, "Hast": 1},
    choisies=("Hast",),
    techniques=("sur_le_fil", "botte_apprise"),
)


def seul(*choses, options=MIXTE, **fiche) -> Scene:
    u = Unite("a", replace(FICHE, **fiche), Equipement(actif=choses), joueur=True)
    return Scene({"a": u}, options=options)


def faire(scene, action, answers=()):
    assert action.closed(scene) is None, str(action.closed(scene))
    oracle = Scripted((), answers)
    apres = action.resolve(scene, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def refus(scene, action):
    ferme = action.closed(scene)
    return None if ferme is None else read(scene, ferme)


LAME = ChangerDeClasse("a", "lame_franche", ("Dague",))

# ---------------------------------------------------------------- the Magister


@pytest.mark.rule("FD-8.6")
def test_a_magister_is_needed_and_used_up():
    assert refus(seul(), LAME) == "Aubelin n'a pas de Magister (FD-8.6)"
    scene, oracle = faire(seul(CHOSES["ration"], MAGISTER), LAME)
    assert [c.id for c in scene["a"].equipement.actif] == ["ration"]
    assert oracle.events[0]["contre"] == "Magister"
    deux, _ = faire(seul(MAGISTER, replace(MAGISTER, id="magister_2", vaut="magister")), LAME)
    assert len(deux["a"].equipement.actif) == 1  # one of them
    second = seul(replace(MAGISTER, id="magister_2", vaut="magister"))
    assert refus(second, LAME) is None


@pytest.mark.rule("FD-8.6")
def test_a_magister_in_the_backpack_or_the_convoy_will_do():
    sac = seul()
    sac = sac.put(replace(sac["a"], equipement=Equipement(sac_a_dos=True, sac=(CHOSES["ration"], MAGISTER))))
    apres, _ = faire(sac, LAME)
    assert [c.id for c in apres["a"].equipement.sac] == ["ration"]
    convoi = replace(seul(options=Options(convoi=True)), convoi=(CHOSES["ration"], MAGISTER))
    apres, _ = faire(convoi, LAME)
    assert [c.id for c in apres.convoi] == ["ration"]
    assert LAME.closed(replace(convoi, options=Options())).rule == "FD-8.6"  # no convoy at this table


@pytest.mark.rule("FD-8.6")
def test_another_thing_or_deed_may_take_its_place():
    couronne = replace(LAME, a_la_place="Un couronnement")
    scene, oracle = faire(seul(MAGISTER), couronne)
    assert oracle.events[0]["contre"] == "Un couronnement" and scene["a"].equipement.actif == (MAGISTER,)
    assert refus(seul(), replace(LAME, a_la_place="  ")) == "Aubelin n'a pas de Magister (FD-8.6)"
    assert refus(seul(), replace(LAME, a_la_place="x" * 81)) == "80 caractères au plus (FD-8.6)"


# ---------------------------------------------------------------- levels and tiers


@pytest.mark.rule("FD-8.7", "FD-7.11")
def test_minimum_levels_and_advice():
    lignes = LEDGER.rules["FD-8.7"].rows
    for ligne, palier in zip(lignes, ("avancée", "suprême"), strict=True):
        passage = PASSAGES[palier]
        assert passage.minimum == ligne["niveau_min"] and passage.nominal == ligne["nominal_ligne_1071"]
        assert "{} à {}".format(*passage.conseille) == ligne["conseille"]
    assert refus(seul(MAGISTER, niveau=1), LAME) is None  # no real minimum
    haut = replace(FICHE, classe="lame_franche", passees=("myrmidon",))
    supreme = CLASSES["lame_souveraine"]
    assert inaccessible(Unite("a", replace(haut, niveau=20)), supreme) is None
    jeune = Unite("a", replace(haut, niveau=19))
    assert (
        read(Scene({"a": jeune}), inaccessible(jeune, supreme)) == "Niveau 20 requis, Aubelin est au niveau 19 (FD-8.7)"
    )


@pytest.mark.rule("FD-8.7")
@pytest.mark.parametrize(("niveau", "dit"), [(1, True), (4, True), (5, False), (10, False), (15, False), (16, True)])
def test_outside_of_the_advised_range_the_table_is_told(niveau, dit):
    _, oracle = faire(seul(MAGISTER, niveau=niveau), LAME)
    conseils = [e for e in oracle.events if e.what == "hors_conseil"]
    assert bool(conseils) == dit
    if dit:
        assert (conseils[0]["bas"], conseils[0]["haut"], conseils[0]["nominal"]) == (5, 15, 10)


@pytest.mark.rule("FD-8.8")
def test_one_tier_at_a_time_and_a_magister_for_each():
    vingt = seul(MAGISTER, replace(MAGISTER, id="magister_2", vaut="magister"), niveau=20)
    saut = ChangerDeClasse("a", "lame_souveraine")
    assert refus(vingt, saut) == ("Un palier à la fois : d'abord une classe avancée, avec un premier Magister (FD-8.8)")
    scene, _ = faire(vingt, LAME)
    assert refus(scene, saut) is None
    sommet, _ = faire(scene, saut)
    assert sommet["a"].fiche.classe == "lame_souveraine" and sommet["a"].equipement.actif == ()
    assert sommet["a"].fiche.passees == ("myrmidon", "lame_franche")
    un_seul, _ = faire(seul(MAGISTER, niveau=20), LAME)
    assert refus(un_seul, saut) == "Aubelin n'a pas de Magister (FD-8.6)"


@pytest.mark.rule("FD-7.13", "FD-7.11", "FD-8.12")
def test_only_along_the_tree():
    scene = seul(MAGISTER)
    assert refus(scene, ChangerDeClasse("a", "cuirasse")) == "Myrmidon ne mène pas à Cuirassé (FD-7.13)"
    assert refus(scene, ChangerDeClasse("a", "mage")).endswith("c'est un reclassement (FD-8.12)")
    assert refus(scene, ChangerDeClasse("a", "archange")).startswith("« archange » n'est pas une classe ;")
    haut = seul(MAGISTER, classe="lame_franche", techniques=())
    assert refus(haut, ChangerDeClasse("a", "myrmidon")) == "On ne revient pas à un palier inférieur (FD-7.11)"
    assert (
        refus(scene.put(Unite("e", Fiche("Loup"))), ChangerDeClasse("e", "mage")) == "Loup n'a pas de classe (FD-7.11)"
    )
    assert refus(replace(scene, encounter=Combat()), LAME) == "Pas en plein combat (FD-8.1)"
    ouvertes = {c.id for c in CLASSES.values() if inaccessible(Unite("a", FICHE), c) is None}
    assert ouvertes == {"lame_franche", "coureur_des_landes", "sigillaire"}


# ---------------------------------------------------------------- what changes


@pytest.mark.rule("FD-8.9")
def test_bonuses_are_replaced_level_and_experience_kept():
    scene, _ = faire(seul(MAGISTER), LAME)
    avant, apres = FICHE, scene["a"].fiche
    vieille, neuve = CLASSES["myrmidon"], CLASSES["lame_franche"]
    for s in (*STATS, "CON", "INIT", "ESQ", "MOV"):
        assert apres.base[s] - avant.base[s] == neuve.bonus.get(s, 0) - vieille.bonus.get(s, 0)
        assert apres.croissance(s) - avant.croissance(s) == neuve.croissance.get(s, 0) - vieille.croissance.get(s, 0)
    assert (apres.niveau, apres.xp, apres.gains, apres.points, apres.plus) == (
        10,
        1300,
        {"FOR": 2300},
        avant.points,
        avant.plus,
    )
    assert ("Lame franche", 3, "FD-8.9") in apres.termes("FOR")


@pytest.mark.rule("FD-8.10")
def test_masteries_are_kept_and_min_marks_hold():
    assert CLASSES["lame_franche"].minimum == {"Épée": 3}
    neuf, _ = faire(seul(MAGISTER, maitrises={"Épée": 2, "Hast": 1}), LAME)
    assert neuf["a"].fiche.maitrises == {
        "Épée": 3,
        "Hast": 1,
        "Dague": 0,
    }  # raised to Min; Hast kept though not its own
    fort, _ = faire(seul(MAGISTER, maitrises={"Épée": 5, "Hast": 2, "Dague": 4}), LAME)
    assert fort["a"].fiche.maitrises == {"Épée": 5, "Hast": 2, "Dague": 4}  # never lowered
    autre, _ = faire(seul(MAGISTER), ChangerDeClasse("a", "coureur_des_landes", ("Hast",)))
    assert autre["a"].fiche.maitrises == {"Épée": 3, "Hast": 1, "Dague": 2, "Arc": 1}
    assert au_moins({"Arc": 2}, {"Arc": 1, "Art": 0}) == {"Arc": 2, "Art": 0}


@pytest.mark.rule("FD-8.10", "FD-6.16")
def test_after_the_change_levels_bring_what_the_new_class_gives():
    scene, _ = faire(seul(MAGISTER, niveau=17, options=Options(croissance_fixe=True)), LAME)
    scene, _ = faire(scene, MonterDeNiveau("a", accord=True))
    assert (18, "secondaire", 3) in CLASSES["lame_franche"].gains
    assert scene["a"].fiche.maitrises == {"Épée": 3, "Hast": 1, "Dague": 3}
    # whoever changed late catches up with the next level
    tard, _ = faire(seul(MAGISTER, niveau=30, options=Options(croissance_fixe=True)), LAME)
    assert tard["a"].fiche.maitrises == {"Épée": 3, "Hast": 1, "Dague": 0}
    tard, _ = faire(tard, MonterDeNiveau("a", accord=True))
    assert tard["a"].fiche.maitrises == {"Épée": 5, "Hast": 1, "Dague": 3}


@pytest.mark.rule("FD-8.11")
def test_techniques_learned_are_kept_special_ones_too_and_no_others():
    scene, oracle = faire(seul(MAGISTER, personnelle="gardien"), LAME)
    f = scene["a"].fiche
    assert f.apprises == ("sur_le_fil", "botte_apprise", "pied_leger", "entree_en_matiere", "pas_glisse")
    assert f.techniques == FICHE.techniques and "sur_le_fil" in f.debloquees and "gardien" in f.debloquees
    assert "instant_vole" in f.debloquees  # the special technique of the new class
    # level 12 of the Myrmidon was not reached: what one has not learned does not come any more, unless the class has it
    assert "quitte_ou_double" not in f.debloquees and "coup_de_colosse" not in f.debloquees
    assert EquiperTechniques("a", ("sur_le_fil", "instant_vole", "botte_apprise")).closed(scene) is None
    assert [e["nom"] for e in oracle.events if e.what == "technique_debloquee"] == ["Instant volé"]
    # Lame franche can be reached from Combattant too: only the classes taken count
    from_combattant = {t for t, _ in CLASSES["combattant"].arbre} - {t for t, _ in CLASSES["lame_franche"].arbre}
    assert not from_combattant & set(f.debloquees)


@pytest.mark.rule("FD-8.11", "FD-3.55")
def test_the_pt_of_the_new_tier():
    scene, _ = faire(seul(MAGISTER), LAME)
    six = ("sur_le_fil", "instant_vole", "botte_apprise", "pied_leger", "entree_en_matiere")
    assert sum(TECHNIQUES[t].pt for t in six) == 43 <= PALIERS["avancée"].pt == 50
    assert EquiperTechniques("a", six).closed(scene) is None
    assert EquiperTechniques("a", (*six, "pas_glisse")).closed(scene).rule == "FD-3.55"


@pytest.mark.rule("FD-7.13")
def test_secondary_masteries_of_the_new_class_are_chosen_or_asked_for():
    scene = seul(MAGISTER)
    assert refus(scene, replace(LAME, secondaires=("Arc",))).endswith("(FD-7.13)")
    assert refus(scene, replace(LAME, secondaires=("Dague", "Art"))).endswith("(FD-7.13)")
    assert refus(scene, replace(LAME, secondaires=("Dague", "Dague"))).endswith("(FD-7.13)")
    apres, oracle = faire(scene, ChangerDeClasse("a", "lame_franche"), ["Art"])
    assert apres["a"].fiche.choisies == ("Art",)
    (question,) = oracle.asked
    assert question.open() == ("Hast", "Dague", "Art", "Angle")  # what he masters best first, if nobody answers
    mage = seul(MAGISTER, classe="mage", maitrises={"FEU": 3}, choisies=("FEU",), techniques=())
    deux, oracle = faire(mage, ChangerDeClasse("a", "tisse_sorts"), ["FEU", "EAU"])
    assert deux["a"].fiche.choisies == ("FEU", "EAU") and len(oracle.asked) == 2
    assert deux["a"].fiche.maitrises == {"FEU": 3, "EAU": 0, "RUI": 1}


@pytest.mark.rule("FD-8.9", "FD-2.18")
def test_whoever_stands_still_stands():
    scene = seul(MAGISTER, classe="combattant", points={}, maitrises={"Angle": 3}, choisies=("Arc",), techniques=())
    blesse = scene.put(replace(scene["a"], perdus=17, ep=18))
    assert blesse["a"].pv == 1
    mage, _ = faire(blesse, Reclasser("a", "mage", ("FEU",)))
    assert mage["a"].pv_max == 15 and mage["a"].pv == 1 and mage["a"].ep == 15
    tombe = scene.put(replace(scene["a"], perdus=18, survie=Survie(900, "Grave")))
    mage, _ = faire(tombe, Reclasser("a", "mage", ("FEU",)))
    assert mage["a"].survie == Survie(900, "Grave", plein=18) and mage["a"].pv == 0


# ---------------------------------------------------------------- reclassement


@pytest.mark.rule("FD-8.12")
def test_reclassing_takes_the_old_class_away_and_gives_the_new_one():
    scene, oracle = faire(seul(), Reclasser("a", "mage", ("FOU",)))  # no Magister
    f = scene["a"].fiche
    assert f.maitrises == {"FOU": 3, "Soutien": 1}  # level 10 of a Mage, and nothing of the Myrmidon
    assert f.debloquees == ("echo_de_la_page", "sort_tresse", "esprit_clair", "chaine_de_lierre", "boue_montante")
    assert f.techniques == () and f.passees == ()  # the special technique of the old class went too
    assert (f.niveau, f.xp, f.points, f.gains, f.taux) == (10, 1300, FICHE.points, FICHE.gains, FICHE.taux)
    assert f.base["MAG"] == 1 + 5 and f.base["PV"] == 3 + 15 and f.croissance("MAG") == 15
    dits = [(e.what, e["arme"]) for e in oracle.events if "maitrise" in e.what]
    assert dits == [
        ("maitrise_perdue", "Épée"),
        ("maitrise_perdue", "Hast"),
        ("maitrise", "Foudre"),
        ("maitrise", "Soutien"),
    ]
    assert [e["nom"] for e in oracle.events if e.what == "technique_perdue"] == ["Sur le fil", "Botte apprise"]


@pytest.mark.rule("FD-8.12", "FD-6.19", "FD-3.57")
def test_what_does_not_come_from_the_class_stays():
    scene, _ = faire(seul(personnelle="gardien"), AccorderMaitrise("a", "Art"))
    scene, _ = faire(scene, AccorderTechnique("a", "nargue"))
    scene, _ = faire(scene, EquiperTechniques("a", ("nargue", "gardien", "botte_apprise")))
    scene, _ = faire(scene, Reclasser("a", "mage", ("FOU",)))
    f = scene["a"].fiche
    assert f.maitrises == {"FOU": 3, "Soutien": 1, "Art": 0}
    assert f.techniques == ("nargue", "gardien")


@pytest.mark.rule("FD-8.12")
def test_what_was_learned_in_a_lower_tier_stays():
    scene, _ = faire(seul(MAGISTER, maitrises={"Épée": 3, "Hast": 1}, niveau=14), LAME)
    scene = scene.put(
        replace(scene["a"], fiche=replace(scene["a"].fiche, maitrises={"Épée": 4, "Hast": 1, "Dague": 3}))
    )
    scene, _ = faire(scene, EquiperTechniques("a", ("sur_le_fil", "instant_vole")))
    scene, _ = faire(scene, Reclasser("a", "traque_brume", ("Hast",)))
    f = scene["a"].fiche
    assert f.maitrises == {"Épée": 3, "Hast": 2, "Arc": 4}  # Épée as the Myrmidon had it; Dague was Lame franche's
    assert f.passees == ("myrmidon",) and f.techniques == ("sur_le_fil",)
    assert "instant_vole" not in f.debloquees and "reponse_du_fer" in f.debloquees  # learned as Myrmidon at 12


@pytest.mark.rule("FD-8.12")
def test_reclassing_stays_within_the_tier():
    scene = seul()
    assert refus(scene, Reclasser("a", "myrmidon")) == "Aubelin a déjà cette classe (FD-8.12)"
    assert (
        refus(scene, Reclasser("a", "lame_franche")) == "Lame franche n'est pas du même palier que Myrmidon (FD-8.12)"
    )
    assert refus(scene, Reclasser("a", "x")).startswith("« x » n'est pas une classe ;")
    assert refus(scene, Reclasser("a", "garde", ("Dague",))).endswith("(FD-7.13)")
    assert refus(replace(scene, encounter=Combat()), Reclasser("a", "mage")) == "Pas en plein combat (FD-8.1)"
    apres, oracle = faire(scene, Reclasser("a", "garde"), ["Arc"])
    assert oracle.asked[0].key == "fd.secondaire" and apres["a"].fiche.maitrises == {"Hast": 3, "Arc": 1}


# ---------------------------------------------------------------- the fixed method


@pytest.mark.rule("FD-7.16")
def test_where_the_table_plays_by_the_fixed_method():
    assert refus(seul(), PrendreMethodeFixe("a")) == "Cette campagne ne joue pas avec la méthode fixe (FD-7.16)"
    fixe = seul(MAGISTER, options=Options(methode_fixe=True))
    scene, _ = faire(fixe, PrendreMethodeFixe("a"))
    f = scene["a"].fiche
    assert f.points == CLASSES["myrmidon"].fixe and f.taux == CLASSES["myrmidon"].fixe_croissance and f.plus == {}
    assert f.gains == FICHE.gains  # levels are kept
    assert refus(scene, PrendreMethodeFixe("a")) == "Aubelin suit déjà la méthode fixe (FD-7.16)"
    promu, _ = faire(scene, LAME)  # entirely from the class: the next one's tables take over
    assert promu["a"].fiche.points == CLASSES["lame_franche"].fixe
    autre, _ = faire(scene, Reclasser("a", "mage", ("FEU",)))
    assert autre["a"].fiche.taux == CLASSES["mage"].fixe_croissance
    assert PrendreMethodeFixe("a") in [*offers(fixe, fixe["a"])]


# ---------------------------------------------------------------- whatever is asked


@pytest.mark.parametrize("classe", CLASSES.values(), ids=lambda c: c.id)
def test_masteries_of_every_class(classe):
    choisies = a_choisir(classe)[: classe.choix]
    depart = maitrises_de_la_classe(classe, choisies, 1)
    assert all(depart[t] >= n for t, n in classe.primaires.items()) and all(t in depart for t in choisies)
    haut = avec_les_gains(depart, classe, choisies, 60)
    assert all(depart.get(t, 0) <= n <= 5 for t, n in haut.items())
    assert set(haut) <= set(types_de_la_classe(classe, choisies))
    for niveau, type_, n in classe.gains:
        for t in choisies if type_ == "secondaire" else (type_,):
            assert avec_les_gains(depart, classe, choisies, niveau)[t] >= n


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_any_career_holds(seed, data):
    """From creation on, any open change of class: pools in bounds, techniques unlocked, the scene survives a file."""
    u = CREATION.finish(CREATION.random(seed))
    scene = Scene({u.id: replace(u, fiche=replace(u.fiche, niveau=35))}, options=Options(croissance_fixe=True))
    en = words_of(PACKAGE).en | ENGLISH
    for _ in range(5):
        action = data.draw(
            st.one_of(
                st.builds(
                    ChangerDeClasse, st.just(u.id), st.sampled_from((*CLASSES, "x")), a_la_place=st.just("Un don")
                ),
                st.builds(Reclasser, st.just(u.id), st.sampled_from((*CLASSES, ""))),
                st.builds(
                    Reclasser, st.just(u.id), st.sampled_from([*CLASSES]), st.tuples(st.sampled_from(TYPES_ARMES))
                ),
                st.sampled_from([*offers(scene, scene[u.id])]),
                st.just(MonterDeNiveau(u.id, accord=True)),
            )
        )
        ferme = action.closed(scene)
        if ferme is not None:
            assert ferme.text in en
            continue
        avant = scene[u.id].fiche
        scene = action.resolve(scene, Scripted())
        v = scene[u.id]
        f, classe = v.fiche, v.fiche.de_classe
        assert 1 <= v.pv <= v.pv_max and set(f.techniques) <= set(f.debloquees)
        assert sum(t.pt for t in f.equipees) <= PALIERS[classe.palier].pt
        assert len(f.choisies) == classe.choix and all(0 <= n <= 5 for n in f.maitrises.values())
        assert all(f.maitrises[t] >= n for t, n in classe.minimum.items())
        if isinstance(action, ChangerDeClasse):
            assert all(f.maitrises[t] >= n for t, n in avant.maitrises.items())
            assert set(avant.debloquees) <= set(f.debloquees)
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
