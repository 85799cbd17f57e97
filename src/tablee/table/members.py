"""Members: invitations carrying a secret, devices that stay signed in, optional passphrases.

Secrets and tokens are 32 random bytes, of which only the SHA-256 is stored; a passphrase is stored by argon2. A code
that stands for a secret can be said aloud and typed: it is short, so it is good for a day and no longer.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, or_, select, update

from tablee.kernel.event import Event
from tablee.kernel.ledger import plain
from tablee.kernel.sentence import Typed

from . import rights
from .alike import looks
from .commands import Aside
from .models import campaigns, devices, invitations, members, seats
from .refusal import Refused
from .state import Lang, Member, Role

if TYPE_CHECKING:
    from .log import Log
    from .store import Store

MEMBERS = 50  # at one table
SEATS = 10_000  # remembered
NAME = 60  # characters
PASSPHRASE = (8, 200)
ONCE = "once:"  # before the hash of a passphrase that was given to somebody, and is good for coming back once
HASHER = PasswordHasher()
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is read or heard as another
CODE = 8  # of them: forty bits, and whoever tries some is slowed down
CODE_LASTS = 24 * 3600  # seconds


def of_nobody() -> str:
    """What stands for the stored passphrase of somebody who is not there: no passphrase fits, and to see it takes as
    long. It is made up, because working one out would hold up every start of a server."""
    salt, found = (b64encode(secrets.token_bytes(n)).decode().rstrip("=") for n in (HASHER.salt_len, HASHER.hash_len))
    return f"$argon2id$v=19$m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}${salt}${found}"


NOBODY = of_nobody()


class Seat(Aside, frozen=True):
    """A member sits down, leaves, or changes his name or role. Written by the store, never sent by a client."""

    member: str
    left: bool = False


class Invitation(msgspec.Struct, frozen=True):
    id: str
    role: Role
    made: float
    expires: float | None
    uses: int | None
    revoked: float | None
    member: str | None = None  # who comes back by it; none: somebody new


class Code(msgspec.Struct, frozen=True):
    """What may be typed in place of an invitation's secret; told only once."""

    code: str
    until: float


class Invited(msgspec.Struct, frozen=True):
    """What the bearer of an invitation may know before joining."""

    campaign: str
    title: str
    game: str
    role: Role
    member: Member | None = None  # whom it makes of its bearer; none: somebody new


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """Eight letters and digits, in two halves that can be kept in mind."""
    drawn = "".join(secrets.choice(LETTERS) for _ in range(CODE))
    return f"{drawn[: CODE // 2]}-{drawn[CODE // 2 :]}"


def typed_code(text: str) -> str:
    """A code as it is stored, however it was typed; empty: it is none."""
    bare = "".join(text.upper().replace("-", " ").split())
    return bare if len(bare) == CODE and set(bare) <= set(LETTERS) else ""


# put together once: every command and every look asks these
EVER = select(members).where(members.c.campaign == bindparam("at")).order_by(members.c.joined, members.c.id)
THERE = EVER.where(members.c.removed.is_(None))
SEATED = (
    select(members)
    .join(seats, seats.c.member == members.c.id)
    .join(devices, devices.c.id == seats.c.device)
    .where(devices.c.digest == bindparam("secret"), members.c.removed.is_(None))
)
SITTING = (
    select(devices.c.digest)
    .join(seats, seats.c.device == devices.c.id)
    .join(members, members.c.id == seats.c.member)
    .where(members.c.campaign == bindparam("at"), members.c.removed.is_(None))
    .where(devices.c.digest.in_(bindparam("secrets", expanding=True)))
)
SITS = (
    select(seats.c.member)
    .join(devices, devices.c.id == seats.c.device)
    .where(devices.c.digest == bindparam("secret"), seats.c.member == bindparam("who"))
)


def members_of(connection: Connection, campaign: str, left_too: bool = False) -> dict[str, Member]:
    rows = connection.execute(EVER if left_too else THERE, {"at": campaign})
    return {row.id: Member(row.id, row.name, row.role, row.lang) for row in rows}


def unseated(connection: Connection, campaign: str, tokens: Collection[str]) -> set[str]:
    """Which of these devices do not sit at a campaign, or no longer."""
    digests = {digest(token): token for token in tokens}
    sitting = connection.execute(SITTING, {"at": campaign, "secrets": list(digests)}).scalars()
    return {digests[secret] for secret in digests.keys() - set(sitting)}


