"""Weighs the moves of a hand by what the opponent, whose hand is hidden, can make of the board that they leave."""

from __future__ import annotations

from functools import partial

from games.rules import SeededRandom
from games.tenbyten.ai.fast_state import (
    Offers,
    Outlook,
    best_by_chip,
    expected_of_one,
    expected_of_two,
    laid,
    offers,
)
from games.tenbyten.ai.win_probability import Race, worth
from games.tenbyten.model.movegen import NOTHING, Capture, Taking
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView

Weighed = tuple[float, Move]

CERTAIN = 100.0  # more than any difference of chips
HOPE = 0.15  # of what the next capture of one's own would bring: the opponent may well prevent it
TRIES = 8  # moves that take nothing, in a hurry
CLOSE = 1e-9


def pick(weighed: list[Weighed], rng: SeededRandom) -> Move:
    """The best of the moves; chance decides between equals."""
    most = max(value for value, _move in weighed)
    best = [move for value, move in weighed if value > most - CLOSE]
    return best[rng.below(len(best))]


def weigh_by_chips(view: TenByTenView) -> list[Weighed]:
    """Each move by the chips it brings, less those that the opponent can take on average after it."""
    outlook = Outlook.of(view)
    return [(_chips(outlook, *found), found[0]) for found in outlook.moves()]


def weigh_hastily(view: TenByTenView, rng: SeededRandom) -> list[Weighed]:
    """The same of all captures, and of a few moves that take nothing."""
    outlook = Outlook.of(view)
    found = list(outlook.moves())
    plain = [one for one in found if one[1] is NOTHING]
    tried = [one for one in found if one[1] is not NOTHING] + _some(plain, rng)
    return [(chance_of(outlook, *one), one[0]) for one in tried]


def _some(plain: list[tuple[Move, Taking]], rng: SeededRandom) -> list[tuple[Move, Taking]]:
    """A few of them, spread over the board and both chips."""
    start, step = rng.below(len(plain)), max(1, len(plain) // TRIES)
    return [plain[(start + number * step) % len(plain)] for number in range(min(TRIES, len(plain)))]


def _chips(outlook: Outlook, move: Move, taking: Taking) -> float:
    after = outlook.race.after(taking.capture)
    gained = after.own - outlook.race.own
    if after.is_over:
        return CERTAIN * (2 * worth(outlook.race, taking.capture) - 1)
    replies = best_by_chip(offers(laid(outlook.faces, move, taking)), partial(_gain, after.turned))
    return gained - expected_of_two(replies, outlook.unseen)


def _gain(race: Race, capture: Capture) -> float:
    return race.after(capture).own - race.own


def chance_of(outlook: Outlook, move: Move, taking: Taking, hope: float = HOPE) -> float:
    """How likely the game is won: the opponent answers with the best capture, and something is hoped for after it."""
    after = outlook.race.after(taking.capture)
    if after.is_over:
        return worth(outlook.race, taking.capture)
    offered = offers(laid(outlook.faces, move, taking))
    reply = expected_of_two(best_by_chip(offered, partial(worth, after.turned)), outlook.unseen)
    return 1 - reply + (hope * _hoped(outlook, move, after, offered) if hope else 0)


def _hoped(outlook: Outlook, move: Move, after: Race, offered: Offers) -> float:
    """What one's own next capture would add, if the opponent took and laid nothing that matters."""
    if after.left <= 1:
        return 0.0
    race = after._replace(left=after.left - 1)
    values = best_by_chip(offered, partial(worth, race))
    return expected_of_one(values, outlook.kept(move), outlook.unseen) - worth(race)
