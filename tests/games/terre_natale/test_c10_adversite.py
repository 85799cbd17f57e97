"""Chapter 10: opponents made from profiles, their kinds and powers, and what the game master refers to."""

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests import figures, figures_d_essai
from tablee.games.terre_natale.book.c4_caracteristiques.lesions import cases
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, arme_de, resistance
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, cible_de, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Passer
from tablee.games.terre_natale.book.c8_confrontation.tour import fin_de_tour
from tablee.games.terre_natale.book.c10_monde.adversite import (
    ADVERSAIRES,
    Commande,
    ebranle,
    engendrer,
    groupe_de,
    infaisable,
)
from tablee.games.terre_natale.book.c10_monde.meneur import (
    AccorderBonus,
    Ceder,
    Convoquer,
    EstimerDistance,
    FaireVenir,
    RetirerBonus,
    echelle,
)
from tablee.games.terre_natale.book.c10_monde.pouvoirs import Exhaler
from tablee.games.terre_natale.desk.judge import judged
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.games.terre_natale.desk.starts import CAST
from tablee.games.terre_natale.model.adversite import (
    DISTANCES,
    FONCTIONS,
    NOMS_DE_POUVOIRS,
    PROFILS,
    REPARTITION,
    ROLES,
    SORTES,
    valeur_de_bonus,
    valeur_de_fonction,
)
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Lesion, Personnage
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.points import Atteinte
from tablee.games.terre_natale.model.scene import Scene
from tablee.games.terre_natale.model.sums import CORPS as DU_CORPS
from tablee.games.terre_natale.model.sums import ESPRIT, modificateur
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.content import ContentError
from tablee.kernel.effects import amount
from tablee.kernel.ledger import plain
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

TOUT = [
    Commande(profil, role, sorte)
    for profil, role, sorte in product(PROFILS, ROLES, SORTES)
    if infaisable(Commande(profil, role, sorte)) is None
]
LOURDE = "lourdaud", "fragile", "myope", "esprit_obtus"
NIVEAUX = ("tres_haut", "haut", "moyen", "bas")


def fait(profil="ennemi", role="guerrier", sorte="humain", **more):
    return engendrer(Commande(profil, role, sorte, **more), "lui")


def face_a(*opposants, alys=None):
    """Alys beside those, in a combat: her passe."""
    s = scene(alys={"fiche": {"base": {"DEX": 20}}, "camp": "nous", **(alys or {})})
    s = s.put(*[replace(p, side="eux", x=1, y=i) for i, p in enumerate(opposants)])
    e = Confrontation(initiatives=dict.fromkeys(s.people, 10), budgets={w: Budget() for w in s.people}, passe="alys")
    return replace(s, encounter=e)


# ---------------------------------------------------------------- bonuses


@pytest.mark.rule("TN-10.115")
def test_a_minor_bonus_is_one_on_a_jet_and_a_major_one_two_or_one_on_a_test():
    assert (valeur_de_bonus("mineur", "jet"), valeur_de_bonus("mineur", "test")) == (1, 0)
    assert (valeur_de_bonus("majeur", "jet"), valeur_de_bonus("majeur", "test")) == (2, 1)


@pytest.mark.rule("TN-10.116")
@pytest.mark.parametrize(
    ("condition", "mineur", "majeur", "test"),
    [("aucune", 1, 2, 1), ("commune", 1, 3, 1), ("peu_commune", 2, 4, 2), ("rare", 3, 6, 3), ("tres_rare", 4, 8, 4)],
)
def test_a_condition_that_restricts_a_bonus_raises_it(condition, mineur, majeur, test):
    found = valeur_de_bonus("mineur", "jet", condition), valeur_de_bonus("majeur", "jet", condition)
    assert (*found, valeur_de_bonus("majeur", "test", condition)) == (mineur, majeur, test)
    row = next((r for r in rows("TN-10.116") if plain(r["condition"]).replace(" ", "_") == condition), None)
    assert row is None or int(2 * (1 + row["augmentation"])) == majeur


@pytest.mark.rule("TN-10.117")
def test_what_a_level_of_each_feature_is_worth():
    for row in rows("TN-10.117"):
        f = FONCTIONS[plain(row["fonction"])]
        assert row["par_niveau"].split()[1] == f.ampleur and ("contre" in row["par_niveau"]) == f.malus
        assert f.extension == ("extension" in row["source"])
    assert valeur_de_fonction("amelioration", 3, "jet") == 3
    assert valeur_de_fonction("promotion", 2, "test") == 2 and valeur_de_fonction("promotion", 2, "jet") == 4


