"""Those who do not see the board: what assistive technology has of it, and whole matches by it alone.

The players of the whole matches know the page by roles, names and what is read aloud; they ask in the move field for
their tiles, work out a move by the rules of the game, and type it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from games.catalogue import games
from games.digifeud.model.board import DigifeudOptions, Tiles
from games.digifeud.model.board import Grid as DigifeudGrid
from games.digifeud.model.position import DigifeudPosition
from games.sudoku.model.board import Grid as SudokuGrid
from games.sudoku.model.board import SudokuOptions
from games.sudoku.model.position import SudokuPosition
from games.summy.model.board import SIZE, SummyOptions
from games.summy.model.board import Grid as SummyGrid
from games.summy.model.position import SummyPosition
from games.tenbyten.model.board import Grid as TenByTenGrid
from games.tenbyten.model.board import TenByTenOptions
from games.tenbyten.model.position import PublicState, TenByTenPosition
from tests.browser import playing
from tests.browser.access import LANGUAGES, golden, named, trees
from tests.browser.conftest import Windows
from tests.browser.input_methods import resign
from tests.browser.sample_matches import GAMES
from tests.browser.stories import sit_down
from tests.serving import Site
from tests.sizes import cases, examples

Faces = tuple[str, ...]

TREES = ("tenbyten-nl",)
LONGEST = 200
LOOKS = 1_000
PAUSE = 50  # milliseconds between two looks, each of which takes the page some time too
CELL = re.compile(r'gridcell "([^"]+)"')
SIGNS = {"plus": "+", "minus": "-", "times": "x", "equals": "=", "blank": "?", "closed": "#"}
MINE = re.compile(r"Your turn\.|You begin\.")
OVER = re.compile(r"You win!|wins\.|A draw\.")
TURN = re.compile(rf"{MINE.pattern}|{OVER.pattern}|Waiting for")


@cases("slug, language", GAMES, [*LANGUAGES], default=TREES)
def test_the_accessibility_tree_is_as_before(chromium: Browser, site: Site, slug: str, language: str) -> None:
    found = trees(chromium, site, slug, [language])
    assert found[language].splitlines() == golden(slug, language).read_text().splitlines()


def digifeud(squares: Faces, held: Faces) -> str:
    """Return the move that lays the most tiles."""
    numbers, signs = ([face for face in held if (face in "+-x/=") == is_sign] for is_sign in (False, True))
    rack = Tiles(tuple(numbers), tuple(face for face in signs if face != "="))
    position = DigifeudPosition(options=DigifeudOptions(), grid=DigifeudGrid(squares), racks=(rack, rack), bag=Tiles())
    return games()["digifeud"].encode(playing.choose(position))


def sudoku(squares: Faces, held: Faces) -> str:
    """Return the square that brings the most points."""
    options = SudokuOptions()
    return best("sudoku", SudokuPosition(options=options, grid=SudokuGrid(squares), tiles=(held[0], ""), bag=()))


def summy(squares: Faces, held: Faces) -> str:
    """Return the sum that brings the most points."""
    rows = tuple("".join(face or "." for face in squares[start : start + SIZE]) for start in range(0, SIZE**2, SIZE))
    return best("summy", SummyPosition(options=SummyOptions(), grid=SummyGrid(rows), hands=(held, held), stock=()))


def tenbyten(squares: Faces, held: Faces) -> str:
    """Return the move that captures the most."""
    public = PublicState(TenByTenGrid(squares))
    options = TenByTenOptions()
    return best("tenbyten", TenByTenPosition(options=options, public=public, hands=(held, held), container=()))


def best(slug: str, position: Any) -> str:  # noqa: ANN401 - positions are of any game
    """Return the move with the most points."""
    game = games()[slug]
    move, _points = max(game.scored_moves(position), key=lambda scored: (scored[1], game.encode(scored[0])))
    return game.encode(move)


CHOOSE: dict[str, Callable[[Faces, Faces], str]] = {
    "digifeud": digifeud, "sudoku": sudoku, "summy": summy, "tenbyten": tenbyten,
}  # fmt: skip


@dataclass
class Listener:
    """A player who hears the page and types."""

    page: Page
    slug: str

    @property
    def field(self) -> Locator:
        """The field for moves and questions."""
        return self.page.get_by_role("textbox", name="Move", exact=True)

    @property
    def status(self) -> str:
        """What was read aloud about the turn."""
        return self.page.get_by_role("status").filter(has_text=TURN).first.inner_text()

    def ask(self, question: str, answer: str) -> str:
        """Type a question, and return the answer without its beginning."""
        told = self.page.get_by_role("status").filter(has_text=re.compile(f"^{answer}"))
        self.field.fill("")
        expect(told).to_have_count(0)
        self.field.fill(question)
        expect(told).to_have_count(1)
        return told.inner_text().removesuffix(".").partition(": ")[2]

    def faces(self, names: Iterable[str]) -> Faces:
        """Return the faces of tiles from their names; empty for others."""
        signs = SIGNS | {"divided by": ":" if self.slug == "summy" else "/"}
        return tuple(signs.get(name, name if name.isdigit() else "") for name in names)

    def squares(self) -> Faces:
        """Return what lies on each square by its name."""
        named(self.page)
        names = CELL.findall(self.page.get_by_role("grid", name="Board").aria_snapshot())
        return tuple(max(self.faces(name.split(", ")[1:])) for name in names)

    def play(self) -> None:
        """Work out a move from what is heard, and type it."""
        held = self.faces(self.ask("my tiles", "Your ").split(", "))
        before = self.status
        self.field.fill(CHOOSE[self.slug](self.squares(), held))
        self.field.press("Enter")
        question = self.page.get_by_role("dialog")
        if patiently(self.page, lambda: self.status != before or question.count()) and self.status == before:
            agree = question.get_by_role("button").last
            self.page.keyboard.press("Tab")  # from the button that cancels; a second Enter at once would be a bounce
            expect(agree).to_be_focused()
            agree.press("Enter")
            patiently(self.page, lambda: self.status != before)
        if not self.is_over():
            expect(self.field).to_be_focused()  # the next question can be typed at once, also after a dialog

    def is_to_move(self) -> bool:
        """Return whether it was said that it is this player's turn."""
        return bool(MINE.search(self.status))

    def is_over(self) -> bool:
        """Return whether it was said how the match ended."""
        return bool(OVER.search(self.status))


def patiently(page: Page, heard: Callable[[], object]) -> bool:
    """Listen until this is true."""
    for _look in range(LOOKS):
        if heard():
            return True
        page.wait_for_timeout(PAUSE)
    raise AssertionError("This is never heard.")


@cases("slug", GAMES, default=["digifeud"])
def test_a_whole_match_by_names_and_commands_alone(site: Site, window: Windows, slug: str) -> None:
    """Play to the end, by default for some turns only: then one player resigns."""
    players = [Listener(page, slug) for page in sit_down(site, window, slug, [])]
    for player in players:
        player.page.keyboard.press("m")
        expect(player.field).to_be_visible()
    page = players[0].page
    for _turn in range(examples(3, LONGEST)):
        patiently(page, lambda: all(map(Listener.is_over, players)) or sum(map(Listener.is_to_move, players)) == 1)
        if players[0].is_over():
            break
        next(filter(Listener.is_to_move, players)).play()
    else:
        resign(page)
        patiently(page, lambda: all(map(Listener.is_over, players)))
    told = [player.status for player in players]
    assert all(OVER.search(text) for text in told), told
    assert sum("You win!" in text for text in told) == (0 if "A draw." in told[0] else 1)
