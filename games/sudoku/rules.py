"""The rules of Sudoku Duel: the `game` object that the catalogue imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from games.rules import BadNotation, Game, IllegalMove, PlayedMove, Seat, SeededRandom, Square, in_common, marked, say
from games.sudoku.model.board import BLOCK_SIZE, DIGITS, EMPTY, PEERS, SIZE, Grid, SudokuOptions, placements
from games.sudoku.model.position import SudokuPosition, SudokuView, check_square, describe_conflict, parts

TILES_TO_DRAW = DIGITS * (SIZE - 1)  # one tile of each digit is on the board from the start
BLOCKS = tuple(range(BLOCK_SIZE))  # indices of the blocks in a band or stack, and of the rows or columns in a block


class Sudoku(Game[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """The rules of Sudoku Duel; `Game` documents the methods. A move is the square for the drawn tile."""

    slug = "sudoku"
    name = marked("Sudoku Duel")
    aim = say("Place your tile by the sudoku rule. You score a point for each tile in its row, column and block.")
    example = "d4"
    can_plan = False  # the tile is drawn when the turn begins
    has_point_puzzles = False
    has_mirrors = True
    options_type = SudokuOptions

    def setup(self, options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
        """Return the initial position: nine tiles on the board, the bag shuffled, the first tile drawn."""
        grid = initial_grid(rng)
        tile, *bag = rng.shuffled(TILES_TO_DRAW)
        return SudokuPosition(
            options=options,
            grid=grid,
            tiles=(tile, ""),
            bag=tuple(bag),
            scores=options.given,
            face_down=options.face_down,
        )

    def legal_moves(self, position: SudokuPosition) -> Iterator[Square]:
        """Yield every empty square; an invalid placement is legal, and costs the tile."""
        return iter(()) if position.result else position.grid.empty_squares

    def scored_moves(self, position: SudokuPosition) -> Iterator[tuple[Square, int]]:
        """Yield all moves with their points, 0 for an invalid placement, in one pass over bit masks."""
        if position.result is None:
            for square, points, valid in placements(position.grid, position.tile):
                yield square, points if valid else 0

    def judge(self, position: SudokuPosition, move: Square) -> PlayedMove:
        """Return the effect of placing the drawn tile; an invalid placement is legal, scores 0 and costs the tile."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        grid, tile, name = position.grid, position.tile, str(move)
        if not tile:
            raise IllegalMove(say("You draw a tile at the start of your turn."))
        check_square(grid, move)
        if grid.is_valid(move, tile):
            text, summands = say("{tile} on {square}", tile=tile, square=name), parts(grid, move)
            return PlayedMove(position.to_move, text, grid.filled_peers(move), (move,), parts=summands)
        return PlayedMove(
            position.to_move,
            say("{tile} on {square} (wrong)", tile=tile, square=name),
            squares=(move,),
            detail=describe_conflict(grid, move, tile),
            warning=say("This breaks the sudoku rule and scores 0: play anyway?"),
        )

    def apply(self, position: SudokuPosition, move: Square, rng: SeededRandom) -> SudokuPosition:
        """Place the tile, or lose it if the placement is invalid, and draw the next.

        `rng` shuffles the bag of a mirror match. The match ends if the bag is empty or the drawn tile has no valid
        square.
        """
        turn, tile = self.judge(position, move), position.tile
        grid, lost = position.grid, position.lost
        if turn.warning is None:
            grid = grid.with_tile(move, tile)
        else:
            lost = (*lost, tile)
        bag = rng.redrawn(position.bag, TILES_TO_DRAW) if position.options.is_mirror else position.bag
        drawn = bag[0] if bag else ""
        tiles = turn.seat.other.put(("", ""), drawn)
        after = replace(position.after_turn(turn), grid=grid, tiles=tiles, bag=bag[1:], lost=lost)
        if not drawn:
            return after.decided_by_points(say("All tiles have been drawn."))
        if not grid.has_valid_square(drawn):
            return after.decided_by_points(say("The next tile, {tile}, fits nowhere.", tile=drawn))
        return after

    def view(self, position: SudokuPosition, viewer: Seat | None) -> SudokuView:
        """Return a view without the bag, and in a running match without the opponent's drawn tile."""
        return SudokuView(
            viewer=viewer,
            **in_common(position),
            grid=position.grid,
            tiles=position.visible(position.tiles, viewer),
            left=len(position.bag),
            lost=position.lost,
        )

    def determinize(self, view: SudokuView, rng: SeededRandom) -> SudokuPosition:
        """Return a uniformly random position consistent with the view.

        The bag is dealt from the unseen tiles. So is a drawn tile that is hidden from the viewer, among those with a
        valid square: otherwise the match would be over.
        """
        bag, tile = list(rng.shuffled(view.unseen)), view.tiles[view.to_move.index]
        if tile is None:
            places = [place for place, hidden in enumerate(bag) if view.grid.has_valid_square(hidden)]
            tile = bag.pop(places[rng.below(len(places))])
        return SudokuPosition(
            **in_common(view), grid=view.grid, tiles=view.to_move.put(("", ""), tile), bag=tuple(bag), lost=view.lost
        )

    def encode(self, move: Square) -> str:
        return str(move)

    def decode(self, text: str) -> Square:
        normalized = "".join(text.lower().split())
        if re.fullmatch("[a-i][1-9]", normalized):
            return Square.parse(normalized)
        raise BadNotation(say("Write the square for your tile, such as {example}.", example=self.example))

    def longest(self, options: SudokuOptions) -> int:
        """Return the number of tiles that are drawn: each move uses one."""
        return len(TILES_TO_DRAW)

    def bounds(self, view: SudokuView) -> tuple[int, int]:
        """Return for each seat an upper bound on the points that it can still score.

        The players take turns, each with one tile, until the bag is empty. A tile scores the filled peers of its
        square: at most as many as the best empty square has now plus the tiles placed since then, and at most all.
        """
        if view.result:
            return 0, 0
        empty = list(view.grid.empty_squares)
        best = max((view.grid.filled_peers(square) for square in empty), default=0)
        most_by_turn = [min(best + placed, len(PEERS[0])) for placed in range(view.left + 1)]
        mover, other = (sum(sorted(most_by_turn[turn::2], reverse=True)[: len(empty)]) for turn in (0, 1))
        return view.to_move.put((other, other), mover)


def initial_grid(rng: SeededRandom) -> Grid:
    """Return a uniformly random grid of nine tiles: the digits 1 to 9, one in each row, column and block.

    Each band (three blocks side by side) assigns its three rows to its blocks in one of six ways, and each stack (three
    blocks one below the other) its columns. The 6**6 combinations are exactly the possible sets of nine squares, each
    once. The digits are then shuffled over these squares, block by block.
    """
    rows = [rng.shuffled(BLOCKS) for _ in BLOCKS]
    columns = [rng.shuffled(BLOCKS) for _ in BLOCKS]
    digits = iter(rng.shuffled(DIGITS))
    grid = EMPTY
    for band in BLOCKS:
        for stack in BLOCKS:
            row = band * BLOCK_SIZE + rows[band][stack] + 1
            column = stack * BLOCK_SIZE + columns[stack][band] + 1
            grid = grid.with_tile(Square(row, column), next(digits))
    return grid


game = Sudoku()
