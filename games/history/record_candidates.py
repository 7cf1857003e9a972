"""Candidates for a player's records in a finished match, and the player's median reply time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from games.history.models import Record
from games.rules import PlayedMove, Seat, Sentence


@dataclass(frozen=True)
class Candidate:
    """A candidate for a record: its kind, its value, the ply, and its text if it has one."""

    kind: Record.Kind
    value: int
    ply: int
    text: str = ""


def candidates(turns: Sequence[PlayedMove], seat: Seat, lead: int) -> Iterator[Candidate]:
    """Yield this seat's candidates for records; negative values are raised to 0.

    `lead` is the number of points by which the seat won, 0 or less if it did not win.
    """
    own = [(ply, turn) for ply, turn in enumerate(turns, 1) if turn.seat is seat]
    if own:
        ply, best = max(own, key=lambda pair: pair[1].points)
        sums = [(ply, calculation(turn.text)) for ply, turn in own]
        longest, text = max(sums, key=lambda pair: len(pair[1]))
        yield Candidate(Record.Kind.BEST_TURN, max(best.points, 0), ply)
        yield Candidate(Record.Kind.LONGEST_SUM, len(text), longest, text)
    yield Candidate(Record.Kind.BIGGEST_WIN, max(lead, 0), len(turns))


def calculation(words: Sentence) -> str:
    """Return the longest calculation in a turn's sentence, the same in every language; empty if it has none."""
    if words.template == "{plain}":
        return str(words)
    inner = [value for name, value in words.values if isinstance(value, Sentence)]
    return max(map(calculation, inner), key=len, default="")


def median_reply(
    turns: Sequence[PlayedMove], made_at: Sequence[datetime], started_at: datetime, seat: Seat
) -> int | None:
    """Return this seat's median time for a move in seconds; None if it made no move."""
    before = [started_at, *made_at]
    seconds = [
        (moment - since).total_seconds()
        for turn, since, moment in zip(turns, before, made_at, strict=False)
        if turn.seat is seat
    ]
    return round(max(median(seconds), 0)) if seconds else None
