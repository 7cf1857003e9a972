"""The record of a match beside its board: the turns in words; game, terms and fair draw, with links to all of it."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from core.clock import when
from core.live.partials import Partial, active_language, draw, joined, memoized
from games.catalogue import display_of, games
from games.matches.files.exports import is_proven
from games.matches.models import Match
from games.matches.pages.board_view import Same, common
from games.matches.pages.match_view import MatchView, match_path, rules_path, turn_path
from games.matches.templatetags.sentences import aloud, localized, named
from games.matches.time.control import HOUR, MINUTE
from games.matches.time.terms import handicap_words
from games.rules import TILES, PlayedMove, Seat, Square, Tile, Vocabulary


def voiced(printed: str, spoken: str) -> SafeString:
    """Return a text with its form for screen readers."""
    return draw("matches/turns/voiced", shown=printed, spoken=spoken)


def told(language: str, turn: PlayedMove) -> tuple[str, str]:
    """Return the text of a turn, and its form for screen readers: with signs as words, and its place on the board.

    The latest result is cached, as the list of turns and the status need it one after the other.
    """
    global _told
    cached_language, of, words = _told
    if of is turn and cached_language == language:
        return words
    text = localized(turn.text, language)
    place, spoken = place_of(turn, text, language), aloud(text, language)
    words = text, f"{spoken}, {place}" if place else spoken
    _told = language, turn, words
    return words


_told: tuple[str, PlayedMove | None, tuple[str, str]] = ("", None, ("", ""))


def worth(text: str, points: int, spoken: str = "", language: str = "") -> SafeString:
    """Return a move and its points; for screen readers with `spoken` for the move, by default its signs as words."""
    visible, audible = _worth(language or active_language(), points)
    return voiced(
        visible % {"text": text, "points": points}, audible % {"text": spoken or aloud(text), "points": points}
    )


@memoized
def _worth(language: str, points: int) -> tuple[str, str]:
    return (
        ngettext("%(text)s · %(points)s point", "%(text)s · %(points)s points", points),
        ngettext("%(text)s, %(points)s point", "%(text)s, %(points)s points", points),
    )


def brings(turn: PlayedMove, way: str = "") -> SafeString:
    """Return the points that a move would score, how they come about, its further effects, and its warning.

    Beside others with the same tiles only its `way` and its points are seen; screen readers say the whole.
    """
    return draw(
        "matches/play/brings",
        worth=_brings(localized(turn.text), turn, way),
        formula=formula(turn),
        detail=localized(turn.detail),
        warning=localized(turn.warning),
    )


def _brings(text: str, turn: PlayedMove, way: str) -> SafeString:
    if not turn.squares:  # the text of a pass or an exchange has a verb already, such as "passes"
        return worth(text, turn.points)
    sentence = ngettext("%(text)s scores %(points)s point.", "%(text)s scores %(points)s points.", turn.points)
    visible, spoken = (sentence % {"text": words, "points": turn.points} for words in (text, aloud(text)))
    return voiced(f"{way} · {turn.points}" if way else visible, spoken)


def formula(turn: PlayedMove, language: str = "") -> str:
    """Return how the points of a turn come about, such as `2 × 13 on red + 8 on blue = 34`; empty without parts."""
    active = language or active_language()
    return f"{' + '.join([localized(part.text, active) for part in turn.parts])} = {turn.points}" if turn.parts else ""


def did(language: str, name: str, turn: PlayedMove) -> SafeString:
    """Return a turn in one sentence."""
    text, spoken = told(language, turn)
    what = worth(text, turn.points, spoken, language) if turn.points else text
    detail = localized(turn.detail, language)
    return draw("matches/turns/did", name=name, what=what, has_verb=not turn.squares, detail=detail)


def place_of(turn: PlayedMove, text: str, language: str = "") -> str:
    """Return where a turn lies, such as `column e, rows 1 to 5`; empty if its text names its first square."""
    squares = turn.squares
    if not squares or str(squares[0]) in text:
        return ""
    return _place(language or active_language(), squares)


@memoized
def _place(language: str, squares: tuple[Square, ...]) -> str:
    """Return in words where these squares are."""
    rows, columns = ({square[axis] for square in squares} for axis in (0, 1))
    first, last = Square(min(rows), min(columns)), Square(max(rows), max(columns))
    if len(squares) == 1:
        return str(first)
    if len(columns) == 1:
        values = {"column": str(first)[0], "first": first.row, "last": last.row}
        return gettext("column %(column)s, rows %(first)d to %(last)d") % values
    if len(rows) == 1:
        values = {"row": first.row, "first": str(first)[0], "last": str(last)[0]}
        return gettext("row %(row)d, columns %(first)s to %(last)s") % values
    return ", ".join(map(str, squares))


@memoized
def badge(language: str) -> SafeString:
    """Return the mark of a computer player."""
    return render_to_string("matches/badge.html", {"person": {"is_computer": True}})


def small_tiles(tiles: tuple[Tile, ...]) -> SafeString:
    """Return the tiles of a hand as small tiles without interaction."""
    return draw("matches/scores/small_tiles", tiles=[(tile.face, tile.drawn) for tile in tiles])


def turns(view: MatchView) -> SafeString:
    """Return the list of all turns so far."""
    return draw("matches/turns", turns=turns_since(view, 0))


def turns_since(view: MatchView, ply: int) -> SafeString:
    """Return the list entries of the turns after this ply, oldest first, and of downtimes since then."""
    return _turns_since(view, ply)


@common
def _turns_since(view: MatchView, ply: int) -> SafeString:
    match_id = view.match.pk
    lines = [
        _turn(view.language, match_id, number, view.names[turn.seat.index], Same(turn))
        for number, turn in enumerate(view.turns[ply : view.ply], ply + 1)
    ]
    down: Counter[int] = Counter()  # seconds after each ply; one row tells of them all
    for downtime in view.downtimes:
        down[downtime.ply] += downtime.seconds
    for after, seconds in sorted(down.items(), reverse=True):
        if ply <= after <= view.ply:
            lines.insert(after - ply, draw("matches/turns/down", ply=after, what=_went_down(seconds)))
    return joined(lines)


def _went_down(seconds: int) -> str:
    """Return a sentence that says for how long the site was down, in its largest fitting unit."""
    duration = timedelta(seconds=seconds)
    if duration < 2 * MINUTE:
        sentence = ngettext(
            "The site was down for %(number)d second. The clocks stood still.",
            "The site was down for %(number)d seconds. The clocks stood still.",
            seconds,
        )
        return sentence % {"number": seconds}
    if duration < 2 * HOUR:
        minutes = round(duration / MINUTE)
        sentence = ngettext(
            "The site was down for %(number)d minute. The clocks stood still.",
            "The site was down for %(number)d minutes. The clocks stood still.",
            minutes,
        )
        return sentence % {"number": minutes}
    hours = round(duration / HOUR)
    sentence = ngettext(
        "The site was down for %(number)d hour. The clocks stood still.",
        "The site was down for %(number)d hours. The clocks stood still.",
        hours,
    )
    return sentence % {"number": hours}


@memoized
def _turn(language: str, match_id: str, ply: int, name: str, same: Same[PlayedMove]) -> SafeString:
    turn = same.value
    text, spoken = told(language, turn)
    return draw(
        "matches/turns/turn",
        seat=int(turn.seat),
        path=turn_path(match_id, ply),
        name=name,
        what=text if spoken == text else voiced(text, spoken),
        detail=localized(turn.detail, language),
        **_explained(ply, turn, language),
    )


def explained_points(ply: int, turn: PlayedMove) -> SafeString:
    """Return the points of a turn; as a button that explains them if the rules give their parts."""
    return draw("matches/turns/explained_points", **_explained(ply, turn, active_language()))


def _explained(ply: int, turn: PlayedMove, language: str) -> dict[str, object]:
    """Return the values of the template `explained_points`; `places` says for scripts which square brought what."""
    return {
        "ply": ply,
        "points": turn.points,
        "places": " ".join(f"{part.square}:{part.points}" for part in turn.parts if part.square),
        "worth": _points_in_words(language, turn.points),
        "formula": formula(turn, language),
    }


@memoized
def _points_in_words(language: str, points: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


def sealed(match: Match) -> SafeString:
    """Return the sentences about the draw of tiles, with a link to its proof; pupils do not see that page."""
    holds = is_proven(match) if match.is_revealed else None
    return draw(
        "matches/about/sealed",
        holds=holds,
        fairness="" if match.has_pupil else match_path("fairness", match.pk),
        label=localized(vocabulary_of(match).sealed) if holds is None else proven_sentence(match, holds=holds),
    )


def vocabulary_of(match: Match) -> Vocabulary:
    """Return the words of the match's game; those of most games if it is no longer installed."""
    game = games().get(match.game_slug)
    return display_of(game).vocabulary if game else TILES


