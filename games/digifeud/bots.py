"""The computer players of Digifeud."""

from __future__ import annotations

from games.digifeud.rules import game
from games.rules import AnyBot, Beginner, MostPoints

bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game))
