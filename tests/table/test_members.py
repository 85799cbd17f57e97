"""Invitations, devices, passphrases, and who may change what."""

from __future__ import annotations

import pytest
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import select

from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import models
from tablee.table.alike import looks
from tablee.table.members import HASHER, NOBODY, unseated
from tablee.table.refusal import Refused
from tablee.table.store import Store

from .conftest import Sat


def test_an_invitation_is_a_secret_of_which_only_the_digest_is_kept(sat: Sat) -> None:
    _, secret = sat.store.members.invite(sat.id, sat.gm.id)
    token = sat.store.members.new_device()
    with sat.store.database.reading() as connection:
        for table in models.metadata.tables.values():
            for row in connection.execute(select(table)):
                assert not any(secret in str(value) or token in str(value) for value in row)
    assert sat.store.members.invited(secret).title == "La fosse"
    joined = sat.store.members.join(secret, "Zoé")
    assert sat.log(sat.eve)[-1].events[0].text == typeset("Zoé s'assoit à la table.")
    assert joined.role == "player"


def test_invitations_end_by_revocation_by_time_and_by_use(sat: Sat) -> None:
    members = sat.store.members
    revoked, secret = members.invite(sat.id, sat.gm.id)
    members.revoke(sat.id, sat.gm.id, revoked)
    _, late = members.invite(sat.id, sat.gm.id, expires=sat.store.time() - 1)
    _, once = members.invite(sat.id, sat.gm.id, uses=1)
    members.join(once, "Première")
    for no, key in (
        (secret, "invitation"),
        (late, "invitation"),
        (once, "invitation_used"),
        ("", "invitation"),
        ("deviné", "invitation"),
    ):
        with pytest.raises(Refused) as refused:
            members.join(no, "Deuxième")
        assert refused.value.key == key


