"""Endings of several moves: the solver has to find a winning move each turn, and the computer answers. Pure.

Each winning move is proved to win in every deal of what is hidden (`Evaluator.solve_ending`). In a match of several
games it is the present game that is won. A line is a tree in plain values, so that it can be stored: for each winning
move, in notation, the opponent's reply and the tree after it. The tree ends where the match is over, or where every
move that the game does not warn of wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.catalogue import bots, evaluator
from games.rules import AnyGame, Evaluation, Position, SeededRandom

MOST_WINNING = 3  # moves of one turn that win …
WINNING_SHARE = 8  # … or one in this many of all moves, if there are many
DEEPEST = 4  # turns of the solver
UNSURE = 0.9  # the highest chance of a move that does not count as winning
SURE = 1.0

AnyEvaluation = Evaluation[Any]
Line = dict[str, Any]  # {move: [reply, line after it]}: recursive, so that no type says it


def find_line(game: AnyGame, position: Position, ply: int, seed: bytes, depth: int = DEEPEST) -> Line | None:
    """Return the line of the player to move, who wins surely but not by every move; None if it is no such ending.

    `ply` is the number of moves before; further tiles are drawn as with this seed. Deterministic.
    """
    found = solved(game, position, ply, seed) if depth else None
    if not found or not wins(found[0]):
        return None
    winning = [one.move for one in found if wins(one)]
    if all(wins(one) or game.judge(position, one.move).warning for one in found):
        return {}
    if len(winning) > max(MOST_WINNING, len(found) // WINNING_SHARE):
        return None
    if any(one.chance > UNSURE for one in found if not wins(one)):
        return None
    line: Line = {}
    for move in winning:
        after = _answered(game, position, move, ply, seed, depth)
        if after is None:
            return None
        line[game.encode(move)] = after
    return line


def solved(game: AnyGame, position: Position, ply: int, seed: bytes) -> Sequence[AnyEvaluation] | None:
    """Return all legal moves of an ending that can be solved, the best first; None in any other position."""
    known = evaluator(game.slug)
    if known is None or position.result:
        return None
    view = game.view(position, position.to_move)
    return known.solve_ending(view, list(game.legal_moves(position)), SeededRandom(seed + b"line", ply))


def ends(game: AnyGame, position: Position, after: Position) -> bool:
    """Return whether the move between these positions ends the match or a game of it."""
    before, now = (game.interlude(game.view(one, None)) for one in (position, after))
    return after.result is not None or (now is not None and now != before)


def turns_of(line: Line) -> int:
    """Return in how many turns the solver has to choose, at least: on the shortest way to the end."""
    return 1 + min(turns_of(after) for _reply, after in line.values()) if line else 0


def main_way(line: Line) -> list[str]:
    """Return the moves of the longest way to the end: the solver's and the replies in turn, the solver's last."""
    if not line:
        return []
    move, (reply, after) = max(line.items(), key=lambda one: _longest(one[1][1]))
    return [move, reply, *main_way(after)] if after else [move]


def line_after(line: Line, moves: Sequence[str]) -> Line:
    """Return the rest of the line after these moves of it: the solver's and the replies in turn."""
    for move in moves[::2]:
        line = line[move][1]
    return line


def _longest(line: Line) -> int:
    return 1 + max(_longest(after) for _reply, after in line.values()) if line else 0


def wins(one: AnyEvaluation) -> bool:
    """Return whether the move is proved to win."""
    return one.chance == SURE and one.error == 0


def _answered(
    game: AnyGame, position: Position, move: object, ply: int, seed: bytes, depth: int
) -> list[object] | None:
    """Return the opponent's reply to a winning move and the line after it; None if that is no line."""
    after: Position = game.apply(position, move, SeededRandom(seed, ply + 1))
    if ends(game, position, after):
        return ["", {}]
    strongest = bots()[game.slug][max(bots()[game.slug])]
    chosen = strongest.choose(game.view(after, after.to_move), SeededRandom(seed + b"reply", ply + 1))
    answered: Position = game.apply(after, chosen, SeededRandom(seed, ply + 2))
    reply = game.encode(chosen)
    if ends(game, after, answered):
        return [reply, {}]
    rest = find_line(game, answered, ply + 2, seed, depth - 1)
    return None if rest is None else [reply, rest]