@pytest.mark.rule("TN-10.115", "TN-10.116")
def test_the_game_master_grants_a_bonus_that_counts_until_the_scene_ends():
    s = scene(alys={"groupes": {"combat": 1}})
    avant = total(figures(s, s["alys"], "DEX", "arme_a_garde", "combat").modificateurs)
    s, oracle = jouer(s, AccorderBonus("alys", "attaque", "majeur", "peu_commune"))
    assert dit(oracle, "bonus_accorde")["bonus"] == 2
    assert total(figures(s, s["alys"], "DEX", "arme_a_garde", "combat").modificateurs) == avant + 2
    assert total(figures(s, s["alys"], "DEX", "crochetage", "larcin").modificateurs) == 0
    s, _ = jouer(s, AccorderBonus("alys", "degats", "mineur", malus=True))
    assert [m.n for m in s["alys"].effets if m.on == "jet:degats"] == [-1]
    retire, _ = jouer(s, RetirerBonus("alys"))
    assert retire["alys"].effets == ()
    fini, _ = jouer(s, FinirLaScene("alys"))
    assert fini["alys"].effets == ()


@pytest.mark.rule("TN-10.115", "TN-10.116")
def test_bonuses_that_make_no_sense_are_refused():
    s = scene(alys={})
    assert AccorderBonus("alys", "attaque", "mineur").closed(s).rule == "TN-10.115"
    assert AccorderBonus("alys", "cuisine").closed(s).rule == "TN-10.115"
    assert AccorderBonus("alys", restriction="jamais").closed(s).rule == "TN-10.116"
    assert RetirerBonus("alys").closed(s).rule == "TN-10.115"
    assert AccorderBonus.master and RetirerBonus.master


# ---------------------------------------------------------------- profiles


@pytest.mark.rule("TN-10.120")
@pytest.mark.parametrize("row", rows("TN-10.120"), ids=lambda row: row["profil"])
def test_the_profiles_are_those_of_the_book(row):
    p = PROFILS[plain(row["profil"])]
    assert [list(x) for x in (p.competence, p.attribut, p.autre)] == [row["competence"], row["attribut"], row["autre"]]
    assert list(p.total) == row["total"]
    assert [f"{p.karma}%", f"{p.souffle}%", f"{p.vie}%"] == [
        row["pk"] if row["pk"] != "0" else "0%",
        row["pe_pc_pm"],
        row["pv_ps"],
    ]
    assert list(p.promotions) == row.get("promotions", [0, 0]) and f"({p.rang[0]})" in row["rang"]
    assert str(p.qualite[0]) == row["qualite"][0] and str(p.qualite[1]) == row["qualite"][-1]
    assert (p.moral is None) == row["moral"].startswith("Inébranlable")
    if p.moral is not None:
        assert row["moral"] == f"{p.moral}% ou -{p.penalite}"
    else:
        assert row["moral"].endswith(f"+{p.cases}")


@pytest.mark.rule("TN-10.118")
@pytest.mark.parametrize("profil", PROFILS)
def test_two_attributes_of_each_level_and_the_rest_very_low_chance_among_them(profil):
    f = fait(profil, caste=False).fiche
    attributs = PROFILS[profil].attribut
    attendu = sorted([*(attributs[:4] * 2), *(attributs[4:] * 3)])
    assert sorted(modificateur(f.base[code]) for code in (*DU_CORPS, *ESPRIT, "CHN")) == attendu
    assert (f.valeurs["TAI"], f.valeurs["STA"], f.valeurs["EGO"], f.valeurs["APP"]) == (10, 10, 10, 10)
    principaux = sorted([f.base[code] for code in (*DU_CORPS, *ESPRIT)], reverse=True)
    assert f.valeurs["EQU"] == (principaux[1] + principaux[-1]) // 2


@pytest.mark.rule("TN-10.118")
@pytest.mark.parametrize("role", ROLES)
def test_two_or_three_skills_are_very_high_and_the_rest_of_them_three_or_four(role):
    r = ROLES[role]
    assert [len(getattr(r, niveau)) for niveau in NIVEAUX] == [3, 4, 4, 4] and len(set(r.bande)) == 15
    assert sorted(r.attributs) == sorted((*DU_CORPS, *ESPRIT, "CHN"))


@pytest.mark.rule("TN-10.119")
def test_a_bonus_falls_into_skill_and_group_by_the_table():
    for row in rows("TN-10.119"):
        assert REPARTITION[row["bonus"]] == (row["competence"], row["groupe"])
    f = fait("ennemi").fiche  # +5, +4, +2, +1
    assert (f.competences["arme_a_manche"], f.groupes["combat"]) == (3, 2)
    assert f.competences["endurance"] == 2 and f.groupes["discipline"] == 2
    assert f.groupes["entregent"] == 0 if "entregent" in f.groupes else f.competences["commandement"] == 1


