"""The partials of a match that cannot be replayed, from its row alone, in place of the usual ones."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from core.live.partials import active_language
from core.live.templates import draw
from games.matches.pages.partials.scores import head
from games.matches.pages.partials.sealed import sealed
from games.matches.pages.partials.status import ending
from games.matches.pages.stored_match import Stored


def stored_view(stored: Stored, refusal: str = "") -> SafeString:
    """Return the element `match_view` of such a match; `refusal` is why a request was refused."""
    match = stored.match
    return draw(
        "matches/stored",
        match=match,
        match_id=match.pk,
        title=stored.title,
        scores=stored_scores(stored),
        status=stored_status(stored, refusal),
        play=stored_play(stored),
        days=[
            (at.isoformat(), date_format(localtime(at), "DATE_FORMAT"))
            for at in (match.started_at, match.finished_at)
            if at
        ],
        sealed=sealed(match),
    )


def stored_scores(stored: Stored) -> SafeString:
    """Return both players and the points that are stored."""
    language = active_language()
    return draw("matches/stored_scores", players=[(side, head(language, side.user)) for side in stored.sides])


def stored_status(stored: Stored, refusal: str = "") -> SafeString:
    """Return how the match ended, and why there is no board."""
    result = ending(stored.outcome, stored.winner) if stored.outcome else ""
    return draw("matches/stored_status", ending=result, refusal=refusal)


def stored_play(stored: Stored) -> SafeString:
    """Return the actions that are left: players may resign a running match; links to a rematch and the lobby."""
    match = stored.match
    may_resign = stored.seat and not stored.outcome
    return draw("matches/stored_play", match_id=match.pk, may_resign=may_resign, rematch=match.rematch_id)
