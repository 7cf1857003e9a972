"""Partials of the apps above that are kept up to date on an open match page; the match knows only their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from accounts.models import User
from games.matches.models import Match


@dataclass(frozen=True)
class LivePartial:
    """A partial as one viewer may see it; `mark` changes with its content and stands in it as `data-mark`."""

    mark: str
    html: str


Render = Callable[[Match, "User | None"], "LivePartial | None"]
_renderers: dict[str, Render] = {}


def register_live_partial(name: str, render: Render) -> None:
    """Keep the partial of this name up to date on pages that show it, in an element with `data-aside`.

    `render` returns it for one viewer in the active language, or None where there is nothing to show. Call it when the
    app is ready, and `live.announce_live_partial` whenever the partial changes.
    """
    _renderers[name] = render


def live_partials_since(match: Match, viewer: User | None, marks: Mapping[str, str]) -> dict[str, LivePartial]:
    """Return the partials that differ from those that a page shows, given by their names and marks."""
    rendered = {name: _renderers[name](match, viewer) for name in marks if name in _renderers}
    return {name: partial for name, partial in rendered.items() if partial and partial.mark != marks[name]}
