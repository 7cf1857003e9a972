"""Levels of arithmetic: whole random matches agree with a plain referee, written from the text of the rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress

import pytest

from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import BadNotation, IllegalMove
from tests.playing import Played
from tests.playing import play as play_match
from tests.sizes import examples

MATCHES = examples(5, 1000)  # of each level
FAULTS = 5  # changed texts that both judge at each turn
LESSON, PACE = 45 * 60, 90  # seconds: of a match, and of a pupil's turn
RED = ["a1", "e1", "i1", "m1", "a5", "m5", "a9", "m9", "a13", "e13", "i13", "m13"]
BLUE = ["c3", "g3", "k3", "e5", "i5", "c7", "g7", "k7", "e9", "i9", "c11", "g11", "k11"]
FIFTY = Counter("000" + "1" * 9 + "2345" * 5 + "6789" * 4 + "??")
FORTY = Counter("00" + "1" * 8 + "2345" * 4 + "6789" * 3 + "??")
SETS = {  # number tiles, operator tiles, the highest answer, the highest table
    "+-20": (FORTY, {"+": 20, "-": 20}, 20, 99),
    "+-": (FIFTY, {"+": 24, "-": 24}, 99, 99),
    "+-x5": (FORTY, {"+": 12, "-": 10, "x": 10}, 99, 5),
    "+-x": (FIFTY, {"+": 16, "-": 12, "x": 12}, 99, 99),
    "+-x/": (FIFTY, {"+": 16, "-": 12, "x": 12, "/": 8}, 99, 99),
}
MOVE = re.compile(r"([a-m])([1-9]\d?)([rd]) (\??\d|\d\d?)([-+x/])(\??\d|\d\d?)=(\??\d{1,2}|\??\d\??\d)", re.ASCII)


class Referee:
    """A match on paper: the board, what each player holds, and the points."""

    def __init__(self, level: str, hands: list[tuple[Counter[str], Counter[str]]]) -> None:
        numbers, operators, self.highest, self.table = SETS[level]
        self.board: dict[str, str] = {}
        self.hands, self.points, self.passes, self.mover = hands, [0, 0], [0, 0], 0
        self.bag = (Counter(numbers), Counter(operators))
        self.is_over = False
        for hand in hands:
            for bag, tiles in zip(self.bag, hand, strict=True):
                assert tiles <= bag
                bag.subtract(tiles)
            assert [tiles.total() for tiles in hand] == [8, 3]

    def judged(self, text: str) -> int | None:
        """Return the points of a move; None if the rules forbid it."""
        if text == "pass":
            return 0
        if not (found := MOVE.fullmatch(text)):
            return None
        letter, row, direction, a, operator, b, c = found.groups()
        steps = [(step, 0) if direction == "r" else (0, step) for step in range(5)]
        squares = [f"{chr(ord(letter) + right)}{int(row) + down}" for right, down in steps]
        if any(square[0] > "m" or not 1 <= int(square[1:]) <= 13 for square in squares):
            return None
        numbers = list(zip(squares[::2], (a, b, c), strict=True))
        if squares[1] in self.board or squares[3] in self.board:
            return None
        if self.board and not any(square in self.board for square, _number in numbers):
            return None
        if not self.board and "g7" not in squares[::2]:
            return None
        for square, number in numbers:
            digits = number.replace("?", "")
            if square in self.board:
                if number != self.board[square]:
                    return None
            elif len(digits) > 1 and (square != squares[4] or digits[0] == "0"):
                return None
        tiles, first, second, answer = self.placed(numbers), *(int(text.replace("?", "")) for text in (a, b, c))
        held = self.hands[self.mover]
        if not tiles <= held[0] or not held[1][operator] or not self.is_right(first, operator, second, answer):
            return None
        points = answer
        for square, number in ((squares[0], first), (squares[2], second), (squares[4], answer)):
            if square not in self.board:
                times = (square in BLUE) + 2 * (square in RED)
                points += number * (times if square != squares[4] else square in RED)
        return points

    def placed(self, numbers: list[tuple[str, str]]) -> Counter[str]:
        """Return the number tiles that a calculation takes from the rack."""
        texts = [number for square, number in numbers if square not in self.board]
        return Counter("".join(re.sub(r"\?\d", "?", text) for text in texts))

    def is_right(self, first: int, operator: str, second: int, answer: int) -> bool:
        """Return whether a calculation is true and one of this level."""
        if not 0 <= answer <= self.highest:
            return False
        if operator == "x" and self.table < 99:
            least, most = sorted((first, second))
            if least > self.table or most > 10:
                return False
        if operator == "/":
            return second > 0 and second * answer == first
        return {"+": first + second, "-": first - second, "x": first * second}[operator] == answer

    def play(self, text: str) -> None:
        """Note a move that is allowed; what is drawn is noted by `draw`."""
        self.points[self.mover] += self.judged(text) or 0
        if text == "pass":
            self.passes[self.mover] += 1
            return
        self.passes[self.mover] = 0
        letter, row, direction, a, operator, b, c = MOVE.fullmatch(text).groups()  # type: ignore[union-attr]
        steps = [(step, 0) if direction == "r" else (0, step) for step in range(5)]
        squares = [f"{chr(ord(letter) + right)}{int(row) + down}" for right, down in steps]
        self.hands[self.mover][0].subtract(self.placed(list(zip(squares[::2], (a, b, c), strict=True))))
        self.hands[self.mover][1].subtract(operator)
        for square, part in zip(squares, (a, operator, b, "=", c), strict=True):
            self.board.setdefault(square, part.replace("?", ""))

    def draw(self, hand: tuple[Counter[str], Counter[str]], *, has_placed: bool) -> None:
        """Note what the mover holds after drawing, and whether the match is over."""
        for bag, held, now, size in zip(self.bag, self.hands[self.mover], hand, (8, 3), strict=True):
            assert held <= now
            drawn = now - held
            assert drawn <= bag
            assert drawn.total() == (min(size - held.total(), bag.total()) if has_placed else 0)
            bag.subtract(drawn)
        self.hands[self.mover] = hand
        left = [sum(int(tile) * count for tile, count in hand[0].items() if tile != "?") for hand in self.hands]
        mover, other = self.mover, 1 - self.mover
        if not hand[0].total():
            self.is_over = True
            self.points[mover] += left[other]
            self.points[other] -= left[other]
        elif self.passes[mover] == 2:
            self.is_over = True
            self.points[mover] += left[other]
            self.points[other] += left[mover]
        self.mover = other


def hand_of(position: DigifeudPosition, seat: int) -> tuple[Counter[str], Counter[str]]:
    rack = position.racks[seat]
    return Counter(rack.numbers), Counter(rack.operators)


def verdict(position: DigifeudPosition, text: str) -> int | None:
    with suppress(IllegalMove, BadNotation):
        return game.judge(position, game.decode(text)).points
    return None


def changed(text: str, chance: random.Random) -> str:
    """Return a move with one sign changed: its square, its direction, a number or the operator."""
    at = chance.randrange(len(text))
    signs = next((signs for signs in ("0123456789", "+-x/", "rd", "abcdefghijklm") if text[at] in signs), text[at])
    return text[:at] + chance.choice(signs) + text[at + 1 :]


def compare(match: Played, chance: random.Random) -> None:
    """Fail unless the referee agrees at every turn of a match."""
    positions: list[DigifeudPosition] = list(match.positions)
    referee = Referee(match.options.level, [hand_of(positions[0], seat) for seat in (0, 1)])
    for before, move, after in zip(positions, match.moves, positions[1:], strict=False):
        text = game.encode(move)  # type: ignore[arg-type]  # a move of this game
        assert referee.judged(text) == verdict(before, text) is not None
        for _fault in range(FAULTS):
            other = changed(text, chance)
            assert referee.judged(other) == verdict(before, other), (match.seed, text, other)
        mover = referee.mover
        referee.play(text)
        referee.draw(hand_of(after, mover), has_placed=text != "pass")
        faces = {f"{chr(97 + at % 13)}{at // 13 + 1}": face for at, face in enumerate(after.grid.faces) if face}
        assert (faces, tuple(referee.points)) == (referee.board, after.scores)
        assert referee.is_over == (after.result is not None)
    first, second = referee.points
    assert match.end.result is not None
    assert match.end.result.winner == (None if first == second else 1 + (second > first))


@pytest.mark.parametrize("level", game.options_type.levels())
@pytest.mark.slow
def test_random_matches_agree_with_a_referee_and_fit_into_a_lesson(level: str) -> None:
    options = game.options_type.of_level(level)
    for number in range(MATCHES):
        match = play_match(game, options, number)
        compare(match, random.Random(number))
        if "20" in level or "5" in level:  # the learners' levels
            assert len(match.moves) * PACE <= LESSON
