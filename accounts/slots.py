"""Template slots: places in pages that apps above fill with partials; the page does not know which apps do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Context = Mapping[str, Any]
ContextBuilder = Callable[[Context], Context | None]


@dataclass(frozen=True, order=True)
class SlotPartial:
    """A partial for a slot: `fill` returns its template context from the page's, or None to leave it out."""

    rank: int
    template: str
    fill: ContextBuilder = field(compare=False)


_slots: dict[str, list[SlotPartial]] = {}


def fill_slot(slot: str, template: str, fill: ContextBuilder, *, rank: int = 50) -> None:
    """Render the template wherever a page has this slot; a lower rank comes first. Call it in the app's `ready()`.

    The slots: `match` (below a match, loaded with the page, not pushed), `over` (inside the result, pushed with
    it), `name` (after the name of a player of a match; the page has `match` and `player` alone, as all
    viewers share it for a minute), `beside` (above the board, pushed with every change),
    `player` (a player's page), `person` (among the buttons at its head), `settings` (the settings), `match-head`
    (the head of a match page), `lobby` (the lobby), `rules` (above the rules of a game), `home` (the home page,
    below the games), `closed` (the page shown for a closed account), `header` (the navigation of every page),
    `title` (before every page's title, text only), `replay` (below the board of a past turn), `analysis-turn` (one
    turn of an analysis; the page has `match`, and `ply`, the number of moves made before it), `fairness` (below the
    proof of a match's draw).
    """
    partials = _slots.setdefault(slot, [])
    partials.append(SlotPartial(rank, template, fill))
    partials.sort()


def slot_contents(slot: str) -> list[SlotPartial]:
    """Return the partials of this slot, in order."""
    return _slots.get(slot, [])
