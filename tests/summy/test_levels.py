"""Levels of arithmetic: whole random matches agree with a plain referee, written from the text of the rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress
from functools import cache

import pytest

from games.rules import BadNotation, IllegalMove
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import Played
from tests.playing import play as play_match
from tests.sizes import examples
from tests.summy.brute_force import is_of_level, is_true

PARTS, MATCHES = examples(1, 5), examples(2, 200)  # of each level
FAULTS = 5  # changed texts that both judge at each turn
LESSON, PACE = 45 * 60, 90  # seconds: of a match, and of a pupil's turn
SIZE = 25
SETS = {
    "+-20": Counter({**dict.fromkeys("0123456789", 5), "1": 8, "+": 9, "-": 9, "=": 13}),
    "+-x5": Counter({**dict.fromkeys("0123456789", 5), **dict.fromkeys("+-x", 6), "=": 13}),
    "+-x": Counter({**dict.fromkeys("0123456789", 5), **dict.fromkeys("+-x", 6), "=": 13}),
    "all": Counter({**dict.fromkeys("0123456789", 8), **dict.fromkeys("+-x:", 7), "=": 19}),
}
MOVE = re.compile(r"([a-y])([1-9]\d?)([rd]) (\S{2,25})", re.ASCII)
NUMBER = "(0|[1-9][0-9]*)"
GRAMMAR = re.compile(f"{NUMBER}([-+x:]{NUMBER})+={NUMBER}", re.ASCII)

Cell = tuple[int, int]  # row and column


@cache
def is_sum(text: str, level: str) -> bool:
    """Return whether a run is a complete, true sum of this level."""
    return bool(GRAMMAR.fullmatch(text)) and is_true(text) and is_of_level(text, level)


class Referee:
    """A match on paper: the board, what each player holds, and the points."""

    def __init__(self, level: str, hands: list[Counter[str]]) -> None:
        self.level, self.hands, self.points, self.mover = level, hands, [0, 0], 0
        self.board: dict[Cell, str] = {(13, 13): "="}
        self.stock = Counter(SETS[level])
        self.stock.subtract("=")
        for hand in hands:
            assert hand.total() == 8
            assert hand <= self.stock
            self.stock.subtract(hand)
        self.last_turn: int | None = None  # of whom the last turn is, once the other has made the last move
        self.is_over = False

    def run(self, board: dict[Cell, str], at: Cell, step: Cell) -> tuple[list[Cell], str]:
        """Return the cells and the pieces of the whole run through a cell."""
        row, column = at
        while board.get((row - step[0], column - step[1]), "#") != "#":
            row, column = row - step[0], column - step[1]
        cells = []
        while board.get((row, column), "#") != "#":
            cells.append((row, column))
            row, column = row + step[0], column + step[1]
        return cells, "".join(board[cell] for cell in cells)

    def sums(self, text: str) -> tuple[Counter[str], dict[Cell, str], list[tuple[list[Cell], str]]] | None:
        """Return the pieces a sum takes, where they go, and every sum that it makes; None if the rules forbid it."""
        if not (found := MOVE.fullmatch(text)):
            return None
        column, row, step = ord(found[1]) - 96, int(found[2]), (0, 1) if found[3] == "r" else (1, 0)
        cells = [(row + step[0] * far, column + step[1] * far) for far in range(len(found[4]))]
        if max(cells[-1]) > SIZE:
            return None
        placed = {}
        for cell, piece in zip(cells, found[4], strict=True):
            if cell not in self.board:
                placed[cell] = piece
            elif self.board[cell] != piece:
                return None
        board, pieces = {**self.board, **placed}, Counter(placed.values())
        if not 0 < len(placed) < len(cells) or not pieces <= self.hands[self.mover]:
            return None
        if self.run(board, cells[0], step) != (cells, found[4]) or not is_sum(found[4], self.level):
            return None
        across = [self.run(board, cell, (step[1], step[0])) for cell in placed]
        more = [run for run in across if is_sum(run[1], self.level)]
        if len(placed) == 1 and more and found[3] == "d":  # this turn is written to the right
            return None
        return pieces, placed, [(cells, found[4]), *more]

    def judged(self, text: str) -> int | None:
        """Return the points of a move; None if the rules forbid it."""
        if text.startswith("swap "):
            pieces = Counter(text[5:])
            return 0 if 1 <= pieces.total() <= 8 and pieces <= self.hands[self.mover] else None
        found = self.sums(text)
        return sum(int(piece) for _cells, run in found[2] for piece in run if piece.isdigit()) if found else None

    def play(self, text: str, hand: Counter[str]) -> None:
        """Note a move that is allowed, and the hand after drawing."""
        held = self.hands[self.mover]
        if found := self.sums(text):
            pieces, placed, sums = found
            self.points[self.mover] += self.judged(text) or 0
            self.board |= placed
            for cells, _run in sums:
                (row, column), (below, right) = cells[0], cells[-1]
                ends = (
                    [(row, column - 1), (row, right + 1)] if row == below else [(row - 1, column), (below + 1, column)]
                )
                for end in ends:
                    if min(end) >= 1 and max(end) <= SIZE:
                        self.board.setdefault(end, "#")
            due = 8 - (held - pieces).total()
        else:
            pieces = Counter(text[5:])
            due = pieces.total()
        kept = held - pieces
        drawn = hand - kept
        assert kept <= hand
        assert drawn <= self.stock
        assert drawn.total() == min(due, self.stock.total())
        self.stock.subtract(drawn)
        self.hands[self.mover] = hand
        if self.last_turn == self.mover:
            self.is_over = True
        elif hand.total() <= 4:
            self.last_turn = 1 - self.mover
        self.mover = 1 - self.mover


def verdict(position: SummyPosition, text: str) -> int | None:
    with suppress(IllegalMove, BadNotation):
        return game.judge(position, game.decode(text)).points
    return None


def changed(text: str, chance: random.Random) -> str:
    """Return a move with one sign changed: its square, its direction, or a piece."""
    at = chance.randrange(len(text))
    if " " not in text[:at] and text[0] in "swap" and text.startswith("swap"):
        return text
    kinds = ("0123456789", "+-x:=", "rd") if at else ("abcdefghijklmnopqrstuvwxy",)
    signs = next((signs for signs in kinds if text[at] in signs), text[at])
    return text[:at] + chance.choice(signs) + text[at + 1 :]


def compare(match: Played, chance: random.Random) -> None:
    """Fail unless the referee agrees at every turn of a match."""
    referee = Referee(match.options.level, [Counter(hand) for hand in match.positions[0].hands])
    positions: list[SummyPosition] = list(match.positions)
    for before, move, after in zip(positions, match.moves, positions[1:], strict=False):
        text = game.encode(move)  # type: ignore[arg-type]  # a move of this game
        assert referee.judged(text) == verdict(before, text) is not None
        for _fault in range(FAULTS):
            other = changed(text, chance)
            assert referee.judged(other) == verdict(before, other), (match.seed, text, other)
        mover = referee.mover
        referee.play(text, Counter(after.hands[mover]))
        rows = ["".join(referee.board.get((row, column), ".") for column in range(1, 26)) for row in range(1, 26)]
        assert (rows, tuple(referee.points)) == (list(after.grid.rows), after.scores)
        assert referee.is_over == (after.result is not None)
    first, second = referee.points
    assert match.end.result is not None
    assert match.end.result.winner == (None if first == second else 1 + (second > first))


@pytest.mark.parametrize("level", game.options_type.levels())
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.slow
def test_random_matches_agree_with_a_referee_and_fit_into_a_lesson(level: str, part: int) -> None:
    options = game.options_type.of_level(level)
    for number in range(part * MATCHES, (part + 1) * MATCHES):
        match = play_match(game, options, number)
        compare(match, random.Random(number))
        if level != "all":
            assert len(match.moves) * PACE <= LESSON
