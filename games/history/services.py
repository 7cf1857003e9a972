"""The only code that writes the history: for started, finished and void matches, and for a complete recount."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F, Q

from accounts.models import User
from core import clock
from core.sweeps import Sweep, log_once
from core.web import rows_of
from games.catalogue import games
from games.history.models import Participation, Record
from games.history.statistics import candidates, median_reply
from games.jobs.services import enqueue_all
from games.matches.errors import RulesGone
from games.matches.models import Match, Move
from games.matches.outcomes import Outcome
from games.matches.play import positions
from games.matches.play.seals import unsealed
from games.rules import PlayedMove, Seat

BATCH = 500
SCAN = "history.scan"  # the kind of job that scans one match
_recount = Sweep("history")
RecordKey = tuple[int, str, str]  # a player's key, a game's slug, the kind of record
DERIVED = ("opponent", "game_slug", "is_live", "rated", "outcome", "left_early", "at")  # columns of a participation
SAVE_BETTER = """
    INSERT INTO history_record AS held (player_id, game_slug, kind, value, text, match_id, ply, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player_id, game_slug, kind) DO UPDATE SET
        value = EXCLUDED.value, text = EXCLUDED.text, match_id = EXCLUDED.match_id, ply = EXCLUDED.ply, at = EXCLUDED.at
    WHERE held.value < EXCLUDED.value OR (held.value = EXCLUDED.value AND held.at > EXCLUDED.at)
"""
OUTCOMES = {
    Outcome.WON: Participation.Outcome.WON,
    Outcome.LOST: Participation.Outcome.LOST,
    Outcome.DRAWN: Participation.Outcome.DRAWN,
}


def is_public(match: Match) -> bool:
    """Return whether the history has the match: none of a pupil."""
    return not match.has_pupil


def note_starts(matches: Iterable[Match]) -> None:
    """Insert both players' participations in matches that begin; sealed ones stay unknown until their seal ends.

    Those of pupils stay unknown for good.
    """
    save_participations(match for match in matches if is_public(match) and not match.is_sealed)


def save_participations(matches: Iterable[Match]) -> None:
    """Insert or update both players' participations in these matches, except their reply times."""
    _save_in_order((_participation(match, seat) for match in matches for seat in Seat), DERIVED)


def scan(matches: Sequence[Match]) -> list[Record]:
    """Save both players' participations in finished matches, with their reply times and records. Idempotent.

    Return what the matches give each player to hold, whether it is their best or not.
    """
    made_at: dict[str, list[datetime]] = defaultdict(list)
    moves = Move.objects.filter(match__in=matches).order_by("match", "ply")
    for match_id, moment in moves.values_list("match", "made_at"):
        made_at[match_id].append(moment)
    participations: list[Participation] = []
    records: list[Record] = []
    for match in matches:
        turns = _turns(match)
        for seat in Seat:
            participation = _participation(match, seat)
            participation.reply_seconds = median_reply(turns, made_at[match.pk], match.started_at, seat)
            participations.append(participation)
            records += _records(match, seat, turns)
    with transaction.atomic():
        _save_in_order(participations, (*DERIVED, "reply_seconds"))
        best: dict[RecordKey, Record] = {}
        _keep_best(best, records)
        _save_records(best.values())
    return records


def _save_in_order(participations: Iterable[Participation], renewed: Sequence[str]) -> None:
    """Insert participations, or update these columns, in the order of all transactions (no deadlock)."""
    rows = sorted(participations, key=lambda one: (one.match_id, one.player_id))
    Participation.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match", "player"], update_fields=renewed
    )


def enqueue_scans(match_ids: Iterable[str]) -> None:
    """Have these finished matches scanned by jobs."""
    enqueue_all((SCAN, match_id) for match_id in match_ids)


def withdraw(match: Match) -> None:
    """Remove a void match from statistics and records; scans of the other matches find the next best records."""
    with transaction.atomic():
        save_participations([match])
        records = Record.objects.filter(match=match)
        players = list(records.values_list("player_id", flat=True))
        records.delete()
        theirs = Participation.objects.filter(player__in=players, game_slug=match.game_slug)
        ended = theirs.exclude(outcome=Participation.Outcome.RUNNING)
        enqueue_scans(ended.order_by().values_list("match", flat=True).distinct())


def recount() -> int:
    """Recompute the whole history from the matches; return their number.

    In short transactions, each of which leaves every player with a whole history: participations are replaced match by
    match, and records only when all matches have been scanned. It can be stopped at any moment and run again.
    """
    began = clock.now()
    count, last = 0, ""
    best: dict[RecordKey, Record] = {}
    while batch := _renew_participations(last):
        count, last = count + len(batch), batch[-1].pk
        for records in _recount.each((match for match in batch if match.finished_at), lambda match: scan([match])):
            _keep_best(best, records)
    _correct_records(best, began)
    return count


def _renew_participations(last: str) -> list[Match]:
    """Rewrite the participations in the next matches after this key, without reply times; return these matches.

    The rows are locked meanwhile, so that a match that ends is not noted as running again.
    """
    with transaction.atomic():
        following = Match.objects.filter(unsealed(), pk__gt=last).order_by("pk")
        batch = list(following.select_for_update(no_key=True, of=("self",))[:BATCH])
        is_player = Q(player=F("match__first")) | Q(player=F("match__second"))
        Participation.objects.filter(match__in=batch).exclude(is_player).delete()
        save_participations(batch)
    return batch


