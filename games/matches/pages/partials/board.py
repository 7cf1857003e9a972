"""The board, the end of the previous game of the match, and the viewer's tiles."""

from __future__ import annotations

import json

from django.utils.safestring import SafeString

from core.live.partials import Partial, memoized
from core.live.templates import draw
from games.matches.pages.board_view import BoardView
from games.matches.templatetags.sentences import localized
from games.rules import Tile

LARGE = 16  # columns from which a board scrolls and, with a script, zooms


def board(view: BoardView) -> SafeString:
    """Return the board; a large one in a view that scrolls and, with a script, zooms."""
    shape = view.board
    meanings = {cell.colour: localized(cell.meaning) for cell in shape.cells if cell.meaning}
    table = draw(
        "matches/board",
        game=view.game.slug,
        columns=shape.columns,
        blocks=shape.blocks,
        directions=getattr(view.view.options, "directions", ""),
        meanings=json.dumps(meanings, ensure_ascii=False) if meanings else "",
        cells=view.rows,
    )
    if shape.columns < LARGE:
        return table
    return draw("matches/large_board", columns=shape.columns, rows=shape.rows, board=table)


def interlude(view: BoardView) -> Partial:
    """Return the end of the previous game of the match, while that is news; hidden without one."""
    return Partial("matches/interlude", game=view.game.slug, ended=view.interlude)


def rack(view: BoardView) -> Partial:
    """Return the viewer's own tiles; empty for a spectator and after the end."""
    over = view.over
    backs = 0 if over else len(view.face_down)
    return Partial(
        "matches/rack",
        label=view.display.vocabulary.yours,
        hidden=over or not view.seat,
        tiles=() if over else tuple([_tile(view.language, tile) for tile in view.rack]),
        backs=backs,
        kind=next((pile.deals for pile in view.piles if pile.deals), "") if backs else "",
        why=view.why_face_down if backs else None,
    )


@memoized(maxsize=1_000)
def _tile(_language: str, tile: Tile) -> SafeString:
    return draw("matches/tile", tile=tile)
