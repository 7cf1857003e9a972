"""A running match of the viewer in a list: the board, the opponent, the points, the time left."""

from __future__ import annotations

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import gettext

from accounts.templatetags.avatars import avatar
from core import clock
from core.live.partials import EMPTY, Fragment
from games.matches.pages.match_view import MatchEntry
from games.matches.pages.paths import match_path, picture_path

_CARD = Fragment("""<li class="match-card{turn}">
<img class="board-picture" src="{picture}" alt="" width="96" height="96" loading="lazy">
<a class="whole" href="{path}">{title}</a>
<span class="terms muted">{avatar}{live}<time data-deadline="{deadline}" title="{time_left}">{left}</time></span>
<span class="points" aria-label="{points}">{own} : {other}</span> {state}</li>""")
_LIVE = Fragment('<span class="badge">{live}</span>')
_CALL = Fragment('<a class="button primary small" data-call href="{path}">{text}</a>')
_TURN = Fragment('<span class="badge good">{text}</span>')


def own_match(one: MatchEntry) -> SafeString:
    """Return the list entry of a running match, in the active language and time zone."""
    match, opponent = one.match, one.opponent
    path = match_path("match", match.pk)
    state = EMPTY
    if one.calls:
        state = _CALL(path=path, text=gettext("%(name)s is here: play now") % {"name": opponent})
    elif one.my_turn:
        state = _TURN(text=gettext("Your turn"))
    deadline = match.deadline_at
    return _CARD(
        turn=" turn" if one.my_turn or one.calls else "",
        picture=picture_path(match.pk, match.ply),
        path=path,
        title=gettext("%(game)s against %(name)s") % {"game": match.game_name, "name": opponent},
        avatar=avatar(opponent),
        live=_LIVE(live=gettext("live")) if match.is_live else EMPTY,
        deadline=timezone.localtime(deadline).isoformat() if deadline else "",
        time_left=gettext("Time left for this move"),
        left=timeuntil(deadline, clock.now(), depth=1) if deadline else "",
        points=gettext("Points"),
        own=one.points[0],
        other=one.points[1],
        state=state,
    )