def test_a_code_stands_for_the_secret_for_a_day_and_is_read_however_it_is_typed(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = sat.store.members
    id, _ = members.invite(sat.id, sat.gm.id, uses=2)
    first, code = members.code(sat.id, sat.gm.id, id), members.code(sat.id, sat.gm.id, id)
    assert len(code.code) == 9 and first.code != code.code
    for typed in (code.code, code.code.lower(), f" {code.code.replace('-', ' ')} ", code.code.replace("-", "")):
        assert members.invited(typed).campaign == sat.id
    assert members.join(code.code.lower(), "Zoé").role == "player"
    with sat.store.database.reading() as connection:
        kept = [str(value) for row in connection.execute(select(models.invitations)) for value in row]
    assert not any(code.code.replace("-", "") in value or code.code in value for value in kept)
    now = sat.store.time()
    monkeypatch.setattr(sat.store, "time", lambda: now + 24 * 3600 + 60)
    for no in (first.code, code.code):
        with pytest.raises(Refused) as refused:
            members.join(no, "Trop tard")
        assert refused.value.key == "invitation"


def test_a_code_is_no_better_than_its_invitation(sat: Sat) -> None:
    members = sat.store.members
    until = sat.store.time() + 60
    soon, _ = members.invite(sat.id, sat.gm.id, expires=until)
    assert members.code(sat.id, sat.gm.id, soon).until == until
    gone, _ = members.invite(sat.id, sat.gm.id)
    code = members.code(sat.id, sat.gm.id, gone).code
    members.revoke(sat.id, sat.gm.id, gone)
    back, _ = members.invite(sat.id, sat.luc.id, member=sat.luc.id)
    assert members.join(members.code(sat.id, sat.luc.id, back).code) == sat.luc
    for by, which in ((sat.gm, gone), (sat.gm, back), (sat.gm, "0" * 16)):
        with pytest.raises(Refused) as refused:
            members.code(sat.id, by.id, which)
        assert refused.value.key == "invitation"
    with pytest.raises(Refused) as refused:
        members.invited(code)
    assert refused.value.key == "invitation"
    with pytest.raises(Refused) as refused:
        members.code(sat.id, sat.luc.id, soon)
    assert refused.value.key == "right"


def test_a_link_that_names_a_member_brings_him_back_with_all_that_is_his(sat: Sat) -> None:
    members, before = sat.store.members, len(sat.store.members.of(sat.id))
    for by in (sat.gm, sat.luc):
        _, secret = members.invite(sat.id, by.id, "spectator", uses=1, member=sat.luc.id)
        invited = members.invited(secret)
        assert (invited.member, invited.role) == (sat.luc, "player")
        assert members.join(secret) == sat.luc
        assert sat.log(sat.eve)[-1].events[0].text == typeset("Luc s'assoit à la table sur un autre appareil.")
        with pytest.raises(Refused) as refused:
            members.join(secret)
        assert refused.value.key == "invitation_used"
    assert len(members.of(sat.id)) == before
    members.change(sat.id, sat.gm.id, sat.luc.id, name="Lucas", role="gm")
    _, secret = members.invite(sat.id, sat.luc.id, member=sat.luc.id)
    assert members.join(secret, "Un autre nom", "en") == members.of(sat.id)[sat.luc.id]


@pytest.mark.parametrize("uses", [None, 1, 5])
@pytest.mark.parametrize("stored", [False, True])  # whether it was made so by an older version
def test_a_way_back_is_good_once(sat: Sat, uses: int | None, stored: bool) -> None:
    members = sat.store.members
    id, secret = members.invite(sat.id, sat.gm.id, uses=uses, member=sat.luc.id)
    assert next(each for each in members.invitations(sat.id, sat.gm.id) if each.id == id).uses == 1
    if stored:
        with sat.store.database.writing() as connection:
            connection.execute(models.invitations.update().values(uses=uses))
    assert members.join(secret) == sat.luc
    with pytest.raises(Refused) as refused:
        members.join(secret)
    assert refused.value.key == "invitation_used"


def test_nobody_comes_back_as_another_or_as_one_who_left(sat: Sat, store: Store) -> None:
    members = sat.store.members
    for by in (sat.luc, sat.eve):
        with pytest.raises(Refused) as refused:
            members.invite(sat.id, by.id, member=sat.ada.id)
        assert refused.value.key == "right"
    with pytest.raises(Refused) as refused:
        members.invite(sat.id, sat.gm.id, member=Sat(store).luc.id)
    assert refused.value.key == "no_such_member"
    _, secret = members.invite(sat.id, sat.luc.id, member=sat.luc.id)
    members.remove(sat.id, sat.gm.id, sat.luc.id)
    with pytest.raises(Refused) as refused:
        members.join(secret)
    assert refused.value.key == "invitation"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\nb", "LUC", "Eve", "\u3164", "\u2800 \u115f"])
def test_names_are_short_and_their_own(sat: Sat, name: str) -> None:
    _, secret = sat.store.members.invite(sat.id, sat.gm.id)
    with pytest.raises(Refused):
        sat.store.members.join(secret, name)
    assert len(sat.store.members.of(sat.id)) == 4


LOOK_LIKE_MJ = [
    "\uff2d\uff2a",  # full width
    "\u041cJ",  # Cyrillic М
    "\u039c\u0408",  # Greek Μ, Cyrillic Ј
    "\U0001d544\U0001d541",  # mathematical
    "\u1d0d\u1d0a",  # small capitals
    "\U0001f17c\U0001f179",  # in black boxes
    "M\u0301\u0323J",  # with accents
    "M\u3164J",  # with a letter that is not seen
    "mj",
]


@pytest.mark.parametrize("name", LOOK_LIKE_MJ)
def test_nobody_sits_down_by_a_name_that_looks_like_another(sat: Sat, name: str) -> None:
    members = sat.store.members
    members.change(sat.id, sat.gm.id, sat.gm.id, name="MJ")
    _, secret = members.invite(sat.id, sat.gm.id)
    for take in (
        lambda: members.join(secret, name),
        lambda: members.change(sat.id, sat.luc.id, sat.luc.id, name=name),
    ):
        with pytest.raises(Refused) as refused:
            take()
        assert refused.value.key in ("name_alike", "name_taken")
    if refused.value.key == "name_alike":
        assert refused.value.say(plain("fr")) == typeset("Ce nom se confond avec « MJ », déjà à cette table.")
    assert members.change(sat.id, sat.gm.id, sat.gm.id, name=name).name == name  # of one's own it is no other's


@pytest.mark.parametrize(
    ("one", "other"),
    [("Lila", "LiIa"), ("Zoé", "Z\u03bf\u0435"), ("Bo", "B0"), ("Sasha", "\u0405asha"), ("Ada", "Аda")],
)
def test_look_alikes(one: str, other: str) -> None:
    assert one != other and looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Саша", "Маша"), ("MJ", "M J"), ("Jean", "Jeanne"), ("Νίκος", "Νίκη"), ("明", "日月"), ("Ana", "Anna")],
)
def test_names_that_only_resemble_each_other_are_two(one: str, other: str) -> None:
    assert looks(one) != looks(other)


def test_who_looked_like_another_already_stays_and_may_change_the_rest(sat: Sat) -> None:
    with sat.store.database.writing() as connection:
        connection.execute(models.members.update().where(models.members.c.id == sat.ada.id).values(name="L\u03c5c"))
    assert sat.store.members.change(sat.id, sat.ada.id, sat.ada.id, lang="en").lang == "en"


def test_a_device_sits_at_several_tables_until_it_signs_out(store: Store) -> None:
    one, two = Sat(store), Sat(store)
    token = store.members.new_device()
    store.members.seat(token, one.luc.id)
    store.members.seat(token, two.gm.id)
    store.members.seat(token, two.gm.id)
    assert store.members.seated(token) == {one.id: one.luc, two.id: two.gm}
    assert store.members.seated("another") == {}
    assert no_longer(one, token) == no_longer(two, token) == {"another"}
    one.store.members.remove(one.id, one.gm.id, one.luc.id)
    assert store.members.seated(token) == {two.id: two.gm}
    assert (no_longer(one, token), no_longer(two, token)) == ({token, "another"}, {"another"})
    store.members.sign_out(token)
    assert store.members.seated(token) == {}
    assert no_longer(two, token) == {token, "another"}


