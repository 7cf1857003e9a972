"""Players of Digifeud who know only what the page shows: they read it, choose a move, and lay it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle

from playwright.sync_api import Page, expect

from games.digifeud.model.board import DigifeudOptions, Grid, Tiles
from games.digifeud.model.moves import Calculation, Move, number_tiles
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from tests.browser.input_methods import InputMethod, agree, resign

BOARD = "cells => cells.map(cell => cell.querySelector(':scope > b')?.textContent ?? '')"
RACK = """(tiles, kind) => tiles
    .filter(({ classList, dataset }) => (dataset.kind ?? classList[1]) === kind).map(({ dataset }) => dataset.face)"""
PRINTED = str.maketrans({"−": "-", "×": "x", "÷": "/"})
ALL = DigifeudOptions(directions="4", operators="+-x/")


@dataclass
class Player:
    """A player with an open match page, and one or more input methods that take turns."""

    name: str
    page: Page
    hands: list[InputMethod]
    scripts: bool = True
    options: DigifeudOptions = ALL
    moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = cycle(self.hands)

    def play(self) -> str:
        """Play a move, or pass if there is none, wait until the page shows it, and return its notation."""
        ply = self.ply
        move = self.send()
        self.sees(ply + 1)
        return move

    def send(self) -> str:
        """Play a move, or pass if there is none, and return its notation."""
        position = position_on(self.page, self.options)
        move = choose(position)
        if isinstance(move, Calculation):
            next(self.turns)(self.page, position, move)
            self.moves.append(game.encode(move))
        else:
            self.skip()
        return self.moves[-1]

    def skip(self) -> None:
        """Pass and confirm it: in the dialog, or without JavaScript on a page."""
        self.moves.append("pass")
        self.page.get_by_role("button", name="Pass", exact=True).click()
        agree(self.page, "Pass")

    def resign(self) -> None:
        """Resign and confirm it."""
        resign(self.page)

    def look(self) -> None:
        """Reload the page if it has no JavaScript, to see the opponent's moves."""
        if not self.scripts:
            self.page.reload()

    def sees(self, ply: int) -> None:
        """Wait until the page shows this many moves."""
        expect(self.page.locator("#match_view")).to_have_attribute("data-ply", str(ply))

    @property
    def ply(self) -> int:
        """Return the number of moves that the page shows."""
        return int(self.page.locator("#match_view").get_attribute("data-ply") or 0)

    @property
    def turn(self) -> str:
        """Return whose turn it is according to the page: mine, theirs or over."""
        return self.page.locator("#match_view").get_attribute("data-turn") or ""

    @property
    def points(self) -> dict[str, int]:
        """Return the points that the page shows, by name."""
        names = self.page.locator("#scores .name").all_inner_texts()
        points = self.page.locator("#scores .points").all_inner_texts()
        return {name.strip(): int(shown) for name, shown in zip(names, points, strict=True)}


def position_on(page: Page, options: DigifeudOptions) -> DigifeudPosition:
    """Return the position as far as this page shows it, with the player's own rack in place of both."""
    faces = tuple(face.translate(PRINTED) for face in page.locator("#board td[id]").evaluate_all(BOARD))
    numbers, symbols = (page.locator("#rack .tile").evaluate_all(RACK, kind) for kind in ("number", "symbol"))
    rack = Tiles(tuple(numbers), tuple(face for face in symbols if face != "="))
    return DigifeudPosition(options=options, grid=Grid(faces), racks=(rack, rack), bag=Tiles())


def choose(position: DigifeudPosition) -> Move:
    """Return the legal move that lays the most number tiles, so that the match ends soon."""

    def tiles(move: Move) -> tuple[int, str]:
        many = len(number_tiles(position.grid, move.squares, move.texts)) if isinstance(move, Calculation) else -1
        return many, game.encode(move)

    return max(game.legal_moves(position), key=tiles)
