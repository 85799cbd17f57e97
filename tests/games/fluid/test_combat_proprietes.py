"""Whole fights at random: what must hold whatever everybody does; the odds of an exchange and its frequencies."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.test_simulated import chi_square
from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat import melee, places
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.deplacements import Charger, Deplacer, Rompre
from tablee.games.fluid.book.c4_combat.places import aux_prises, engage
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre, Combattre, Degainer
from tablee.games.fluid.desk.tactics import TACTICS
from tablee.games.fluid.model.people import Options
from tablee.games.fluid.model.scene import Scene
from tablee.games.fluid.model.tables import TABLES
from tablee.kernel.english import ENGLISH
from tablee.kernel.live import Awaiting, Live, Replay, answers
from tablee.kernel.odds import odds
from tablee.kernel.simulated import Simulated
from tablee.kernel.words import LANGUAGES
from telling import asked, told

from .bataille import ARC, CUIR, DAGUE, ECU, EPEE, ESPADON, PLATES, TARGE, combat, duel, echange, frappe, homme, pare
from .jeu import LEDGER, jouer
from .tenue import saine, variantes

MOTS = game.words
SWITCHES = [s for s in Options.__struct_fields__ if s not in ("creation_en_jeu", "delai_variable")]
NOMS = ("ana", "bea", "cid", "rat", "rok", "rus")
BOTTES = ("aveugler", "engourdir", "estropier")
SIMPLES = ("attaque", "furieuse", "feinte", "botte", "deux_armes", "parade", "esquive", "recul")


@st.composite
def mortels(draw, camp, x):
    """Somebody of this camp, armed or not, whole or already the worse for wear."""
    armes = draw(st.lists(st.sampled_from([EPEE, DAGUE, ESPADON, ARC]), max_size=2, unique_by=lambda a: a["id"]))
    p = {
        "FOR": draw(st.integers(2, 8)),
        "AGI": draw(st.integers(2, 8)),
        "CON": draw(st.integers(2, 6)),
        "armes": armes,
        "armure": draw(st.sampled_from([None, CUIR, PLATES])),
        "bouclier": draw(st.sampled_from([None, None, TARGE, ECU])),
        "traits": {"Epee": 3, "Dague": 2, "Ruse": 1},
        "bottes": [{"nom": "Botte", "valeur": 2, "botte": draw(st.sampled_from(BOTTES))}],
        "y": draw(st.integers(0, 3)),
    }
    sort = draw(st.integers(0, 9))
    if sort == 0:
        p.update(sbire="difficile", traits={}, bottes=[])
    elif sort == 1:
        p.update(sans_defense=True)
    elif sort == 2:
        p.update(res_perdue=draw(st.integers(4, 7)), plaies={"Entaille": 2})
    elif sort == 3:
        p.update(hemorragie=2)
    return homme(camp, x + draw(st.integers(0, 8)), **p)


@st.composite
def combats(draw):
    """A fight about to begin."""
    options = draw(st.one_of(st.just(["manoeuvres"]), st.lists(st.sampled_from(SWITCHES), unique=True)))
    rouges, bleus = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    qui = {NOMS[i]: draw(mortels("rouge", 0)) for i in range(rouges)}
    qui |= {NOMS[3 + i]: draw(mortels("bleu", 3)) for i in range(bleus)}
    return combat(*options, **qui)


def au_hasard(scene, who, rng):
    """An action with parameters no button proposes: mostly attacks of all kinds."""
    adverses = [q.id for q in scene.people.values() if q.side != scene[who].side]
    autre = rng.choice([*adverses, *adverses, *scene.people, "personne"])
    effet = rng.choice(
        ["", "repousser", "renverser", "etourdir", "aveugler", "desarmer", "abimer_arme", "depouiller", "geste"]
    )
    attaque = Annoncer(
        who,
        traits=tuple(rng.sample(["Epee", "Ruse", "Botte"], rng.randint(0, 2))),
        cible=autre,
        manoeuvre=rng.choice(["attaque", "attaque", "furieuse", "feinte", "botte", "deux_armes", "parade", "esquive"]),
        n=rng.randint(1, 4),
        res=rng.choice([0, 0, 1, 3]),
        viser={"etourdir": "tete", "aveugler": "oeil", "desarmer": "arme"}.get(effet, rng.choice(["", *TABLES.zone])),
        decalage=rng.choice([0, 0, 2]),
        effet=effet,
    )
    if rng.random() < 0.5:
        return attaque if not scene.options.viser_localisation else msgspec.structs.replace(attaque, viser="")
    return rng.choice(
        [
            Deplacer(who, rng.randint(-4, 14), rng.randint(-3, 6), rng.random() < 0.5),
            Charger(who, autre),
            Rompre(who, ou=rng.choice([None, (rng.randint(-4, 12), 0)]), res=rng.choice([0, 0, 1])),
            tournoyer(scene, who, rng),
            Aider(who, rng.choice([*scene.people]), rng.choice(["", "Ruse", "Epee"]), rng.choice([0, 1])),
            Degainer(who, tuple(a.id for a in scene[who].armes)),
        ]
    )


def tournoyer(scene, who, rng):
    """A simultaneous attack that shares out just what there is, on some of the others."""
    p = scene[who]
    cibles = [q.id for q in scene.people.values() if q.side != p.side]
    cibles = rng.sample(cibles, rng.randint(1, len(cibles)))
    a = Annoncer(who, ("FOR",), ("Ruse",) if p.trait("Ruse") else (), manoeuvre="simultanee", cibles=tuple(cibles))
    avoir = p.carac("FOR") + (1 if a.traits else 0)
    parts = [avoir // len(cibles)] * len(cibles)
    parts[0] += avoir - sum(parts)
    return msgspec.structs.replace(a, parts=tuple(parts))


def resoudre(scene, action, rng):
    """Resolve, answering at random; nobody is ever offered what he could not have paid for when it began."""
    transcript = []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(scene, live), live
        except Awaiting as stop:
            for q in stop.wanted:
                se_demande(q)
                p = scene[q.who]
                for o in q.options if isinstance(q.options, tuple) else ():
                    for pool, n in o.cost:
                        assert pool == "en Trait négatif" or n <= (p.res if pool == "RES" else p.carac(pool) - 1)
            ids = [rng.choice(q.open()) for q in stop.wanted]
            transcript = [*live.transcript, answers(stop.wanted, ids, "hasard")]


def se_dit(live, scene):
    """Everything that happened can be read in both languages, and every sum has its words."""
    noms = {who: p.nom for who, p in scene.people.items()}
    siens = {"Epee", "Dague", "Espadon", "Arc", "Cuir", "Plates", "Targe", "Ecu", "Ruse", "Botte", "Entaille"}
    for e in live.events:
        assert e.what in MOTS.event
        assert all(told(MOTS, e, noms, lang) for lang in LANGUAGES)
        facts = dict(e.facts)
        for label, _, rule in (*e.terms, *facts.get("avantages", ())):
            propre = label.removesuffix(" (aide)")
            assert (
                (label in MOTS.en or label in ENGLISH)
                or propre in siens
                or propre.startswith(("Blessure", "Perte", "Contrecoup"))
            )
            assert rule in LEDGER


def se_demande(question):
    """A question and its answers can be read in both languages."""
    assert question.key in MOTS.question and question.rule in LEDGER
    assert all(asked(MOTS, question, {}, lang) for lang in LANGUAGES)
    for o in question.options if isinstance(question.options, tuple) else ():
        assert (o.label in MOTS.en or o.label in ENGLISH) or not any(c.isalpha() for c in o.label) or o.id == o.label


def coups_justes(live, scene):
    """The blows of an exchange, worked out again from what was announced and rolled: FLU-4.6, FLU-4.10, FLU-4.27."""
    dites = {e.who: e for e in live.events if e.what == "annonce" and e.rule == "FLU-4.6"}
    totaux = {e.who: e["total"] for e in live.events if e.what in ("jet", "investi")}
    sans_reponse = any(e.rule == "FLU-4.12" for e in live.events)
    if sans_reponse or any(e["manoeuvre"] not in SIMPLES for e in dites.values()):
        return False  # a blow that nobody meets, or several rolls each
    assert dites.keys() == totaux.keys()
    passifs = [q for q, e in dites.items() if e["manoeuvre"] in melee.PASSIVES]
    vers = {q: "" if q in passifs else e.target for q, e in dites.items()}
    for q in dites:
        faces = [r for r in dites if scene[r].side != scene[q].side and (vers[q] == r or vers[r] == q)]
        battus = [r for r in faces if totaux[q] > totaux[r]]
        portes = [e for e in live.events if e.what in ("touche", "botte") and e.who == q]
        assert {e.target for e in portes} <= {*battus}
        assert bool(portes) == bool(battus and q not in passifs)
        for e in portes:
            if e.what == "touche":
                assert e.terms[0][1] == min(totaux[q] - totaux[r] for r in battus)
    return bool(dites)


def tient_debout(scene):
    """What holds in any fight, after anything."""
    if scene.options.degats_simplifies:
        for p in scene.people.values():
            assert p.res_perdue >= 0 and (p.etat == "mort" or p.res > -p.fiche.RES)
    else:
        assert saine(scene)
    for p in scene.people.values():
        assert {*(p.en_main or ())} <= {o.id for o in p.armes}
        assert len({o.id for o in p.armes}) == len(p.armes)
        assert all(o.score >= 0 for o in (*p.armes, p.armure, p.bouclier) if o is not None)
        assert all(c.rounds >= 1 for c in p.conditions)
    fight = scene.encounter
    if fight is None:
        return
    assert len({p.side for p in scene.people.values() if p.etat == "actif"}) == 2
    who = scene.turn()[0]
    assert scene[who].etat == "actif"
    assert fight.phase != "approche" or not engage(fight, who)
    for a, b in fight.contacts:
        assert scene[a].side != scene[b].side
        assert not places.incapable(scene[a]) and not places.incapable(scene[b])
    assert all(n >= 0 for n in fight.marche.values())


TOURS = (Annoncer, Attendre, Charger, Rompre, Aider, Deplacer)


def personne_d_autre(scene):
    """Only the one whose turn it is has an open action that takes a turn."""
    for who in scene.people:
        for action, closed in game.legal(scene, who):
            if closed is not None:
                assert closed.rule in LEDGER
                assert str(closed) and (closed.text in MOTS.en or closed.text in ENGLISH)
            else:
                apres = isinstance(action, Deplacer) and who not in scene.encounter.file  # FLU-4.4
                assert who == scene.turn()[0] or apres or not isinstance(action, TOURS)


@pytest.mark.rule("FLU-4.6", "FLU-4.10")
@given(combats(), st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_fight_at_random_goes_on_or_ends_but_never_breaks(scene, seed):
    rng = random.Random(seed)
    for _ in range(40):
        tient_debout(scene)
        if scene.encounter is None:
            assert not any(p.adrenaline or p.aides or p.cedes for p in scene.people.values())
            return
        personne_d_autre(scene)
        who = scene.turn()[0]
        ouvertes = [a for a, closed in game.legal(scene, who) if closed is None]
        assert ouvertes, "somebody has nothing to do"
        libre = au_hasard(scene, who, rng)
        closed = libre.closed(scene)
        assert closed is None or closed.rule in LEDGER
        action = libre if closed is None else rng.choice(ouvertes)
        apres, live = resoudre(scene, action, rng)
        assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
        replay = Replay(live.transcript)
        assert action.resolve(scene, replay) == apres
        assert replay.events == live.events
        assert all(len(msgspec.json.encode(e)) < 2000 and (not e.rule or e.rule in LEDGER) for e in live.events)
        se_dit(live, scene)
        coups_justes(live, scene)
        scene = apres


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_a_fight_in_earnest_ends(seed):
    qui = {
        nom: homme("rouge" if nom < "d" else "bleu", 0 if nom < "d" else 4, armes=[EPEE], traits={"Epee": 2})
        for nom in NOMS
    }
    scene, oracle, tactic = combat(**qui), Simulated(seed, TACTICS["simple"].answer), TACTICS["simple"]
    for _ in range(2000):
        if scene.encounter is None:
            break
        scene = tactic.act(scene, scene.turn()[0]).resolve(scene, oracle)
    assert scene.encounter is None
    assert len({scene[q].side for q in scene.standing()}) <= 1


# ---------------------------------------------------------------- closed never raises


QUI = st.sampled_from(["ana", "bor", "cid", "personne", ""])
PARAMETRES = {
    "caracs": st.lists(st.sampled_from(["AGI", "FOR", "MAG"]), max_size=2).map(tuple),
    "traits": st.lists(st.sampled_from(["Epee", "Ruse", "Botte", "Rien"]), max_size=3).map(tuple),
    "eloignes": st.lists(st.tuples(st.sampled_from(["Ruse", "Rien"]), st.integers(-2, 9)), max_size=2).map(tuple),
    "contre": st.lists(st.sampled_from(["Ruse", "Entaille", "Rien"]), max_size=1).map(tuple),
    "hors": st.just(("Entaille",)),
    "circonstances": st.integers(-60, 60),
    "equipement": st.integers(-1, 60),
    "difficulte": st.sampled_from(["", "difficile", "inouïe"]),
    "temps": st.integers(-1, 13),
    "temps_normal": st.integers(-1, 13),
    "essai": st.integers(-1, 60),
    "res": st.integers(-2, 12),
    "depenses": st.lists(st.tuples(st.sampled_from(["AGI", "MAG"]), st.integers(-2, 9)), max_size=2).map(tuple),
    "points": st.integers(-2, 9),
    "laisses": st.integers(-2, 9),
}
ANNONCE = {
    "cible": QUI,
    "manoeuvre": st.sampled_from(
        ["furieuse", "feinte", "botte", "simultanee", "deux_armes", "parade", "esquive", "recul"]
    ),
    "n": st.integers(-3, 60),
    "arme": st.sampled_from(["", "epee", "dague", "ecu", "arc", "mains_nues", "rien"]),
    "cibles": st.lists(QUI, max_size=3).map(tuple),
    "parts": st.lists(st.integers(-3, 9), max_size=3).map(tuple),
    "viser": st.sampled_from(["", "tete", "main", "arme", "ombre"]),
    "decalage": st.integers(-2, 12),
    "position": st.integers(-2, 12),
    "effet": st.sampled_from(["repousser", "etourdir", "desarmer", "abimer_arme", "arracher_bouclier", "geste"]),
}
ACTIONS = st.one_of(
    st.builds(lambda who, v: Annoncer(who, **v), QUI, variantes(**PARAMETRES, **ANNONCE)),
    st.builds(
        lambda who, v: Rompre(who, **v), QUI, variantes(**PARAMETRES, ou=st.tuples(st.integers(), st.integers()))
    ),
    st.builds(Charger, QUI, QUI),
    st.builds(Deplacer, QUI, st.integers(), st.integers(), st.booleans()),
    st.builds(Degainer, QUI, st.lists(st.sampled_from(["epee", "dague", "arc", "rien"]), max_size=3).map(tuple)),
    st.builds(Aider, QUI, QUI, st.sampled_from(["", "Ruse", "Rien"]), st.integers(-2, 12), PARAMETRES["depenses"]),
    st.builds(Attendre, QUI),
    st.builds(Combattre, QUI),
)


def phases():
    """The same people before the fight, approaching, announcing, and after an exchange."""
    ana = homme(
        "rouge", 0, FOR=9, armes=[EPEE, DAGUE, ARC], bouclier=ECU, traits={"Epee": 3, "Ruse": 2}, plaies={"Entaille": 1}
    )
    ana["fiche"]["traits"].append({"nom": "Botte", "valeur": 2, "botte": "aveugler"})
    debut = combat("manoeuvres", ana=ana, bor=homme("bleu", 1, armes=[EPEE]), cid=homme("bleu", 1, sans_defense=True))
    yield msgspec.structs.replace(debut, encounter=None)
    yield debut
    annonces, _ = jouer(debut, Attendre("cid")) if debut.turn()[0] == "cid" else jouer(debut, frappe("ana", "bor"))
    yield annonces
    scene = annonces
    for _ in range(4):
        who = scene.turn()[0]
        action = (
            Attendre(who) if Attendre(who).closed(scene) is None else frappe(who, aux_prises(scene.encounter, who)[0])
        )
        scene = action.resolve(scene, Simulated(1))
        yield scene


PHASES = list(phases())


@given(st.sampled_from(PHASES), ACTIONS, st.integers(0, 2**32))
@settings(max_examples=400)
def test_no_parameters_make_closed_raise_and_what_is_open_resolves(scene, action, seed):
    closed = action.closed(scene)
    if closed is not None:
        assert closed.rule in LEDGER and (closed.text in MOTS.en or closed.text in ENGLISH)
        assert "{" not in str(closed)
    else:
        apres, _ = resoudre(scene, action, random.Random(seed))
        tient_debout(apres)


def test_the_phases_are_all_there():
    assert Counter(s.encounter.phase if s.encounter else "paix" for s in PHASES).keys() == {
        "paix",
        "approche",
        "annonces",
        "relances",
    }


# ---------------------------------------------------------------- odds


def moi(fait):
    """Points Bor inflicted, less those he suffered."""
    return sum(e["points"] * ((e.who == "bor") - (e.target == "bor")) for e in fait if e.what == "touche")


def annonce_d_ana(*options, a=None, **qui):
    return echange(duel(*options, **qui), a or frappe("ana", "bor"))[0]


EPEISTE = {"armes": [EPEE], "traits": {"Epee": 2}}
ECHANGES = {
    "bare hands": (annonce_d_ana(), frappe("bor", "ana")),
    "swords": (annonce_d_ana(ana={"FOR": 6, **EPEISTE}, bor={**EPEISTE, "armure": CUIR}), frappe("bor", "ana")),
    "parry": (annonce_d_ana("manoeuvres", ana={"FOR": 6, **EPEISTE}, bor=EPEISTE), pare("bor")),
    "furious against feint": (
        annonce_d_ana("manoeuvres", a=frappe("ana", "bor", manoeuvre="furieuse", n=3)),
        frappe("bor", "ana", manoeuvre="feinte", n=2),
    ),
    "wounded and pushed": (
        annonce_d_ana(ana={"FOR": 6}, bor={"plaies": {"Entaille": 1}}),
        frappe("bor", "ana", points=1, effet="renverser"),
    ),
}


@pytest.mark.rule("FLU-4.6", "FLU-4.34")
@pytest.mark.parametrize("nom", ECHANGES)
def test_the_odds_of_the_last_announcement_are_those_of_the_exchange(nom):
    scene, action = ECHANGES[nom]
    attendu = odds(action, scene, "degats")
    assert attendu.lost < 1e-9
    assert abs(sum(p for _, p in attendu.items()) + attendu.lost - 1) < 1e-12
    fait = []
    oracle = Simulated(nom, events=fait)
    tirages = []
    for _ in range(4000):
        fait.clear()
        action.resolve(scene, oracle)
        tirages.append(moi(fait))
    loin, borne = chi_square(tirages, attendu)
    assert loin < borne
    touche = odds(action, scene, "touche")
    assert abs(touche.p(True) + touche.p(False) - 1) < 1e-9
    issues = odds(action, scene, "issue")
    assert abs(sum(p for _, p in issues.items()) - 1) < 1e-8


def test_the_odds_of_a_button_take_for_granted_that_the_others_strike_back():
    avant = duel(ana={"FOR": 6})
    annonce = echange(avant, frappe("ana", "bor"))[0]
    tot = odds(frappe("ana", "bor"), avant, "ecart")
    tard = odds(frappe("bor", "ana"), annonce, "ecart")
    for ecart in range(-12, 13):
        assert abs(tot.p(ecart) - tard.p(-ecart)) < 1e-9


def test_in_a_group_the_odds_count_what_is_done_to_and_by_oneself_only():
    scene = combat(
        "explosion_sans_base",  # few enough branches to walk them all
        "explosion_sans_doubles",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", 1, FOR=7),
        cid=homme("bleu", 1, FOR=6),
        dag=homme("bleu", 50),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "ana"))
    scene, _ = jouer(scene, Attendre("dag"))
    attendu, fait, tirages = odds(frappe("bor", "ana"), scene, "degats"), [], []
    oracle = Simulated(5, events=fait)
    for _ in range(3000):
        fait.clear()
        frappe("bor", "ana").resolve(scene, oracle)
        tirages.append(moi(fait))
    loin, borne = chi_square(tirages, attendu)
    assert loin < borne


@pytest.mark.parametrize("manoeuvre", ["parade", "esquive"])
@pytest.mark.rule("FLU-4.27")
def test_the_button_of_a_defence_shows_the_chance_of_coming_out_unhurt(manoeuvre):
    scene = echange(duel("defense_renforcee", ana={"FOR": 9}, bor={"armes": [EPEE]}), frappe("ana", "bor"))[0]
    defense = Annoncer("bor", manoeuvre=manoeuvre)
    assert defense.closed(scene) is None and defense.views()[0] == "indemne" and "touche" not in defense.views()
    indemne, points = odds(defense, scene), odds(defense, scene, "degats")
    assert 0.1 < indemne.p(True) < 0.9
    assert abs(indemne.p(True) - points.p(0)) < 1e-9  # whoever only defends himself inflicts nothing
    assert odds(defense, scene, "touche").p(True) == 0
    assert frappe("bor", "ana").views()[0] == "touche"
    assert odds(frappe("bor", "ana"), scene, "indemne").p(True) < indemne.p(True)
