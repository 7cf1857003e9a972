"""The game, the terms and the fair draw of a match, with links to its notation, its files and its proof."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from core.clock import when
from core.live.partials import Partial, draw
from games.catalogue import display_of, games
from games.matches.files.exports import is_proven
from games.matches.models import Match
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView, match_path, rules_path
from games.matches.templatetags.sentences import localized, named
from games.matches.time.control import HOUR
from games.matches.time.terms import handicap_words
from games.rules import TILES, Seat, Vocabulary


def sealed(match: Match) -> SafeString:
    """Return the sentences about the draw of tiles, with a link to its proof; pupils do not see that page."""
    holds = is_proven(match) if match.is_revealed else None
    return draw(
        "matches/about/sealed",
        holds=holds,
        fairness="" if match.has_pupil else match_path("fairness", match.pk),
        label=localized(vocabulary_of(match).sealed) if holds is None else proven_sentence(match, holds=holds),
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
        return gettext("No browser added a random value.")
    other = match.second if mixed[0] == match.first else match.first
    return gettext("%(name)s’s browser added a random value. For %(other)s, only the server’s value counts.") % {
        "name": mixed[0],
        "other": other,
    }


def game(view: MatchView) -> SafeString:
    """Return the name of the game as a link to its rules, and the terms of the match in a few words."""
    return draw(
        "matches/about/game",
        rules=rules_path(view.match.game_slug),
        game=named(view.game),
        stakes=_stakes(view),
        pace=view.match.time_control.brief,
    )


def about(view: MatchView) -> SafeString:
    """Return the terms of the match, its aids and deadline, who added to the draw, and the links to its record."""
    match = view.match
    given = handicap_words(match.options, match.first, match.second)
    return draw(
        "matches/about",
        match_id=match.pk,
        terms="\N{NO-BREAK SPACE}· ".join([_stakes(view), *map(localized, match.options.summary())]),
        times="\N{NO-BREAK SPACE}· ".join([*given, *match.time_control.words]),
        helps=list(_helps(view).items()),
        plays=view.seat is not None,
        due=due(view),
        reserves=reserves(view) or "",
        sealed=sealed(match),
        mixed=mixed_sentence(match),
        rules=rules_path(match.game_slug),
    )


def _stakes(view: MatchView) -> str:
    return pgettext("a match", "rated") if view.match.rated else pgettext("a match", "casual")


def _helps(view: MatchView) -> dict[str, str]:
    """Return the aids of the match by name; the style sheet shows by a player's settings whether each is on."""
    helps = {}
    if view.display.lights_up:
        words = gettext("These light up while you choose: %(squares)s. The same for both players.")
        helps["lights"] = words % {"squares": localized(view.display.lights_up)}
    if view.keypad:
        helps["keypad"] = gettext("Type a sum to see every place where it fits.")
    return helps


@common
def due(view: MatchView) -> Partial:
    """Return when the next move of a correspondence match is due; hidden in live matches, and where none is due."""
    at = view.match.deadline_at
    if at is None or not _can_be_due(view):
        return Partial("matches/about/due", at="")
    return Partial("matches/about/due", at=when(at, view.zone))


@common
def reserves(view: MatchView) -> Partial | None:
    """Return what is left of both reserves before this turn, hidden where none is due; None without reserves."""
    left = view.match.clock.left
    if left.first is None or left.second is None or view.match.is_live:
        return None
    if not _can_be_due(view):
        return Partial("matches/about/reserves", text="")
    first, second = view.names
    values = {"first": first, "second": second, "hours": left.first // HOUR, "others": left.second // HOUR}
    text = gettext("In reserve: %(first)s %(hours)d h, %(second)s %(others)d h.") % values
    return Partial("matches/about/reserves", text=text)


def _can_be_due(view: MatchView) -> bool:
    return not (view.over or view.match.is_live or view.mover.is_computer)
