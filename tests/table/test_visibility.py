"""Who sees what: each way of hiding, looked at by each member."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tablee.kernel.sentence import Name, Said, Someone, plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.hidden import without
from tablee.table.refusal import Refused
from tablee.table.state import Member
from tablee.table.store import Store
from tablee.table.visibility import Eyes

from .conftest import Sat


@pytest.fixture
def pit(sat: Sat) -> Sat:
    """Alys (Luc's) in the pit with Kraxifer, whom nobody plays, and Orumaque; Kraxifer to act."""
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    return sat


def sent(sat: Sat, who: object) -> bytes:
    """All that a member can be sent at this moment."""
    eyes = sat.eyes(who)
    parts: list[object] = [eyes.table(), sat.log(eyes.member)]
    for person in eyes.table().people:
        for look in (eyes.sheet, eyes.legal):
            try:
                parts.append(look(person.id))
            except Refused as refused:
                parts.append(eyes.refusal(refused).say(plain("fr")))
    return msgspec.json.encode(parts)


def alias(sat: Sat, who: object) -> str:
    return next(p.id for p in sat.table(who).people if p.name == "???")


def test_a_hidden_name_is_three_marks_everywhere_for_those_who_may_not_know_it(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True))
    done = pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    pit.do(pit.luc, c.Answer("non"))
    for member in (pit.luc, pit.ada, pit.eve):
        assert b"rax" not in sent(pit, member), member.name
        assert pit.store.log(pit.id, member.id, after=done.seq)[0].events[0].text.startswith("??? touche Alys")
    assert b"Kraxifer" in sent(pit, pit.gm)


def test_a_player_acts_on_somebody_whose_name_he_does_not_know(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True, known_as="La bête"))
    pit.do(pit.gm, c.Rule("combat.file", ["alys", "krax", "oru"], "Alys d'abord"))
    unknown = next(p.id for p in pit.table(pit.luc).people if p.name == "La bête")
    blow = next(a for a in pit.eyes(pit.luc).legal("alys") if a.action.get("target") == unknown)
    assert blow.text == "Frapper La bête"
    assert pit.no(pit.luc, c.Act({"do": "frapper", "actor": "alys", "target": "krax"})).rule == "AR-1"
    pit.do(pit.luc, c.Act(blow.action))
    assert pit.state.play.open is not None
    assert pit.state.play.open.action["target"] == "krax"


