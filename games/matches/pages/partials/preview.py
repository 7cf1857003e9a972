"""The preview of a placed or typed move, and the other moves with the same tiles."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from core.live.partials import EMPTY, Fragment, joined
from games.matches.pages.previews import Preview, Variant
from games.matches.pages.reply import Reply
from games.matches.pages.sentences import brings, place_of, voiced
from games.matches.templatetags.sentences import aloud, localized

_PREVIEW = Fragment("""<div id="preview" role="status" aria-live="polite" class="{kind}" data-text="{text}"
 data-warning="{warning}" data-points="{points}" data-squares="{squares}">{verdict}{waits}</div>""")
_WAITS = Fragment(" {words}")
_VARIANTS = Fragment('<fieldset id="variants"><legend class="visually-hidden">{legend}</legend> {variants}</fieldset>')
_NO_VARIANTS = SafeString('<fieldset id="variants" hidden></fieldset>')
_CHOICE = Fragment("""<label><input type="radio" name="variant" form="move" value="{text}" data-squares="{squares}"
 data-points="{points}" data-warning="{warning}"{checked}> <span>{brings}</span></label> """)
_ARROWS = {(0, 1): "→", (1, 0): "↓", (0, -1): "←", (-1, 0): "↑"}
_PLACE = Fragment("<b class=spot>{place}</b>")
_BUTTON = Fragment("""<p class="row"><button class="button" name="variant" value="{text}" form="move"
 aria-label="{play}: {spoken}">{play}</button> {brings}</p>""")


def previewed(reply: Reply) -> SafeString:
    """Return the partials that answer the request for a preview."""
    return joined((preview(reply), variants(reply)))


def preview(reply: Reply) -> SafeString:
    """Return what the move would do, or why it is not legal, or the answer to a typed question."""
    shown = reply.preview
    chosen = shown.chosen if shown else None
    return _PREVIEW(
        kind="legal" if shown else "illegal" if reply.reason else "told" if reply.told else "",
        text=chosen.text if chosen else "",
        warning=localized(chosen.turn.warning) if chosen else "",
        points=chosen.turn.points if chosen else "",
        squares=chosen.squares if chosen else "",
        verdict=_verdict(shown) if shown else reply.reason or reply.told,
        waits=_WAITS(words=gettext("It is not your turn yet.")) if shown and shown.waiting else EMPTY,
    )


def variants(reply: Reply) -> SafeString:
    """Return the moves with the same tiles: as radio buttons for scripts, otherwise with a submit button for each."""
    shown = reply.preview
    if shown is None or not shown.has_choice:
        return _NO_VARIANTS
    draw = _choice if reply.scripted else _button
    ways = joined(draw(variant, shown) for variant in shown.variants)
    return _VARIANTS(legend=gettext("Ways to play this"), variants=ways)


def _verdict(shown: Preview) -> str:
    number = len(shown.variants)
    if shown.has_places and shown.has_choice:
        sentence = ngettext(
            "It fits in %(number)s place. Choose one:", "It fits in %(number)s places. Choose one:", number
        )
        return sentence % {"number": number}
    if shown.chosen and not shown.has_choice:
        return brings(shown.chosen.turn)
    sentence = ngettext("%(number)s way to play this. Choose one:", "%(number)s ways to play this. Choose one:", number)
    return sentence % {"number": number}


def _choice(variant: Variant, shown: Preview) -> SafeString:
    return _CHOICE(
        text=variant.text,
        squares=variant.squares,
        points=variant.turn.points,
        warning=localized(variant.turn.warning),
        checked=" checked" if shown.chosen and variant.text == shown.chosen.text else "",
        brings=_in_place(variant) if shown.has_places else brings(variant.turn),
    )


def _button(variant: Variant, shown: Preview) -> SafeString:
    spoken = aloud(localized(variant.turn.text))
    told = _in_place(variant) if shown.has_places else brings(variant.turn)
    return _BUTTON(text=variant.text, play=gettext("Play"), spoken=spoken, brings=told)


def _in_place(variant: Variant) -> SafeString:
    """Return where a sum would lie, and the points that it would score there."""
    (row, column), (next_row, next_column), *_further = variant.turn.squares
    arrow = _ARROWS.get((next_row - row, next_column - column), "")
    spoken = place_of(variant.turn, localized(variant.turn.text))
    shown = voiced(f"{variant.turn.squares[0]} {arrow}", spoken)
    return joined((_PLACE(place=shown), SafeString(" "), brings(variant.turn)))
