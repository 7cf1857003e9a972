"""The scores (players, points, turn, clocks, absence, public counts), and the status: what is to be done now."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from threading import Lock

from cachetools import LRUCache
from django.core.exceptions import SynchronousOnlyOperation
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext
from markupsafe import escape as escaped

from accounts.models import User
from accounts.templatetags.avatars import avatar_html
from core import clock
from core.hooks import slot_html
from core.live.partials import EMPTY, Partial, draw, memoized
from games.matches.outcomes import Outcome
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView, Player, player_path
from games.matches.pages.previews import PUSHED, Reply
from games.matches.pages.record import badge, did, small_tiles
from games.matches.play.requests import was_nudged
from games.matches.templatetags.sentences import localized
from games.matches.templatetags.times import digits
from games.matches.time.clock import WaitCase, WaitNotice
from games.matches.time.control import NOTHING
from games.matches.time.terms import handicap_brief, handicap_words
from games.rules import Seat, Tile

LONG = 16  # characters of a name, for which there is room beside a clock
FRESH = 60.0  # seconds until what other apps say beside a name is drawn again
MINUTE = timedelta(minutes=1)
HOUR = 60  # in minutes
# What other apps say beside a name, by match, seat and language, with the time until which it is fresh.
_names: LRUCache[tuple[str, Seat, str], tuple[SafeString, float]] = LRUCache(8_000)
_lock = Lock()


def scores(view: MatchView) -> Partial:
    """Return the section with both players, the viewer first, the notice of absence, and the public counts."""
    first = view.seat or Seat.FIRST
    return Partial(
        "matches/scores",
        "",
        {
            "first": _seat(view, first),
            "second": _seat(view, first.other),
            "away": away(view),
            "piles": _piles(view),
        },
    )


def away(view: MatchView) -> Partial:
    """Return the notice that a live match waits for players; hidden while all are here."""
    wait = view.wait
    if wait is None:
        return Partial("matches/scores/away", is_called=False, who="", what="")
    who, is_called = _absent(view, wait)
    at = wait.until
    return Partial(
        "matches/scores/away",
        is_called=is_called,
        who=who,
        what=_threat(view, wait, at) if at else gettext("The clock keeps running."),
    )


def _piles(view: MatchView) -> Partial:
    """Return the public counts, such as the tiles left in the bag; a count can be replaced alone."""
    public = view.piles
    shapes = tuple([(pile.label, pile.faces, pile.kind, pile.owner, pile.returns, pile.adds) for pile in public])
    counts = {f"pile-{number}": _count(number, pile.count) for number, pile in enumerate(public, 1)}
    return Partial("matches/scores/piles", "", counts, shapes=shapes)


def deadline(language: str, at: datetime) -> SafeString:
    """Return the time left until a moment, as an element that the page's script counts down."""
    return _deadline(at, time_left(language, at))


@memoized
def _deadline(at: datetime, left: str) -> SafeString:
    return draw("matches/scores/deadline", at=at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), left=left)


def time_left(language: str, at: datetime) -> str:
    """Return the time left in the format of the script that counts down, so that its start changes no text."""
    remainder = at - clock.now()
    minutes = remainder // MINUTE
    return _words_of(language, minutes) if minutes >= HOUR else digits(max(remainder, NOTHING))


@memoized
def _words_of(language: str, minutes: int) -> str:
    """Return the two largest units, abbreviated; the script that counts down has the same sentences."""
    hours, minutes = divmod(minutes, 60)
    days, rest = divmod(hours, 24)
    if days:
        return gettext("{days}d {hours}h").format(days=days, hours=rest)
    return gettext("{hours}h {minutes}m").format(hours=hours, minutes=minutes)


def _seat(view: MatchView, seat: Seat) -> Partial:
    player, number = view.player(seat), int(seat)
    parts = {"points": _points(number, player.points), "mark": _mark(view, player)}
    no_clock = {} if player.clock else {"clock": EMPTY}
    if player.clock:
        parts["clock"] = _clock(view, player)
    return Partial(
        "matches/scores/seat",
        f"seat-{number}",
        parts,
        **no_clock,
        seat=number,
        won=player.won,
        head=_head(view, seat),
        hand=_hand(view, player.rack) if player.rack is not None else EMPTY,
        unit=localized(view.display.units[0]) if view.display.units else "",
    )


@common
def _head(view: MatchView, seat: Seat) -> SafeString:
    given = handicap_brief(view.view.options, seat)  # in place of the rating: there is room for one of the two
    extra = draw("matches/scores/given", words=given) if given else _extra(view, seat)
    return head(view.language, view.users[seat.index], extra, of_class=view.match.has_pupil)


