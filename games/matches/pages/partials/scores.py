"""The scores: players, points, turn, clocks, absence, and the counts visible to all viewers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Lock

from cachetools import TTLCache
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts import sitetime
from accounts.templatetags.avatars import avatar_html
from accounts.templatetags.slots import slot_html
from games.matches.pages.board_view import common
from games.matches.pages.markup import EMPTY, Fragment, Partial, joined, memoized
from games.matches.pages.match_view import MatchView, Player
from games.matches.pages.partials.sentences import badge, small_tile, small_tiles
from games.matches.pages.paths import player_path
from games.matches.templatetags.sentences import localized
from games.matches.templatetags.times import digits
from games.matches.time.display import WaitCase, WaitNotice
from games.matches.time.schedule import NOTHING
from games.rules import Pile, Seat, Tile

_SCORES = Fragment('<section id="scores" aria-label="{label}">{first}{second}{away}{piles}</section>')
_PLAYER = Fragment("{head} {points} {mark} {clock} {hand}</div>")
_HEAD = Fragment("""<div id="seat-{seat}" class="player{won}">{avatar}
 <a class="name" href="{path}">{name}</a> <span class="who">{badge} {extra}</span>""")
_POINTS = Fragment("<strong id=points-{seat} class=points>{points}</strong>")
_TO_MOVE = Fragment("<span id=turn-of-{seat} class='turn to-move'><span>{words}</span> {deadline}</span>")
_MARK = Fragment("<span id=turn-of-{seat} class=turn{hidden}>{words}</span>")
_DEADLINE = Fragment("<time data-deadline datetime={at}>{left}</time>")
_CLOCK = Fragment(
    '<time id="clock-{seat}" class="clock{running}" role="timer" aria-label="{label}"{deadline}{mine}>{left}</time>'
)
_RUNS_OUT = Fragment(' data-deadline="{at}"')
_HAND = Fragment('<p class="final-rack"><span class="visually-hidden">{label}</span>{tiles}</p>')
_PILE = Fragment("<li{moves}>{label} ")
_OWNER = Fragment(" data-owner={seat}")
_RETURNS = Fragment(' data-returns="{returns}" data-adds="{adds}"')
_COUNT = Fragment("<b id=pile-{number}>{count}</b>")
_ALL_HERE = SafeString('<div id="away" hidden><p role="status"></p></div>')
_NONE_AWAY = Partial("away", (_ALL_HERE,))
_AWAY = Fragment('<div id="away"><p role="status">{who}</p> {what}</div>')
_FOLLOWS = Fragment("<p>{words}</p>")
_FOLLOWS_AT = Fragment('<p>{words} <time class="clock" data-deadline="{at}" datetime="{at}">{left}</time></p>')

FRESH = 60.0  # seconds
MINUTE = timedelta(minutes=1)
HOUR = 60  # minutes
_names: TTLCache[tuple[str, Seat, str], SafeString] = TTLCache(8_000, FRESH)  # by match, seat and language
_lock = Lock()


def scores(view: MatchView) -> Partial:
    """Return both players, the viewer first, and the public counts."""
    first, second = (_player(view, player) for player in view.players)
    return _SCORES.partial(
        "scores",
        label=_label(view.language),
        first=first,
        second=second,
        away=away(view),
        piles=piles(view.language, view.piles),
    )


@memoized(maxsize=10)
def _label(language: str) -> str:
    return gettext("Scores")


def away(view: MatchView) -> Partial:
    """Return the notice that a player is away from a live match; screen readers announce its first sentence only."""
    wait = view.wait
    return Partial("away", (_away(view, wait),)) if wait else _NONE_AWAY


@memoized(maxsize=4_000)
def piles(language: str, public: tuple[Pile, ...]) -> Partial:
    """Return the public counts, such as the tiles left in the bag; a count can be replaced alone."""
    chunks: list[str | Partial] = ['<ul id="piles" class="piles">']
    for number, pile in enumerate(public, 1):
        faces = joined(small_tile(face, pile.kind) for face in pile.faces)
        chunks += [
            _PILE(moves=_moves(pile), label=localized(pile.label, language)),
            _count(number, pile.count),
            faces,
            "</li>",
        ]
    return Partial("piles", (*chunks, "</ul>"))


def _moves(pile: Pile) -> SafeString:
    """Return the attributes that say which tiles travel to this pile or from it when they leave the board."""
    if pile.owner:
        return _OWNER(seat=pile.owner.value)
    return _RETURNS(returns=pile.returns, adds=pile.adds) if pile.returns or pile.adds else EMPTY


def deadline(language: str, at: datetime) -> SafeString:
    """Return a point in time that the page counts down to."""
    return _deadline(at, time_left(language, at))


@memoized(maxsize=4_000)
def _deadline(at: datetime, left: str) -> SafeString:
    return _DEADLINE(at=at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), left=left)


def time_left(language: str, at: datetime) -> str:
    """Return how long it is until then as scripts write it when they count down, so that the text does not flicker."""
    left = at - sitetime.now()
    minutes = left // MINUTE
    return _words_of(language, minutes) if minutes >= HOUR else digits(max(left, NOTHING))


@memoized(maxsize=40_000)
def _words_of(language: str, minutes: int) -> str:
    """Return the two largest units, abbreviated as `Intl.NumberFormat` does."""
    hours, minutes = divmod(minutes, 60)
    days, rest = divmod(hours, 24)
    if days:
        return gettext("{days}d {hours}h").format(days=days, hours=rest)
    return gettext("{hours}h {minutes}m").format(hours=hours, minutes=minutes)


def _player(view: MatchView, player: Player) -> Partial:
    return _PLAYER.partial(
        f"seat-{player.seat.value}",
        head=_head_of(view, player.seat),
        points=_points(player.seat.value, player.points),
        mark=_mark(view, player),
        clock=_clock(view, player),
        hand=_hand(view, player.rack) if player.rack is not None else EMPTY,
    )


@common
def _head_of(view: MatchView, seat: Seat) -> SafeString:
    """Return the beginning of a player's scores."""
    player = view.player(seat)
    user, extra = player.user, _extra(view, player)
    return _head(view.language, seat.value, player.won, user.username, str(user), user.is_computer, extra)


