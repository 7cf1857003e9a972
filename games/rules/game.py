"""The contract of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from games.rules.lights import Light, Placements
from games.rules.options import Options
from games.rules.position import Forfeit, PlayedMove, Position, Result, View
from games.rules.presentation import Board, Command, Interlude, Pile, Tile
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom
from games.rules.sentences import Sentence, say
from games.rules.squares import Square
from games.rules.vocabulary import TILES, Vocabulary

OptionsT = TypeVar("OptionsT", bound=Options)
PositionT = TypeVar("PositionT", bound=Position)
ViewT = TypeVar("ViewT", bound=View)
MoveT = TypeVar("MoveT")

FORFEITED = {
    Forfeit.RESIGNED: say("Won by resignation."),
    Forfeit.TIME: say("Lost on time."),
}
AGREED = say("Both players agreed to a draw.")
CLAIMED = say("The lead was too big to catch up, and the win was claimed.")


class Game(ABC, Generic[OptionsT, PositionT, ViewT, MoveT]):
    """The rules of a game as pure functions on immutable values: no I/O, no clock, no random source of their own.

    A match is determined by its options, its seed, its moves and the version of the rules it began under. `apply` at
    ply n gets `SeededRandom(seed, n)`, `setup` gets `SeededRandom(seed, 0)`, so every position can be replayed from
    those four.

    To change a rule, raise `rules_version` by one and keep the former rules as a game object of its own, with the
    former number, in `former_versions`: new matches follow the present rules, and every stored match replays, verifies
    and is played on under its own. A version that is left out is retired: its matches show their stored result only.
    """

    slug: ClassVar[str]
    name: ClassVar[str]  # `marked`, where it has translations
    aim: ClassVar[Sentence]
    example: ClassVar[str]  # a move in notation, shown beside the input
    guidance: ClassVar[tuple[Sentence, ...]] = ()  # hints for a player's first turn, the second, and so on
    vocabulary: ClassVar[Vocabulary] = TILES
    keeps_score: ClassVar[bool] = False  # whether matches add to a total score, which players' strength is derived from
    perfect_information: ClassVar[bool] = False  # whether nothing is hidden: every viewer sees both racks
    can_plan: ClassVar[bool] = True  # whether a move can be planned before the turn: its tiles are known then
    draws_by_agreement: ClassVar[bool] = False  # whether the players may agree on a draw while the match runs
    has_point_puzzles: ClassVar[bool] = True  # whether it takes more than counting to find the most points
    lights_up: ClassVar[Sentence | None] = None  # what lights up while a player chooses; None where nothing does
    rules_version: ClassVar[int] = 1
    former_versions: ClassVar[tuple[AnyGame, ...]] = ()
    options_type: type[OptionsT]  # `Options` itself for a game without options

    @abstractmethod
    def setup(self, options: OptionsT, rng: SeededRandom) -> PositionT:
        """Return the position before the first move, with the bags shuffled once.

        The second hand lies face down, except in a game of perfect information.
        """

    @abstractmethod
    def legal_moves(self, position: PositionT) -> Iterator[MoveT]:
        """Yield every legal move once, lazily; none where there is a result."""

    @abstractmethod
    def judge(self, position: PositionT, move: MoveT) -> PlayedMove:
        """Return the effect and the points of the move, without applying it; raises IllegalMove.

        It reads only what the mover may see, because previews show its result before the move is made.
        """

    def scored_moves(self, position: PositionT) -> Iterator[tuple[MoveT, int]]:
        """Yield every legal move once with its points; override it where there is a faster way than `judge`."""
        for move in self.legal_moves(position):
            yield move, self.judge(position, move).points

    @abstractmethod
    def apply(self, position: PositionT, move: MoveT, rng: SeededRandom) -> PositionT:
        """Return the position after the move, with an empty `face_down`; raises IllegalMove as `judge` does."""

    @abstractmethod
    def view(self, position: PositionT, viewer: Seat | None) -> ViewT:
        """Return what this viewer may know: the only place where information is hidden.

        `Position.shows` tells which hands show; in a game of perfect information all do.
        """

    @abstractmethod
    def determinize(self, view: ViewT, rng: SeededRandom) -> PositionT:
        """Return a full position sampled from those consistent with the view (determinization).

        Hidden racks and bags are dealt from the unseen tiles by `rng`; the viewer's view of the result is `view` again.
        """

    @abstractmethod
    def encode(self, move: MoveT) -> str:
        """Return the canonical notation of the move."""

    @abstractmethod
    def decode(self, text: str) -> MoveT:
        """Return the move of the notation; raises BadNotation."""

    def published(self, move: MoveT) -> str:
        """Return the public notation of the move while the match runs, without what only the mover may know."""
        return self.encode(move)

    def forfeit(self, position: PositionT, seat: Seat, how: Forfeit) -> PositionT:
        """Return the position after this seat resigned or ran out of time: the opponent wins, whatever the points."""
        return replace(position, result=Result(seat.other, FORFEITED[how]))

    def agree_draw(self, position: PositionT) -> PositionT:
        """Return the position after both players agreed on a draw; only where `draws_by_agreement`."""
        return replace(position, result=Result(None, AGREED))

    def bounds(self, view: ViewT) -> tuple[int, int] | None:
        """Return for each seat an upper bound on the points by which its lead can still grow, given the view.

        None if points do not decide the match, or if there is no bound.
        """
        return None

    def is_decided(self, view: ViewT, seat: Seat) -> bool:
        """Return whether the view proves that this seat wins, whatever the opponent still does.

        Called while the opponent is to move. A game that is not decided by points overrides it.
        """
        lead = view.scores[seat.index] - view.scores[seat.other.index]
        return lead > 0 and not self.can_gain(view, seat.other, lead)

    def can_gain(self, view: ViewT, seat: Seat, points: int) -> bool:
        """Return whether `bounds` allows the lead of this seat to grow by this many points.

        Called after every move, so a game whose full bound is costly may override it with a shortcut.
        """
        bounds = self.bounds(view)
        return bounds is None or bounds[seat.index] >= points

    def claim(self, position: PositionT, seat: Seat) -> PositionT:
        """Return the position after this seat claimed the win of a decided match (`is_decided`)."""
        return replace(position, result=Result(seat, CLAIMED, scores=self.keeps_score))

    def version(self, number: int) -> AnyGame:
        """Return the game object for this version of the rules; raises LookupError if it is no longer supported."""
        for game in (self, *self.former_versions):
            if game.rules_version == number:
                return game
        raise LookupError(f"{self.slug} has no version {number} of its rules")

    def longest(self, options: OptionsT) -> int | None:
        """Return an upper bound on the number of moves of a match with these options; None without one."""
        return None

    @abstractmethod
    def compose(self, view: ViewT, placements: Placements) -> MoveT:
        """Return the move that consists of these placed tiles.

        Raises IllegalMove with what is wrong or still missing. A tile is written as its face; a blank as `?` and the
        face it stands for.
        """

    def variants(self, view: ViewT, move: MoveT) -> tuple[MoveT, ...]:
        """Return the moves that place the same tiles as this composed one, which comes first.

        A game overrides it if placed tiles leave a choice, such as what they capture.
        """
        return (move,)

    def leaves_choice(self, view: ViewT, move: MoveT) -> bool:
        """Return whether this move names none of several ways to play its tiles, as a composed move does."""
        ways = self.variants(view, move)
        return len(ways) > 1 and move == ways[0]

    def legal_squares(self, view: ViewT, tile: str, placed: Placements = ()) -> frozenset[Square]:
        """Return the squares on which some legal move of the viewer places this tile, given the tiles already placed.

        A blank is written as `?`. Whose turn it is does not matter, so that a player can plan ahead. The default, no
        squares, is for games in which every empty square takes every tile.
        """
        return frozenset()

    def highlights(self, view: ViewT, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the squares to highlight, and why, for the placed tiles and the square that the viewer selected."""
        return ()

    def keypad(self, options: OptionsT) -> str:
        """Return the keys to type an equation for `places_of`, one character each; empty in a game without them."""
        return ""

    def places_of(self, view: ViewT, text: str) -> tuple[MoveT, ...] | None:
        """Return every legal move of the viewer that makes the equation in this text, wherever it fits on the board.

        They are sorted from the top left. None if the text is not an equation alone, and in a game without a keypad.
        """
        return None

    @abstractmethod
    def board(self, view: ViewT) -> Board:
        """Return the board as this viewer sees it."""

    @abstractmethod
    def rack(self, view: ViewT, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the tiles of that seat; None while this viewer may not see them."""

    @abstractmethod
    def held(self, view: ViewT, seat: Seat) -> int:
        """Return how many tiles that seat holds, which is public."""

    @abstractmethod
    def piles(self, view: ViewT) -> tuple[Pile, ...]:
        """Return public counts, such as tiles left in the bags and captured chips."""

    @abstractmethod
    def sealed(self, position: PositionT) -> tuple[Pile, ...]:
        """Return all tiles in their shuffled order, given the position after `setup`; published after the match."""

    def commands(self, view: ViewT) -> tuple[Command, ...]:
        """Return the viewer's moves that place no tile, such as passing; none after the end.

        Pages show them in the viewer's turn only. A game may return them in the opponent's turn too: then they need not
        be sent again when the turn changes.
        """
        return ()

    def notice(self, view: ViewT) -> Sentence | None:
        """Return a sentence to show beside whose turn it is, such as that it is the last one; None without one."""
        return None

    def interlude(self, view: ViewT) -> Interlude | None:
        """Return how the previous game of a match of several games ended, until both players have moved again.

        None later, and in a match of one game.
        """
        return None


AnyGame = Game[Any, Any, Any, Any]  # for code that handles all games: only a game's own code knows its types
