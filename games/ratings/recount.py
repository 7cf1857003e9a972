"""Recount of a rating pool from its matches in one pass. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.matches.models import Match
from games.ratings.models import NEXT
from games.ratings.shares import Past, Share, shares_of
from games.ratings.update import Counted, State, count


@dataclass(frozen=True)
class Row:
    """A match, the instant at which it counted, and its effect on each player, by primary key."""

    match: Match
    at: datetime
    counted: dict[int, Counted]


class Ledger:
    """What came before in the pool, for all players, while its matches are gone through in their order."""

    def __init__(self, computers: Collection[int] = ()) -> None:
        self.pasts: defaultdict[int, Past] = defaultdict(Past)
        self.computers = computers

    def enter(self, match: Match) -> tuple[Share, Share]:
        """Count the next match; return both players' shares of it."""
        first, second = self.pasts[match.first_id], self.pasts[match.second_id]
        shares = shares_of(match, (first, second), self.computers)
        first.add(match.second_id, shares[0])
        second.add(match.first_id, shares[1])
        return shares


def recount(matches: Iterable[Match], counted_at: Mapping[str, datetime], computers: Collection[int] = ()) -> list[Row]:
    """Return the effect of each match, in the order in which they counted.

    `counted_at` maps the ids of matches to the instants at which they counted. A match that has not counted yet counts
    when it ended; equal instants are moved apart, in the order of the ids. `computers` are the keys of their accounts.
    """
    states: dict[int, State] = {}
    rows: list[Row] = []
    ledger = Ledger(computers)
    latest: datetime | None = None
    for moment, match in sorted(_moments(matches, counted_at), key=lambda pair: (pair[0], pair[1].pk)):
        latest = at = max(moment, latest + NEXT) if latest else moment
        keys = (match.first_id, match.second_id)
        before = (states.get(keys[0], State()), states.get(keys[1], State()))
        points = (match.first_points, match.second_points)
        shares = ledger.enter(match)
        after = count(before, points, match.winner, at, scored=match.scores, shares=shares)
        row = Row(match, at, dict(zip(keys, after, strict=True)))
        states |= {key: state for key, (state, _step) in row.counted.items()}
        rows.append(row)
    return rows


def _moments(matches: Iterable[Match], counted_at: Mapping[str, datetime]) -> list[tuple[datetime, Match]]:
    moments = ((counted_at.get(match.pk) or match.finished_at, match) for match in matches)
    return [(moment, match) for moment, match in moments if moment]
