"""The contract every game fulfils."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

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

Laid = Sequence[tuple[Square, str]]

FORFEITED = {
    Forfeit.RESIGNED: say("One player resigned."),
    Forfeit.TIME: say("One player ran out of time."),
}
AGREED = say("Both players agreed to a draw.")


class Game(ABC, Generic[OptionsT, PositionT, ViewT, MoveT]):
    """Rules as pure functions on values: no clock, no chance of its own, no language.

    A match is its options, its seed, its moves and the version of the rules it began under. `apply` at ply n gets
    `SeededRandom(seed, n)`, `setup` gets `SeededRandom(seed, 0)`, so every position can be replayed from those four.

    To change a rule, raise `rules_version` by one and keep the former rules as a game object of its own, with the
    former number, in `former_versions`: new matches follow the present rules, and every stored match replays, verifies
    and is played on under its own. A version that is left out is retired: its matches show their stored result only.
    """

    slug: ClassVar[str]
    name: ClassVar[str]  # `marked`, where languages have names of their own for it
    aim: ClassVar[Sentence]
    example: ClassVar[str]  # a move in notation, for whoever types it for the first time
    guidance: ClassVar[tuple[Sentence, ...]] = ()  # what to know before one's first turn, before the second, and so on
    vocabulary: ClassVar[Vocabulary] = TILES
    keeps_score: ClassVar[bool] = False  # whether matches add to a total score, by which players have their strength
    draws_by_agreement: ClassVar[bool] = False  # whether the players may agree on a draw while the match runs
    rules_version: ClassVar[int] = 1
    former_versions: ClassVar[tuple[AnyGame, ...]] = ()
    options_type: type[OptionsT]

    @abstractmethod
    def setup(self, options: OptionsT, rng: SeededRandom) -> PositionT:
        """The position before the first move; the bags are shuffled here, once. The second hand lies face down."""

    @abstractmethod
    def legal_moves(self, position: PositionT) -> Iterator[MoveT]:
        """Every legal move, lazily and each once; none when there is a result."""

    @abstractmethod
    def judge(self, position: PositionT, move: MoveT) -> PlayedMove:
        """What the move would do and score. Needs only what the mover sees; raises IllegalMove."""

    def scored_moves(self, position: PositionT) -> Iterator[tuple[MoveT, int]]:
        """Every legal move once, with the points that `judge` gives it; a game may know a quicker way than judging."""
        for move in self.legal_moves(position):
            yield move, self.judge(position, move).points

    @abstractmethod
    def apply(self, position: PositionT, move: MoveT, rng: SeededRandom) -> PositionT:
        """The position after the move, no hand face down; judges first, so it raises IllegalMove too."""

    @abstractmethod
    def view(self, position: PositionT, viewer: Seat | None) -> ViewT:
        """What this viewer may know: the one place where things are hidden. `Position.shows` tells which hands show."""

    @abstractmethod
    def determinize(self, view: ViewT, rng: SeededRandom) -> PositionT:
        """A position that this viewer could be looking at, the unknown dealt anew."""

    @abstractmethod
    def encode(self, move: MoveT) -> str:
        """The move in notation."""

    @abstractmethod
    def decode(self, text: str) -> MoveT:
        """The move that the notation spells; raises BadNotation. `encode` gives its one proper spelling."""

    def published(self, move: MoveT) -> str:
        """The move's notation as everybody may read it while the match runs, without what only the mover may know."""
        return self.encode(move)

    def forfeit(self, position: PositionT, seat: Seat, how: Forfeit) -> PositionT:
        """The position after this seat lost by resigning or on time: the other wins, whatever the points."""
        return replace(position, result=Result(seat.other, FORFEITED[how]))

    def agree_draw(self, position: PositionT) -> PositionT:
        """Return the position after both players agreed on a draw; only where `draws_by_agreement`."""
        return replace(position, result=Result(None, AGREED))

    def version(self, number: int) -> AnyGame:
        """Return the game under that version of its rules; raises LookupError for one that is not supported."""
        for game in (self, *self.former_versions):
            if game.rules_version == number:
                return game
        raise LookupError(f"{self.slug} has no version {number} of its rules")

    def longest(self, options: OptionsT) -> int | None:
        """The most moves that a match with these options can take; None where nothing in the rules limits it."""
        return None

    @abstractmethod
    def compose(self, view: ViewT, laid: Laid) -> MoveT:
        """The move that these tiles, laid on these squares, stand for; raises IllegalMove and says what is missing.

        A tile is written as its face; a blank as `?` and the face it stands for.
        """

    def variants(self, view: ViewT, move: MoveT) -> tuple[MoveT, ...]:
        """The moves to choose from once these tiles lie there: the move as composed first, alone in most games."""
        return (move,)

    @abstractmethod
    def board(self, view: ViewT) -> Board:
        """The board as this viewer sees it."""

    @abstractmethod
    def rack(self, view: ViewT, seat: Seat) -> tuple[Tile, ...] | None:
        """The tiles of that seat, or None while this viewer may not see them."""

    @abstractmethod
    def held(self, view: ViewT, seat: Seat) -> int:
        """Return how many tiles that seat holds: public, also while nobody may see them."""

    @abstractmethod
    def piles(self, view: ViewT) -> tuple[Pile, ...]:
        """What everybody may count: tiles left in the bags, captured chips."""

    @abstractmethod
    def sealed(self, position: PositionT) -> tuple[Pile, ...]:
        """Of the position after `setup`: every tile in its sealed order, to be shown when the match is over."""

    def commands(self, view: ViewT) -> tuple[Command, ...]:
        """Moves without tiles that the viewer may choose now, such as passing."""
        return ()

    def notice(self, view: ViewT) -> Sentence | None:
        """What the viewer should know besides whose turn it is, such as that it is the last one."""
        return None

    def interlude(self, view: ViewT) -> Interlude | None:
        """How the game before this one ended, where a match has several; shown until both have moved again."""
        return None


AnyGame = Game[Any, Any, Any, Any]
