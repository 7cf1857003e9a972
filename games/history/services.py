"""The only code that writes the history: when a match begins, when it ends, and once more from the start."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from django.db import transaction
from django.db.models import Q

from accounts.sweeps import Sweep, log_once
from games.history.models import Participation, Record
from games.history.record_candidates import Finding, findings, usual_reply
from games.matches import positions
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.rules import PlayedMove, Seat

BATCH = 500
_scan = Sweep("history")
OUTCOMES = {
    Outcome.WON: Participation.Outcome.WON,
    Outcome.LOST: Participation.Outcome.LOST,
    Outcome.DRAWN: Participation.Outcome.DRAWN,
}
AT_ONCE = 50  # matches that are looked through in one go of the clock


def note(matches: Iterable[Match]) -> None:
    """Brings both players' parts of these matches up to date, whatever is written of them already."""
    parts = [_part(match, seat) for match in matches for seat in Seat]
    kept = ("opponent", "game_slug", "is_live", "rated", "outcome", "timed_out", "at", "scanned")
    Participation.objects.bulk_create(
        parts, batch_size=BATCH, update_conflicts=True, unique_fields=["match", "player"], update_fields=kept
    )


def look_through(match: Match) -> None:
    """Notes both players' records and time to reply in a finished match. Once more changes nothing."""
    turns = _turns(match)
    made_at = list(match.moves.values_list("made_at", flat=True))
    points = (match.first_points, match.second_points)
    with transaction.atomic():
        for seat in sorted(Seat, key=match.player_id):  # the same order for all, so that nobody waits for each other
            lead = points[seat.index] - points[seat.other.index] if match.winner == seat else 0
            for finding in () if not _may_break_records(match) else findings(turns, seat, lead):
                _keep(match, seat, finding)
            reply = usual_reply(turns, made_at, match.started_at, seat)
            mine = Participation.objects.filter(match=match, player=match.player_id(seat))
            mine.update(reply_seconds=reply, scanned=True)


def strike(match: Match) -> None:
    """A match was declared void: it counts for neither, and the clock looks for the best besides its records."""
    note([match])
    held = Record.objects.filter(match=match)
    players = list(held.values_list("player_id", flat=True))
    held.delete()
    theirs = Participation.objects.filter(player__in=players, game_slug=match.game_slug)
    theirs.exclude(outcome=Participation.Outcome.RUNNING).update(scanned=False)


def look_through_waiting() -> int:
    """Looks through finished matches that nobody has looked through yet, a few of them; how many."""
    waiting = Participation.objects.filter(scanned=False).order_by("at").values_list("match", flat=True)
    keys = set(_scan.rows(waiting, 2 * AT_ONCE, column="match"))
    matches = Match.objects.filter(pk__in=keys).order_by("finished_at")
    _scan.each(matches, look_through)
    return len(matches)


def recount() -> int:
    """Works the whole history out again from the matches; how many there are."""
    Record.objects.all().delete()
    Participation.objects.all().delete()
    matches = Match.objects.order_by("pk").iterator(BATCH)
    count = 0
    while batch := list(islice(matches, BATCH)):
        note(batch)
        count += len(batch)
    while look_through_waiting():
        pass
    return count


def outcome(match: Match, seat: Seat) -> Participation.Outcome:
    """How the match went for this seat; one that goes on from another match counts for nothing."""
    found = match.outcome(seat)
    if not found.is_over:
        return Participation.Outcome.RUNNING
    return Participation.Outcome.VOID if match.origin_id else OUTCOMES.get(found, Participation.Outcome.VOID)


def _may_break_records(match: Match) -> bool:
    """Not where it is void, nor where it goes on from another match: points and a known hand came with that."""
    return not match.voided_at and match.origin_id is None


def _turns(match: Match) -> tuple[PlayedMove, ...]:
    """The turns of the match; none where its game is gone, or has other rules by now."""
    try:
        return positions.replay(match).turns
    except RulesGone as fault:
        log_once("history", match.pk, fault)
        return ()


def _part(match: Match, seat: Seat) -> Participation:
    return Participation(
        match=match,
        player_id=match.player_id(seat),
        opponent_id=match.player_id(seat.other),
        game_slug=match.game_slug,
        is_live=match.is_live,
        rated=match.rated,
        outcome=outcome(match, seat),
        timed_out=match.ended is Match.Ending.TIME and match.forfeited_by == seat,
        at=match.finished_at or match.started_at,
        scanned=match.finished_at is None,  # until it ends there is nothing to look through
    )


def _keep(match: Match, seat: Seat, finding: Finding) -> None:
    """Keeps what was found if it is a record: the most, and of equals the first."""
    if finding.value < 1 or match.finished_at is None:
        return
    key = {"player_id": match.player_id(seat), "game_slug": match.game_slug, "kind": finding.kind}
    place = {"value": finding.value, "text": finding.text, "ply": finding.ply, "match": match, "at": match.finished_at}
    _record, is_new = Record.objects.get_or_create(**key, defaults=place)
    if not is_new:
        earlier = Q(value=finding.value, at__gt=match.finished_at)
        Record.objects.filter(Q(value__lt=finding.value) | earlier, **key).update(**place)
