"""Planning moves, and playing those whose turn has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.player import for_player
from core import clock
from core.prepared import PreparedKeys, PreparedRows
from games.catalogue import games
from games.jobs.hooks import Postponed
from games.jobs.models import Job
from games.jobs.services import enqueue
from games.matches.errors import MatchOver, Refused, Undecided, refusal
from games.matches.models import Match
from games.matches.pages.previews import preview_typed
from games.matches.play import positions
from games.matches.play.heartbeat import heart
from games.matches.play.services import find_match, play_move, seat_in
from games.matches.play.updates import announce_live_partial
from games.matches.templatetags.sentences import localized
from games.planned.models import LONGEST_FAILURE, PlannedMove
from games.rules import AnyGame, BadNotation, IllegalMove, Seat

MOST = 3  # planned moves of a player in one match
SILENT = timedelta(seconds=2)  # until the next try while the site is down
PLANNED = "planned"  # the live partial of a match page
PLAY = "planned.play"  # the kind of the jobs; the key is that of the match
FEWER = _("It would score fewer points now.")
_planned = PreparedRows(lambda match: PlannedMove.objects.filter(match=match).order_by("pk"), str)


# It is the player's turn: there is nothing to plan.
YourTurn = refusal("YourTurn", _("It is your turn: play the move now."))
# The game does not allow it: the tile of a turn is not known before.
NoPlans = refusal("NoPlans", _("You can’t plan moves in this game."))
# The player has planned as many moves as the limit allows.
TooManyPlanned = refusal("TooManyPlanned", _("You have planned three moves: remove one first."))


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
    preview = preview_typed(match, seat, text)
    move = preview.chosen or next((way for way in preview.variants if chosen and way.text == text), None)
    if move is None:
        raise Undecided
    with transaction.atomic():
        mine = PlannedMove.objects.filter(match=match, seat=seat)
        rows = Match.objects.select_for_update(no_key=True).filter(pk=match.pk)  # a move that waits finds the plan
        to_move, finished_at = rows.values_list("to_move", "finished_at").get()
        mine.exclude(failure="").delete()
        standing = [one.text for one in plans_of(match, seat) if is_standing(match, one)]
        if move.text not in standing:
            if len(standing) >= MOST:
                raise TooManyPlanned
            mine.filter(text=move.text).delete()  # one that is past
            facts = {"text": move.text, "ply": match.ply, "points": move.turn.points, "made_at": clock.now()}
            PlannedMove.objects.create(match=match, seat=seat, **facts)
        if to_move == seat and finished_at is None:  # the opponent moved since the match was read
            enqueue(PLAY, match.pk)
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

    Such a plan is not played in a later turn, and neither it nor its failure is shown any more.
    """
    return any(turn.seat == planned.seat for turn in positions.replay(match).turns[planned.ply :])


def is_standing(match: Match, planned: PlannedMove) -> bool:
    """Return whether the move is still to be played."""
    return not (planned.failure or is_past(match, planned))


_waiting = PreparedKeys(
    lambda keys: PlannedMove.objects.filter(match__in=keys, failure="").order_by().values_list("match_id", "seat"), str
)


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs of the turns that these matches begin, due at once, where the player has planned a move."""
    to_move = {match.pk: match.to_move for match in matches if match.game_slug in games() and match.game.can_plan}
    now = clock.now()
    return {(PLAY, key): now for key, seat in _waiting(list(to_move)) if seat == to_move[key]}


def play(job: Job) -> None:
    """Play the first move that the player to move has planned in the job's match, or keep why it cannot be played.

    Those that are past are deleted: pages have not shown them since the player moved. While the site is down the move
    waits, as its deadline will be moved. Raises Postponed then.
    """
    match = Match.objects.select_related("first", "second").filter(pk=job.key, finished_at=None).first()
    if match is None:
        return
    plans, player = plans_of(match, Seat(match.to_move)), match.player(Seat(match.to_move))
    if past := [plan.pk for plan in plans if is_past(match, plan)]:
        PlannedMove.objects.filter(pk__in=past).delete()
    planned = next((plan for plan in plans if is_standing(match, plan)), None)
    if planned is None:
        return
    with for_player(player):
        try:
            reason = _failure(match, planned)
            if not reason:
                play_move(match.pk, player, match.ply + 1, planned.text, is_present=False)
        except (BadNotation, IllegalMove) as refusal:
            reason = localized(refusal.reason)
        except Refused:
            if heart.is_silent():
                raise Postponed(SILENT) from None
            return  # the player moved by hand at this moment, or the match ended
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
    sentence = gettext("The planned move %(move)s was not played. %(reason)s") % {
        "move": planned.text,
        "reason": reason,
    }
    with transaction.atomic():
        later = PlannedMove.objects.filter(match=planned.match_id, seat=planned.seat, pk__gt=planned.pk)
        later.delete()
        planned.failure = sentence[:LONGEST_FAILURE]
        planned.save(update_fields=["failure"])


def _announce(match_id: str) -> None:
    """Have the player's open pages update the partial; the opponent's does not change, so their pages get nothing."""
    transaction.on_commit(partial(announce_live_partial, match_id, PLANNED), robust=True)


def forget(matches: Sequence[Match]) -> None:
    """Delete the planned moves of matches that are over."""
    PlannedMove.objects.filter(match__in=[match.pk for match in matches]).delete()
