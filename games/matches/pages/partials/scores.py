"""The scores: players, points, turn, clocks, absence, and the counts visible to all viewers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from threading import Lock

from cachetools import LRUCache
from django.core.exceptions import SynchronousOnlyOperation
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext

from accounts.templatetags.avatars import avatar_html
from core import clock
from core.live.partials import EMPTY, Fragment, Partial, joined, memoized
from core.templatetags.slots import slot_html
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView, Player
from games.matches.pages.paths import player_path
from games.matches.pages.sentences import badge, small_tile, small_tiles
from games.matches.templatetags.sentences import localized
from games.matches.templatetags.times import digits
from games.matches.time.display import ClockFace, WaitCase, WaitNotice
from games.matches.time.schedule import NOTHING
from games.rules import Pile, Seat, Sentence, Tile

_SCORES = Fragment('<section id="scores" aria-label="{label}">{first}{second}{away}{piles}</section>')
_PLAYER = Fragment("{head} {points} {mark} {clock} {hand}</div>")
_HEAD = Fragment("""<div id="seat-{seat}" class="player{won}">{avatar}
 {name} <span class="who">{badge} {extra}</span>""")
_NAME = Fragment('<a class="name{long}" href="{path}">{name}</a>')
_NAME_ALONE = Fragment('<span class="name{long}">{name}</span>')  # of a closed account, which has no page
_POINTS = Fragment("<strong id=points-{seat} class=points>{points}</strong>")
_TO_MOVE = Fragment("<span id=turn-of-{seat} class='turn to-move'><span>{words}</span> {deadline}</span>")
_MARK = Fragment("<span id=turn-of-{seat} class=turn{hidden}>{words}</span>")
_DEADLINE = Fragment("<time data-deadline datetime={at}>{left}</time>")
_CLOCK = Fragment(
    '<time id="clock-{seat}" class="clock{running}" role="timer" aria-label="{label}"{deadline}{mine}>{left}</time>'
)
_RUNS_OUT = Fragment(' data-deadline="{at}"')
_HAND = Fragment('<p class="final-rack"><span class="visually-hidden">{label}</span>{tiles}</p>')
_PILES = Fragment('<ul id="piles" class="piles">{piles}</ul>')
_PILE = Fragment("<li{moves}>{label} {count}{faces}</li>")
_OWNER = Fragment(" data-owner={seat}")
_RETURNS = Fragment(' data-returns="{returns}" data-adds="{adds}"')
_COUNT = Fragment("<b id=pile-{number}>{count}</b>")
_ALL_HERE = SafeString('<div id="away" hidden><p role="status"></p></div>')
_NONE_AWAY = Partial.drawn("away", _ALL_HERE)
_AWAY = Fragment('<div id="away"{called}><p role="status">{who}</p> {what}</div>')
_FOLLOWS = Fragment("<p>{words}</p>")
_FOLLOWS_AT = Fragment('<p>{words} <time class="clock" data-deadline="{at}" datetime="{at}">{left}</time></p>')

Shape = tuple[Sentence, tuple[str, ...], str, Seat | None, str, str]  # of a pile: all that is shown but the count

LONG = 16  # characters of a name, for which there is room beside a clock
FRESH = 60.0  # seconds until what other apps say beside a name is drawn again
MINUTE = timedelta(minutes=1)
HOUR = 60  # in minutes
_MARKS = {seat: f"turn-of-{seat.value}" for seat in Seat}
_SEATS = {seat: f"seat-{seat.value}" for seat in Seat}
# What other apps say beside a name, by match, seat and language, with the time until which it is fresh.
_names: LRUCache[tuple[str, Seat, str], tuple[SafeString, float]] = LRUCache(8_000)
_lock = Lock()


def scores(view: MatchView) -> Partial:
    """Return the section with both players, the viewer first, the notice of absence, and the public counts."""
    first = view.seat or Seat.FIRST
    return Partial(
        "scores",
        _scores,
        view.language,
        _player(view, first),
        _player(view, first.other),
        away(view),
        piles(view.language, view.piles),
    )


def _scores(language: str, first: Partial, second: Partial, away_notice: Partial, counts: Partial) -> SafeString:
    return _SCORES(label=gettext("Scores"), first=first, second=second, away=away_notice, piles=counts)


def away(view: MatchView) -> Partial:
    """Return the notice that a live match waits for players; screen readers announce its first sentence only."""
    wait = view.wait
    return Partial.drawn("away", _away(view, wait)) if wait else _NONE_AWAY


def piles(language: str, public: tuple[Pile, ...]) -> Partial:
    """Return the public counts, such as the tiles left in the bag; a count can be replaced alone."""
    counts = [_count(number, pile.count) for number, pile in enumerate(public, 1)]
    shapes = tuple([(pile.label, pile.faces, pile.kind, pile.owner, pile.returns, pile.adds) for pile in public])
    return Partial("piles", _piles, language, shapes, *counts)


def _piles(language: str, shapes: tuple[Shape, ...], *counts: Partial) -> SafeString:
    drawn = [
        _PILE(
            moves=_moves(owner, returns, adds),
            label=localized(label, language),
            count=count,
            faces=joined(small_tile(face, kind) for face in faces),
        )
        for (label, faces, kind, owner, returns, adds), count in zip(shapes, counts, strict=True)
    ]
    return _PILES(piles=joined(drawn))


def _moves(owner: Seat | None, returns: str, adds: str) -> SafeString:
    """Return the attributes by which scripts animate tiles between the board and this pile."""
    if owner:
        return _OWNER(seat=owner.value)
    return _RETURNS(returns=returns, adds=adds) if returns or adds else EMPTY


def deadline(language: str, at: datetime) -> SafeString:
    """Return the time left until a moment, as an element that the page's script counts down."""
    return _deadline(at, time_left(language, at))


