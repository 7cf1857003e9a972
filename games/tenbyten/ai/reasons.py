"""Why the best move of a turn of 10 BY 10 is better than the one played: the end of the game, and captures to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from statistics import mean

from games.rules import SeededRandom
from games.rules.reasons import DEALS, PART, Features, Why, by_points, deals_of, features_of, outcome, why
from games.tenbyten.ai.evaluation import choose_best, evaluate_quickly
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition, TenByTenView
from games.tenbyten.rules import game

LEAST = 2  # chips that are a reason
LATE = 8  # chips in the container: with fewer, captures may be bad, as fewer chips win once it is empty
TIMES = 2  # as many deals as other games, for a chance that is 4 of 100 off at most two times of three
MANY = DEALS[-1] * TIMES  # deals in which a quick player answers
AGAIN = 4  # times as many other deals confirm how the game ends, as by luck 128 of them tell 10 of 100 more
OFTEN = 25  # of 100 deals: a difference of the chances to win at once that is a reason
OTHERWISE = 35  # of 100 deals that end in another way, which is a reason: with less other players differ


def explain(view: TenByTenView, played: Move, best: Move, rng: SeededRandom, number: int) -> Why | None:
    """Return the surest reason why `best` is better than `played` in so many deals; None if none is sure."""
    deals = deals_of(game, view, rng, number := number * TIMES)
    one, other = (features_of(game, deals, move) for move in (played, best))
    if _decides(one, other):
        return by_points(one, other, LEAST)
    before, after = (_threat(view, deals[0], move) for move in (played, best))
    if before - after >= OFTEN:
        return why("threat", before=before, after=after)
    if view.container >= LATE and before >= after and (sentence := by_points(one, other, LEAST)):
        return sentence
    if before < after or number < MANY:
        return None
    before, after = (_chance(deals, move) for move in (played, best))
    if after - before >= OFTEN:
        return why("chance", before=before, after=after)
    if view.container > LATE or not _by_end(deals, played, best):
        return None
    return _by_end(deals_of(game, view, rng, number * AGAIN), played, best)


def _decides(one: Features, other: Features) -> bool:
    return (other.won and not one.won) or (one.lost and not other.lost)


def _threat(view: TenByTenView, deal: TenByTenPosition, move: Move) -> int:
    """Return in how many of 100 hands the opponent has an answer that wins the game at once, counted over all hands.

    Each hand of the unseen chips is equally likely, and one chip makes the answer. Whether it wins depends on how many
    chips are captured and left, which is the same in every deal.
    """
    after = game.apply(deal, move, SeededRandom(b"reasons", 0))
    if outcome(deal, after) is not None:
        return 0
    unseen, size = view.unseen, len(after.hand)
    winning = {chip for chip in set(unseen) if _can_win(replace(after, hands=after.to_move.put(after.hands, (chip,))))}
    without = sum(chip not in winning for chip in unseen)
    return round(100 * (1 - comb(without, size) / comb(len(unseen), size)))


def _can_win(position: TenByTenPosition) -> bool:
    """Return whether a move wins the game at once."""
    rng = SeededRandom(b"answers", 0)
    return any(outcome(position, game.apply(position, move, rng)) == 1 for move in game.legal_moves(position))


def _chance(deals: Sequence[TenByTenPosition], move: Move) -> int:
    """Return in how many of 100 deals the mover can win the game at once next turn, after a quick player's answer."""
    chances = 0
    for number, position in enumerate(deals):
        here = game.apply(position, move, SeededRandom(b"reasons", number))
        if outcome(position, here) is not None:
            continue
        rng = SeededRandom(b"answers", number)
        answer = choose_best(evaluate_quickly(game.view(here, here.to_move), rng), rng)
        after = game.apply(here, answer, rng)
        if outcome(here, after) is None:
            chances += _can_win(after)
    return round(100 * chances / len(deals))


def _by_end(deals: Sequence[TenByTenPosition], played: Move, best: Move) -> Why | None:
    """Return that the mover captures enough chips in `OTHERWISE` of 100 deals more; None if that is not sure.

    Quick players go on from both moves. What they lose by the other ways to end a game may take back a third of it.
    """
    one, other = ([_end(deal, move, number) for number, deal in enumerate(deals)] for move in (played, best))
    before, after = (round(100 * mean(is_enough for _result, is_enough in ends)) for ends in (one, other))
    won = [now - then for (then, _), (now, _) in zip(one, other, strict=True)]
    if after - before < OTHERWISE or 100 * mean(won) < (after - before) * (1 - PART):
        return None
    return why("enough", before=before, after=after)


def _end(deal: TenByTenPosition, move: Move, number: int) -> tuple[int, bool]:
    """Return 1, 0 or −1 as quick players end the game after a move, and whether the mover captured enough chips."""
    rng, mover, game_number = SeededRandom(b"ends", number), deal.to_move, deal.public.number
    here = game.apply(deal, move, rng)
    while not here.result and here.public.number == game_number:
        here = game.apply(here, choose_best(evaluate_quickly(game.view(here, here.to_move), rng), rng), rng)
    last = here.public.last_game
    if last is None or last.winner is None:
        return 0, False
    enough = deal.options.chips_to_win(mover, game_number)
    return (1, len(last.captured[mover.index]) >= enough) if last.winner is mover else (-1, False)
