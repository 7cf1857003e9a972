"""Planning moves, and playing those whose turn has come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from accounts.player import for_player
from core import clock
from core.db.prepared import PreparedQuery, PreparedRows
from core.sweeps import Rounds, Sweep
from games.matches.errors import MatchOver, Refused, Undecided
from games.matches.models import Match
from games.matches.pages.previews import preview_typed
from games.matches.play import positions
from games.matches.play.announcements import announce_live_partial
from games.matches.play.services import find_match, play_move, seat_in
from games.matches.templatetags.sentences import localized
from games.matches.time.terms import played_live
from games.planned.errors import FEWER, NoPlans, TooManyPlanned, YourTurn
from games.planned.models import LONGEST_FAILURE, PlannedMove
from games.rules import AnyGame, BadNotation, IllegalMove, Seat

MOST = 3  # planned moves of a player in one match
MOST_AT_ONCE = 100  # planned moves played by one call
VISITED = 200  # planned moves visited by one call, whenever their match was played
RECENT = timedelta(minutes=2)  # since a move: the planned ones of such matches are examined by each call
PLANNED = "planned"  # the live partial of a match page
_due = Sweep("planned moves")
_rounds = Rounds("pk", VISITED)
_planned = PreparedRows(lambda match: PlannedMove.objects.filter(match=match).order_by("pk"), str)
some_planned = PreparedQuery(lambda now: PlannedMove.objects.all())


def plans_of(match: Match, seat: Seat) -> Sequence[PlannedMove]:
    """Return the moves that this player has planned, in the order in which they are to be played."""
    return [plan for plan in _planned(match.pk) if plan.seat == seat]


def plans_by(player: User) -> list[dict[str, object]]:
    """Return all moves that a player has planned, for the export of their data."""
    own = Q(match__first=player, seat=Seat.FIRST) | Q(match__second=player, seat=Seat.SECOND)
    return [{**one} for one in PlannedMove.objects.filter(own).order_by("pk").values("match", "text", "made_at")]


def plan(match_id: str, player: User, text: str, *, chosen: bool = True) -> Match:
    """Plan a move, after those planned before, and return the match. Idempotent.

    It is judged as if it were the player's turn. Raises Refused, BadNotation and IllegalMove; Undecided for a move
    whose tiles may be played in several ways, unless the player has `chosen` this one.
    """
    match = find_match(match_id)
    seat = seat_in(match, player)
    if match.finished_at:
        raise MatchOver
    if not match.game.can_plan:
        raise NoPlans
    if match.to_move == seat:
        raise YourTurn
    shown = preview_typed(match, seat, text)
    move = shown.chosen or next((way for way in shown.variants if chosen and way.text == text), None)
    if move is None:
        raise Undecided
    with transaction.atomic():
        mine = PlannedMove.objects.filter(match=match, seat=seat)
        Match.objects.select_for_update(no_key=True).filter(pk=match.pk).values("pk").first()
        mine.exclude(failure="").delete()
        if not mine.filter(text=move.text).exists():
            if mine.count() >= MOST:
                raise TooManyPlanned
            facts = {"text": move.text, "ply": match.ply, "points": move.turn.points, "made_at": clock.now()}
            PlannedMove.objects.create(match=match, seat=seat, **facts)
        _announce(match.pk)
    return match


def withdraw(match_id: str, player: User, key: int) -> Match:
    """Remove a planned move, and return the match. Idempotent. Raises Refused."""
    match = find_match(match_id)
    PlannedMove.objects.filter(match=match, seat=seat_in(match, player), pk=key).delete()
    _announce(match.pk)
    return match


def is_past(match: Match, planned: PlannedMove) -> bool:
    """Return whether the player has moved since: by hand, or by this plan if the process died before deleting it.

    Such a plan is not played in a later turn, and its failure is no longer shown.
    """
    return any(turn.seat == planned.seat for turn in positions.replay(match).turns[planned.ply :])


def play_due() -> bool:
    """Play the planned moves whose turn has come; return whether to call again soon, as some are in live matches.

    `play_move` knows nothing of plans: they do not slow moves down, and its response tells an opponent nothing. Each
    call examines those of matches that were played just now, and the next part of all, so that an outage loses none.
    """
    if not some_planned.matches():
        return False
    since = clock.now() - RECENT
    visited = _visit()
    _play_first(_of_recent(since))
    _play_first(PlannedMove.objects.filter(match__in=visited))
    return bool(_some_live(since))


def _recent(since: datetime) -> QuerySet[Match]:
    """Return the running matches in which a move was made since then."""
    return Match.objects.filter(finished_at=None, moved_at__gte=since)


def _of_recent(since: datetime) -> QuerySet[PlannedMove]:
    """Return the moves planned in `_recent` matches, which are found by their index however many moves are planned."""
    return PlannedMove.objects.filter(match__in=_recent(since).values("pk"))


_some_live = PreparedRows(
    lambda since: (
        PlannedMove.objects.filter(match__in=_recent(since).filter(played_live()).values("pk"), failure="")
        .order_by()
        .values_list("pk")[:1]
    ),
    datetime,
)


def _visit() -> set[str]:
    """Visit the next part of all planned moves; delete those of matches that are over, return the other matches."""
    rows = _rounds.next(PlannedMove.objects.all()).values_list("pk", "match", "match__finished_at")
    over = [key for key, _match, finished_at in rows if finished_at]
    if over:
        PlannedMove.objects.filter(pk__in=over).delete()
    return {match for _key, match, finished_at in rows if finished_at is None}


def _play_first(found: QuerySet[PlannedMove]) -> None:
    """Play, of these moves, those that are the first one of a player whose turn it is."""
    earlier = PlannedMove.objects.filter(
        match=OuterRef("match"), seat=OuterRef("seat"), pk__lt=OuterRef("pk"), failure=""
    )
    # In the query, for a first one that is parked after a fault must not let the second one be played instead.
    due = found.filter(~Exists(earlier), failure="", match__to_move=F("seat")).order_by("pk")
    _due.run(due, _play, MOST_AT_ONCE)


def _play(planned: PlannedMove) -> None:
    """Play one planned move, or keep the reason why it cannot be played."""
    match, seat = find_match(planned.match_id), Seat(planned.seat)
    if match.finished_at or match.to_move != seat:
        return
    if is_past(match, planned):
        planned.delete()
        return
    if not PlannedMove.objects.filter(pk=planned.pk).exists():
        return  # withdrawn since it was read, while others were played
    player = match.player(seat)
    with for_player(player):
        try:
            reason = _failure(match, planned)
            if not reason:
                play_move(match.pk, player, match.ply + 1, planned.text, is_present=False)
        except (BadNotation, IllegalMove) as refusal:
            reason = localized(refusal.reason)
        except Refused:
            return  # the player moved by hand at this moment, or the match ended: the next call sees it
        if reason:
            _fail(planned, reason)
        else:
            _done(planned)
    _announce(match.pk)


def _done(planned: PlannedMove) -> None:
    """Remove a move that was played, and set the ply of those that follow, which are for later turns."""
    with transaction.atomic():
        planned.delete()
        later = PlannedMove.objects.filter(match=planned.match_id, seat=planned.seat)
        later.update(ply=find_match(planned.match_id).ply)


def _failure(match: Match, planned: PlannedMove) -> str:
    """Return why a legal move is not played: fewer points or a warning; else empty. Raises BadNotation, IllegalMove."""
    game: AnyGame = match.game
    turn = game.judge(positions.replay(match).position, game.decode(planned.text))
    return str(FEWER) if turn.points < planned.points else localized(turn.warning) if turn.warning else ""


def _fail(planned: PlannedMove, reason: str) -> None:
    """Store the reason, and delete the moves that were to follow."""
    told = gettext("The planned move %(move)s was not played. %(reason)s") % {"move": planned.text, "reason": reason}
    with transaction.atomic():
        later = PlannedMove.objects.filter(match=planned.match_id, seat=planned.seat, pk__gt=planned.pk)
        later.delete()
        planned.failure = told[:LONGEST_FAILURE]
        planned.save(update_fields=["failure"])


def _announce(match_id: str) -> None:
    """Have the player's open pages update the partial; the opponent's does not change, so their pages get nothing."""
    transaction.on_commit(partial(announce_live_partial, match_id, PLANNED), robust=True)
