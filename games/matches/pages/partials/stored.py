"""The partials of a match that cannot be replayed, from its row alone, in place of the usual ones."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.templatetags.avatars import avatar
from core.live.partials import EMPTY, Fragment, active_language, icon, joined
from games.matches.outcomes import Outcome
from games.matches.pages.partials.sealed import sealed
from games.matches.pages.paths import lobby_path, match_path, player_path
from games.matches.pages.sentences import badge
from games.matches.pages.stored_match import Stored, StoredPlayer

_TABLE = Fragment("""<div id="match_view" class="stored stack" data-version="{version}" data-ply="{ply}"
 data-turn="over" data-title="{title}">{scores}{status}{play}{about}</div>""")
_SCORES = Fragment('<section id="scores" aria-label="{label}">{players}</section>')
_PLAYER = Fragment("""<div class="player{won}">{avatar} {name}
 <span class="who">{badge}</span> <strong class="points">{points}</strong> {mark}</div>""")
_NAME = Fragment('<a class="name" href="{path}">{name}</a>')
_NAME_ALONE = Fragment('<span class="name">{name}</span>')  # of a closed account, which has no page
_WON = Fragment('<span class="turn">{won}</span>')
_STATUS = Fragment('<div id="status" class="stack tight" role="status">{ending}<p>{why}</p>{rest}{refusal}</div>')
_ENDING = Fragment("<p><strong>{ending}</strong></p>")
_REST = Fragment("<p>{rest}</p>")
_REFUSAL = Fragment('<p class="error">{refusal}</p>')
_PLAY = Fragment("""<div id="play" class="over stack"><div class="row">{resign}{rematch}
<a class="button quiet" href="{lobby}">{lobby_name}</a></div></div>""")
_RESIGN = Fragment("""<form method="get" action="{path}"><button class="button quiet danger">{flag}
 {label}</button></form>""")
_REMATCH = Fragment('<a class="button" href="{path}">{label}</a>')
_ABOUT = Fragment("""<footer id="about" class="muted"><p>{stakes} · {pace} · {dates}</p>
{sealed}
<p class="row"><a href="{notation}">{notation_name}</a> <a href="{text}" download>{text_name}</a>
 <a href="{json}" download>JSON</a></p></footer>""")
_DAY = Fragment('<time datetime="{at}">{day}</time>')


def stored_view(stored: Stored, refusal: str = "") -> SafeString:
    """Return the element `match_view` of such a match; `refusal` is why a request was refused."""
    return _TABLE(
        version=stored.match.version,
        ply=stored.match.ply,
        title=stored.title,
        scores=stored_scores(stored),
        status=stored_status(stored, refusal),
        play=stored_play(stored),
        about=_about(stored),
    )


def stored_scores(stored: Stored) -> SafeString:
    """Return both players and the points that are stored."""
    return _SCORES(label=gettext("Scores"), players=joined(map(_player, stored.sides)))


def stored_status(stored: Stored, refusal: str = "") -> SafeString:
    """Return how the match ended, and why there is no board."""
    running = not stored.outcome
    cannot_go_on = gettext("This match can't go on. Staff can declare it void.")
    return _STATUS(
        ending=EMPTY if running else _ENDING(ending=_ending(stored)),
        why=gettext("We can't show this match: its version of the rules is no longer installed."),
        rest=_REST(rest=cannot_go_on) if running else EMPTY,
        refusal=_REFUSAL(refusal=refusal) if refusal else EMPTY,
    )


def stored_play(stored: Stored) -> SafeString:
    """Return the actions that are left: players may resign a running match; links to a rematch and the lobby."""
    match = stored.match
    may_resign = stored.seat and not stored.outcome
    resign = _RESIGN(path=match_path("resign", match.pk), flag=icon("flag"), label=gettext("Resign"))
    again = match.rematch_id
    return _PLAY(
        resign=resign if may_resign else EMPTY,
        rematch=_REMATCH(path=match_path("match", again), label=gettext("To the rematch")) if again else EMPTY,
        lobby=lobby_path(),
        lobby_name=gettext("To the lobby"),
    )


def _player(player: StoredPlayer) -> SafeString:
    user, name = player.user, str(player.user)
    return _PLAYER(
        won=" won" if player.won else "",
        avatar=avatar(player.user),
        name=_NAME(path=player_path(user.username), name=name) if user.is_active else _NAME_ALONE(name=name),
        badge=badge(active_language()) if player.user.is_computer else EMPTY,
        points=player.points,
        mark=_WON(won=gettext("won")) if player.won else EMPTY,
    )


def _ending(stored: Stored) -> str:
    sentences = {
        Outcome.WON.value: gettext("You win!"),
        Outcome.DRAWN.value: gettext("A draw."),
        Outcome.ABORTED.value: gettext("The match is cancelled."),
        Outcome.VOID.value: gettext("This match is void."),
    }
    return sentences.get(stored.outcome) or gettext("%(name)s wins.") % {"name": stored.winner}


def _about(stored: Stored) -> SafeString:
    match = stored.match
    days = [
        _DAY(at=at.isoformat(), day=date_format(localtime(at), "DATE_FORMAT"))
        for at in (match.started_at, match.finished_at)
        if at
    ]
    return _ABOUT(
        stakes=gettext("rated") if match.rated else gettext("casual"),
        pace=gettext("live") if match.is_live else gettext("correspondence"),
        dates=SafeString(" – ".join(days)),
        sealed=sealed(match),
        notation=match_path("notation", match.pk),
        notation_name=gettext("Notation"),
        text=match_path("text", match.pk),
        text_name=gettext("Text"),
        json=match_path("json", match.pk),
    )
