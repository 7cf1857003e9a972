"""Solving: the positions of a puzzle, tried moves, giving up, and the rating update after the first action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import clock
from games.catalogue import games
from games.matches.errors import refusal
from games.puzzles.making.lines import line_after, replay
from games.puzzles.models import Attempt, Daily, Puzzle, Run, SolvedDay, Solver, Try
from games.puzzles.services.selection import counts_for
from games.ratings.glicko2 import NEWCOMER, Standing
from games.ratings.update import LOST, WON, weigh_up
from games.rules import PlayedMove, Position, View

REMEMBERED = 256  # cached positions
MOST_TRIES = 40  # of one attempt


# The attempt has used all its tries (`MOST_TRIES`).
TooManyTries = refusal("TooManyTries", _("No tries left. Have a look at the solution."))


def position_of(puzzle: Puzzle, line: Sequence[str] = ()) -> Position:
    """Return the position of the puzzle, or the one after these further moves in notation. Cached."""
    moves = (*puzzle.moves, *line)
    return _replay(puzzle.game_slug, puzzle.rules_version, json.dumps(puzzle.option_data), bytes(puzzle.seed), moves)


def solver_view(puzzle: Puzzle, line: Sequence[str] = ()) -> View:
    """Return the view of the player to move in the position."""
    position = position_of(puzzle, line)
    view: View = puzzle.game.view(position, position.to_move)
    return view


def judged(puzzle: Puzzle, text: str, line: Sequence[str] = ()) -> tuple[str, PlayedMove]:
    """Return the move in canonical notation and its effect; raises BadNotation or IllegalMove."""
    move = puzzle.game.decode(text)
    return puzzle.game.encode(move), puzzle.game.judge(position_of(puzzle, line), move)


@lru_cache(maxsize=REMEMBERED)
def _replay(slug: str, version: int, option_data: str, seed: bytes, moves: tuple[str, ...]) -> Position:
    return replay(games()[slug].version(version), json.loads(option_data), seed, moves)[-1]


def try_move(puzzle: Puzzle, player: User, text: str, step: int = 0) -> Attempt:
    """Try a move in notation; return the attempt.

    In an ending of several moves, `step` is the number of moves of the line before it. A repeated move, one at another
    step than the attempt's, and one after the end change nothing (idempotent). Raises BadNotation, IllegalMove or
    TooManyTries.
    """
    line = line_of(puzzle, player)[:step]
    move, turn = judged(puzzle, text, line)
    with transaction.atomic():
        attempt, is_new = _begin(puzzle, player)
        if (
            attempt.is_over
            or attempt.line != line
            or len(line) != step
            or attempt.tried.filter(step=step, text=move).exists()
        ):
            return attempt
        if attempt.tries >= MOST_TRIES:
            raise TooManyTries
        if puzzle.is_line and (after := _reply_to(puzzle, attempt, move)):
            attempt.line = [*line, move, after]
            attempt.save()
            return attempt
        attempt.tries += 1
        Try.objects.create(attempt=attempt, number=attempt.tries, step=step, text=move, points=turn.points)
        attempt.text, attempt.points = move, turn.points
        is_solved = (
            move in line_after(puzzle.line, line) if puzzle.is_line else puzzle.is_answered_by(move, turn.points)
        )
        if puzzle.is_offered and (is_new or (puzzle.is_line and attempt.tries == 1)):
            _rate(puzzle, attempt, solved=is_solved)
        if is_solved:
            attempt.line = [*line, move] if puzzle.is_line else []
            _solve(puzzle, attempt)
        attempt.save()
    return attempt


def line_of(puzzle: Puzzle, player: User | None) -> list[str]:
    """Return the player's moves in the line of this puzzle so far, with the replies; empty in puzzles of one move."""
    attempt = Attempt.objects.filter(puzzle=puzzle, player=player).first() if player and puzzle.is_line else None
    return list(attempt.line) if attempt else []


