"""Recount of a rating pool from its matches in one pass. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.matches.models import Match
from games.ratings.models import NEXT
from games.ratings.update import Counted, State, count


@dataclass(frozen=True)
class Row:
    """A match, the instant at which it counted, and its effect on each player, by primary key."""

    match: Match
    at: datetime
    counted: dict[int, Counted]


def recount(matches: Iterable[Match], counted_at: Mapping[str, datetime]) -> list[Row]:
    """Return the effect of each match, in the order in which they counted.

    `counted_at` maps the ids of matches to the instants at which they counted. A match that has not counted yet counts
    when it ended; equal instants are moved apart, in the order of the ids.
    """
    states: dict[int, State] = {}
    rows: list[Row] = []
    latest: datetime | None = None
    for moment, match in sorted(_moments(matches, counted_at), key=lambda pair: (pair[0], pair[1].pk)):
        latest = at = max(moment, latest + NEXT) if latest else moment
        keys = (match.first_id, match.second_id)
        before = (states.get(keys[0], State()), states.get(keys[1], State()))
        points = (match.first_points, match.second_points)
        after = count(before, points, match.winner, at, scored=match.scores)
        row = Row(match, at, dict(zip(keys, after, strict=True)))
        states |= {key: state for key, (state, _step) in row.counted.items()}
        rows.append(row)
    return rows


def _moments(matches: Iterable[Match], counted_at: Mapping[str, datetime]) -> list[tuple[datetime, Match]]:
    moments = ((counted_at.get(match.pk) or match.finished_at, match) for match in matches)
    return [(moment, match) for moment, match in moments if moment]
