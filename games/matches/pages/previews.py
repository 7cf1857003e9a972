"""What a page is answered while a move is composed: its preview, moves with the same tiles, squares that light up."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import Context
from django.template.backends.utils import csrf_input
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.hooks import JsonObject
from core import limits
from core.live.partials import EMPTY, draw, joined
from core.web import is_partial
from games.catalogue import display_of
from games.matches.errors import FitsNowhere, MatchOver, NotPlaying, Refused, RulesGone
from games.matches.forms import LightsForm, MoveForm, PreviewForm
from games.matches.hooks import false_sums
from games.matches.models import Match
from games.matches.pages.questions import answer_question
from games.matches.pages.record import brings, place_of, voiced
from games.matches.play import positions
from games.matches.templatetags.sentences import localized
from games.rules import (
    AnyGame,
    BadNotation,
    FalseSum,
    IllegalMove,
    InvalidMove,
    Placements,
    PlayedMove,
    Position,
    Reason,
    Seat,
    View,
)


@dataclass(frozen=True)
class Variant:
    """One way to play the placed tiles: its notation, and what it would do."""

    text: str
    turn: PlayedMove

    @property
    def squares(self) -> str:
        """The names of its squares, separated by spaces, for scripts."""
        return " ".join(map(str, self.turn.squares))


@dataclass(frozen=True)
class Preview:
    """The chosen move, all variants to choose from, and whether the opponent has to move first.

    None is chosen yet if several score most, and of several places of a typed sum, which are variants with
    `has_places`.
    """

    chosen: Variant | None
    variants: tuple[Variant, ...]
    waiting: bool
    has_places: bool = False

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one variant."""
        return len(self.variants) > 1


class PreviewContext(TypedDict, total=False):
    """The context of a page: the `preview` of the move in `text`, the `reason` for none, or what is `told` instead."""

    text: str
    preview: Preview | None
    reason: str | Promise
    told: str


def answer_preview(match: Match, seat: Seat | None, form: PreviewForm) -> PreviewContext:
    """Return the context for the placed tiles or the typed move: its `preview`, or the `reason` why there is none.

    The answer to a question about the position, typed instead of a move, is `told`.
    """
    if not form.is_valid() and seat and not match.finished_at:
        return {"reason": _("We can’t read that move. Check it and try again.")}
    try:
        if seat and form.is_valid() and not form.cleaned_data["placements"]:
            answer = answer_question(match, seat, form.cleaned_data["text"])
            if answer:
                return {"told": answer}
        preview = _previewed(match, seat, form)
    except (BadNotation, IllegalMove) as refusal:
        if form.cleaned_data["pressed"]:
            tell_if_false(match, seat, refusal)
        return {"reason": localized(refusal.reason)}
    except Refused as refusal:
        return {"reason": refusal.reason}
    if preview and preview.chosen and form.cleaned_data["text"]:
        return {"preview": preview, "text": preview.chosen.text}  # a sum that fits in one place becomes that move
    return {"preview": preview}


