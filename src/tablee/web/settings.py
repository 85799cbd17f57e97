"""What whoever runs a server may set, as plain data, so that every worker process is given the same."""

from __future__ import annotations

import os

import msgspec

SETTINGS = "TABLEE_SETTINGS"  # the environment variable by which worker processes are told


class Rate(msgspec.Struct, frozen=True):
    """So many at once, then so many a second."""

    burst: int
    a_second: float


class Rates(msgspec.Struct, frozen=True):
    device: Rate = Rate(150, 20)  # all requests of one device
    campaign: Rate = Rate(200, 40)  # all that is done at one table
    address: Rate = Rate(150, 10)  # requests of those who sit nowhere, by their address
    trying: Rate = Rate(60, 0.5)  # invitations and passphrases tried, by address; campaigns made
    secret: Rate = Rate(20, 0.1)  # passphrases tried at one table, from wherever
    file: Rate = Rate(5, 1 / 60)  # campaigns brought in from a file, by device and by address
    picture: Rate = Rate(20, 0.2)  # pictures sent, by device
    judging: Rate = Rate(12, 0.2)  # encounters judged at one table, and their fights looked at


class Settings(msgspec.Struct, frozen=True):
    database: str = "sqlite://"
    page: str = ""  # the folder of the built page; none: a sentence stands in its place
    beat: float = 20.0  # seconds between two heartbeats of a WebSocket
    body: int = 100_000  # bytes of a request
    patience: float = 30.0  # seconds after which a connection that stands still is closed, at the latest
    connections: int = 400  # of one address
    sockets: int = 20  # open WebSockets of one device
    commands: int = 200  # that wait to be written: half a second's work; whoever comes then is told to come back
    bases: tuple[str, ...] = ()  # addresses (http://192.168.1.20:8765) by which other devices of the house reach it
    proxies: tuple[str, ...] = ()  # addresses or networks of those who may say where a request comes from
    judges: int = 1  # processes that fight encounters for game masters and play their creatures; 0: none
    rates: Rates = Rates()

    @classmethod
    def of_environment(cls) -> Settings:
        return msgspec.json.decode(os.environ.get(SETTINGS, "{}"), type=cls)

    def to_environment(self) -> None:
        os.environ[SETTINGS] = msgspec.json.encode(self).decode()
