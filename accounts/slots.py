"""Places on pages where the apps above put pieces of their own: the page knows the place, never who fills it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Context = Mapping[str, Any]
Fill = Callable[[Context], Context | None]


@dataclass(frozen=True, order=True)
class Panel:
    """A piece for a place: `fill` gives what its template needs from what the page has, or None to leave it out."""

    rank: int
    template: str
    fill: Fill = field(compare=False)


_places: dict[str, list[Panel]] = {}


def fill_slot(place: str, template: str, fill: Fill, *, rank: int = 50) -> None:
    """Shows the template wherever a page has this place; a lower rank stands higher. Call it when the app is ready.

    The places: `match` (below a match, loaded with the page, not pushed), `over` (inside the result, pushed with
    it), `name` (after the name of a player of a match), `beside` (above the board, pushed with every change),
    `player` (a player's page), `person` (among the buttons at its head), `settings` (the settings), `match-head`
    (the head of a match page), `lobby` (the lobby), `rules` (above the rules of a game), `home` (the front door,
    below the games), `closed` (what somebody reads whose account is closed), `header` (the navigation of every page),
    `title` (before every page's title, text alone), `replay` (below the board of a turn that is looked at again),
    `analysis-turn` (one turn of an analysis; the page has `match`, and `ply`, the number of moves made before it),
    `fairness` (below the proof of a match's draw).
    """
    panels = _places.setdefault(place, [])
    panels.append(Panel(rank, template, fill))
    panels.sort()


def slot_contents(place: str) -> list[Panel]:
    """What stands at this place, in order."""
    return _places.get(place, [])
