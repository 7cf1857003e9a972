"""The scores: who plays, the points, whose turn it is, the clocks, who is away, and what everybody may count."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock

from cachetools import TTLCache
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext

from accounts.templatetags.slots import slot_html
from games.matches.models import Match
from games.matches.pages.markup import EMPTY, Fragment, Piece, joined
from games.matches.pages.match_view import MatchView, Player
from games.matches.pages.paths import player_path
from games.matches.pages.pieces.sentences import badge, small_tile, small_tiles
from games.matches.templatetags.sentences import said
from games.matches.templatetags.times import digits
from games.matches.time.display import WaitCase, WaitNotice
from games.rules import Pile, Seat, Tile

_SCORES = Fragment('<section id="scores" aria-label="{label}">{first}{second}{away}{piles}</section>')
_PLAYER = Fragment("""<div id="seat-{seat}" class="player{won}">
<a class="name" href="{path}">{name}</a> <span class="who">{badge} {extra}</span>
{points} {mark} {clock} {hand}</div>""")
_POINTS = Fragment("<strong id=points-{seat} class=points>{points}</strong>")
_TO_MOVE = Fragment('<span id=turn-of-{seat} class="turn to-move"><span>{words}</span> {deadline}</span>')
_MARK = Fragment("<span id=turn-of-{seat} class=turn{hidden}>{words}</span>")
_DEADLINE = Fragment("<time data-deadline datetime={at}>{left}</time>")
_CLOCK = Fragment(
    '<time id="clock-{seat}" class="dial{running}" role="timer" aria-label="{label}"{deadline}{mine}>{left}</time>'
)
_RUNS_OUT = Fragment(' data-deadline="{at}"')
_HAND = Fragment('<p class="final-rack"><span class="visually-hidden">{label}</span>{tiles}</p>')
_PILE = Fragment("<li>{label} ")
_COUNT = Fragment("<b id=pile-{number}>{count}</b>")
_ALL_HERE = SafeString('<div id="away" hidden><p role="status"></p></div>')
_AWAY = Fragment('<div id="away"><p role="status">{who}</p> {what}</div>')
_FOLLOWS = Fragment("<p>{words}</p>")
_FOLLOWS_AT = Fragment('<p>{words} <time class="dial" data-deadline="{at}" datetime="{at}">{left}</time></p>')

FRESH = 60.0  # seconds
_names: TTLCache[tuple[str, Seat, str], SafeString] = TTLCache(8_000, FRESH)  # by match, seat and language
_lock = Lock()


def scores(view: MatchView) -> Piece:
    """Return both players, the viewer first, and what everybody may count."""
    first, second = (_player(view, player) for player in view.players)
    label = gettext("Scores")
    return _SCORES.piece("scores", label=label, first=first, second=second, away=away(view), piles=piles(view.piles))


def away(view: MatchView) -> Piece:
    """Return who is away from a live match, and what happens when; only the first sentence is read aloud."""
    wait = view.wait
    return Piece("away", (_away(view, wait) if wait else _ALL_HERE,))


def piles(public: tuple[Pile, ...]) -> Piece:
    """Return what everybody may count, such as the tiles left in the bag; a count can be replaced alone."""
    chunks: list[str | Piece] = ['<ul id="piles" class="piles">']
    for number, pile in enumerate(public, 1):
        faces = joined(small_tile(face, pile.kind) for face in pile.faces)
        chunks += [_PILE(label=said(pile.label)), _count(number, pile.count), faces, "</li>"]
    return Piece("piles", (*chunks, "</ul>"))


def deadline(at: datetime) -> SafeString:
    """Return a point in time that the page counts down to."""
    return _DEADLINE(at=at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), left=time_left(at))


def time_left(at: datetime) -> str:
    """Return how long it is until then, in words, as they were in this minute; scripts count down from `datetime`."""
    return _time_left(at, int(timezone.now().timestamp()) // 60, get_language())


@lru_cache(maxsize=4_000)
def _time_left(at: datetime, _minute: int, _language: str) -> str:
    return timeuntil(at)


def _player(view: MatchView, player: Player) -> Piece:
    return _PLAYER.piece(
        f"seat-{player.seat}",
        seat=int(player.seat),
        won=" won" if player.won else "",
        path=player_path(player.user.username),
        name=str(player.user),
        badge=badge(player.user),
        extra=_beside_name(view.match, player),
        points=Piece(f"points-{player.seat}", (_POINTS(seat=int(player.seat), points=player.points),)),
        mark=Piece(f"turn-of-{player.seat}", (_mark(view, player),)),
        clock=_clock(view, player),
        hand=_hand(view, player.rack) if player.rack is not None else EMPTY,
    )


def _beside_name(match: Match, player: Player) -> SafeString:
    """Return what other apps say beside the name, the same for all viewers; of a running match drawn once a minute."""
    key = (match.pk, player.seat, get_language())
    with _lock:
        drawn = None if match.finished_at else _names.get(key)
    if drawn is None:
        drawn = slot_html("name", {"match": match, "player": player})
        with _lock:
            _names[key] = drawn
    return drawn


def _mark(view: MatchView, player: Player) -> SafeString:
    seat = int(player.seat)
    if player.to_move:
        words = gettext("Your turn") if view.my_turn else gettext("to move")
        at = None if view.match.is_live or player.user.is_computer else view.match.deadline_at
        return _TO_MOVE(seat=seat, words=words, deadline=deadline(at) if at else EMPTY)
    if player.won:
        return _MARK(seat=seat, words=gettext("won"), hidden="")
    return _MARK(seat=seat, words="", hidden=" hidden")


def _clock(view: MatchView, player: Player) -> Piece | SafeString:
    dial = player.dial
    if dial is None:
        return EMPTY
    clock = _CLOCK(
        seat=int(player.seat),
        running=" running" if dial.runs_out else "",
        label=gettext("Clock of %(name)s") % {"name": player.user},
        deadline=_RUNS_OUT(at=dial.runs_out.isoformat()) if dial.runs_out else EMPTY,
        mine=" data-mine" if dial.runs_out and player.seat == view.seat else "",
        left=digits(dial.left),
    )
    return Piece(f"clock-{player.seat}", (clock,))


def _hand(view: MatchView, tiles: tuple[Tile, ...]) -> SafeString:
    words = view.game.vocabulary
    return _HAND(label=said(words.left), tiles=small_tiles(tiles) if tiles else said(words.none_left))


@lru_cache(maxsize=1_000)
def _count(number: int, count: int) -> Piece:
    return Piece(f"pile-{number}", (_COUNT(number=number, count=count),))


def _away(view: MatchView, wait: WaitNotice) -> SafeString:
    who = ""
    if wait.names and wait.case == WaitCase.GATHERING.value:
        who = gettext("Waiting for %(names)s to come to the board.") % {"names": wait.names}
    elif wait.names:
        who = gettext("Away from the board: %(names)s.") % {"names": wait.names}
    if wait.until is None:
        return _AWAY(who=who, what=_FOLLOWS(words=gettext("When the turn comes, that clock runs all the same.")))
    at = wait.until
    return _AWAY(who=who, what=_FOLLOWS_AT(words=_threat(view, wait), at=at.isoformat(), left=time_left(at)))


def _threat(view: MatchView, wait: WaitNotice) -> str:
    """Return what happens to a live match that waits, before the time that is left."""
    name = {"name": view.mover}
    if wait.case == WaitCase.LOSING.value:
        return gettext("%(name)s loses on time in") % name
    if wait.case == WaitCase.FIRST.value:
        return gettext("Without a first move the match is cancelled in")
    if wait.case == WaitCase.SECOND.value:
        if view.my_turn:
            return gettext("Without a first move you lose on time in")
        return gettext("Without a first move %(name)s loses on time in") % name
    return gettext("Otherwise the match is cancelled in")
