"""The state of the search: the board, the race, the mover's hand, and the multiset of unseen chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.tenbyten.ai.captures import Board
from games.tenbyten.ai.determinization import unseen_chips
from games.tenbyten.ai.win_probability import Race
from games.tenbyten.model.board import index_of
from games.tenbyten.model.chips import Chips
from games.tenbyten.model.movegen import Selection, generate_moves
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView


@dataclass(frozen=True)
class FastState:
    """The information set of the player to move; `unseen` counts the unseen chips by face."""

    faces: Chips
    hand: Chips
    race: Race
    unseen: Mapping[str, int]

    @classmethod
    def from_view(cls, view: TenByTenView) -> FastState:
        """Return the state from the view of the player to move."""
        counts = view.public.capture_counts
        own, other = counts if view.to_move.index == 0 else counts[::-1]
        race = Race(own, other, view.container, _draw_value(view))
        return cls(view.public.grid.faces, view.hand or (), race, Counter(unseen_chips(view)))

    def moves(self) -> Iterator[tuple[Move, Selection]]:
        """Yield every legal move with its selection of captured chips."""
        return generate_moves(self.faces, self.hand)

    @cached_property
    def board(self) -> Board:
        """Return the faces with the captures that are possible on each line."""
        return Board.read(self.faces)

    def board_after(self, move: Move, selection: Selection) -> Board:
        """Return the board after a move with this selection."""
        return self.board.after((move.chip, index_of(move.square)), selection.indices)

    def kept_chip(self, move: Move) -> str:
        """Return the chip of the hand that the move does not play."""
        return self.hand[1] if self.hand[0] == move.chip else self.hand[0]


def _draw_value(view: TenByTenView) -> float:
    """Return the value of a drawn game for the player to move, from 0 (as a loss) to 1 (as a win).

    Usually one half: the next game is as open as this one. If the draw would end the match as drawn, it is as good as a
    win for the player who has won fewer games, and as bad as a loss for the leader.
    """
    won, is_last = view.public.won, view.public.drawn_in_a_row + 1 == view.options.max_drawn_in_a_row
    if not is_last or won[0] == won[1]:
        return 0.5
    return float(won[view.to_move.index] < won[view.to_move.other.index])
