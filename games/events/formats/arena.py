"""The arena: who waits is paired again and again, until the time is over. Only players with an open page are paired."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.online import presence
from games.events.course import begin, call, finish, judge, open_round, start, walk_over
from games.events.field import Field
from games.events.formats import Format
from games.events.models import Entry, Event, Pairing
from games.events.pairing import arena
from games.events.pairing.values import BYE
from games.matches.models import Match
from games.matches.time.terms import played_live

BETWEEN = timedelta(seconds=5)  # two waves, so that several players wait for each
IDLE = timedelta(seconds=15)  # until the next look for players who have come back, while none waits
ARRIVE = timedelta(minutes=1)  # for both players of a match, whose pages are open
GRACE = timedelta(minutes=5)  # for which an arena waits while too few players are there
PLAY_ON = timedelta(minutes=15)  # for matches that are open at the end, before they are adjudicated
MOST_WAITED = 10  # waves that count


def table_of(field: Field) -> Sequence[arena.Row]:
    """Return the table as it stands: of those who have played or are in."""
    ended: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
    for pairing in field.pairings:
        if pairing.decided_at and pairing.second_id and pairing.result != Pairing.Result.CANCELLED:
            first, second = pairing.points
            for entry, other, points in (
                (pairing.first_id, pairing.second_id, first),
                (pairing.second_id, pairing.first_id, second),
            ):
                has_come = points or pairing.cause != Pairing.Cause.ABSENCE
                ended[entry].append((pairing.decided_at, BYE if other in field.cleared and has_come else points))
    players = [entry.pk for entry in field.entries.values() if entry.pk not in field.removed]
    return arena.table({player: [points for _moment, points in sorted(ended[player])] for player in players})


class Arena(Format):
    """An arena of a fixed length."""

    kind = Event.Kind.ARENA

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Begin the arena, pair who waits, or end it."""
        if event.state == Event.State.OPEN:
            if now < event.starts_at:
                return call(event, now)
            present = connected(event, now)
            if len(present) < max(event.least, 2) and now < event.starts_at + GRACE:
                return now + BETWEEN
            if not begin(event, now, present):
                return None
        ends_at = event.ends_at or event.starts_at
        if now < ends_at:
            latest = event.played_rounds.order_by("number").last()
            if latest and now < latest.begins_at + BETWEEN:
                return min(latest.begins_at + BETWEEN, ends_at)
        field = Field.read(event)
        for pairing in field.open_pairings:
            if cheats := [entry for entry in pairing.entries if entry.pk in field.removed]:
                walk_over(event, pairing, cheats)
        if now < ends_at:
            return min(now + (BETWEEN if self._pair(field, now) else IDLE), ends_at)
        if field.open_pairings and now < ends_at + PLAY_ON:
            return ends_at + PLAY_ON
        for pairing in field.open_pairings:
            judge(event, pairing)
        finish(field, {row.player: row.place for row in table_of(field) if row.score.counted}, now)
        return None

    def _pair(self, field: Field, now: datetime) -> bool:
        """Pair those who wait; return whether there are any."""
        busy = {entry.pk for pairing in field.open_pairings for entry in pairing.entries}
        free = [entry for entry in connected(field.event, now) if entry.pk not in busy]
        elsewhere = playing_live([entry.player_id for entry in free]) if free else set()
        free = [entry for entry in free if entry.player_id not in elsewhere]
        number = field.latest.number + 1 if field.latest else 1
        waiting = waiting_of(field, free, number)
        pairs = arena.wave(waiting, len(busy), bytes(field.event.seed), number)
        if pairs:
            basis = {"waiting": [astuple(one) for one in waiting], "playing": len(busy)}
            round_ = open_round(field.event, number, now, basis)
            start(field, round_, list(enumerate(pairs, 1)), gathering=ARRIVE)
        return bool(free)


def connected(event: Event, now: datetime) -> list[Entry]:
    """Return the entries that are in and whose players have a page open."""
    entries = event.entries.filter(presence.connected("player__", now), state=Entry.State.IN)
    return list(entries.select_related("player").order_by("pk"))


def playing_live(players: Collection[int]) -> set[int]:
    """Return those of these players who are in a live match, of this event or not."""
    theirs = Match.objects.filter(played_live(), Q(first__in=players) | Q(second__in=players), finished_at=None)
    return {player for pair in theirs.values_list("first", "second") for player in pair}


def waiting_of(field: Field, free: Collection[Entry], number: int) -> list[arena.Waiting]:
    """Return these entries as they are paired by: rank, opponents, waves without a match, and balance of seats."""
    ranks: Mapping[int, int] = {row.player: rank for rank, row in enumerate(table_of(field), 1)}
    waiting = []
    for entry in free:
        pairings = field.by_entry.get(entry.pk, ())
        opponents = [one.second_id if one.first_id == entry.pk else one.first_id for one in reversed(pairings)]
        last = pairings[-1].round.number if pairings else entry.first_round - 1
        seats = sum(1 if one.first_id == entry.pk else -1 for one in pairings)
        waited = min(max(number - 1 - last, 0), MOST_WAITED)
        recent = tuple(one for one in opponents[: arena.RECENT] if one)
        waiting.append(arena.Waiting(entry.pk, round(entry.rating), ranks[entry.pk], recent, waited, seats))
    return waiting
