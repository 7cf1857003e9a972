"""Why the best move of a turn of Digifeud is better than the one played: passes, the coloured squares, blanks."""

from __future__ import annotations

from collections.abc import Sequence

from games.digifeud.model.board import BLANK
from games.digifeud.model.moves import Calculation, Move, Pass, number_tiles
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.rules import game
from games.rules import Part, SeededRandom
from games.rules.reasons import Features, Why, by_points, deals_of, differs, features_of, why

LEAST = 4  # points that are a reason
MOSTLY = 2 / 3  # of the points more that are owed to coloured squares, if these are what was not seen


def explain(view: DigifeudView, played: Move, best: Move, rng: SeededRandom) -> Why | None:
    """Return the surest reason why `best` is better than `played`; None if none is sure."""
    deals = deals_of(game, view, rng)
    one, other = (features_of(game, deals, move) for move in (played, best))
    mover = view.to_move
    lead = view.scores[mover.index] - view.scores[mover.other.index]
    if isinstance(best, Pass) and lead > 0 and not view.grid.is_empty:
        if other.won:
            return why("pass_ends", lead=lead)
        if not view.passed[mover.index] and _wins_by_two_passes(deals):
            return why("pass_leads", lead=lead)
    if isinstance(played, Pass) and one.lost and lead < 0:
        return why("pass_played_ends", behind=-lead)
    found = by_points(one, other, LEAST)
    if found is None:
        return why("blank") if _keeps_blank(view, played, best, one, other) else None
    more, colours = other.turn.points - one.turn.points, _colour(other) - _colour(one)
    if found.key not in ("points", "opens") or more < LEAST or colours < MOSTLY * more:
        return found
    # What the squares alone decide is said before what the opponent answers.
    return why("colours", more=more) if colours >= more else why("coloured", more=more, colours=colours)


def _wins_by_two_passes(deals: Sequence[DigifeudPosition]) -> bool:
    """Return whether passing now and next turn wins in nearly all deals if the opponent's answer scores the most."""
    wins = 0
    for number, position in enumerate(deals):
        rng, mover = SeededRandom(b"passes", number), position.to_move
        passed = game.apply(position, Pass(), rng)
        answer = max(game.scored_moves(passed), key=lambda scored: scored[1])[0]
        after = game.apply(passed, answer, rng)
        end = after if after.result else game.apply(after, Pass(), rng)
        wins += end.result is not None and end.result.winner is mover
    return wins >= len(deals) - 1


def _keeps_blank(view: DigifeudView, played: Move, best: Move, one: Features, other: Features) -> bool:
    """Return whether the best move uses a blank fewer, and neither points nor answers speak against it."""
    if not (isinstance(played, Calculation) and isinstance(best, Calculation)):
        return False
    used = [number_tiles(view.grid, move.squares, move.texts).count(BLANK) for move in (played, best)]
    gap = differs(one, other, LEAST) or 0
    return used[0] == used[1] + 1 and abs(other.turn.points - one.turn.points) < 2 * LEAST and gap > -LEAST


def _colour(features: Features) -> int:
    """Return the points that a calculation owes to coloured squares: all but its answer, counted once."""
    parts: tuple[Part, ...] = features.turn.parts
    if not parts:
        return 0
    return features.turn.points - int(str(features.turn.text).rpartition("=")[2].replace("?", ""))
