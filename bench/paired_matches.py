"""Mirrored matches between two computer players: every deal is played twice, with the seats changed."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from django.conf import settings

from games.catalogue import bots, games, hasty
from games.rules import AnyBot, AnyGame, Bot, Seat, SeededRandom, View

LONGEST = 5000  # moves in a match


@dataclass(frozen=True)
class Contest:
    """Who plays whom at what. A player is a level, `hasty`, `random`, or a bot as `package.module:name`."""

    slug: str
    players: tuple[str, str]
    options: Mapping[str, str]
    seed: int

    def match_seed(self, number: int) -> bytes:
        """The seed of the two matches of this pair."""
        return hashlib.sha256(f"arena {self.seed} {number}".encode()).digest()


@dataclass(frozen=True)
class AtRandom(Bot[View, Any]):
    """Plays any legal move, each equally likely: the bottom against which beginners are measured."""

    game: AnyGame

    level = 0

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - each game has moves of its own
        """One of all legal moves."""
        found = list(self.game.legal_moves(self.game.determinize(view, rng)))
        return found[rng.below(len(found))]


@dataclass(frozen=True)
class Played:
    """One pair of mirrored matches: its number, the first player's points in each, and each player's thinking.

    Points are 1, 0.5 for a draw, or 0. Thinking is the seconds of CPU time that each move took.
    """

    number: int
    points: tuple[float, float]
    thinking: tuple[tuple[float, ...], tuple[float, ...]]

    @property
    def share(self) -> float:
        """The part of the pair's points that the first player made."""
        return sum(self.points) / 2


def find_bot(slug: str, player: str) -> AnyBot:
    """The bot of this description; raises ValueError with a sentence where there is none."""
    if player == "hasty":
        return hasty(slug)
    if player == "random":
        return AtRandom(games()[slug])
    if ":" in player:
        module, _colon, name = player.partition(":")
        try:
            found: AnyBot = getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise ValueError(f"There is no bot {player}: {error}") from error
        return found
    levels = {str(level): bot for level, bot in bots().get(slug, {}).items()}
    if player not in levels:
        raise ValueError(f"{slug} has no computer of level {player}; its levels: {', '.join(levels) or 'none'}.")
    return levels[player]


def hold(contest: Contest, pairs: int, jobs: int) -> Iterator[Played]:
    """Plays so many pairs in so many processes of lowest priority; gives each when it is done, in any order."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_settle_down) as pool:
        tasks = [pool.submit(play_pair, contest, number) for number in range(pairs)]
        try:
            yield from (task.result() for task in as_completed(tasks))
        finally:
            pool.shutdown(cancel_futures=True)  # nobody waits for the rest


def play_pair(contest: Contest, number: int) -> Played:
    """The pair of this number: whatever else is played, it goes the same way."""
    game = games()[contest.slug]
    one, two = (_bot(contest.slug, player) for player in contest.players)
    options = game.options_type.read(contest.options)
    seed = contest.match_seed(number)
    there, thought = _play_match(game, options, seed, (one, two))
    back, again = _play_match(game, options, seed, (two, one))
    points = (_points(there, Seat.FIRST), _points(back, Seat.SECOND))
    return Played(number, points, (tuple(thought[0] + again[1]), tuple(thought[1] + again[0])))


def _settle_down() -> None:
    """A process that keeps out of the way, and leaves it to the first one to be interrupted."""
    os.nice(settings.WORKERS_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_bot = cache(find_bot)


def _play_match(
    game: AnyGame, options: object, seed: bytes, seats: tuple[AnyBot, AnyBot]
) -> tuple[Seat | None, tuple[list[float], list[float]]]:
    """Who won, and the seconds that each seat thought."""
    position = game.setup(options, SeededRandom(seed))
    thought: tuple[list[float], list[float]] = ([], [])
    own = hashlib.sha256(b"computer" + seed).digest()
    for ply in range(1, LONGEST):
        mover = position.to_move
        view = game.view(position, mover)
        began = time.process_time()
        move = seats[mover.index].choose(view, SeededRandom(own, ply))
        thought[mover.index].append(time.process_time() - began)
        position = game.apply(position, move, SeededRandom(seed, ply))
        if position.result is not None:
            return position.result.winner, thought
    raise RuntimeError(f"A match of {game.slug} with seed {seed.hex()} does not end.")


def _points(winner: Seat | None, seat: Seat) -> float:
    return 0.5 if winner is None else float(winner is seat)
