"""A blow or a shot, before it is struck."""

from __future__ import annotations

import msgspec

from tablee.kernel.tally import Terms

from ...model.catalogue import Arme


class Coup(msgspec.Struct, frozen=True, gc=False):
    """A blow about to be struck, or a shot about to be let loose."""

    de: str
    sur: str
    arme: Arme
    retenu: bool = False  # VM-5.8
    charge: bool = False
    oppose: bool = True  # False: the target does not defend itself (VM-2.55)
    plus: Terms = ()  # what else it adds to the Test to hit
    tir: bool = False