def no_longer(sat: Sat, token: str) -> set[str]:
    with sat.store.reading(sat.id) as log:
        return unseated(log.connection, sat.id, {token, "another"})


def test_whoever_is_not_there_is_looked_for_as_long_as_whoever_is() -> None:
    assert not HASHER.check_needs_rehash(NOBODY)  # worked out exactly as what is stored
    with pytest.raises(VerifyMismatchError):  # all of it, up to the comparing
        HASHER.verify(NOBODY, "cheval pile agrafe")


def test_a_passphrase_opens_the_table_on_another_device(sat: Sat) -> None:
    members = sat.store.members
    with pytest.raises(Refused):
        members.set_passphrase(sat.luc.id, "court")
    members.set_passphrase(sat.luc.id, "cheval pile agrafe")
    assert members.sign_in(sat.id, "luc", "cheval pile agrafe") == sat.luc
    for name, phrase in (("luc", "faux"), ("Ada", ""), ("Ada", "cheval pile agrafe"), ("Personne", "x" * 5000)):
        with pytest.raises(Refused) as refused:
            members.sign_in(sat.id, name, phrase)
        assert refused.value.key == "passphrase"


def test_a_member_who_left_may_do_nothing_and_is_told_nothing(sat: Sat) -> None:
    sat.store.members.remove(sat.id, sat.gm.id, sat.luc.id)
    for forbidden in (
        lambda: sat.do(sat.luc, c.Say("Encore là")),
        lambda: sat.store.log(sat.id, sat.luc.id),
        lambda: sat.store.eyes(sat.id, sat.luc.id),
        lambda: sat.store.search(sat.id, sat.luc.id, "table"),
        lambda: sat.store.encounters(sat.id, sat.luc.id),
        lambda: sat.store.steps(sat.id, sat.luc.id, 1),
        lambda: sat.store.eyes_at(sat.id, sat.luc.id, 1),
    ):
        with pytest.raises(Refused) as refused:
            forbidden()
        assert refused.value.key == "not_member"


def test_a_member_of_one_table_is_nobody_at_another(store: Store) -> None:
    one, two = Sat(store), Sat(store)
    with pytest.raises(Refused) as refused:
        store.command(two.id, one.gm.id, c.Say("Coucou"))
    assert refused.value.key == "not_member"


def test_players_change_themselves_and_the_game_master_anybody(sat: Sat) -> None:
    members = sat.store.members
    assert members.change(sat.id, sat.luc.id, sat.luc.id, name="Lucas").name == "Lucas"
    for what in ({"name": "Moi"}, {"role": "gm"}):
        with pytest.raises(Refused):
            members.change(sat.id, sat.luc.id, sat.ada.id, **what)
    with pytest.raises(Refused):
        members.change(sat.id, sat.luc.id, sat.luc.id, role="gm")
    with pytest.raises(Refused) as refused:
        members.change(sat.id, sat.gm.id, sat.gm.id, role="player")
    assert refused.value.key == "last_gm"
    members.change(sat.id, sat.gm.id, sat.ada.id, role="gm")
    members.remove(sat.id, sat.gm.id, sat.gm.id)
    assert [m.name for m in members.of(sat.id).values()] == ["Lucas", "Ada", "Ève"]


def test_the_log_says_what_changed_of_a_member(sat: Sat) -> None:
    def last() -> str:
        return sat.log(sat.gm)[-1].events[-1].text

    sat.store.members.change(sat.id, sat.luc.id, sat.luc.id, lang="en")
    assert last() == "Luc change de langue."
    sat.store.members.change(sat.id, sat.luc.id, sat.luc.id, name="Lucas")
    assert last() == typeset("Luc s'appelle maintenant Lucas.")
    sat.store.members.change(sat.id, sat.gm.id, sat.luc.id, role="spectator")
    assert last() == "Lucas change de rôle à la table."


def test_whoever_is_gone_before_his_device_is_signed_in_is_refused(sat: Sat) -> None:
    """Sent away, or the campaign deleted, between joining and sitting down."""
    members, token = sat.store.members, sat.store.members.new_device()
    members.remove(sat.id, sat.gm.id, sat.luc.id)
    sat.store.remove_campaign(other := sat.store.campaign_of(gm := sat.store.create("arena", "B", "Zoé").id), gm)
    assert other != sat.id
    for gone in (sat.luc.id, gm):
        with pytest.raises(Refused) as refused:
            members.seat(token, gone)
        assert refused.value.key == "not_member"
    assert not members.seated(token)
