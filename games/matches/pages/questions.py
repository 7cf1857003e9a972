"""Typed questions about a position, answered in words, for players who use a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.timesince import timeuntil
from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

from core import clock
from games.matches.errors import MatchOver
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.record import place_of
from games.matches.pages.tallies import score_at
from games.matches.templatetags.sentences import aloud, localized, sign_words
from games.rules import BadNotation, Cell, Seat, Square

Answer = Callable[[MatchView, str], str]


def answer_question(match: Match, seat: Seat | None, text: str) -> str | None:
    """Return the answer in the active language; None for a text that is not a question.

    Questions are understood in English and in the active language, and answered from this seat's view. Raises
    RulesGone.
    """
    plain_text = " ".join(text.casefold().split())
    for question, answer in QUESTIONS.items():
        for words in {question, gettext(question).casefold()}:
            rest = plain_text.removeprefix(words)
            takes_more = answer in WITH_ARGUMENT
            if rest != plain_text and (rest[:1] == " " if takes_more else not rest):
                return answer(MatchView(match, seat), rest.strip())
    return None


def square_name(cell: Cell, last: Iterable[Square]) -> str:
    """Return a square in words: its name, its tile, what its colour does, whether it belongs to the last turn."""
    parts = [str(cell.square)]
    if cell.void:
        return ", ".join([*parts, pgettext("a square", "not used")])
    parts.append(sign_words(cell.face) or pgettext("a square", "empty"))
    if cell.meaning:
        parts.append(localized(cell.meaning))
    if cell.square in set(last):
        parts.append(gettext("last move"))
    return ", ".join(parts)


def _help(view: MatchView, _rest: str) -> str:
    lines = [f"{gettext(question)} {example}".strip() for question, example in EXAMPLES.items()]
    return gettext("You can ask: %(questions)s.") % {"questions": ", ".join(lines)}


def _read_row(view: MatchView, rest: str) -> str:
    cells = [cell for cell in view.board.cells if str(cell.square.row) == rest]
    return _line(gettext("Row %(name)s: %(squares)s."), rest, cells)


def _read_column(view: MatchView, rest: str) -> str:
    cells = [cell for cell in view.board.cells if str(cell.square)[0] == rest]
    return _line(gettext("Column %(name)s: %(squares)s."), rest, cells)


def _line(sentence: str, name: str, cells: list[Cell]) -> str:
    """Return what lies on a row or column. It names the line, as a live region does not announce an unchanged text."""
    if not cells:
        return gettext("The board has no line %(name)s.") % {"name": name[:20]}
    tiles = [
        gettext("%(face)s on %(square)s") % {"face": sign_words(cell.face), "square": cell.square}
        for cell in cells
        if cell.face
    ]
    free = sum(not cell.face and not cell.void for cell in cells)
    empty = ngettext("%(number)d square is empty", "%(number)d squares are empty", free) % {"number": free}
    return sentence % {"name": name, "squares": ", ".join([*tiles, empty])}


def _read_square(view: MatchView, rest: str) -> str:
    try:
        square = Square.parse(rest)
    except BadNotation as refusal:
        return localized(refusal.reason)
    cell = next((cell for cell in view.board.cells if cell.square == square), None)
    if cell is None:
        return gettext("The board has no square %(name)s.") % {"name": rest}
    return f"{square_name(cell, view.marked)}."


def _last_move(view: MatchView, _rest: str) -> str:
    line = view.last
    if line is None:
        return gettext("No moves yet.")
    text, points = localized(line.turn.text), line.turn.points
    worth = ngettext("%(points)d point", "%(points)d points", points) % {"points": points}
    parts = [aloud(text), place_of(line.turn, text), worth if points else "", localized(line.turn.detail)]
    what = ", ".join(filter(None, parts)).removesuffix(".")  # some details are sentences of their own
    return gettext("%(name)s: %(what)s.") % {"name": line.user, "what": what}


def _my_tiles(view: MatchView, _rest: str) -> str:
    if view.face_down:
        return localized(view.why_face_down)
    tiles = [localized(tile.spoken) or sign_words(tile.face) for tile in view.rack]
    words = view.display.vocabulary
    none = gettext("none at the moment") if view.has_more else localized(words.none_left)
    return gettext("%(name)s: %(what)s.") % {"name": localized(words.yours), "what": ", ".join(tiles) or none}


def _where(view: MatchView, rest: str) -> str:
    squares = [str(cell.square) for cell in view.board.cells if rest in (cell.face, sign_words(cell.face))]
    if not squares:
        return gettext("%(face)s is not on the board.") % {"face": rest[:20]}
    return gettext("%(face)s is on %(squares)s.") % {"face": rest, "squares": ", ".join(squares)}


def _score(view: MatchView, _rest: str) -> str:
    unit = score_at(view).unit
    return f"{', '.join(f'{player.user} {player.points} {unit}'.strip() for player in view.players)}."


def _time(view: MatchView, _rest: str) -> str:
    if view.match.finished_at:
        return str(MatchOver.reason)
    now = clock.now()
    clocks = [(player.user, player.clock.left) for player in view.players if player.clock]
    if clocks:
        return f"{', '.join(f'{user} {timeuntil(now + remainder, now)}' for user, remainder in clocks)}."
    if view.match.deadline_at is None:
        return gettext("No clock is running.")
    return gettext("%(name)s: %(what)s.") % {"name": view.mover, "what": timeuntil(view.match.deadline_at, now)}


# By prefix; longer prefixes first, as "read row 7" does not ask for a square.
QUESTIONS: dict[str, Answer] = {
    gettext_noop("help"): _help,
    gettext_noop("read row"): _read_row,
    gettext_noop("read column"): _read_column,
    gettext_noop("read"): _read_square,
    gettext_noop("last move"): _last_move,
    gettext_noop("my tiles"): _my_tiles,
    gettext_noop("where"): _where,
    gettext_noop("score"): _score,
    gettext_noop("time"): _time,
}
WITH_ARGUMENT = {_read_row, _read_column, _read_square, _where}
EXAMPLES = {
    "read row": "7",
    "read column": "e",
    "read": "e5",
    "last move": "",
    "my tiles": "",
    "where": "9",
    "score": "",
    "time": "",
}
