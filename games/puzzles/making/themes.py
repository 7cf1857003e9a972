"""What there is to see in a puzzle: the themes of its answers, computed from the position. Pure, for a worker."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue import display_of, games
from games.puzzles.kinds import Kind
from games.rules import AnyGame, Position
from games.rules.reasons import Theme


def themes_of(slug: str, before: Position, kind: str, best_points: int, solutions: Sequence[str]) -> list[str]:
    """Return the themes that all answers to a puzzle in this position have, in the order of `Theme`.

    An ending of several moves has those of its first moves. The other arguments are the puzzle's. What the kind of the
    puzzle says, such as that it is an ending, is no theme.
    """
    game = games()[slug]
    scored: list[tuple[object, int]] = list(game.scored_moves(before))
    if kind == Kind.SUM:
        moves = [move for move, points in scored if points == best_points]
    else:
        moves = [game.decode(text) for text in solutions]
    view, display = game.view(before, before.to_move), display_of(game)
    themes = set.intersection(*(set(display.themes_of(view, move)) for move in moves))
    if _give_up_points(game, before, moves, max(points for _move, points in scored)):
        themes.add(Theme.FEWER)
    return [theme.value for theme in Theme if theme in themes]


def _give_up_points(game: AnyGame, before: Position, moves: Sequence[object], most: int) -> bool:
    """Return whether each of these moves places something, for fewer points than the most."""
    turns = [game.judge(before, move) for move in moves]
    return all(turn.squares and turn.points < most for turn in turns)