@pytest.mark.rule("TN-10.118", "TN-10.119", "TN-10.120")
@pytest.mark.parametrize(("profil", "role"), list(product(PROFILS, ("guerrier", "bretteur", "tireur", "meneur"))))
def test_every_skill_of_the_trade_has_the_bonus_of_its_level_and_what_is_other(profil, role):
    p, s = fait(profil, role, promotions=0, caste=False), scene(alys={})
    donne = PROFILS[profil]
    for nommee, bande in ROLES[role].bande.items():
        groupe, id = groupe_de(nommee)
        terms = figures(s, p, "FOR", id, groupe).modificateurs
        du_groupe = p.fiche.groupes.get(groupe, 0)
        attendu = max(donne.competence[bande], du_groupe, donne.competence[4]) + donne.autre[bande]
        assert total(terms[1:]) == attendu, (id, terms)


@pytest.mark.rule("TN-10.118")
def test_what_is_none_of_his_trade_is_very_low():
    s = scene(alys={})
    assert total(figures(s, fait("legende", caste=False), "DEX", "crochetage", "larcin").modificateurs[1:]) == 2
    assert total(figures(s, fait("ennemi", caste=False), "DEX", "crochetage", "larcin").modificateurs[1:]) == 0
    assert total(figures(s, fait("legende", caste=False), "DEX").modificateurs[1:]) == 0  # no skill at all


@pytest.mark.rule("TN-10.118")
def test_his_things_have_the_quality_of_his_profile_and_do_not_hamper_him():
    p = fait("ennemi")
    assert all(x.qualite == 2 for x in (*p.equipement.armes, p.equipement.armure))
    f = figures_d_attaque(face_a(p), Coup("lui", "alys")).f
    assert total(f.valeur) == p.fiche.valeurs["FOR"] + 2  # the quality, and no usage penalty


@pytest.mark.rule("TN-10.118", "TN-10.120")
def test_his_caste_has_the_rank_of_his_profile_where_castes_are_played():
    assert [fait(profil).fiche.caste.rang for profil in PROFILS] == [2, 4, 6, 8, 10, 14]
    assert fait(caste=False).fiche.caste is None and fait(sorte="mort_vivant").fiche.caste is None


@pytest.mark.rule("TN-10.117", "TN-10.120")
def test_promotions_are_major_bonuses_on_his_best_skills():
    def parade(n):
        p = fait("nemesis", promotions=n, caste=False)
        return total(figures(scene(a={}), p, "FOR", "parade", "defense").modificateurs)

    assert parade(1) == parade(0) and parade(2) == parade(0) + 1  # the first goes to the weapon
    defaut = [m for m in fait("nemesis").fiche.fixes if m.label == "Promotion"]
    assert len(defaut) == 2
    assert infaisable(Commande("ennemi", "guerrier", promotions=2)).rule == "TN-10.117"