def head(language: str, user: User, extra: SafeString = EMPTY, *, of_class: bool) -> SafeString:
    """Return the avatar, the name and the badges of a player; a closed account has no page, a class sees none."""
    username = user.username if user.is_active else ""
    return _head_of(language, username, str(user), extra, is_computer=user.is_computer, of_class=of_class)


@memoized
def _head_of(
    language: str, username: str, name: str, extra: SafeString, *, is_computer: bool, of_class: bool
) -> SafeString:
    """Return the same from values; memoized, as it seldom changes while the match runs."""
    return draw(
        "matches/scores/head",
        avatar=avatar_html(username, name, is_computer=is_computer),
        path=player_path(username) if username and not of_class else "",
        name=name,
        long=len(name) > LONG,
        badge=badge(language) if is_computer else EMPTY,
        extra=extra,
    )


@memoized
def _points(seat: int, points: int) -> Partial:
    return Partial("matches/scores/points", f"points-{seat}", seat=seat, points=points)


def _extra(view: MatchView, seat: Seat) -> SafeString:
    """Return what other apps say beside the name, the same for all viewers; cached for `FRESH` while the match runs.

    On the event loop, where Django refuses queries, a stale entry is returned: open pages show the same.
    """
    match = view.match
    key, now = (match.pk, seat, view.language), time.monotonic()
    with _lock:
        cached_html, fresh_until = (None, now) if match.finished_at else _names.get(key, (None, now))
    if cached_html is not None and now < fresh_until:
        return cached_html
    try:
        html = slot_html("name", {"match": match, "player": view.player(seat)})
    except SynchronousOnlyOperation:
        if cached_html is None:
            raise
        return cached_html
    with _lock:
        _names[key] = html, now + FRESH
    return html


def _mark(view: MatchView, player: Player) -> Partial:
    limit = _limit(view) if player.to_move else EMPTY
    return _turn_of(view.language, int(player.seat), player.to_move, player.won, view.my_turn, limit)


@memoized
def _turn_of(_language: str, seat: int, to_move: bool, won: bool, is_viewer: bool, limit: SafeString) -> Partial:
    values = {"seat": seat, "to_move": to_move, "won": won, "is_viewer": is_viewer, "limit": limit}
    return Partial("matches/scores/turn_of", f"turn-of-{seat}", **values)


@common
def _limit(view: MatchView) -> SafeString:
    """Return the time left for the move in correspondence; empty in live matches, and for a computer player."""
    at = None if view.match.is_live or view.mover.is_computer else view.match.deadline_at
    return deadline(view.language, at.replace(microsecond=0)) if at else EMPTY


def _clock(view: MatchView, player: Player) -> Partial:
    seat = player.seat
    return Partial(
        "matches/scores/clock",
        f"clock-{seat.value}",
        seat=seat.value,
        name=view.names[seat.index],
        face=player.clock,
        is_viewer=seat is view.seat,
    )


def _hand(view: MatchView, tiles: tuple[Tile, ...]) -> SafeString:
    """Return the tiles that a player holds at the end; nothing for none while there are some to draw."""
    words = view.display.vocabulary
    if not tiles and view.has_more:
        return EMPTY
    content = small_tiles(tiles) if tiles else localized(words.none_left)
    return draw("matches/scores/hand", label=localized(words.left), tiles=content)


@memoized
def _count(number: int, count: int) -> Partial:
    return Partial("matches/scores/pile", f"pile-{number}", number=number, count=count)


def _absent(view: MatchView, wait: WaitNotice) -> tuple[str, bool]:
    """Return a sentence that says who is absent, empty for no player, and whether they are called."""
    if not wait.names:
        return "", False
    if view.seat and view.match.is_called:
        words = gettext(
            "We have called %(name)s. Look around on other pages meanwhile: we call you when %(name)s is here."
        )
        return words % {"name": names_of(wait.names)}, True
    waits = wait.case == WaitCase.GATHERING.value
    words = gettext("Waiting for %(names)s to arrive.") if waits else gettext("Away: %(names)s.")
    return words % {"names": names_of(wait.names)}, False


def names_of(names: Sequence[str]) -> str:
    """Return the names as a list in words, such as "anna and bob"."""
    return get_text_list(list(names), gettext("and"))


def _threat(view: MatchView, wait: WaitNotice, at: datetime) -> SafeString:
    """Return what happens to the live match at this time unless a player acts, with a clock of the time left."""
    left = draw("matches/scores/countdown", at=at.isoformat(), left=digits(max(at - clock.now(), NOTHING)))
    return SafeString(escaped(_warning(view, wait)) % {"name": view.mover, "clock": left})


