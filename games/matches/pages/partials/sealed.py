"""What a match page says of its draw: that it is sealed, who added a value to it, and afterwards that it is proven."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.matches.files.exports import is_proven
from games.matches.models import Match
from games.matches.pages.markup import Fragment, icon
from games.matches.pages.paths import match_path
from games.rules import Seat

_SEALED = Fragment("""<div id="sealed" class="stack tight"><p>{seal} <a href="{fairness}">{label}</a>:
<code class="seal">{commitment}</code></p><p id="mixed" class="muted">{mixed}</p></div>""")
_PROVEN = Fragment("""<div id="sealed" class="stack tight"><p id="proven"><span class="{state}">{mark}</span>
<a href="{fairness}">{label}</a></p><p id="mixed" class="muted">{mixed}</p></div>""")


def sealed(match: Match) -> SafeString:
    """Return the sentences about the draw, with the way to its proof."""
    if match.finished_at is None:
        return _SEALED(
            seal=icon("seal"),
            fairness=match_path("fairness", match.pk),
            label=gettext("The tiles are sealed"),
            commitment=match.commitment,
            mixed=mixed_sentence(match),
        )
    holds = is_proven(match)
    return _PROVEN(
        state="yes" if holds else "no",
        mark=icon("check" if holds else "cross"),
        fairness=match_path("fairness", match.pk),
        label=proven_sentence(match, holds=holds),
        mixed=mixed_sentence(match),
    )


def proven_sentence(match: Match, *, holds: bool) -> str:
    """Return in a sentence what the proof of a finished match says."""
    if not holds:
        return gettext("The tiles of this match don't match the seal!")
    if match.mixed_by:
        return gettext("Fair draw: no one could choose the tiles.")
    return gettext("Fair draw: the tiles were set before the first move.")


def mixed_sentence(match: Match) -> str:
    """Return whose browsers added a value to the draw."""
    mixed = [match.player(seat) for seat in Seat if match.mixed_by & seat]
    if len(mixed) == len(Seat):
        return gettext("Both browsers added a random value.")
    if not mixed:
        return gettext("Only the server’s value counts: no browser added one.")
    other = match.second if mixed[0] == match.first else match.first
    return gettext("%(name)s’s browser added a random value. For %(other)s, only the server’s value counts.") % {
        "name": mixed[0],
        "other": other,
    }
