"""The OpenAPI schema as it is committed: `python -m tablee.web.schema docs/openapi.json`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from .app import create_app


def schema() -> str:
    """The schema as text, the same on every machine."""
    plain = create_app().openapi_schema.to_schema()
    return msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=1).decode() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema(), "utf-8")
