"""What always holds of magic, whatever is tried, by whom, on whom; and that all of it can be read in both languages."""

import ast
import random
import re
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang.book import c8_lancement, c8_sortileges, c14_enchantement, c14_qi
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_sortileges.brute import Repandre
from tablee.games.yin_yang.book.c8_sortileges.figures import force_sur, puissance
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler, Maintenir
from tablee.games.yin_yang.book.c8_sortileges.sortileges import BriserObjet, LacherSort
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.book.c14_enchantement import Activer, Infuser, Perenniser
from tablee.games.yin_yang.book.c14_qi import Entraver, Revenir, SentirLeQi, VoilerLeQi
from tablee.games.yin_yang.model.runes import COMBINAISONS, POUVOIRS, RUNES
from tablee.games.yin_yang.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.action import tag
from tablee.kernel.english import ENGLISH
from tablee.kernel.live import Live, Replay
from tablee.kernel.words import LANGUAGES, Words
from telling import told

from .magiciens import cible, mage, scene

QUI = ("lin", "bo", "yu", "personne")
OBJETS = ("", "objet_de_transfert", "bague", "epee_longue", "rien")
ACTIONS = (*c8_sortileges.ACTIONS, *c8_lancement.ACTIONS, *c14_enchantement.ACTIONS, *c14_qi.ACTIONS)

# ---------------------------------------------------------------- people and acts

qui = st.sampled_from(QUI)
rune = st.sampled_from((*RUNES, "bois"))
petit = st.integers(-2, 12)
cibles = st.lists(qui, max_size=3).map(tuple)
sort = st.sampled_from(("", "sort_1", "sort_2", "sort_9"))
objet = st.sampled_from(OBJETS)
mod = st.sampled_from((0, 0, 10, 30, 31, -30))
usage = st.sampled_from(("", "", "bonus", "relance"))
place = st.none() | st.integers(-3, 150)
commun = {
    "actor": qui,
    "mod": mod,
    "vide": usage,
    "risquer": st.booleans(),
    "circonstances": st.sampled_from(("", "calme", "combat", "tempete")),
}
paires = st.lists(st.tuples(rune, petit), max_size=2).map(tuple)
attributs = st.sampled_from(("force", "perception", "reflexes", "volonte", "rien"))
pouvoir = st.sampled_from((*POUVOIRS, "rien"))

lancers = st.builds(
    Lancer,
    **commun,
    pouvoir=pouvoir,
    nombre=petit,
    avec=st.sampled_from(("", "", "", *RUNES, "bois")),
    force=st.sampled_from((0, 0, 0, 3, 99)),
    aire=st.integers(0, 12),
    cibles=cibles,
    membre=st.sampled_from(("torse", "torse", "tete", "queue")),
    x=place,
    y=place,
    reduire=st.booleans(),
    partage=st.lists(st.tuples(attributs, petit), max_size=2).map(tuple),
    methode=st.sampled_from(("maintenu", "maintenu", "reserve", "permanent")),
    reserve=st.sampled_from((0, 0, 1, 3)),
    objet=objet,
    toujours=st.booleans(),
)
aises = st.builds(
    Lancer,
    actor=st.sampled_from(("lin", "yu")),
    pouvoir=st.sampled_from((*POUVOIRS,)),
    nombre=st.integers(1, 6),
    cibles=st.sampled_from((("bo",), ("lin",), ("yu",))),
    reduire=st.booleans(),
    methode=st.sampled_from(("maintenu", "reserve")),
    reserve=st.sampled_from((0, 1)),
    mod=st.sampled_from((20, 30)),
)
actions = st.one_of(
    lancers,
    aises,
    st.builds(Accumuler, **commun, runes=paires, pouvoir=st.sampled_from(("", *POUVOIRS, "rien"))),
    st.builds(Maintenir, **commun, tours=st.integers(-1, 4)),
    st.builds(
        Repandre,
        **commun,
        rune=rune,
        nombre=petit,
        sort=sort,
        cibles=cibles,
        x=place,
        y=place,
        nourrir=st.booleans(),
    ),
    st.builds(LacherSort, qui, sort),
    st.builds(BriserObjet, qui, sort),
    st.builds(Infuser, qui, objet, st.sampled_from(("", "artisanat_poterie", "artisanat_menuiserie", "rien")), petit),
    st.builds(Perenniser, qui, objet, st.booleans()),
    st.builds(Activer, qui, objet, cibles, st.integers(-1, 20)),
    st.builds(SentirLeQi, qui, mod),
    st.builds(VoilerLeQi, qui, st.booleans(), usage, mod),
    st.builds(Entraver, qui, qui, st.sampled_from(("ligote", "baillonne")), st.booleans()),
    st.builds(Revenir, qui),
)


