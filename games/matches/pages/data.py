"""A match as data, for programs: the same shape for all games, and only what the viewer may know (`Game.view`).

Names and values are those of match files (docs/files.md). All values are plain, so that answers and streams write them
as they are; the types describe them in the schema of the API.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Literal, Required

from typing_extensions import TypedDict

from accounts.models import User
from core import clock
from core.prepared import PreparedRows
from games.catalogue import display_of
from games.matches.errors import RulesGone
from games.matches.files.exports import counted, outcome_word, published_text
from games.matches.models import Match, Move
from games.matches.play import positions
from games.matches.templatetags.sentences import localized
from games.matches.time.clock import clock_face
from games.rules import AnyDisplay, AnyGame, Cell, PlayedMove, Seat, View

_texts = PreparedRows(
    lambda pk, since, until: Move.objects.filter(match=pk, ply__gt=since, ply__lte=until).values_list("ply", "text"),
    *(str, int, int),
)
Side = Literal["first", "second"]
SIDES: tuple[Side, Side] = ("first", "second")


class SquareData(TypedDict, total=False):
    """A square that is not both plain and empty; what is left out is empty."""

    square: Required[str]
    tile: str
    kind: str
    colour: str
    mark: str
    takes: str
    room: int
    void: bool
    hint: str


class TileData(TypedDict):
    """A tile on a rack; `becomes` lists what a blank may stand for."""

    tile: str
    kind: str
    becomes: list[str]


class PileData(TypedDict):
    """A public number, such as of tiles in a bag, and the tiles themselves where they are public."""

    label: str
    count: int
    tiles: list[str]
    kind: str
    owner: Side | None


class CommandData(TypedDict):
    """A move that places no tile; with `picks`, as many tiles follow it after a space."""

    move: str
    label: str
    picks: list[int] | None


class Racks(TypedDict):
    """The tiles of each player; null where the viewer may not see them."""

    first: list[TileData] | None
    second: list[TileData] | None


class PositionData(TypedDict):
    """A board with all that belongs to it, as one viewer may see it."""

    rows: int
    columns: int
    blocks: int
    squares: list[SquareData]
    racks: Racks
    held: list[int]
    piles: list[PileData]
    commands: list[CommandData]
    notice: str


class PartData(TypedDict):
    """A summand of a move's points."""

    text: str
    points: int
    square: str | None


class MoveData(TypedDict):
    """A move that was made: its notation, what it did, and the parts of its points."""

    ply: int
    player: Side
    move: str
    text: str
    detail: str
    points: int
    squares: list[str]
    parts: list[PartData]


class ClockData(TypedDict):
    """A clock of a live match: the seconds on it when the turn began, and when it runs out if it runs."""

    left: float
    runs_out: datetime | None


class Clocks(TypedDict):
    """Both clocks."""

    first: ClockData
    second: ClockData


class PersonData(TypedDict):
    """A player of a match."""

    name: str
    is_guest: bool
    is_computer: bool


class MatchHead(TypedDict):
    """What lists say of a match. `winner` is `first`, `second`, `draw` or `none`; null while it runs."""

    match: str
    game: str
    options: dict[str, str]
    pace: str
    rated: bool
    first: PersonData
    second: PersonData
    started: datetime
    version: int
    ply: int
    to_move: Side | None
    deadline: datetime | None
    points: list[int]
    finished: datetime | None
    ending: str | None
    winner: str | None


class MatchData(MatchHead):
    """A match as its viewer may see it; `you` is the viewer's seat. Without its rules, it has no position."""

    rules: int
    seal: str
    seed: str | None
    counts: str | None
    voided: datetime | None
    you: Side | None
    is_waiting: bool
    clocks: Clocks | None
    draw_offered_by: Side | None
    rematch: str | None
    reason: str
    last: MoveData | None
    position: PositionData | None


def side_of(seat: Seat | int | None) -> Side | None:
    """Return the word for a seat; None for none."""
    return SIDES[seat - 1] if seat else None


def person_data(user: User) -> PersonData:
    """Return what everyone may know of a player of a match."""
    return {"name": user.file_name, "is_guest": user.is_guest, "is_computer": user.is_computer}


def head_data(match: Match) -> MatchHead:
    """Return what the row of a match says; no query."""
    return {
        "match": match.pk,
        "game": match.game_slug,
        "options": match.option_data,
        "pace": match.time_control.file_code,
        "rated": match.rated,
        "first": person_data(match.first),
        "second": person_data(match.second),
        "started": match.started_at,
        "version": match.version,
        "ply": match.ply,
        "to_move": None if match.finished_at else side_of(match.to_move),
        "deadline": match.deadline_at,
        "points": [match.first_points, match.second_points],
        "finished": match.finished_at,
        "ending": match.ending or None,
        "winner": outcome_word(match) or None,
    }


