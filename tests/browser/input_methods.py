"""The input methods for tiles: mouse, finger, keyboard, and a typed move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from games.digifeud.model.board import BLANK
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Square

InputMethod = Callable[[Page, DigifeudPosition, Calculation], None]

ARROWS = {"ArrowRight": (0, 1), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowUp": (-1, 0)}
MANY = 80  # more tab stops than any page has before its board
DELIBERATE = 400  # milliseconds between two presses of one key or at one place, of which both are meant

# Whether none of several elements, in their order, lies over the one before it.
APART = """all => all.slice(1).every((one, number) => {
    const [before, here] = [all[number], one].map((element) => element.getBoundingClientRect());
    return before.right <= here.left + 0.1 || before.bottom <= here.top + 0.1;
})"""


def mouse(page: Page, position: DigifeudPosition, move: Calculation) -> None:
    """Drag every tile to its square, and click Play."""
    for square, face, becomes in laid(position, move):
        on_rack(page, face).hover()  # waits until it lies still
        page.mouse.down()
        page.mouse.move(*middle(page.locator(f"#{square}")), steps=3)
        page.mouse.up()
        if becomes:
            page.locator(f"dialog.digits button[value='{becomes}']").click()
    page.locator("#submit").click()


def finger(page: Page, position: DigifeudPosition, move: Calculation) -> None:
    """Tap every tile and then its square, and tap Play."""
    for square, face, becomes in laid(position, move):
        pick(page, face)
        page.locator(f"#{square}").tap()
        if becomes:
            page.locator(f"dialog.digits button[value='{becomes}']").tap()
        expect(page.locator(f"#{square} .staged").first).to_be_visible()
    page.locator("#submit").tap()


def pick(page: Page, face: str) -> None:
    """Tap a tile until it is shown as picked: a busy page may miss a tap."""
    picked = page.locator("#rack .tile.selected")
    on_rack(page, face).tap()
    try:
        expect(picked).to_be_visible(timeout=3_000)
    except AssertionError:
        on_rack(page, face).tap()
        expect(picked).to_be_visible()


def keyboard(page: Page, position: DigifeudPosition, move: Calculation) -> None:
    """Tab to the board, walk to the first square, type in reading direction, old numbers too, and press Enter."""
    tab_to(page, "#board td")
    if move.direction.value in "rd":
        walk(page, move.start)
        if page.locator("#board .cursor").get_attribute("data-direction") != move.direction.value:
            page.keyboard.press("Space")
        for face in "".join(move.texts):
            strike(page, face)
    else:
        for square, face, becomes in laid(position, move):
            walk(page, square)
            strike(page, face + becomes)
    page.keyboard.press("Enter")


def typing(page: Page, position: DigifeudPosition, move: Calculation) -> None:
    """Type the move into the field, as without JavaScript, and check it before playing it."""
    write(page, game.encode(move))
    page.locator("#check").click()
    expect(page.locator("#preview.legal")).to_have_attribute("data-text", game.encode(move))
    page.locator("#submit").click()


def write(page: Page, text: str) -> None:
    """Write a move into the field for it, which a script hides behind a button."""
    if not page.locator("#text").is_visible():
        page.locator("#type").click()
    page.locator("#text").fill(text)


def open_sheet(page: Page) -> None:
    """Open the sheet with turns, resigning and the terms of a match, where the page is a phone's."""
    opener = page.locator("#more_open")
    if opener.is_visible() and not page.locator("#more:popover-open").count():
        opener.click()


def resign(page: Page) -> None:
    """Resign and confirm it."""
    open_sheet(page)
    page.get_by_role("button", name="Resign", exact=True).click()
    agree(page, "Resign")


def agree(page: Page, name: str) -> None:
    """Answer a question with the button of this name: in the dialog, or without JavaScript on a page."""
    button = page.locator("#question[open] [value=yes], main > .narrow button.danger")
    expect(button).to_have_text(name)
    button.click()


def laid(position: DigifeudPosition, move: Calculation) -> list[tuple[Square, str, str]]:
    """Return the tiles of the move: the square, the face on the rack, and the new face of a blank."""
    tiles = []
    for square, text in move.placed_on(position.grid).items():
        faces = iter(text)
        tiles += [(square, face, next(faces) if face == BLANK else "") for face in faces]
    return tiles


def on_rack(page: Page, face: str) -> Locator:
    """Return a tile of the rack with this face that is not laid yet."""
    return page.locator(f"#rack .tile:not(.used)[data-face='{face}']").first


def middle(thing: Locator) -> tuple[float, float]:
    """Return the centre of the element, scrolled into view."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches the selector has the focus."""
    for _stop in range(MANY):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never gets to {selector}")


def walk(page: Page, goal: Square) -> None:
    """Move the board's cursor to a square with the arrow keys."""
    here = Square.parse(page.locator("#board td:focus").get_attribute("id") or "")
    for key, (down, right) in ARROWS.items():
        for _step in range((goal.row - here.row) * down + (goal.column - here.column) * right):
            page.keyboard.press(key)
    expect(page.locator(f"#{goal}")).to_be_focused()


def strike(page: Page, faces: str) -> None:
    """Type these faces, one key each; the question mark of a blank opens the dialog for its digit."""
    for face in faces:
        page.keyboard.press(face)
        if face == BLANK:
            expect(page.locator("dialog.digits")).to_be_visible()
