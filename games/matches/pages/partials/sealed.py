"""The fair draw of tiles on a match page: its commitment, who added a value, and after the end whether it holds."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.templates import draw
from games.catalogue import display_of, games
from games.matches.files.exports import is_proven
from games.matches.models import Match
from games.matches.pages.paths import match_path
from games.matches.templatetags.sentences import localized
from games.rules import TILES, Seat, Vocabulary


def sealed(match: Match) -> SafeString:
    """Return the sentences about the draw of tiles, with a link to its proof."""
    holds = None if match.finished_at is None else is_proven(match)
    return draw(
        "matches/sealed",
        holds=holds,
        fairness=match_path("fairness", match.pk),
        label=localized(vocabulary_of(match).sealed) if holds is None else proven_sentence(match, holds=holds),
        commitment=match.commitment,
        mixed=mixed_sentence(match),
    )


def vocabulary_of(match: Match) -> Vocabulary:
    """Return the words of the match's game; those of most games if it is no longer installed."""
    game = games().get(match.game_slug)
    return display_of(game).vocabulary if game else TILES


def proven_sentence(match: Match, *, holds: bool) -> str:
    """Return a sentence that says whether the proof of a finished match holds, and what it proves."""
    words = vocabulary_of(match)
    if not holds:
        return localized(words.not_as_sealed)
    if match.mixed_by:
        return localized(words.not_chosen)
    return localized(words.set_before)


def mixed_sentence(match: Match) -> str:
    """Return a sentence that says whose browsers added a value to the seed."""
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
