"""What keeps somebody from moving, speaking or using his hands, as the game master gives and lifts it by a word."""

from __future__ import annotations

from tablee.kernel.tools import kept_in, switched

CONDITIONS = switched({"a_terre": "À terre"}) | kept_in("gene", {"baillonne": "Bâillonné", "ligote": "Ligoté"})