def match_data(match: Match, seat: Seat | None) -> MatchData:
    """Return the match as it stands for this viewer, in the active language; None is a spectator."""
    try:
        replay = positions.replay(match)
        view: View | None = match.game.view(positions.standing(match, replay), seat)
        turns = replay.turns
    except RulesGone:
        view, turns = None, ()
    names = str(match.first), str(match.second)
    result = view.result if view else None
    return {
        **head_data(match),
        "rules": match.rules_version,
        "seal": match.commitment,
        "seed": bytes(match.seed).hex() if match.is_revealed else None,
        "counts": counted(match) or None,
        "voided": match.voided_at,
        "you": side_of(seat),
        "is_waiting": match.is_gathering,
        "clocks": _clocks(match, turns),
        "draw_offered_by": side_of(match.draw_offered_by),
        "rematch": match.rematch_id,
        "reason": localized(result.reason.named(names)) if result else "",
        "last": moves_data(match, seat, turns, since=match.ply - 1)[0] if turns else None,
        "position": position_data(match.game, view, names) if view else None,
    }


def position_data(
    game: AnyGame, view: View, names: tuple[str, str] | None = None, *, hints: bool = True
) -> PositionData:
    """Return the position that this view shows; `names` are those of the players, by seat."""
    display: AnyDisplay = display_of(game)
    board, notice = display.board(view), display.notice(view)
    cells = board.cells if hints else [replace(cell, hint="") for cell in board.cells]
    names = names or ("first", "second")
    first, second = (_rack(display, view, seat) for seat in Seat)
    return {
        "rows": board.rows,
        "columns": board.columns,
        "blocks": board.blocks,
        "squares": [square for cell in cells if len(square := _square(cell)) > 1],
        "racks": {"first": first, "second": second},
        "held": [display.held(view, seat) for seat in Seat],
        "piles": [
            {
                "label": localized(pile.label.named(names)),
                "count": pile.count,
                "tiles": list(pile.faces),
                "kind": pile.kind,
                "owner": side_of(pile.owner),
            }
            for pile in display.piles(view)
        ],
        "commands": [
            {
                "move": command.text,
                "label": localized(command.label),
                "picks": list(command.picks) if command.picks else None,
            }
            for command in (display.commands(view) if view.my_turn else ())
        ],
        "notice": localized(notice.named(names)) if notice else "",
    }


def moves_data(
    match: Match, seat: Seat | None, turns: tuple[PlayedMove, ...], *, since: int = 0, most: int | None = None
) -> list[MoveData]:
    """Return the moves after ply `since`, oldest first, without what this viewer may not know while the match runs."""
    until = min(len(turns), match.ply, since + most if most is not None else match.ply)
    texts = dict(_texts(match.pk, since, until))
    names = str(match.first), str(match.second)
    return [_move(match, seat, ply, turns[ply - 1], texts[ply], names) for ply in range(since + 1, until + 1)]


def turn_data(turn: PlayedMove, ply: int, text: str, names: tuple[str, str]) -> MoveData:
    """Return a move with this notation."""
    return {
        "ply": ply,
        "player": SIDES[turn.seat.index],
        "move": text,
        "text": localized(turn.text.named(names)),
        "detail": localized(turn.detail.named(names)) if turn.detail else "",
        "points": turn.points,
        "squares": [str(square) for square in turn.squares],
        "parts": [
            {
                "text": localized(part.text.named(names)),
                "points": part.points,
                "square": str(part.square) if part.square else None,
            }
            for part in turn.parts
        ],
    }


def _move(match: Match, seat: Seat | None, ply: int, turn: PlayedMove, text: str, names: tuple[str, str]) -> MoveData:
    is_open = match.finished_at is not None or turn.seat is seat
    return turn_data(turn, ply, text if is_open else published_text(match, text), names)


def _clocks(match: Match, turns: tuple[PlayedMove, ...]) -> Clocks | None:
    if not match.is_live or match.finished_at:
        return None
    clocks, moved, now = match.clock, positions.have_moved(turns), clock.now()
    first, second = (clock_face(clocks, seat, now, moved) for seat in Seat)
    if first is None or second is None:
        return None
    left = [side.total_seconds() if side else 0.0 for side in clocks.left]
    return {
        "first": {"left": left[0], "runs_out": first.runs_out},
        "second": {"left": left[1], "runs_out": second.runs_out},
    }


@lru_cache(maxsize=20_000)  # cells are immutable, and boards share most of them
def _square(cell: Cell) -> SquareData:
    data: SquareData = {"square": str(cell.square)}
    if cell.face:
        data |= {"tile": cell.face, "kind": cell.kind}
    if cell.colour:
        data["colour"] = cell.colour
    if cell.mark:
        data["mark"] = cell.mark
    if cell.takes:
        data |= {"takes": cell.takes, "room": cell.room}
    if cell.void:
        data["void"] = True
    if cell.hint:
        data["hint"] = cell.hint
    return data


def _rack(display: AnyDisplay, view: View, seat: Seat) -> list[TileData] | None:
    rack = display.rack(view, seat)
    if rack is None:
        return None
    return [{"tile": tile.face, "kind": tile.kind, "becomes": list(tile.becomes)} for tile in rack]
