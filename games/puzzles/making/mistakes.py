"""A costly move of a player as a puzzle: its answers, its theme, and why they are better. Pure, for a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.moments import explain, is_alike
from games.analysis.evaluation.rollouts import rng_for
from games.catalogue import display_of, evaluator, games
from games.puzzles.kinds import Kind, kind_by
from games.rules import AnyGame, Position
from games.rules.reasons import Theme, Why

RICHEST = 30  # moves with the most points that are weighed besides the candidates


@dataclass(frozen=True)
class Examined:
    """What a worker finds out about a mistake: how it is practised."""

    theme: Theme
    kind: Kind
    solutions: tuple[str, ...]
    choices: int
    why: Why | None


def examine(
    slug: str, before: Position, played: str, choices: Sequence[Choice], match: str, ply: int
) -> Examined | None:
    """Return how the mistake in turn number `ply` of the match is practised; None if its best move is not sure.

    `choices` are the moves that the analysis stored, the best first, and `played` among them. By the present rules.
    """
    game, best = games()[slug], choices[0]
    own = next((choice for choice in choices if choice.text == played), None)
    if own is None:
        return None
    moves: list[tuple[object, int]] = list(game.scored_moves(before))
    solutions = {one.text for one in choices if is_alike(one, best, own)}
    solutions |= {one.text for one in _others(game, before, moves, choices, match, ply) if is_alike(one, best, own)}
    reason = explain(slug, before, played, best.text, ply, game.rules_version)
    exact = not best.error and not own.error
    turns = [game.judge(before, game.decode(text)) for text in (played, best.text)]
    places, gains = [bool(turn.squares) for turn in turns], [turn.points for turn in turns]
    return Examined(
        theme_of(game, reason, passes=places[0] != places[1], exact=exact, gains=gains[1] > gains[0] == 0),
        kind_by(best.chance, exact=exact, passes=not all(places)),
        tuple(sorted(solutions)),
        len(moves),
        reason,
    )


def theme_of(game: AnyGame, reason: Why | None, *, passes: bool, exact: bool, gains: bool) -> Theme:
    """Return the theme of a mistake: that of its reason if it is special, else passing, the ending, or the reason's.

    `passes` says whether one of the two moves alone places nothing, `exact` whether the rest of the match can be
    searched, so that it is an ending, `gains` whether the best move alone has points. Where points are captures, a
    capture that was not made is one, whatever else speaks for it.
    """
    themes = display_of(game).themes
    theme = themes.get(reason.key, Theme.OTHER) if reason else Theme.OTHER
    if gains and themes["points"] is Theme.CAPTURES and theme is not Theme.ENDINGS:
        return Theme.CAPTURES
    if theme not in (Theme.OTHER, Theme.POINTS, Theme.REPLIES):
        return theme
    return Theme.PASSING if passes else Theme.ENDINGS if exact else theme


def _others(
    game: AnyGame,
    before: Position,
    moves: Sequence[tuple[object, int]],
    choices: Sequence[Choice],
    match: str,
    ply: int,
) -> list[Choice]:
    """Weigh further moves against the best one, in the determinizations by which it was found."""
    game_evaluator, best = evaluator(game.slug), choices[0]
    if game_evaluator is None:
        return []
    richest = [move for move, _points in nlargest(RICHEST, moves, key=itemgetter(1))]
    view, first = game.view(before, before.to_move), game.decode(best.text)
    weighed = game_evaluator.evaluate(
        view, list(dict.fromkeys([first, *richest])), rng_for(match, "candidates", ply, 0)
    )
    level = next(one.chance for one in weighed if one.move == first)
    listed = {choice.text for choice in choices}
    named = [(game.encode(one.move), one) for one in weighed]
    return [Choice(text, 0, best.chance - (level - one.chance), one.error) for text, one in named if text not in listed]