def _warning(view: MatchView, wait: WaitNotice) -> str:
    if wait.case == WaitCase.LOSING.value:
        return gettext("%(name)s loses on time in %(clock)s")
    is_lost = bool(view.match.event_key)  # what is cancelled elsewhere
    if wait.case == WaitCase.FIRST.value and not is_lost:
        return gettext("Without a first move the match is cancelled in %(clock)s")
    if wait.case in (WaitCase.FIRST.value, WaitCase.SECOND.value):
        if view.my_turn:
            return gettext("Without a first move you lose on time in %(clock)s")
        return gettext("Without a first move %(name)s loses on time in %(clock)s")
    if is_lost:
        return gettext("The absent player loses the match in %(clock)s")
    return gettext("Otherwise the match is cancelled in %(clock)s")


def status(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the last turn and whose turn it is, or how the match ended; also why a request was refused, if so.

    A move that was refused is not told here: the preview says why.
    """
    is_told_in_preview = reply.text and view.seat and not view.over
    return Partial(
        "matches/status",
        before=EMPTY if view.over else _news(view),
        now=ending(view.outcome, view.winner, of_board=bool(view.match.twin_id)) if view.over else _to_do(view),
        after=localized(view.reason) if view.reason else _helps(view),
        notices=tuple(words for words in (localized(view.notice, view.language), _courtesy(view)) if words),
        error="" if is_told_in_preview else reply.reason,
    )


def _news(view: MatchView) -> SafeString:
    """Return the last turn, and how it ended a game of the match if it did; a space follows."""
    ended, last, turn = view.interlude, view.last, _latest_turn(view)
    is_news = ended and last and ended.squares == last.turn.squares
    return turn + escape(f"{localized(ended.text)} ") if is_news and ended else turn


@common
def _latest_turn(view: MatchView) -> SafeString:
    """Return the last turn in one sentence, with a space after it; empty before the first."""
    last = view.last
    return SafeString(f"{did(view.language, str(last.user), last.turn)} ") if last else EMPTY


def ending(outcome: str, winner: object, *, of_board: bool = False) -> str:
    """Return the result in a few words, `of_board` that of one board of a mirror match."""
    if of_board and outcome not in (Outcome.ABORTED.value, Outcome.VOID.value):
        if outcome == Outcome.WON.value:
            return gettext("You win this board.")
        if winner is None:
            return gettext("A draw on this board.")
        return gettext("%(name)s wins this board.") % {"name": winner}
    sentences = {
        Outcome.WON.value: gettext("You win!"),
        Outcome.DRAWN.value: gettext("A draw."),
        Outcome.ABORTED.value: gettext("The match is cancelled."),
        Outcome.VOID.value: gettext("This match is void."),
    }
    return sentences.get(outcome) or gettext("%(name)s wins.") % {"name": winner}


def _to_do(view: MatchView) -> str:
    if view.match.is_gathering:
        return gettext("The match starts when both players are here.")
    if view.match.sealed_move:
        return gettext("Waiting for the move on the other board.")
    return _whose_turn(
        view.language, view.names[view.view.to_move.index], view.my_turn, view.seat is not None, view.ply > 0
    )


@memoized
def _whose_turn(language: str, name: str, my_turn: bool, plays: bool, has_begun: bool) -> str:
    if my_turn:
        return gettext("Your turn.") if has_begun else gettext("You begin.")
    if plays:
        return gettext("Waiting for %(name)s.") % {"name": name}
    return gettext("%(name)s’s turn.") % {"name": name}


def _helps(view: MatchView) -> str:
    """Return the aids of a running match before its first move, if rated, or a handicap; the part `about` has more."""
    if view.ply >= len(Seat):
        return ""
    if given := handicap_words(view.view.options, view.match.first, view.match.second):
        return gettext("Handicap: %(words)s.") % {"words": given[0]}
    if view.ply or not view.match.rated or not view.display.lights_up:
        return ""
    if view.keypad:
        return gettext("Both players: squares light up, and there is a keypad for sums.")
    return gettext("Both players: squares light up.")


def _courtesy(view: MatchView) -> str:
    """Return whether more time was given or a nudge sent in this turn; empty if not, and for spectators."""
    match, opponent = view.match, {"name": view.opponent}
    if view.seat is None or view.over:
        return ""
    if match.time_given_ply == match.ply:
        if view.seat != match.to_move:
            words = gettext("%(name)s got 15 more seconds.") if match.is_live else gettext("%(name)s got one more day.")
        elif match.is_live:
            words = gettext("%(name)s gave you 15 more seconds.")
        else:
            words = gettext("%(name)s gave you one more day.")
        return words % opponent
    if was_nudged(match):
        nudged = view.seat != match.to_move
        return (gettext("You nudged %(name)s.") if nudged else gettext("%(name)s is waiting for your move.")) % opponent
    return ""
