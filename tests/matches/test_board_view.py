"""The views of a board share what is the same for all viewers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from games.matches.pages.board_view import BoardView, Common, common


def test_what_viewers_share_depends_on_every_argument() -> None:
    drawn: list[tuple[int, int]] = []

    @common
    def draw(view: BoardView, first: int, second: int = 0) -> tuple[int, int]:
        drawn.append((first, second))
        return first, second

    view = cast("BoardView", SimpleNamespace(common=Common.of_active()))
    assert [draw(view, 1, second=second) for second in (2, 3, 2)] == [(1, 2), (1, 3), (1, 2)]
    assert drawn == [(1, 2), (1, 3)]
