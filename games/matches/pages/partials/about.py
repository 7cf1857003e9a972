"""The game and the terms of a match, and the links to its notation, its files and its proof."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment, Partial, icon, joined, memoized
from core.zones import moment
from games.catalogue import display_of
from games.matches.models import Match
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.sealed import sealed
from games.matches.pages.paths import match_path, rules_path
from games.matches.templatetags.sentences import localized, named
from games.matches.templatetags.times import time_words

_TITLE = Fragment('<p id="game"><a href="{rules}">{game}</a> <span class="muted">{terms}</span></p>')
_ABOUT = Fragment("""<details id="about"><summary class="more">{info} {label}</summary><div class="panel stack tight">
<p>{terms}</p>{helps}{due}{sealed}
<p class="row">{rules}<a href="{notation}">{notation_name}</a> <a href="{text}" download>{text_name}</a>
 <a href="{json}" download>JSON</a></p></div></details>""")
_HELPS = Fragment('<ul id="helps">{helps}</ul>')
_HELP = Fragment('<li class="{name}">{words}{state}</li>')
_STATE = Fragment(' <b class="on">{on}</b><b class="off">{off}</b>')
_RULES = Fragment('<a href="{path}">{name}</a> ')
_DUE = Fragment('<p id="due"{hidden}>{sentence}</p>')
_NOTHING_DUE = Partial.drawn("due", _DUE(hidden=SafeString(" hidden"), sentence=""))


def title(view: MatchView) -> SafeString:
    """Return the name of the game as a link to its rules, and the terms of the match in a few words."""
    terms = [gettext("rated") if view.match.rated else gettext("casual"), view.match.time_control.brief]
    return _TITLE(rules=rules_path(view.match.game_slug), game=named(view.game), terms=" · ".join(terms))


def about(view: MatchView) -> SafeString:
    """Return the terms of the match, its aids and deadline, and the links to its record and its proof."""
    match = view.match
    terms = [gettext("rated") if match.rated else gettext("casual"), *map(localized, match.options.summary())]
    return _about(
        match,
        " · ".join([*terms, *time_words(match)]),
        helps(view),
        SafeString(due(view).html),
        _RULES(path=rules_path(match.game_slug), name=gettext("Rules")),
    )


def helps(view: MatchView) -> SafeString:
    """Return the aids of the match; for a player also whether each is on, which the style sheet shows by settings."""
    game, told = view.game, {}
    if display_of(game).lights_up:
        words = gettext("These light up while you choose: %(squares)s. The same for both players.")
        told["lights"] = words % {"squares": localized(display_of(game).lights_up)}
    if view.keypad:
        told["keypad"] = gettext("Type a sum to see every place where it fits. The same for both players.")
    state = _STATE(on=gettext("On."), off=gettext("Turned off in your settings.")) if view.seat else EMPTY
    drawn = joined([_HELP(name=name, words=words, state=state) for name, words in told.items()])
    return _HELPS(helps=drawn) if told else EMPTY


@common
def due(view: MatchView) -> Partial:
    """Return when the next move of a correspondence match is due; hidden in live matches, and where none is due."""
    at = view.match.deadline_at
    if at is None or view.over or view.match.is_live or view.mover.is_computer:
        return _NOTHING_DUE
    return Partial("due", _due_by, view.language, moment(at, view.language, view.zone))


@memoized(maxsize=4_000)
def _due_by(language: str, at: str) -> SafeString:
    sentence = gettext("The next move is due by %(moment)s.") % {"moment": at}
    return _DUE(hidden=EMPTY, sentence=sentence)


def _about(match: Match, terms: str, help_words: SafeString, due_by: SafeString, rules: SafeString) -> SafeString:
    return _ABOUT(
        info=icon("info"),
        label=gettext("About this match"),
        terms=terms,
        helps=help_words,
        due=due_by,
        sealed=sealed(match),
        rules=rules,
        notation=match_path("notation", match.pk),
        notation_name=gettext("Notation"),
        text=match_path("text", match.pk),
        text_name=gettext("Text"),
        json=match_path("json", match.pk),
    )
