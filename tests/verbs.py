"""Short words with which the tests of a game play it: moves go in as notation, sentences come out as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from games.rules import AnyGame, BadNotation, IllegalMove, PlayedMove, Position, Seat, SeededRandom, Square

P = TypeVar("P", bound=Position)
NO_CHANCE = SeededRandom(b"no move draws from it")


@dataclass(frozen=True)
class Verbs(Generic[P]):
    """What one may do in a test with a position of this game; `dice` is the chance of every move played."""

    game: AnyGame
    rng: SeededRandom = NO_CHANCE

    def judge(self, position: P, text: str) -> PlayedMove:
        """What the move in notation would do."""
        turn: PlayedMove = self.game.judge(position, self.game.decode(text))
        return turn

    def points(self, position: P, text: str) -> int:
        """What the move in notation scores."""
        return self.judge(position, text).points

    def play(self, position: P, *texts: str) -> P:
        """The position after these moves in notation."""
        for text in texts:
            position = self.game.apply(position, self.game.decode(text), self.rng)
        return position

    def refusal(self, position: P, text: str) -> str:
        """Why the move in notation is illegal."""
        with pytest.raises(IllegalMove) as refused:
            self.judge(position, text)
        return str(refused.value.reason)

    def not_read(self, text: str) -> str:
        """Why the text is no notation."""
        with pytest.raises(BadNotation) as refused:
            self.game.decode(text)
        return str(refused.value.reason)

    def laid(self, position: P, tiles: str, viewer: Seat | None = Seat.FIRST) -> str:
        """The notation that laid tiles such as `e7:5 f7:+` come to, or the sentence that says what is missing."""
        entries = [entry.split(":", 1) for entry in tiles.split()]
        placed = [(Square.parse(square), tile) for square, tile in entries]
        try:
            return self.game.encode(self.game.compose(self.game.view(position, viewer), placed))
        except IllegalMove as refused:
            return str(refused.reason)
