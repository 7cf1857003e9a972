"""What pages of a class list: the running matches of a pupil, and what pupils have played and missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Q

from accounts.models import User
from accounts.names import computer_account, computer_name
from games.catalogue import bots, games
from games.classes.arithmetic import Turn
from games.classes.models import Pupil, SchoolClass, WrongSum
from games.classes.services import pupils_of
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.rules import Seat

MOST = 12  # matches in a list


@dataclass(frozen=True)
class Fact:
    """A fact of arithmetic: how often a move with the most points had it, and how often a pupil played a lesser one."""

    name: str
    chances: int
    missed: int


@dataclass
class Figures:
    """What was played in some matches: points of turns, and the most that these turns offered."""

    played: int = 0
    won: int = 0
    turns: int = 0
    points: int = 0
    most: int = 0
    sums: int = 0  # right ones that were played
    chances: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def add_turn(self, turn: Turn) -> None:
        """Count a turn: its sum, and its points if points could be made."""
        self.sums += turn.points > 0
        if turn.most <= 0:
            return
        self.turns += 1
        self.points += turn.points
        self.most += turn.most
        if turn.best:
            self.chances[turn.best] += 1
            self.missed[turn.best] += not turn.is_best

    @property
    def share(self) -> int | None:
        """The points that were made of those that the best moves had, in per cent; None without turns."""
        return round(100 * self.points / self.most) if self.most else None

    @property
    def facts(self) -> list[Fact]:
        """The facts that were missed, the most often missed first."""
        missed = sorted(self.missed.items(), key=lambda one: (-one[1], self.chances[one[0]], one[0]))
        return [Fact(name, self.chances[name], times) for name, times in missed if times]


@dataclass
class Row(Figures):
    """A pupil in the table of the teacher, in all and by weeks, which begin on Mondays."""

    pupil: Pupil = field(default_factory=Pupil)
    running: int = 0
    wrong: Counter[str] = field(default_factory=Counter)  # false sums, by how often
    weeks: dict[date, Figures] = field(default_factory=dict)
    matches: list[MatchEntry] = field(default_factory=list)  # the latest first

    @property
    def wrong_sums(self) -> list[tuple[str, int]]:
        """The false sums that the pupil wanted to play, and how often, the most frequent first."""
        return self.wrong.most_common()

    @property
    def latest(self) -> Match | None:
        """The match in which the latest move was made."""
        return self.matches[0].match if self.matches else None


def table_of(school_class: SchoolClass) -> list[Row]:
    """Return the table of a class, in the order of its list."""
    return _rows(pupils_of(school_class))


def row_of(pupil: Pupil) -> Row:
    """Return what one pupil has played."""
    return _rows([pupil])[0]


def weeks_of(rows: Iterable[Row]) -> list[date]:
    """Return the weeks in which these pupils have played."""
    return sorted({week for row in rows for week in row.weeks})


def _rows(pupils: Iterable[Pupil]) -> list[Row]:
    rows = {one.user_id: Row(pupil=one) for one in pupils}
    theirs = Match.objects.filter(Q(first__in=rows) | Q(second__in=rows), game_slug__in=games(), voided_at=None)
    theirs = theirs.select_related("first", "second", "facts").defer("seed", "option_data")
    for match in theirs.order_by("-moved_at", "-pk"):
        for seat in Seat:
            if row := rows.get(match.player_id(seat)):
                _add(row, match, seat)
    wrong = WrongSum.objects.filter(pupil__user__in=rows).order_by("-pk")
    for user_id, equation in wrong.values_list("pupil__user_id", "equation"):
        rows[user_id].wrong[equation] += 1
    return list(rows.values())


def _add(row: Row, match: Match, seat: Seat) -> None:
    row.matches.append(MatchEntry(match, row.pupil.user))
    if match.finished_at is None:
        row.running += 1
        return
    if match.ended is Match.Ending.ABORTED:
        return
    day = match.finished_at.date()
    week = row.weeks.setdefault(day - timedelta(days=day.weekday()), Figures())
    turns = [Turn(*turn) for turn in match.facts.turns] if hasattr(match, "facts") else []
    for figures in (row, week):
        figures.played += 1
        figures.won += match.winner == seat
        for turn in turns:
            if turn.seat == seat:
                figures.add_turn(turn)


def computers_of(slug: str) -> list[tuple[int, str]]:
    """Return the levels of the computers that play a game, with their names, the weakest first."""
    return [(level, computer_name(computer_account(level))) for level in sorted(bots().get(slug, ()))]


def running_of(pupil: User) -> list[MatchEntry]:
    """Return the running matches of a pupil, own turns first."""
    theirs = Match.objects.filter(Q(first=pupil) | Q(second=pupil), finished_at=None, game_slug__in=games())
    latest = theirs.select_related("first", "second").defer("seed").order_by("-moved_at")[:MOST]
    return sorted((MatchEntry(match, pupil) for match in latest), key=lambda entry: not entry.my_turn)
