"""The contract of the rules of a game, and its reproducible randomness; how it is shown is that of `Display`."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from games.rules.position import Forfeit, Options, PlayedMove, Position, Result, View
from games.rules.sentences import Seat, Sentence, say

T = TypeVar("T")

_BLOCK = 1 << 256


class SeededRandom:
    """A deterministic random stream for one ply of a match (SHA-256 in counter mode).

    Block n of the stream, counted from 0, is the SHA-256 digest of the secret seed, the ply and n (both as eight bytes,
    big-endian), read as a big-endian integer. Ply 0 is the setup of the match.
    """

    def __init__(self, seed: bytes, ply: int = 0) -> None:
        self._prefix = seed + ply.to_bytes(8, "big")
        self._counter = 0

    def below(self, limit: int) -> int:
        """Return a uniform integer from 0 to `limit` - 1; raises ValueError unless 1 <= `limit` <= 2**256."""
        if not 1 <= limit <= _BLOCK:
            raise ValueError("limit must lie between 1 and 2**256")
        ceiling = _BLOCK - _BLOCK % limit
        while (block := self._block()) >= ceiling:  # rejection sampling avoids modulo bias
            pass
        return block % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order (Fisher-Yates shuffle, from the last index down to 1)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def redrawn(self, bag: Iterable[str], full: Sequence[str]) -> tuple[str, ...]:
        """Return the bag in a new random order: `full`, all tiles of the kind, is shuffled, and what is gone left out.

        Equal tiles are numbered, and those with the highest numbers count as gone. So every order of the bag is equally
        likely, and two bags that are shuffled by one stream draw alike as far as they hold the same (common random
        numbers).
        """
        left, numbered = Counter(bag), Counter[str]()
        tiles = []
        for tile in full:
            tiles.append((tile, numbered[tile]))
            numbered[tile] += 1
        return tuple(tile for tile, number in self.shuffled(tiles) if number < left[tile])

    def _block(self) -> int:
        digest = hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return int.from_bytes(digest, "big")


OptionsT = TypeVar("OptionsT", bound=Options)
PositionT = TypeVar("PositionT", bound=Position)
ViewT = TypeVar("ViewT", bound=View)
MoveT = TypeVar("MoveT")

FORFEITED = {Forfeit.RESIGNED: say("Won by resignation."), Forfeit.TIME: say("Lost on time.")}
AGREED = say("Both players agreed to a draw.")
CLAIMED = say("The lead was too big to catch up, and the win was claimed.")
PROVEN = say("The event is over, and the lead was too big to catch up.")
BY_POINTS = say("The event is over, so the points so far decide. It changes no rating.")


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
    keeps_score: ClassVar[bool] = False  # whether matches add to a total score, which players' strength is derived from
    perfect_information: ClassVar[bool] = False  # whether nothing is hidden: every viewer sees both racks
    can_plan: ClassVar[bool] = True  # whether a move can be planned before the turn: its tiles are known then
    draws_by_agreement: ClassVar[bool] = False  # whether the players may agree on a draw while the match runs
    has_point_puzzles: ClassVar[bool] = True  # whether it takes more than counting to find the most points
    has_mirrors: ClassVar[bool] = False  # whether it deals mirror matches: `apply` draws as `Options` says
    has_facts: ClassVar[bool] = False  # whether moves are facts of arithmetic, which pupils practise: `fact`
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

    def fact(self, _move: MoveT) -> str:
        """Return the fact of arithmetic that the move is, such as `7 × 8`, for `8 × 7` too; empty for none."""
        return ""

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
        bounds = self.bounds(view) if lead > 0 else None
        return bounds is not None and bounds[seat.other.index] < lead

    def claim(self, position: PositionT, seat: Seat) -> PositionT:
        """Return the position after this seat claimed the win of a decided match (`is_decided`)."""
        return replace(position, result=Result(seat, CLAIMED, scores=self.keeps_score))

    def adjudicate(self, position: PositionT) -> PositionT:
        """Return the position after the end of an event in which this match was still open.

        A decided match is won (`is_decided`); of another one the points decide, which does not count for ratings.
        """
        waiting = position.to_move.other
        if self.is_decided(self.view(position, waiting), waiting):
            return replace(position, result=Result(waiting, PROVEN, scores=self.keeps_score))
        first, second = position.scores
        leader = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return replace(position, result=Result(leader, BY_POINTS, counts=False))

    def version(self, number: int) -> AnyGame:
        """Return the game object for this version of the rules; raises LookupError if it is no longer supported."""
        for game in (self, *self.former_versions):
            if game.rules_version == number:
                return game
        raise LookupError(f"{self.slug} has no version {number} of its rules")

    def longest(self, options: OptionsT) -> int | None:
        """Return an upper bound on the number of moves of a match with these options; None without one."""
        return None

    def variants(self, view: ViewT, move: MoveT) -> tuple[MoveT, ...]:
        """Return the moves that place the same tiles as this composed one, which comes first.

        A game overrides it if placed tiles leave a choice, such as what they capture.
        """
        return (move,)

    def leaves_choice(self, view: ViewT, move: MoveT) -> bool:
        """Return whether this move names none of several ways to play its tiles, as a composed move does."""
        ways = self.variants(view, move)
        return len(ways) > 1 and move == ways[0]


AnyGame = Game[Any, Any, Any, Any]  # for code that handles all games: only a game's own code knows its types


def continued(game: AnyGame, position: Position, keeper: Seat, rng: SeededRandom) -> Position:
    """Return the first position of a match that continues from this position, in which `keeper` keeps its hand.

    Board, points and the player to move stay the same. The other hand and the bags are dealt again (determinization),
    because both players know them from the finished match. The hand of the player not to move is face down until the
    first move, as in any match, unless it is the kept one, which its owner knows already. Raises ValueError for a
    position with a result.
    """
    if position.result:
        raise ValueError("this position has a result")
    start: Position = game.determinize(game.view(replace(position, face_down=()), keeper), rng)
    waiting = start.to_move.other
    is_known = waiting is keeper or game.perfect_information
    return replace(start, face_down=() if is_known else (waiting,))
