"""A book looked at for its author: what its tests, its printed odds, its catalogues and its scenes come to.

`survey` works the figures out, `found` says in sentences what is worth saying of them, `page` and `notes` write them
down, as a page with pictures and as a short text.
"""

from __future__ import annotations

from .notes import notes
from .page import page
from .survey import Survey, survey

__all__ = ["Survey", "notes", "page", "survey"]
