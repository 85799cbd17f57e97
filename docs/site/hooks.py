"""What the site takes from elsewhere when it is built: the HTTP API from openapi.json, and the files beside README."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BESIDE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}


def on_config(config: Any) -> Any:
    """Pages that nobody has given a place stand last."""
    listed = set(re.findall(r"[\w/-]+\.md", json.dumps(config["nav"])))
    there = sorted(page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md"))
    more = [page for page in there if page not in listed]
    if more:
        config["nav"].append({"More": more})
    return config


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    if page.file.src_uri in BESIDE:
        text = (ROOT / BESIDE[page.file.src_uri]).read_text("utf-8")
        for there, here in {
            "docs/": "",
            "README.md#where-things-are": "index.md",
            "CHANGELOG.md": "changelog.md",
        }.items():
            text = text.replace(f"]({there}", f"]({here}")
        return text
    return markdown.replace("{{ routes }}", routes()) if page.file.src_uri == "http.md" else markdown


def routes() -> str:
    """Every route, with what it takes and gives."""
    schema = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))
    out: list[str] = []
    for path, methods in sorted(schema["paths"].items()):
        for method, route in methods.items():
            out += [f"## {method.upper()} {path}", "", described(route.get("description") or route.get("summary", ""))]
            out += parameters(route.get("parameters", ()))
            body = route.get("requestBody", {}).get("content", {})
            out += [f"- Takes: {named(each)}" for each in body.values()]
            for status, answer in route.get("responses", {}).items():
                for each in answer.get("content", {}).values():
                    if status.startswith("2"):
                        out.append(f"- Gives {status}: {named(each)}")
            out.append("")
    return "\n".join(out)


def parameters(given: Any) -> list[str]:
    said = [
        f"- `{each['name']}` ({each['in']}{', required' if each.get('required') else ''}) "
        f"{described(each.get('description', ''))}".rstrip()
        for each in given
    ]
    return [*said, ""] if said else []


def named(content: dict[str, Any]) -> str:
    """What a body is, by the name of its schema."""
    schema = content.get("schema", {})
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if schema.get("type") == "array":
        return f"a list of {named({'schema': schema.get('items', {})})}"
    kinds = schema.get("oneOf") or schema.get("anyOf") or ()
    return " or ".join(named({"schema": each}) for each in kinds) or f"`{schema.get('type', 'anything')}`"


def described(text: str) -> str:
    return " ".join(text.split()).replace("{", "&#123;").replace("<", "&lt;")
