"""A player made of sixty lines: joins by an invitation link and, on its turn, takes the action with the best odds.

python examples/bot.py 'http://127.0.0.1:8765/#rejoindre=…' [name]
"""

import asyncio
import json
import sys
import uuid
from urllib.parse import urlsplit

import httpx
import websockets

link = urlsplit(sys.argv[1])
name = sys.argv[2] if len(sys.argv) > 2 else "Automate"
http = httpx.AsyncClient(base_url=f"{link.scheme}://{link.netloc}/api/v1", headers={"X-Tablee": "1"}, timeout=60)


async def chance(at: str, offered: dict) -> float:
    """The chance of success on the button; where there is none, the action is worth a coin toss."""
    answer = await http.post(f"{at}/odds", json={"action": offered["action"]})
    return (answer.json().get("yes") or 0.0) if answer.is_success and answer.json()["yes"] is not None else 0.5


async def choice(at: str) -> dict | None:
    """What to do now: answer what I am asked, act if it is the turn of a character of mine, or nothing."""
    table = (await http.get(f"{at}/table")).json()["table"]
    if table["open"]:
        mine = [one for one in table["open"]["awaited"] if one.get("mine") and one.get("question")]
        for one in mine:
            options = one["question"]["options"]
            pick = options["low"] if isinstance(options, dict) else next(o["id"] for o in options if not o["closed"])
            return {"do": "answer", "answer": pick, "question": one["index"]}
        return None
    for person in table["people"]:
        if person.get("mine") and person.get("turn"):
            actions = (await http.get(f"{at}/actions/{person['id']}")).json()
            free = [action for action in actions if not action.get("closed")]
            if free:
                odds = [await chance(at, action) for action in free]
                return {"do": "act", "action": free[odds.index(max(odds))]["action"]}
    return None


async def main() -> None:
    joined = await http.post("/join", json={"secret": link.fragment.partition("=")[2], "name": name})
    print(joined.text if joined.is_error else f"{name}: {joined.json()['campaign']['title']}", flush=True)
    joined.raise_for_status()
    at = f"/campaigns/{joined.json()['campaign']['id']}"
    cookie = {"Cookie": "; ".join(f"{key}={value}" for key, value in http.cookies.items())}
    async with websockets.connect(f"ws{str(http.base_url)[4:-1]}{at}/live", additional_headers=cookie) as live:
        async for message in live:
            for event in json.loads(message).get("entry", {}).get("events", []):
                print(*(p if type(p) is str else p[1 + (p[0] == "n")] for p in event["pieces"]), sep="", flush=True)
            if command := await choice(at):
                await http.post(f"{at}/commands", json={"id": uuid.uuid4().hex, "command": command})


asyncio.run(main())
