"""The computer players of Summy."""

from __future__ import annotations

from games.rules import AnyBot, Beginner, MostPoints
from games.summy.rules import game

bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game))
