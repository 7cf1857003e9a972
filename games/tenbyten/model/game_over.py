"""The end of a game and of the match, an upper bound on the moves of a match, and whether a match is decided."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules import Result, Seat, Sentence, say, say_many
from games.tenbyten.model.chips import ALL_CHIPS, START_CONTAINER, Chips
from games.tenbyten.model.movegen import generate_moves
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import FinishedGame, TenByTenPosition, TenByTenView

CHIPS_TO_WIN = 10  # captured chips that win a game
GAMES_TO_WIN = 2  # games that win the match

# An upper bound on the turns of one game. Every turn but the last refills the hand from the container and leaves a chip
# in it, so the number of these turns is at most START_CONTAINER - 1 plus the number of chips returned from red squares.
# A bound on the returned chips: a line of 10 has at least three chips, at most two of them on red squares, and lines
# captured together share only the placed chip. So each chip that is captured from any other square accounts for at most
# two returned ones. The others are returned in pairs, by lines of the placed chip and two red squares beside it. These
# can be made on each of the four squares next to the centre, once and again after each capture of the chip there; and
# on the centre, two at a time, after a capture of its chip, which brings a bonus chip. While the game runs each player
# has captured fewer than CHIPS_TO_WIN chips, 18 together. The maximum is reached if all of these come from those four
# squares: 2 * (18 + 4 + 18).
MAX_TURNS = START_CONTAINER - 1 + 2 * (2 * (CHIPS_TO_WIN - 1) + 4 + 2 * (CHIPS_TO_WIN - 1)) + 1


def max_moves(options: TenByTenOptions) -> int | None:
    """Return an upper bound on the number of moves of a match; None if drawn games are unlimited.

    A match has at most 2 * GAMES_TO_WIN - 1 decided games, each after fewer drawn games in a row than the limit.
    """
    return options.max_drawn_in_a_row and (2 * GAMES_TO_WIN - 1) * options.max_drawn_in_a_row * MAX_TURNS


def has_won_by_capture(position: TenByTenPosition, seat: Seat) -> bool:
    """Return whether the player has captured enough chips to win the game."""
    return position.public.capture_counts[seat.index] >= CHIPS_TO_WIN


def end_by_capture(position: TenByTenPosition, seat: Seat) -> TenByTenPosition:
    """End the game: the player with ten or more captured chips wins."""
    count = position.public.capture_counts[seat.index]
    return _end_game(position, seat, say("The winner captured {count} chips.", count=count))


def end_by_empty_container(position: TenByTenPosition) -> TenByTenPosition:
    """End the game: the player with fewer captured chips wins, equal counts are a draw."""
    first, second = position.public.capture_counts
    if first == second:
        message = say_many(
            "The container is empty, and both captured {count} chip.",
            "The container is empty, and both captured {count} chips.",
            count=first,
        )
        return _end_game(position, None, message)
    winner = Seat.FIRST if first < second else Seat.SECOND
    reason = say(
        "The container is empty, and fewer captured chips win: {fewer} to {more}.",
        fewer=min(first, second),
        more=max(first, second),
    )
    return _end_game(position, winner, reason)


def is_decided(view: TenByTenView, seat: Seat) -> bool:
    """Return whether every turn that the opponent may have now ends the match with a win for this seat.

    That is possible only with one chip in the container: before, a turn without a capture leaves the game open. A turn
    that draws the last chip ends the game, and the player with fewer captured chips wins. So this tries every move with
    every chip that the viewer does not see. A capture keeps the match open if it returns enough chips from red squares
    to the container, or if it wins the opponent the game.
    """
    public, other = view.public, seat.other
    counts = public.capture_counts
    if (
        view.result
        or view.to_move is not other
        or view.container != 1
        or public.won[seat.index] != GAMES_TO_WIN - 1
        or counts[seat.index] >= counts[other.index]
    ):
        return False
    for _move, (_lines, _indices, capture) in generate_moves(public.grid.faces, _unseen(view)):
        container = view.container + capture.red
        rest = container - min(capture.blue, container)
        if counts[other.index] + capture.points(view.container) >= CHIPS_TO_WIN or rest > 1:
            return False
    return True


def _unseen(view: TenByTenView) -> Chips:
    """Return the chips that the viewer does not see: those in the container and in hidden hands."""
    visible = (*view.public.grid.faces, *view.public.captured[0], *view.public.captured[1])
    hands = (chip for hand in view.hands if hand for chip in hand)
    return tuple((Counter(ALL_CHIPS) - Counter(visible) - Counter(hands)).elements())


def _end_game(position: TenByTenPosition, winner: Seat | None, reason: Sentence) -> TenByTenPosition:
    """Return the position with the finished game counted, and with a result if the match is over."""
    public = position.public
    squares = position.last.squares if position.last else ()
    last_game = FinishedGame(public.number, winner, reason, public.grid, public.captured, squares)
    won = winner.put(public.won, public.won[winner.index] + 1) if winner else public.won
    drawn, drawn_in_a_row = (public.drawn, 0) if winner else (public.drawn + 1, public.drawn_in_a_row + 1)
    over = replace(
        position,
        public=replace(public, won=won, drawn=drawn, drawn_in_a_row=drawn_in_a_row, last_game=last_game),
    )
    if drawn_in_a_row == position.options.max_drawn_in_a_row:
        return _draw_match(over, reason)
    return _win_match(over, reason) if max(won) == GAMES_TO_WIN else over


def _draw_match(position: TenByTenPosition, reason: Sentence) -> TenByTenPosition:
    text = say("{reason} Three games in a row were drawn, so the match is a draw.", reason=reason)
    return replace(position, scores=position.public.won, result=Result(None, text))


def _win_match(position: TenByTenPosition, reason: Sentence) -> TenByTenPosition:
    first, second = position.public.won
    winner = Seat.FIRST if first > second else Seat.SECOND
    text = say(
        "{reason} The match is won by {won} games to {lost}.",
        reason=reason,
        won=GAMES_TO_WIN,
        lost=min(first, second),
    )
    return replace(position, scores=position.public.won, result=Result(winner, text))
