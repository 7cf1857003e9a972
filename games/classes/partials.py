"""The page of a class as live partials, and the pause of all boards on pages of matches."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePage, LivePartial
from games.classes.lists import running_of
from games.classes.models import SchoolClass
from games.classes.rounds import here_of, puzzle_for, round_of
from games.classes.services import PAUSE, class_of, find_class, topic_of
from games.matches.models import Match
from games.matches.play.seals import has_pupil

ClassPartial = LivePartial[SchoolClass, User | None]


class Running(NamedTuple):
    """A running match in the list of a pupil."""

    key: str
    opponent: str
    game: str
    my_turn: bool


def _now(school_class: SchoolClass, viewer: User | None) -> Inputs | None:
    """Return what a pupil has to do now; None for the teacher."""
    if viewer is None or not viewer.is_pupil:
        return None
    running = tuple(
        Running(one.match.pk, str(one.opponent), one.match.game_name, one.my_turn) for one in running_of(viewer)
    )
    return {"running": running, "puzzle": puzzle_for(viewer), "paused": school_class.is_paused}


def _round(school_class: SchoolClass, viewer: User | None) -> Inputs | None:
    """Return how many are here, whether the boards are paused, and how the round stands; None for pupils."""
    if viewer is None or viewer.is_pupil:
        return None
    here = len(here_of(school_class))
    return {"here": here, "paused": school_class.is_paused, "round": round_of(school_class), "key": school_class.pk}


NOW: ClassPartial = LivePartial("class_now", "classes/_now.html", _now)
ROUND: ClassPartial = LivePartial("class_round", "classes/_round.html", _round)
CLASS: LivePage[SchoolClass, User | None] = LivePage("class", find_class, [NOW, ROUND], topic_of)


def _pause(match: Match, _viewer: User | None) -> Inputs | None:
    """Return whether the boards of the class are paused; None for a match without a pupil."""
    if not has_pupil(match):
        return None
    own = class_of(match.first) or class_of(match.second)
    return {"paused": bool(own and own.is_paused and match.finished_at is None)}


PAUSED: LivePartial[Match, User | None] = LivePartial(PAUSE, "classes/_pause.html", _pause)


def pause_of_match(page: Context) -> SafeString | None:
    """Draw the notice of a pause on the page of a match, empty while there is none."""
    paused = PAUSED.of(page["match"], None)
    return paused.html if paused else None


def style_of_match(page: Context) -> Context | None:
    """Return an empty context where a match has a pupil, so that its page has the style of the notice."""
    return {} if has_pupil(page["match"]) else None
