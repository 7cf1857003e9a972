"""The terms of a match, and the links to its record and its proof."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.zones import hour
from games.matches.models import Match
from games.matches.pages.markup import EMPTY, Fragment, icon
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import match_path, rules_path
from games.matches.templatetags.sentences import said
from games.matches.templatetags.times import time_words
from games.matches.time.clocks import latest_end

_ABOUT = Fragment("""<footer id="about" class="muted"><p>{terms}</p>{latest}
<p>{seal} <a href="{fairness}">{sealed}</a>: <code class="seal">{commitment}</code></p>
<p class="row">{rules}<a href="{notation}">{notation_name}</a> <a href="{text}" download>{text_name}</a>
 <a href="{json}" download>JSON</a></p></footer>""")
_RULES = Fragment('<a href="{path}">{name}</a> ')
_LATEST = Fragment('<p class="latest">{sentence}</p>')


def about(view: MatchView) -> SafeString:
    """Return what was agreed, and where the record and the proof are."""
    match = view.match
    terms = [gettext("rated") if match.rated else gettext("casual"), *map(said, match.options.summary())]
    return _about(
        match,
        " · ".join([*terms, *time_words(match)]),
        EMPTY if view.over else _LATEST(sentence=_latest_end(match)),
        _RULES(path=rules_path(match.game_slug), name=gettext("Rules")),
    )


def _about(match: Match, terms: str, latest: SafeString, rules: SafeString) -> SafeString:
    return _ABOUT(
        terms=terms,
        latest=latest,
        seal=icon("seal"),
        fairness=match_path("fairness", match.pk),
        sealed=gettext("The draw is sealed"),
        commitment=match.commitment,
        rules=rules,
        notation=match_path("notation", match.pk),
        notation_name=gettext("Notation"),
        text=match_path("text", match.pk),
        text_name=gettext("Text"),
        json=match_path("json", match.pk),
    )


def _latest_end(match: Match) -> str:
    end = latest_end(match)
    if end is None:
        return gettext("This game sets no largest number of moves; each one has to come in its time.")
    if match.is_live:
        return gettext("Over at %(end)s at the latest, if every clock runs down.") % {"end": hour(end)}
    day = date_format(localtime(end), "DATE_FORMAT")
    sentence = gettext("Over by %(end)s at the latest, if every move takes all its time and all rest is taken.")
    return sentence % {"end": day}