def _correct_records(best: Mapping[RecordKey, Record], began: datetime) -> None:
    """Replace records that differ from the best ones; those of matches that have ended since `began` stay."""
    last = 0
    while keys := list(Record.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        last = keys[-1]
        with transaction.atomic():
            # In the order in which scans write them (no deadlock).
            rows = Record.objects.filter(pk__in=keys, at__lt=began).order_by("player", "game_slug", "kind")
            records = rows.select_for_update(no_key=True)
            wrong = [record for record in records if not _is_same(record, best.get(key_of(record)))]
            right = {key_of(record): best[key_of(record)] for record in wrong if key_of(record) in best}
            # Of a match that was made void since it was scanned; its players' other matches were scanned again then.
            void = Match.objects.filter(pk__in=[one.match_id for one in right.values()], voided_at__isnull=False)
            void_ids = set(void.values_list("pk", flat=True))
            keys_to_keep = {key for key, record in right.items() if record.match_id in void_ids}
            Record.objects.filter(pk__in=[record.pk for record in wrong if key_of(record) not in keys_to_keep]).delete()
            _save_records(record for key, record in right.items() if key not in keys_to_keep)


def _is_same(record: Record, best: Record | None) -> bool:
    names = ("value", "text", "match_id", "ply", "at")
    return best is not None and all(getattr(record, name) == getattr(best, name) for name in names)


def outcome(match: Match, seat: Seat) -> Participation.Outcome:
    """Return the result of the match for this seat; VOID for a match that continues another one."""
    result = match.outcome(seat)
    if not result.is_over:
        return Participation.Outcome.RUNNING
    return Participation.Outcome.VOID if match.origin_id else OUTCOMES.get(result, Participation.Outcome.VOID)


def left_early(match: Match, seat: Seat) -> bool:
    """Return whether this seat did not see the match through.

    It lost on time, did not come to a live match, or resigned where a resignation takes the winner's score away.
    """
    if match.ended is Match.Ending.ABORTED:
        return bool(match.called_off_by & seat)
    game = games().get(match.game_slug)
    is_resigned = match.ended is Match.Ending.RESIGNED and game is not None and game.keeps_score
    return (is_resigned or match.ended is Match.Ending.TIME) and match.forfeited_by == seat


def _turns(match: Match) -> tuple[PlayedMove, ...]:
    """Return the turns of the match; none if its game is gone or its rules have changed."""
    try:
        return positions.replay(match).turns
    except RulesGone as fault:
        log_once("history", match.pk, fault)
        return ()


def _participation(match: Match, seat: Seat) -> Participation:
    return Participation(
        match=match,
        player_id=match.player_id(seat),
        opponent_id=match.player_id(seat.other),
        game_slug=match.game_slug,
        is_live=match.is_live,
        rated=match.rated,
        outcome=outcome(match, seat),
        left_early=left_early(match, seat),
        at=match.finished_at or match.started_at,
    )


def _records(match: Match, seat: Seat, turns: Sequence[PlayedMove]) -> list[Record]:
    """Return the candidates of this seat that have a value; a continued match has none: its origin gave points.

    Nor has a board of a mirror match, where hands lie open, or a match with a handicap.
    """
    is_usual = not (match.origin_id or match.twin_id or "handicap" in match.option_data)
    if not match.finished_at or match.voided_at or not is_usual:
        return []
    points = (match.first_points, match.second_points)
    lead = points[seat.index] - points[seat.other.index] if match.winner == seat else 0
    return [
        Record(
            player_id=match.player_id(seat),
            game_slug=match.game_slug,
            kind=candidate.kind,
            value=candidate.value,
            text=candidate.text,
            ply=candidate.ply,
            match=match,
            at=match.finished_at,
        )
        for candidate in candidates(turns, seat, lead)
        if candidate.value > 0
    ]


def key_of(record: Record) -> RecordKey:
    """Return what a player holds one record of."""
    return record.player_id, record.game_slug, record.kind


def _keep_best(best: dict[RecordKey, Record], records: Iterable[Record]) -> None:
    """Replace records that are beaten by one of those found; of equal values the first stays."""
    for record in records:
        current = best.get(key_of(record))
        if current is None or (-record.value, record.at) < (-current.value, current.at):
            best[key_of(record)] = record


def _save_records(best: Iterable[Record]) -> None:
    """Save those records, one of each key, that beat what their players hold; of equal values the first stays.

    Rows are written in one order by all scans, so that no two wait for each other (deadlock).
    """
    moment = connection.ops.adapt_datetimefield_value
    rows = [
        (one.player_id, one.game_slug, one.kind, one.value, one.text, one.match_id, one.ply, moment(one.at))
        for one in sorted(best, key=key_of)
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(SAVE_BETTER, rows)


def participations_of(player: User) -> Iterator[dict[str, object]]:
    """Yield the player's part in each match as plain data, for the export; of running ones without an outcome."""
    rows = Participation.objects.filter(player=player).order_by("at", "pk").defer("opponent")
    columns = ("match_id", "outcome", "left_early", "at", "reply_seconds")
    return ({name: getattr(row, name) for name in columns} for row in rows_of(rows))


def records_of(player: User) -> list[dict[str, object]]:
    """Return the player's records as plain data, for the export."""
    records = Record.objects.filter(player=player).order_by("game_slug", "kind")
    return [{**row} for row in records.values("match", "game_slug", "kind", "value", "text", "ply", "at")]
