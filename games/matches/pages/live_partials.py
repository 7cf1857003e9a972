"""Partials of other apps that are kept up to date on an open match page; this app knows only their names."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.models import User
from games.matches.hooks import LivePartial, live_partials
from games.matches.models import Match


def live_partials_since(match: Match, viewer: User | None, marks: Mapping[str, str]) -> dict[str, LivePartial]:
    """Return the partials that differ from what a page shows; `marks` has the marks of those it shows, by name."""
    rendered = {source.name: source.render(match, viewer) for source in live_partials if source.name in marks}
    return {name: partial for name, partial in rendered.items() if partial and partial.mark != marks[name]}