class Unseated(Refused):
    """This device is not who it was any more."""

    def __init__(self) -> None:
        super().__init__("not_member")


class Members:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._seats: OrderedDict[tuple[str, str], str] = OrderedDict()  # by digest and campaign, who sat there
        self._one = threading.Lock()

    def of(self, campaign: str, left_too: bool = False) -> dict[str, Member]:
        """Everybody at a table, by id."""
        with self.store.database.reading() as connection:
            return members_of(connection, campaign, left_too)

    def added(self, connection: Connection, campaign: str, name: str, role: Role, lang: Lang) -> Member:
        member = Member(secrets.token_hex(8), name.strip(), role, lang)
        there = members_of(connection, campaign)
        if len(there) >= MEMBERS:
            raise Refused("too_many", what="members", most=MEMBERS)
        _fit(member, there)
        row = {"name": member.name, "role": role, "lang": lang, "joined": self.store.time()}
        connection.execute(insert(members).values(id=member.id, campaign=campaign, **row))
        return member

    # ------------------------------------------------------------ invitations

    def invite(
        self,
        campaign: str,
        by: str,
        role: Role = "player",
        expires: float | None = None,
        uses: int | None = None,
        member: str | None = None,
    ) -> tuple[str, str]:
        """A new invitation: its id, and the secret for the link, which is told only now.

        One that names a member brings this member back on another device, in the role and with the characters he has;
        once, however often it was to be used.
        """
        secret, id = secrets.token_urlsafe(32), secrets.token_hex(8)
        with self.store.database.writing() as connection:
            mover = member_of(connection, campaign, by)
            if member is None:
                rights.may(mover, "invite")
            else:
                there = members_of(connection, campaign)
                if member not in there:
                    raise Refused("no_such_member", who=Typed(member))
                rights.may(mover, "invite_again", own=by == member)
                role, uses = there[member].role, 1
            row = {"role": role, "made": self.store.time(), "expires": expires, "uses": uses, "member": member}
            connection.execute(insert(invitations).values(id=id, campaign=campaign, digest=digest(secret), **row))
        return id, secret

    def invitations(self, campaign: str, by: str) -> tuple[Invitation, ...]:
        with self.store.database.reading() as connection:
            rights.may(member_of(connection, campaign, by), "invite")
            query = select(invitations).where(invitations.c.campaign == campaign).order_by(invitations.c.made)
            rows = connection.execute(query).all()
        return tuple(Invitation(r.id, r.role, r.made, r.expires, r.uses, r.revoked, r.member) for r in rows)

    def code(self, campaign: str, by: str, invitation: str) -> Code:
        """A new code for an invitation that is still good, in place of the one it had."""
        code, until = new_code(), self.store.time() + CODE_LASTS
        with self.store.database.writing() as connection:
            mover = member_of(connection, campaign, by)
            which = and_(invitations.c.campaign == campaign, invitations.c.id == invitation, self._live())
            row = connection.execute(select(invitations).where(which)).one_or_none()
            if row is None or row.member is None:
                rights.may(mover, "invite")
            else:
                rights.may(mover, "invite_again", own=by == row.member)
            if row is None or row.uses == 0:
                raise Refused("invitation")
            values = {"code": digest(typed_code(code)), "code_until": until}
            connection.execute(update(invitations).where(invitations.c.id == row.id).values(values))
        return Code(code, min(until, row.expires or until))

    def revoke(self, campaign: str, by: str, invitation: str) -> None:
        with self.store.database.writing() as connection:
            rights.may(member_of(connection, campaign, by), "revoke")
            which = and_(invitations.c.campaign == campaign, invitations.c.id == invitation)
            connection.execute(update(invitations).where(which).values(revoked=self.store.time()))

    def invited(self, secret: str, sitting: Collection[str] = ()) -> Invited:
        """What an invitation is for; Refused if it is none, or no longer.

        Whoever sits at its campaign already may open one that was used: it leads him there, as whom he is.
        """
        with self.store.database.reading() as connection:
            row = self._valid(connection, secret, sitting)
            campaign = connection.execute(select(campaigns).where(campaigns.c.id == row.campaign)).one()
            member = member_of(connection, campaign.id, row.member) if row.member else None
        return Invited(campaign.id, campaign.title, campaign.game, member.role if member else row.role, member)

    def join(self, secret: str, name: str = "", lang: Lang = "fr") -> Member:
        """The bearer of an invitation sits down, as somebody new or as the member it names; the table hears of it."""

        def joined(log: Log) -> Member:
            row = self._valid(log.connection, secret)
            if row.member is None:
                what, member = "table.member", self.added(log.connection, row.campaign, name, row.role, lang)
            else:
                what, member = "table.member_again", log.member(row.member)
            if row.uses is not None or row.member is not None:
                left = 0 if row.member is not None else row.uses - 1
                log.connection.execute(update(invitations).where(invitations.c.id == row.id).values(uses=left))
            self.store.note(log, member, Seat(member.id), Event(what, facts=(("name", member.name),)))
            return member

        return self.store.writer.write(self.invited(secret).campaign, joined)

    def _valid(self, connection: Connection, secret: str, sitting: Collection[str] = ()) -> Any:
        named = invitations.c.digest == digest(secret)
        if code := typed_code(secret):
            named = and_(invitations.c.code == digest(code), invitations.c.code_until > self.store.time())
        row = connection.execute(select(invitations).where(named, self._live())).one_or_none()
        if row is None:
            raise Refused("invitation")
        if row.uses == 0 and row.campaign not in sitting:
            raise Refused("invitation_used")
        return row

    def _live(self) -> ColumnElement[bool]:
        """Of an invitation: that it was not revoked, and its time is not over."""
        lasts = or_(invitations.c.expires.is_(None), invitations.c.expires > self.store.time())
        return and_(invitations.c.revoked.is_(None), lasts)

    # ------------------------------------------------------------ who sits at the table

    def change(
        self, campaign: str, by: str, member: str, name: str = "", lang: Lang | None = None, role: Role | None = None
    ) -> Member:
        """Another name or language for oneself, or, by the game master, for anybody; a role by the game master."""

        def changed(log: Log) -> Member:
            mover, old = log.member(by), log.member(member)
            rights.may(mover, "rename_member", own=by == member)
            if role is not None and role != old.role:
                rights.may(mover, "set_role")
                _not_the_last(log.now.people, old)
            new = Member(member, name.strip() or old.name, role or old.role, lang or old.lang)
            if new.name != old.name:
                _fit(new, {id: other for id, other in log.now.people.items() if id != member})
            row = {"name": new.name, "lang": new.lang, "role": new.role}
            log.connection.execute(update(members).where(members.c.id == member).values(row))
            self.store.note(log, new, Seat(member), _changed(old, new))
            return new

        return self.store.writer.write(campaign, changed)

    def remove(self, campaign: str, by: str, member: str) -> None:
        """A member leaves, or is sent away; his devices are signed out of this table, what he did stays in the log."""

        def removed(log: Log) -> None:
            old = log.member(member)
            rights.may(log.member(by), "remove_member", own=by == member)
            _not_the_last(log.now.people, old)
            log.connection.execute(update(members).where(members.c.id == member).values(removed=self.store.time()))
            log.connection.execute(delete(seats).where(seats.c.member == member))
            his = and_(invitations.c.member == member, invitations.c.revoked.is_(None))
            log.connection.execute(update(invitations).where(his).values(revoked=self.store.time()))
            gone = Event("table.member_gone", facts=(("name", old.name),))
            self.store.note(log, old, Seat(member, True), gone)

        self.store.writer.write(campaign, removed)

    # ------------------------------------------------------------ devices

    def new_device(self) -> str:
        """A token for the cookie of a device that is not known yet."""
        token, now = secrets.token_urlsafe(32), self.store.time()
        with self.store.database.writing() as connection:
            row = {"digest": digest(token), "made": now, "seen": now}
            connection.execute(insert(devices).values(id=secrets.token_hex(8), **row))
        return token

    def seat(self, token: str, member: str) -> None:
        """This device is signed in as this member; Refused if he has gone by now, or the whole campaign."""
        with self.store.database.writing() as connection:
            device = _device(connection, token)
            here = select(members.c.id).where(members.c.id == member, members.c.removed.is_(None))
            if connection.execute(here).one_or_none() is None:
                raise Refused("not_member")
            same = and_(seats.c.device == device, seats.c.member == member)
            if connection.execute(select(seats).where(same)).one_or_none() is None:
                connection.execute(insert(seats).values(device=device, member=member))

    def seated(self, token: str) -> dict[str, Member]:
        """Everybody this device is signed in as, by campaign; nobody if it is unknown."""
        secret = digest(token)
        with self.store.database.reading() as connection:
            rows = connection.execute(SEATED, {"secret": secret}).all()
        with self._one:
            self._seats.update(((secret, row.campaign), row.id) for row in rows)
            while len(self._seats) > SEATS:
                self._seats.popitem(last=False)
        return {row.campaign: Member(row.id, row.name, row.role, row.lang) for row in rows}

    def remembered(self, token: str, campaign: str) -> Member | None:
        """Who this device was at this table when that was read last. It may have changed since: see `sits`."""
        known, now = self._seats.get((digest(token), campaign)), self.store.memory.of(campaign)
        return now.people.get(known) if known is not None and now is not None else None

    def sits(self, connection: Connection, token: str, member: str) -> None:
        """Refused unless this device is signed in as this member."""
        if connection.execute(SITS, {"secret": digest(token), "who": member}).one_or_none() is None:
            raise Unseated

    def sign_out(self, token: str) -> None:
        """The device is forgotten, at every table."""
        with self.store.database.writing() as connection:
            connection.execute(delete(devices).where(devices.c.digest == digest(token)))

    # ------------------------------------------------------------ passphrases

    def set_passphrase(self, member: str, passphrase: str) -> None:
        """A passphrase to sign in with on another device; the empty one takes it away."""
        least, most = PASSPHRASE
        if passphrase and not least <= len(passphrase) <= most:
            raise Refused("passphrase_short", least=least, most=most)
        stored = HASHER.hash(passphrase) if passphrase else None
        with self.store.database.writing() as connection:
            connection.execute(update(members).where(members.c.id == member).values(passphrase=stored))

    def sign_in(self, campaign: str, name: str, passphrase: str) -> Member:
        """The member of this name, if that is his passphrase. What is wrong is not told."""
        with self.store.database.reading() as connection:
            query = select(members).where(members.c.campaign == campaign, members.c.removed.is_(None))
            rows = connection.execute(query).all()
        row = next((r for r in rows if plain(r.name) == plain(name.strip())), None)
        stored = row.passphrase if row is not None and row.passphrase else NOBODY
        try:
            HASHER.verify(stored.removeprefix(ONCE), passphrase[: PASSPHRASE[1] + 1])
        except (VerificationError, InvalidHashError):
            raise Refused("passphrase") from None
        if row is None or not row.passphrase or (stored.startswith(ONCE) and not self._spent(row.id, stored)):
            raise Refused("passphrase")
        return Member(row.id, row.name, row.role, row.lang)

    def _spent(self, member: str, stored: str) -> bool:
        """A passphrase that is good once is good no longer; False if somebody else was first."""
        with self.store.database.writing() as connection:
            unspent = and_(members.c.id == member, members.c.passphrase == stored)
            return connection.execute(update(members).where(unspent).values(passphrase=None)).rowcount == 1


