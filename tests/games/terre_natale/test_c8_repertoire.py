"""Chapter 8: the catalogue of actions. Every row acts, is told in both languages, and is offered when it can be."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.effets import EFFETS
from tablee.games.terre_natale.book.c8_confrontation.repertoire import (
    Manier,
    PorterUnCoup,
    Secourir,
    SeDegager,
    SeGarder,
    Soutenir,
    UserDeTactique,
)
from tablee.games.terre_natale.book.c8_confrontation.tactiques import EXIGENCES
from tablee.games.terre_natale.book.c8_confrontation.zones import LIGNES_DE_ZONE, AgirEnZone
from tablee.games.terre_natale.model.actions import LIGNES, defauts
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation
from tablee.games.terre_natale.model.plan import CORPS, ESPRIT
from tablee.games.terre_natale.model.traits import CATALOGUE
from tablee.kernel.action import open_actions, tag
from tablee.kernel.effects import Modifier
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Simulated
from typed import typed

from .jeu import rows, scene

GENRES = (PorterUnCoup, UserDeTactique, SeDegager, Soutenir, SeGarder, Secourir, Manier)
JOUEES = [(kind, id) for kind in GENRES for id in kind.rows]
SAVANT = {x.competence: 5 for x in LIGNES.values() if x.competence} | {"arme_a_garde": 5, "persuasion": 5}
FORT = {
    "base": dict.fromkeys(("FOR", "CON", "DEX", "AGI", "PER", "CHA", "VOL", "INT", "RUS", "SAG"), 18),
    "competences": SAVANT,
    "groupes": dict.fromkeys({x.groupe for x in LIGNES.values() if x.groupe}, 4),
    "destinee": 0,
}
FAIBLE = {"base": {"CON": 14, "VOL": 14}, "destinee": 0}


def aux_prises(forme="combat", arme="epee_longue", **who):
    """Alys, who can do everything, in her passe; Bor, who can do nothing, beside her; Cid, her ally, at her side."""
    people = {
        "alys": {
            "fiche": FORT,
            "camp": "rouge",
            "equipement": {
                "armes": [{"modele": arme, "munitions": 1} if arme == "arc_long" else {"modele": arme}],
                "argument": 1,
            },
        },
        "bor": {"fiche": FAIBLE, "camp": "bleu", "x": 1, "equipement": {"armes": [{"modele": "dague"}]}},
        "cid": {"fiche": FAIBLE, "camp": "rouge", "y": 1, "equipement": {"armes": [{"modele": "dague"}]}},
    }
    s = scene(**{id: {**given, **who.get(id, {})} for id, given in people.items()})
    e = Confrontation(
        forme,
        initiatives={"alys": 30, "bor": 20, "cid": 15},
        budgets={id: Budget() for id in people},
        attentes={"bor": Attente(preparee="parer")},
        passe="alys",
    )
    return replace(s, encounter=e)


def atteint(s, who, *ids):
    return s.put(replace(s[who], conditions=tuple([Condition(id, 30, difficulte=5) for id in ids])))


def prete(ligne):
    """A scene in which this row has all that it takes."""
    s = aux_prises("joute" if ligne.plan is ESPRIT else "combat", "arc_long" if "tir" in ligne.exige else "epee_longue")
    if "tir" in ligne.exige:
        charge = replace(s["alys"].equipement.armes[0], munitions=1)
        s = s.put(
            replace(s["bor"], x=12), replace(s["alys"], equipement=replace(s["alys"].equipement, armes=(charge,)))
        )
    for exigence, ids in (
        ("cible_tenue", ["saisi"]),
        ("cible_au_sol", ["mise_au_sol"]),
        ("cible_effrayee", ["effraye"]),
    ):
        if exigence in ligne.exige:
            s = atteint(s, "bor", *ids)
    if "flamme" in ligne.exige:
        s = s.put(replace(s["alys"], effets=(Modifier("energie:chaud", 2, "Torche"),)))
    contre = [id for e in ligne.fait if e.quoi in ("reduire", "relever") for id in e.conditions]
    if contre and ligne.cible != "adversaire":
        s = atteint(s, "cid" if ligne.cible == "allie" else "alys", contre[0])
    return s


def action(kind, id):
    sur = {"adversaire": "bor", "allie": "cid", "soi": ""}[LIGNES[id].cible]
    return PorterUnCoup("alys", sur, id) if kind is PorterUnCoup else kind("alys", id, sur)


def jusqu_au_bout(s, a, seed):
    """Play it, over two passes if it takes so long; nobody answers anything."""
    oracle = Simulated(seed, first, events=[])
    for _ in range(3):
        s = a.resolve(s, oracle)
        e = s.encounter
        if e is None or e.attente("alys").chantier is None:
            break
        s = replace(s, encounter=replace(e, budgets={**e.budgets, "alys": Budget()}))
    return s, oracle.events


def ce_qui_compte(s):
    """All of a scene that an effect may change, without what an action costs."""
    e = s.encounter
    corps = {
        p.id: (p.x, p.y, p.conditions, p.effets, p.equipement, p.pertes.get("PV"), p.pertes.get("PS"), p.temporaires)
        for p in s.people.values()
    }
    pe = {p.id: p.pertes.get("PE") for p in s.people.values()}
    if e is None:
        return corps, pe, s.choses
    return corps, pe, s.choses, e.initiatives, e.attentes, {id: b.actr for id, b in e.budgets.items()}


# ---------------------------------------------------------------- the data


@pytest.mark.rule("TN-8.122")
def test_there_are_enough_actions_of_either_plane_and_each_is_whole():
    planes = Counter("mentale" if x.plan is ESPRIT else "physique" for x in LIGNES.values() if x.nature != "les deux")
    deux = sum(x.nature == "les deux" for x in LIGNES.values())
    assert planes["physique"] >= 60 and planes["mentale"] >= 40 and deux >= 15
    for id, ligne in LIGNES.items():
        assert ligne.dit.endswith(".") and not defauts(ligne), id
        assert ligne.par or ligne.fait or ligne.genre == "attaque", id
        assert ligne.regle in game.ledger.rules, id


@pytest.mark.rule("TN-8.122")
def test_a_row_that_names_what_there_is_not_is_found_out():
    bonne = LIGNES["repousser"]
    for change in (
        {"type": "ACTX"},
        {"type": "ACTE2"},
        {"competence": "cuisine"},
        {"attributs": ("XYZ",)},
        {"zone": "Queue"},
        {"competence": "", "attributs": ()},
    ):
        assert defauts(replace(bonne, **change)), change
    assert defauts(replace(bonne, fait=(replace(bonne.fait[0], condition="rhume"),))) == ["rhume"]


@pytest.mark.rule("TN-8.122")
def test_what_another_section_plays_is_an_action_or_a_question_there_is():
    tags = {tag(kind) for kind in game.actions}
    for id, ligne in LIGNES.items():
        if ligne.par:
            assert ligne.par in tags or ligne.par in game.words.question, id


@pytest.mark.rule("TN-8.122")
def test_every_kind_of_effect_and_every_demand_is_used_by_some_row():
    assert {e.quoi for x in LIGNES.values() for e in x.fait} == set(EFFETS)
    assert {x for ligne in LIGNES.values() for x in ligne.exige} == set(EXIGENCES)


@pytest.mark.rule("TN-8.122")
def test_names_of_actions_are_said_as_they_are_in_both_languages():
    for id, ligne in LIGNES.items():
        if not ligne.par:
            assert typed(game.words.tr(id, "fr")) == ligne.nom, id
            assert game.words.tr(id, "en") == game.words.tr(ligne.nom, "en") != ligne.nom, id


@pytest.mark.rule("TN-8.122")
def test_whoever_has_a_trait_for_it_may_be_used_to_every_row_that_says_so():
    for id, ligne in LIGNES.items():
        assert bool(ligne.habitue and not ligne.par) <= (id in CATALOGUE.habitude), id
        assert not ligne.habitue or (ligne.type, ligne.habitue) in {("ACTC", "ACTS"), ("ACTS", "ACTL")}, id


# ---------------------------------------------------------------- every row acts


@pytest.mark.rule("TN-8.122", "TN-8.113", "TN-8.114")
@pytest.mark.parametrize(("kind", "id"), JOUEES, ids=[id for _, id in JOUEES])
def test_every_action_of_the_catalogue_changes_something(kind, id):
    s = prete(LIGNES[id])
    a = action(kind, id)
    assert a.closed(s) is None, str(a.closed(s))
    avant = ce_qui_compte(s)
    assert any(ce_qui_compte(jusqu_au_bout(s, a, seed)[0]) != avant for seed in range(6))


@pytest.mark.rule("TN-8.116", "TN-8.122")
@pytest.mark.parametrize("id", LIGNES_DE_ZONE)
def test_every_action_of_a_zone_changes_something(id):
    s = prete(LIGNES[id])
    a = AgirEnZone("alys", id, 1, 0)
    assert a.closed(s) is None, str(a.closed(s))
    assert any(ce_qui_compte(jusqu_au_bout(s, a, seed)[0]) != ce_qui_compte(s) for seed in range(6))


@pytest.mark.rule("TN-8.122")
@pytest.mark.parametrize("id", PorterUnCoup.rows)
def test_an_attack_of_the_catalogue_is_not_like_any_other(id):
    ligne = LIGNES[id]
    assert ligne.avantages or ligne.jet or ligne.sorte or ligne.energie or ligne.fait
    c = PorterUnCoup("alys", "bor", id).coup(prete(ligne))
    assert sum(n for _, n, _ in c.net) == ligne.avantages and sum(n for _, n, _ in c.plus) == ligne.jet
    assert (c.sorte, c.energie, c.plan) == (ligne.sorte, ligne.energie, ligne.plan_nom)


@pytest.mark.rule("TN-8.122")
@pytest.mark.parametrize(("kind", "id"), JOUEES, ids=[id for _, id in JOUEES])
def test_every_action_that_is_tested_has_odds_on_its_button(kind, id):
    s, a = prete(LIGNES[id]), action(kind, id)
    for look in a.views()[:1]:
        chance = odds(a.seen(s, look))
        assert 0 < chance.p(True) <= 1
    assert bool(a.views()) == bool(LIGNES[id].contre or LIGNES[id].genre == "attaque")


# ---------------------------------------------------------------- what is worth a button


def offertes(s, who="alys"):
    return open_actions(game.legal(s, who))


@pytest.mark.rule("TN-8.122")
def test_in_a_fight_the_menu_has_what_he_knows_and_can_reach_and_nothing_of_a_joute():
    s = aux_prises()
    mine = [a for a in offertes(s) if isinstance(a, GENRES)]
    assert {"repousser", "croc_en_jambe", "attaque_puissante", "intimider"} <= {a.quoi for a in mine}
    assert not {"humilier", "semer_le_doute", "tirade_enflammee"} & {a.quoi for a in mine}
    assert "immobiliser" not in {a.quoi for a in mine}  # nobody is held
    loin = s.put(replace(s["bor"], x=9))
    assert not [a for a in offertes(loin) if isinstance(a, UserDeTactique) and LIGNES[a.quoi].plan is CORPS]


@pytest.mark.rule("TN-8.122")
def test_who_never_learned_it_is_only_offered_the_book_s_own_tactics():
    s = aux_prises(alys={"fiche": {"destinee": 0}})
    mine = {a.quoi for a in offertes(s) if isinstance(a, UserDeTactique)}
    assert "repousser" in mine and "croc_en_jambe" not in mine
    assert all(not LIGNES[id].origin for id in mine)
    assert UserDeTactique("alys", "croc_en_jambe", "bor").closed(s) is None  # he may try all the same


@pytest.mark.rule("TN-8.88", "TN-8.122")
def test_what_cannot_be_paid_is_not_offered_and_says_why():
    s = aux_prises()
    e = replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget(acts=1, genres=("tactique",))})
    s = replace(s, encounter=e)
    assert not [a for a in offertes(s) if isinstance(a, UserDeTactique)]
    assert UserDeTactique("alys", "repousser", "bor").closed(s).rule == "TN-8.88"
    vide = replace(s, encounter=replace(e, budgets={**e.budgets, "alys": Budget(acts=0, actl=0)}))
    assert UserDeTactique("alys", "repousser", "bor").closed(vide).rule == "TN-8.83"
    assert Manier("alys", "se_mettre_a_plat_ventre").closed(vide).rule == "TN-8.83"


@pytest.mark.parametrize(
    ("a", "dit"),
    [
        (UserDeTactique("alys", "chanter", "bor"), "Pas d'action"),
        (UserDeTactique("alys", "repousser"), "il faut une cible"),
        (UserDeTactique("alys", "repousser", "alys"), "soi-même"),
        (UserDeTactique("alys", "repousser", "nul"), "n'est pas là"),
        (UserDeTactique("alys", "repousser", "bor", "CHA"), "se tente par"),
        (UserDeTactique("alys", "repousser", "bor", duree="permanente"), "faire durer"),
        (UserDeTactique("alys", "immobiliser", "bor"), "le tenir"),
        (SeDegager("alys", "se_degager_du_corps"), "rien que cela soulage"),
        (Soutenir("alys", "assister_un_allie", "bor"), "pour un allié"),
        (SeGarder("alys", "se_camper", "cid"), "pour soi"),
        (Manier("alys", "se_relever"), "rien que cela soulage"),
        (PorterUnCoup("alys", "bor", "tir_pose"), "arme de tir"),
        (UserDeTactique("bor", "repousser", "alys"), "passe"),
    ],
)
def test_what_cannot_be_done_says_why(a, dit):
    assert dit in str(a.closed(aux_prises()))


PLAYED = {  # where the catalogue has another name for what the book names, or several rows
    "Attaque (mêlée, jet, tir, mains nues)": ["attaque"],
    "Tirade": ["tirade_de_joute", "tenir_une_diatribe"],
    "Défenses mentales (11)": [id for id in LIGNES if id.endswith("_en_esprit")],
    "Action d'opportunité": ["saisir_une_opportunite"],
    "Action d'aide (Assister)": ["aider_au_moment_voulu", "assister_un_allie", "assister_en_parole"],
    "Seconde action (doubler)": ["seconde_attaque", "seconde_tactique", "seconde_defense"],
    "Contrôler / immobiliser": ["controler", "bloquer_un_bras", "agripper", "immobiliser"],
    "Affliger / Saper le corps": [
        "affliger_le_corps",
        "assommer",
        "entailler",
        "entraver",
        "ouvrir_la_garde",
        "aveugler",
    ],
    "Affliger / Saper l'esprit": ["affliger_l_esprit", "terroriser", "semer_le_doute", "obseder", "troubler"],
    "Manipuler": ["seduire", "provoquer", "intimider", "derouter", "apaiser"],
    "Influencer": ["inspirer", "raffermir", "mettre_en_garde", "rassurer", "rappeler_au_reel"],
    "Soigner (premiers soins)": ["donner_les_premiers_soins", "soigner_une_condition"],
    "Le savoir c'est le pouvoir": ["se_servir_de_son_savoir"],
}


@pytest.mark.rule("TN-8.122")
def test_every_action_the_book_names_has_rows_that_play_it_and_nothing_is_left_unsaid():
    noms = {x.nom.casefold(): id for id, x in LIGNES.items()}
    for row in rows("TN-8.122"):
        played = PLAYED.get(row["nom"], [noms.get(row["nom"].casefold(), "")])
        assert all(id in LIGNES for id in played), row["nom"]
        assert "non donné" not in str(row), row["nom"]
    assert len(PLAYED["Défenses mentales (11)"]) == 11


@pytest.mark.rule("TN-2.34", "TN-8.114")
@pytest.mark.parametrize("nom", ["Manipuler", "Influencer"])
def test_manipulation_and_influence_have_one_effect_for_each_of_their_modes(nom):
    modes = [LIGNES[id].attributs for id in PLAYED[nom]]
    assert sorted(modes) == [("CHA",), ("INT",), ("RUS",), ("SAG",), ("VOL",)]
    assert len({str(LIGNES[id].fait) for id in PLAYED[nom]}) == 5


@pytest.mark.rule("TN-8.68", "TN-8.122")
def test_to_change_places_is_the_movement_of_the_round():
    s = aux_prises()
    a = Manier("alys", "changer_de_place", "cid")
    apres, _ = jusqu_au_bout(s, a, 1)
    assert (apres["alys"].x, apres["alys"].y, apres["cid"].y) == (0, 1, 0)
    assert apres.encounter.budgets["alys"].bouge == 1
    encore = replace(apres.encounter, budgets={**apres.encounter.budgets, "alys": Budget(bouge=1)})
    assert a.closed(replace(apres, encounter=encore)).rule == "TN-8.68"
