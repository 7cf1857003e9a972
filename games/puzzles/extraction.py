"""Extraction of positions in which the moves with the most points are clearly best by winning chance too.

Pure, with plain values, so it can run in a worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, log2

from games.catalogue import evaluator, games, hasty
from games.rules import AnyGame, Position, SeededRandom

LONGEST = 120  # turns of a match between two computers; later positions make no better puzzles
LOOKED_AT = 60  # positions of one match, so that the search takes a few seconds
KEPT = 2  # puzzles from one match, for variety
MARGIN = 0.1  # winning chance by which each answer is ahead of each other move, unless both are exact …
SURE = 2.0  # … and so many standard errors
FEWEST_MOVES = 12  # to choose from
FEWEST_SCORING = 3  # that score: with fewer, there is no choice
AHEAD = 1.15  # the least ratio of the best points to the second best
MOST_ANSWERS = 4  # moves with the best points: the same calculation laid in different ways …
ANSWERS_SHARE = 20  # … or one in this many of all moves, if there are very many


@dataclass(frozen=True)
class Found:
    """A puzzle: the position after `ply` moves, one of its best moves in notation, and measures of its difficulty.

    `second_points` are the points of the best other move, `choices` is the number of legal moves, `answers` that of
    the moves with the best points, `squares` the number of squares of the best one.
    """

    ply: int
    best: str
    best_points: int
    second_points: int
    choices: int
    answers: int
    squares: int

    @property
    def hardness(self) -> float:
        """Return the estimated difficulty, comparable within a game only.

        The bits needed to choose an answer among all moves, up to two more for a close second best, and a little
        for each square of the answer.
        """
        return log2(self.choices / self.answers) + 2 * self.second_points / self.best_points + 0.2 * self.squares


def find(slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str]) -> list[Found]:
    """Return the puzzles of a match, a few at most; deterministic."""
    game = games()[slug]
    positions = [game.setup(game.options_type.read(option_data), SeededRandom(seed, 0))]
    for ply, text in enumerate(moves, 1):
        positions.append(game.apply(positions[-1], game.decode(text), SeededRandom(seed, ply)))
    found: list[Found] = []
    for ply in SeededRandom(seed + b"puzzles").shuffled(range(len(moves)))[:LOOKED_AT]:
        if len(found) == KEPT:
            break
        puzzle = examine(game, positions[ply], ply, seed)
        if puzzle and stand_out(game, positions[ply], puzzle.best_points, SeededRandom(seed + b"puzzles", ply)):
            found.append(puzzle)
    return found


def play(slug: str, seed: bytes, longest: int = LONGEST) -> list[str]:
    """Return the moves, in notation, of a match with default options between two fast bots.

    The match stops after at most `longest` moves.
    """
    game, bot = games()[slug], hasty(slug)
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    moves: list[str] = []
    while position.result is None and len(moves) < longest:
        ply = len(moves) + 1
        move = bot.choose(game.view(position, position.to_move), SeededRandom(seed + b"computers", ply))
        position = game.apply(position, move, SeededRandom(seed, ply))
        moves.append(game.encode(move))
    return moves


def play_and_find(slug: str, seed: bytes) -> tuple[list[str], list[Found]]:
    """Play a match between two bots and return its moves and its puzzles."""
    moves = play(slug, seed)
    return moves, find(slug, games()[slug].options_type().data(), seed, moves)


def examine(game: AnyGame, position: Position, ply: int, seed: bytes) -> Found | None:
    """Return the puzzle of this position; None if no move is clearly best or there are too few moves."""
    scored = list(game.scored_moves(position))
    most = max((points for _move, points in scored), default=0)
    second = max((points for _move, points in scored if points < most), default=0)
    answers = [move for move, points in scored if points == most]
    scoring = sum(points > 0 for _move, points in scored)
    enough = len(scored) >= FEWEST_MOVES and scoring >= max(FEWEST_SCORING, len(answers) + 1)
    clear = most >= AHEAD * second and (len(answers) <= MOST_ANSWERS or len(answers) * ANSWERS_SHARE <= len(scored))
    if not (most > 0 and enough and clear) or _ends(game, position, answers[0], ply, seed):
        return None
    squares = len(game.judge(position, answers[0]).squares)
    return Found(ply, game.encode(answers[0]), most, second, len(scored), len(answers), squares)


def stand_out(game: AnyGame, position: Position, best_points: int, rng: SeededRandom) -> bool:
    """Return whether each move with the most points wins clearly more often than each other move.

    That is by `MARGIN` and surely, or at all where both chances are exact. The chances are those of the game's
    strongest computer, from the solver's view; in a game whose computer tells none, points alone decide.
    """
    known = evaluator(game.slug)
    if known is None:
        return True
    answers = {move for move, points in game.scored_moves(position) if points == best_points}
    found = known.evaluate(game.view(position, position.to_move), list(answers), rng)
    worst = min((one for one in found if one.move in answers), key=lambda one: one.chance)
    for one in found:
        error = hypot(worst.error, one.error)
        ahead = worst.chance - one.chance
        if one.move not in answers and (ahead < max(MARGIN, SURE * error) if error else ahead <= 0):
            return False
    return True


def _ends(game: AnyGame, position: Position, move: object, ply: int, seed: bytes) -> bool:
    """Return whether the move ends the match or a game of it: then not only points matter."""
    after: Position = game.apply(position, move, SeededRandom(seed, ply + 1))
    before, now = (game.interlude(game.view(one, None)) for one in (position, after))
    return after.result is not None or (now is not None and now != before)