def proven_sentence(match: Match, *, holds: bool) -> str:
    """Return a sentence that says whether the proof of a finished match holds, and what it proves."""
    words = vocabulary_of(match)
    if not holds:
        return localized(words.not_as_sealed)
    if match.mixed_by:
        return localized(words.not_chosen)
    return localized(words.set_before)


def mixed_sentence(match: Match) -> str:
    """Return a sentence that says whose browsers added a value to the seed."""
    mixed = [match.player(seat) for seat in Seat if match.mixed_by & seat]
    if len(mixed) == len(Seat):
        return gettext("Both browsers added a random value.")
    if not mixed:
        return gettext("No browser added a random value.")
    other = match.second if mixed[0] == match.first else match.first
    return gettext("%(name)s’s browser added a random value. For %(other)s, only the server’s value counts.") % {
        "name": mixed[0],
        "other": other,
    }


def game(view: MatchView) -> SafeString:
    """Return the name of the game as a link to its rules, and the terms of the match in a few words."""
    return draw(
        "matches/about/game",
        rules=rules_path(view.match.game_slug),
        game=named(view.game),
        stakes=_stakes(view),
        pace=view.match.time_control.brief,
    )


def about(view: MatchView) -> SafeString:
    """Return the terms of the match, its aids and deadline, who added to the draw, and the links to its record."""
    match = view.match
    given = handicap_words(match.options, match.first, match.second)
    return draw(
        "matches/about",
        match_id=match.pk,
        terms="\N{NO-BREAK SPACE}· ".join([_stakes(view), *map(localized, match.options.summary())]),
        times="\N{NO-BREAK SPACE}· ".join([*given, *match.time_control.words]),
        helps=list(_helps(view).items()),
        plays=view.seat is not None,
        due=due(view),
        reserves=reserves(view) or "",
        sealed=sealed(match),
        mixed=mixed_sentence(match),
        rules=rules_path(match.game_slug),
    )


