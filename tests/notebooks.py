"""A notebook run cell by cell, as Jupyter would. `python -m notebooks FILE`, from here, keeps what each cell shows.

What is shown of the lab's results is their picture, of anything else its text: so a kept notebook stays small, and the
same from run to run.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

PICTURES = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def read(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text("utf-8"))


def run(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The outputs of each cell of code, one after the other in one namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        yield list(outputs("".join(cell["source"]), names, number))


def outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    tree, shown, printed = ast.parse(source), None, io.StringIO()
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    if printed.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    if shown is not None:
        yield {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": seen(shown)}


def seen(shown: object) -> dict[str, str]:
    if type(shown).__module__.startswith("tablee."):
        for method, kind in PICTURES.items():
            if hasattr(shown, method):
                return {kind: getattr(shown, method)(), "text/plain": f"<{type(shown).__name__}>"}
    return {"text/plain": repr(shown)}


def kept(notebook: dict[str, Any]) -> dict[str, Any]:
    """The same with what its cells show now."""
    now = run(notebook)
    cells = [{**cell, "outputs": next(now)} if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    return {**notebook, "cells": cells}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        text = json.dumps(kept(read(Path(name))), ensure_ascii=False, indent=1)
        Path(name).write_text(text + "\n", "utf-8")
