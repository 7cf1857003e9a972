"""Works out positions from options, seed and moves, and remembers the latest of each match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import VOID
from games.rules import AnyGame, PlayedMove, Position, Seat, SeededRandom, continued

REMEMBERED = 2000


@dataclass(frozen=True)
class Replay:
    """A match as far as it was played: where it stands, and what each turn did."""

    position: Position
    turns: tuple[PlayedMove, ...] = ()

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self.turns)

    def play(self, game: AnyGame, text: str, seed: bytes) -> Replay:
        """The replay with one more move; raises BadNotation or IllegalMove."""
        position = game.apply(self.position, game.decode(text), SeededRandom(seed, self.ply + 1))
        return Replay(position, (*self.turns, position.last))


_replays: LRUCache[str, Replay] = LRUCache(REMEMBERED)  # by match; not thread-safe by itself
_lock = Lock()


@contextmanager
def stored_match() -> Iterator[None]:
    """Turn whatever the rules raise on a stored match into RulesGone.

    What was stored was legal once, so any fault means that the rules have changed since. Queries stay outside: trouble
    of the database says nothing about the match.
    """
    try:
        yield
    except RulesGone:
        raise
    except Exception:
        raise RulesGone from None


def replay(match: Match) -> Replay:
    """The match up to its ply, forfeits left out. Reads only the moves that this process has not seen yet.

    Raises RulesGone where the present rules cannot replay it.
    """
    with _lock:
        known = _replays.get(match.pk)
    if known is None or known.ply > match.ply:
        known = _start(match)
    if known.ply < match.ply:
        texts = list(match.moves.filter(ply__gt=known.ply, ply__lte=match.ply).values_list("text", flat=True))
        known = _play_all(match, known, texts)
        remember(match.pk, known)
    return known


def replay_to(match: Match, ply: int) -> Replay:
    """The match up to an earlier ply."""
    return replay(match) if ply == match.ply else replay_afresh(match, ply)


def replay_afresh(match: Match, ply: int) -> Replay:
    """The match up to this ply, worked out from its seed and its stored moves and nothing else; raises RulesGone."""
    return _play_all(match, _start(match), list(match.moves.filter(ply__lte=ply).values_list("text", flat=True)))


def turns_so_far(match: Match) -> tuple[PlayedMove, ...]:
    """The turns of the match up to the first move that the present rules cannot replay."""
    texts = list(match.moves.values_list("text", flat=True))
    turns: tuple[PlayedMove, ...] = ()
    with suppress(RulesGone):
        known = _start(match)
        for text in texts:
            known = _play_all(match, known, [text])
            turns = known.turns
    return turns


def start_of(match: Match) -> Position:
    """The position before the first move: the setup, or for a match that goes on from another what it began with.

    Raises RulesGone.
    """
    rng = SeededRandom(bytes(match.seed), 0)
    if match.origin and match.origin_ply is not None and match.origin_seat:
        left = replay_afresh(match.origin, match.origin_ply).position
        with stored_match():
            return continued(match.game, left, Seat(match.origin_seat), rng)
    with stored_match():
        start: Position = match.game.setup(match.options, rng)
    return start


def standing(match: Match) -> Position:
    """The position of the match as it stands, a resignation or lost time included."""
    return covered(match, with_forfeit(match, replay(match).position))


def covered(match: Match, position: Position) -> Position:
    """Turn both hands of this position face down while a live match waits for its players.

    A player who has seen a bad hand could stay away until the match is cancelled. What a match goes on with is known.
    """
    if match.is_gathering and not match.origin_id:
        return replace(position, face_down=tuple(Seat))
    return position


def with_forfeit(match: Match, position: Position) -> Position:
    """The last position of the match, with what ended it beside the moves, or made it void, if anything did.

    Raises RulesGone.
    """
    with stored_match():
        position = match.ended.applied(match.game, position, Seat(match.winner) if match.winner else None)
    return replace(position, result=VOID) if match.voided_at else position


def remember(match_id: str, known: Replay) -> None:
    """Keeps the replay for the next request; only after what it holds has been committed."""
    with _lock:
        if (older := _replays.get(match_id)) is None or older.ply <= known.ply:
            _replays[match_id] = known


def forget_all() -> None:
    """Empties the memory, as a restart does."""
    with _lock:
        _replays.clear()


def _start(match: Match) -> Replay:
    return Replay(start_of(match))


def _play_all(match: Match, known: Replay, texts: Iterable[str]) -> Replay:
    with stored_match():
        for text in texts:
            known = known.play(match.game, text, bytes(match.seed))
    return known
