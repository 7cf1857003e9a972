"""What lights up while a player chooses: exactly what the rules make legal, from the mover's own view."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import display_of, games
from games.rules import AnyGame, FalseSum, IllegalMove, Light, Placements, Position, Reason, SeededRandom, Square, View
from tests.digifeud.pictures import standing as digifeud
from tests.playing import all_options, play
from tests.test_every_game import FEW, every_game, moment

STEPS = {"r": (0, 1), "d": (1, 0), "l": (0, -1), "u": (-1, 0)}
TOKEN = {"digifeud": re.compile(r"(?:\??[0-9])+|[-+x/=]"), "summy": re.compile(".")}
FACE = re.compile(r"\??.")


def laid(game: AnyGame, position: Position, move: object) -> dict[Square, list[str]]:
    """Return the tiles that a move lays on each square, read from its notation; none for a move without squares."""
    match = re.fullmatch(r"([a-y][0-9]+)([rdlu]) (\S+)", game.encode(move))
    if not match:
        return {}
    start, (down, right) = Square.parse(match[1]), STEPS[match[2]]
    texts = {start.step(down * n, right * n): text for n, text in enumerate(TOKEN[game.slug].findall(match[3]))}
    faces = {cell.square: cell.face for cell in display_of(game).board(game.view(position, position.to_move)).cells}
    return {square: FACE.findall(text) for square, text in texts.items() if not faces[square]}


def sum_of(game: AnyGame, move: object) -> str:
    """Return a move in notation without its place and without the marks of blanks."""
    return game.encode(move).partition(" ")[2].replace("?", "")


def faces_held(game: AnyGame, position: Position) -> list[str]:
    view = game.view(replace(position, face_down=()), position.to_move)
    return sorted({tile.face for tile in display_of(game).rack(view, position.to_move) or ()})


def all_lights(game: AnyGame, view: View, tiles: list[str], placed: Placements, square: Square) -> list[object]:
    """Return everything that may light up, and the places of a few sums."""
    sums = ("1+1=2", "2+3=5", "2x3=6", "5-4=1")
    return [
        *(display_of(game).legal_squares(view, tile, given) for tile in tiles for given in ((), placed)),
        display_of(game).highlights(view, placed, square),
        display_of(game).highlights(view, (), square),
        *(fitting(game, view, text) for text in sums),
    ]


def fitting(game: AnyGame, view: View, text: str) -> tuple[object, ...] | None:
    """Return the moves that make this sum; none of one that the level of arithmetic excludes."""
    try:
        return display_of(game).moves_making(view, text)
    except IllegalMove:
        return ()


@every_game
@given(data=st.data())
@FEW
def test_the_lit_squares_are_those_of_the_legal_moves_that_use_the_tile(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    view = game.view(position, position.to_move)
    moves = [laid(game, position, move) for move in game.legal_moves(position)] if game.slug in TOKEN else []
    for tile in faces_held(game, position):
        used = {square for move in moves for square, faces in move.items() if tile in {f[0] for f in faces}}
        assert display_of(game).legal_squares(view, tile) == used


@every_game
@given(data=st.data())
@FEW
def test_placed_tiles_leave_the_squares_of_the_moves_that_lay_them_too(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    moves = [laid(game, position, move) for move in game.legal_moves(position)] if game.slug in TOKEN else []
    if not any(moves):
        return
    chosen = data.draw(st.sampled_from([move for move in moves if move]))
    square = data.draw(st.sampled_from(sorted(chosen)))
    placed = ((square, chosen[square][0]),)
    left = [move for move in moves if move.get(square, [""])[0] == placed[0][1]]
    for tile in faces_held(game, position):
        used = {
            other
            for move in left
            for other, faces in move.items()
            if tile in {face[0] for face in (faces[1:] if other == square else faces)}
        }
        assert display_of(game).legal_squares(game.view(position, position.to_move), tile, placed) == used


@every_game
@given(data=st.data())
@FEW
def test_a_typed_sum_shows_every_place_where_it_is_legal(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    view = game.view(position, position.to_move)
    if not display_of(game).keypad(position.options):
        assert display_of(game).moves_making(view, "1+1=2") is None
        return
    legal = {move for move in game.legal_moves(position) if laid(game, position, move)}
    if not legal:
        assert fitting(game, view, "2+3=5") == ()
        return
    text = sum_of(game, data.draw(st.sampled_from(sorted(legal, key=game.encode))))
    places = display_of(game).moves_making(view, text)
    assert places is not None
    assert set(places) <= legal
    spots = {frozenset(laid(game, position, move)) for move in places}
    assert {frozenset(laid(game, position, move)) for move in legal if sum_of(game, move) == text} <= spots
    for move in places:
        assert text in {made.replace(" ", "") for made in _sums(game, position, move)}


def _sums(game: AnyGame, position: Position, move: object) -> list[str]:
    """Return the sums that the turn says it makes, in notation."""
    told = str(game.judge(position, move).text)
    signs = str.maketrans({"−": "-", "×": "x", "÷": "/"})
    return [part.split("(")[0] for part in re.split(r", | and ", told.translate(signs))]


@every_game
@given(data=st.data())
@FEW
def test_hidden_tiles_change_no_light(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    for seat in (position.to_move, position.to_move.other):
        view = game.view(position, seat)
        board = display_of(game).board(view)
        square = data.draw(st.sampled_from([cell.square for cell in board.cells]))
        tiles = [*"0123456789+-x/:=?"]
        placed = (
            (data.draw(st.sampled_from([cell.square for cell in board.cells])), data.draw(st.sampled_from(tiles))),
        )
        told = all_lights(game, view, tiles, placed, square)
        for number in range(4):
            other = game.determinize(view, SeededRandom(b"imagined", number))
            assert all_lights(game, game.view(other, seat), tiles, placed, square) == told


@every_game
@given(data=st.data())
@FEW
def test_a_spectator_and_a_finished_match_have_no_places(game: AnyGame, data: st.DataObject) -> None:
    played = play(game, data.draw(st.sampled_from(all_options(game))), data.draw(st.integers(1, 8)))
    position = data.draw(st.sampled_from(played.positions))
    for view in (game.view(position, None), game.view(played.end, position.to_move)):
        for tile in "0123456789+-x=?":
            assert display_of(game).legal_squares(view, tile) == frozenset()
        assert not display_of(game).moves_making(view, "1+1=2")


@pytest.mark.parametrize("slug", ["tenbyten"])
@given(data=st.data())
@FEW
def test_the_groups_that_glow_are_those_that_the_chip_may_capture(slug: str, data: st.DataObject) -> None:
    game = games()[slug]
    position = data.draw(moment(game))
    view = game.view(position, position.to_move)
    captured: dict[tuple[Square, str], set[Square]] = {}
    for move in game.legal_moves(position):
        groups = {square for line in move.lines for square in line.squares}
        captured.setdefault((move.square, move.chip), set()).update(groups)
    for placed, squares in captured.items():
        expected = (Light(Reason.WHOLE, frozenset(squares)),) if squares else ()
        assert display_of(game).highlights(view, (placed,)) == expected


@given(data=st.data())
@FEW
def test_a_conflict_lights_up_exactly_where_the_tile_would_be_wrong(data: st.DataObject) -> None:
    game = games()["sudoku"]
    position = data.draw(moment(game))
    for move in game.legal_moves(position):
        lit = {
            light.reason: light.squares
            for light in display_of(game).highlights(game.view(position, position.to_move), (), move)
        }
        assert (Reason.CONFLICT in lit) == (game.judge(position, move).warning is not None)
        assert len(lit[Reason.LINE]) == 20


def test_an_old_number_lights_the_squares_of_the_calculations_that_use_it() -> None:
    board = """
           g
        7  3
    """
    position = digifeud(board, rack="25")
    game = games()["digifeud"]
    (light,) = display_of(game).highlights(game.view(position, position.to_move), (), Square.parse("g7"))
    assert light.reason is Reason.FITS
    assert light.squares == {square for move in game.legal_moves(position) for square in laid(game, position, move)}
    assert Square.parse("g7") not in light.squares
    assert display_of(game).highlights(game.view(position, position.to_move), (), Square.parse("a1")) == ()


def test_summy_lights_the_line_that_reads_as_a_sum() -> None:
    game = games()["summy"]
    position = play(game, game.options_type.read({}), 1).positions[0]
    view = game.view(position, position.to_move)
    placed = [(Square.parse(name), face) for name, face in zip(("j13", "k13", "l13", "n13"), "2x36", strict=True)]
    assert display_of(game).highlights(view, placed[:3]) == ()
    (light,) = display_of(game).highlights(view, placed)
    assert light.squares == {Square(13, column) for column in range(10, 15)}


@pytest.mark.parametrize(("slug", "text"), [("digifeud", "5+8=14"), ("summy", "2x3=7"), ("digifeud", "99+99=1")])
def test_a_false_sum_is_said_to_be_false(slug: str, text: str) -> None:
    game = games()[slug]
    position = play(game, all_options(game)[0], 1).positions[0]
    with pytest.raises(FalseSum) as refusal:
        display_of(game).moves_making(game.view(position, position.to_move), text)
    assert refusal.value.equation.replace(" ", "").replace("×", "x") == text


@pytest.mark.parametrize(
    "text", ["", "e7r 5+8=13", "pass", "5+8", "swap 11", "read row 7", "5+8=13=13", "💥", "=" * 30]
)
def test_what_is_no_bare_sum_has_no_places(text: str) -> None:
    for slug in ("digifeud", "summy"):
        game = games()[slug]
        position = play(game, all_options(game)[0], 1).positions[0]
        assert display_of(game).moves_making(game.view(position, position.to_move), text) is None


def test_the_places_are_judged_like_any_move() -> None:
    game = games()["summy"]
    position = play(game, all_options(game)[0], 3).positions[6]
    for move in display_of(game).moves_making(game.view(position, position.to_move), "1+1=2") or ():
        try:
            game.judge(position, move)
        except IllegalMove as refusal:
            pytest.fail(str(refusal))
