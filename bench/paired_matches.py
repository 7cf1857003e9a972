"""Mirrored matches between two computer players: every deal is played twice, and each starts once."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from operator import itemgetter

from django.conf import settings

from games.catalogue import bots, fast_bot, games, rollout_bot
from games.rules import AnyBot, AnyGame, Bot, Position, Seat, SeededRandom, View

LONGEST = 5000  # moves in a match
BEST_OF = re.compile("best-of-[1-9][0-9]{0,5}")


@dataclass(frozen=True)
class Contest:
    """Players, game and options.

    A player is a level, `fast`, `rollout`, `random`, `best-of-N` (see `BestOf`), or a bot as `package.module:name`.
    """

    slug: str
    players: tuple[str, str]
    options: Mapping[str, str]
    seed: int

    def match_seed(self, number: int) -> bytes:
        """Return the seed of the two matches of this pair."""
        return hashlib.sha256(f"arena {self.seed} {number}".encode()).digest()


@dataclass(frozen=True)
class UniformBot(Bot[View, object]):
    """Chooses uniformly among all legal moves: the baseline for beginners."""

    game: AnyGame

    level = 0

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return one of all legal moves."""
        moves = list(self.game.legal_moves(self.game.determinize(view, rng)))
        return moves[rng.below(len(moves))]


@dataclass(frozen=True)
class BestOf(Bot[View, object]):
    """Takes the most points among this many random moves that place something without a warning."""

    game: AnyGame
    seen: int

    level = 0

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return the best of these moves; any legal move where there is none."""
        position = self.game.determinize(view, rng)
        moves = rng.shuffled(list(self.game.legal_moves(position)))
        judged = ((move, self.game.judge(position, move)) for move in moves)
        sensible = ((turn.points, move) for move, turn in judged if turn.squares and not turn.warning)
        _points, best = max(islice(sensible, self.seen), key=itemgetter(0), default=(0, moves[0]))
        return best


@dataclass(frozen=True)
class Played:
    """One pair of mirrored matches: its number, the first player's points in each, and both players' thinking times.

    Points are 1, 0.5 for a draw, or 0; `whole` is the same by the sum of both scores. Times are seconds of CPU a move.
    """

    number: int
    points: tuple[float, float]
    whole: float
    thinking: tuple[tuple[float, ...], tuple[float, ...]]

    @property
    def share(self) -> float:
        """The share of the pair's points that the first player made."""
        return sum(self.points) / 2


def find_bot(slug: str, player: str) -> AnyBot:
    """Return the bot of this description; raises ValueError with a message if there is none."""
    if player in ("fast", "rollout"):
        return fast_bot(slug) if player == "fast" else rollout_bot(slug)
    if player == "random":
        return UniformBot(games()[slug])
    if BEST_OF.fullmatch(player):
        return BestOf(games()[slug], int(player.rpartition("-")[2]))
    if ":" in player:
        module, _colon, name = player.partition(":")
        try:
            named_bot: AnyBot = getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise ValueError(f"There is no bot {player}: {error}") from error
        return named_bot
    levels = {str(level): bot for level, bot in bots().get(slug, {}).items()}
    if player not in levels:
        raise ValueError(f"{slug} has no computer of level {player}; its levels: {', '.join(levels) or 'none'}.")
    return levels[player]


def play_pairs(contest: Contest, pairs: int, jobs: int) -> Iterator[Played]:
    """Play this many pairs in this many processes of lowest priority; yield each, in the order of their numbers."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_init_process) as pool:
        tasks = [pool.submit(play_pair, contest, number) for number in range(pairs)]
        try:
            yield from (task.result() for task in tasks)
        finally:
            pool.shutdown(cancel_futures=True)  # the caller has stopped iterating


def play_pair(contest: Contest, number: int) -> Played:
    """Play the pair of this number; the result depends on nothing else."""
    game = games()[contest.slug]
    one, two = (_bot(contest.slug, player) for player in contest.players)
    options = game.options_type.read(contest.options)
    seed = contest.match_seed(number)
    there, thought = _play_match(game, options, seed, (one, two))
    back, again = _play_match(game, options.seats_exchanged(), seed, (two, one))
    lead = there.scores[0] - there.scores[1] + back.scores[1] - back.scores[0]
    points = (_points(there, Seat.FIRST), _points(back, Seat.SECOND))
    whole = ((lead > 0) - (lead < 0) + 1) / 2
    return Played(number, points, whole, (tuple(thought[0] + again[1]), tuple(thought[1] + again[0])))


def _init_process() -> None:
    """Lower the priority of this process and ignore SIGINT, which the parent process handles."""
    os.nice(settings.WORKERS_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_bot = cache(find_bot)


def _play_match(
    game: AnyGame, options: object, seed: bytes, seats: tuple[AnyBot, AnyBot]
) -> tuple[Position, tuple[list[float], list[float]]]:
    """Return the last position, and the seconds that each seat spent thinking."""
    position: Position = game.setup(options, SeededRandom(seed))
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
            return position, thought
    raise RuntimeError(f"A match of {game.slug} with seed {seed.hex()} does not end.")


def _points(end: Position, seat: Seat) -> float:
    winner = end.result and end.result.winner
    return 0.5 if winner is None else float(winner is seat)
