"""Chapter 4: Destin, Chance, Résilience, Détermination."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Tester
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c4_destin import (
    ACTIONS,
    AccorderDestin,
    AccorderResilience,
    Devancer,
    Fortune,
    NouvelleSeance,
    RetrouverDetermination,
    SeRessaisir,
    depenser_destin,
    offers,
)
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, subir
from tablee.games.vieux_monde.book.c5_blessures.mort import mourir
from tablee.kernel.action import tag
from tablee.kernel.live import Scripted
from telling import told

from .essais import WORDS, dit, jouer, recopie, refus, scene

COUP = Source("Chute")


def jok(**plus):
    """Jok with these points on his sheet, and whatever else under its own name."""
    sheet = {k: plus.pop(k) for k in ("destin", "resilience", "talents", "FM", "motivation") if k in plus}
    return scene(jok={"fiche": {"END": 30, **sheet}, **plus})


def melee(*ordre, file=None, **plus):
    """A fight between these, one camp each in turn, by this order."""
    gens = {
        w: {"fiche": {"destin": 2, "resilience": 2}, "camp": "ab"[n % 2], "x": n, **plus.get(w, {})}
        for n, w in enumerate(ordre)
    }
    combat = {"ordre": list(ordre), "file": list(file or ordre), **plus.get("combat", {})}
    return scene(**gens, combat=combat)


# ---------------------------------------------------------------- Destin


@pytest.mark.rule("VM-4.3", "VM-4.4", "VM-2.18")
def test_a_point_of_destin_avoids_all_the_damage_of_one_source_and_keeps_the_avantages():
    ici = jok(destin=2, avantages=3)
    oracle = Scripted((), ("destin",))
    apres, points = subir(ici, oracle, "jok", 7, COUP)
    p = apres["jok"]
    assert points == 0
    assert (p.pb_perdus, p.avantages, p.destin, p.chance) == (0, 3, 1, 1)
    assert (oracle.asked[0].see("points"), oracle.asked[0].see("reste")) == (7, ici["jok"].pb)
    assert dit(oracle, "degats_evites")["points"] == 7
    assert dit(oracle, "degats_evites").terms == (("Destin", -1, "VM-4.3"),)
    encore, points = subir(apres, Scripted((), ("subir",)), "jok", 7, COUP)
    assert (points, encore["jok"].pb_perdus, encore["jok"].avantages) == (7, 7, 0)


@pytest.mark.rule("VM-4.3")
def test_damage_is_suffered_unless_one_says_otherwise_and_without_destin_nobody_asks():
    oracle = Scripted()
    apres, _ = subir(jok(destin=1), oracle, "jok", 3, COUP)
    assert (apres["jok"].pb_perdus, apres["jok"].destin) == (3, 1)
    assert [q.key for q in oracle.asked] == ["vm.eviter"]
    for sans in (jok(), jok(destin=1, destin_perdu=1)):
        oracle = Scripted()
        subir(sans, oracle, "jok", 3, COUP)
        assert oracle.asked == []


@pytest.mark.rule("VM-4.2", "VM-4.4")
def test_a_point_of_destin_makes_death_an_incapacity_until_the_end_of_the_fight():
    ici = melee("jok", "brun", "ami")
    oracle = Scripted((), ("destin",))
    apres = mourir(ici, oracle, "jok")
    p = apres["jok"]
    assert (p.vie, p.pb, p.niveau("inconscient"), p.destin, p.chance) == ("actif", 0, 1, 1, 1)
    assert p.protege is True
    assert oracle.asked[0].see("destin") == 2
    assert [o.cost for o in oracle.asked[0].options] == [(("Destin", 1),), ()]
    assert mourir(apres, Scripted(), "jok") == apres, "nothing kills him now, and nothing more is spent"


@pytest.mark.rule("VM-4.2")
def test_one_may_prefer_to_die_but_destin_is_what_happens_when_nobody_answers():
    assert mourir(jok(destin=1), Scripted((), ("subir",)), "jok")["jok"].vie == "mort"
    assert mourir(jok(destin=1), Scripted(), "jok")["jok"].vie == "actif"
    oracle = Scripted()
    assert mourir(jok(), oracle, "jok")["jok"].vie == "mort"
    assert oracle.asked == []


@pytest.mark.rule("VM-4.4")
@pytest.mark.parametrize(
    ("destin", "perdue", "chaos", "chanceux", "apres"),
    [
        (3, 0, 0, 0, (2, 2, 0)),
        (3, 2, 0, 0, (2, 0, 0)),
        (3, 3, 0, 0, (2, 0, 0)),
        (1, 0, 0, 1, (0, 1, 0)),
        (2, 2, 3, 0, (1, 2, 2)),
        (2, 1, 3, 0, (1, 3, 3)),
    ],
)
def test_destin_takes_a_point_of_chance_along_and_at_zero_it_stays_there(destin, perdue, chaos, chanceux, apres):
    ici = jok(destin=destin, talents={"chanceux": 1} if chanceux else {}, chance_perdue=perdue, chance_chaotique=chaos)
    p = depenser_destin(ici["jok"])
    assert (p.destin, p.chance, p.chance_chaotique) == apres
    assert p.corruption == 0


# ---------------------------------------------------------------- Chance: out of order


@pytest.mark.rule("VM-4.6", "VM-2.5")
def test_a_point_of_chance_plays_the_tour_at_once_and_the_order_is_the_same_next_round():
    ici = melee("a", "b", "c", "d")
    ici, oracle = jouer(ici, Devancer("d"))
    assert ici.encounter.file == ("d", "a", "b", "c")
    assert ici.turn() == ("d",)
    assert ici["d"].chance == 1
    assert (dit(oracle, "devance").who, dit(oracle, "devance").target) == ("d", "a")
    for who in "dabc":
        ici, _ = jouer(ici, Terminer(who))
    assert ici.encounter.round == 2
    assert ici.encounter.file == ici.encounter.ordre == ("a", "b", "c", "d")
    assert ici.encounter.devance == ()


@pytest.mark.rule("VM-2.5")
def test_without_chance_the_order_is_the_same_in_every_round():
    ici = melee("a", "b", "c")
    for n in range(1, 4):
        for who in "abc":
            assert ici.turn() == (who,)
            assert ici.encounter.round == n
            ici, _ = jouer(ici, Terminer(who))


@pytest.mark.rule("VM-4.6")
@pytest.mark.parametrize("fait", [{"action": True}, {"marche": 1}, {"reserve": 4}, {"jeton": True}, {"charge": "b"}])
def test_a_tour_under_way_is_finished_first(fait):
    ici = melee("a", "b", "c", "d", combat=fait)
    apres, oracle = jouer(ici, Devancer("d"))
    assert apres.encounter.file == ("a", "d", "b", "c")
    assert dit(oracle, "devance_ensuite").target == "a"
    assert {k: getattr(apres.encounter, k) for k in fait} == fait, "nothing of the tour is lost"
    assert refus(apres, Devancer("d")) == "VM-4.6", "he comes next already"


@pytest.mark.rule("VM-4.6")
def test_when_one_may_not_play_before_the_others():
    assert refus(jok(destin=2), Devancer("jok")) == "VM-4.6"
    ici = melee("a", "b", "c", file=("b", "c"))
    assert refus(ici, Devancer("b")) == "VM-4.6", "his tour already"
    assert refus(ici, Devancer("a")) == "VM-4.6", "has played"
    assert refus(ici, Devancer("personne")) == "VM-1.2"
    assert refus(melee("a", "b", b={"chance_perdue": 2}), Devancer("b")) == "VM-4.5"
    assert refus(melee("a", "b", b={"etats": [{"id": "surpris"}]}), Devancer("b")) == "VM-2.1"
    assert Devancer("c").closed(ici) is None


@pytest.mark.rule("VM-4.6")
def test_the_other_may_answer_in_kind():
    ici, _ = jouer(melee("a", "b", "c"), Devancer("c"))
    ici, _ = jouer(ici, Devancer("a"))
    assert ici.encounter.file == ("a", "c", "b")
    assert ici.encounter.devance == ("c", "a")


@pytest.mark.rule("VM-4.6", "VM-3.31")
def test_a_point_of_chaos_costs_corruption_here_too():
    ici, _ = jouer(melee("a", "b", b={"chance_perdue": 2, "chance_chaotique": 1}), Devancer("b"))
    assert (ici["b"].chance, ici["b"].corruption) == (0, 1)


# ---------------------------------------------------------------- Chance: sessions and encounters


@pytest.mark.rule("VM-4.7", "VM-4.11")
def test_a_session_begins_with_as_much_chance_as_destin_is_left():
    ici = scene(
        a={"fiche": {"destin": 3}, "chance_perdue": 3},
        b={"fiche": {"destin": 3, "talents": {"chanceux": 1}}, "destin_perdu": 2, "chance_perdue": 1},
        c={"fiche": {"destin": 1}, "chance_chaotique": 4},
        d={"fiche": {"destin": 2}},
    )
    apres, oracle = jouer(ici, NouvelleSeance("a"))
    assert [apres[w].chance for w in "abcd"] == [3, 2, 1, 2]
    assert [e.who for e in oracle.events if e.what == "chance"] == ["a", "b", "c"]
    assert apres["c"].corruption == 0, "leftovers are lost, not spent"
    assert refus(ici, NouvelleSeance("personne")) == "VM-1.2"


@pytest.mark.rule("VM-4.11")
def test_encounters_give_chance_up_to_the_maximum_or_take_it_down_to_zero():
    ici = jok(destin=3, chance_perdue=2)
    assert jouer(ici, Fortune("jok", 2))[0]["jok"].chance == 3
    assert jouer(ici, Fortune("jok", -1))[0]["jok"].chance == 0
    for points in (3, 0, -2):
        assert refus(ici, Fortune("jok", points)) == "VM-4.11"
    chaos = jok(destin=1, chance_chaotique=2)
    apres = jouer(chaos, Fortune("jok", -2))[0]["jok"]
    assert (apres.chance, apres.chance_chaotique, apres.corruption) == (1, 1, 0)


# ---------------------------------------------------------------- Détermination


@pytest.mark.rule("VM-4.10")
def test_determination_removes_one_level_of_an_etat_or_one_without_levels():
    ici = jok(resilience=2, etats=[{"id": "sonne", "niveaux": 2}, {"id": "a_terre"}])
    ici, oracle = jouer(ici, SeRessaisir("jok", "etat", "sonne"))
    assert (ici["jok"].niveau("sonne"), ici["jok"].determination, ici["jok"].resilience) == (1, 1, 2)
    assert dit(oracle, "se_ressaisit")["determination"] == 1
    ici, _ = jouer(ici, SeRessaisir("jok", "etat", "a_terre"))
    assert (ici["jok"].niveau("a_terre"), ici["jok"].determination) == (0, 0)
    assert refus(ici, SeRessaisir("jok", "etat", "sonne")) == "VM-4.10", "none left"


@pytest.mark.rule("VM-4.10")
@pytest.mark.parametrize("tenace", ["guerison", "lavage", "duree"])
def test_determination_does_not_remove_what_only_something_else_removes(tenace):
    ici = jok(resilience=2, etats=[{"id": "extenue", "tenace": tenace}])
    assert refus(ici, SeRessaisir("jok", "etat", "extenue")).startswith("VM-3.3")


@pytest.mark.rule("VM-4.10", "VM-5.3", "VM-5.4")
def test_at_zero_pb_nobody_stands_up_or_wakes_by_determination():
    ici = jok(resilience=2, etats=[{"id": "a_terre"}])
    pb = ici["jok"].pb
    ici = jok(resilience=2, pb_perdus=pb, a_zero=0, etats=[{"id": "a_terre"}])
    assert refus(ici, SeRessaisir("jok", "etat", "a_terre")) == "VM-5.3"
    ici = jok(resilience=2, pb_perdus=pb, a_zero=3, etats=[{"id": "inconscient"}])
    assert refus(ici, SeRessaisir("jok", "etat", "inconscient")) == "VM-5.4"
    ici = jok(resilience=2, etats=[{"id": "inconscient"}, {"id": "sonne"}])
    assert refus(ici, SeRessaisir("jok", "etat", "sonne")) == "VM-5.4", "asleep one can only wake"
    ici, _ = jouer(ici, SeRessaisir("jok", "etat", "inconscient"))
    assert ici["jok"].conscient


@pytest.mark.rule("VM-4.10")
def test_determination_ignores_peur_for_the_rest_of_the_fight():
    ici = melee("a", "b", a={"craintes": ["b"]})
    ici, oracle = jouer(ici, SeRessaisir("a", "peur"))
    p = ici["a"]
    assert (p.brave, p.craintes, p.determination) == (True, (), 1)
    assert dit(oracle, "ignore_la_peur").who == "a"
    assert refus(ici, SeRessaisir("a", "peur")) == "VM-4.10"
    assert refus(jok(resilience=1), SeRessaisir("jok", "peur")) == "VM-4.10", "nothing to fear in peace"


PLAIE = {"nom": "Bras cassé", "sur": "FOR", "mod": -20, "origine": "critique"}


@pytest.mark.rule("VM-4.10")
def test_determination_ignores_what_critical_wounds_weigh_for_one_round():
    autre = {"nom": "Malédiction", "sur": "FOR", "mod": -10, "origine": "sort"}
    bien = {"nom": "Fer à la place du bras", "sur": "FOR", "mod": 5, "origine": "critique"}
    ici = melee("a", "b", a={"fiche": {"FOR": 50, "resilience": 2}, "effets": [PLAIE, autre, bien]})
    avant = jouer(ici, Tester("a", "FOR"), 99)[1]
    assert dit(avant, "essai")["valeur"] == 50 - 20 - 10 + 5
    ici, _ = jouer(ici, SeRessaisir("a", "blessures"))
    assert refus(ici, SeRessaisir("a", "blessures")) == "VM-4.10"
    assert dit(jouer(ici, Tester("a", "FOR"), 99)[1], "essai")["valeur"] == 50 - 10 + 5
    for who in "ab":
        ici, _ = jouer(ici, Terminer(who))
    assert ici.encounter.round == 2
    assert dit(jouer(ici, Tester("a", "FOR"), 99)[1], "essai")["valeur"] == 50 - 20 - 10 + 5
    for rien in ([], [autre], [bien]):
        assert refus(jok(resilience=1, effets=rien), SeRessaisir("jok", "blessures")) == "VM-4.10"


@pytest.mark.rule("VM-4.10")
def test_determination_serves_at_any_moment_and_gives_back_a_tour_that_was_still_to_come():
    ici = melee("a", "b", "c", "d", file=("b", "d"), c={"etats": [{"id": "surpris"}]}, a={"etats": [{"id": "surpris"}]})
    apres, _ = jouer(ici, SeRessaisir("c", "etat", "surpris"))
    assert apres.encounter.file == ("b", "c", "d")
    apres, _ = jouer(ici, SeRessaisir("a", "etat", "surpris"))
    assert apres.encounter.file == ("b", "d"), "his place in the order is past"
    ici = melee("a", "b", "c", file=("b",), c={"etats": [{"id": "surpris"}]})
    assert jouer(ici, SeRessaisir("c", "etat", "surpris"))[0].encounter.file == ("b", "c")
    ici = melee("a", "b", "c", file=("b",), c={"etats": [{"id": "sonne"}]})
    assert jouer(ici, SeRessaisir("c", "etat", "sonne"))[0].encounter.file == ("b",), "he has played"


@pytest.mark.rule("VM-4.10")
def test_what_determination_asks_for():
    ici = jok(resilience=1, etats=[{"id": "sonne"}])
    for etat in ("brise", "rhume", ""):
        assert refus(ici, SeRessaisir("jok", "etat", etat)) in ("VM-4.10", "VM-6.6")
    assert refus(ici, SeRessaisir("jok", "courage")) == "VM-4.10"
    assert refus(ici, SeRessaisir("jok", "blessures", "sonne")) == "VM-4.10"
    assert refus(jok(resilience=1, vie="mort"), SeRessaisir("jok", "peur")) == "VM-5.9"
    assert refus(jok(etats=[{"id": "sonne"}]), SeRessaisir("jok", "etat", "sonne")) == "VM-4.10"


@pytest.mark.rule("VM-4.13")
def test_determination_comes_back_up_to_the_resilience_that_is_left():
    ici = jok(resilience=3, resilience_perdue=1, determination_perdue=2, motivation="Protéger les siens")
    assert (ici["jok"].determination, ici["jok"].resilience) == (0, 2)
    apres, oracle = jouer(ici, RetrouverDetermination("jok", 2))
    assert apres["jok"].determination == 2
    assert dit(oracle, "determination")["motivation"] == "Protéger les siens"
    assert jouer(ici, RetrouverDetermination("jok"))[0]["jok"].determination == 1
    for points in (0, -1, 3):
        assert refus(ici, RetrouverDetermination("jok", points)) == "VM-4.13"
    assert refus(apres, RetrouverDetermination("jok")) == "VM-4.13"


# ---------------------------------------------------------------- what the MJ grants


@pytest.mark.rule("VM-4.12")
def test_a_point_of_destin_granted_is_permanent_and_chance_follows_with_the_next_session():
    ici = jok(destin=2, destin_perdu=1, chance_perdue=1)
    apres, _ = jouer(ici, AccorderDestin("jok"))
    assert (apres["jok"].destin, apres["jok"].chance) == (2, 0)
    apres, _ = jouer(apres, NouvelleSeance("jok"))
    assert apres["jok"].chance == 2


@pytest.mark.rule("VM-4.14")
def test_a_point_of_resilience_granted_is_permanent_and_determination_stays():
    ici = jok(resilience=2, determination_perdue=1)
    apres, _ = jouer(ici, AccorderResilience("jok"))
    assert (apres["jok"].resilience, apres["jok"].determination) == (3, 1)
    assert jouer(apres, RetrouverDetermination("jok", 2))[0]["jok"].determination == 3
    assert refus(jok(vie="mort"), AccorderResilience("jok")) == "VM-5.9"
    assert refus(jok(vie="mort"), AccorderDestin("jok")) == "VM-5.9"


# ---------------------------------------------------------------- whatever happens

reserves = st.fixed_dictionaries(
    {
        "destin_perdu": st.integers(0, 3),
        "chance_perdue": st.integers(0, 4),
        "chance_chaotique": st.integers(0, 3),
        "resilience_perdue": st.integers(0, 3),
        "determination_perdue": st.integers(0, 3),
        "craintes": st.sampled_from(([], ["b"])),
        "etats": st.lists(st.sampled_from(("sonne", "surpris", "inconscient", "a_terre")), unique=True, max_size=2).map(
            lambda ids: [{"id": i} for i in ids]
        ),
        "effets": st.sampled_from(([], [PLAIE])),
        "vie": st.sampled_from(("actif", "actif", "actif", "mort", "parti")),
    }
)
gestes = st.one_of(
    st.builds(Devancer, st.sampled_from("abcx")),
    st.builds(NouvelleSeance, st.sampled_from("abcx")),
    st.builds(Fortune, st.sampled_from("abcx"), st.integers(-5, 5)),
    st.builds(
        SeRessaisir,
        st.sampled_from("abcx"),
        st.sampled_from(("etat", "peur", "blessures", "")),
        st.sampled_from(("", "sonne", "surpris", "inconscient", "a_terre", "rhume")),
    ),
    st.builds(RetrouverDetermination, st.sampled_from("abcx"), st.integers(-2, 5)),
    st.builds(AccorderDestin, st.sampled_from("abcx")),
    st.builds(AccorderResilience, st.sampled_from("abcx")),
)


@pytest.mark.rule("VM-4.5", "VM-4.10", "VM-4.11", "VM-4.13")
@given(reserves, st.booleans(), st.lists(gestes, max_size=12))
def test_pools_stay_in_bounds_and_every_refusal_reads_as_a_sentence(p, combat, actions):
    gens = {w: {"fiche": {"destin": 3, "resilience": 3}, "camp": w} for w in "abc"}
    ici = scene(
        **{**gens, "b": {**gens["b"], **p}},
        **({"combat": {"ordre": list("abc"), "file": list("abc")}} if combat else {}),
    )
    for action in actions:
        closed = action.closed(ici)
        if closed is not None:
            assert closed.rule.startswith("VM-")
            assert "{" not in str(closed)
            continue
        oracle = Scripted()
        ici = action.resolve(ici, oracle)
        assert recopie(ici) == ici
        for q in ici.people.values():
            assert 0 <= q.chance <= max(0, q.chance_max) + q.chance_chaotique
            assert q.chance_chaotique >= 0
            assert 0 <= q.determination <= max(0, q.resilience)
        if ici.encounter is not None:
            assert len(set(ici.encounter.file)) == len(ici.encounter.file)
            assert set(ici.encounter.file) <= set("abc")
        for event in oracle.events:
            if event.what in WORDS.event:
                for lang in ("fr", "en"):
                    assert "{" not in told(WORDS, event, {w: w for w in "abc"}, lang)


def test_buttons_are_worth_showing():
    ici = melee("a", "b", "c", b={"etats": [{"id": "sonne"}], "effets": [PLAIE], "craintes": ["a"]})
    assert [tag(a) for a in offers(ici, ici["a"])] == []
    assert [a.key() for a in offers(ici, ici["b"])] == [
        "devancer",
        "se_ressaisir.etat",
        "se_ressaisir.peur",
        "se_ressaisir.blessures",
    ]
    assert all(a.closed(ici) is None for a in offers(ici, ici["b"]))
    paix = replace(ici, encounter=None)
    assert {type(a) for a in offers(paix, paix["b"])} >= {NouvelleSeance, AccorderDestin, AccorderResilience}
    assert all(f"{tag(kind)}" in WORDS.action for kind in ACTIONS)


@pytest.mark.rule("VM-4.3", "VM-4.2")
def test_a_blow_asks_the_one_who_is_hit():
    ici = melee("a", "b", a={"fiche": {"CC": 95, "FOR": 90}}, b={"fiche": {"destin": 1, "CC": 5, "AGI": 5}})
    oracle = Scripted((1, 98), ("esquive", "garder", "destin"))
    apres = Attaquer("a", "b").resolve(ici, oracle)
    assert [q.key for q in oracle.asked] == ["vm.defense", "vm.apres_jet_oppose", "vm.eviter"]
    assert (apres["b"].pb_perdus, apres["b"].destin, apres["b"].chance) == (0, 0, 0)


@pytest.mark.rule("VM-4.3")
def test_a_blow_avoided_by_destin_leaves_no_critical_wound_either():
    ici = melee("a", "b", a={"fiche": {"CC": 95, "FOR": 60}}, b={"fiche": {"destin": 1, "CC": 5, "AGI": 5}})
    apres = Attaquer("a", "b").resolve(ici, Scripted((11, 98), ("esquive", "garder", "destin")))
    assert (apres["b"].pb_perdus, apres["b"].blessures) == (0, ())
    blesse = Attaquer("a", "b").resolve(ici, Scripted((11, 98, 5, 5, 5, 5, 5, 5), ("esquive", "garder", "subir")))
    assert blesse["b"].blessures