def _previewed(match: Match, seat: Seat | None, form: PreviewForm) -> Preview | None:
    """Return the preview of the move in the form; None without a placed tile or text.

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
    """Return what a sum would do in each place where it fits; None if the text is not a sum without its place.

    None as well in a game without a keypad. Raises FitsNowhere, RulesGone, and IllegalMove while the tiles lie face
    down.
    """
    if not match.display.keypad(match.options):
        return None
    return _places(match.game, _planned(match, seat), text, waiting=match.to_move != seat)


def refusal_of(match: Match, seat: Seat | None, text: str, refusal: InvalidMove) -> InvalidMove:
    """Return why a typed text is not played: where it is a sum without its place, what is wrong with the sum."""
    if seat and isinstance(refusal, BadNotation):
        try:
            preview_places(match, seat, text)
        except IllegalMove as of_sum:
            return of_sum
        except Refused:
            pass
    return refusal


def tell_if_false(match: Match, seat: Seat | None, refusal: InvalidMove) -> None:
    """Tell the class of a pupil of a false sum that the pupil wanted to play."""
    if isinstance(refusal, FalseSum) and seat and seat == match.to_move and match.player(seat).is_pupil:
        for tell in false_sums:
            tell(match, match.player(seat), refusal)


def preview_placements(match: Match, seat: Seat, placements: Placements) -> Preview:
    """Return the preview of the move that these tiles compose; raises IllegalMove and RulesGone."""
    position = _planned(match, seat)
    move = match.display.compose(match.game.view(position, seat), placements)
    return preview_move(match.game, position, move, waiting=match.to_move != seat)


def preview_typed(match: Match, seat: Seat, text: str) -> Preview:
    """Return the preview of this move in notation; raises BadNotation, IllegalMove and RulesGone."""
    return _in_notation(match.game, _planned(match, seat), text, waiting=match.to_move != seat)


def preview_move(game: AnyGame, position: Position, move: object, *, waiting: bool = False) -> Preview:
    """Return the preview of a composed move, with its variants: the moves with the same tiles, the best ones first.

    The one that scores most is chosen; none if several do, so that a player never forgoes points by a default. Raises
    IllegalMove.
    """
    ways = _ways(game, position, move)
    best = [way for way in ways if way.turn.points == ways[0].turn.points]
    return Preview(best[0] if len(best) == 1 else None, ways, waiting)


def choice_left(game: AnyGame, position: Position, form: MoveForm) -> Preview | None:
    """Return the ways to play the sent move if it names none of several; else None. Raises BadNotation, IllegalMove."""
    if form.cleaned_data["variant"] or not _is_open(game, position, game.decode(form.notation)):
        return None
    return _in_notation(game, position, form.notation)


def _in_notation(game: AnyGame, position: Position, text: str, *, waiting: bool = False) -> Preview:
    """Return the preview of exactly the move in this notation, or of a composed one if that leaves a choice."""
    move = game.decode(text)
    if _is_open(game, position, move):
        return preview_move(game, position, move, waiting=waiting)
    variant, ways = Variant(game.encode(move), game.judge(position, move)), _ways(game, position, move)
    return Preview(variant, ways if variant in ways else (variant, *ways), waiting)


def _is_open(game: AnyGame, position: Position, move: object) -> bool:
    return game.leaves_choice(game.view(position, position.to_move), move)


def _ways(game: AnyGame, position: Position, move: object) -> tuple[Variant, ...]:
    """Return the move and its variants, those with most points first, and those equal to it last."""
    moves = game.variants(game.view(position, position.to_move), move)
    variants = [Variant(game.encode(other), game.judge(position, other)) for other in moves]
    return tuple(sorted(variants[1:] + variants[:1], key=lambda way: -way.turn.points))


def answer_outside_match(game: AnyGame, position: Position, form: PreviewForm) -> PreviewContext:
    """Return what `answer_preview` returns, for the player to move in a position that belongs to no match."""
    text = str(form.data.get("text", ""))
    if not form.is_valid():
        return {"text": text, "reason": _("We can’t read that move. Check it and try again.")}
    placements, typed = form.cleaned_data["placements"], form.cleaned_data["text"]
    try:
        if placements:
            move = display_of(game).compose(game.view(position, position.to_move), placements)
            return {"text": text, "preview": preview_move(game, position, move)}
        preview = _places(game, position, typed) or _in_notation(game, position, typed) if typed else None
    except (BadNotation, IllegalMove) as refusal:
        return {"text": text, "reason": localized(refusal.reason)}
    except FitsNowhere as refusal:
        return {"text": text, "reason": refusal.reason}
    return {"text": preview.chosen.text if preview and preview.chosen else text, "preview": preview}


def _places(game: AnyGame, position: Position, text: str, *, waiting: bool = False) -> Preview | None:
    """Return the preview of a sum in each place where the player to move can play it; None if it is not just a sum.

    Raises FitsNowhere.
    """
    moves = display_of(game).moves_making(game.view(position, position.to_move), text)
    if moves is None:
        return None
    places = tuple(Variant(game.encode(move), game.judge(position, move)) for move in moves)
    if not places:
        raise FitsNowhere
    return Preview(places[0] if len(places) == 1 else None, places, waiting, has_places=True)


def _planned(match: Match, seat: Seat) -> Position:
    """Return the position as if it were this seat's turn, so that a player can plan ahead.

    Raises RulesGone, and IllegalMove while the hand of this seat lies face down: any other answer would reveal tiles.
    """
    position = positions.current(match)
    if seat in position.face_down and match.display.held(match.game.view(position, seat), seat):
        begins = seat is position.to_move
        raise IllegalMove(match.display.vocabulary.until_begun if begins else match.display.vocabulary.until_moved)
    return dataclasses.replace(position, to_move=seat)


@dataclass(frozen=True)
class Reply:
    """The typed `text`, the `reason` why it was refused, its `preview`, or the answer `told` to a question.

    `scripted` says that the request came from a script, which lets the player choose between variants.
    """

    text: str = ""
    reason: str = ""
    preview: Preview | None = None
    scripted: bool = False
    request: HttpRequest | None = None
    told: str = ""

    @classmethod
    def of(cls, context: Context) -> Reply:
        """Return the reply that a template's context describes."""
        return cls(
            context.get("text") or "",
            str(context.get("reason") or ""),
            context.get("preview") or None,
            bool(context.get("scripted")),
            context.get("request"),
            context.get("told") or "",
        )

    @property
    def token(self) -> SafeString:
        """The form field with the CSRF token; empty without a request, as scripts send the token as a header."""
        return csrf_input(self.request) if self.request else EMPTY


