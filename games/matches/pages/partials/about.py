"""The game and the terms of a match, and the links to its notation, its files and its proof."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.clock import moment
from core.live.partials import Partial
from core.live.templates import draw
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.sealed import sealed
from games.matches.pages.paths import rules_path
from games.matches.templatetags.sentences import localized, named
from games.matches.templatetags.times import time_words


def game(view: MatchView) -> SafeString:
    """Return the name of the game as a link to its rules, and the terms of the match in a few words."""
    terms = f"{_stakes(view)} · {view.match.time_control.brief}"
    return draw("matches/game", rules=rules_path(view.match.game_slug), game=named(view.game), terms=terms)


def about(view: MatchView) -> SafeString:
    """Return the terms of the match, its aids and deadline, and the links to its record and its proof."""
    match = view.match
    terms = [_stakes(view), *map(localized, match.options.summary()), *time_words(match)]
    return draw(
        "matches/about",
        match_id=match.pk,
        terms=" · ".join(terms),
        helps=list(_helps(view).items()),
        plays=view.seat is not None,
        due=due(view),
        sealed=sealed(match),
        rules=rules_path(match.game_slug),
    )


def _stakes(view: MatchView) -> str:
    return gettext("rated") if view.match.rated else gettext("casual")


def _helps(view: MatchView) -> dict[str, str]:
    """Return the aids of the match by name; the style sheet shows by a player's settings whether each is on."""
    helps = {}
    if view.display.lights_up:
        words = gettext("These light up while you choose: %(squares)s. The same for both players.")
        helps["lights"] = words % {"squares": localized(view.display.lights_up)}
    if view.keypad:
        helps["keypad"] = gettext("Type a sum to see every place where it fits. The same for both players.")
    return helps


@common
def due(view: MatchView) -> Partial:
    """Return when the next move of a correspondence match is due; hidden in live matches, and where none is due."""
    at = view.match.deadline_at
    if at is None or view.over or view.match.is_live or view.mover.is_computer:
        return Partial("matches/due", at="")
    return Partial("matches/due", at=moment(at, view.language, view.zone))
