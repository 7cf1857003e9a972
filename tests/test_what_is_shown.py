"""What each game shows of a position to each viewer: racks, piles, commands and board, all of it."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from games.catalogue import display_of, games
from games.rules import AnyGame, Forfeit, Position, Seat, SeededRandom
from tests.digifeud import pictures as digifeud
from tests.summy import pictures as summy

SHOWN = {
    "digifeud": """
        Numbers in the bag 24 deals number, Operators in the bag 31 deals symbol, {}
        12: {}
        12: {}
        pass "Pass": Pass this turn? If you pass twice in a row, the match ends.
        120 take 162, 13 full, 20 coloured
    """,
    "sudoku": """
        Tiles to draw 68 deals number
        0: {}
        1: {}

        69 take 69, 12 full, 0 coloured
    """,
    "summy": """
        Pieces in the stock 93 deals piece, {}
        8: {}
        8: {}
        swap "Exchange" 1-8: Exchange these pieces? That ends your turn.
        601 take 601, 24 full, 0 coloured
    """,
    "tenbyten": """
        Game no. 1, {}
        2: {}
        2: {}

        23 take 23, 2 full, 9 coloured
    """,
}
PILES = {  # as the first player, the second one and a spectator see them
    "digifeud": (*["Opponent’s numbers 8"] * 2, "Numbers of Player 1 8, Numbers of Player 2 8"),
    "sudoku": ("", "", ""),
    "summy": (*["Pieces in your opponent’s hand 8"] * 2, "Pieces of Player 1 8, Pieces of Player 2 8"),
    "tenbyten": (
        "Won 0, Lost 0, Chips in the container 18 deals chip, You captured 4 2411 of 1, Opponent captured 0 of 2",
        "Won 0, Lost 0, Chips in the container 18 deals chip, You captured 0 of 2, Opponent captured 4 2411 of 1",
        "Won by Player 1 0, Won by Player 2 0, Chips in the container 18 deals chip, "
        "Captured by Player 1 4 2411 of 1, Captured by Player 2 0 of 2",
    ),
}
RACKS = {
    "digifeud": ("8 1 0 7 0 4 9 7 x(times) -(minus) -(minus)", "1 3 5 3 1 7 9 6 -(minus) -(minus) -(minus)"),
    "sudoku": ("", "3"),
    "summy": (
        "=(equals) 0 2 1 5 =(equals) 3 2",
        "-(minus) 2 3 =(equals) +(plus) x(times) 7 0",
    ),
    "tenbyten": ("4 3", "3 2"),
}
SEALED = {
    "digifeud": """
        Numbers dealt to Player 1 8, Numbers dealt to Player 2 8, Numbers in the bag, in the order drawn 34
        Operators dealt to Player 1 3, Operators dealt to Player 2 3, Operators in the bag, in the order drawn 34
    """,
    "sudoku": """
        Tiles on the board, from the top 9
        Tiles in the order drawn 72
    """,
    "summy": """
        Pieces dealt to Player 1 8, Pieces dealt to Player 2 8, Pieces in the stock, in the order drawn 110
    """,
    "tenbyten": """
        Chips dealt to Player 1 2, Chips dealt to Player 2 2, The chip on the centre 1, Chips in the container, in the \
order drawn 23
    """,
}


def after_three_moves(game: AnyGame) -> Position:
    """Return the position after the moves that score most."""
    position: Position = game.setup(game.options_type(), SeededRandom(b"seed"))
    for ply in (1, 2, 3):
        best, _points = max(game.scored_moves(position), key=lambda one: (one[1], game.encode(one[0])))
        position = game.apply(position, best, SeededRandom(b"seed", ply))
    return position


def shown(game: AnyGame, position: Position, viewer: Seat | None) -> str:
    """Return in words all that is shown beside the board, and how many of its squares are what."""
    view, display = game.view(position, viewer), display_of(game)
    board = display.board(view)
    piles = [
        f"{pile.label} {pile.count}"
        + " ".join(["", *filter(None, ["".join(pile.faces)])])
        + f" deals {pile.deals}" * bool(pile.deals)
        + (f" of {pile.owner.value}" if pile.owner else "")
        for pile in display.piles(view)
    ]
    lines = [", ".join(piles)]
    for seat in Seat:
        rack = display.rack(view, seat)
        faces = [f"{tile.face}({tile.spoken})" if tile.spoken else tile.face for tile in rack or ()]
        lines.append(f"{display.held(view, seat)}: {'hidden' if rack is None else ' '.join(faces)}".strip())
    commands = display.commands(view)
    lines += [
        f'{one.text} "{one.label}"{" {}-{}".format(*one.picks) if one.picks else ""}: {one.question}'
        for one in commands
    ] or [""]
    counted = zip(*((cell.takes, cell.face, cell.colour) for cell in board.cells), strict=True)
    take, full, coloured = (sum(map(bool, one)) for one in counted)
    room = sum(cell.room for cell in board.cells)
    return "\n".join([*lines, f"{take} take {room}, {full} full, {coloured} coloured"])


def text(expected: str) -> str:
    """Return a text that is written indented."""
    return cleandoc(expected).strip()


@pytest.mark.parametrize("slug", SHOWN)
def test_each_viewer_is_shown_what_is_theirs(slug: str) -> None:
    game, expected = games()[slug], text(SHOWN[slug])
    position, equals = after_three_moves(game), " =(equals)" if slug == "digifeud" else ""
    for viewer, piles in zip((*Seat, None), PILES[slug], strict=True):
        hands = [f"{RACKS[slug][seat.index]}{equals}" if seat is viewer else "hidden" for seat in Seat]
        said = expected.format(*filter(None, [piles]), *hands)
        if viewer is None:
            lines = said.split("\n")
            said = "\n".join([*lines[:3], "", f"0 take 0,{lines[-1].partition(',')[2]}"])
        assert shown(game, position, viewer) == said.replace(": \n", ":\n")
    over = shown(game, game.forfeit(position, Seat.SECOND, next(iter(Forfeit))), Seat.FIRST).split("\n")
    held = {"digifeud": 11, "sudoku": 0, "summy": 8, "tenbyten": 2}[slug]
    assert over[1:3] == [f"{held}: {rack}".strip() for rack in RACKS[slug]]
    assert over[3:] == said.split("\n")[3:]


@pytest.mark.parametrize("slug", SEALED)
def test_the_sealed_piles_are_named_in_their_order(slug: str) -> None:
    """A line has those that were shuffled together."""
    game, orders = games()[slug], list[list[str]]()
    for pile in display_of(game).sealed(game.setup(game.options_type(), SeededRandom(b"seed"))):
        if not pile.follows:
            orders.append([])
        orders[-1].append(f"{pile.label} {pile.count}")
    assert "\n".join(map(", ".join, orders)) == text(SEALED[slug])


def test_each_sees_how_many_tiles_the_other_holds() -> None:
    positions = {
        "digifeud": (digifeud.standing(rack="94", other="123"), "Opponent’s numbers", "Numbers of"),
        "summy": (summy.standing(hand="4+=0", other="12"), "Pieces in your opponent’s hand", "Pieces of"),
    }
    for slug, (position, other, of) in positions.items():
        counts = [2, 3] if slug == "digifeud" else [4, 2]
        piles = [shown(games()[slug], position, viewer).split("\n")[0].split(", ") for viewer in (*Seat, None)]
        assert [piles[0][-1], piles[1][-1]] == [f"{other} {counts[1]}", f"{other} {counts[0]}"]
        assert piles[2][-2:] == [f"{of} Player {seat.value} {counts[seat.index]}" for seat in Seat]