@st.composite
def scenes(draw):
    """Two magicians who may be hurt, bound, laden with runes, and somebody without magic; in peace or in a fight."""
    affaires = {
        "materiel": draw(st.sampled_from(([], ["objet_de_transfert"], ["objet_de_transfert", "objet_de_transfert"]))),
        "armes": [{"id": "epee_longue", "nom": "Épée", "groupe": "epees", "degats": 20, "infusion": 2}],
    }
    gens = scene(
        *draw(st.sampled_from(((), ("rune_double",)))),
        lin={
            **mage(qi=draw(st.sampled_from((2, 5))), equipement=affaires),
            "runes": draw(st.sampled_from(({}, {"feu": 3}, dict.fromkeys(RUNES, 6)))),
            "runes_nd": 8,
            "gene": draw(st.sampled_from(([], ["ligote"]))),
            "fatigue": draw(st.sampled_from((0, 10, 47))),
            "vide_perdu": draw(st.sampled_from((0, 8))),
            "voile": draw(st.sampled_from((None, 14))),
            "insufflations": draw(st.sampled_from(([], [{"arme": "epee_longue", "points": 2, "fin": 60}]))),
        },
        yu={
            **mage(camp="loups", x=draw(st.sampled_from((1, 30, 120)))),
            "runes": draw(st.sampled_from(({}, {"terre": 4}))),
            "runes_nd": 4,
        },
        bo=cible(x=draw(st.sampled_from((1, 3))), blessures=draw(st.sampled_from(({}, {"torse": 20})))),
    )
    if draw(st.booleans()):
        gens = Combattre("lin").resolve(gens, Live(rng=random.Random(0)))
    return gens


def boutons(s):
    """Everything the buttons offer, and each spell also bound to an object, on reserve or for good."""
    for p in s.people.values():
        for b in (b for m in (c8_lancement, c14_enchantement, c14_qi) for b in m.offers(s, p)):
            yield b
            if isinstance(b, Lancer):
                facile = replace(b, mod=30, reduire=POUVOIRS[b.pouvoir].deux_sens)
                yield from (facile, replace(facile, methode="reserve", reserve=2))
                yield replace(facile, methode="permanent", objet="epee_longue", toujours=False)
                if POUVOIRS[b.pouvoir].effet == "espace":
                    yield replace(facile, x=60, y=0)
            elif isinstance(b, Repandre):
                yield replace(b, mod=30, nourrir=True)


def choisir(s, choix):
    """The action itself, or one of the open buttons by its number; somebody waits if there is none."""
    if not isinstance(choix, int):
        return choix
    ouverts = [b for b in boutons(s) if b.closed(s) is None]
    attend = [Attendre(w) for w in s.turn()]
    ouverts = [b for b in ouverts if s.encounter is None or not s.turn() or b.actor == s.turn()[0]] or attend
    return ouverts[choix % len(ouverts)] if ouverts else Attendre("personne")


def jouer(s, action, seed):
    live = Live(rng=random.Random(seed))
    return action.resolve(s, live), live


def saine(s):
    for p in s.people.values():
        assert 0 <= p.vide_perdu <= max(8, p.rang("vide") + 8) and p.fatigue >= 0
        assert all(n > 0 for n in p.runes.values()) and set(p.runes) <= set(RUNES)
        assert all(n > 0 for n in p.blessures.values())
        assert all(e.lie in s.sorts for e in p.effets if e.lie.startswith("sort_"))
        assert all(1 <= p.rang(a) <= 9 for a in ("force", "agilite", "volonte"))
    for id, x in s.sorts.items():
        assert id == x.id and x.runes >= 1 and x.reserve >= 0
        if x.pouvoir:
            assert x.force >= 1 and x.aire >= 1 and x.force + x.aire == puissance(x.runes)
            assert all(force_sur(s, x, p) >= 0 for p in s.people.values())
    assert all(e.resistance > 0 for e in s.enchantements.values())
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s


@given(scenes(), st.lists(actions | st.integers(0, 10**6), min_size=1, max_size=8), st.integers(0, 999))
@pytest.mark.rule("YY-8.13", "YY-8.17")
def test_what_is_open_resolves_and_leaves_a_sound_scene_that_replays(s, suite, seed):
    for choix in suite:
        action = choisir(s, choix)
        if action.closed(s) is None:
            apres, live = jouer(s, action, seed)
            saine(apres)
            encore = Replay(live.transcript)
            assert action.resolve(s, encore) == apres and not encore.unread
            lisibles(s, live.events)
            s = apres


