"""The fingerprint of what a match page shows, by which histories with equal version and ply are told apart.

After a backup was restored, a match may reach the same version with other moves. So a page sends the fingerprint that
it was drawn with. Its first half is the hash chain over the moves, its second half a hash of the row. Both are keyed
with the seed (BLAKE2b), which is secret while the match runs, so that they reveal nothing about hidden tiles.
"""

from __future__ import annotations

from hashlib import blake2b

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.positions import Replay

LENGTH = 5  # bytes of each half
UNKNOWN = (-1, -1)  # version and ply of a page that has to be drawn in full


def fingerprint(match: Match, ply: int, replay: Replay | None = None) -> str:
    """Return the fingerprint of a page that shows the match as it stands, with its moves up to this ply.

    `replay` is that of the match, where it is at hand.
    """
    return f"{_chain(replay or positions.replay(match), ply)}{_row(match)}"


def is_known(match: Match, version: int, ply: int, shown: str) -> bool:
    """Return whether what a page shows is an earlier state or the current state of this match.

    For the current version this needs neither query nor replay. A page without a fingerprint is trusted.
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
        return True  # the match is shown without a board


def _chain(replay: Replay, ply: int) -> str:
    return replay.digest(ply)[:LENGTH].hex()


def _row(match: Match) -> str:
    """Return a keyed hash of columns in which two histories with the same version are likely to differ."""
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
