"""What a move would do before it is made, and what else the same tiles could do."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.matches import positions
from games.matches.models import Match
from games.rules import AnyGame, IllegalMove, Laid, PlayedMove, Position, Seat


@dataclass(frozen=True)
class Variant:
    """One way to play the tiles that lie there: its notation, and what it would do."""

    text: str
    turn: PlayedMove

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
    move = match.game.compose(match.game.view(position, seat), laid)
    return preview_move(match.game, position, move, waiting=match.to_move != seat)


def preview_typed(match: Match, seat: Seat, text: str) -> Preview:
    """What this move in notation would do; raises BadNotation or IllegalMove."""
    return preview_move(match.game, _planned(match, seat), match.game.decode(text), waiting=match.to_move != seat)


def preview_move(game: AnyGame, position: Position, move: object, *, waiting: bool = False) -> Preview:
    """What this move would do in the position, and what else the same tiles could do; raises IllegalMove."""
    chosen = Variant(game.encode(move), game.judge(position, move))
    moves = game.variants(game.view(position, position.to_move), move)
    found = tuple(Variant(game.encode(other), game.judge(position, other)) for other in moves)
    return Preview(chosen, found if chosen in found else (chosen, *found), waiting)


def preview_asked(game: AnyGame, position: Position, asked: Mapping[str, Any]) -> Preview | None:
    """What the tiles `laid` or the move in `text` would do, as a `PreviewForm` read them; None without either.

    Raises BadNotation or IllegalMove.
    """
    if laid := asked.get("laid"):
        return preview_move(game, position, game.compose(game.view(position, position.to_move), laid))
    if typed := asked.get("text"):
        return preview_move(game, position, game.decode(typed))
    return None


def _planned(match: Match, seat: Seat) -> Position:
    """The position as if it were this seat's turn: one may plan ahead, but not with tiles that lie face down.

    Raises IllegalMove for those, whatever the move: any other answer would tell which tiles they are.
    """
    position = positions.covered(match, positions.replay(match).position)
    if seat in position.face_down and match.game.held(match.game.view(position, seat), seat):
        begins = seat is position.to_move
        raise IllegalMove(match.game.vocabulary.until_begun if begins else match.game.vocabulary.until_moved)
    return dataclasses.replace(position, to_move=seat)
