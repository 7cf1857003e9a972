"""Helpers for the tests of one game: moves go in as notation, sentences come out as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from games.catalogue import display_of
from games.rules import AnyGame, BadNotation, IllegalMove, PlayedMove, Position, Seat, SeededRandom, Square

P = TypeVar("P", bound=Position)
NO_CHANCE = SeededRandom(b"no move draws from it")


@dataclass(frozen=True)
class GameHelpers(Generic[P]):
    """Operations on positions of one game; `dice` are the random numbers of every move played."""

    game: AnyGame
    rng: SeededRandom = NO_CHANCE

    def judge(self, position: P, text: str) -> PlayedMove:
        """Return the effect of the move in notation."""
        turn: PlayedMove = self.game.judge(position, self.game.decode(text))
        return turn

    def points(self, position: P, text: str) -> int:
        """Return the points of the move in notation."""
        return self.judge(position, text).points

    def play(self, position: P, *texts: str) -> P:
        """Return the position after these moves in notation."""
        for text in texts:
            position = self.game.apply(position, self.game.decode(text), self.rng)
        return position

    def refusal(self, position: P, text: str) -> str:
        """Return the reason why the move in notation is illegal."""
        with pytest.raises(IllegalMove) as refused:
            self.judge(position, text)
        return str(refused.value.reason)

    def not_read(self, text: str) -> str:
        """Return the reason why the text is not valid notation."""
        with pytest.raises(BadNotation) as refused:
            self.game.decode(text)
        return str(refused.value.reason)

    def laid(self, position: P, tiles: str, viewer: Seat | None = Seat.FIRST) -> str:
        """Return the notation of laid tiles such as `e7:5 f7:+`, or the sentence that says what is missing."""
        entries = [entry.split(":", 1) for entry in tiles.split()]
        placed = [(Square.parse(square), tile) for square, tile in entries]
        try:
            return self.game.encode(display_of(self.game).compose(self.game.view(position, viewer), placed))
        except IllegalMove as refused:
            return str(refused.reason)
