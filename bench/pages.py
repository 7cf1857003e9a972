"""CPU of the server for the pages that are opened most, and their queries."""

from __future__ import annotations

from typing import Any

import httpx

from bench.cpu import cpu_of_tree
from bench.stage import make_pairs, stage

PLAYERS, MATCHES, OFFERS, MOVES = 20, 8, 12, 14  # pairs, running matches of the viewer, open offers, moves of one match
WARM, REQUESTS = 5, 60  # requests of each page before and while it is measured


def main() -> None:
    """Print the milliseconds of CPU and the queries a request, for each page."""
    with stage() as site:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext
        from django.urls import reverse

        from games.lobby.services import make_offer
        from games.matches.play.services import start_match

        pairs = make_pairs(PLAYERS, "page")
        first = pairs[0].match
        # Arguments of two functions, of several types.
        terms: dict[str, Any] = {
            "game_slug": first.game_slug,
            "options": first.options,
            "time_control": first.time_control,
        }
        for pair in pairs[1:MATCHES]:
            start_match(first=first.first, second=pair.match.second, **terms)
        for pair in pairs[-OFFERS:]:
            make_offer(challenger=pair.match.first, rated=True, **terms)
        for _move in range(MOVES):
            pairs[0].make_move()
        pages = {
            "match": reverse("matches:match", args=[first.pk]),
            "lobby": reverse("lobby:lobby"),
            "settings": reverse("accounts:settings"),
            "ratings": reverse("ratings:ratings"),
            "history": reverse("history:history", args=[first.first.username]),
        }
        assert site.process
        cookie = pairs[0].cookies[0]
        in_process = Client(headers={"host": "localhost"})
        in_process.cookies["sessionid"] = cookie
        with httpx.Client(base_url=site.url, headers={"Cookie": f"sessionid={cookie}"}) as client:
            for name, path in pages.items():
                for _request in range(WARM):
                    client.get(path).raise_for_status()
                before = cpu_of_tree(site.process.pid)
                for _request in range(REQUESTS):
                    client.get(path).raise_for_status()
                spent = (cpu_of_tree(site.process.pid) - before) / REQUESTS * 1000
                with CaptureQueriesContext(connection) as queries:
                    in_process.get(path)
                print(f"{name:10} {spent:6.1f} ms of CPU, {len(queries)} queries", flush=True)


if __name__ == "__main__":
    main()
