"""Previews: what a move would do before it is made, and what else the same tiles could do."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.matches import positions
from games.matches.errors import FitsNowhere, MatchOver, NotPlaying, Refused
from games.matches.forms import PreviewForm
from games.matches.models import Match
from games.matches.pages.questions import answer_question
from games.matches.templatetags.sentences import localized
from games.rules import AnyGame, BadNotation, IllegalMove, Placements, PlayedMove, Position, Seat


@dataclass(frozen=True)
class Variant:
    """One way to play the placed tiles: its notation, and what it would do."""

    text: str
    turn: PlayedMove

    @property
    def squares(self) -> str:
        """The names of its squares, separated by spaces for the page's scripts."""
        return " ".join(map(str, self.turn.squares))


@dataclass(frozen=True)
class Preview:
    """The chosen move, all variants to choose from, and whether the player has to wait for the turn.

    The places of a typed sum are variants of which none is chosen yet.
    """

    chosen: Variant | None
    variants: tuple[Variant, ...]
    waiting: bool

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one variant."""
        return len(self.variants) > 1


class PreviewContext(TypedDict, total=False):
    """The context of a page that shows a preview: the `text` it is about, and why there is none."""

    text: str
    preview: Preview | None
    reason: str | Promise
    told: str


def answer_preview(match: Match, seat: Seat | None, form: PreviewForm) -> PreviewContext:
    """Return what the preview shows for the placed tiles or the typed move: `preview`, or the `reason` for none.

    A question about the position, typed instead of a move, is answered as what is `told`.
    """
    if seat and form.is_valid() and not form.cleaned_data["placements"]:
        told = answer_question(match, seat, form.cleaned_data["text"])
        if told:
            return {"told": told}
    if not form.is_valid() and seat and not match.finished_at:
        return {"reason": _("We can't read that move. Check it and try again.")}
    try:
        shown = _previewed(match, seat, form)
    except (BadNotation, IllegalMove) as refusal:
        return {"reason": localized(refusal.reason)}
    except Refused as refusal:
        return {"reason": refusal.reason}
    if shown and shown.chosen and form.cleaned_data["text"]:
        return {"preview": shown, "text": shown.chosen.text}  # a sum that fits in one place alone gets its place
    return {"preview": shown}


def _previewed(match: Match, seat: Seat | None, form: PreviewForm) -> Preview | None:
    """Return what the move would do; None without a placed tile or text.

    Raises Refused, BadNotation and IllegalMove.
    """
    if seat is None:
        raise NotPlaying
    if match.finished_at:
        raise MatchOver
    if placements := form.cleaned_data["placements"]:
        return preview_placements(match, seat, placements)
    if typed := form.cleaned_data["text"]:
        return preview_places(match, seat, typed) or preview_typed(match, seat, typed)
    return None


def preview_places(match: Match, seat: Seat, text: str) -> Preview | None:
    """Return what a sum would do in each place where it fits; None for a text that is no sum without a place.

    Raises FitsNowhere, and IllegalMove while the tiles lie face down.
    """
    if not match.game.keypad(match.options):
        return None
    return _places(match.game, _planned(match, seat), text, waiting=match.to_move != seat)


def preview_placements(match: Match, seat: Seat, placements: Placements) -> Preview:
    """Return what these tiles would do, with the composed move chosen; raises IllegalMove."""
    position = _planned(match, seat)
    move = match.game.compose(match.game.view(position, seat), placements)
    return preview_move(match.game, position, move, waiting=match.to_move != seat)


def preview_typed(match: Match, seat: Seat, text: str) -> Preview:
    """Return what this move in notation would do; raises BadNotation or IllegalMove."""
    return preview_move(match.game, _planned(match, seat), match.game.decode(text), waiting=match.to_move != seat)


def preview_move(game: AnyGame, position: Position, move: object, *, waiting: bool = False) -> Preview:
    """Return what this move would do, and what else the same tiles could do; raises IllegalMove."""
    chosen = Variant(game.encode(move), game.judge(position, move))
    moves = game.variants(game.view(position, position.to_move), move)
    found = tuple(Variant(game.encode(other), game.judge(position, other)) for other in moves)
    return Preview(chosen, found if chosen in found else (chosen, *found), waiting)


def answer_outside_match(game: AnyGame, position: Position, form: PreviewForm) -> PreviewContext:
    """Return the same as `answer_preview` for the player to move in a position that belongs to no match."""
    text = str(form.data.get("text", ""))
    if not form.is_valid():
        return {"text": text, "reason": _("We can't read that move. Check it and try again.")}
    placements, typed = form.cleaned_data["placements"], form.cleaned_data["text"]
    try:
        if placements:
            move = game.compose(game.view(position, position.to_move), placements)
            return {"text": text, "preview": preview_move(game, position, move)}
        shown = _places(game, position, typed) or preview_move(game, position, game.decode(typed)) if typed else None
    except (BadNotation, IllegalMove) as refusal:
        return {"text": text, "reason": localized(refusal.reason)}
    except FitsNowhere as refusal:
        return {"text": text, "reason": refusal.reason}
    return {"text": shown.chosen.text if shown and shown.chosen else text, "preview": shown}


def _places(game: AnyGame, position: Position, text: str, *, waiting: bool = False) -> Preview | None:
    """Return what a sum would do in each of its places for the player to move; None for a text that is no such sum.

    Raises FitsNowhere.
    """
    moves = game.places_of(game.view(position, position.to_move), text)
    if moves is None:
        return None
    places = tuple(Variant(game.encode(move), game.judge(position, move)) for move in moves)
    if not places:
        raise FitsNowhere
    return Preview(places[0] if len(places) == 1 else None, places, waiting)


def _planned(match: Match, seat: Seat) -> Position:
    """Return the position as if it were this seat's turn, so that a player can plan ahead.

    Raises IllegalMove for any move with tiles that lie face down: another answer would tell which tiles they are.
    """
    position = positions.with_hidden_hands(match, positions.replay(match).position)
    if seat in position.face_down and match.game.held(match.game.view(position, seat), seat):
        begins = seat is position.to_move
        raise IllegalMove(match.game.vocabulary.until_begun if begins else match.game.vocabulary.until_moved)
    return dataclasses.replace(position, to_move=seat)
