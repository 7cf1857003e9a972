"""CPU of the server for the pages that are opened most, and their queries; the code that a posted move runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import httpx

from bench.cpu import cpu_of_tree
from bench.stage import make_pairs, stage

PLAYERS, MATCHES, OFFERS, MOVES = 20, 8, 12, 14  # pairs, running matches of the viewer, open offers, moves of one match
WARM, REQUESTS = 5, 60  # requests of each page before and while it is measured
HOME = Path(__file__).parent.parent


def main() -> None:
    """Print the milliseconds of CPU and the queries a request, for each page, and how much code posts run."""
    with stage() as site:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext
        from django.urls import reverse

        from games.lobby.services import make_offer
        from games.matches.play.opening import start_match

        pairs = make_pairs(PLAYERS, "page")
        first = pairs[0].match
        terms: dict[str, Any] = {  # arguments of two functions, of several types
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
        for name in ("move", "resign"):
            index, ply, text = pairs[0].next_move()
            in_process.cookies["sessionid"] = pairs[0].cookies[index]
            in_process.get(pages["match"])  # from which it is posted
            path, form = reverse(f"matches:{name}", args=[first.pk]), {"ply": str(ply), "text": text}
            functions = functions_of(partial(in_process.post, path, form, headers={"HX-Request": "true"}))
            files = {file for file, _function in functions}
            templates = sum(file.endswith(".jinja") for file in files)
            print(f"{name:10} {len(functions)} functions in {len(files) - templates} modules, {templates} templates")


def functions_of(request: Callable[[], object]) -> set[tuple[str, str]]:
    """Return the functions of the project that a request calls in its thread, each with its file."""
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and HOME in path.parents and not {".venv", "bench"} & {*path.parts}:
            called.add((str(path.relative_to(HOME)), frame.f_code.co_qualname))

    sys.setprofile(note)
    request()
    sys.setprofile(None)
    return called


if __name__ == "__main__":
    main()
