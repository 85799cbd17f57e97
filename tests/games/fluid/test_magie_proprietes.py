"""What always holds of magic, whatever is cast, by whom, on whom; and that all of it can be read in both languages."""

import ast
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.tour import Attendre, Combattre
from tablee.games.fluid.book.c5_magie.grimoire import (
    ACTIONS,
    Inscrire,
    Liberer,
    Memoriser,
    Prolonger,
    Vampiriser,
    offers,
)
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.book.c5_magie.magie import (
    MAGIE,
    Resister,
    desavantages,
    engages,
    part_payee,
    rang_du_sort,
)
from tablee.games.fluid.book.c5_magie.sortileges import partages_de_la_marge, refermer
from tablee.games.fluid.model.catalogue import SORTS
from tablee.games.fluid.model.people import CARACS, NOMS, Options, Sort, SortActif
from tablee.games.fluid.model.tables import RANGS, TABLES
from tablee.kernel import content
from tablee.kernel.action import tag
from tablee.kernel.tally import total
from tablee.kernel.words import Words
from telling import told

from .jeu import scene
from .magicien import ecrit, mage, souffle
from .tenue import jouer_au_hasard, tient, variantes

QUI = ("alys", "bor", "cyd", "personne")
NOMS_DE_SORTS = (*SORTS, "Écorce", "souffle", "Souffle ancien", "Sort improvisé", "inconnu", "")
PLAIE = {"nom": "Plaie", "valeur": 4, "negatif": True, "origine": "blessure"}
TRAITS = [{"nom": "Feu", "valeur": 3}, {"nom": "Bravache", "valeur": 2, "negatif": True}]

# ---------------------------------------------------------------- people and acts


@st.composite
def scenes(draw):
    """A mage who may be tired, hurt, laden and helped, one or two others, in peace or in a fight."""
    options = draw(
        st.lists(
            st.sampled_from(("resultats_binaires", "delai_variable", "localisation", "plusieurs_actions")), unique=True
        )
    )
    aide = {"de": "cyd", "trait": "Chant", "valeur": 2, "points": 1}
    gens = scene(
        *options,
        alys=mage(
            fiche={"INT": draw(st.integers(1, 7)), "AGI": draw(st.integers(1, 9)), "traits": TRAITS},
            x=draw(st.sampled_from((0, 8))),
            res_perdue=draw(st.integers(0, 10)),
            vole=draw(st.sampled_from((0, 0, 3))),
            traits=draw(st.sampled_from(([], [PLAIE]))),
            aides=draw(st.sampled_from(([], [aide], [aide, {**aide, "trait": "Lyre"}]))),
            armure=draw(st.sampled_from((None, "mailles"))),
            sans_defense=draw(st.sampled_from((False, False, False, True))),
            grimoire=draw(st.sampled_from(([], [ecrit(complexite=3, niveau=2)]))),
            memoire=draw(st.sampled_from(([], [ecrit(aire=1, crans=-1), SORTS["dard_de_givre"]]))),
            reussis=draw(st.sampled_from(([], ["ecorce", "souffle"]))),
        ),
        bor={
            "fiche": {"sbire": draw(st.sampled_from(("", "facile"))), "VOL": draw(st.integers(1, 7))},
            "camp": "bleu",
            "res_perdue": draw(st.integers(0, 6)),
            "traits": draw(st.sampled_from(([], [PLAIE]))),
            "aides": draw(st.sampled_from(([], [aide, {**aide, "trait": "Lyre"}]))),
        },
        cyd={
            "fiche": {"MAG": draw(st.sampled_from((None, 4)))},
            "camp": draw(st.sampled_from(("rouge", "bleu"))),
            "x": draw(st.sampled_from((0, 1, 30))),
            "etat": draw(st.sampled_from(("actif", "actif", "mort"))),
        },
    )
    if draw(st.booleans()):
        sort = Sort("x", "Voile", effet=draw(st.sampled_from(("armure", "avantages", "desavantages"))))
        gens = replace(gens, sorts=(SortActif("x_1", "alys", sort, ("alys", "bor"), 2, 2, 40),))
    return engager(gens, draw(st.integers(0, 2)))


def engager(gens, etape):
    """In peace, in a fight that begins, or in one where Bor has gone for Alys if he could."""
    combattre = Combattre("alys")
    if not etape or combattre.closed(gens) is not None:
        return gens
    gens, _ = jouer_au_hasard(gens, combattre, 0)
    for _ in range(4 if etape == 2 else 0):
        if not gens.turn():
            break
        who = gens.turn()[0]
        essais = (Annoncer("bor", cible="alys"), Attendre(who)) if who == "bor" else (Attendre(who),)
        ouverte = next((a for a in essais if a.closed(gens) is None), None)
        if ouverte is None:
            break
        gens, _ = jouer_au_hasard(gens, ouverte, 0)
    return gens


