"""The page of a class as live partials, and the pause of all boards on pages of matches."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePage, LivePartial
from games.classes.challenges import challenges_of
from games.classes.lists import running_of
from games.classes.models import SchoolClass
from games.classes.rounds import here_of, latest_levels, level_of, puzzle_for, round_of
from games.classes.services import PAUSE, class_of, find_class, topic_of
from games.matches.models import Match
from games.rules import Sentence

ClassPartial = LivePartial[SchoolClass, User | None]


class Running(NamedTuple):
    """A running match in the list of a pupil."""

    key: str
    opponent: str
    game: str
    my_turn: bool


class Waiting(NamedTuple):
    """A challenge that waits for an answer, of the pupil or to the pupil."""

    key: str
    other: str
    game: str
    level: Sentence | None
    is_mine: bool


def _waiting(school_class: SchoolClass, pupil: User) -> tuple[Waiting, ...]:
    """Return the challenges by and to a pupil, those that want an answer first."""
    theirs = challenges_of(school_class).filter(Q(challenger=pupil) | Q(opponent=pupil))
    waiting = []
    for offer in theirs:
        is_mine = offer.challenger_id == pupil.pk
        other = offer.opponent if is_mine else offer.challenger
        if offer.has_rules:
            waiting.append(Waiting(offer.pk, str(other), offer.game_name, level_of(offer), is_mine))
    return tuple(sorted(waiting, key=lambda one: one.is_mine))


def _now(school_class: SchoolClass, viewer: User | None) -> Inputs | None:
    """Return what a pupil has to do now; None for the teacher."""
    if viewer is None or not viewer.is_pupil:
        return None
    running = tuple(
        Running(one.match.pk, str(one.opponent), one.match.game_name, one.my_turn) for one in running_of(viewer)
    )
    return {
        "running": running,
        "challenges": _waiting(school_class, viewer),
        "puzzle": puzzle_for(viewer),
        "paused": school_class.is_paused,
    }


def _round(school_class: SchoolClass, viewer: User | None) -> Inputs | None:
    """Return the pupils, whether the boards are paused, and how the round stands; None for pupils."""
    if viewer is None or viewer.is_pupil:
        return None
    here = len(here_of(school_class))
    return {"here": here, "paused": school_class.is_paused, "round": round_of(school_class), "key": school_class.pk}


NOW: ClassPartial = LivePartial("class_now", "classes/_now.html", _now)
ROUND: ClassPartial = LivePartial("class_round", "classes/_round.html", _round)
CLASS: LivePage[SchoolClass, User | None] = LivePage("class", find_class, [NOW, ROUND], topic_of)


def _pause(match: Match, _viewer: User | None) -> Inputs | None:
    """Return whether the boards of the class are paused; None for a match without a pupil."""
    if not match.has_pupil:
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
    return {} if page["match"].has_pupil else None


def level_of_lesson(page: Context) -> Context | None:
    """Return the level of a pupil's matches where a lesson has another one; None where it has the same."""
    user, step = page.get("user"), page["step"]
    if not isinstance(user, User) or not user.is_pupil:
        return None
    options = step.lesson.position.options
    level = latest_levels(user).get(step.game.slug, options.level)
    return None if level == options.level else {"level": options.levels()[level]}