PUSHED = Reply()


_ARROWS = {(0, 1): "→", (1, 0): "↓", (0, -1): "←", (-1, 0): "↑"}


def preview_message(context: PreviewContext) -> JsonObject:
    """Return the message that answers a script's request for a preview, by socket or HTTP."""
    reply = Reply.of(Context({"scripted": True, **context}))
    return {"partials": joined((preview(reply), variants(reply)))}


def reply_with_preview(request: HttpRequest, context: PreviewContext) -> HttpResponse | None:
    """Answer a page that has no socket; None for a request that needs the whole page."""
    return JsonResponse(preview_message(context)) if is_partial(request) else None


def preview(reply: Reply) -> SafeString:
    """Return what the move would do, or why it is not legal, or the answer to a typed question."""
    answer = reply.preview
    move = answer.chosen if answer else None
    return draw(
        "matches/play/preview",
        kind="legal" if answer else "illegal" if reply.reason else "told" if reply.told else "",
        text=move.text if move else "",
        warning=localized(move.turn.warning) if move else "",
        points=move.turn.points if move else "",
        squares=move.squares if move else "",
        verdict=_verdict(answer) if answer else reply.reason or reply.told,
        waits=answer is not None and answer.waiting,
    )


def variants(reply: Reply) -> SafeString:
    """Return the moves with the same tiles: as radio buttons for scripts, otherwise with a submit button for each."""
    answer = reply.preview
    ways = answer.variants if answer and answer.has_choice else ()
    return draw(
        "matches/play/variants",
        ways=ways,
        chosen=answer.chosen if answer else None,
        scripted=reply.scripted,
        brought=[_brought(way, ways, has_places=answer is not None and answer.has_places) for way in ways],
    )


def _verdict(answer: Preview) -> str:
    number = len(answer.variants)
    if answer.has_places and answer.has_choice:
        sentence = ngettext(
            "It fits in %(number)s place. Choose one:", "It fits in %(number)s places. Choose one:", number
        )
        return sentence % {"number": number}
    if answer.chosen and not answer.has_choice:
        return brings(answer.chosen.turn)
    sentence = ngettext("%(number)s way to play this. Choose one:", "%(number)s ways to play this. Choose one:", number)
    return sentence % {"number": number}


def _brought(way: Variant, ways: Sequence[Variant], *, has_places: bool) -> SafeString:
    """Return what this way would do; the one of a single square, beside others, takes nothing."""
    if has_places:
        return _in_place(way)
    takes_nothing = not way.turn.points and len(way.turn.squares) == 1 < len(ways[0].turn.squares)
    return escape(_("Take nothing")) if takes_nothing else brings(way.turn, way.turn.way)


def _in_place(variant: Variant) -> SafeString:
    """Return where a sum would lie, and the points that it would score there."""
    (row, column), (next_row, next_column), *_further = variant.turn.squares
    arrow = _ARROWS.get((next_row - row, next_column - column), "")
    spoken = place_of(variant.turn, localized(variant.turn.text))
    place = voiced(f"{variant.turn.squares[0]} {arrow}", spoken)
    return draw("matches/play/place", place=place, brings=brings(variant.turn))


def answer_lights(match: Match, seat: Seat | None, form: LightsForm) -> dict[str, str]:
    """Return the names of the squares that light up, by reason; nothing for spectators and after the end.

    They light up on the opponent's turn too, so that a player can plan ahead. A tile dragged over a square counts as
    placed there.
    """
    if seat is None or match.finished_at:
        return {}
    try:
        game = match.game
        view = game.view(positions.current(match), seat)
    except RulesGone:
        return {}
    return lights_in(game, view, form)


def reply_with_lights(request: HttpRequest, find: Callable[[LightsForm], dict[str, str]]) -> HttpResponse:
    """Answer a page that has no socket; with 429 beyond the rate limit of its IP address (RFC 6585)."""
    if not limits.admit(request, "lights"):
        return HttpResponse(status=429, headers={"Retry-After": str(limits.opens_in(request, "lights") or 1)})
    return JsonResponse(find(LightsForm(request.GET)))


def lights_in(game: AnyGame, view: View, form: LightsForm) -> dict[str, str]:
    """Return the names of the squares that light up for the player who has this view, by reason."""
    if not form.is_valid():
        return {}
    tile, square, placed = form.chosen_tile, form.chosen_square, form.placed
    on_board = (*placed, (square, tile)) if tile and square else placed
    by_reason = {
        light.reason: light.squares for light in display_of(game).highlights(view, on_board, None if tile else square)
    }
    if tile and (fitting := display_of(game).legal_squares(view, tile, placed)):
        by_reason[Reason.FITS] = by_reason.get(Reason.FITS, frozenset()) | fitting
    return {reason.value: " ".join(map(str, sorted(squares))) for reason, squares in by_reason.items()}
