"""Latency of moves between people while computer players and an analysis use the workers, and on an idle site."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from itertools import cycle
from statistics import median, quantiles
from threading import Event, Thread
from typing import TYPE_CHECKING

from bench.latency import play_all
from bench.stage import make_pairs, stage
from tests.serving import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.matches.models import Match

THINKING = 50  # matches in which a computer player is to move, at all times
PEOPLE, MOVES, PAUSE = 10, 15, 1.0  # matches between people, moves in each, seconds between moves
THINKERS = ("summy", "digifeud")  # the games whose strongest bots think longest
ANALYSED = "summy"  # the game whose analysis takes longest
TOP_UP = 0.5  # seconds between two top-ups of the load


def main() -> None:
    """Print both medians and their ratio."""
    with stage() as site:
        asyncio.run(play_all(site.url, make_pairs(2, "warm"), 10, 0.1))
        idle = median_latency(site, "idle")
        with busy_workers() as moves_so_far:
            before = moves_so_far()
            busy = median_latency(site, f"{THINKING} computers think, an analysis runs")
            made = moves_so_far() - before
        print(f"Ratio of the medians: {busy / idle:.2f} (aim: at most 2); {made} moves of computers meanwhile")


def median_latency(site: Site, how: str) -> float:
    """Return the median latency, in milliseconds, of moves between people; prints it."""
    waits, _lags = asyncio.run(play_all(site.url, make_pairs(PEOPLE, how[:4]), MOVES, PAUSE))
    worst = quantiles(waits, n=100)[98]
    print(
        f"Send to receipt, {how}: median {median(waits):.0f} ms, 99th percentile {worst:.0f} ms, "
        f"over {len(waits)} moves",
        flush=True,
    )
    return median(waits)


@contextmanager
def busy_workers() -> Iterator[Callable[[], int]]:
    """Keep the workers busy inside the block; yields a function that counts the computers' moves so far."""
    from games.matches.models import Match, Move

    over = Event()
    load = Thread(target=_keep_busy, args=(over,))
    load.start()
    try:
        while Match.objects.filter(first__is_computer=True, ply__gt=0).count() < THINKING:
            over.wait(TOP_UP)
        yield Move.objects.filter(match__first__is_computer=True).count
    finally:
        over.set()
        load.join()


def _keep_busy(over: Event) -> None:
    """Keep up the number of matches between the strongest computers, and always one analysis to do."""
    from django.db import connection

    from games.analysis.models import Analysis
    from games.analysis.services import ask
    from games.matches.models import Match

    slugs = cycle(THINKERS)
    finished = _finished_match(ANALYSED)
    while not over.wait(TOP_UP):
        running = Match.objects.filter(first__is_computer=True, second__is_computer=True, finished_at=None).count()
        for _missing in range(THINKING - running):
            _start_match(next(slugs))
        Analysis.objects.filter(match=finished, state=Analysis.State.DONE).delete()
        ask(finished)
    connection.close()


def _start_match(slug: str) -> Match:
    """Start a match between the two strongest computer players of a game."""
    from games.catalogue import bots, games
    from games.computers.services import find_computer
    from games.matches.play.services import start_match
    from games.matches.time.control import TimeControl

    first, second = (find_computer(level) for level in sorted(bots()[slug])[-2:])
    options = games()[slug].options_type()
    return start_match(
        game_slug=slug, options=options, first=first, second=second, time_control=TimeControl.correspondence(days=3)
    )


def _finished_match(slug: str) -> Match:
    """Return a match of this game that two people have just finished."""
    from accounts.models import User
    from games.catalogue import fast_bot, games
    from games.matches.play import positions
    from games.matches.play.services import play_move, start_match
    from games.matches.time.control import TimeControl
    from games.rules import SeededRandom

    game, bot = games()[slug], fast_bot(slug)
    first, second = (User.objects.create(username=f"finished{side}") for side in "ab")
    match = start_match(
        game_slug=slug,
        options=game.options_type(),
        first=first,
        second=second,
        time_control=TimeControl.correspondence(days=3),
    )
    while not match.finished_at:
        position = positions.replay(match).position
        move = bot.choose(game.view(position, position.to_move), SeededRandom(b"bench", match.ply))
        match = play_move(match.pk, match.player(position.to_move), match.ply + 1, game.encode(move))
    return match


if __name__ == "__main__":
    main()
