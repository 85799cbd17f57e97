"""`tablee export`, `tablee import`: one campaign as a file, and back, for whoever runs the server."""

from __future__ import annotations

import io
from pathlib import Path

from rich.text import Text

from tablee.kernel.sentence import plain
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.packed import write_whole

from .errors import refuse
from .stores import database_url, opened, told
from .terminal import out
from .texts import lang, say


def export(campaign: str | None, data: Path | None, database: str | None, to: Path | None) -> None:
    """All of a campaign; without a campaign, which there are."""
    with told(to):
        store = opened(database_url(data, database))
        if campaign is None:
            for each in store.campaigns():
                out.print(Text(say("export.one", id=each.id, title=each.title, game=each.game, last=each.last)))
            return
        file = io.BytesIO()
        export_campaign(store, campaign, file)
    to = to or Path(f"tablee-{campaign}.jsonl.zst")
    if to.exists():
        raise refuse("error.exists", path=to)
    with told(to):
        write_whole(to, [file.getvalue()])
    out.print(Text(say("export.written", path=to)), soft_wrap=True)


def bring_in(path: Path, data: Path | None, database: str | None) -> None:
    """A campaign from its file; everybody's passphrase is told now, and only now."""
    if not path.is_file():
        raise refuse("error.no_file", path=path)
    with told(path), path.open("rb") as file:
        came = import_campaign(opened(database_url(data, database)), file)
    for part in came.aside:
        out.print(Text(part.say(plain(lang())), "soft"), soft_wrap=True)
    if came.held:
        out.print(Text(say("import.held")), soft_wrap=True)
    out.print(Text(say("import.done", campaign=came.campaign)), soft_wrap=True)
    for name, passphrase in came.passphrases.items():
        out.print(Text(f"  {name} : {passphrase}"))
