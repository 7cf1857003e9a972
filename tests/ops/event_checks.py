"""What has to be true of events whatever has happened to the site; script/chaos runs this in the site's shell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from django.db import transaction

from games.events.errors import NoSuchEvent
from games.events.field import Field
from games.events.formats import arena, swiss
from games.events.formats.knockout import Knockout
from games.events.models import Entry, Event
from games.events.services import locked, result_of
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.ratings.models import RatingChange

Problem = tuple[str, str]  # a column of the table of script/chaos, and a sentence
LATE = "late"  # the column of what a job may still do


def problems_of(keys: Collection[str], entered: Mapping[str, str], losers: Mapping[str, str]) -> list[Problem]:
    """Return what is wrong with these events.

    The two mappings are what was acknowledged: the event of each player who has entered, and who gave up which match.
    """
    found: list[Problem] = []
    for key in keys:
        try:
            with transaction.atomic():
                event = locked(key)  # so that no round begins meanwhile
                players = {name for name, entered_event in entered.items() if entered_event == key}
                found += [
                    (problem, f"{event.kind} {key}: {words}") for problem, words in _problems(event, players, losers)
                ]
        except NoSuchEvent:
            found.append(("lost", f"event {key}"))
    return found


def _problems(event: Event, players: Collection[str], losers: Mapping[str, str]) -> Iterator[Problem]:
    field = Field.read(event)
    matches = {one.pk: one for one in Match.objects.select_related("first", "second").filter(event_key=event.pk)}
    present = {entry.player.username for entry in field.entries.values() if entry.state == Entry.State.IN}
    yield from (("lost", f"{name} does not take part") for name in sorted(set(players) - present))
    yield from _doubled(field, matches)
    yield from _wrong(field, matches, losers)
    if event.state == Event.State.OVER:
        yield from _unlike(field)


def stuck_ones(keys: Collection[str]) -> list[str]:
    """Return which of these events have not come to their ends, and what they wait for; with what is late."""
    waiting = [words for column, words in problems_of(keys, {}, {}) if column == LATE]
    for event in Event.objects.filter(pk__in=keys).exclude(state=Event.State.OVER):
        field = Field.read(event)
        lines = [f"{event.kind} {event.pk} is {event.state}, {len(field.rounds)} rounds"]
        for pairing in field.open_pairings:
            match = pairing.match
            state = f"{match.pk} ply {match.ply} {match.ending or 'open'}" if match else "no match"
            lines.append(f"round {pairing.round.number} pairing {pairing.number}: {state}")
        waiting.append("; ".join(lines))
    return waiting


def _doubled(field: Field, matches: Mapping[str, Match]) -> Iterator[Problem]:
    """Yield rounds, pairings, matches and rating changes that are there twice, or without what they belong to."""
    numbers = [round_.number for round_ in field.rounds]
    if numbers != list(range(1, len(numbers) + 1)):
        yield "doubled", f"the rounds are {numbers}"
    met = Counter[frozenset[int]]()
    for round_ in field.rounds:
        players = [entry.pk for pairing in field.in_round(round_) for entry in pairing.entries]
        met.update(frozenset(entry.pk for entry in pairing.entries) for pairing in field.in_round(round_))
        if len(players) != len(set(players)):
            yield "doubled", f"a player is paired twice in round {round_.number}"
    if field.event.kind != Event.Kind.ARENA:
        yield from (("doubled", f"{sorted(pair)} met {count} times") for pair, count in met.items() if count > 1)
    paired = {pairing.match_id for pairing in field.pairings if pairing.match_id}
    yield from (("doubled", f"match {key} belongs to no pairing") for key in matches.keys() - paired)
    changes = Counter(RatingChange.objects.filter(match__in=matches).values_list("match", flat=True))
    for key, match in matches.items():
        changed = 2 if match.rated and match.finished_at and match.ended.has_result else 0
        if changes[key] != changed:
            yield "doubled" if changes[key] > changed else LATE, f"match {key} has {changes[key]} rating changes"


def _wrong(field: Field, matches: Mapping[str, Match], losers: Mapping[str, str]) -> Iterator[Problem]:
    """Yield results that differ from those of the matches, or from what players know."""
    for pairing in field.pairings:
        match = matches.get(pairing.match_id or "")
        if match is None:
            continue
        if pairing.is_decided and not match.finished_at:
            yield "lost", f"match {match.pk} is open, and its pairing is decided"
        elif pairing.is_decided and pairing.result != result_of(match):
            yield "lost", f"match {match.pk} is {result_of(match)}, its pairing {pairing.result} {pairing.cause}"
        loser = match.forfeited_by
        if match.pk in losers and (
            match.ended is not Ending.RESIGNED or loser is None or match.player(loser).username != losers[match.pk]
        ):
            yield "lost", f"match {match.pk} was given up by {losers[match.pk]}, and has ended by {match.ending!r}"


def _unlike(field: Field) -> Iterator[Problem]:
    """Yield what the table of an event that is over has that does not follow from its matches."""
    for pairing in field.open_pairings:
        yield "stuck", f"pairing {pairing.pk} has no result"
    points = defaultdict[int, int](int)
    for pairing in field.pairings:
        for entry, gained in zip(pairing.entries, pairing.points, strict=False):
            points[entry.pk] += gained
    places = {entry.pk: entry.place for entry in field.entries.values()}
    if field.event.kind == Event.Kind.KNOCKOUT:
        expected = Knockout().places(field)
        if list(places.values()).count(1) != 1:
            yield "lost", f"the winners are {places}"
    elif field.event.kind == Event.Kind.ARENA:
        expected = {row.player: row.place for row in arena.table_of(field)}
    elif field.event.kind == Event.Kind.SWISS:
        rows = swiss.table_of(field)
        expected = {row.player: row.place for row in rows}
        if {row.player: row.points for row in rows} != dict(points):
            yield "lost", f"the points are {dict(points)}, the table {rows}"
    else:
        expected = places
        for one, other in combinations(field.entries.values(), 2):
            if (points[one.pk] - points[other.pk]) * ((one.place or 0) - (other.place or 0)) > 0:
                yield "lost", f"{one} and {other} have the wrong places"
        count = len(field.entries)
        if len(field.pairings) != count * (count - 1) // 2:
            yield "doubled", f"{count} players have {len(field.pairings)} matches"
    if places != {**dict.fromkeys(places), **expected}:
        yield "lost", f"the places are {places}, not {expected}"
