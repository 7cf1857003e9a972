"""CPU of the server for the pages that are opened most, and their queries."""

from __future__ import annotations

import httpx

from bench.costs import TOKEN, cpu_seconds, play_out
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
        for pair in pairs[1:MATCHES]:
            start_match(
                game_slug=first.game_slug,
                options=first.options,
                first=first.first,
                second=pair.match.second,
                time_control=first.time_control,
            )
        for pair in pairs[-OFFERS:]:
            make_offer(
                challenger=pair.match.first,
                game_slug=first.game_slug,
                options=first.options,
                time_control=first.time_control,
                rated=True,
            )
        with httpx.Client(base_url=site.url, headers={"HX-Request": "true", "X-CSRFToken": TOKEN}) as client:
            play_out(client, pairs[0], MOVES)
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
                before = cpu_seconds(site.process.pid)
                for _request in range(REQUESTS):
                    client.get(path).raise_for_status()
                spent = (cpu_seconds(site.process.pid) - before) / REQUESTS * 1000
                with CaptureQueriesContext(connection) as queries:
                    in_process.get(path)
                print(f"{name:10} {spent:6.1f} ms of CPU, {len(queries)} queries", flush=True)


if __name__ == "__main__":
    main()