def un_test(**plus):
    return {
        "caracs": st.sampled_from(((), ("MAG",), ("INT", "VOL"), ("VOL",))),
        "traits": st.lists(st.sampled_from(("Feu", "Plaie", "souffle", "Bravache", "Absent")), max_size=2).map(tuple),
        "circonstances": st.integers(-6, 9),
        "res": st.integers(-1, 14),
        "depenses": st.lists(st.tuples(st.sampled_from(CARACS), st.integers(0, 5)), max_size=2).map(tuple),
        "points": st.integers(-1, 9),
        "temps": st.integers(-1, 13),
        "temps_normal": st.sampled_from((0, 0, 3)),
        "secret": st.booleans(),
        **plus,
    }


formes = {
    "sort": st.sampled_from(NOMS_DE_SORTS),
    "nom": st.sampled_from(("", "Brume", "x" * 61, "{}", "Écorce")),
    "complexite": st.integers(-1, 6),
    "portee": st.integers(-1, 7),
    "aire": st.integers(-1, 7),
    "effet": st.sampled_from(("degats", "soin", "armure", "avantages", "desavantages", "autre")),
    "offensif": st.booleans(),
    "resiste": st.sampled_from(("AGI", "VOL", "MAG")),
}
cibles = st.lists(st.sampled_from(QUI), max_size=3).map(tuple)
resister = st.builds(Resister, st.sampled_from(QUI), res=st.integers(0, 11), caracs=st.sampled_from(((), ("PER",))))
lancer = un_test(
    cibles=cibles,
    duree=st.integers(-1, 13),
    resistances=st.lists(resister, max_size=2).map(tuple),
    sans_armure=st.booleans(),
)
qui = st.sampled_from(("alys", "alys", "alys", "bor", "cyd", "personne"))


def une(kind, toujours=None, **champs):
    """An action of this kind: some parameters always given, a few of the others."""
    donnes = st.fixed_dictionaries(toujours or {})
    return st.tuples(qui, variantes(**champs), donnes).map(lambda x: kind(x[0], **{**x[1], **x[2]}))


PEU = {"temps": st.sampled_from((0, 1)), "res": st.integers(0, 8), "circonstances": st.integers(-3, 12)}
actions = st.one_of(
    une(Incanter, **lancer, **formes),
    une(Incanter, {"sort": st.sampled_from([*SORTS])}, cibles=cibles, **PEU),
    une(Liberer, {"sort": st.sampled_from(("souffle", "dard_de_givre"))}, **lancer),
    une(Liberer, {"sort": st.just("dard_de_givre"), "cibles": st.just(("bor",))}, circonstances=PEU["circonstances"]),
    une(Memoriser, **formes, temps=st.integers(-1, 13)),
    une(Inscrire, **formes),
    st.builds(Inscrire, qui, st.sampled_from(("ecorce", "Écorce", "souffle"))),
    st.builds(Prolonger, qui, st.sampled_from(("x_1", "y")), st.integers(-1, 12)),
    une(Vampiriser, {"cible": st.sampled_from(QUI)}, **un_test(resistance=resister)),
    une(Vampiriser, {"cible": st.just("bor")}, circonstances=PEU["circonstances"]),
)


# ---------------------------------------------------------------- what holds


@given(scenes(), actions, st.integers(0, 10**6))
def test_an_act_of_magic_is_refused_with_a_reason_or_leaves_a_sound_scene(gens, action, seed):
    apres = tient(gens, action, seed)
    if apres is None:
        return
    p, avant = apres["alys"], gens["alys"]
    assert p.vole >= 0
    assert len(p.memoire) <= max(p.fiche.INT, len(avant.memoire))
    assert all(s.fin > apres.clock and 1 <= s.rang <= 12 and s.intensite >= 0 for s in apres.sorts)
    assert len({s.id for s in apres.sorts}) == len(apres.sorts)
    assert all(s.niveau == 0 for s in p.grimoire if s not in avant.grimoire)


@given(scenes(), st.data())
def test_every_button_that_is_open_resolves(gens, data):
    boutons = [a for a in offers(gens, gens["alys"]) if a.closed(gens) is None]
    if boutons:
        assert tient(gens, data.draw(st.sampled_from(boutons)), data.draw(st.integers(0, 10**6))) is not None


@given(scenes(), actions)
def test_actions_survive_json(gens, action):
    (kind,) = [k for k in ACTIONS if isinstance(action, k)]
    assert msgspec.json.decode(msgspec.json.encode(action), type=kind) == action
    hash(action)


@given(st.integers(-30, 60), st.integers(0, 40), st.booleans())
@pytest.mark.rule("FLU-5.9")
def test_no_rank_takes_more_than_was_engaged(obtenu, engage, binaire):
    r = rang_du_sort(obtenu, Options(resultats_binaires=binaire))
    assert 0 <= part_payee(r, engage) <= engage
    assert (obtenu >= 11) == (r >= 4)


