"""What the lobby shows to all, read and drawn once for the pages that are loaded within the same second."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from django.conf import settings

from accounts.models import User
from core.live.partials import Bound
from games.lobby import live
from games.lobby.lists import Lobby, Shared, compose, known_filter, shared_lists
from games.lobby.own import NOTHING, own_of
from games.lobby.partials import Drawings, Reader

Filter = tuple[str, str]


@dataclass(frozen=True)
class Snapshot:
    """The lists as they were read at `read_at` (monotonic seconds), and what was drawn of them."""

    shared: Shared
    read_at: float
    changes: int
    drawings: Drawings = field(default_factory=Drawings)


_snapshots: dict[Filter, Snapshot] = {}


def show(viewer: User | None, only: str, pace: str, reader: Reader) -> tuple[Lobby, Bound]:
    """Return the lobby of this viewer and its partials by name, in the active language and time zone.

    Lists for all are up to `LOBBY_LISTS_KEPT` seconds old, unless something was announced in this process since. The
    socket of the page brings what changed meanwhile.
    """
    snapshot = _latest(*known_filter(only, pace))
    own = own_of([viewer])[viewer.pk] if viewer else NOTHING
    lobby = compose(snapshot.shared, own, viewer)
    return lobby, snapshot.drawings.show(lobby, reader).partials


def _latest(only: str, pace: str) -> Snapshot:
    snapshot, changes = _snapshots.get((only, pace)), live.changes()
    if snapshot and snapshot.changes == changes and monotonic() - snapshot.read_at < settings.LOBBY_LISTS_KEPT:
        return snapshot
    # The time and the number of changes before reading: what changes meanwhile makes the lists outdated.
    read_at = monotonic()
    _snapshots[only, pace] = fresh = Snapshot(shared_lists(only, pace), read_at, changes)
    return fresh
