"""How 10 BY 10 is shown, and how a placed chip becomes a move: the `display` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from games.rules import (
    CHIPS,
    Board,
    Cell,
    Display,
    IllegalMove,
    Interlude,
    Light,
    Pile,
    Placements,
    Reason,
    Seat,
    Sentence,
    Square,
    Tile,
    marked,
    say,
    sealed_piles,
)
from games.rules.reasons import Theme
from games.tenbyten.model.board import (
    BLUE,
    COLOURS,
    HAND_SIZE,
    MARKS,
    RED,
    SIZE,
    SQUARES,
    Chips,
    TenByTenOptions,
    on_board,
)
from games.tenbyten.model.moves import Move, capturable_lines
from games.tenbyten.model.position import FinishedGame, TenByTenPosition, TenByTenView, check_in_hand, check_square

CHIP = "chip"  # the kind of all chips
INTERLUDE_TURNS = 2  # of the next game, one by each player, for which the end of the last one is shown
MEANINGS = {
    RED: say("red: a chip captured here goes back into the container"),
    BLUE: say("blue: a chip captured here earns an extra one"),
}


class TenByTenDisplay(Display[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """The display of 10 BY 10; `Display` documents the methods."""

    guidance = (
        say(
            "Put a chip on an empty square. If it makes exactly 10 with its neighbours in a line, you may capture "
            "them. Your chip stays."
        ),
        say("Capture ten chips to win the game, whatever their numbers. Win two games to win the match."),
        say("A chip captured on blue earns an extra one. A chip captured on red goes back."),
        say("If the container runs empty, the game ends, and the player with fewer captured chips wins."),
    )
    vocabulary = CHIPS
    lights_up = say("the groups that total 10")
    units = (say("chips"), say("games"))
    reasons = {
        **Display.reasons,
        "wins": marked("It wins the game at once."),
        "loses": marked("The move played emptied the container, and fewer captured chips win."),
        "chance": marked(
            "After a good answer, you could win the game at once next turn in about {after}% of deals, not {before}%."
        ),
        "threat": marked("The opponent could then win the game at once in {after}% of deals, not {before}%."),
        "enough": marked(
            "If both play on quickly, you capture enough chips to win in about {after}% of deals, not {before}%."
        ),
    }
    themes = {**Display.themes, "points": Theme.CAPTURES}

    def compose(self, view: TenByTenView, placements: Placements) -> Move:
        """Return the placed chip as a move without capture; `variants` lists its captures."""
        if view.result:
            raise IllegalMove(say("The match is over."))
        if view.hand is None:
            raise IllegalMove(say("Only the two players can place chips."))
        if not placements:
            raise IllegalMove(say("Put a chip on an empty square."))
        if len(placements) > 1:
            raise IllegalMove(say("You place one chip per turn."))
        ((square, chip),) = placements
        check_in_hand(view.hand, chip)
        check_square(view.public.grid, square)
        return Move(chip, square)

    def placements_of(self, view: TenByTenView, move: Move) -> Placements:
        return ((move.square, move.chip),)

    def themes_of(self, view: TenByTenView, move: Move) -> frozenset[Theme]:
        """Return captures on a diagonal, several at once, and coloured squares if two chips on blue bring others."""
        features = {
            Theme.ACROSS: any(0 not in line.direction for line in move.lines),
            Theme.SEVERAL: len(move.lines) > 1,
            Theme.SQUARES: sum(COLOURS.get(square) == BLUE for square in move.captured) > 1,
        }
        return frozenset(theme for theme, is_there in features.items() if is_there)

    def highlights(self, view: TenByTenView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        if len(placed) != 1 or view.result or not view.hand:
            return ()
        ((square, chip),) = placed
        if chip not in view.hand or not on_board(square) or view.public.grid.at(square):
            return ()
        selections = capturable_lines(view.public.grid.faces, square, chip)
        whole = frozenset(other for lines in selections for line in lines for other in line.squares)
        return (Light(Reason.WHOLE, whole),) if whole else ()

    def board(self, view: TenByTenView) -> Board:
        """Return the board; its empty squares take chips from a player while the match runs, on either one's turn."""
        return _board(view.public.grid.faces, CHIP if view.viewer and not view.result else "")

    def rack(self, view: TenByTenView, seat: Seat) -> tuple[Tile, ...] | None:
        hand = view.hands[seat.index]
        return None if hand is None else tuple(Tile(chip, CHIP) for chip in hand)

    def held(self, view: TenByTenView, seat: Seat) -> int:
        """Return two: every hand is refilled while the match runs; the last move of a match may leave one chip less."""
        return HAND_SIZE

    def piles(self, view: TenByTenView) -> tuple[Pile, ...]:
        """Return the number of the game, the games won and drawn, the container, and the captured chips."""
        public = view.public
        drawn_pile = (Pile(say("Drawn"), public.drawn),) if public.drawn else ()
        return (
            Pile(say("Game no."), public.number),
            *(Pile(_games_won(seat, view.viewer), public.won[seat.index]) for seat in _seats(view.viewer)),
            *drawn_pile,
            Pile(say("Chips in the container"), view.container, returns=RED, adds=BLUE, deals=CHIP),
            *_captured(public.captured, view.viewer),
        )

    def sealed(self, position: TenByTenPosition) -> tuple[Pile, ...]:
        return sealed_piles(
            CHIP,
            (say("Chips dealt to {player}", player=Seat.FIRST), position.hands[0]),
            (say("Chips dealt to {player}", player=Seat.SECOND), position.hands[1]),
            (say("The chip on the centre"), tuple(filter(None, position.public.grid.faces))),
            (say("Chips in the container, in the order drawn"), position.container),
        )

    def interlude(self, view: TenByTenView) -> Interlude | None:
        """Return the end of the previous game until both players have moved in this one."""
        game = view.public.last_game
        if game is None or view.result or view.public.turns >= INTERLUDE_TURNS:
            return None
        piles = tuple(_captured(game.captured, view.viewer))
        return Interlude(_outcome(game, view.viewer), _board(game.grid.faces), game.squares, piles)


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: tuple[str, ...], takes: str = "") -> Board:
    """Return the board; a square keeps its colour under a chip, because it matters when that is captured."""
    return Board(SIZE, SIZE, tuple([_cell(square, face, takes) for square, face in zip(SQUARES, faces, strict=True)]))


