"""The test whether a puzzle's answers are the best moves by winning chance. Pure, so it can run in a worker process.

A second evaluation by the strongest computer player shares the errors of the first one. So the answer and its rivals
are judged by another method as well: by that of the game if it has one (`Evaluator.judge`), else by Monte Carlo
rollouts in the same determinizations (common random numbers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from statistics import mean

from games.analysis.evaluation.candidates import Analyst, AnyEvaluation, standard_error
from games.catalogue import evaluator, games, rollout_bot
from games.puzzles.kinds import Kind
from games.puzzles.making.extraction import SURE, Found, answers_of, examine_ending, stand_out, tiles_of, tried
from games.puzzles.making.lines import find_line, replay, solved
from games.rules import AnyGame, Position, SeededRandom

RIVALS = 3  # best other moves that are compared by rollouts, besides the most points and a move without tiles
FEWEST_DEALS, MOST_DEALS = 40, 240  # determinizations in which both moves are played out
EARLY = 4.0  # standard errors of a difference at which no further deal is played out (early stopping)
CONFIRMED = 0.05  # least difference by the other method; below `MARGIN`, as weaker players waste part of a lead
BY_ESTIMATES = (Kind.CHANCE, Kind.DEFENCE, Kind.PASS)
AGREED = 0.1  # most by which the other method may differ in a chance that players read


def verified_hardness(
    slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str], puzzle: Found
) -> float | None:
    """Return the hardness of this puzzle by the present formula; None if its answers do not stand out."""
    if not answers_stand_out(slug, option_data, seed, moves, puzzle):
        return None
    game = games()[slug]
    position = replay(game, option_data, seed, moves)[-1]
    squares, new_tiles = tiles_of(game, position, game.decode(puzzle.best))
    return tried(game, position, replace(puzzle, squares=squares, laid=new_tiles), seed).hardness


def answers_stand_out(
    slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str], puzzle: Found
) -> bool:
    """Return whether the answers of this puzzle are clearly the best moves by winning chance.

    The evaluation of the game's strongest computer, from the solver's view, has to say so, and another method has to
    confirm it, and the chance, too, where players read it. A line, and an ending that can be solved, has to be found
    again instead. A puzzle of most points fails in a game without such puzzles.
    Deterministic.
    """
    game = games()[slug]
    position = replay(game, option_data, seed, moves)[-1]
    if puzzle.kind is Kind.LINE:
        return find_line(game, position, len(moves), seed) == puzzle.line
    if puzzle.kind is Kind.SUM and not game.has_point_puzzles:
        return False
    if puzzle.kind is Kind.ENDING and (evaluations := solved(game, position, len(moves), seed)):
        again = examine_ending(game, position, len(moves), evaluations)
        return again is not None and set(again.solutions) == set(puzzle.solutions)
    game_evaluator, view = evaluator(slug), game.view(position, position.to_move)
    if puzzle.kind is not Kind.SUM and game_evaluator and not game_evaluator.trusts_estimates(view):
        return False
    rng = SeededRandom(seed + b"check", len(moves) + 1)
    if not stand_out(game, position, puzzle, rng):
        return False
    answers, rivals = compared(game, position, puzzle, rng)
    analyst, name = Analyst(game, rollout_bot(slug), game_evaluator), f"puzzle {seed.hex()}"
    for answer in answers if rivals else ():
        if verdict := judged(game, position, [answer, *rivals], rng):
            if not (leads(verdict, answer) and (puzzle.kind is Kind.SUM or agrees(verdict, answer))):
                return False
            continue
        if not all(is_confirmed(analyst, position, answer, rival, name) for rival in rivals):
            return False
        if puzzle.kind in BY_ESTIMATES and not is_played_out(analyst, position, answer, name):
            return False
    return True


def compared(
    game: AnyGame, position: Position, puzzle: Found, rng: SeededRandom
) -> tuple[list[AnyEvaluation], list[AnyEvaluation]]:
    """Return the worst answers and the rivals that each has to beat: the best other moves, and two of other kinds.

    These are one with the most points and the best one that places nothing, such as a pass or an exchange: estimates
    underrate it, as they follow it for a few turns only. Answers of the same estimate may differ, as by a blank that
    only one of them spends. There are no rivals in a game without an evaluator, nor where all chances are exact.
    """
    game_evaluator = evaluator(game.slug)
    if game_evaluator is None:
        return [], []
    answers = answers_of(game, position, puzzle)
    points = dict(game.scored_moves(position))
    richest = max((move for move in points if move not in answers), key=lambda move: points[move])
    quiet = [move for move in points if move not in answers and not game.judge(position, move).squares]
    evaluations = game_evaluator.evaluate(
        game.view(position, position.to_move), [*sorted(answers, key=game.encode), richest, *quiet], rng
    )
    lowest = min(one.chance for one in evaluations if one.move in answers)
    worst = [one for one in evaluations if one.move in answers and one.chance == lowest]
    others = [one for one in evaluations if one.move not in answers]
    quietest = next((one.move for one in others if one.move in quiet), None)
    rivals = [one for rank, one in enumerate(others) if rank < RIVALS or one.move in (richest, quietest)]
    return worst, [one for one in rivals if one.error or worst[0].error]


def judged(
    game: AnyGame, position: Position, candidates: Sequence[AnyEvaluation], rng: SeededRandom
) -> Sequence[AnyEvaluation] | None:
    """Return the evaluations of these moves by the game's own judge; None in a game without one."""
    game_evaluator = evaluator(game.slug)
    moves = [one.move for one in candidates]
    return game_evaluator.judge(game.view(position, position.to_move), moves, rng) if game_evaluator else None


def leads(verdict: Sequence[AnyEvaluation], answer: AnyEvaluation) -> bool:
    """Return whether the judge puts the answer ahead of each rival, by `CONFIRMED` and `SURE` standard errors."""
    own = next(one for one in verdict if one.move == answer.move)
    rivals = [one for one in verdict if one is not own]
    return all(own.chance - one.chance >= max(CONFIRMED, SURE * hypot(own.error, one.error)) for one in rivals)


def agrees(verdict: Sequence[AnyEvaluation], answer: AnyEvaluation) -> bool:
    """Return whether the judge's chance of the answer is within `AGREED`, or `SURE` standard errors, of this one."""
    own = next(one for one in verdict if one.move == answer.move)
    return abs(own.chance - answer.chance) <= max(AGREED, SURE * hypot(own.error, answer.error))


def is_confirmed(analyst: Analyst, position: Position, answer: AnyEvaluation, rival: AnyEvaluation, name: str) -> bool:
    """Return whether rollouts win more often after the answer than after its rival.

    The difference has to be at least `CONFIRMED` and `SURE` standard errors. `name` seeds the random numbers.
    """
    gaps: list[float] = []
    while len(gaps) < MOST_DEALS:
        deal = len(gaps)
        won, lost = (analyst.play_out(position, one.move, name, 0, deal)[0] for one in (answer, rival))
        gaps.append(won - lost)
        if len(gaps) >= FEWEST_DEALS and abs(mean(gaps)) > EARLY * standard_error(gaps):
            break
    return mean(gaps) >= max(CONFIRMED, SURE * standard_error(gaps))


def is_played_out(analyst: Analyst, position: Position, answer: AnyEvaluation, name: str) -> bool:
    """Return whether rollouts win as often after the answer as it says, by the rule of `agrees`."""
    won = [analyst.play_out(position, answer.move, name, 0, deal)[0] for deal in range(MOST_DEALS)]
    return abs(mean(won) - answer.chance) <= max(AGREED, SURE * hypot(standard_error(won), answer.error))
