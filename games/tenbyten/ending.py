"""How a game of the match ends, and with it the match or not."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Dice, Result, Seat, Sentence, say, say_many
from games.tenbyten.dealing import deal_next
from games.tenbyten.position import Ended, TenByTenPosition

ENOUGH = 10  # captured chips that win a game
GAMES = 2  # games that win a match


def won_by_capturing(position: TenByTenPosition, seat: Seat) -> bool:
    """Whether this player has captured enough chips."""
    return position.public.counts[seat.index] >= ENOUGH


def end_by_capturing(position: TenByTenPosition, seat: Seat, dice: Dice) -> TenByTenPosition:
    """The game is won by who captured ten or more."""
    count = position.public.counts[seat.index]
    return _end(position, seat, say("The winner captured {count} chips.", count=count), dice)


def end_by_emptying(position: TenByTenPosition, dice: Dice) -> TenByTenPosition:
    """The container is empty: the game is won by who captured fewer chips; equal is a drawn game."""
    first, second = position.public.counts
    if first == second:
        drawn = say_many(
            "The container is empty, and both captured {count} chip.",
            "The container is empty, and both captured {count} chips.",
            count=first,
        )
        return _end(position, None, drawn, dice)
    winner = Seat.FIRST if first < second else Seat.SECOND
    reason = say(
        "The container is empty, and fewer captured chips win: {fewer} against {more}.",
        fewer=min(first, second),
        more=max(first, second),
    )
    return _end(position, winner, reason, dice)


def _end(position: TenByTenPosition, winner: Seat | None, reason: Sentence, dice: Dice) -> TenByTenPosition:
    public = position.public
    ended = Ended(
        public.number, winner, reason, public.grid, public.captured, position.last.squares if position.last else ()
    )
    won = winner.put(public.won, public.won[winner.index] + 1) if winner else public.won
    drawn = public.drawn + (winner is None)
    over = replace(position, public=replace(public, won=won, drawn=drawn, ended=ended))
    return _end_match(over, reason) if max(won) == GAMES else deal_next(over, ended, dice)


def _end_match(position: TenByTenPosition, reason: Sentence) -> TenByTenPosition:
    first, second = position.public.won
    winner = Seat.FIRST if first > second else Seat.SECOND
    told = say("{reason} The match is won by {won} games to {lost}.", reason=reason, won=GAMES, lost=min(first, second))
    return replace(position, scores=position.public.won, result=Result(winner, told))