@pytest.mark.rule("TN-10.120")
@pytest.mark.parametrize(
    ("profil", "parts"),
    [
        ("quidam", (100, 50, 0)),
        ("ennemi", (100, 100, 50)),
        ("adversaire", (150, 150, 100)),
        ("legende", (300, 300, 300)),
    ],
)
def test_resources_are_a_share_of_what_is_computed(profil, parts):
    f = fait(profil, caste=False).fiche
    doubles = [2 * f.valeurs[code] for code in ("CON", "VOL", "EQU", "CHN")]
    vie, souffle, karma = parts
    attendu = [n * part // 100 for n, part in zip(doubles, (vie, vie, souffle, karma), strict=True)]
    assert [f.maxima[code] for code in ("PV", "PS", "PE", "PK")] == attendu


@pytest.mark.rule("TN-10.120")
def test_nemesis_and_legends_bear_more_lesions_of_every_level_before_they_die():
    for profil, plus in (("adversaire", 0), ("nemesis", 1), ("legende", 2)):
        p = fait(profil)
        assert [cases(p, "blessure", n) for n in range(1, 6)] == [2 + plus] * 5
        assert "mort" not in replace(p, lesions=(Lesion(5),) * (1 + plus)).etats
        assert "mort" in replace(p, lesions=(Lesion(5),) * (2 + plus)).etats


# ---------------------------------------------------------------- giving up


@pytest.mark.rule("TN-10.118", "TN-10.120")
@pytest.mark.parametrize(
    ("profil", "part", "niveau"), [("quidam", 25, 0), ("sbire", 50, 1), ("ennemi", 75, 2), ("adversaire", 100, 3)]
)
def test_enough_losses_or_a_bad_lesion_shake_an_opponent(profil, part, niveau):
    p = fait(profil)
    seuil = -(-part * p.fiche.maxima["PV"] // 100)
    assert not ebranle(p) and not ebranle(replace(p, pertes={"PV": seuil - 1}))
    assert ebranle(replace(p, pertes={"PV": seuil}))
    assert ebranle(replace(p, pertes={"PS": -(-part * p.fiche.maxima["PS"] // 100)}))
    assert ebranle(replace(p, lesions=(Lesion(niveau),)))
    assert not niveau or not ebranle(replace(p, lesions=(Lesion(niveau - 1),)))


@pytest.mark.rule("TN-10.120")
@pytest.mark.parametrize("profil", ["nemesis", "legende"])
def test_nothing_shakes_a_nemesis_or_a_legend(profil):
    p = replace(fait(profil), side="eux", lesions=(Lesion(4),))
    assert not ebranle(p) and Ceder("lui").closed(face_a(p)).rule == "TN-10.120"


@pytest.mark.rule("TN-10.118")
def test_the_game_master_is_told_once_and_may_have_him_give_up():
    s = face_a(fait("quidam"))
    assert Ceder("lui").closed(s).rule == "TN-10.118"
    des = 6, 5, 4, 8, 8
    s, oracle = jouer(s, Attaquer("alys", "lui", attribut="DEX"), *des, reponses={"tn.partage": "menager"})
    event = dit(oracle, "ebranle")
    assert (event.who, event.audience) == ("lui", "mj")
    e = s.encounter
    s = replace(s, encounter=replace(e, budgets={**e.budgets, "alys": Budget()}))
    s, oracle = jouer(s, Attaquer("alys", "lui", attribut="DEX"), *des, reponses={"tn.partage": "menager"})
    assert not any(e.what == "ebranle" for e in oracle.events)
    s, oracle = jouer(s, Ceder("lui", "se_rendre"))
    assert dit(oracle, "cede").who == "lui" and s.encounter is None and s["lui"].side == ""


@pytest.mark.rule("TN-10.118")
def test_others_fight_on_when_one_gives_up_and_people_without_a_profile_decide_themselves():
    un = replace(fait("quidam"), lesions=(Lesion(0),))
    s = face_a(un, replace(fait("ennemi"), id="autre"))
    assert Ceder("alys").closed(s).rule == "TN-10.118"
    s, _ = jouer(s, Ceder("lui"))
    assert s.encounter is not None and s.encounter.statut("lui") == "exclu" and s["lui"].side == ""


# ---------------------------------------------------------------- kinds


@pytest.mark.rule("TN-10.121")
@pytest.mark.parametrize("sorte", ["mort_vivant", "machine"])
@pytest.mark.parametrize("pertes", [{}, {"PE": 500}])
def test_undead_and_machines_are_never_exhausted_and_always_have_twelve(sorte, pertes):
    p = replace(fait(sorte=sorte, armure=""), pertes=pertes)
    assert not {"epuise", "ko", "agonie"} & {*p.etats} and p.up
    f = replace(p.fiche, base={"AGI": 14, "DEX": 13})
    q = replace(p, fiche=f)
    assert (total(defense(q, "AGI")), total(defense(q, "DEX"))) == (10 + 2 + 2, 10 + 2 + 1 + 1)


@pytest.mark.rule("TN-10.122")
def test_the_undead_do_not_feel_their_wounds_but_their_traumas():
    s = scene(a={})
    mort, vif = [replace(fait(sorte=x), lesions=(Lesion(3),)) for x in ("mort_vivant", "humain")]
    assert total(figures(s, vif, "FOR").modificateurs) == total(figures(s, mort, "FOR").modificateurs) - 3
    local = replace(mort, lesions=(Lesion(3, zone="Bras"),))
    assert total(figures(s, local, "DEX").modificateurs) == total(
        figures(s, replace(mort, lesions=()), "DEX").modificateurs
    )
    trouble = replace(mort, lesions=(Lesion(3, "traumatisme"),))
    assert total(figures(s, trouble, "VOL").modificateurs) == total(figures(s, mort, "VOL").modificateurs) - 3


@pytest.mark.rule("TN-10.123")
def test_a_machine_has_a_structure_to_wear_down_and_a_skin_of_metal():
    p = fait(sorte="machine")
    assert p.deterioration == 0 and fait().deterioration is None
    assert p.equipement.peau == Objet("metallique") and p.equipement.armure is None
    assert total(resistance(p, CORPS)) == 6
    assert total(absorption(p, CORPS)) == 18 + modificateur(p.fiche.valeurs["CON"])


@pytest.mark.rule("TN-10.124")
def test_an_animal_has_half_as_much_more_body_half_the_mind_and_groups_alone():
    f = fait("sbire", "fauve", "animal").fiche  # FOR and AGI 16, SAG 12, INT 8
    assert [f.base[code] for code in ("FOR", "PER", "SAG", "INT")] == [24, 21, 6, 4]
    assert f.competences == {} and f.groupes["corps_a_corps"] == 1  # +3 is 2 and 1
    assert f.base["CHN"] == 10  # neither of the body nor of the mind
    s = scene(a={})
    assert total(figures(s, fait("legende", "fauve", "animal"), "DEX", "crochetage", "larcin").modificateurs[1:]) == 0


@pytest.mark.rule("TN-10.118", "TN-10.124", "TN-10.125")
@pytest.mark.parametrize(
    ("commande", "regle"),
    [
        (Commande("demi_dieu", "guerrier"), "TN-10.120"),
        (Commande("sbire", "jardinier"), "TN-10.118"),
        (Commande("sbire", "guerrier", "elfe"), "TN-10.125"),
        (Commande("sbire", "guerrier", "animal"), "TN-10.124"),
        (Commande("sbire", "fauve"), "TN-10.118"),
        (Commande("sbire", "fauve", "animal", pouvoirs=("venin",)), "TN-10.125"),
        (Commande("sbire", "fauve", "primitif", pouvoirs=("laser",)), "TN-10.125"),
        (Commande("sbire", "fauve", "primitif", pouvoirs=("venin",)), "TN-10.125"),
        (Commande("sbire", "fauve", "primitif", pouvoirs=("lourdaud", "lourdaud")), "TN-10.125"),
        (
            Commande(
                "sbire", "fauve", "primitif", pouvoirs=("invulnerable:tranchant", *["lourdaud", "fragile", "myope"])
            ),
            "TN-10.125",
        ),
    ],
)
def test_nobody_is_made_who_makes_no_sense(commande, regle):
    assert infaisable(commande).rule == regle


# ---------------------------------------------------------------- powers


@pytest.mark.rule("TN-10.125")
def test_weaknesses_must_make_up_for_powers():
    def monstre(*pouvoirs):
        return infaisable(Commande("ennemi", "fauve", "primitif", pouvoirs=pouvoirs))

    assert monstre("venin", "fragile") is None and monstre("crocs_de_fer", "maladroit") is None
    assert monstre("venin", "maladroit").facts == (1,)
    assert monstre("souffle:chaud", "fragile").facts == (2,) and monstre("fragile") is None


def chiffres(p, s):
    """Everything that a power may bear on, in one row."""
    ennemi, blesse = s["alys"], replace(p, lesions=(Lesion(0),))
    essais = [
        figures_d_essai(Essai(p, s, None, code, circonstances=(x,)))
        for code in ("FOR", "PER", "AGI")
        for x in ("nuit", "feu", "froid")
    ]
    arme = figures(s, blesse, "FOR", "bagarre", "corps_a_corps")
    seul = figures(face_a(p), p, "FOR")
    return (
        [
            total(resistance(p, CORPS)),
            total(absorption(p, CORPS)),
            p.fiche.valeurs["FOR"],
            p.portees,
            {*p.bears.tags},
        ],
        [(total(f.modificateurs), f.adresse) for f in (*essais, arme, seul)],
        [figures(s, p, code).modificateurs for code in ("VOL", "PER")],
        [amount(p.bears, key, Essai(p, s, ennemi)) for key in CLES],
        [total(cible_de(s, Coup("alys", "lui"), False).resistance), figures_d_attaque(s, Coup("alys", "lui")).d],
    )


CLES = (
    "puissance",
    "perforation",
    "regeneration",
    "allure",
    "recuperation",
    "seuil:blessure",
    "bonus:initiative",
    "defense",
)


@pytest.mark.rule("TN-10.125")
@pytest.mark.parametrize("pouvoir", NOMS_DE_POUVOIRS)
def test_every_power_acts(pouvoir):
    """Beside the same creature without it something differs, besides its tag."""
    sans, avec = [engendrer(Commande("ennemi", "fauve", "chimere", pouvoirs=x), "lui") for x in ((), (pouvoir,))]
    modele = {"tranchant": "sabre", "contondant": "masse"}.get(pouvoir.partition(":")[2], "estoc")
    lame = {"equipement": {"armes": [{"modele": modele}]}}
    a, b = [chiffres(p, face_a(p, alys=lame)) for p in (sans, avec)]
    if pouvoir.startswith(("invulnerable", "insaisissable")):
        a, b = [chiffres(p, face_a(p)) for p in (sans, avec)]  # bare hands are of no form
    b[0][4].discard(f"pouvoir:{pouvoir.partition(':')[0]}")
    assert a != b


@pytest.mark.rule("TN-10.125")
def test_what_is_invulnerable_yields_to_one_form_of_arm_alone():
    p = engendrer(ADVERSAIRES["gorgone"], "lui")
    base = total(resistance(fait("nemesis", "reptile", "primitif"), CORPS))

    def contre(modele):
        alys = {"equipement": {"armes": [{"modele": modele}]}} if modele else {}
        return total(cible_de(face_a(p, alys=alys), Coup("alys", "lui"), False).resistance)

    assert contre("masse") == base and contre("sabre") == contre("") == base + 32


@pytest.mark.rule("TN-10.125")
def test_a_troll_grows_again_at_the_end_of_each_tour():
    troll = replace(engendrer(ADVERSAIRES["troll"], "lui"), pertes={"PV": 3})
    s = fin_de_tour(face_a(troll), Scripted())
    assert s["lui"].pertes["PV"] == 1
    assert fin_de_tour(s, Scripted())["lui"].pertes["PV"] == 0
    mort = replace(troll, pertes={"PV": 99})
    assert fin_de_tour(face_a(mort), Scripted())["lui"].pertes["PV"] == 99


@pytest.mark.rule("TN-10.125")
def test_dread_takes_one_off_what_is_done_against_it():
    dragon, troll = [engendrer(ADVERSAIRES[x], "lui") for x in ("dragon", "troll")]
    un, deux = [figures_d_attaque(face_a(p), Coup("alys", "lui")).f for p in (dragon, troll)]
    assert total(un.modificateurs) == total(deux.modificateurs) - 1


def antre(*autres, **budget):
    dragon = engendrer(ADVERSAIRES["dragon"], "lui")
    s = face_a(dragon, *autres)
    e = replace(s.encounter, passe="lui", budgets={**s.encounter.budgets, "lui": Budget(**budget)})
    return replace(s, encounter=e)


@pytest.mark.rule("TN-10.125", "TN-8.432")
def test_a_breath_strikes_several_and_each_saves_for_himself():
    s = antre(supp=1)
    s = s.put(replace(s["alys"], id="bor", x=2))
    con = modificateur(s["lui"].fiche.valeurs["CON"])
    des = (4, 4, 4, 4, 4, 6, 6, 6, 1, 1, 2)
    s, oracle = jouer(
        s,
        Exhaler("lui", ("alys", "bor")),
        *des,
        reponses={"tn.payer_sauvegarde": [0, 0], "tn.partage": ["absorber", "absorber"]},
    )
    n = 20 + con
    assert dit(oracle, "exhale")["degats"] == n
    perdus = [s[who].pertes["PV"] for who in ("alys", "bor")]
    assert perdus[0] < perdus[1]
    assert s.encounter.budgets["lui"].genres == ("pouvoir/gueule",)
    assert Exhaler("lui", ("alys",)).closed(s).rule == "TN-8.423"


@pytest.mark.rule("TN-10.125", "TN-8.432")
def test_a_breath_goes_with_the_maw_and_reaches_only_so_far():
    s = antre()
    assert Exhaler("lui", ("alys",)).closed(s) is None
    assert Exhaler("lui", ()).closed(s).rule == Exhaler("lui", ("lui",)).closed(s).rule == "TN-10.125"
    assert Exhaler("lui", ("alys", "alys")).closed(s).rule == "TN-10.125"
    assert Exhaler("lui", ("alys",)).closed(s.put(replace(s["alys"], x=50))).rule == "TN-10.125"
    muet = s.put(replace(s["lui"], points={"gueule": Atteinte(999)}))
    assert Exhaler("lui", ("alys",)).closed(muet).rule == "TN-8.432"
    assert Exhaler("alys", ("lui",)).closed(s).rule == "TN-10.125"
    offered = [a for a, _ in game.legal(s, "lui") if isinstance(a, Exhaler)]
    assert [a.cibles for a in offered] == [("alys",)]


# ---------------------------------------------------------------- everything that can be made


@pytest.mark.rule("TN-10.118", "TN-10.120", "TN-10.121", "TN-10.124")
@pytest.mark.parametrize("profil", PROFILS)
def test_every_opponent_holds_reads_back_and_has_a_sheet(profil):
    for c in TOUT:
        if c.profil == profil:
            p = engendrer(c, "lui")
            s = judged(Scene({"lui": p}), "scène")
            assert msgspec.convert(msgspec.to_builtins(p), Personnage) == p
            assert game.read_scene({"personnages": {"lui": msgspec.to_builtins(p)}})["lui"] == p
            assert p.up and min(p.fiche.maxima[x] for x in ("PV", "PS", "PE")) > 0 and sheet(s, "lui").sections


def finit(*camps, tours=400):
    """A fight of these sides, by the tactic of the game, to its end."""
    people = {}
    for camp, x, opposants in camps:
        for y, p in enumerate(opposants):
            people[f"{camp}{y}"] = replace(p, id=f"{camp}{y}", side=camp, x=x, y=y)
    oracle, tactic = Simulated(7, game.tactics["simple"].answer), game.tactics["simple"]
    s = Engager("un0").resolve(Scene(people), oracle)
    for _ in range(tours):
        if s.encounter is None:
            return s
        s = tactic.act(s, s.turn()[0]).resolve(s, oracle)
    return s


@pytest.mark.rule("TN-10.118", "TN-10.120")
@pytest.mark.parametrize(("profil", "sorte"), list(product(PROFILS, SORTES)))
def test_every_kind_of_every_profile_fights_to_the_end(profil, sorte):
    """Against one of the next profile up, so that it ends; a machine may have a hide that the weak never scratch."""
    plus_fort = list(PROFILS)[min(5, list(PROFILS).index(profil) + 1)]
    role = next(c.role for c in TOUT if c.profil == profil and c.sorte == sorte)
    rival = engendrer(Commande(plus_fort, "guerrier", armes=("marteau_de_guerre",)), "rival")
    s = finit(("un", 0, [engendrer(Commande(profil, role, sorte), "x")]), ("deux", 1, [rival, rival]), tours=3000)
    if sorte == "machine" and s.encounter is not None:
        assert s["un0"].up and not s["un0"].pertes.get("PV")  # TN-9.143
        return
    assert s.encounter is None and len({p.side for p in s.people.values() if p.up}) < 2


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("TN-10.118", "TN-10.120")
def test_thirty_opponents_from_quidam_to_legend_of_every_kind():
    assert len(ADVERSAIRES) == 30 and {c.profil for c in ADVERSAIRES.values()} == {*PROFILS}
    assert {c.sorte for c in ADVERSAIRES.values()} == {*SORTES}
    assert sum(c.sorte == "animal" for c in ADVERSAIRES.values()) >= 5
    assert len({c.nom for c in ADVERSAIRES.values()}) == 30 and all(c.dit for c in ADVERSAIRES.values())


@pytest.mark.rule("TN-10.118", "TN-10.120")
@pytest.mark.parametrize("id", ADVERSAIRES)
def test_each_can_be_called_into_a_scene_and_differs_from_all_others(id):
    assert infaisable(ADVERSAIRES[id]) is None
    s = game.read_scene({"personnages": {"x": {"adversaire": id}, "y": {"adversaire": id, "camp": "a"}}})
    assert s["x"].fiche.nom == f"{ADVERSAIRES[id].nom} 1"
    sans_nom = replace(engendrer(ADVERSAIRES[id], "x"), fiche=replace(engendrer(ADVERSAIRES[id], "x").fiche, nom=""))
    autres = [engendrer(c, "x") for other, c in ADVERSAIRES.items() if other != id]
    assert all(replace(p, fiche=replace(p.fiche, nom="")) != sans_nom for p in autres)
    assert CAST["adversaire"][id]["fiche"]["nom"] == ADVERSAIRES[id].nom


@pytest.mark.rule("TN-8.416")
def test_the_dragon_has_five_points_and_strikes_with_four_of_them():
    p = engendrer(ADVERSAIRES["dragon"], "lui")
    assert [x.nom for x in p.actifs] == ["gueule", "ailes", "queue", "griffes"]
    assert [arme_de(p, CORPS, n, "").nom for n in range(4)] == ["Morsure", "Aile", "Queue", "Griffe"]
    assert [x.categorie for x in p.equipement.naturelles] == [5, 2, 3, 4]  # TAI 30: one more each
    assert p.equipement.peau.categorie == 3  # STA 20 is not above 20


@pytest.mark.parametrize(("key", "value"), [("profil", "dieu"), ("sorte", "elfe"), ("pouvoirs", ["laser"])])
def test_a_file_with_an_unknown_profile_kind_or_power_is_refused(key, value):
    with pytest.raises(ContentError):
        game.read_scene({"personnages": {"x": {"fiche": {"nom": "X", key: value}}}})


# ---------------------------------------------------------------- called into the scene


@pytest.mark.rule("TN-10.118", "TN-10.120")
def test_the_game_master_makes_opponents_in_one_action():
    s = scene(alys={"fiche": {}, "camp": "nous", "x": 3, "y": 2})
    action = FaireVenir("alys", "Brute du port", "Port", 2, "sbire", "guerrier")
    s, oracle = jouer(s, action)
    assert [p.name for p in s.people.values()] == ["Alys", "Brute du port 1", "Brute du port 2"]
    assert list(s.people)[1:] == ["brute_du_port_1", "brute_du_port_2"]
    un, deux = list(s.people.values())[1:]
    assert (un.side, un.fiche.profil, (un.x, un.y), (deux.x, deux.y)) == ("Port", "sbire", (5, 2), (5, 3))
    assert [e.who for e in oracle.events if e.what == "venue"] == [un.id, deux.id]
    s, _ = jouer(s, FaireVenir("alys", "Brute du port", "Port"))
    assert list(s.people)[3] == "brute_du_port_3" and s["brute_du_port_3"].name == "Brute du port"


@pytest.mark.rule("TN-10.118")
def test_ids_are_never_given_twice_even_to_those_who_have_left():
    s, _ = jouer(scene(alys={}), Convoquer("alys", adversaire="loup"))
    seul = replace(s, people={"alys": s["alys"]})
    s, _ = jouer(seul, Convoquer("alys", adversaire="loup"))
    assert list(s.people) == ["alys", "loup_2"]


@pytest.mark.rule("TN-10.118", "TN-8.31")
def test_who_comes_into_a_confrontation_enters_it_with_the_next_tour():
    s, _ = jouer(face_a(fait()), Convoquer("alys", camp="eux", adversaire="loup"))
    assert s.encounter.statut("loup_1") == "entrant" and "loup_1" not in s.encounter.budgets
    while s.encounter.tour == 1:
        s = Passer(s.turn()[0]).resolve(s, Simulated(3))
    assert s.encounter.statut("loup_1") == "actif" and "loup_1" in s.encounter.initiatives


@pytest.mark.rule("TN-10.118", "TN-10.120", "TN-10.125")
@pytest.mark.parametrize(
    ("action", "regle"),
    [
        (FaireVenir("alys", combien=0), "TN-10.118"),
        (FaireVenir("alys", combien=13), "TN-10.118"),
        (FaireVenir("alys", nom="x" * 61), "TN-10.118"),
        (FaireVenir("alys", profil="dieu"), "TN-10.120"),
        (FaireVenir("alys", role="fauve"), "TN-10.118"),
        (FaireVenir("alys", role="fauve", sorte="primitif", pouvoirs=("venin",)), "TN-10.125"),
        (FaireVenir("alys", promotions=3), "TN-10.117"),
        (Convoquer("alys", adversaire="licorne"), "TN-10.120"),
    ],
)
def test_calls_that_make_no_sense_are_refused_with_what_is_allowed(action, regle):
    closed = action.closed(scene(alys={}))
    assert closed.rule == regle and action.master
    assert FaireVenir("personne").closed(scene(alys={})) is not None


@pytest.mark.rule("TN-10.118")
def test_both_ways_of_calling_are_offered_to_the_game_master_with_their_choices():
    offered = [a for a, closed in game.legal(scene(alys={}), "alys") if closed is None]
    assert any(isinstance(a, FaireVenir) for a in offered) and any(isinstance(a, Convoquer) for a in offered)
    assert FaireVenir.offers["profil"]["legende"] == "Légende" and Convoquer.offers["adversaire"]["loup"] == "Loup"
    for offers in (*FaireVenir.offers.values(), *Convoquer.offers.values()):
        assert all(game.words.tr(nom, "en") for nom in offers.values())


# ---------------------------------------------------------------- distances


@pytest.mark.rule("TN-10.126")
def test_the_steps_of_distance():
    for row in rows("TN-10.126"):
        assert DISTANCES[row["niveau"]].nom == row["nom"]
    s = scene(alys={}, pres={"fiche": {}, "x": 1}, la={"fiche": {}, "x": 5}, loin={"fiche": {}, "x": 30})
    assert [echelle(s, s["alys"], s[who]) for who in ("pres", "la", "loin")] == [0, 1, 2]
    _, oracle = jouer(s, EstimerDistance("alys", "la"))
    assert (dit(oracle, "distance")["niveau"], dit(oracle, "distance")["eloignement"]) == (1, "Proximité")
    assert EstimerDistance("alys", "alys").closed(s).rule == "TN-10.126"
