"""What a move would do before it is made, and what else the same tiles could do."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from games.matches import positions
from games.matches.models import Match
from games.rules import AnyGame, Laid, Position, Seat, Turn


@dataclass(frozen=True)
class Variant:
    """One way to play the tiles that lie there: its notation, and what it would do."""

    text: str
    turn: Turn

    @property
    def squares(self) -> str:
        """The names of its squares, as the page's scripts want them."""
        return " ".join(map(str, self.turn.squares))


@dataclass(frozen=True)
class Preview:
    """The move as it stands, the choice it was taken from, and whether its player has to wait for their turn."""

    chosen: Variant
    variants: tuple[Variant, ...]
    waiting: bool

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one way."""
        return len(self.variants) > 1


def preview_laid(match: Match, seat: Seat, laid: Laid) -> Preview:
    """What these tiles would do, the move as composed chosen; raises IllegalMove."""
    position = _planned(match, seat)
    return _preview(match, position, match.game.compose(match.game.view(position, seat), laid))


def preview_typed(match: Match, seat: Seat, text: str) -> Preview:
    """What this move in notation would do; raises BadNotation or IllegalMove."""
    return _preview(match, _planned(match, seat), match.game.decode(text))


def _planned(match: Match, seat: Seat) -> Position:
    """The position as if it were this seat's turn: one may plan ahead."""
    return dataclasses.replace(positions.replay(match).position, to_move=seat)


def _preview(match: Match, position: Position, move: object) -> Preview:
    game: AnyGame = match.game
    chosen = Variant(game.encode(move), game.judge(position, move))
    moves = game.variants(game.view(position, position.to_move), move)
    found = tuple(Variant(game.encode(other), game.judge(position, other)) for other in moves)
    variants = found if chosen in found else (chosen, *found)
    return Preview(chosen, variants, waiting=match.to_move != position.to_move)
