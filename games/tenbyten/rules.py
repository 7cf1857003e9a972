"""The rules of 10 BY 10: the `game` object that the catalogue imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from games.rules import (
    BadNotation,
    Forfeit,
    Game,
    IllegalMove,
    PlayedMove,
    Result,
    Seat,
    SeededRandom,
    Sentence,
    Square,
    in_common,
    say,
    say_many,
    subtract,
)
from games.tenbyten.model import moves
from games.tenbyten.model.board import (
    ALL_CHIPS,
    CENTRE,
    CHIPS_TO_WIN,
    EMPTY,
    GAMES_TO_WIN,
    HAND_SIZE,
    START_CONTAINER,
    Chips,
    TenByTenOptions,
    draw,
    put_back,
)
from games.tenbyten.model.moves import Line, Move, Selection
from games.tenbyten.model.position import (
    CaptureOutcome,
    FinishedGame,
    PublicState,
    TenByTenPosition,
    TenByTenView,
    capture_outcome,
    check_in_hand,
    check_lines,
    check_square,
    describe,
    format_lines,
)

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

_SQUARE = r"[a-e][1-5]"
_MOVE = re.compile(rf"([1-4])({_SQUARE})((?:x{_SQUARE}:{_SQUARE})*)")
_MAX_LINES = 8  # four directions, and two lines of each that meet in the placed chip


class TenByTen(Game[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """The rules of 10 BY 10; `Game` documents the methods. A match is won by the first to win two games."""

    slug = "tenbyten"
    name = "10 BY 10"
    aim = say("Place chips to make groups of exactly 10, and capture them.")
    example = "4c4xc3:c5"
    has_mirrors = True
    options_type = TenByTenOptions

    def setup(self, options: TenByTenOptions, rng: SeededRandom) -> TenByTenPosition:
        """Return the deal of the first game: shuffled chips, two hands, one chip on the centre.

        Later games are dealt in `apply`, by the `rng` of the move before them.
        """
        first, chips = draw(rng.shuffled(ALL_CHIPS), HAND_SIZE)
        second, chips = draw(chips, HAND_SIZE)
        (centre,), container = draw(chips, 1)
        public = PublicState(EMPTY.with_chip(CENTRE, centre))
        return TenByTenPosition(
            options=options, public=public, hands=(first, second), container=container, face_down=options.face_down
        )

    def legal_moves(self, position: TenByTenPosition) -> Iterator[Move]:
        """Yield each chip of the hand on each empty square, with every selection of lines that it may capture."""
        return (move for move, _selection in _selected_moves(position))

    def scored_moves(self, position: TenByTenPosition) -> Iterator[tuple[Move, int]]:
        """Yield the same moves with their captured chips, which move generation counts."""
        container = len(position.container)
        return ((move, selection.capture.points(container)) for move, selection in _selected_moves(position))

    def judge(self, position: TenByTenPosition, move: Move) -> PlayedMove:
        """Return the effect of a move; its points are the captured chips, bonus chips included."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        check_in_hand(position.hand, move.chip)
        check_square(position.public.grid, move.square)
        check_lines(position.public.grid.with_chip(move.square, move.chip), move)
        outcome = capture_outcome(position, move)
        squares = (move.square, *move.captured)
        detail = outcome.description if move.lines else None
        text, way = describe(move), format_lines(move)
        return PlayedMove(position.to_move, text, outcome.points, squares, detail, parts=outcome.parts, way=way)

    def apply(self, position: TenByTenPosition, move: Move, rng: SeededRandom) -> TenByTenPosition:
        """Return the position after a move; if it ends a game, the next game is dealt or the match is over.

        `rng` inserts chips from red squares into the container and deals the next game. In a mirror match it shuffles
        the container first.
        """
        turn = self.judge(position, move)
        seat, public, outcome = turn.seat, position.public, capture_outcome(position, move)
        bonus, container = self._bonus(position, outcome, rng)
        public = replace(
            public,
            grid=public.grid.with_chip(move.square, move.chip).without(move.captured),
            turns=public.turns + 1,
            captured=seat.put(public.captured, (*public.captured[seat.index], *outcome.kept, *bonus)),
        )
        has_won = public.capture_counts[seat.index] >= position.options.chips_to_win(seat, public.number)
        drawn, container = draw(container, 0 if has_won else 1)
        after = replace(
            position,
            public=public,
            hands=seat.put(position.hands, (*subtract(position.hand, [move.chip]), *drawn)),
            container=container,
            scores=public.capture_counts,
            last=turn,
            face_down=(),
        )
        if has_won:
            reason = say("The winner captured {count} chips.", count=public.capture_counts[seat.index])
            return self._next_game(_end_game(after, seat, reason), rng)
        if not container:
            return self._next_game(_ended_by_empty_container(after), rng)
        return replace(after, to_move=seat.other)

    @staticmethod
    def _bonus(position: TenByTenPosition, outcome: CaptureOutcome, rng: SeededRandom) -> tuple[Chips, Chips]:
        """Return the bonus chips, and the container after them, with the returned chips in it.

        In a mirror match they come from its end, so that the hand is refilled alike on both boards.
        """
        if not position.options.is_mirror:
            return draw(put_back(position.container, outcome.returned, rng), outcome.bonus)
        container = rng.redrawn((*position.container, *outcome.returned), ALL_CHIPS)
        container, bonus = draw(container, len(container) - outcome.bonus)
        return bonus, container

    def _next_game(self, over: TenByTenPosition, rng: SeededRandom) -> TenByTenPosition:
        """Deal the next game unless the match is over.

        The winner of the finished game starts; after a drawn game, the player who did not start that one.
        """
        if over.result:
            return over
        dealt, last_game = self.setup(over.options, rng), over.public.last_game
        starter = over.public.starter.other
        if last_game and last_game.winner:
            starter = last_game.winner
        public = replace(
            dealt.public,
            number=over.public.number + 1,
            starter=starter,
            won=over.public.won,
            drawn=over.public.drawn,
            drawn_in_a_row=over.public.drawn_in_a_row,
            last_game=last_game,
        )
        return replace(dealt, public=public, to_move=starter, last=over.last, face_down=())

    def view(self, position: TenByTenPosition, viewer: Seat | None) -> TenByTenView:
        """Return a view without the order of the container, and in a running match without the opponent's hand."""
        fields = in_common(position) | {"last": position.last if position.public.turns else None}
        return TenByTenView(
            viewer=viewer,
            **fields,
            public=position.public,
            hands=position.visible(position.hands, viewer),
            container=len(position.container),
        )

    def determinize(self, view: TenByTenView, rng: SeededRandom) -> TenByTenPosition:
        """Return a position consistent with the view, its hidden hand and container sampled from the unseen chips."""
        container, hands = rng.shuffled(view.unseen), []
        for hand in view.hands:
            if hand is None:
                hand, container = draw(container, HAND_SIZE)
            hands.append(hand)
        return TenByTenPosition(**in_common(view), public=view.public, hands=(hands[0], hands[1]), container=container)

    def encode(self, move: Move) -> str:
        """Return chip and square, then `x` and both ends of each captured line: `2d4`, `3c3xa3:c3xc1:c4`."""
        return f"{move.chip}{move.square}" + "".join(f"x{line}" for line in move.lines)

    def decode(self, text: str) -> Move:
        """Parse a move; spaces and upper case are accepted, and lines in any order with their ends either way round."""
        match = _MOVE.fullmatch("".join(text.lower().split()))
        if not match or match[3].count("x") > _MAX_LINES:
            raise BadNotation(
                say(
                    "Write the chip and its square, then for each captured group an x and its two ends, such as "
                    "{example}.",
                    example=self.example,
                )
            )
        lines = (_parse_line(*ends.split(":")) for ends in match[3].split("x")[1:])
        return Move(match[1], Square.parse(match[2]), tuple(sorted(lines, key=lambda line: line.sort_key)))

    def longest(self, options: TenByTenOptions) -> int | None:
        """Return an upper bound on the number of moves; None under the former rule, without a limit on drawn games.

        A match has at most 2 * GAMES_TO_WIN - 1 decided games, each after fewer drawn games in a row than the limit.
        """
        return options.max_drawn_in_a_row and (2 * GAMES_TO_WIN - 1) * options.max_drawn_in_a_row * MAX_TURNS

    def forfeit(self, position: TenByTenPosition, seat: Seat, how: Forfeit) -> TenByTenPosition:
        """Return the forfeited position, its scores set to the games won as after any match."""
        return replace(super().forfeit(position, seat, how), scores=position.public.won)

    def is_decided(self, view: TenByTenView, seat: Seat) -> bool:
        """Return whether every turn that the opponent may have now ends the match with a win for this seat.

        That is possible only with one chip in the container: before, a turn without a capture leaves the game open. A
        turn that draws the last chip ends the game, and the player with fewer captured chips wins. So this tries every
        move with every chip that the viewer does not see. A capture keeps the match open if it returns enough chips
        from red squares to the container, or if it wins the opponent the game.
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
        for _move, (_lines, _indices, capture) in moves.generate_moves(public.grid.faces, view.unseen):
            container = view.container + capture.red
            rest = container - min(capture.blue, container)
            if (
                counts[other.index] + capture.points(view.container) >= view.options.chips_to_win(other, public.number)
                or rest > 1
            ):
                return False
        return True

    def claim(self, position: TenByTenPosition, seat: Seat) -> TenByTenPosition:
        """Return the claimed position, its scores set to the games won, with the claimed game counted as won."""
        return replace(super().claim(position, seat), scores=seat.put(position.public.won, GAMES_TO_WIN))

    def adjudicate(self, position: TenByTenPosition) -> TenByTenPosition:
        """Return the adjudicated position: the games won decide, then the chips captured in the current game."""
        public = position.public
        played = super().adjudicate(position)
        if played.result and not played.result.counts and public.won[0] != public.won[1]:
            leader = Seat.FIRST if public.won[0] > public.won[1] else Seat.SECOND
            played = replace(played, result=replace(played.result, winner=leader))
        return replace(played, scores=public.won)

    def variants(self, view: TenByTenView, move: Move) -> tuple[Move, ...]:
        """Return the move with every selection of lines its chip may capture, none first."""
        selections = moves.capturable_lines(view.public.grid.faces, move.square, move.chip)
        return tuple(replace(move, lines=lines) for lines in selections)


def _parse_line(*names: str) -> Line:
    first, last = sorted(map(Square.parse, names))
    try:
        return Line(first, last)
    except ValueError:
        raise BadNotation(say("{one} and {other} are not in one line.", one=str(first), other=str(last))) from None


def _selected_moves(position: TenByTenPosition) -> Iterator[tuple[Move, Selection]]:
    """Return every legal move with its selection; none after the end of the match."""
    return iter(()) if position.result else moves.generate_moves(position.public.grid.faces, position.hand)


def _ended_by_empty_container(position: TenByTenPosition) -> TenByTenPosition:
    """End the game: the player with fewer captured chips wins, equal counts are a draw."""
    fewer, more = sorted(position.public.capture_counts)
    if fewer == more:
        message = say_many(
            "The container is empty, and both captured {count} chip.",
            "The container is empty, and both captured {count} chips.",
            count=fewer,
        )
        return _end_game(position, None, message)
    winner = Seat.FIRST if position.public.capture_counts[0] == fewer else Seat.SECOND
    message = say(
        "The container is empty, and the player with fewer captured chips wins: {fewer} to {more}.",
        fewer=fewer,
        more=more,
    )
    return _end_game(position, winner, message)


def _end_game(position: TenByTenPosition, winner: Seat | None, reason: Sentence) -> TenByTenPosition:
    """Return the position with the finished game counted, and with a result if the match is over."""
    public = position.public
    squares = position.last.squares if position.last else ()
    last_game = FinishedGame(public.number, winner, reason, public.grid, public.captured, squares)
    won = winner.put(public.won, public.won[winner.index] + 1) if winner else public.won
    drawn, drawn_in_a_row = (public.drawn, 0) if winner else (public.drawn + 1, public.drawn_in_a_row + 1)
    public = replace(public, won=won, drawn=drawn, drawn_in_a_row=drawn_in_a_row, last_game=last_game)
    over = replace(position, public=public)
    if drawn_in_a_row == position.options.max_drawn_in_a_row:
        text = say("{reason} Three games in a row were drawn, so the match is a draw.", reason=reason)
        return replace(over, scores=won, result=Result(None, text))
    if winner is None or max(won) < GAMES_TO_WIN:
        return over
    text = say("{reason} The match is won by {won} games to {lost}.", reason=reason, won=GAMES_TO_WIN, lost=min(won))
    return replace(over, scores=won, result=Result(winner, text))


game = TenByTen()