def test_a_guessed_id_and_a_wrong_one_are_refused_alike(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", presence=True))
    for guess in ("krax", "inconnu_0123456789"):
        for look in (pit.eyes(pit.luc).sheet, pit.eyes(pit.luc).legal):
            with pytest.raises(Refused) as refused:
                look(guess)
            assert refused.value.key == "no_one"


def test_somebody_hidden_is_not_there_for_the_others(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", presence=True))
    assert [p.id for p in pit.table(pit.luc).people] == ["alys", "oru"]
    assert pit.table(pit.luc).encounter.turn == ()
    watched = pit.do(pit.gm, c.Act({"do": "guetter", "actor": "krax", "secret": False}))
    assert pit.texts(watched, pit.luc) == []
    refused = pit.no(pit.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert refused.say(plain("fr")) == "Le maître du jeu prépare la suite."
    pit.do(pit.gm, c.Hide("krax", presence=False))
    revealed = pit.log(pit.luc)[-1].events[0].text
    assert revealed == "Kraxifer se dévoile."
    assert pit.texts(watched, pit.luc) == []  # what he did unseen stays unseen
    assert pit.texts(watched, pit.gm) != []


def test_hidden_rolls_leave_a_shadow_and_stay_secret_when_later_rolls_are_open(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    attack = str(pit.state.play.open.transcript[0].got[0][0]).encode()
    assert attack not in sent(pit, pit.eve)
    done = pit.do(pit.luc, c.Answer("oui"))
    assert pit.texts(done, pit.luc) == ["Kraxifer agit contre Alys."]
    pit.do(pit.gm, c.Hide("krax", rolls=False))
    for member in (pit.luc, pit.ada, pit.eve):
        assert attack not in sent(pit, member)
    assert attack in sent(pit, pit.gm)


def test_ones_own_dice_are_shown_against_somebody_whose_rolls_are_hidden(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    pit.do(pit.gm, c.Rule("combat.file", ["alys", "krax", "oru"], "Alys d'abord"))
    pit.do(pit.luc, c.Act({"do": "frapper", "actor": "alys", "target": "krax"}))
    done = pit.do(pit.gm, c.Answer("oui"))
    (seen,) = done.logged.seen_by(pit.eyes(pit.luc)).events
    assert [die.who for die in seen.dice] == ["alys"]
    assert seen.pieces == (Name("alys", "Alys"), " agit contre ", Name("krax", "Kraxifer"), ".") and not seen.sums


def test_a_secret_roll_is_the_game_masters(pit: Sat) -> None:
    watched = pit.do(pit.luc, c.Act({"do": "guetter", "actor": "alys"}))
    assert [bool(pit.texts(watched, member)) for member in pit.everybody] == [True, False, False, False]


def test_sheets_of_players_are_open_and_those_of_others_are_not_unless_shown(pit: Sat) -> None:
    assert b"fichealys" in sent(pit, pit.eve)
    assert b"fichekrax" not in sent(pit, pit.luc)
    pit.do(pit.gm, c.Hide("krax", sheet=False))
    assert b"fichekrax" in sent(pit, pit.luc)
    pit.do(pit.gm, c.Hide("alys", sheet=True))
    assert b"fichealys" not in sent(pit, pit.eve)
    assert b"fichealys" in sent(pit, pit.luc)


def test_a_screen_for_all_shows_what_a_spectator_sees_and_only_the_game_master_may_ask_for_it(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True, rolls=True))
    pit.do(pit.gm, c.Hide("oru", presence=True))
    screen = pit.store.eyes(pit.id, pit.gm.id, "anybody")[1]
    assert screen.table() == pit.table(pit.eve)
    assert pit.store.log(pit.id, pit.gm.id, view_as="anybody") == pit.store.log(pit.id, pit.eve.id)
    for member in (pit.luc, pit.eve):
        with pytest.raises(Refused):
            pit.store.eyes(pit.id, member.id, "anybody")


def test_a_sheet_that_was_shown_or_hidden_is_as_usual_again(pit: Sat) -> None:
    before = {who.id: who.sheet for who in pit.table(pit.ada).people}
    for who in before:
        for sheet in (True, False):
            pit.do(pit.gm, c.Hide(who, sheet=sheet))
            pit.do(pit.gm, c.Hide(who, presence=False))  # what is left out stays as it is
            assert {p.id: p.sheet for p in pit.table(pit.ada).people}[who] is not sheet
        pit.do(pit.gm, c.Hide(who, sheet="usual"))
        assert pit.state.play.veils[who].sheet is None
    assert {who.id: who.sheet for who in pit.table(pit.ada).people} == before


def test_odds_that_would_tell_a_secret_are_not_given(pit: Sat) -> None:
    pit.do(pit.gm, c.Rule("combat.file", ["alys", "krax", "oru"], "Alys d'abord"))
    blow = {"do": "frapper", "actor": "alys", "target": "krax"}
    assert pit.store.odds(pit.id, pit.luc.id, blow).yes is not None  # a sheet not shown is no secret
    for veil in ({"rolls": True}, {"rolls": False, "sheet": True}):
        pit.do(pit.gm, c.Hide("krax", **veil))
        with pytest.raises(Refused) as refused:
            pit.store.odds(pit.id, pit.luc.id, blow)
        assert refused.value.key == "secret_odds"
        assert pit.store.odds(pit.id, pit.gm.id, blow).yes is not None
    for member in (pit.ada, pit.eve):
        with pytest.raises(Refused):
            pit.store.odds(pit.id, member.id, {"do": "frapper", "actor": "alys", "target": "oru"})


def test_odds_are_those_of_the_scene_one_knows(pit: Sat) -> None:
    pit.do(pit.gm, c.Rule("combat.file", ["alys", "oru", "krax"], "Alys d'abord"))
    pit.do(pit.gm, c.Hide("krax", presence=True))
    assert pit.store.odds(pit.id, pit.luc.id, {"do": "frapper", "actor": "alys", "target": "oru"}).yes is not None
    with pytest.raises(Refused) as refused:
        pit.store.odds(pit.id, pit.luc.id, {"do": "frapper", "actor": "alys", "target": "krax"})
    assert "rax" not in refused.value.say(plain("fr"))


def test_a_ruling_on_somebody_secret_is_not_told(pit: Sat) -> None:
    ruled = pit.do(pit.gm, c.Rule("gens.krax.vie", 77, "plus coriace"))
    assert [bool(pit.texts(ruled, member)) for member in pit.everybody] == [True, False, False, False]


def test_view_as_is_the_view_of_that_member_and_only_for_the_game_master(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True))
    _, eyes = pit.store.eyes(pit.id, pit.gm.id, view_as=pit.luc.id)
    assert eyes.table() == pit.table(pit.luc)
    with pytest.raises(Refused):
        pit.store.eyes(pit.id, pit.luc.id, view_as=pit.gm.id)


def test_what_was_hidden_then_or_is_hidden_now_is_hidden_in_a_replay(pit: Sat) -> None:
    before = pit.last
    hidden = pit.do(pit.gm, c.Hide("krax", name=True)).seq
    assert b"rax" not in msgspec.json.encode(pit.store.eyes_at(pit.id, pit.luc.id, before).table())
    pit.do(pit.gm, c.Hide("krax", name=False))
    assert b"rax" not in msgspec.json.encode(pit.store.eyes_at(pit.id, pit.luc.id, hidden).table())


def test_search_finds_only_what_one_may_read(pit: Sat) -> None:
    pit.do(pit.luc, c.Line("/w Ada le trésor est à Épinal"))
    assert [len(pit.store.search(pit.id, m.id, "TRESOR epinal")) for m in pit.everybody] == [0, 1, 1, 0]


def test_what_people_type_is_theirs_a_guessed_name_is_not_confirmed(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True))
    said = pit.do(pit.luc, c.Say("C'est Kraxifer !"))
    assert pit.texts(said, pit.ada) == [typeset("Luc : ") + "C'est Kraxifer !"]


def test_of_two_who_roll_in_secret_neither_player_learns_the_others_dice(duel: Sat) -> None:
    for who in ("alys", "bran"):
        duel.do(duel.gm, c.Hide(who, rolls=True))
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}))
    done = duel.do(duel.ada, c.Answer("oui"))
    dice = {die.who: str(die.faces[0]).encode() for die in done.logged.told[0].event.dice if die.audience != "mj"}
    assert set(dice) == {"alys", "bran"}
    assert dice["bran"] not in sent(duel, duel.luc)
    assert dice["alys"] not in sent(duel, duel.ada)
    for face in dice.values():
        assert face in sent(duel, duel.gm)
        assert face not in sent(duel, duel.eve)


