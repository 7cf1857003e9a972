"""What the files hold: matches as in match files, under the names that their players chose, and puzzles."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

from django.db.models import F, Q

from accounts.models import User
from core.web import ROWS
from games.matches.files.exports import as_data
from games.matches.models import Deal, Match
from games.puzzles.models import Puzzle
from games.puzzles.services.selection import today, visible
from games.ratings.models import RatingChange

Row = dict[str, object]
# What leads from a match to its public page, or to its line in the log of commitments, both of which name the players
TRACES = ("match", "seal", "deal", "server", "mixed", "start")


class Names:
    """The names of players in one dump: their own where they chose so, else a pseudonym that only this dump has.

    A pseudonym is a keyed hash (HMAC) of the account under a key that is not kept. `chosen` are the names that were
    written by choice.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self.chosen: set[str] = set()

    def of(self, player: User) -> tuple[str, bool]:
        """Return the name of this player, and whether it is a pseudonym."""
        if player.is_computer or (player.is_bot and player.is_active):
            return player.file_name, False
        if player.is_deleted:
            return player.file_name, True
        if player.named_in_data and player.is_active:
            self.chosen.add(player.username)
            return player.file_name, False
        return f"player-{hmac.new(self._key, str(player.pk).encode(), hashlib.sha256).hexdigest()[:16]}", True


def are_chosen(names: list[str]) -> bool:
    """Return whether all of these players still want their names in the data."""
    for start in range(0, len(names), ROWS):
        part = names[start : start + ROWS]
        if User.objects.filter(username__in=part, named_in_data=True, is_active=True).count() < len(part):
            return False
    return True


def matches_of(begin: datetime, end: datetime, names: Names) -> Iterator[Row]:
    """Yield the matches that were rated in this time, in the order in which they counted, some with each query."""
    changes = RatingChange.objects.filter(
        at__gte=begin,
        at__lt=end,
        rating__player=F("match__first"),  # of the two changes of each match, one
        match__voided_at=None,
        match__finished_at__isnull=False,
        match__origin=None,
        match__twin=None,
    )
    last_at, last = begin, 0
    while True:
        after = Q(at__gt=last_at) | Q(at=last_at, pk__gt=last)
        batch = list(changes.filter(after).order_by("at", "pk")[:ROWS])
        if not batch:
            return
        last_at, last = batch[-1].at, batch[-1].pk
        keys = [change.match_id for change in batch]
        rows = Match.objects.filter(pk__in=keys).select_related("first", "second").prefetch_related("moves")
        matches = {match.pk: match for match in rows}
        deals = {deal.pk: deal for deal in Deal.objects.filter(version=Deal.MIXED, pk__in=keys)}
        for change in batch:
            match = matches[change.match_id]
            match.mixed_deal = deals.get(match.pk)  # a query each otherwise
            yield _match_row(match, change, names)


def _match_row(match: Match, change: RatingChange, names: Names) -> Row:
    row = as_data(match, None)
    (first, is_first_hidden), (second, is_second_hidden) = names.of(match.first), names.of(match.second)
    row |= {"first": first, "second": second}
    row["ratings"] = [round(change.rating_before), round(change.opponent_rating)]
    if is_first_hidden or is_second_hidden:
        for name in TRACES:
            row.pop(name, None)
        for name in ("started", "finished"):
            day = datetime.fromisoformat(str(row[name])).astimezone(UTC).replace(hour=0, minute=0, second=0)
            row[name] = day.isoformat(timespec="seconds")
    return row


def puzzles() -> Iterator[Row]:
    """Yield the puzzles that players are offered, but none whose day has not passed, some with each query."""
    chosen = visible().filter(state=Puzzle.State.OFFERED).exclude(daily__day__gte=today()).order_by("pk")
    last = ""
    while batch := list(chosen.filter(pk__gt=last)[:ROWS]):
        last = batch[-1].pk
        yield from map(_puzzle_row, batch)


def _puzzle_row(puzzle: Puzzle) -> Row:
    return {
        "puzzle": puzzle.pk,
        "game": puzzle.game_slug,
        "rules": str(puzzle.rules_version),
        "options": puzzle.option_data,
        "seed": bytes(puzzle.seed).hex(),
        "moves": puzzle.moves,
        "kind": puzzle.kind,
        "best": puzzle.best,
        "solutions": puzzle.solutions,
        "line": puzzle.line,
        "points": puzzle.best_points,
        "rating": round(puzzle.rating),
        "uncertainty": round(puzzle.deviation),
        "tried": puzzle.tried,
        "solved": puzzle.solved,
    }
