"""The season of a league: divisions of like strength, in each a full round robin that is dealt on the first day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.catalogue import bots
from games.computers.services import find_computer
from games.events.course import close, close_round, open_round, walk_over
from games.events.divisions import Group, groups_of, plays
from games.events.field import Field, entrants
from games.events.formats import Format
from games.events.models import Division, Entry, Event, Pairing
from games.events.notices import tell_begun, tell_over
from games.events.pairing import divisions, round_robin, standings
from games.events.services import begin_pairings, changed, decide, rate, result_of
from games.matches.play.adjudication import adjudicate

WEEK = timedelta(days=7)  # for which a season waits while there are too few players
MINUTE = timedelta(minutes=1)  # until the end of the season before is looked for again
AT_ONCE = 60  # matches that begin or are adjudicated in one transaction
DAY = timedelta(days=1)  # after which it is seen whether accounts were closed


class League(Format):
    """One season of a league."""

    kind = Event.Kind.LEAGUE

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Begin the season and its matches, strike out who is gone, adjudicate what is open at its end, or end it."""
        if event.state == Event.State.OPEN:
            if now < event.starts_at:
                return event.starts_at
            if Event.objects.filter(series=event.series, number__lt=event.number, state=Event.State.RUNNING).exists():
                return now + MINUTE
            carry_over(event)
            field = Field.read(event)
            present = [entry for entry in field.entries.values() if plays(entry)]
            if len(present) < max(event.least, 2):
                return _postpone(event, now)
            _deal(field, present, now)
            return now
        field = Field.read(event)
        if waiting := [one for one in field.open_pairings if one.match_id is None][:AT_ONCE]:
            begin_pairings(event, waiting)
            changed(event)
            return now
        return self._go_on(field, now)

    def _go_on(self, field: Field, now: datetime) -> datetime | None:
        event = field.event
        groups = groups_of(field)
        _strike_out(groups)
        is_over = event.ends_at is not None and event.ends_at <= now
        due = [one for one in field.open_pairings if is_over or not all(map(plays, one.entries))]
        for pairing in due[:AT_ONCE]:
            if absent := [entry for entry in pairing.entries if not plays(entry)]:
                walk_over(event, pairing, absent)
            else:
                _adjudicate(pairing)
        if due:
            changed(event)
            return now  # what this has decided may strike out others
        if field.open_pairings:
            return min(event.ends_at or now + DAY, now + DAY)
        for round_ in field.rounds:
            close_round(round_, now)
        _end(groups, event, now)
        return None


def former_season(event: Event) -> Event | None:
    """Return the season before this one."""
    before = Event.objects.filter(series=event.series, number__lt=event.number, series__isnull=False)
    return before.exclude(state=Event.State.CALLED_OFF).order_by("-number").first()


def carry_over(event: Event) -> None:
    """Enter all who played the season before and stay."""
    former = former_season(event)
    if former is None:
        return
    staying = former.entries.filter(stays=True, state=Entry.State.IN, player__is_computer=False, player__is_active=True)
    entered = set(event.entries.values_list("player", flat=True))
    new = [Entry(event=event, player_id=one.player_id) for one in staying if one.player_id not in entered]
    Entry.objects.bulk_create(new)


def _postpone(event: Event, now: datetime) -> datetime:
    """Have a season with too few players begin some weeks later; return when."""
    while event.starts_at <= now:
        event.starts_at += WEEK
    Event.objects.filter(pk=event.pk).update(starts_at=event.starts_at)
    changed(event)
    return event.starts_at


