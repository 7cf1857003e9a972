"""A costly move of a player as a puzzle: its answers, its theme, and why they are better. Pure, for a worker.

And why the answer to any puzzle is better than another move.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from statistics import mean

from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.moments import explain, is_alike
from games.analysis.evaluation.rollouts import rng_for
from games.catalogue import display_of, evaluator, games
from games.puzzles.kinds import Kind, kind_by
from games.rules import AnyGame, Position, SeededRandom
from games.rules.reasons import DEALS, Theme, Why, deals_of, features_of

BLANK = "?"  # before the face of each blank, in the notation of every game that has some
RICHEST = 30  # moves that are weighed besides the candidates and all moves with the most points
LEAST_LEANING = 0.5  # points or chips, on average, that are a theme without being a reason
NO_THEME = "only_next"  # a reason that leaves the theme to what differs besides
RIVALS = 3  # moves with the most points that are no answers, one of which the answer is compared with


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
    key = reason.key if reason and reason.key != NO_THEME else leaning(game, before, played, best.text, ply)
    theme = display_of(game).themes.get(key, Theme.OTHER)
    blanks = [text.count(BLANK) for text in (played, best.text)]
    return Examined(
        theme_of(
            game,
            theme,
            passes=places[0] != places[1],
            exact=exact,
            gains=gains[1] > gains[0] == 0,
            spends=blanks[0] > blanks[1],
        ),
        kind_by(best.chance, exact=exact, passes=not all(places)),
        tuple(sorted(solutions)),
        len(moves),
        reason,
    )


def leaning(game: AnyGame, before: Position, played: str, best: str, ply: int) -> str:
    """Return the key of the reason that mostly speaks for the best move where none is sure; "" if neither does.

    It is "points", or "opens" if the opponent's best answer differs by more, on average over the deals of the reasons.
    """
    deals = deals_of(game, game.view(before, before.to_move), SeededRandom(b"reasons", ply), DEALS[0])
    one, other = (features_of(game, deals, game.decode(text)) for text in (played, best))
    more, gap = other.turn.points - one.turn.points, mean(one.answers) - mean(other.answers)
    if one.ends or other.ends or max(more, gap) < LEAST_LEANING:
        return ""
    return "points" if more >= gap else "opens"


def theme_of(game: AnyGame, theme: Theme, *, passes: bool, exact: bool, gains: bool, spends: bool) -> Theme:
    """Return the theme of a mistake: passing, `theme`, that of its reason, if it is special, the ending, or `theme`.

    `passes` says whether one of the two moves alone places nothing, which is seen before anything else. `exact` says
    whether the rest of the match can be searched, so that it is an ending, `gains` whether the best move alone has
    points, `spends` whether the played one spends more blanks. Where points are captures, a capture that was not made
    is one, whatever else speaks for it.
    """
    if passes:
        return Theme.PASSING
    if gains and display_of(game).themes["points"] is Theme.CAPTURES and theme is not Theme.ENDINGS:
        return Theme.CAPTURES
    if spends and theme in (Theme.OTHER, Theme.REPLIES):
        return Theme.BLANKS
    if theme not in (Theme.OTHER, Theme.POINTS, Theme.REPLIES):
        return theme
    return Theme.ENDINGS if exact else theme


def reason_against(
    slug: str, before: Position, best: str, solutions: Container[str] | None, ply: int
) -> tuple[str, Why] | None:
    """Return a move that is no answer, and why the best move of turn number `ply` is better; None if no reason is sure.

    The move is one of the `RIVALS` with the most points. Without `solutions` all moves with the most are answers.
    """
    game = games()[slug]
    moves: list[tuple[object, int]] = sorted(game.scored_moves(before), key=itemgetter(1), reverse=True)
    rivals = (
        game.encode(move)
        for move, points in moves
        if (points < moves[0][1] if solutions is None else game.encode(move) not in solutions)
    )
    reasons = ((text, explain(slug, before, text, best, ply, game.rules_version)) for text in islice(rivals, RIVALS))
    return next(((text, reason) for text, reason in reasons if reason), None)


def _others(
    game: AnyGame,
    before: Position,
    moves: Sequence[tuple[object, int]],
    choices: Sequence[Choice],
    match: str,
    ply: int,
) -> list[Choice]:
    """Weigh further moves against the best one, in the determinizations by which it was found.

    These are all moves with the most points, which in Summy can be hundreds, the next `RICHEST`, and all with as many.
    """
    game_evaluator, best = evaluator(game.slug), choices[0]
    if game_evaluator is None:
        return []
    ranked = sorted((points for _move, points in moves), reverse=True)
    least = ranked[: ranked.count(ranked[0]) + RICHEST][-1]
    richest = [move for move, points in moves if points >= least]
    view, first = game.view(before, before.to_move), game.decode(best.text)
    weighed = game_evaluator.evaluate(
        view, list(dict.fromkeys([first, *richest])), rng_for(match, "candidates", ply, 0)
    )
    level = next(one.chance for one in weighed if one.move == first)
    listed = {choice.text for choice in choices}
    named = [(game.encode(one.move), one) for one in weighed]
    return [Choice(text, 0, best.chance - (level - one.chance), one.error) for text, one in named if text not in listed]
