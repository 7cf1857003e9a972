"""Cards: the pictures that chat programs show beside a link, as SVG of 1200 x 630 pixels without outside resources."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape

from core.colours import colours

WIDTH, HEIGHT = 1200, 630
EDGE = 48
BOARD = HEIGHT - 2 * EDGE
LEFT = EDGE + BOARD + 56  # of the text
ROOM = WIDTH - EDGE - LEFT
PAPER, INK, MUTED, ACCENT, LINE = (colours()[name] for name in ("paper", "ink", "muted", "accent", "line"))
WIDE = 0.62  # mean width of a letter in the font, as a share of its size


@dataclass(frozen=True)
class Caption:
    """A line of a card: a name, and what stands at the right edge, such as points."""

    text: str
    value: str = ""
    is_strong: bool = False


@dataclass(frozen=True)
class Card:
    """A card: the SVG of the square on the left (in coordinates from 0 to 96), and text on the right."""

    board: str
    title: str
    lines: tuple[Caption, ...] = ()
    note: str = ""


def draw_card(card: Card) -> str:
    """Return the card as SVG."""
    top = 250
    step = 76 if len(card.lines) <= 2 else 62
    size = min([_size_of(line) for line in card.lines], default=0.0)
    lines = "".join(_line(line, top + number * step, size) for number, line in enumerate(card.lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="Nunito Sans" font-weight="700"><rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<svg x="{EDGE}" y="{EDGE}" width="{BOARD}" height="{BOARD}" viewBox="0 0 96 96">{card.board}</svg>'
        f"{_text(LEFT, 84, 30, 'Numgames', ACCENT)}{_text(LEFT, 160, _fitting(card.title, ROOM, 60), card.title)}"
        f"{lines}{_text(LEFT, HEIGHT - EDGE - 10, _fitting(card.note, ROOM, 32), card.note, MUTED)}</svg>"
    )


def tiles(word: str) -> str:
    """Return a word of at most nine letters as tiles, for the square of a card without a board."""
    letters = word[:9].upper()
    columns = 1 if len(letters) == 1 else 2 if len(letters) <= 4 else 3
    side = 90 / columns
    shapes = (_tile(letter, 3 + number % columns * side, 3 + number // columns * side, side * 0.92)
              for number, letter in enumerate(letters))  # fmt: skip
    return f'<rect width="96" height="96" rx="6" fill="{colours()["board"]}"/>{"".join(shapes)}'


def _tile(letter: str, x: float, y: float, side: float) -> str:
    text = (
        f'<text x="{x + side / 2:.1f}" y="{y + side * 0.72:.1f}" font-size="{side * 0.62:.1f}" text-anchor="middle"'
        f' fill="{colours()["tile-ink"]}">{escape(letter)}</text>'
    )
    box = f'x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}"'
    return f'<rect {box} rx="2" fill="{colours()["tile-low"]}"/>{text}'


def _size_of(line: Caption) -> float:
    """Return the font size at which the line fits."""
    return _fitting(line.text, ROOM - (30 * len(line.value) + 20 if line.value else 0), 46)


def _line(line: Caption, y: int, size: float) -> str:
    value = (
        f'<text x="{WIDTH - EDGE}" y="{y}" font-size="50" text-anchor="end" fill="{ACCENT if line.is_strong else INK}">'
        f"{escape(line.value)}</text>"
        if line.value
        else ""
    )
    rule = f'<rect x="{LEFT}" y="{y + 16}" width="{ROOM}" height="2" fill="{LINE}"/>'
    return f"{_text(LEFT, y, size, line.text, ACCENT if line.is_strong else INK)}{value}{rule}"


def _text(x: int, y: int, size: float, text: str, colour: str = INK) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size:.0f}" fill="{colour}">{escape(text)}</text>' if text else ""


def _fitting(text: str, room: float, largest: float) -> float:
    """Return the font size at which the text fits into the room."""
    return min(largest, room / (WIDE * max(len(text), 1)))
