"""What the API answers, as plain dictionaries; members that are added later are there as well.

Times are texts in ISO 8601. `/api/` of a site explains each member.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Required, TypedDict

Json = dict[str, Any]  # of any shape
Line = dict[str, Any]  # of a stream; its `type` says what it has
Side = Literal["first", "second"]


class Option(TypedDict):
    """An option of a game."""

    name: str
    label: str
    answers: dict[str, str]
    usual: str


class Game(TypedDict):
    """A game; `position` is the JSON Schema of its positions."""

    game: str
    name: str
    aim: str
    rules: int
    options: list[Option]
    example: str
    notation: str
    hides_tiles: bool
    draws_by_agreement: bool
    position: Json


class Player(TypedDict):
    """A player."""

    name: str
    is_guest: bool
    is_computer: bool
    joined: str


class Me(Player):
    """The owner of the token."""

    scopes: list[str]
    token_expires: str


class Rating(TypedDict):
    """A rating."""

    player: str
    game: str
    pace: str
    pool: str
    rating: int
    deviation: int
    is_settled: bool
    won: int
    drawn: int
    lost: int


class Person(TypedDict):
    """A player of a match."""

    name: str
    is_guest: bool
    is_computer: bool


class Square(TypedDict, total=False):
    """A square that is not both plain and empty."""

    square: Required[str]
    tile: str
    kind: str
    colour: str
    mark: str
    takes: str
    room: int
    void: bool
    hint: str


class Tile(TypedDict):
    """A tile on a rack."""

    tile: str
    kind: str
    becomes: list[str]


class Racks(TypedDict):
    """The tiles of each player, None where you may not see them."""

    first: list[Tile] | None
    second: list[Tile] | None


class Pile(TypedDict):
    """A public number, such as of tiles in a bag."""

    label: str
    count: int
    tiles: list[str]
    kind: str
    owner: Side | None


class Command(TypedDict):
    """A move that places no tile."""

    move: str
    label: str
    picks: list[int] | None


class Position(TypedDict):
    """A board with all that belongs to it, as you may see it."""

    rows: int
    columns: int
    blocks: int
    squares: list[Square]
    racks: Racks
    held: list[int]
    piles: list[Pile]
    commands: list[Command]
    notice: str


class Part(TypedDict):
    """A summand of a move's points."""

    text: str
    points: int
    square: str | None


class Move(TypedDict):
    """A move that was made, or would be."""

    ply: int
    player: Side
    move: str
    text: str
    detail: str
    points: int
    squares: list[str]
    parts: list[Part]


class Head(TypedDict):
    """What lists say of a match."""

    match: str
    game: str
    options: dict[str, str]
    pace: str
    rated: bool
    first: Person
    second: Person
    started: str
    version: int
    ply: int
    to_move: Side | None
    deadline: str | None
    points: list[int]
    finished: str | None
    ending: str | None
    winner: str | None
    twin: str | None
    is_sealed: bool


class Match(Head):
    """A match as you may see it; `moves`, `seq` and `type` are in streams only."""

    rules: int
    seal: str
    seed: str | None
    counts: str | None
    voided: str | None
    you: Side | None
    is_waiting: bool
    clocks: Json | None
    draw_offered_by: Side | None
    rematch: str | None
    reason: str
    last: Move | None
    position: Position | None
    moves: NotRequired[list[Move]]
    seq: NotRequired[int]
    type: NotRequired[str]


class LegalMove(TypedDict):
    """A legal move and its points."""

    move: str
    points: int


class LegalMoves(TypedDict):
    """The legal moves at a ply; there are more unless `is_complete`."""

    ply: int
    moves: list[LegalMove]
    is_complete: bool


class Challenge(TypedDict):
    """A challenge, and the match that came of it."""

    challenge: str
    kind: str
    status: str
    game: str
    options: dict[str, str]
    pace: str
    rests: bool
    rated: bool
    starts: str
    challenger: Person
    opponent: Person | None
    club: str | None
    standing: bool
    made: str
    match: str | None


class Message(TypedDict):
    """A message in the chat of a match."""

    id: int
    room: str
    author: str
    text: str
    phrase: str
    written: str


class Attempt(TypedDict):
    """Your attempt at a puzzle."""

    tries: int
    is_solved: bool
    is_given_up: bool
    line: list[str]
    rating_change: int | None


class Puzzle(TypedDict):
    """A puzzle."""

    puzzle: str
    game: str
    options: dict[str, str]
    kind: str
    question: str
    rating: int | None
    tried: int
    solved: int
    to_move: Side
    step: int
    position: Position
    attempt: Attempt | None
    solution: list[Move] | None


class Daily(TypedDict):
    """The puzzle of a day."""

    game: str
    day: str
    number: int
    puzzle: str