@cache  # a board shares the cells that did not change with the board before, so that it is quickly compared
def _cell(square: Square, face: str, takes: str) -> Cell:
    colour = COLOURS.get(square, "")
    mark, meaning = MARKS[colour], MEANINGS.get(colour)
    if face:
        return Cell(square, face, CHIP, colour, mark, meaning=meaning)
    return Cell(square, colour=colour, mark=mark, takes=takes, room=1 if takes else 0, meaning=meaning)


def _seats(viewer: Seat | None) -> tuple[Seat, Seat]:
    """Return both seats, the viewer's own first."""
    first = viewer or Seat.FIRST
    return first, first.other


def _captured(captured: tuple[Chips, Chips], viewer: Seat | None) -> Iterator[Pile]:
    for seat in _seats(viewer):
        label = say("You captured") if seat is viewer else say("Opponent captured")
        if viewer is None:
            label = say("Captured by {player}", player=seat)
        yield Pile(label, len(captured[seat.index]), captured[seat.index], CHIP, owner=seat)


def _games_won(seat: Seat, viewer: Seat | None) -> Sentence:
    if viewer is None:
        return say("Won by {player}", player=seat)
    return say("Won") if seat is viewer else say("Lost")


def _outcome(game: FinishedGame, viewer: Seat | None) -> Sentence:
    number, reason = game.number, game.reason
    if game.winner is None:
        return say("Game {number} was drawn. {reason}", number=number, reason=reason)
    if viewer is None:
        return say("{player} won game {number}. {reason}", player=game.winner, number=number, reason=reason)
    if game.winner is viewer:
        return say("You won game {number}. {reason}", number=number, reason=reason)
    return say("Your opponent won game {number}. {reason}", number=number, reason=reason)


display = TenByTenDisplay()
