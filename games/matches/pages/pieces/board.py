"""The board, how the game before this one ended, and the viewer's tiles."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.matches.pages.board_view import BoardView
from games.matches.pages.markup import EMPTY, Fragment, Piece, icon, joined
from games.matches.pages.pieces.sentences import small_tile
from games.matches.templatetags.sentences import said, sign
from games.rules import Interlude, Tile

LARGE = 16  # columns from which a board scrolls and, with a script, zooms

_BOARD = Fragment("""<table id="board" class="board" role="grid" aria-label="{label}" data-game="{game}"
 data-columns="{columns}"{blocks}{directions}>{rows}</table>""")
_BLOCKS = Fragment(' data-blocks="{blocks}"')
_DIRECTIONS = Fragment(' data-directions="{directions}"')
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
_BACK = SafeString('<span class="back"></span>')


def board(view: BoardView) -> SafeString:
    """Return the board; a large one in a view that scrolls and, with a script, zooms."""
    shape = view.board
    directions = str(getattr(view.view.options, "directions", "") or "")
    table = _BOARD(
        label=gettext("Board"),
        game=view.game.slug,
        columns=shape.columns,
        blocks=_BLOCKS(blocks=shape.blocks) if shape.blocks else EMPTY,
        directions=_DIRECTIONS(directions=directions) if directions else EMPTY,
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


def interlude(view: BoardView) -> Piece:
    """Return how the game before this one ended, while it is news."""
    label = gettext("The last game")
    ended = view.interlude
    return Piece("interlude", (_interlude(view, ended, label) if ended else _NO_INTERLUDE(label=label),))


def rack(view: BoardView) -> Piece:
    """Return the viewer's own tiles; empty for a spectator and after the end."""
    over = view.over
    tiles = () if over else view.rack
    drawn = _RACK(
        label=said(view.game.vocabulary.yours),
        hidden=" hidden" if over or not view.seat else "",
        tiles=joined(_tile(tile, get_language()) for tile in tiles),
        hand=EMPTY if over else _face_down(view),
    )
    return Piece("rack", (drawn,))


def _interlude(view: BoardView, ended: Interlude, label: str) -> SafeString:
    return _INTERLUDE(
        label=label,
        text=said(ended.text),
        end=gettext("The board at the end"),
        game=view.game.slug,
        columns=ended.board.columns,
        rows=view.interlude_rows,
        piles=joined(
            _PILE(
                label=said(pile.label),
                count=pile.count,
                faces=joined(_FACE(face=small_tile(face, pile.kind)) for face in pile.faces),
            )
            for pile in ended.piles
        ),
    )


@lru_cache(maxsize=1_000)
def _tile(tile: Tile, language: str) -> SafeString:
    return _TILE(
        drawn=tile.drawn,
        blank=" blank" if tile.becomes else "",
        face=tile.face,
        kind=_KIND(kind=tile.kind) if tile.kind != tile.drawn else EMPTY,
        becomes=_BECOMES(faces=" ".join(tile.becomes)) if tile.becomes else EMPTY,
        spoken=_SPOKEN(words=said(tile.spoken)) if tile.spoken else EMPTY,
        shown="" if tile.becomes else sign(tile.face),
    )


def _face_down(view: BoardView) -> SafeString:
    """Return the backs of the viewer's tiles, after the reason why they lie face down."""
    backs = len(view.face_down)
    return joined((_FACE_DOWN(why=said(view.why_face_down)), *[_BACK] * backs)) if backs else EMPTY