# ---------------------------------------------------------------- guesses


@pytest.mark.parametrize("hidden", [{"presence": True}, {"name": True}])
@pytest.mark.parametrize("guess", ["krax", "Kraxifer", "KRAX"])
def test_a_guess_is_refused_in_the_very_words_of_nonsense(pit: Sat, hidden: dict[str, bool], guess: str) -> None:
    pit.do(pit.gm, c.Hide("krax", **hidden))
    eyes = pit.eyes(pit.luc)

    def answers(word: str) -> list[str]:
        commands = (
            c.Line(f"/w {word} psst"),
            c.Line(f"/{word}"),
            c.Whisper((word,), "psst"),
            c.Act({"do": "frapper", "actor": "alys", "target": word}),
            c.Act({"do": word, "actor": "alys"}),
            c.EditDraft(draft, {word: 1}),
        )
        said = [pit.no(pit.luc, command).say(plain("fr")) for command in commands]
        for look in (eyes.sheet, eyes.legal, eyes.character):
            with pytest.raises(Refused) as refused:
                look(word)
            said.append(eyes.refusal(refused.value).say(plain("fr")))
        return [text.replace(word, "…") for text in said]

    draft = f"d{pit.do(pit.luc, c.NewDraft()).seq}"
    assert answers(guess) == answers("sornette")


