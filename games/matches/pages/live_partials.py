"""Pieces that apps above bring to an open page of a match, beside it: the match knows no more than their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from accounts.models import User
from games.matches.models import Match


@dataclass(frozen=True)
class LivePartial:
    """A piece as one viewer may see it; `mark` changes with what it shows, and stands in it as `data-mark`."""

    mark: str
    html: str


Draw = Callable[[Match, "User | None"], "LivePartial | None"]
_asides: dict[str, Draw] = {}


def bring(name: str, draw: Draw) -> None:
    """Keeps the piece called `name` up to date on pages that show it, in an element with `data-aside`.

    `draw` gives it for one viewer, in the language that is active, or None where there is nothing for them. Call it
    when the app is ready, and `live.announce_aside` whenever the piece changes.
    """
    _asides[name] = draw


def live_partials_since(match: Match, viewer: User | None, marks: Mapping[str, str]) -> dict[str, LivePartial]:
    """The pieces that changed on a page which shows those of these names with these marks."""
    drawn = {name: _asides[name](match, viewer) for name in marks if name in _asides}
    return {name: aside for name, aside in drawn.items() if aside and aside.mark != marks[name]}