@memoized(maxsize=4_000)
def _deadline(at: datetime, left: str) -> SafeString:
    return _DEADLINE(at=at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), left=left)


def time_left(language: str, at: datetime) -> str:
    """Return the time left in the format of the script that counts down, so that its start changes no text."""
    left = at - clock.now()
    minutes = left // MINUTE
    return _words_of(language, minutes) if minutes >= HOUR else digits(max(left, NOTHING))


@memoized(maxsize=40_000)
def _words_of(language: str, minutes: int) -> str:
    """Return the two largest units, abbreviated; the script that counts down has the same sentences."""
    hours, minutes = divmod(minutes, 60)
    days, rest = divmod(hours, 24)
    if days:
        return gettext("{days}d {hours}h").format(days=days, hours=rest)
    return gettext("{hours}h {minutes}m").format(hours=hours, minutes=minutes)


def _player(view: MatchView, seat: Seat) -> Partial:
    player = view.player(seat)
    return Partial(
        _SEATS[seat],
        _player_of,
        _head_of(view, seat),
        _points(seat.value, player.points),
        _mark(view, player),
        _clock(view, player, player.clock) if player.clock else EMPTY,
        _hand(view, player.rack) if player.rack is not None else EMPTY,
    )


def _player_of(
    head: SafeString, points: Partial, mark: Partial, clock: Partial | SafeString, hand: SafeString
) -> SafeString:
    return _PLAYER(head=head, points=points, mark=mark, clock=clock, hand=hand)


@common
def _head_of(view: MatchView, seat: Seat) -> SafeString:
    """Return the head of a player's scores: avatar, name and badges."""
    user, won = view.users[seat.index], view.won_by(seat)
    username = user.username if user.is_active else ""
    return _head(view.language, seat.value, won, username, str(user), user.is_computer, _extra(view, seat))


@memoized(maxsize=8_000)
def _head(
    language: str, seat: int, won: bool, username: str, name: str, is_computer: bool, extra: SafeString
) -> SafeString:
    """Return the same from values; memoized, as it seldom changes while the match runs. No username is no link."""
    long = " long" if len(name) > LONG else ""
    return _HEAD(
        seat=seat,
        won=" won" if won else "",
        avatar=avatar_html(username, name, is_computer=is_computer),
        name=_NAME(path=player_path(username), long=long, name=name) if username else _NAME_ALONE(long=long, name=name),
        badge=badge(language) if is_computer else EMPTY,
        extra=extra,
    )


@memoized(maxsize=4_000)
def _points(seat: int, points: int) -> Partial:
    return _POINTS.partial(f"points-{seat}", seat=seat, points=points)


