"""The partial of a match page with the viewer's own planned moves."""

from __future__ import annotations

import hashlib

from django.template.loader import render_to_string

from accounts.models import User
from core.slots import Context
from games.matches.hooks import LivePartial
from games.matches.models import Match
from games.planned.services import MOST, is_past, plans_of


def of_match(page: Context) -> dict[str, object] | None:
    """Return the planned moves for the player's own page of a running match; None for other viewers."""
    user = page.get("user")
    return context_of(page["match"], user if isinstance(user, User) else None)


def render(match: Match, viewer: User | None) -> LivePartial | None:
    """Render the partial for one viewer of an open page; None where no move can be planned."""
    context = context_of(match, viewer)
    if context is None:
        return None
    return LivePartial(str(context["mark"]), render_to_string("planned/_planned.html", context))


def context_of(match: Match, viewer: User | None) -> dict[str, object] | None:
    """Return the context of the partial; None where no move can be planned."""
    seat = match.seat_of(viewer)
    if seat is None or match.finished_at or not match.game.can_plan:
        return None
    plans = plans_of(match, seat)
    shown = "".join(f"{one.pk} {one.failure} " for one in plans)
    mark = hashlib.sha256(shown.encode()).hexdigest()[:8]
    waiting = [one for one in plans if not one.failure]
    failed = next((one for one in plans if one.failure and not is_past(match, one)), None)
    return {"match": match, "plans": waiting, "failed": failed, "has_room": len(waiting) < MOST, "mark": mark}
