"""What pages of a class list: the running matches of a pupil."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from accounts.names import computer_account, computer_name
from games.catalogue import bots, games
from games.matches.models import Match

MOST = 12  # matches in a list


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