def test_what_a_stand_in_stands_for_is_told_back_to_nobody(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", name=True))
    refused = pit.no(pit.luc, c.Act({"do": alias(pit, pit.luc), "actor": "alys"}))
    assert "rax" not in refused.say(plain("fr"))


# ---------------------------------------------------------------- among others


def test_somebody_hidden_is_in_no_order_and_on_no_list_not_even_later(pit: Sat) -> None:
    pit.do(pit.gm, c.EndEncounter(keep=True))
    pit.do(pit.gm, c.StartEncounter("Suite", sides={"Gens": ("alys",), "Bêtes": ("krax", "oru")}))
    pit.do(pit.gm, c.Hide("krax", presence=True))
    begun = pit.do(pit.luc, c.Act({"do": "commencer", "actor": "alys"}))
    assert pit.texts(begun, pit.gm) == [typeset("Ordre : Alys, Kraxifer, Orumaque")]
    assert pit.texts(begun, pit.luc) == [typeset("Ordre : Alys, Orumaque")]
    pit.do(pit.gm, c.Hide("krax", presence=False))
    assert pit.texts(begun, pit.luc) == [typeset("Ordre : Alys, Orumaque")]  # what was hidden then stays so


def test_somebody_hidden_since_is_taken_from_old_orders_too(duel: Sat) -> None:
    begun = next(entry for entry in duel.log(duel.eve) if entry.kind == "act")
    assert [seen.text for seen in begun.events] == [typeset("Ordre : Alys, Bran")]
    duel.do(duel.gm, c.Hide("bran", presence=True))
    begun = next(entry for entry in duel.log(duel.eve) if entry.kind == "act")
    assert [seen.text for seen in begun.events] == [typeset("Ordre : Alys")]


@pytest.mark.parametrize(
    ("row", "left"),
    [
        (("alys", "krax"), ("alys",)),
        ((("alys", 3), ("krax", 5)), (("alys", 3),)),
        (["krax"], ()),
        ("krax", "krax"),  # named alone, he is « ??? »
    ],
)
def test_whoever_is_struck_from_a_row_leaves_no_figure(row: object, left: object) -> None:
    assert without(row, frozenset({"krax"})) == left


def test_hidden_rolls_hide_no_words(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    said = pit.do(pit.gm, c.Say("Approchez !", as_who="krax"))
    assert pit.texts(said, pit.luc) == [typeset("Kraxifer : ") + "Approchez !"]
    pit.do(pit.gm, c.Hide("krax", presence=True))
    assert pit.texts(pit.do(pit.gm, c.Say("Psst", as_who="krax")), pit.luc) == []


def test_a_test_asked_of_hidden_people_alone_is_the_game_masters(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", presence=True))
    alone = pit.do(pit.gm, c.AskTest(("krax",), {"do": "guetter"}, "au bord"))
    assert [bool(pit.texts(alone, member)) for member in pit.everybody] == [True, False, False, False]
    both = pit.do(pit.gm, c.AskTest(("krax", "alys"), {"do": "guetter"}, "au bord"))
    (seen,) = both.logged.seen_by(pit.eyes(pit.luc)).events
    assert seen.what == "table.test_asked"
    assert [told.shadow and told.shadow["asked"] for told in both.logged.told[:1]] == [("alys",)]


@pytest.mark.parametrize("path", ["gens", "combat"])
def test_a_ruling_that_holds_the_secrets_of_several_is_the_game_masters(pit: Sat, path: str) -> None:
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    value = {"gens": msgspec.to_builtins(pit.state.play.scene.people), "combat": {"file": ["krax", "oru"], "tour": 4}}
    ruled = pit.do(pit.gm, c.Rule(path, value[path], "tout revoir"))
    assert [bool(pit.texts(ruled, member)) for member in pit.everybody] == [True, False, False, False]


def test_whoever_leaves_the_campaign_in_the_fog_is_not_named(pit: Sat) -> None:
    pit.do(pit.gm, c.LayMap("square", 10, 10))
    pit.do(pit.gm, c.Fog(((3, 0),), True))
    pit.do(pit.gm, c.EndEncounter(keep=True))
    gone = pit.do(pit.gm, c.RemoveCharacter("oru"))
    assert pit.texts(gone, pit.luc) == []


def test_a_side_is_called_as_the_game_master_typed_it_whoever_is_hidden(pit: Sat) -> None:
    """To strike a hidden name out of what was typed would confirm it."""
    pit.do(pit.gm, c.JoinEncounter("krax", "Bande de Kraxifer"))
    pit.do(pit.gm, c.Hide("krax", name=True))
    (krax,) = [person for person in pit.table(pit.luc).people if person.side == "Bande de Kraxifer"]
    assert (krax.name, krax.id) == ("???", pit.eyes(pit.luc).alias("krax"))
    assert b"rax" not in sent(pit, pit.luc).replace(b"Bande de Kraxifer", b"")


def test_a_name_like_its_id_is_three_marks_in_a_sentence(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    duel.do(duel.gm, c.Hide("bran", name=True))
    refused = duel.no(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert refused.say(plain("fr")) == "C’est à ??? d’agir (AR-2)"


def test_a_hidden_name_is_hidden_in_english_too(store: Store) -> None:
    sat = Sat(store, "vieux_monde")
    sat.do(sat.gm, c.StartEncounter(ready="tertre"))
    sat.do(sat.gm, c.Hide("roi", name=True))
    store.members.change(sat.id, sat.luc.id, sat.luc.id, lang="en")
    store.members.change(sat.id, sat.gm.id, sat.gm.id, lang="en")
    far = Said("{} est trop loin", (Someone("roi"),))
    assert "Barrow king" in sat.eyes(sat.gm).voice.text(far)
    assert sat.eyes(sat.luc).voice.text(far).startswith("???")
    assert b"Barrow king" not in sent(sat, sat.luc)


def test_a_character_taken_back_and_hidden_is_not_told_by_the_draft_that_made_him(duel: Sat) -> None:
    duel.do(duel.gm, c.Give("alys"))
    duel.do(duel.gm, c.Hide("alys", presence=True))
    (line,) = duel.table(duel.luc).drafts
    assert line.made == duel.eyes(duel.luc).draft(line.id).made == ""


# ---------------------------------------------------------------- undo


def test_a_hidden_name_stays_hidden_when_its_bearer_is_undone(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    start = sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)})).seq
    sat.do(sat.gm, c.Hide("krax", name=True))
    sat.do(sat.gm, c.Act({"do": "guetter", "actor": "krax", "secret": False}))
    sat.do(sat.gm, c.Undo(start, confirm=True))
    assert b"rax" not in sent(sat, sat.luc)


def test_taking_back_what_revealed_somebody_is_confirmed(pit: Sat) -> None:
    pit.do(pit.gm, c.LayMap("square", 10, 10))
    pit.do(pit.gm, c.Fog(((3, 0),), True))
    for command in (c.Put("oru", 4, 4), c.LayMap("square", 10, 10), c.Hide("oru", name=True)):
        pit.do(pit.gm, command)
        assert pit.no(pit.gm, c.Undo()).key == "undo_confirm"
        pit.do(pit.gm, c.Undo(confirm=True))


# ---------------------------------------------------------------- other rules


def test_what_was_begun_under_other_rules_hinders_nobody_from_looking(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}))
    state, draft = duel.state, next(iter(duel.state.desk.sketches.values()))
    pending = replace(state.play.open, action={"do": "estoquer", "actor": "alys"})
    old = replace(draft, data={"taille": 3})
    desk = replace(state.desk, sketches={**state.desk.sketches, draft.id: old})
    eyes = Eyes(duel.eyes(duel.luc).game, replace(state, play=replace(state.play, open=pending), desk=desk), duel.luc)
    assert eyes.table().open.text == ""
    with pytest.raises(Refused) as refused:
        eyes.draft(draft.id)
    assert "taille" in refused.value.say(plain("fr"))


