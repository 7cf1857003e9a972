"""What a match page offers after the end: the card of its end, a rematch, the replay, the way to the lobby."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import User
from core.live.partials import EMPTY, Fragment, Partial, icon
from core.templatetags.slots import slot_html
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.end import end
from games.matches.pages.paths import lobby_path, match_path, turn_path
from games.matches.pages.reply import PUSHED, Reply
from games.rules import Seat

SWAP = 'hx-target="#match_view" hx-swap="outerMorph"'

_OVER = Fragment("""<div id="play" class="over">{end}<div id="after" class="stack">{extra}
<p class="row"><a class="button quiet" href="{replay}">{replay_name}</a>
 <a class="button quiet" href="{lobby}">{lobby_name}</a></p></div></div>""")
_BEGUN = Fragment('<div id="rematch"><a class="button primary" href="{path}">{label}</a></div>')
_REMATCH = Fragment(f"""<div id="rematch"><form class="stack tight" method="post" action="{{path}}" hx-post="{{path}}"
 data-deal="{{deal}}" {SWAP}>{{token}}{{request}}</form></div>""")
_WAITING = Fragment('<p class="notice">{words} {begins}</p>')
_ASKED = Fragment("""<p class="notice" id="rematch-asked">{words} {begins}</p>
<p class="row"><button class="button primary" name="starter" value="{starter}"
 aria-describedby="rematch-asked">{icon} {accept}</button>
<button class="button quiet" name="starter" value="{other}">{counter}</button></p>""")
_ASK = Fragment("""<p class="row"><button class="button primary" name="starter" value="2"
 aria-describedby="rematch-switched">{icon} {switched}</button>
<span id="rematch-switched" class="muted">{seats} {second_begins}</span></p>
<p class="row"><button class="button quiet" name="starter" value="1"
 aria-describedby="rematch-same">{icon} {same}</button>
<span id="rematch-same" class="muted">{first_begins}</span></p>""")


def over(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return what the page offers after the end, in the place of the form for moves."""
    return _OVER.partial(
        "play",
        end=end(view, reply, rematch(view, reply) if view.seat else EMPTY),
        extra=slot_html("over", {"match": view.match, "board_view": view}, reply.request),
        replay=turn_path(view.match.pk, view.ply),
        replay_name=gettext("Replay turn by turn"),
        lobby=lobby_path(),
        lobby_name=gettext("To the lobby"),
    )


def rematch(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return the form to ask for a rematch or to answer a request, or the link to the rematch that has begun."""
    match = view.match
    if match.rematch_id:
        return _BEGUN(path=match_path("match", match.rematch_id), label=gettext("To the rematch"))
    if view.opponent and not view.opponent.is_active:
        return EMPTY  # the account is deleted or closed
    if match.rematch_by:
        request = _waiting(view) if match.rematch_by == view.seat else _asked(view)
    else:
        request = _ASK(
            icon=icon("rematch"),
            switched=gettext("Rematch"),
            seats=gettext("Switched seats."),
            second_begins=_begins(view, match.second),
            same=gettext("Rematch, same seats"),
            first_begins=_begins(view, match.first),
        )
    return _REMATCH(
        path=match_path("rematch", match.pk),
        deal=match_path("rematch_deal", match.pk),
        token=reply.token,
        request=request,
    )


def _waiting(view: MatchView) -> SafeString:
    words = gettext("You asked for a rematch. Waiting for %(name)s.") % {"name": view.opponent}
    return _WAITING(words=words, begins=_begins(view, view.rematch_starter))


def _asked(view: MatchView) -> SafeString:
    starter = Seat(view.match.rematch_starter or Seat.SECOND)
    return _ASKED(
        words=gettext("%(name)s asks for a rematch.") % {"name": view.opponent},
        begins=_begins(view, view.rematch_starter),
        starter=int(starter),
        other=int(starter.other),
        icon=icon("rematch"),
        accept=gettext("Accept the rematch"),
        counter=gettext("Rematch with seats swapped"),
    )


def _begins(view: MatchView, starter: User | None) -> str:
    if starter is None:
        return ""
    if starter == view.opponent:
        return gettext("%(name)s begins.") % {"name": starter}
    return gettext("You begin.")
