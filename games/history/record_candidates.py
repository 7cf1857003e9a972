"""What a finished match shows about one player: the best turn, the longest sum, the win, and the time to reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from games.history.models import Record
from games.rules import PlayedMove, Seat, Sentence


@dataclass(frozen=True)
class Finding:
    """A candidate for a record: its kind, how much it is, its words if it has any, and the turn."""

    kind: Record.Kind
    value: int
    ply: int
    text: str = ""


def findings(turns: Sequence[PlayedMove], seat: Seat, lead: int) -> Iterator[Finding]:
    """The candidates of this seat; `lead` is by how many points it won, 0 or less if it did not. None is below 1."""
    own = [(ply, turn) for ply, turn in enumerate(turns, 1) if turn.seat is seat]
    if own:
        ply, best = max(own, key=lambda one: one[1].points)
        sums = [(ply, calculation(turn.text)) for ply, turn in own]
        longest, text = max(sums, key=lambda one: len(one[1]))
        yield Finding(Record.Kind.BEST_TURN, max(best.points, 0), ply)
        yield Finding(Record.Kind.LONGEST_SUM, len(text), longest, text)
    yield Finding(Record.Kind.BIGGEST_WIN, max(lead, 0), len(turns))


def calculation(words: Sentence) -> str:
    """The longest calculation of a turn: words that are the same in every language; empty where it made none."""
    if words.template == "{plain}":
        return str(words)
    inner = [value for name, value in words.values if isinstance(value, Sentence)]
    return max(map(calculation, inner), key=len, default="")


def usual_reply(
    turns: Sequence[PlayedMove], made_at: Sequence[datetime], started_at: datetime, seat: Seat
) -> int | None:
    """The median of the seconds that this seat took for its moves; None if it made none."""
    before = [started_at, *made_at]
    taken = [
        (made - since).total_seconds()
        for turn, since, made in zip(turns, before, made_at, strict=False)
        if turn.seat is seat
    ]
    return round(max(median(taken), 0)) if taken else None