def member_of(connection: Connection, campaign: str, member: str) -> Member:
    found = members_of(connection, campaign).get(member)
    if found is None:
        raise Refused("not_member")
    return found


def _device(connection: Connection, token: str) -> str:
    found = connection.execute(select(devices.c.id).where(devices.c.digest == digest(token))).scalar_one_or_none()
    if found is None:
        raise Refused("not_member")
    return str(found)


def _fit(member: Member, others: Mapping[str, Member]) -> None:
    if not 1 <= len(member.name) <= NAME or not member.name.isprintable() or not looks(member.name):
        raise Refused("name", most=NAME)
    if any(plain(other.name) == plain(member.name) for other in others.values()):
        raise Refused("name_taken")
    alike = next((other for other in others.values() if looks(other.name) == looks(member.name)), None)
    if alike is not None:
        raise Refused("name_alike", name=Typed(alike.name))


def _changed(old: Member, new: Member) -> Event:
    """What the others read of a change."""
    if new.name != old.name:
        return Event("table.member_renamed", facts=(("old", old.name), ("name", new.name)))
    what = "table.member_role" if new.role != old.role else "table.member_lang"
    return Event(what, facts=(("name", new.name),))


def _not_the_last(there: Mapping[str, Member], leaving: Member) -> None:
    if leaving.gm and sum(member.gm for member in there.values()) == 1:
        raise Refused("last_gm")