def _reply_to(puzzle: Puzzle, attempt: Attempt, move: str) -> str:
    """Return the opponent's reply to a winning move after which the line goes on; empty for any other move."""
    reply, after = line_after(puzzle.line, attempt.line).get(move, ("", {}))
    return reply if after else ""


def give_up(puzzle: Puzzle, player: User) -> Attempt:
    """Give up, so that the solution may be shown; before the first try it is rated as a wrong move. Idempotent."""
    with transaction.atomic():
        attempt, is_new = _begin(puzzle, player)
        if attempt.is_over:
            return attempt
        if puzzle.is_offered and (is_new or (puzzle.is_line and not attempt.tries)):
            _rate(puzzle, attempt, solved=False)
        attempt.given_up_at = clock.now()
        attempt.save()
    return attempt


def was_in_run(puzzle: Puzzle, player: User) -> bool:
    """Return whether the player has seen the puzzle in a run."""
    return puzzle.in_runs.filter(run__player=player).exists()


def _begin(puzzle: Puzzle, player: User) -> tuple[Attempt, bool]:
    """Return the player's attempt, and whether it is new. The puzzle is locked until the transaction ends."""
    Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    now = {"begun_at": clock.now()}
    attempt, is_new = Attempt.objects.get_or_create(puzzle=puzzle, player=player, defaults=now)
    if is_new:
        Puzzle.objects.filter(pk=puzzle.pk).update(tried=F("tried") + 1)
    return attempt, is_new


def _solve(puzzle: Puzzle, attempt: Attempt) -> None:
    attempt.solved_at = clock.now()
    Puzzle.objects.filter(pk=puzzle.pk).update(solved=F("solved") + 1)
    daily = Daily.objects.filter(puzzle=puzzle).first()
    if daily and counts_for(daily.day, attempt.begun_at, attempt.solved_at):
        SolvedDay.objects.get_or_create(player=attempt.player, day=daily.day)


def _rate(puzzle: Puzzle, attempt: Attempt, *, solved: bool) -> None:
    """Update the ratings of player and puzzle; not for guests, nor if the player knows it from a match or a run."""
    is_known = puzzle.is_known_to(attempt.player) or was_in_run(puzzle, attempt.player)
    if not attempt.player.plays_rated or is_known:
        return
    at = attempt.begun_at
    solver = _solver(puzzle.game_slug, attempt.player, at)
    before = solver.at(at)
    row = Puzzle.objects.get(pk=puzzle.pk)
    after, row.standing = meet(before, row.standing, solved=solved)
    row.save(update_fields=["rating", "deviation", "volatility"])
    solver.set_standing(after, at)
    solver.solved, solver.failed = solver.solved + solved, solver.failed + (not solved)
    solver.save()
    attempt.rating_before, attempt.rating_after = before.rating, after.rating


def _solver(slug: str, player: User, at: datetime) -> Solver:
    """Return the player's rating row in this game, locked until the transaction ends."""
    new = {"rating": NEWCOMER.rating, "deviation": NEWCOMER.deviation, "volatility": NEWCOMER.volatility}
    rows = Solver.objects.select_for_update()
    solver, _made = rows.get_or_create(player=player, game_slug=slug, defaults={**new, "rated_at": at})
    return solver


def forget(player: User) -> None:
    """Delete the player's mistakes, attempts, runs and ratings; the puzzles keep their own ratings and counts."""
    Puzzle.objects.filter(mistake__player=player).delete()
    for model in (Attempt, Run, Solver, SolvedDay):
        model.objects.filter(player=player).delete()


def meet(player: Standing, puzzle: Standing, *, solved: bool) -> tuple[Standing, Standing]:
    """Return the standings of player and puzzle after the first move: Glicko-2, as after a match between them."""
    results = (WON, LOST) if solved else (LOST, WON)
    return weigh_up(player, puzzle, results[0]), weigh_up(puzzle, player, results[1])
