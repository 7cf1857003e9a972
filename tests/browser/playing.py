"""Playing Digifeud with what a page shows and nothing else: reading it, choosing a move, laying it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle

from playwright.sync_api import Page, expect

from games.digifeud.model.board import Grid
from games.digifeud.model.legality import number_tiles
from games.digifeud.model.moves import Calculation, Move
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.model.tiles import Tiles
from games.digifeud.rules import game
from tests.browser.hands import Hand

BOARD = "cells => cells.map(cell => cell.querySelector(':scope > b')?.textContent ?? '')"
RACK = """(tiles, kind) => tiles
    .filter(({ classList, dataset }) => (dataset.kind ?? classList[1]) === kind).map(({ dataset }) => dataset.face)"""
PRINTED = str.maketrans({"−": "-", "×": "x", "÷": "/"})
ALL = DigifeudOptions(directions="4", operators="+-x/")


@dataclass
class Player:
    """Somebody at the board, with one or more hands that take turns."""

    name: str
    page: Page
    hands: list[Hand]
    scripts: bool = True
    options: DigifeudOptions = ALL
    moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = cycle(self.hands)

    def play(self) -> str:
        """Makes a move, or passes where there is none, and waits until the own page shows it; its notation."""
        ply = self.ply
        move = self.send()
        self.sees(ply + 1)
        return move

    def send(self) -> str:
        """Makes a move, or passes where there is none; its notation."""
        position = position_on(self.page, self.options)
        move = choose(position)
        if isinstance(move, Calculation):
            next(self.turns)(self.page, position, move)
            self.moves.append(game.encode(move))
        else:
            self.skip()
        return self.moves[-1]

    def skip(self) -> None:
        """Passes, and says yes: in the dialog, or without JavaScript on a page."""
        self.moves.append("pass")
        self.page.get_by_role("button", name="Pass", exact=True).click()
        self.page.get_by_role("button", name="Yes", exact=True).click()

    def resign(self) -> None:
        """Gives up, and says yes."""
        self.page.get_by_role("button", name="Resign", exact=True).click()
        self.page.get_by_role("button", name="Yes", exact=True).click()

    def look(self) -> None:
        """Without JavaScript one has to load the page anew to see what the other did."""
        if not self.scripts:
            self.page.reload()

    def sees(self, ply: int) -> None:
        """Waits until the page shows this many moves."""
        expect(self.page.locator("#table")).to_have_attribute("data-ply", str(ply))

    @property
    def ply(self) -> int:
        """How many moves the page shows."""
        return int(self.page.locator("#table").get_attribute("data-ply") or 0)

    @property
    def turn(self) -> str:
        """Whose turn the page says it is: mine, theirs or over."""
        return self.page.locator("#table").get_attribute("data-turn") or ""

    @property
    def points(self) -> dict[str, int]:
        """The points that the page shows, by name."""
        names = self.page.locator("#scores .name").all_inner_texts()
        points = self.page.locator("#scores .points").all_inner_texts()
        return {name.strip(): int(shown) for name, shown in zip(names, points, strict=True)}


def position_on(page: Page, options: DigifeudOptions) -> DigifeudPosition:
    """The position as far as this page shows it: the board, and the player's own rack in the place of both."""
    faces = tuple(face.translate(PRINTED) for face in page.locator("#board td[id]").evaluate_all(BOARD))
    numbers, symbols = (page.locator("#rack .tile").evaluate_all(RACK, kind) for kind in ("number", "symbol"))
    rack = Tiles(tuple(numbers), tuple(face for face in symbols if face != "="))
    return DigifeudPosition(options=options, grid=Grid(faces), racks=(rack, rack), bag=Tiles())


def choose(position: DigifeudPosition) -> Move:
    """The legal move that lays most number tiles, so that a match comes to its end."""

    def tiles(move: Move) -> tuple[int, str]:
        many = len(number_tiles(position.grid, move.squares, move.texts)) if isinstance(move, Calculation) else -1
        return many, game.encode(move)

    return max(game.legal_moves(position), key=tiles)
