"""Endings of several moves: the solver has to find a winning move each turn, and the computer replies.

Each winning move is proved to win in every deal of what is hidden (`Evaluator.solve_ending`). In a match of several
games it is the present game that is won. A line is a tree of plain values that can be stored as JSON: for each winning
move, in notation, one reply of the opponent and the tree after it. The tree ends where the match or the present game is
over, or where every move without a warning of the game wins. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.catalogue import bots, display_of, evaluator
from games.rules import AnyGame, Evaluation, Position, SeededRandom

MOST_WINNING = 3  # winning moves of one turn
WINNING_SHARE = 8  # more winning moves are allowed if they are at most one in this many of all moves
DEEPEST = 4  # turns of the solver
UNSURE = 0.9  # the highest chance of a move that is not proved to win: one with a higher chance may win, too
SURE = 1.0  # the chance of a proved win

AnyEvaluation = Evaluation[Any]  # of moves of any game
LineTree = dict[str, Any]  # {move: [reply, line after it]}: recursive, which this alias cannot express


def replay(game: AnyGame, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str]) -> list[Position]:
    """Return the start of the match with these options and this seed, and the positions after each of its moves."""
    positions: list[Position] = [game.setup(game.options_type.read(option_data), SeededRandom(seed, 0))]
    for ply, text in enumerate(moves, 1):
        positions.append(game.apply(positions[-1], game.decode(text), SeededRandom(seed, ply)))
    return positions


def find_line(game: AnyGame, position: Position, ply: int, seed: bytes, depth: int = DEEPEST) -> LineTree | None:
    """Return the line from a position that the player to move wins, but not by every move.

    It is empty where every move without a warning wins, and None where the position is no such ending, or its line has
    more than `depth` turns of the solver. `ply` is the number of moves before the position; further tiles are drawn as
    with the match's `seed`. Deterministic.
    """
    evaluations = solved(game, position, ply, seed) if depth else None
    if not evaluations or not wins(evaluations[0]):
        return None
    winning = [one.move for one in evaluations if wins(one)]
    if all(wins(one) or game.judge(position, one.move).warning for one in evaluations):
        return {}
    if len(winning) > max(MOST_WINNING, len(evaluations) // WINNING_SHARE):
        return None
    if any(one.chance > UNSURE for one in evaluations if not wins(one)):
        return None
    line: LineTree = {}
    for move in winning:
        after = _answered(game, position, move, ply, seed, depth)
        if after is None:
            return None
        line[game.encode(move)] = after
    return line


def solved(game: AnyGame, position: Position, ply: int, seed: bytes) -> Sequence[AnyEvaluation] | None:
    """Return the evaluations of all legal moves of a solvable ending, best first; None in any other position."""
    game_evaluator = evaluator(game.slug)
    if game_evaluator is None or position.result:
        return None
    view = game.view(position, position.to_move)
    return game_evaluator.solve_ending(view, list(game.legal_moves(position)), SeededRandom(seed + b"line", ply))


def ends(game: AnyGame, position: Position, after: Position) -> bool:
    """Return whether the move between these positions ends the match or a game of it."""
    before, now = (display_of(game).interlude(game.view(one, None)) for one in (position, after))
    return after.result is not None or (now is not None and now != before)


def turns_of(line: LineTree) -> int:
    """Return the least number of turns in which the solver has to choose: those of the shortest path in the tree."""
    return 1 + min(turns_of(after) for _reply, after in line.values()) if line else 0


def main_way(line: LineTree) -> list[str]:
    """Return the moves of the longest path in the tree: the solver's and the replies alternately, the solver's last."""
    if not line:
        return []
    move, (reply, after) = max(line.items(), key=lambda one: _longest(one[1][1]))
    return [move, reply, *main_way(after)] if after else [move]


def line_after(line: LineTree, moves: Sequence[str]) -> LineTree:
    """Return the rest of the line after these moves of it: the solver's and the replies alternately."""
    for move in moves[::2]:
        line = line[move][1]
    return line


def _longest(line: LineTree) -> int:
    return 1 + max(_longest(after) for _reply, after in line.values()) if line else 0


def wins(one: AnyEvaluation) -> bool:
    """Return whether the move is proved to win."""
    return one.chance == SURE and one.error == 0


def _answered(
    game: AnyGame, position: Position, move: object, ply: int, seed: bytes, depth: int
) -> list[object] | None:
    """Return the strongest computer's reply to a winning move and the line after it; None if that is no line.

    The reply is empty if the move ends the match or the present game.
    """
    after: Position = game.apply(position, move, SeededRandom(seed, ply + 1))
    if ends(game, position, after):
        return ["", {}]
    strongest = bots()[game.slug][max(bots()[game.slug])]
    answer = strongest.choose(game.view(after, after.to_move), SeededRandom(seed + b"reply", ply + 1))
    next_position: Position = game.apply(after, answer, SeededRandom(seed, ply + 2))
    reply = game.encode(answer)
    if ends(game, after, next_position):
        return [reply, {}]
    rest = find_line(game, next_position, ply + 2, seed, depth - 1)
    return None if rest is None else [reply, rest]