@given(st.integers(1, 60), st.integers(0, 12))
@pytest.mark.rule("FLU-5.10")
def test_every_point_of_the_margin_goes_somewhere(marge, premiere):
    premiere = min(marge, premiere)
    options = partages_de_la_marge(marge, premiere)
    assert options[0].id == premiere
    assert sorted(o.id for o in options) == list(range(min(marge, 12) + 1))
    assert all(sum(n for _, n in o.cost) == marge and min(n for _, n in o.cost) >= 0 for o in options)


@given(st.lists(st.integers(1, 12), max_size=4), st.integers(0, 60))
@pytest.mark.rule("FLU-5.10")
def test_healing_takes_each_point_once(valeurs, points):
    plaies = [{"nom": f"Plaie {i}", "valeur": v, "origine": "blessure"} for i, v in enumerate(valeurs)]
    p, reste = refermer(scene(alys=mage(traits=plaies))["alys"], points)
    assert sum(valeurs) - sum(t.valeur for t in p.traits) == points - reste == min(points, sum(valeurs))


@given(st.sampled_from([*SORTS.values()]), st.integers(0, 5), st.integers(0, 6), st.integers(0, 6))
@pytest.mark.rule("FLU-5.4")
def test_demands_stay_between_0_and_17(sort, complexite, portee, aire):
    autre = replace(sort, complexite=complexite, portee=portee, aire=aire)
    assert total(desavantages(autre)) == complexite + portee + aire <= 17


def test_points_engaged_are_counted_pool_by_pool():
    assert engages(souffle()) == {}
    assert engages(souffle(res=2, depenses=(("INT", 1), ("VOL", 2), ("INT", 3)))) == {"RES": 2, "INT": 4, "VOL": 2}


# ---------------------------------------------------------------- words

MODULES = ("magie", "sortileges", "incantation", "grimoire")


def noeuds(genre):
    for module in MODULES:
        texte = files("tablee.games.fluid").joinpath(f"book/c5_magie/{module}.py").read_text("utf-8")
        yield from (n for n in ast.walk(ast.parse(texte)) if isinstance(n, genre))


def textes(noeud):
    """The string constants a node may give: one, or either branch of a choice."""
    if isinstance(noeud, ast.IfExp):
        return [*textes(noeud.body), *textes(noeud.orelse)]
    return [noeud.value] if isinstance(noeud, ast.Constant) and isinstance(noeud.value, str) else []


def appels(nom):
    return [n for n in noeuds(ast.Call) if isinstance(n.func, ast.Name) and n.func.id == nom]


def test_every_event_and_question_has_its_phrase():
    assert {t for n in appels("Event") for t in textes(n.args[0])} <= game.words.event.keys()
    assert {t for n in appels("Question") for t in textes(n.args[1])} <= game.words.question.keys()


def test_every_reason_and_label_can_be_read_in_english():
    raisons = {t for n in appels("Closed") for t in textes(n.args[1])}
    labels = {
        t
        for n in noeuds(ast.Tuple)
        if len(n.elts) == 3 and any(t.startswith("FLU-") for t in textes(n.elts[2]))
        for t in textes(n.elts[0])
    }
    assert len(raisons) > 20 and len(labels) > 12
    donnees = [MAGIE.complexite, MAGIE.portee, MAGIE.aire]
    noms = {ligne.nom for table in donnees for ligne in table} | {c.exemples for c in MAGIE.complexite}
    sorts = {t for s in SORTS.values() for t in (s.nom, s.dit)}
    autres = {r.dit for r in MAGIE.resultat} | {r.nom for r in RANGS} | {t.duree for t in TABLES.temps} | {"instantané"}
    engage = {f"Engagé : {nom}" for nom in ("RES", *NOMS.values())}
    manquent = (raisons | labels | noms | sorts | autres | engage) - game.words.en.keys()
    assert manquent == set()


def test_every_action_parameter_and_look_has_its_name():
    for kind in (*ACTIONS, Resister):
        assert tag(kind) in game.words.action
        assert {*kind.__struct_fields__} <= game.words.field.keys()
        assert {*kind.looks} <= game.words.look.keys()


MOTS = content.read("tablee.games.fluid", "content/words/magie.toml", Words)


@given(scenes(), actions, st.integers(0, 1000))
def test_every_event_makes_a_sentence(gens, action, seed):
    if action.closed(gens) is None:
        _, live = jouer_au_hasard(gens, action, seed)
        noms = {who: p.nom for who, p in gens.people.items()}
        for event in live.events:
            for lang in ("fr", "en") if event.what in MOTS.event else ():
                assert "{" not in told(MOTS, event, noms, lang).replace("{}", "")
