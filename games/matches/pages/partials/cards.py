"""A running match of the viewer in a list: the board, the opponent, the points, the time left."""

from __future__ import annotations

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil

from accounts.templatetags.avatars import avatar
from core import clock
from core.live.templates import draw
from games.matches.pages.match_view import MatchEntry
from games.matches.pages.paths import match_path, picture_path


def own_match(one: MatchEntry) -> SafeString:
    """Return the list entry of a running match, in the active language and time zone."""
    match, deadline = one.match, one.match.deadline_at
    return draw(
        "matches/own_match",
        one=one,
        match=match,
        picture=picture_path(match.pk, match.ply),
        path=match_path("match", match.pk),
        avatar=avatar(one.opponent),
        deadline=timezone.localtime(deadline).isoformat() if deadline else "",
        left=timeuntil(deadline, clock.now(), depth=1) if deadline else "",
    )