def _stakes(view: MatchView) -> str:
    return pgettext("a match", "rated") if view.match.rated else pgettext("a match", "casual")


def _helps(view: MatchView) -> dict[str, str]:
    """Return the aids of the match by name; the style sheet shows by a player's settings whether each is on."""
    helps = {}
    if view.display.lights_up:
        words = gettext("These light up while you choose: %(squares)s. The same for both players.")
        helps["lights"] = words % {"squares": localized(view.display.lights_up)}
    if view.keypad:
        helps["keypad"] = gettext("Type a sum to see every place where it fits.")
    return helps


@common
def due(view: MatchView) -> Partial:
    """Return when the next move of a correspondence match is due; hidden in live matches, and where none is due."""
    at = view.match.deadline_at
    if at is None or not _can_be_due(view):
        return Partial("matches/about/due", at="")
    return Partial("matches/about/due", at=when(at, view.zone))


@common
def reserves(view: MatchView) -> Partial | None:
    """Return what is left of both reserves before this turn, hidden where none is due; None without reserves."""
    left = view.clock.left
    if left.first is None or left.second is None or view.match.is_live:
        return None
    if not _can_be_due(view):
        return Partial("matches/about/reserves", text="")
    first, second = view.names
    values = {"first": first, "second": second, "hours": left.first // HOUR, "others": left.second // HOUR}
    text = gettext("In reserve: %(first)s %(hours)d h, %(second)s %(others)d h.") % values
    return Partial("matches/about/reserves", text=text)


def _can_be_due(view: MatchView) -> bool:
    return not (view.over or view.match.is_live or view.mover.is_computer)