def _extra(view: MatchView, seat: Seat) -> SafeString:
    """Return what other apps say beside the name, the same for all viewers; cached for `FRESH` while the match runs.

    On the event loop, where Django refuses queries, a stale entry is returned: open pages show the same.
    """
    match = view.match
    key, now = (match.pk, seat, view.language), time.monotonic()
    with _lock:
        known, fresh_until = (None, now) if match.finished_at else _names.get(key, (None, now))
    if known is not None and now < fresh_until:
        return known
    try:
        drawn = slot_html("name", {"match": match, "player": view.player(seat)})
    except SynchronousOnlyOperation:
        if known is None:
            raise
        return known
    with _lock:
        _names[key] = drawn, now + FRESH
    return drawn


def _mark(view: MatchView, player: Player) -> Partial:
    seat = player.seat.value
    if not player.to_move:
        return _not_to_move(view.language, seat, player.won)
    return Partial(_MARKS[player.seat], _to_move, view.language, seat, view.my_turn, _limit(view))


@common
def _limit(view: MatchView) -> SafeString:
    """Return the time left for the move in correspondence; empty in live matches, and for a computer player."""
    at = None if view.match.is_live or view.mover.is_computer else view.match.deadline_at
    return deadline(view.language, at.replace(microsecond=0)) if at else EMPTY


@memoized(maxsize=100)
def _not_to_move(language: str, seat: int, won: bool) -> Partial:
    drawn = _MARK(seat=seat, words=gettext("won") if won else "", hidden="" if won else " hidden")
    return Partial.drawn(f"turn-of-{seat}", drawn)


def _to_move(language: str, seat: int, is_viewer: bool, limit: SafeString) -> SafeString:
    return _TO_MOVE(seat=seat, words=_whose_turn(language, is_viewer), deadline=limit)


@memoized(maxsize=20)
def _whose_turn(language: str, is_viewer: bool) -> str:
    return gettext("Your turn") if is_viewer else gettext("to move")


def _clock(view: MatchView, player: Player, face: ClockFace) -> Partial:
    seat, name = player.seat.value, str(player.user)
    return Partial(f"clock-{seat}", _clock_of, view.language, seat, name, face, player.seat is view.seat)


def _clock_of(language: str, seat: int, name: str, face: ClockFace, is_viewer: bool) -> SafeString:
    return _CLOCK(
        seat=seat,
        running=" running" if face.runs_out else "",
        label=gettext("Clock of %(name)s") % {"name": name},
        deadline=_RUNS_OUT(at=face.runs_out.isoformat()) if face.runs_out else EMPTY,
        mine=" data-mine" if face.runs_out and is_viewer else "",
        left=digits(face.left),
    )


def _hand(view: MatchView, tiles: tuple[Tile, ...]) -> SafeString:
    """Return the tiles that a player holds at the end; nothing for none while there are some to draw."""
    words = view.display.vocabulary
    if not tiles and view.has_more:
        return EMPTY
    return _HAND(label=localized(words.left), tiles=small_tiles(tiles) if tiles else localized(words.none_left))


@memoized(maxsize=1_000)
def _count(number: int, count: int) -> Partial:
    return _COUNT.partial(f"pile-{number}", number=number, count=count)


def _away(view: MatchView, wait: WaitNotice) -> SafeString:
    who, called = "", ""
    if wait.names and view.seat and view.match.is_called:
        who = gettext(
            "We have called %(name)s. Look around on other pages meanwhile: we call you when %(name)s is here."
        ) % {"name": names_of(wait.names)}
        called = SafeString(' class="called"')
    elif wait.names and wait.case == WaitCase.GATHERING.value:
        who = gettext("Waiting for %(names)s to arrive.") % {"names": names_of(wait.names)}
    elif wait.names:
        who = gettext("Away: %(names)s.") % {"names": names_of(wait.names)}
    if wait.until is None:
        return _AWAY(called=called, who=who, what=_FOLLOWS(words=gettext("The clock keeps running.")))
    at = wait.until
    return _AWAY(
        called=called, who=who, what=_FOLLOWS_AT(words=_threat(view, wait), at=at.isoformat(), left=_clock_left(at))
    )


def names_of(names: Sequence[str]) -> str:
    """Return the names as a list in words, such as "anna and bob"."""
    return get_text_list(list(names), gettext("and"))


def _clock_left(at: datetime) -> str:
    return digits(max(at - clock.now(), NOTHING))


def _threat(view: MatchView, wait: WaitNotice) -> str:
    """Return what happens to the live match unless a player acts; the time left follows the text."""
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
