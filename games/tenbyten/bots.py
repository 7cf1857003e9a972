"""The computer players of 10 BY 10."""

from __future__ import annotations

from games.rules import AnyBot, Beginner, MostPoints
from games.tenbyten.rules import game

bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game))
