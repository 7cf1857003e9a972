"""How a match is changed: only if it is still as it was thought to be, and everybody hears of it after the commit."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import F

from games.matches import live
from games.matches.events import match_ended
from games.matches.models import Match


def update_if(match: Match, *, changes: dict[str, object], **still: object) -> bool:
    """Writes the changes if the match is still as `still` says, and announces them after the commit."""
    with transaction.atomic(savepoint=False):
        if not Match.objects.filter(pk=match.pk, **still).update(version=F("version") + 1, **changes):
            return False
        for name, value in changes.items():
            setattr(match, name, value)
        match.version += 1
        if changes.get("finished_at"):
            match_ended.enqueue(match)
        transaction.on_commit(partial(live.announce, match))
    return True
