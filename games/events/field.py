"""An event as it stands, read once: its entries and pairings, and its results as values of `games.events.pairing`.

And for which side of a team match a player enters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from accounts.models import User
from core.prepared import PreparedRows
from games.clubs.models import Club
from games.clubs.services import are_members
from games.events.errors import BegunAlready, ByTeamLink, NoSuchEvent
from games.events.models import Entry, Event, Pairing, Round, Team
from games.events.pairing import round_robin
from games.events.pairing.removal import corrected
from games.events.pairing.values import Entrant, Pair, Result
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.mirrors import boards_of
from games.rules import Seat

LOST_BY_TIME = (Ending.TIME, Ending.ABORTED)


@dataclass(frozen=True)
class Field:
    """The entries of an event by key, its rounds, and its pairings in the order of rounds; matches are not read."""

    event: Event
    entries: Mapping[int, Entry]
    rounds: Sequence[Round]
    pairings: Sequence[Pairing]

    @classmethod
    def read(cls, event: Event) -> Field:
        """Read it with three queries."""
        entries = {entry.pk: entry for entry in _entries(event.pk)}
        rounds = _rounds(event.pk)
        by_key = {one.pk: one for one in rounds}
        for entry in entries.values():
            entry.event = event
        for round_ in rounds:
            round_.event = event
        pairings = _pairings(event.pk)
        for pairing in pairings:
            pairing.round = by_key[pairing.round_id]
            pairing.first = entries[pairing.first_id]
            pairing.second = entries[pairing.second_id] if pairing.second_id else None
        return cls(event, entries, rounds, pairings)

    @property
    def latest(self) -> Round | None:
        """The last round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def present(self) -> list[Entry]:
        """The entries that the next round pairs."""
        return [entry for entry in self.entries.values() if takes_part(entry)]

    @property
    def open_pairings(self) -> list[Pairing]:
        """The pairings without a result."""
        return [pairing for pairing in self.pairings if not pairing.is_decided]

    @cached_property
    def removed(self) -> frozenset[int]:
        """The keys of the entries that staff have removed."""
        return frozenset(entry.pk for entry in self.entries.values() if entry.state == Entry.State.REMOVED)

    @cached_property
    def cleared(self) -> frozenset[int]:
        """The keys of those who were removed while the event ran, whose results are corrected."""
        return frozenset(key for key in self.removed if not self.entries[key].removed_later)

    @cached_property
    def played(self) -> list[Result]:
        """The results as they came out."""
        return [result for result in map(result_of, self.pairings) if result]

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The results as they count, corrected where an entry was removed."""
        return corrected(self.played, self.cleared)

    @cached_property
    def by_entry(self) -> Mapping[int, Sequence[Pairing]]:
        """The pairings of each entry."""
        pairings = defaultdict[int, list[Pairing]](list)
        for pairing in self.pairings:
            pairings[pairing.first_id].append(pairing)
            if pairing.second_id:
                pairings[pairing.second_id].append(pairing)
        return pairings

    @cached_property
    def missed(self) -> Counter[int]:
        """How many matches each entry has missed."""
        return Counter(player for result in self.played for player in result.absent)

    def in_round(self, round_: Round) -> list[Pairing]:
        """Return the pairings of a round."""
        return [pairing for pairing in self.pairings if pairing.round_id == round_.pk]


_entries = PreparedRows(lambda event: Entry.objects.filter(event=event).select_related("player", "club", "team"), str)
_rounds = PreparedRows(lambda event: Round.objects.filter(event=event).order_by("number"), str)
_pairings = PreparedRows(
    lambda event: Pairing.objects.filter(round__event=event).order_by("round__number", "number"), str
)


def takes_part(entry: Entry) -> bool:
    """Return whether the entry is paired, and its player's account open."""
    return entry.is_paired and entry.player.is_active


def entrants(entries: Collection[Entry]) -> list[Entrant]:
    """Return the entries as values."""
    return [Entrant(entry.pk, round(entry.rating)) for entry in entries]


def pair_of(pairing: Pairing) -> Pair:
    """Return the pairing as a value."""
    return Pair(pairing.first_id, pairing.second_id)


def result_of(pairing: Pairing) -> Result | None:
    """Return the result of a pairing; None where it is open, or counts for neither."""
    if not pairing.is_decided or pairing.result == Pairing.Result.CANCELLED:
        return None
    first, second = pairing.points
    absent: tuple[int, ...] = ()
    if pairing.cause == Pairing.Cause.ABSENCE and pairing.second_id:
        absent = tuple(
            entry for entry, points in ((pairing.first_id, first), (pairing.second_id, second)) if not points
        )
    return Result(pairing.first_id, pairing.second_id, first, second, pairing.round.number, absent)


def in_round_robin(result: Result) -> Result:
    """Return a result as it counts in a round robin, where a match that was missed gives two points in all as well."""
    if not result.absent:
        return result
    return round_robin.missed(Pair(result.first, result.second), result.absent, result.number)


def seat_in(pairing: Pairing, entry: int) -> Seat:
    """Return the seat of an entry in the match of its pairing."""
    return Seat.FIRST if pairing.first_id == entry else Seat.SECOND


def absent_seats(match: Match) -> list[Seat]:
    """Return the seats that have lost a finished match without having come: live to the match, else to the first move.

    Both of them if neither came; none where the rules are not installed. Of a mirror match those of its first board
    that have lost it, or one board each, and have moved on neither.
    """
    if match.twin_id:
        first, second = boards_of(match)
        missed = {*_missed(first), *(seat.other for seat in _missed(second))}
        return [seat for seat in missed if not (_has_moved(first, seat) or _has_moved(second, seat.other))]
    return _missed(match)


def _missed(match: Match) -> list[Seat]:
    if match.voided_at:
        return []
    if match.is_live and match.clock_since is None:
        return [seat for seat in Seat if match.clock.away_since.of(seat)] if match.ended in LOST_BY_TIME else []
    loser = match.forfeited_by
    if match.ended is not Ending.TIME or loser is None or _has_moved(match, loser):
        return []
    return [loser]


def _has_moved(match: Match, seat: Seat) -> bool:
    try:
        return positions.have_moved(positions.replay(match).turns).of(seat)
    except RulesGone:
        return True


def unplayed_by(match: Match, pairing: Pairing) -> list[Seat]:
    """Return the seat that has not played a match of a league to its end: out of time, or withdrawn from the league."""
    loser = None if match.voided_at else match.forfeited_by
    if loser is None:
        return []
    entry = pairing.first if loser is Seat.FIRST else pairing.second
    has_left = entry is not None and entry.state != Entry.State.IN and entry.state != Entry.State.AWAY
    return [loser] if match.ended is Ending.TIME or has_left else []


def team_by_link(link: str) -> Team:
    """Return the team of a link; raises NoSuchEvent."""
    team = Team.objects.filter(link_key=link).first()
    if team is None:
        raise NoSuchEvent
    return team


def team_for(event: Event, entry: Entry | None, link: str) -> Team | None:
    """Return the team of the link, or that of the entry; None where the event has none. Raises Refused."""
    if not event.is_by_link:
        return None
    team = event.teams.filter(link_key=link).first() if link else entry.team if entry else None
    if team is None:
        raise ByTeamLink
    if entry and entry.team != team and event.state == Event.State.RUNNING:
        raise BegunAlready
    return team


def own_club(event: Event, player: User) -> Club | None:
    """Return the club of an event of which a player is a member; of both of a team match the one that invited."""
    return next((club for club in event.clubs if are_members(club.pk, player)), None)