@given(scenes(), actions)
def test_a_refusal_is_a_sentence_in_both_languages(s, action):
    ferme = action.closed(s)
    if ferme is not None and (ferme.text in MOTS.en or ferme.text in ENGLISH):
        assert all("{" not in MOTS.speaker(lang).text(ferme) for lang in LANGUAGES)


def test_every_button_can_be_judged():
    s = scene(lin={**mage(), "runes": dict.fromkeys(RUNES, 3)}, bo=cible(gene=["ligote"], x=1))
    for s2 in (s, Combattre("lin").resolve(s, Live(rng=random.Random(0)))):
        offerts = list(boutons(s2))
        assert len(offerts) > 25
        ouverts = [b for b in offerts if b.closed(s2) is None]
        assert {tag(b) for b in ouverts} >= {"accumuler", "lancer", "sentir_le_qi"}


# ---------------------------------------------------------------- words

MOTS = Words()
for fichier in sorted(files("tablee.games.yin_yang").joinpath("content/words").iterdir(), key=lambda f: f.name):
    MOTS = MOTS | content.parse(fichier.read_text("utf-8"), Words, fichier.name)
MIENS = MOTS
MODULES = (
    "model/runes",
    "book/c8_sortileges/figures",
    "book/c8_sortileges/magie",
    "book/c8_sortileges/pouvoirs",
    "book/c8_sortileges/sortileges",
    "book/c8_sortileges/visee",
    "book/c8_sortileges/brute",
    "book/c8_lancement",
    "book/c14_enchantement",
    "book/c14_qi",
)


def lisibles(s, events):
    noms = {who: p.nom for who, p in s.people.items()}
    for e in events:
        for lang in LANGUAGES if e.what in MIENS.event else ():
            assert "{" not in told(MIENS, e, noms, lang)


def noeuds(genre):
    for module in MODULES:
        texte = files("tablee.games.yin_yang").joinpath(f"{module}.py").read_text("utf-8")
        yield from (n for n in ast.walk(ast.parse(texte)) if isinstance(n, genre))


def textes(noeud):
    """The string constants a node may give: one, or either branch of a choice."""
    if isinstance(noeud, ast.IfExp):
        return [*textes(noeud.body), *textes(noeud.orelse)]
    return [noeud.value] if isinstance(noeud, ast.Constant) and isinstance(noeud.value, str) else []


def appels(nom, place):
    return {
        t
        for n in noeuds(ast.Call)
        if isinstance(n.func, ast.Name) and n.func.id == nom and len(n.args) > place
        for t in textes(n.args[place])
    }


def test_every_event_has_its_phrase():
    variables = {"temps_dilate", "temps_contracte", "espace_dilate", "espace_contracte", "entrave", "desentrave"}
    racontes = appels("Event", 0) | variables
    assert len(racontes) > 30 and racontes <= MIENS.event.keys()


def test_every_reason_label_and_name_can_be_read_in_english():
    raisons = appels("Closed", 1)
    labels = {
        t
        for n in noeuds(ast.Tuple)
        if len(n.elts) == 3 and any(t.startswith("YY-") for t in textes(n.elts[2]))
        for t in textes(n.elts[0])
    }
    noms = {p.nom for p in POUVOIRS.values()} | {r.nom for r in RUNES.values()} | set(COMBINAISONS.values())
    effets = appels("Effet", 0)
    assert len(raisons) > 60 and len(labels) > 12 and len(effets) == 6
    assert (raisons | labels | noms | effets | appels("finir", 3)) - MIENS.en.keys() == set()


def test_both_languages_name_the_same_facts():
    for table in (MIENS.event, MIENS.action):
        for cle, phrase in table.items():
            assert set(re.findall(r"{(\w+)}", phrase.fr)) == set(re.findall(r"{(\w+)}", phrase.en)), cle
    for francais, anglais in MIENS.en.items():
        assert francais.count("{}") == anglais.count("{}"), francais


def test_every_action_parameter_and_look_has_its_name():
    for genre in ACTIONS:
        assert tag(genre) in MIENS.action
        assert {*genre.looks} <= MOTS.look.keys(), tag(genre)
        assert {*genre.__struct_fields__} <= MOTS.field.keys(), tag(genre)
    assert {f"lancer.{id}" for id in POUVOIRS} <= MIENS.action.keys()
    assert "rune_double" in MIENS.switch
