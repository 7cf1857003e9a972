"""The fingerprint of what a match page shows: it differs where the history is another one with the same numbers.

After a backup was restored, a match may come to the same version with other moves. A page sends the fingerprint that it
was drawn with. Its first half is a hash chain over the moves, its second one covers the row. Both are keyed with the
seed, which no page knows while the match runs, so they tell nothing of hidden tiles.
"""

from __future__ import annotations

from hashlib import blake2b

from games.matches import positions
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.positions import Replay

LENGTH = 5  # bytes of each half
UNKNOWN = (-1, -1)  # version and ply of a page that is to be drawn whole


def fingerprint(match: Match, ply: int, replay: Replay | None = None) -> str:
    """Return the fingerprint of a page that shows the match as it stands, with its moves up to this ply.

    `replay` is that of the match, where it is at hand.
    """
    return f"{_chain(replay or positions.replay(match), ply)}{_row(match)}"


def is_known(match: Match, version: int, ply: int, shown: str) -> bool:
    """Return whether what a page shows is an earlier or the present state of this match.

    A page of the present version costs neither query nor replay. Pages without a fingerprint are taken at their word.
    """
    if not shown or version < 0:
        return True
    chain, row = shown[: 2 * LENGTH], shown[2 * LENGTH :]
    if version == match.version:
        return row == _row(match)
    if version > match.version or not 0 <= ply <= match.ply:
        return False
    try:
        return chain == _chain(positions.replay(match), ply)
    except RulesGone:
        return True  # its page has no board


def _chain(replay: Replay, ply: int) -> str:
    return replay.digest(ply)[:LENGTH].hex()


def _row(match: Match) -> str:
    """Return the hash of what changes in the row of a match, except the version of a page that is told of it."""
    moments = [moment and int(moment.timestamp() * 1_000_000) for moment in (match.moved_at, match.finished_at)]
    facts = [
        match.version,
        match.ply,
        *moments,
        str(match.ending),
        int(match.draw_offered_by or 0),
        match.time_given_ply,
    ]
    return blake2b(repr(facts).encode(), key=bytes(match.seed), digest_size=LENGTH).hexdigest()
