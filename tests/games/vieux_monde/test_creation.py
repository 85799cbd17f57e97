"""Creation: species, careers, drafts that hold or say why they do not, characters made at random."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.cli.create import new
from tablee.cli.guide import Guide
from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.desk.creation import CREATION
from tablee.games.vieux_monde.desk.draft import Brouillon, Etoile, Points
from tablee.games.vieux_monde.desk.judge import juger
from tablee.games.vieux_monde.desk.read import reunir
from tablee.games.vieux_monde.model.carrieres import CARRIERES, ESPECES, GROUPES, HASARD, OBJETS, ouvert, rang_de
from tablee.games.vieux_monde.model.catalogue import ARMES, ARMURES, COMPETENCES, TALENTS
from tablee.games.vieux_monde.model.people import Personnage
from tablee.games.vieux_monde.model.sorts import DOMAINES, SORTS
from tablee.games.vieux_monde.model.tables import CARACS
from tablee.kernel.draft import Unfinished, Waiver
from tablee.kernel.game import game as jeu
from tablee.kernel.ledger import plain
from typed import printed

pytestmark = pytest.mark.rule("VM-6.12")

BON = Brouillon(
    nom="Hedda",
    espece="nain",
    don="os_epais",
    carriere="fantassin",
    formation={"lames": 12, "armes_de_hast": 12, "boucliers": 6, "resistance": 6},
    jeunesse=("nage", "jeu"),
    talents=("bras_rompu", "coude_a_coude"),
    etoile=Etoile(1, 1),
    motivation="Voir la mer",
)
MAGE = replace(
    BON,
    carriere="mage",
    formation={},
    talents=("magie_des_arcanes", "magie_mineure"),
    domaine="flamme",
    sorts=(
        *[s.id for s in SORTS.values() if s.genre == "mineur"][:3],
        next(s.id for s in SORTS.values() if s.domaine == "flamme"),
        next(s.id for s in SORTS.values() if s.genre == "arcane"),
    ),
)


def refus(draft):
    return [(p.step, str(p.why)) for p in CREATION.review(draft).open_problems]


def budget(draft, label):
    return next(b for b in CREATION.review(draft).budgets if b.label == label)


# ---------------------------------------------------------------- the catalogue


def test_species_differ_and_are_within_bounds():
    assert len(ESPECES) >= 4
    assert {"humain", "nain", "elfe", "halfelin"} <= set(ESPECES)
    for e in ESPECES.values():
        assert set(e.base) == set(CARACS)
        assert all(10 <= n <= 45 for n in e.base.values())
        assert 3 <= e.mouvement <= 6 and 1 <= e.destin + e.resilience + e.libres <= 6
        assert set(e.competences) <= set(COMPETENCES)
        assert {*e.talents, *e.dons} <= set(TALENTS)
        assert len(e.dons) >= 4 and not set(e.dons) & {t for t in e.talents if TALENTS[t].max == 1}
    assert len({tuple(e.base.values()) for e in ESPECES.values()}) == len(ESPECES)
    assert ESPECES["halfelin"].taille == "Petite"


@pytest.mark.parametrize("carriere", CARRIERES.values(), ids=list(CARRIERES))
def test_every_career_has_three_ranks_that_open_new_things(carriere):
    assert [(len(r.caracs), len(r.competences), len(r.talents)) for r in carriere.rang] == [
        (3, 6, 4),
        (2, 4, 3),
        (2, 3, 3),
    ]
    tout = ouvert(carriere, 3)
    assert (len(tout.caracs), len(tout.competences), len(tout.talents)) == (7, 13, 10)
    assert set(tout.competences) <= set(COMPETENCES) and set(tout.talents) <= set(TALENTS)
    assert [r.revenu for r in carriere.rang] == sorted(r.revenu for r in carriere.rang)
    assert (
        set(carriere.armes) <= set(ARMES)
        and set(carriere.armures) <= set(ARMURES)
        and set(carriere.objets) <= set(OBJETS)
    )
    for id in carriere.armes:  # what it gives can be used by whoever follows it
        c = COMPETENCES[ARMES[id].competence]
        assert not c.avancee or c.id in carriere.rang[0].competences


def test_careers_cover_every_walk_of_life():
    assert len(CARRIERES) >= 24
    assert {c.groupe for c in CARRIERES.values()} == set(GROUPES)
    assert all(sum(c.groupe == g for c in CARRIERES.values()) >= 3 for g in GROUPES)
    assert len({c.nom for c in CARRIERES.values()}) == len(CARRIERES)


def test_a_rank_keeps_what_the_ranks_below_it_opened():
    mage = CARRIERES["mage"]
    un, deux = ouvert(mage, 1), ouvert(mage, 2)
    assert set(un.competences) < set(deux.competences) and "calme" in deux.competences and "calme" not in un.competences
    assert (ouvert(None, 1).competences, ouvert(mage, 0).talents) == ((), ())
    assert (rang_de(mage, 4), rang_de(None, 1), rang_de(mage, 1).nom) == (None, None, "Élève")


# ---------------------------------------------------------------- a draft that holds


def test_a_draft_that_holds_makes_the_character_it_says():
    assert refus(BON) == []
    p = CREATION.finish(BON)
    f = p.fiche
    assert (p.id, f.espece, f.carriere, f.rang, f.joueur, f.mouvement) == ("hedda", "nain", "fantassin", 1, True, 3)
    assert (f.CC, f.END) == (29 + 7, 34 + 7)
    enfance, formation = {"resistance": 5 + 6, "beuverie": 5, "evaluation": 4}, {"lames": 12, "armes_de_hast": 12}
    assert f.competences == enfance | formation | {"boucliers": 6, "nage": 5, "jeu": 5}
    assert f.talents == {"vieille_carcasse": 1, "os_epais": 1, "bras_rompu": 1, "coude_a_coude": 1}
    assert (f.destin, f.resilience, f.motivation) == (1, 3, "Voir la mer")
    assert [a.id for a in p.equipement.armes] == ["lance", "rondache", "dague"]
    assert p.equipement.couronnes == CARRIERES["fantassin"].couronnes


@pytest.mark.rule("VM-6.2")
def test_wounds_follow_from_the_figures_placed():
    base = CREATION.finish(BON).fiche
    assert base.PB == base.FOR // 10 + 2 * (base.END // 10) + base.FM // 10 + 2  # Vieille carcasse
    assert base.END == 41
    assert CREATION.finish(replace(BON, caracs=Points(END=15, CC=0, TIR=6))).fiche.PB == base.PB
    assert CREATION.finish(replace(BON, caracs=Points(END=1, CC=13))).fiche.PB == base.PB - 2


def test_training_left_out_is_spread_evenly():
    p = CREATION.finish(replace(BON, formation={}))
    ouvertes = CARRIERES["fantassin"].rang[0].competences
    assert [p.fiche.competences[c] - ESPECES["nain"].competences.get(c, 0) for c in ouvertes] == [6] * 6


def test_a_character_goes_to_json_and_back_and_into_a_scene_that_holds():
    for draft in (BON, MAGE):
        p = CREATION.finish(draft)
        assert msgspec.json.decode(msgspec.json.encode(p), type=Personnage) == p
        scene = reunir([msgspec.to_builtins(p)])
        assert scene[p.id] == p
        assert juger(scene, "scene") is scene


# ---------------------------------------------------------------- what does not hold


@pytest.mark.parametrize(
    ("change", "attendu"),
    [
        ({"nom": " "}, ("nom", "Il manque un nom (VM-6.12)")),
        ({"nom": "x" * 41}, ("nom", "Un nom a 40 caractères au plus, pas 41 (VM-6.12)")),
        ({"espece": "troll", "etoile": Etoile(1, 1)}, ("espece", "« troll » n'est pas une espèce (VM-6.12)")),
        ({"don": ""}, ("espece", "Il manque un don de naissance (VM-6.13)")),
        ({"don": "chanceux"}, ("espece", "« Chanceux » n'est pas un don de naissance : Nain (VM-6.13)")),
        ({"caracs": Points(CC=8)}, ("caracs", "70 points à répartir, 71 répartis (VM-6.12)")),
        ({"caracs": Points(CC=6)}, ("caracs", "70 points à répartir, 69 répartis (VM-6.12)")),
        ({"caracs": Points(CC=16, TIR=0, FOR=5)}, ("caracs", "Capacité de Combat : de 0 à 15, pas 16 (VM-6.12)")),
        ({"caracs": Points(PRE=-1, TIR=15)}, ("caracs", "Présence : de 0 à 15, pas -1 (VM-6.12)")),
        ({"carriere": "roi"}, ("carriere", "« roi » n'est pas une carrière (VM-6.12)")),
        (
            {"formation": {"lames": 12, "boucliers": 12}},
            ("competences", "36 points de formation à répartir, 24 répartis (VM-6.12)"),
        ),
        (
            {"formation": {"lames": 13, "boucliers": 12, "calme": 11}},
            ("competences", "Lames : de 0 à 12, pas 13 (VM-6.12)"),
        ),
        (
            {"formation": {"lames": 12, "boucliers": 12, "crochetage": 12}},
            ("competences", "La carrière n'ouvre pas Crochetage à son premier rang (VM-6.12)"),
        ),
        ({"jeunesse": ("nage",)}, ("competences", "2 Compétences de jeunesse différentes à choisir (VM-6.12)")),
        ({"jeunesse": ("nage", "nage")}, ("competences", "2 Compétences de jeunesse différentes à choisir (VM-6.12)")),
        ({"jeunesse": ("nage", "musique")}, ("competences", "« Musique » ne s'apprend pas dans l'enfance (VM-6.12)")),
        ({"talents": ("bras_rompu",)}, ("talents", "2 Talents de la carrière à choisir, 1 choisi (VM-6.13)")),
        (
            {"talents": ("bras_rompu", "chanceux")},
            ("talents", "La carrière n'ouvre pas le Talent « Chanceux » à son premier rang (VM-6.13)"),
        ),
        ({"talents": ("coude_a_coude",) * 2}, ("talents", "Coude à coude ne se prend pas plus de 1 fois (VM-6.13)")),
        ({"domaine": "flamme"}, ("magie", "Un Domaine demande le Talent Magie des Arcanes (VM-3.1)")),
        (
            {"etoile": Etoile(1, 0)},
            ("destin", "2 points à répartir entre Destin et Résilience, 1 réparti (VM-4.1)"),
        ),
        (
            {"etoile": Etoile(3, -1)},
            ("destin", "2 points à répartir entre Destin et Résilience, 2 répartis (VM-4.1)"),
        ),
        ({"motivation": ""}, ("destin", "Il manque une Motivation (VM-4.13)")),
        ({"motivation": "x" * 121}, ("destin", "Une Motivation a 120 caractères au plus, pas 121 (VM-4.13)")),
        ({"armes": ("griffes",)}, ("equipement", "« griffes » n'est pas une arme à vendre (VM-6.4)")),
        ({"armures": ("nul",)}, ("equipement", "« nul » n'est pas une armure du catalogue (VM-6.5)")),
        ({"objets": ("nul",)}, ("equipement", "« nul » n'est pas un objet du catalogue (VM-6.12)")),
        ({"objets": ("couverture",)}, ("equipement", "« Couverture et gamelle » est déjà dans les affaires (VM-6.12)")),
        ({"armes": ("epee",)}, ("equipement", "20 couronnes dépensées, 6 disponibles (VM-6.12)")),
    ],
)
def test_what_does_not_hold_is_said_with_its_step_and_rule(change, attendu):
    assert refus(replace(BON, **change)) == [attendu]


@pytest.mark.rule("VM-4.1", "VM-4.13")
def test_destin_resilience_and_motivation_are_asked_for():
    sans = replace(BON, etoile=Etoile(), motivation="")
    assert [r for _, r in refus(sans)] == [
        "2 points à répartir entre Destin et Résilience, 0 réparti (VM-4.1)",
        "Il manque une Motivation (VM-4.13)",
    ]
    assert CREATION.finish(replace(BON, etoile=Etoile(2, 0))).fiche.destin == 2


def test_purchases_are_paid_out_of_the_purse():
    achete = replace(BON, armes=("hachette",))
    assert refus(achete) == [] and budget(achete, "Couronnes").left == 0
    assert CREATION.finish(achete).equipement.couronnes == 0


@pytest.mark.rule("VM-3.1", "VM-6.16", "VM-3.4")
def test_a_mage_has_a_domaine_and_the_spells_it_opens():
    assert refus(MAGE) == []
    f = CREATION.finish(MAGE).fiche
    assert (f.domaines, f.sorts, f.INT) == (("flamme",), MAGE.sorts, 33)
    assert (budget(MAGE, "Sorts mineurs").most, budget(MAGE, "Autres Sorts").most) == (3, 2)
    assert refus(replace(MAGE, domaine="", sorts=())) == [("magie", "La Magie des Arcanes demande un Domaine (VM-3.1)")]
    autre = next(s for s in SORTS.values() if s.domaine == "givre")
    assert [r.rsplit(" ", 1)[1] for _, r in refus(replace(MAGE, sorts=(autre.id,)))] == ["(VM-3.1)"]
    quatre = [s.id for s in SORTS.values() if s.genre == "mineur"][:4]
    assert refus(replace(MAGE, sorts=(*quatre, MAGE.sorts[3]))) == []  # one minor spell in the place of another
    trop = replace(MAGE, sorts=(*quatre, *MAGE.sorts[3:]))
    assert refus(trop) == [("magie", "5 Sorts mémorisés au plus, pas 6 (VM-6.16)")]
    assert refus(replace(MAGE, sorts=("nul",))) == [("magie", "Aucun Sort ne s'appelle « nul » (VM-3.1)")]
    assert refus(replace(MAGE, sorts=MAGE.sorts[3:4] * 2)) == [
        ("magie", "Un même Sort ne se mémorise qu'une fois (VM-6.16)")
    ]
    muet = replace(MAGE, formation={"lecture": 12, "savoir_magie": 12, "intuition": 12})
    assert refus(muet) == [("magie", "Sans Langue (Magick), aucun Sort ne se lance (VM-3.4)")]


def test_a_deliberate_exception_is_written_down():
    fort = replace(BON, caracs=Points(CC=17, TIR=0, FOR=4))
    with pytest.raises(Unfinished):
        CREATION.finish(fort)
    permis = replace(fort, waivers=(Waiver("VM-6.12", "une légende", "Capacité de Combat"),))
    assert CREATION.finish(permis).fiche.CC == 29 + 17


# ---------------------------------------------------------------- the steps


def test_every_field_of_the_draft_is_asked_for_and_every_problem_belongs_to_a_step():
    champs = {f.name for s in CREATION.steps for f in s.fields}
    assert champs == {f.name for f in msgspec.structs.fields(Brouillon)} - {"waivers", "options", "own"}
    assert {p.step for p in CREATION.review(Brouillon(espece="x", armes=("y",))).problems} <= {
        s.id for s in CREATION.steps
    }
    assert {r for s in CREATION.steps for r in s.rules} <= set(game.ledger.rules)


def test_only_what_is_open_is_offered():
    champs = {f.name: f for s in CREATION.steps for f in s.fields}

    def offert(draft, nom):
        return {id for id, _ in CREATION.asked(draft, champs[nom]).keys}

    assert offert(BON, "don") == set(ESPECES["nain"].dons)
    assert offert(BON, "formation") == set(CARRIERES["fantassin"].rang[0].competences)
    assert offert(BON, "talents") == set(CARRIERES["fantassin"].rang[0].talents)
    assert (offert(BON, "domaine"), offert(BON, "sorts")) == ({""}, set())
    assert offert(MAGE, "domaine") == {"", *DOMAINES}
    assert {SORTS[s].domaine for s in offert(MAGE, "sorts")} == {"", "flamme"}
    assert offert(Brouillon(), "talents") == set(TALENTS)


# ---------------------------------------------------------------- at random, and whatever is written

MOTS = st.sampled_from(
    ["", "x", "humain", "elfe", "mage", "fantassin", "chanceux", "lames", "flamme", "epee", "magie_mineure"]
)
IDS = st.one_of(
    MOTS,
    *(
        st.sampled_from(sorted(x))
        for x in (ESPECES, CARRIERES, TALENTS, COMPETENCES, SORTS, DOMAINES, ARMES, ARMURES, OBJETS)
    ),
)
NOMBRES = st.integers(-(10**6), 10**6)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_random_draft_always_holds(seed):
    draft = CREATION.random(seed)
    assert CREATION.review(draft).problems == ()
    assert CREATION.random(seed) == draft
    p = CREATION.finish(draft)
    assert msgspec.json.decode(msgspec.json.encode(p), type=Personnage) == p
    juger(reunir([msgspec.to_builtins(p)]), "scene")
    assert all(b.left >= 0 for b in CREATION.review(draft).budgets)


def test_random_characters_are_of_all_kinds():
    drafts = [CREATION.random(n) for n in range(400)]
    assert {d.espece for d in drafts} == set(ESPECES)
    assert {d.carriere for d in drafts} == set(CARRIERES)
    assert any(d.sorts and d.domaine for d in drafts) and any(d.armes for d in drafts)
    assert all(d.motivation in HASARD.motivations for d in drafts)


@given(
    st.builds(
        Brouillon,
        nom=st.text(max_size=50),
        espece=IDS,
        don=IDS,
        caracs=st.builds(Points, **dict.fromkeys(CARACS, NOMBRES)),
        carriere=IDS,
        formation=st.dictionaries(IDS, NOMBRES, max_size=4),
        jeunesse=st.lists(IDS, max_size=4).map(tuple),
        talents=st.lists(IDS, max_size=4).map(tuple),
        domaine=IDS,
        sorts=st.lists(IDS, max_size=4).map(tuple),
        etoile=st.builds(Etoile, NOMBRES, NOMBRES),
        motivation=st.text(max_size=200),
        armes=st.lists(IDS, max_size=3).map(tuple),
        armures=st.lists(IDS, max_size=3).map(tuple),
        objets=st.lists(IDS, max_size=3).map(tuple),
    )
)
@settings(max_examples=60)
def test_a_review_never_raises_and_what_holds_can_be_played(draft):
    revue = CREATION.review(draft)
    assert all(p.why.rule in game.ledger.rules and str(p.why) for p in revue.problems)
    assert revue.preview is not None
    for step in CREATION.steps:
        for field in step.fields:
            assert CREATION.asked(draft, field).name == field.name
    if not revue.problems:
        juger(reunir([msgspec.to_builtins(CREATION.finish(draft))]), "scene")


# ---------------------------------------------------------------- English


def test_everything_a_player_reads_has_its_english():
    en = jeu("vieux_monde").words.en
    textes = [t for x in (*TALENTS.values(), *ESPECES.values(), *CARRIERES.values()) for t in (x.nom, x.dit)]
    textes += [r.nom for c in CARRIERES.values() for r in c.rang] + [c.nom for c in COMPETENCES.values()]
    textes += [o.nom for o in OBJETS.values()] + [*GROUPES.values()]
    textes += [r.statut for c in CARRIERES.values() for r in c.rang]
    for step in CREATION.steps:
        textes += [step.title, *(t for f in step.fields for t in (f.label, f.help) if t)]
    textes += [b.label for b in CREATION.review(MAGE).budgets]
    assert [t for t in textes if t not in en] == []
    fr = jeu("vieux_monde").words.fr
    assert (fr["lames"], en["lames"], fr["mage"]) == ("Lames", "Blades", "Mage")
    assert plain(fr["coup_sur_coup"]) == "coup sur coup"


# ---------------------------------------------------------------- at the prompt

REPONSES = [
    "",  # from nothing
    "nain",
    "Os épais",
    "7 7 7 7 7 7 7 7 7 7",
    "Fantassin",
    "lames=12 armes_de_hast=12 boucliers=6 resistance=6",
]
REPONSES += [
    "Nage, Jeu",
    "Bras rompu aux armes, Coude à coude",
    "1 1",
    "Voir la mer",
    "-",
    "-",
    "-",
    "Hedda",
    "f",
]


def test_guided_from_the_first_question_to_the_last(capsys):
    lignes = iter(REPONSES)
    assert Guide(game, lambda _: next(lignes, None)).run() == BON
    affiche = printed(capsys).out
    assert "Garde serrée" in affiche and "Main de boucher" not in affiche  # only what the first rank opens
    assert "Sorts mémorisés : rien à choisir." in affiche
    assert next(lignes, None) is None


def test_a_draft_written_by_hand_gives_the_same_character(tmp_path):
    fichier = tmp_path / "hedda.toml"
    fichier.write_text(
        """
        nom = "Hedda"
        espece = "nain"
        don = "os_epais"
        carriere = "fantassin"
        formation = { lames = 12, armes_de_hast = 12, boucliers = 6, resistance = 6 }
        jeunesse = ["nage", "jeu"]
        talents = ["bras_rompu", "coude_a_coude"]
        etoile = { destin = 1, resilience = 1 }
        motivation = "Voir la mer"
        """
    )
    new(game, False, None, None, (), fichier, tmp_path / "hedda.json")
    lu = msgspec.json.decode((tmp_path / "hedda.json").read_bytes())
    assert msgspec.convert(lu["character"], Personnage) == CREATION.finish(BON)
