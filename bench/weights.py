"""Transferred bytes: the first load of a match page with all its files, and one pushed update."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.parse import urljoin

import httpx
import websockets
from websockets.typing import Origin

from bench.costs import TOKEN, play_out
from bench.stage import Pair, make_pairs, stage

LINKS = re.compile(r"""(?:href|src)="(/static/[^"]+)"|(?:from|import)\s*["']([^"']+\.js)["']""")


def main() -> None:
    """Print the figures."""
    with stage() as site:
        (pair,) = make_pairs(1, "weight")
        with httpx.Client(base_url=site.url, headers={"HX-Request": "true", "X-CSRFToken": TOKEN}) as client:
            play_out(client, pair, 14)
        cookie = {"Cookie": f"sessionid={pair.cookies[0]}", "Accept-Encoding": "br, gzip"}
        with httpx.Client(base_url=site.url, headers=cookie) as client:
            weigh_page(client, f"/matches/{pair.match.pk}/")
        asyncio.run(weigh_push(site.url, pair))


def weigh_page(client: httpx.Client, page: str) -> None:
    """Print the compressed bytes of the page and of each file that it loads, and their sum."""
    todo, weights = [page], dict[str, int]()
    while todo:
        url = todo.pop()
        answer = client.get(url)
        answer.raise_for_status()
        weights[url] = answer.num_bytes_downloaded
        found = [a or urljoin(url, b) for a, b in LINKS.findall(answer.text)] if not url.endswith(".svg") else []
        todo += [link for link in found if link not in weights and link not in todo]
    for url, weight in sorted(weights.items(), key=lambda item: -item[1]):
        print(f"  {weight:>7,} bytes  {'the page itself' if url == page else url}")
    total = sum(weights.values())
    print(f"First load of a match page, compressed: {total:,} bytes (aim: under 60,000) in {len(weights)} requests")


async def weigh_push(address: str, pair: Pair) -> None:
    """Print the bytes of the update that the opponent's page gets for a move."""
    index, ply, text = pair.next_move()
    headers = {"Cookie": f"sessionid={pair.cookies[1 - index]}"}
    socket_url = f"{address.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
    async with websockets.connect(socket_url, origin=Origin(address), additional_headers=headers) as socket:
        await socket.send(json.dumps({"version": ply - 1, "ply": ply - 1}))
        assert json.loads(await socket.recv()) == {"version": ply - 1}
        async with httpx.AsyncClient(base_url=address) as client:
            mover = {"Cookie": f"sessionid={pair.cookies[index]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
            await client.post(f"/matches/{pair.match.pk}/move/", data={"ply": ply, "text": text}, headers=mover)
        print(f"One pushed update: {len(await socket.recv()):,} bytes (aim: under 1,200)")


if __name__ == "__main__":
    main()