@memoized(maxsize=8_000)
def _head(
    language: str, seat: int, won: bool, username: str, name: str, is_computer: bool, extra: SafeString
) -> SafeString:
    """Draw the same, which mostly stays as it is while the match runs."""
    return _HEAD(
        seat=seat,
        won=" won" if won else "",
        avatar=avatar_html(username, name, is_computer=is_computer),
        path=player_path(username),
        name=name,
        badge=badge(language) if is_computer else EMPTY,
        extra=extra,
    )


@memoized(maxsize=4_000)
def _points(seat: int, points: int) -> Partial:
    return Partial(f"points-{seat}", (_POINTS(seat=seat, points=points),))


def _extra(view: MatchView, player: Player) -> SafeString:
    """Return what other apps say beside the name, the same for all viewers; of a running match drawn once a minute."""
    match = view.match
    key = (match.pk, player.seat, view.language)
    with _lock:
        drawn = None if match.finished_at else _names.get(key)
    if drawn is None:
        drawn = slot_html("name", {"match": match, "player": player})
        with _lock:
            _names[key] = drawn
    return drawn


def _mark(view: MatchView, player: Player) -> Partial:
    seat = player.seat.value
    if not player.to_move:
        return _not_to_move(view.language, seat, player.won)
    return _to_move(view.language, seat, view.my_turn, _limit(view))


@common
def _limit(view: MatchView) -> SafeString:
    """Return how long the player to move has in a correspondence match; empty in others, and for a computer."""
    at = None if view.match.is_live or view.mover.is_computer else view.match.deadline_at
    return deadline(view.language, at) if at else EMPTY


@memoized(maxsize=100)
def _not_to_move(language: str, seat: int, won: bool) -> Partial:
    drawn = _MARK(seat=seat, words=gettext("won") if won else "", hidden="" if won else " hidden")
    return Partial(f"turn-of-{seat}", (drawn,))


@memoized(maxsize=4_000)
def _to_move(language: str, seat: int, is_viewer: bool, limit: SafeString) -> Partial:
    words = gettext("Your turn") if is_viewer else gettext("to move")
    return Partial(f"turn-of-{seat}", (_TO_MOVE(seat=seat, words=words, deadline=limit),))


def _clock(view: MatchView, player: Player) -> Partial | SafeString:
    face = player.clock
    if face is None:
        return EMPTY
    clock = _CLOCK(
        seat=int(player.seat),
        running=" running" if face.runs_out else "",
        label=gettext("Clock of %(name)s") % {"name": player.user},
        deadline=_RUNS_OUT(at=face.runs_out.isoformat()) if face.runs_out else EMPTY,
        mine=" data-mine" if face.runs_out and player.seat == view.seat else "",
        left=digits(face.left),
    )
    return Partial(f"clock-{player.seat}", (clock,))


def _hand(view: MatchView, tiles: tuple[Tile, ...]) -> SafeString:
    words = view.game.vocabulary
    return _HAND(label=localized(words.left), tiles=small_tiles(tiles) if tiles else localized(words.none_left))


@memoized(maxsize=1_000)
def _count(number: int, count: int) -> Partial:
    return Partial(f"pile-{number}", (_COUNT(number=number, count=count),))


def _away(view: MatchView, wait: WaitNotice) -> SafeString:
    who = ""
    if wait.names and wait.case == WaitCase.GATHERING.value:
        who = gettext("Waiting for %(names)s to arrive.") % {"names": wait.names}
    elif wait.names:
        who = gettext("Away: %(names)s.") % {"names": wait.names}
    if wait.until is None:
        return _AWAY(who=who, what=_FOLLOWS(words=gettext("The clock keeps running.")))
    at = wait.until
    return _AWAY(who=who, what=_FOLLOWS_AT(words=_threat(view, wait), at=at.isoformat(), left=_clock_left(at)))


def _clock_left(at: datetime) -> str:
    return digits(max(at - sitetime.now(), NOTHING))


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
