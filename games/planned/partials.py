"""The partial of a match page with the viewer's own planned moves."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial
from games.matches.models import Match
from games.planned.services import MOST, PLANNED, is_past, is_standing, plans_of


def of_match(page: Context) -> Context | None:
    """Return the planned moves for the player's own page of a running match; None for other viewers."""
    user = page.get("user")
    return context_of(page["match"], user if isinstance(user, User) else None)


def context_of(match: Match, viewer: User | None) -> Context | None:
    """Return the context of the partial on a page or in an answer; None where no move can be planned."""
    planned = PLANS.of(match, viewer)
    return {**planned.inputs, "version": planned.version} if planned else None


def _inputs(match: Match, viewer: User | None) -> Inputs | None:
    seat = match.seat_of(viewer)
    if seat is None or match.finished_at or not match.game.can_plan:
        return None
    plans = plans_of(match, seat)
    standing = [one for one in plans if is_standing(match, one)]
    failed = next((one for one in plans if one.failure and not is_past(match, one)), None)
    return {"match": match, "plans": standing, "failed": failed, "has_room": len(standing) < MOST}


def _key(inputs: Inputs) -> object:
    failed = inputs["failed"]
    return [one.pk for one in inputs["plans"]], failed and (failed.pk, failed.failure)


PLANS: LivePartial[Match, User | None] = LivePartial(PLANNED, "planned/_planned.html", _inputs, key=_key)
