"""The preview of a placed or typed move, and the other moves with the same tiles."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from core.live.partials import joined
from core.live.templates import draw
from games.matches.pages.previews import Preview, Variant
from games.matches.pages.reply import Reply
from games.matches.pages.sentences import brings, place_of, voiced
from games.matches.templatetags.sentences import localized

_ARROWS = {(0, 1): "→", (1, 0): "↓", (0, -1): "←", (-1, 0): "↑"}


def previewed(reply: Reply) -> SafeString:
    """Return the partials that answer the request for a preview."""
    return joined((preview(reply), variants(reply)))


def preview(reply: Reply) -> SafeString:
    """Return what the move would do, or why it is not legal, or the answer to a typed question."""
    answer = reply.preview
    move = answer.chosen if answer else None
    return draw(
        "matches/preview",
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
        "matches/variants",
        ways=ways,
        chosen=answer.chosen if answer else None,
        scripted=reply.scripted,
        brought=[_in_place(way) if answer and answer.has_places else brings(way.turn) for way in ways],
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


def _in_place(variant: Variant) -> SafeString:
    """Return where a sum would lie, and the points that it would score there."""
    (row, column), (next_row, next_column), *_further = variant.turn.squares
    arrow = _ARROWS.get((next_row - row, next_column - column), "")
    spoken = place_of(variant.turn, localized(variant.turn.text))
    place = voiced(f"{variant.turn.squares[0]} {arrow}", spoken)
    return draw("matches/place", place=place, brings=brings(variant.turn))
