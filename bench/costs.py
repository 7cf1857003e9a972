"""Cost of one move: number of queries, and milliseconds of the server's CPU as the system counts them."""

from __future__ import annotations

import os
from statistics import median

import httpx

from bench.stage import Pair, make_pairs, stage

MOVES = 150
TOKEN = "a" * 32
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the figures."""
    with stage() as site:
        count_queries()
        assert site.process
        before, moves = cpu_seconds(site.process.pid), 0
        with httpx.Client(base_url=site.url, headers={"HX-Request": "true", "X-CSRFToken": TOKEN}) as client:
            for pair in make_pairs(8, "cpu"):
                client.cookies.clear()
                moves += play_out(client, pair, MOVES // 8)
        spent = cpu_seconds(site.process.pid) - before
        print(f"CPU of the server a move (request, partial, commit): {spent / moves * 1000:.1f} ms over {moves} moves")


def count_queries() -> None:
    """Print the queries of a move's request, answered with the whole match view."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    counts = []
    (pair,) = make_pairs(1, "query")
    for _move in range(10):
        index, ply, text = pair.next_move()
        browser = Client(headers={"HX-Request": "true", "Host": "localhost"})
        browser.cookies[settings.SESSION_COOKIE_NAME] = pair.cookies[index]
        with CaptureQueriesContext(connection) as queries:
            answer = browser.post(f"/matches/{pair.match.pk}/move/", {"ply": ply, "text": text})
        assert answer.status_code == 200, answer.content
        counts.append(len(queries))
        pair.play(text)
    print(f"Queries a move request: median {median(counts):.0f}, most {max(counts)} (aim: at most 8)")


def play_out(client: httpx.Client, pair: Pair, moves: int) -> int:
    """Play this many moves, or until the end; return the number of moves made."""
    for made in range(moves):
        index, ply, text = pair.next_move()
        cookies = {"sessionid": pair.cookies[index], "csrftoken": TOKEN}
        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        answer = client.post(
            f"/matches/{pair.match.pk}/move/", data={"ply": ply, "text": text}, headers={"Cookie": header}
        )
        assert answer.status_code == 200, answer.text
        if not pair.play(text):
            return made + 1
    return moves


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of a process so far."""
    with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123 - not a file
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
