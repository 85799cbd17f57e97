"""All that bears on a figure: the same sum however it is asked for, remembered or not, whatever was imported first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.kernel.content import ContentError
from tablee.kernel.effects import Bears, Effects, Modifier, Sums, amount, lasting, part, tally
from tablee.kernel.live import Scripted
from tablee.kernel.tally import Term, Terms, total
from toy import ALYS_BOR, Crier, Duelliste, toy
from toy.book.lames import BATARDE, DAGUE, ROUILLEE, TUEUSE
from toy.model import EFFECTS, EPEE, Coup, Duel

# ---------------------------------------------------------------- any game

FIGURES, TAGS, FLAGS = "abcd", "xyz", "mno"


class Here(NamedTuple):
    """What the rules look at: flags that are up."""

    flags: frozenset[str]


def rules(order: Callable[[list[int]], None] = lambda numbers: None) -> Effects[Here]:
    """For every figure a rule for everybody and one for each tag, one for all figures, and a condition."""
    effects: Effects[Here] = Effects()
    kept = [((figure,), of) for figure in FIGURES for of in ("", *TAGS)] + [(tuple(FIGURES), "")]
    numbers = list(range(len(kept)))
    order(numbers)
    for number in numbers:
        keys, of = kept[number]

        def rule(c: Here, number: int = number) -> Term | None:
            return (f"règle {number}", number, "T") if FLAGS[number % 3] in c.flags else None

        rule.__module__ = f"jeu.c{number}"
        effects.on(*keys, of=of)(rule)
    effects.when("drapeau")(lambda c, flag: flag in c.flags)
    return effects


RULES = rules()
MODIFIERS = st.lists(
    st.builds(
        Modifier,
        on=st.sampled_from(FIGURES),
        n=st.integers(-5, 5),
        label=st.sampled_from(["Épée", "Sort", "Plaie"]),
        rule=st.just("T"),
        family=st.sampled_from(["", "", "sort", "arme"]),
        when=st.sampled_from(["", "", "drapeau:m", "drapeau:n"]),
    ),
    max_size=8,
).map(tuple)
KEYS = st.sampled_from(FIGURES) | st.lists(st.sampled_from(FIGURES), min_size=1, max_size=4, unique=True).map(tuple)
HERE = st.builds(Here, st.frozensets(st.sampled_from(FLAGS)))
OWN_TAGS = st.sets(st.sampled_from(TAGS))


@given(OWN_TAGS, KEYS, st.lists(HERE, min_size=1, max_size=4), st.sets(st.integers(0, 16)))
def test_own_rules_that_were_answered_give_the_same_terms_in_the_same_places(
    tags: set[str], keys: str | tuple[str, ...], places: list[Here], own: set[int]
) -> None:
    """Those marked look at one flag that stays up; answered once, nothing of any sum changes wherever it is asked."""
    effects, asked = Effects[Here](), list[int]()
    for number, (on, of, _) in enumerate(RULES.rules):

        def rule(c: Here, number: int = number) -> Term | None:
            if number in own:
                asked.append(number)
                return (f"règle {number}", number, "T") if number % 2 else None
            return (f"règle {number}", number, "T") if FLAGS[number % 3] in c.flags else None

        effects.on(*on, of=of, own=number in own)(rule)
    figure = Bears(effects, (), tags).figure(keys)
    settled = figure.settled(places[0])
    once = list(asked)
    assert set(once) == own & {number for number, each in enumerate(effects.rules) if each[2] in figure.rules}
    for c in places:
        asked.clear()
        assert settled.tally(c) == figure.tally(c) and settled.amount(c) == figure.amount(c)
        assert Sums(figure, figure).settled(places[0]).amounts(c) == (figure.amount(c),) * 2
    asked.clear()
    assert settled.tally(places[0]) == settled.tally(places[0]) and not asked  # they are not asked again


def plainly(modifiers: tuple[Modifier, ...], tags: set[str], keys: str | tuple[str, ...], c: Here) -> Terms:
    """The same, read in one go and without a memo."""
    held = [m for m in modifiers if m.on in keys and (not m.when or m.when[-1] in c.flags)]
    found = [m.term for m in held if not m.family]
    for family in {m.family for m in held if m.family}:
        ours = [m for m in held if m.family == family]
        found += [m.term for m in sorted(ours, key=lambda m: -m.n)[:1] if m.n > 0]
        found += [m.term for m in sorted(ours, key=lambda m: m.n)[:1] if m.n < 0]
    for on, of, rule in RULES.rules:
        if set(on) & set(keys) and (not of or of in tags) and (term := rule(c)) is not None:
            found.append(term)
    return tuple(found)


@given(MODIFIERS, OWN_TAGS, st.lists(st.tuples(KEYS, HERE), min_size=1, max_size=6))
def test_the_terms_are_those_read_plainly_and_add_up_to_the_amount(modifiers, tags, asked):
    bears = Bears(RULES, modifiers, tags)
    for keys, c in (*asked, *asked):  # the second time all is remembered
        terms = tally(bears, keys, c)
        assert sorted(terms) == sorted(plainly(modifiers, tags, keys, c))
        assert amount(bears, keys, c) == total(terms)


@given(MODIFIERS, OWN_TAGS, MODIFIERS, OWN_TAGS, st.lists(st.tuples(KEYS, HERE), min_size=1, max_size=6))
def test_what_comes_on_top_of_something_gives_the_terms_of_both(always, his, for_a_while, more, asked):
    below, at_once = Bears(RULES, always, his), Bears(RULES, always + for_a_while, his | more)
    on_top = Bears(RULES, for_a_while, more, below)
    assert (on_top.modifiers, on_top.tags) == (at_once.modifiers, at_once.tags)
    for keys, c in (*asked, *asked):
        assert tally(on_top, keys, c) == tally(at_once, keys, c)
        assert tally(below, keys, c) == tally(Bears(RULES, always, his), keys, c)


@given(MODIFIERS, OWN_TAGS, st.lists(KEYS, max_size=6), HERE)
def test_sums_asked_together_are_those_asked_one_by_one(modifiers, tags, asked, c):
    bears = Bears(RULES, modifiers, tags)
    assert Sums(*[bears.figure(keys) for keys in asked]).amounts(c) == tuple([amount(bears, keys, c) for keys in asked])


@given(MODIFIERS, MODIFIERS)
def test_parts_are_the_same_if_they_bring_the_same(one, other):
    assert (part(one) is part(other)) == (one == other)


@given(MODIFIERS, KEYS, HERE)
def test_of_a_family_the_best_bonus_and_the_worst_penalty_alone(modifiers, keys, c):
    sorts = tuple(replace(m, family="sort", label=f"{m.n}") for m in modifiers)
    found = [n for label, n, _ in tally(Bears(RULES, sorts), keys, c) if not label.startswith("règle")]
    held = [m.n for m in sorts if m.on in keys and (not m.when or m.when[-1] in c.flags)]
    worst, best = min([0, *held]), max([0, *held])
    assert sorted(found) == [n for n in (worst, best) if n]


@given(st.randoms(use_true_random=False), MODIFIERS, OWN_TAGS, KEYS, HERE)
def test_the_order_of_the_terms_is_that_of_the_chapters_whatever_was_imported_first(rng, modifiers, tags, keys, c):
    shuffled = rules(rng.shuffle)
    shuffled.sort(lambda module: int(module.removeprefix("jeu.c")))
    assert tally(Bears(shuffled, modifiers, tags), keys, c) == tally(Bears(RULES, modifiers, tags), keys, c)


def test_a_rule_about_several_of_the_keys_asked_for_counts_once():
    effects: Effects[None] = Effects()
    effects.on("tests", "attaque")(lambda c: ("Fatigue", -1, "T"))
    assert tally(Bears(effects), ("tests", "attaque"), None) == (("Fatigue", -1, "T"),)


def test_a_rule_that_comes_later_counts_for_whoever_is_made_then_in_its_place():
    effects: Effects[None] = Effects()
    effects.on("attaque")(lambda c: ("Second", 2, "T"))
    assert amount(Bears(effects), "attaque", None) == 2
    effects.on("attaque")(first := lambda c: ("Premier", 1, "T"))
    assert [label for label, _, _ in tally(Bears(effects), "attaque", None)] == ["Second", "Premier"]
    first.__module__ = "avant"
    effects.sort(lambda module: module != "avant")
    assert [label for label, _, _ in tally(Bears(effects), "attaque", None)] == ["Premier", "Second"]


def test_a_rule_may_ask_for_the_same_figure_of_somebody_else_but_not_for_its_own_sum():
    effects: Effects[int] = Effects()

    @effects.on("attaque")
    def meneur(c: int) -> Term | None:
        """Half of what his leader has; the leader, who has none, bears the same things."""
        return ("Meneur", amount(bears, "attaque", c - 1) // 2, "T") if c else None

    bears = Bears(effects, (Modifier("attaque", 4),))
    assert [amount(bears, "attaque", c) for c in range(3)] == [4, 6, 7]
    effects.on("défense")(lambda c: ("Toujours", amount(bears, "défense", c), "T"))
    with pytest.raises(RecursionError):
        amount(Bears(effects), "défense", 0)


def test_a_condition_there_is_not_is_refused_with_a_sentence():
    lost = Modifier("attaque", -2, "À Terre", when="doss:haut")
    with pytest.raises(ContentError) as wrong:
        Bears(RULES, (lost,))
    assert str(wrong.value) == "« À Terre » (-2 sur attaque) : condition inconnue « doss:haut » ; conditions : drapeau"
    with pytest.raises(
        ContentError, match=r"^armes\.epee : « attaque » \(-2 sur attaque\) : .* ; conditions : aucune$"
    ):
        Effects().check([replace(lost, label="")], "armes.epee")
    with pytest.raises(ValueError, match="'drapeau' is there already"):
        RULES.when("drapeau")


def test_what_has_run_out_is_dropped_and_the_rest_is_the_same_object():
    always, soon, late = Modifier("a", 1), Modifier("a", 1, until=3), Modifier("a", 1, until=9)
    kept = (always, late)
    assert lasting((always, soon, late), 3) == kept
    assert lasting((always, soon, late), 2) == (always, soon, late)
    assert lasting(kept, 8) is kept


# ---------------------------------------------------------------- the toy game

CRIES = [Modifier("attaque", n, "Cri", family="cri") for n in (1, 3)]
CHANGES = st.sampled_from(
    [
        *({"arme": arme} for arme in (EPEE, BATARDE, TUEUSE, ROUILLEE, DAGUE, replace(TUEUSE, traits=("fragile",)))),
        *({"traits": traits} for traits in ((), ("voix",), ("voix", "arme:longue"))),
        *({"effets": effets} for effets in ((), *permutations(CRIES))),
        {"vie": 0},
        {"vie": 7},
        {"side": "bleu"},
    ]
)


def fresh(c: Coup) -> Terms:
    """As if nobody had ever been asked anything: every part is read again."""
    copies = {who: replace(p, arme=replace(p.arme)) for who, p in c.scene.people.items()}
    scene = replace(c.scene, people=copies)
    p, q = scene[c.p.id], scene[c.q.id]
    bears = Bears(EFFECTS, p.arme.modifs + p.effets, (*(f"arme:{trait}" for trait in p.arme.traits), *p.traits))
    return tally(bears, "attaque", Coup(scene, p, q))


@given(st.lists(st.tuples(st.sampled_from(["alys", "bor", "cid"]), CHANGES), max_size=12))
def test_what_is_remembered_is_never_stale(changes):
    scene = ALYS_BOR.put(Duelliste("Cid", "bleu", id="cid"))
    for who, change in (("alys", {}), *changes):
        scene = scene.change(who, **change)
        for p in scene.people.values():
            for q in scene.people.values():
                c = Coup(scene, p, q)
                assert tally(p.bears, "attaque", c) == fresh(c)
                assert amount(p.bears, "attaque", c) == total(fresh(c))


def test_parts_that_stayed_the_same_are_not_read_again():
    alys = replace(ALYS_BOR["alys"], arme=TUEUSE)
    assert replace(alys, vie=3).bears is alys.bears is alys.bears
    assert replace(alys, traits=("voix",)).bears is not alys.bears
    assert "bears" not in vars(replace(alys, vie=4))  # somebody changed has nothing kept yet


def attaque(scene: Duel, who: str, target: str) -> dict[str, int]:
    c = Coup(scene, scene[who], scene[target])
    return {label: n for label, n, _ in tally(c.p.bears, "attaque", c)}


def test_rules_for_everybody_for_bearers_and_under_a_condition():
    scene = ALYS_BOR.change("alys", arme=TUEUSE)
    assert attaque(scene, "alys", "bor") == {"Tueuse": 3, "Allonge": 1}
    assert attaque(scene.change("bor", side="vert"), "alys", "bor") == {"Allonge": 1}
    assert attaque(scene.change("bor", arme=TUEUSE), "alys", "bor") == {"Tueuse": 3}
    assert attaque(scene, "bor", "alys") == {}
    assert attaque(scene.change("bor", arme=DAGUE), "bor", "alys") == {"Dague": -2}
    cid = Duelliste("Cid", "rouge", id="cid")
    assert attaque(scene.put(cid), "alys", "bor") == {"Tueuse": 3, "Surnombre": 1, "Allonge": 1}
    assert attaque(scene.put(replace(cid, vie=0)), "alys", "bor") == {"Tueuse": 3, "Allonge": 1}


def test_of_several_cries_the_best_counts_until_it_is_over():
    scene = ALYS_BOR.change("alys", traits=("voix",))
    for fort in (1, 3, 2):
        scene = replace(Crier("alys", fort).resolve(scene, Scripted()), encounter=("alys", "bor"))
    found = []
    while scene["alys"].effets:
        found.append(attaque(scene, "alys", "bor"))
        scene = scene.next()
    assert found == [{"Cri": 3}, {"Cri": 3}, {"Cri": 2}]
    assert attaque(scene, "alys", "bor") == {}


def test_a_scene_that_names_a_condition_there_is_not_is_refused():
    people = {"alys": {"nom": "Alys", "camp": "rouge", "effets": [{"on": "attaque", "n": 1, "when": "nuit"}]}}
    with pytest.raises(ContentError, match=r"scène\.qui\.alys : « attaque » .* inconnue « nuit » ; .* contre, face$"):
        toy.read_scene({"qui": people, "ordre": []}, ())
