"""The computer players of Sudoku duel."""

from __future__ import annotations

from games.rules import AnyBot, Beginner, MostPoints
from games.sudoku.rules import game

bots: tuple[AnyBot, ...] = (Beginner(game, share=1), MostPoints(game))