# ---------------------------------------------------------------- hidden from the first moment


def everything_of(sat: Sat, who: Member) -> bytes:
    """All that this member is sent: the table and the whole log."""
    return msgspec.json.encode((sat.table(who), sat.log(who))).lower()


def test_a_ready_scene_may_bring_its_people_unseen(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}, hidden=True))
    ids = {p.name: p.id for p in sat.table(sat.gm).people}
    assert ids.keys() == {"Alys", "Kraxifer", "Orumaque"} and not {"krax", "oru"} & {*ids.values()}
    for who in (sat.luc, sat.ada, sat.eve):
        assert {p.id for p in sat.table(who).people} == {"alys"}
        assert b"krax" not in everything_of(sat, who) and b"orumaque" not in everything_of(sat, who)
    sat.do(sat.gm, c.Hide(ids["Kraxifer"], presence=False))
    assert {p.id for p in sat.table(sat.luc).people} == {"alys", ids["Kraxifer"]}


def test_the_game_master_makes_somebody_nobody_hears_of(sat: Sat) -> None:
    draft = f"d{sat.do(sat.gm, c.NewDraft()).seq}"
    sat.do(sat.gm, c.EditDraft(draft, {"nom": "Zorgon"}))
    sat.do(sat.gm, c.FinishDraft(draft, hidden=True))
    sat.do(sat.gm, c.ImportCharacter("arena", {"id": "dora", "nom": "Dora"}, hidden=True))
    assert {p.name for p in sat.table(sat.gm).people} == {"Zorgon", "Dora"}
    for who in (sat.luc, sat.eve):
        assert sat.table(who).people == ()
        assert b"zorgon" not in everything_of(sat, who) and b"dora" not in everything_of(sat, who)
    assert sat.no(sat.luc, c.ImportCharacter("arena", {"id": "eli", "nom": "Eli"}, hidden=True)).key == "right"