def _deal(field: Field, present: Sequence[Entry], now: datetime) -> None:
    """Divide the players, fill the last division with computers, and store all pairings; the matches begin later."""
    event = field.event
    rate(event, present)
    formers = formers_of(event, present)
    returning = {former.player for former in formers}
    newcomers = [entrant for entrant in entrants(present) if entrant.player not in returning]
    by_key = {entry.pk: entry for entry in present}
    pairings: dict[int, list[Pairing]] = {}
    basis: dict[str, list[int]] = {}
    for part in divisions.divide(formers, newcomers, bytes(event.seed)):
        division = Division.objects.create(event=event, number=part.number)
        players = [by_key[key] for key in part.players]
        for entry in players:
            entry.division = division
        players += _computers_for(event, division, players, part.computers)
        by_key |= {entry.pk: entry for entry in players}
        basis[str(part.number)] = sorted(entry.pk for entry in players)
        for number, pairs in enumerate(round_robin.pairs(basis[str(part.number)], bytes(event.seed)), 1):
            for pair in pairs:
                second = pair.second and by_key[pair.second]
                # Computers do not play each other.
                if second and not (by_key[pair.first].player.is_computer and second.player.is_computer):
                    of_round = pairings.setdefault(number, [])
                    first = by_key[pair.first]
                    of_round.append(Pairing(number=len(of_round) + 1, division=division, first=first, second=second))
    Entry.objects.bulk_update(present, ["division", "rating"], batch_size=250)
    for number, of_round in sorted(pairings.items()):
        round_ = open_round(event, number, now, {"divisions": basis} if number == 1 else {})
        for pairing in of_round:
            pairing.round = round_
        Pairing.objects.bulk_create(of_round)
    # The season lasts as long as planned, however late it begins.
    event.state, event.rounds, event.starts_at = Event.State.RUNNING, len(pairings), max(event.starts_at, now - DAY)
    event.save(update_fields=["state", "rounds", "starts_at"])
    changed(event)
    for entry in present:
        tell_begun(entry)


def _computers_for(event: Event, division: Division, players: Sequence[Entry], count: int) -> list[Entry]:
    """Return entries of the computers whose ratings are nearest to those of the players."""
    if not count:
        return []
    mean = sum(entry.rating for entry in players) / len(players)
    levels = sorted(bots().get(event.game_slug, ()))
    computers = [Entry(event=event, player=find_computer(level), division=division, stays=False) for level in levels]
    rate(event, computers)
    computers.sort(key=lambda entry: (abs(entry.rating - mean), entry.player_id))
    filling = computers[:count]
    for entry in filling:
        entry.save(force_insert=True)
    return filling


def formers_of(event: Event, present: Sequence[Entry]) -> list[divisions.Former]:
    """Return what those of these players who have played before have reached in their last season."""
    by_player = {entry.player_id: entry for entry in present}
    seasons = Event.objects.filter(series=event.series, number__lt=event.number, state=Event.State.OVER)
    last = Entry.objects.filter(event__in=seasons, player__in=by_player, division__isnull=False)
    former_by_player: dict[int, Entry] = {}
    for entry in last.select_related("event", "division").order_by("event__number"):
        former_by_player[entry.player_id] = entry
    formers = []
    played = list(seasons.order_by("number").values_list("number", flat=True))
    for player, entry in former_by_player.items():
        if entry.division is None:
            continue
        rank = entry.place or divisions.MOST
        missed = sum(number > entry.event.number for number in played)
        movement = divisions.Movement(-entry.movement)
        formers.append(divisions.Former(by_player[player].pk, entry.division.number, rank, movement, missed))
    return formers


def _strike_out(groups: Sequence[Group]) -> None:
    """Strike out who has missed more than half of the matches, and remove whose account staff have closed."""
    for group in groups:
        for entry in group.entries:
            before = entry.state
            if not entry.player.is_active and before in (Entry.State.IN, Entry.State.AWAY):
                entry.state = Entry.State.WITHDRAWN if entry.player.deleted_at else Entry.State.REMOVED
            if entry.pk in group.kept.struck and entry.state != Entry.State.REMOVED:
                entry.state = Entry.State.STRUCK
            if entry.state != before:
                entry.stays = False
                entry.save(update_fields=["state", "stays"])


def _adjudicate(pairing: Pairing) -> None:
    """End the match of a pairing that is open at the end of the season: by proof, else by the points."""
    if pairing.match_id is None:
        decide(pairing, Pairing.Result.CANCELLED, Pairing.Cause.JUDGED)
        return
    decide(pairing, result_of(adjudicate(pairing.match_id)), Pairing.Cause.JUDGED)


def _end(groups: Sequence[Group], event: Event, now: datetime) -> None:
    """Store places, and who goes up or down."""
    last = max((group.division.number for group in groups), default=1)
    for group in groups:
        rows = group.rows
        order = standings.order(rows, bytes(event.seed))
        struck = [entry.pk for entry in group.entries if entry.pk in group.struck and not entry.player.is_computer]
        moved = {one.player: one for one in divisions.movements([*order, *struck], group.division.number, last, struck)}
        places = {row.player: row.place for row in rows}
        for entry in group.entries:
            entry.place = places.get(entry.pk)
            entry.movement = -moved[entry.pk].movement if entry.pk in moved else 0
        Entry.objects.bulk_update(group.entries, ["place", "movement"], batch_size=250)
    close(event, Event.State.OVER, now)
    for group in groups:
        for entry in group.entries:
            tell_over(entry)
