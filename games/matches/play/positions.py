"""Positions, replayed from options, seed and moves; the latest replay and row of each match are cached in memory.

A cached row may be stale, as other processes write to the same rows. So a write that is based on it checks the version
of the row (optimistic locking), and before a request is `Refused`, the row itself is read.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from threading import Lock

from cachetools import TTLCache

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import VOID
from games.matches.time.clock import Pair
from games.rules import AnyGame, IllegalMove, PlayedMove, Position, Seat, SeededRandom, continued

CACHED = 50_000  # turns of cached replays, about 1 KB each
IDLE = 240.0  # seconds until the replay of a match without moves expires
START = 5  # turns that have the size of a position
MOST_MATCHES = 5_000  # cached rows
KEPT_FOR = 60.0  # seconds until a row expires: data of its players, such as names, may change without notice
DIGEST = 8  # bytes of a hash of moves
LONGEST_LINE = 12  # moves of a variation
EXAMPLE = b"tiles drawn in a variation are examples"


@dataclass(frozen=True)
class Replay:
    """A position with the turns that led to it."""

    position: Position
    turns: tuple[PlayedMove, ...] = ()
    digests: tuple[bytes, ...] = ()  # after each move, a BLAKE2b hash of all so far (hash chain), keyed with the seed
    start: tuple[int, int] = (0, 0)  # both players' points before the first move

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self.turns)

    def play(self, game: AnyGame, text: str, seed: bytes) -> Replay:
        """Return the replay with one more move; raises BadNotation or IllegalMove."""
        position = game.apply(self.position, game.decode(text), SeededRandom(seed, self.ply + 1))
        chained = blake2b(self.digest(self.ply) + text.encode(), key=seed, digest_size=DIGEST).digest()
        return Replay(position, (*self.turns, position.last), (*self.digests, chained), self.start)

    def digest(self, ply: int) -> bytes:
        """Return the hash of the moves up to this ply."""
        return self.digests[ply - 1] if ply else bytes(DIGEST)


def have_moved(turns: Iterable[PlayedMove]) -> Pair[bool]:
    """Return for each seat whether one of these turns is its own."""
    movers = {turn.seat for turn in turns}
    return Pair(Seat.FIRST in movers, Seat.SECOND in movers)


_replays: TTLCache[str, Replay] = TTLCache(CACHED, IDLE, getsizeof=lambda replay: START + replay.ply)  # by match
_matches: TTLCache[str, Match] = TTLCache(MOST_MATCHES, KEPT_FOR)  # running ones
_lock = Lock()  # makes both thread-safe


@contextmanager
def stored_match() -> Iterator[None]:
    """Turn every exception of the rules on a stored match into RulesGone.

    What was stored was legal once, so any fault means that the rules have changed since. Keep queries outside of it: an
    error of the database says nothing about the match.
    """
    try:
        yield
    except RulesGone:
        raise
    except Exception:
        raise RulesGone from None


def replay(match: Match) -> Replay:
    """Return the replay of the match up to its ply, without what ended it other than a move; raises RulesGone.

    Reads only the moves that are not cached.
    """
    with _lock:
        cached = _replays.get(match.pk)
    latest = _start(match) if cached is None or cached.ply > match.ply else cached
    if latest.ply < match.ply:
        texts = list(match.moves.filter(ply__gt=latest.ply, ply__lte=match.ply).values_list("text", flat=True))
        latest = _play_all(match, latest, texts)
    if latest is not cached:
        cache(match.pk, latest)
    return latest


def forget_idle() -> None:
    """Drop the matches that expired: caches do so by themselves only when something else is cached."""
    with _lock:
        _replays.expire()
        _matches.expire()


def is_cached(match: Match) -> bool:
    """Return whether `replay` needs no query for this match."""
    with _lock:
        latest = _replays.get(match.pk)
    return latest is not None and latest.ply == match.ply


def replay_to(match: Match, ply: int) -> Replay:
    """Return the match up to an earlier ply; raises RulesGone."""
    return replay(match) if ply == match.ply else replay_uncached(match, ply)


def replay_uncached(match: Match, ply: int) -> Replay:
    """Return the match up to this ply, replayed from seed and stored moves alone; raises RulesGone."""
    return _play_all(match, _start(match), list(match.moves.filter(ply__lte=ply).values_list("text", flat=True)))


def all_of(match: Match) -> list[Position]:
    """Return the positions of the match before and after each of its moves; raises RulesGone."""
    latest = _start(match)
    texts = match.moves.values_list("text", flat=True)
    return [latest.position, *((latest := _play_all(match, latest, [text])).position for text in texts)]


def turns_so_far(match: Match) -> tuple[PlayedMove, ...]:
    """Return the turns of the match up to the first move that its rules cannot replay."""
    texts = list(match.moves.values_list("text", flat=True))
    turns: tuple[PlayedMove, ...] = ()
    with suppress(RulesGone):
        latest = _start(match)
        for text in texts:
            latest = _play_all(match, latest, [text])
            turns = latest.turns
    return turns


def follow(game: AnyGame, start: Position, texts: Iterable[str], ply: int) -> list[Position]:
    """Return the start of a variation and the positions after each of its moves, given in notation.

    The first move is number `ply` of the match. Tiles are drawn with a fixed seed, not the match's, so that the same
    moves give the same positions. Raises BadNotation, and IllegalMove, also for a move after the end.
    """
    positions = [start]
    for number, text in enumerate(texts, ply):
        if positions[-1].result:
            raise IllegalMove(positions[-1].result.reason)
        positions.append(game.apply(positions[-1], game.decode(text), SeededRandom(EXAMPLE, number)))
    return positions


def start_of(match: Match) -> Position:
    """Return the position before the first move: the setup, or that of the origin, after its line, continued.

    Raises RulesGone.
    """
    rng = SeededRandom(bytes(match.seed), 0)
    if match.origin and match.origin_ply is not None and match.origin_seat:
        base = replay_uncached(match.origin, match.origin_ply).position
        with stored_match():
            base = follow(match.game, base, match.origin_line.splitlines(), match.origin_ply + 1)[-1]
            return continued(match.game, base, Seat(match.origin_seat), rng)
    with stored_match():
        start: Position = match.game.setup(match.options, rng)
    return start


def current(match: Match) -> Position:
    """Return the position of the match as it stands, with its result however it ended; raises RulesGone."""
    return standing(match, replay(match))


def standing(match: Match, latest: Replay) -> Position:
    """Return the same as `current`, given the replay of the match up to its ply; raises RulesGone."""
    is_running = match.finished_at is None and not match.voided_at
    return with_hidden_hands(match, latest.position if is_running else with_ending(match, latest.position))


def with_hidden_hands(match: Match, position: Position) -> Position:
    """Return the position, with both hands face down while a live match waits for its players.

    A player who has seen a bad hand could otherwise stay away until the match is cancelled. The hands of a continued
    match, and of a game of perfect information, are known and stay open.
    """
    if match.is_gathering and not match.origin_id and not match.game.perfect_information:
        return replace(position, face_down=tuple(Seat))
    return position


def with_ending(match: Match, position: Position) -> Position:
    """Return the last position with its result, also where no move ended the match; raises RulesGone."""
    with stored_match():
        position = match.ended.applied(match.game, position, Seat(match.winner) if match.winner else None)
    return replace(position, result=VOID) if match.voided_at else position


def cache(match_id: str, latest: Replay) -> None:
    """Cache the replay unless a longer one is cached; call it only after its moves are committed."""
    with _lock:
        if (older := _replays.get(match_id)) is None or older.ply <= latest.ply:
            _replays[match_id] = latest


def cache_start(match: Match) -> None:
    """Cache the replay of a match without moves, so that its first move is judged without waiting for a thread."""
    if not match.ply:
        with suppress(RulesGone):
            replay(match)


def forget(match_id: str) -> None:
    """Remove a match from the cache, as its stored moves are different ones after a backup was restored."""
    with _lock:
        _replays.pop(match_id, None)


def clear() -> None:
    """Empty the cache."""
    with _lock:
        _replays.clear()


def _start(match: Match) -> Replay:
    position = start_of(match)
    return Replay(position, start=position.scores)


def _play_all(match: Match, latest: Replay, texts: Iterable[str]) -> Replay:
    with stored_match():
        for text in texts:
            latest = latest.play(match.game, text, bytes(match.seed))
    return latest


def cached_match(match_id: str) -> Match | None:
    """Return the cached match with both players, or None. It is shared between threads: do not change it."""
    with _lock:
        match: Match | None = _matches.get(match_id)
        return match


def cache_match(match: Match) -> None:
    """Cache a copy of the match as it was just read or committed, unless this version or a later one is cached."""
    with _lock:
        before = _matches.get(match.pk)
        if before is None or before.version < match.version:
            _matches[match.pk] = copy.copy(match)


def forget_match(match_id: str) -> None:
    """Remove a match whose row was changed by anything but a move, or which has ended."""
    with _lock:
        _matches.pop(match_id, None)


def clear_matches() -> None:
    """Remove all matches."""
    with _lock:
        _matches.clear()
