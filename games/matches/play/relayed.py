"""Committed moves as JSON for other processes: the notation and the changed columns, so that those need no query."""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db.models import Field
from django.utils.duration import duration_string

from accounts.hooks import JsonObject
from games.matches.models import Match
from games.matches.play import positions, rooms

logger = logging.getLogger(__name__)


def encode(before: Match, after: Match, text: str) -> JsonObject:
    """Return the move in notation, and the columns that differ before and after it, as JSON values."""
    old, new = vars(before), vars(after)
    columns = {name: _as_json(new[name]) for name in _fields() if new.get(name) != old.get(name)}
    return {"text": text, "columns": columns}


def heard(latest: Match, event: Mapping[str, Any]) -> Match | None:
    """Return the match after a move that another process announced; None where it has to be read."""
    try:
        return receive(latest, event["move"]) if "move" in event else None
    except Exception:
        logger.warning("A move that another process has told of is read: match %s", latest.pk, exc_info=True)
        return None


def receive(before: Match, move: JsonObject) -> Match | None:
    """Return the match after a move that another process has committed, and cache it in this process too.

    `before` is the match one version earlier. If its replay is not cached, return None: the caller then reads the row.
    `move` is what `encode` returned there. Raises BadNotation, IllegalMove, and any error of a malformed `move`, such
    as one of another release: KeyError, ValueError, TypeError, AttributeError or ValidationError.
    """
    if not positions.is_cached(before):
        return None
    after = copy.copy(before)
    for name, value in move["columns"].items():
        setattr(after, name, None if value is None else _fields()[name].to_python(value))
    played = positions.replay(before).play(before.game, move["text"], bytes(before.seed))
    if (played.ply, played.position.result) != (after.ply, None):
        raise ValueError("the move does not lead from one version to the next")
    positions.cache(after.pk, played)
    rooms.put(after)
    return after


def _as_json(value: object) -> object:
    """Return the value in a form that JSON keeps and `Field.to_python` restores, to the microsecond."""
    if isinstance(value, datetime):
        return value.isoformat()
    return duration_string(value) if isinstance(value, timedelta) else value


@cache
def _fields() -> dict[str, Field[Any, Any]]:  # of columns of all types
    return {field.attname: field for field in Match._meta.concrete_fields}
