"""How a game of the match ends, and with it the match or not."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Result, Seat, SeededRandom, Sentence, say, say_many
from games.tenbyten.model.dealing import deal_next
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import Ended, TenByTenPosition

ENOUGH = 10  # captured chips that win a game
GAMES = 2  # games that win a match
FULL = 23  # chips in the container when a game begins

# No game has more turns. Each turn refills the hand from the container, which holds a chip before each but the first:
# so all turns but the last are at most FULL - 1 and the chips from red squares that went back. A line of ten has three
# chips or more, at most two of them on red squares, and lines captured together share only the chip that was laid. So
# at most two go back for each captured chip from another square, and two for each line that is nothing but red ones
# round the chip laid between them: on the four squares beside the centre, each laid on once and again after it was
# captured, or on the centre, in two lines, after it was captured, which brings a bonus chip. While the game goes on
# both have captured less than ten, so that is most when all 18 come from those four squares: 2 * (18 + 4 + 18).
MOST_TURNS = FULL - 1 + 2 * (2 * (ENOUGH - 1) + 4 + 2 * (ENOUGH - 1)) + 1


def won_by_capturing(position: TenByTenPosition, seat: Seat) -> bool:
    """Whether this player has captured enough chips."""
    return position.public.counts[seat.index] >= ENOUGH


def end_by_capturing(position: TenByTenPosition, seat: Seat, rng: SeededRandom) -> TenByTenPosition:
    """The game is won by who captured ten or more."""
    count = position.public.counts[seat.index]
    return _end(position, seat, say("The winner captured {count} chips.", count=count), rng)


def end_by_emptying(position: TenByTenPosition, rng: SeededRandom) -> TenByTenPosition:
    """The container is empty: the game is won by who captured fewer chips; equal is a drawn game."""
    first, second = position.public.counts
    if first == second:
        drawn = say_many(
            "The container is empty, and both captured {count} chip.",
            "The container is empty, and both captured {count} chips.",
            count=first,
        )
        return _end(position, None, drawn, rng)
    winner = Seat.FIRST if first < second else Seat.SECOND
    reason = say(
        "The container is empty, and fewer captured chips win: {fewer} against {more}.",
        fewer=min(first, second),
        more=max(first, second),
    )
    return _end(position, winner, reason, rng)


def _end(position: TenByTenPosition, winner: Seat | None, reason: Sentence, rng: SeededRandom) -> TenByTenPosition:
    public = position.public
    ended = Ended(
        public.number, winner, reason, public.grid, public.captured, position.last.squares if position.last else ()
    )
    won = winner.put(public.won, public.won[winner.index] + 1) if winner else public.won
    drawn, in_a_row = (public.drawn, 0) if winner else (public.drawn + 1, public.in_a_row + 1)
    over = replace(position, public=replace(public, won=won, drawn=drawn, in_a_row=in_a_row, ended=ended))
    if in_a_row == position.options.most_drawn:
        return _draw_match(over, reason)
    return _end_match(over, reason) if max(won) == GAMES else deal_next(over, ended, rng)


def most_moves(options: TenByTenOptions) -> int | None:
    """Return the most moves of a match: before each won game, and at the end, as many drawn ones as may follow."""
    return options.most_drawn and (2 * GAMES - 1) * options.most_drawn * MOST_TURNS


def _draw_match(position: TenByTenPosition, reason: Sentence) -> TenByTenPosition:
    told = say("{reason} Three games in a row were drawn, so the match is a draw.", reason=reason)
    return replace(position, scores=position.public.won, result=Result(None, told))


def _end_match(position: TenByTenPosition, reason: Sentence) -> TenByTenPosition:
    first, second = position.public.won
    winner = Seat.FIRST if first > second else Seat.SECOND
    told = say("{reason} The match is won by {won} games to {lost}.", reason=reason, won=GAMES, lost=min(first, second))
    return replace(position, scores=position.public.won, result=Result(winner, told))
