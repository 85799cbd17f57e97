"""How routes are declared: what only looks runs in a worker thread, and every route has the same refusals."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeAlias

from litestar import Request, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, PathParameter, QueryParameter

from .refusals import ANSWERS
from .seats import Seat
from .server import Server

look = partial(get, responses=ANSWERS, sync_to_thread=True)
do = partial(post, responses=ANSWERS)
ask = partial(post, responses=ANSWERS, status_code=200)  # a question too long for an address: it changes nothing
set_to = partial(put, responses=ANSWERS)
change = partial(patch, responses=ANSWERS)
remove = partial(delete, responses=ANSWERS)

MOST = 2**31 - 1  # what a column of numbers holds

Asking: TypeAlias = Request[Any, Any, Any]
Here: TypeAlias = NamedDependency[Server]
Seated: TypeAlias = NamedDependency[Seat]

GameId = FromPath[str]
Id = Annotated[str, PathParameter(pattern="^[0-9a-f]{1,32}$")]
Who = Annotated[str, PathParameter(max_length=80)]
Entry = Annotated[int, PathParameter(ge=0, le=MOST)]
Number = Annotated[int, QueryParameter(ge=0, le=MOST)]
MaybeNumber = Annotated[int | None, QueryParameter(ge=0, le=MOST)]
Words = Annotated[str, QueryParameter(max_length=200, description="All of these, blind to accents and capitals.")]
ViewAs = Annotated[str, QueryParameter(max_length=40, description="A member: the game master sees what he sees.")]
