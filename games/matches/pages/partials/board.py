"""The board, the end of the previous game of the match, and the viewer's tiles."""

from __future__ import annotations

import json

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment, Partial, icon, joined, memoized
from games.matches.pages.board_html import draw_still
from games.matches.pages.board_view import BoardView
from games.matches.pages.sentences import small_tile
from games.matches.templatetags.sentences import localized, sign
from games.rules import Interlude, Sentence, Tile

LARGE = 16  # columns from which a board scrolls and, with a script, zooms

_BOARD = Fragment("""<table id="board" class="board" role="grid" aria-label="{label}" data-game="{game}"
 data-columns="{columns}"{blocks}{directions}{meanings}>{rows}</table>""")
_BLOCKS = Fragment(' data-blocks="{blocks}"')
_DIRECTIONS = Fragment(' data-directions="{directions}"')
_MEANINGS = Fragment(' data-meanings="{meanings}"')
_LARGE = Fragment("""<div id="view" data-columns="{columns}"><div id="pane">{board}</div></div>
<div id="zoom" role="group" aria-label="{size}">
<button type="button" class="button quiet" data-zoom="out" aria-keyshortcuts="PageUp">{minus}<span
 class="visually-hidden">{smaller}</span></button>
<button type="button" class="button quiet" data-zoom="in" aria-keyshortcuts="PageDown">{plus}<span
 class="visually-hidden">{larger}</span></button>
<button type="button" class="button quiet" data-zoom="whole">{whole}</button>
<canvas id="map" width="{columns}" height="{rows}" aria-hidden="true"></canvas></div>""")
_NO_INTERLUDE = Fragment('<section id="interlude" aria-label="{label}" hidden></section>')
_INTERLUDE = Fragment("""<section id="interlude" aria-label="{label}"><details open><summary>{text}</summary>
<table class="board still" aria-label="{end}" data-game="{game}" data-columns="{columns}">{rows}</table>
<ul class="piles">{piles}</ul></details></section>""")
_PILE = Fragment("<li>{label} <b>{count}</b>{faces}</li>")
_FACE = Fragment(" {face}")
_RACK = Fragment('<div id="rack" role="group" aria-label="{label}"{hidden}>{tiles}{hand}</div>')
_TILE = Fragment('<button class="tile {drawn}{blank}" data-face="{face}"{kind}{becomes}{spoken}>{shown}</button>')
_KIND = Fragment(' data-kind="{kind}"')
_BECOMES = Fragment(' data-becomes="{faces}"')
_SPOKEN = Fragment(' aria-label="{words}"')
_FACE_DOWN = Fragment('<p class="muted">{why}</p>')
_BACK = Fragment('<span class="back {kind}"></span>')


def board(view: BoardView) -> SafeString:
    """Return the board; a large one in a view that scrolls and, with a script, zooms."""
    shape = view.board
    directions = str(getattr(view.view.options, "directions", "") or "")
    meanings = {cell.colour: localized(cell.meaning) for cell in shape.cells if cell.meaning}
    table = _BOARD(
        label=gettext("Board"),
        game=view.game.slug,
        columns=shape.columns,
        blocks=_BLOCKS(blocks=shape.blocks) if shape.blocks else EMPTY,
        directions=_DIRECTIONS(directions=directions) if directions else EMPTY,
        meanings=_MEANINGS(meanings=json.dumps(meanings, ensure_ascii=False)) if meanings else EMPTY,
        rows=view.rows,
    )
    if shape.columns < LARGE:
        return table
    return _LARGE(
        columns=shape.columns,
        rows=shape.rows,
        board=table,
        size=gettext("Size of the board"),
        minus=icon("minus"),
        smaller=gettext("Smaller"),
        plus=icon("plus"),
        larger=gettext("Larger"),
        whole=gettext("Whole board"),
    )


def interlude(view: BoardView) -> Partial:
    """Return the end of the previous game of the match, while that is news; hidden without one."""
    ended = view.interlude
    return Partial("interlude", _interlude, view.game.slug, ended) if ended else _no_interlude(view.language)


@memoized(maxsize=10)
def _no_interlude(language: str) -> Partial:
    return Partial.drawn("interlude", _NO_INTERLUDE(label=gettext("The last game")))


def rack(view: BoardView) -> Partial:
    """Return the viewer's own tiles; empty for a spectator and after the end."""
    over = view.over
    backs = 0 if over else len(view.face_down)
    return Partial(
        "rack",
        _rack,
        view.language,
        view.display.vocabulary.yours,
        over or not view.seat,
        () if over else view.rack,
        backs,
        next((pile.deals for pile in view.piles if pile.deals), "") if backs else "",
        view.why_face_down if backs else None,
    )


def _rack(
    language: str, label: Sentence, hidden: bool, tiles: tuple[Tile, ...], backs: int, kind: str, why: Sentence | None
) -> SafeString:
    """Return the rack; `backs` is the number of tiles of a kind that lie face down, `why` the reason before them."""
    return _RACK(
        label=localized(label, language),
        hidden=" hidden" if hidden else "",
        tiles=joined([_tile(language, tile) for tile in tiles]),
        hand=joined((_FACE_DOWN(why=localized(why, language)), *[_BACK(kind=kind)] * backs)) if backs else EMPTY,
    )


def _interlude(slug: str, ended: Interlude) -> SafeString:
    return _INTERLUDE(
        label=gettext("The last game"),
        text=localized(ended.text),
        end=gettext("The board at the end"),
        game=slug,
        columns=ended.board.columns,
        rows=draw_still(ended.board, ended.squares),
        piles=joined(
            _PILE(
                label=localized(pile.label),
                count=pile.count,
                faces=joined(_FACE(face=small_tile(face, pile.kind)) for face in pile.faces),
            )
            for pile in ended.piles
        ),
    )


@memoized(maxsize=1_000)
def _tile(language: str, tile: Tile) -> SafeString:
    return _TILE(
        drawn=tile.drawn,
        blank=" blank" if tile.becomes else "",
        face=tile.face,
        kind=_KIND(kind=tile.kind) if tile.kind != tile.drawn else EMPTY,
        becomes=_BECOMES(faces=" ".join(tile.becomes)) if tile.becomes else EMPTY,
        spoken=_SPOKEN(words=localized(tile.spoken)) if tile.spoken else EMPTY,
        shown="" if tile.becomes else sign(tile.face),
    )
