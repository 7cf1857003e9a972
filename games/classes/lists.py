"""What pages of a class list: the running matches of a pupil."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from accounts.names import computer_account, computer_name
from games.catalogue import bots, games
from games.classes.models import Pupil, SchoolClass
from games.classes.services import pupils_of
from games.matches.models import Match
from games.rules import Seat

MOST = 12  # matches in a list


@dataclass
class Row:
    """A pupil in the table of the teacher."""

    pupil: Pupil
    running: int = 0
    played: int = 0
    won: int = 0
    latest: Match | None = None


def table_of(school_class: SchoolClass) -> list[Row]:
    """Return the table of a class, in the order of its list: what each pupil has played and won."""
    rows = {one.user_id: Row(one) for one in pupils_of(school_class)}
    theirs = Match.objects.filter(Q(first__in=rows) | Q(second__in=rows), game_slug__in=games(), voided_at=None)
    for match in theirs.defer("seed", "option_data").order_by("moved_at"):
        for seat in Seat:
            row = rows.get(match.player_id(seat))
            if row is None:
                continue
            row.latest = match
            if match.finished_at is None:
                row.running += 1
            elif match.ended is not Match.Ending.ABORTED:
                row.played += 1
                row.won += match.winner == seat
    return list(rows.values())


@dataclass(frozen=True)
class Entry:
    """A running match in the list of a pupil."""

    match: Match
    opponent: User
    my_turn: bool


def computers_of(slug: str) -> list[tuple[int, str]]:
    """Return the levels of the computers that play a game, with their names, the weakest first."""
    return [(level, computer_name(computer_account(level))) for level in sorted(bots().get(slug, ()))]


def running_of(pupil: User) -> list[Entry]:
    """Return the running matches of a pupil, own turns first."""
    theirs = Match.objects.filter(Q(first=pupil) | Q(second=pupil), finished_at=None, game_slug__in=games())
    entries: list[Entry] = []
    for match in theirs.select_related("first", "second").defer("seed").order_by("-moved_at")[:MOST]:
        if seat := match.seat_of(pupil):
            entries.append(Entry(match, match.player(seat.other), match.to_move == seat))
    return sorted(entries, key=lambda entry: not entry.my_turn)
