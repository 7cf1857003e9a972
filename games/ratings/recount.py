"""Recount of a rating pool from its matches in one pass. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.matches.models import Match
from games.ratings.formulas.shares import Past
from games.ratings.formulas.update import Counted, State, count_match
from games.ratings.models import NEXT


@dataclass(frozen=True)
class RatedMatch:
    """A match, the instant at which it counted, and its effect on each player, by primary key."""

    match: Match
    at: datetime
    counted: dict[int, Counted]


class Ledger:
    """The earlier matches of all players of a pool, kept while its matches are counted in their order."""

    def __init__(self, computers: Collection[int] = ()) -> None:
        self.pasts: defaultdict[int, Past] = defaultdict(Past)
        self.computers = computers

    def enter(self, match: Match, states: tuple[State, State], at: datetime) -> list[Counted]:
        """Count the next match; return both players' new states after it, and its effect on each."""
        first, second = self.pasts[match.first_id], self.pasts[match.second_id]
        effects = count_match(match, states, (first, second), self.computers, at)
        opponents = (match.second_id, match.first_id)
        for past, opponent, (_state, step) in zip((first, second), opponents, effects, strict=True):
            past.add(opponent, step.share)
        return effects


def recount(
    matches: Iterable[Match], counted_at: Mapping[str, datetime], computers: Collection[int] = ()
) -> list[RatedMatch]:
    """Return the effect of each match, in the order in which they counted.

    `counted_at` maps the ids of matches to the instants at which they counted. A match that has not counted yet counts
    when it ended; equal instants are moved apart, in the order of the ids. `computers` are the keys of their accounts.
    """
    states: dict[int, State] = {}
    rows: list[RatedMatch] = []
    ledger = Ledger(computers)
    latest: datetime | None = None
    for moment, match in sorted(_moments(matches, counted_at), key=lambda pair: (pair[0], pair[1].pk)):
        latest = at = max(moment, latest + NEXT) if latest else moment
        keys = (match.first_id, match.second_id)
        before = (states.get(keys[0], State()), states.get(keys[1], State()))
        row = RatedMatch(match, at, dict(zip(keys, ledger.enter(match, before, at), strict=True)))
        states |= {key: state for key, (state, _step) in row.counted.items()}
        rows.append(row)
    return rows


def _moments(matches: Iterable[Match], counted_at: Mapping[str, datetime]) -> list[tuple[datetime, Match]]:
    moments = ((counted_at.get(match.pk) or match.finished_at, match) for match in matches)
    return [(moment, match) for moment, match in moments if moment]
