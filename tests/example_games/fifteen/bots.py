"""Fifteen's computer players, the weakest first."""

from __future__ import annotations

from games.rules import AnyBot, BeginnerBot, Bot, SeededRandom, say
from tests.example_games.fifteen.rules import FifteenPosition, FifteenView, Move, game


class CarefulBot(Bot[FifteenView, Move]):
    """A bot that wins if it can, else plays a move after which the opponent cannot win at once (search of depth 2)."""

    level = 2
    name = say("Careful")

    def choose(self, view: FifteenView, rng: SeededRandom) -> Move:
        """Return a winning move, else a safe one, else any; chance decides between equals."""
        position = game.determinize(view, rng)
        moves = rng.shuffled(list(game.legal_moves(position)))
        if winning := [move for move in moves if _wins(position, move)]:
            return winning[0]
        return next((move for move in moves if _is_safe(position, move)), moves[0])


def _after(position: FifteenPosition, move: Move) -> FifteenPosition:
    return game.apply(position, move, SeededRandom(b""))


def _wins(position: FifteenPosition, move: Move) -> bool:
    result = _after(position, move).result
    return result is not None and result.winner is position.to_move


def _is_safe(position: FifteenPosition, move: Move) -> bool:
    after = _after(position, move)
    return not any(_wins(after, reply) for reply in game.legal_moves(after))


bots: tuple[AnyBot, ...] = (BeginnerBot(game), CarefulBot())