def test_a_character_made_again_in_hiding_is_hidden_and_what_was_hidden_stays_so(sat: Sat) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    sat.do(sat.luc, c.EditDraft(draft, {"nom": "Cora"}))
    sat.do(sat.luc, c.FinishDraft(draft))
    sat.do(sat.gm, c.Hide("cora", name=True, known_as="Une ombre"))
    assert sat.no(sat.luc, c.FinishDraft(draft, again=True, hidden=True)).key == "right"
    done = sat.do(sat.gm, c.FinishDraft(draft, again=True, hidden=True))
    assert (sat.table(sat.ada).people, sat.texts(done, sat.ada)) == ((), [])
    sat.do(sat.gm, c.Hide("cora", presence=False))
    assert [person.name for person in sat.table(sat.ada).people] == ["Une ombre"]


def test_an_action_says_what_it_is_found_under_and_whether_it_is_only_an_example(store: Store) -> None:
    sat = Sat(store, "terre_natale")
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    for lang, topic in (("fr", "Acheter, vendre, travailler"), ("en", "Buy, sell, work")):
        eyes = Eyes(sat.eyes(sat.gm).game, sat.state, replace(sat.gm, lang=lang))
        kinds = {each.action["do"]: each for each in eyes.legal("alienor")}
        looked, test = kinds["chercher"], kinds["tester"]
        assert (looked.topic, looked.choose, looked.looks) == (topic, True, ()) and looked.text.endswith("…")
        assert (test.topic, test.choose) == ("", False) and test.looks
