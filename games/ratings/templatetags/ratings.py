"""Template tags that show ratings and possible changes."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from accounts.models import User
from core.live.partials import EMPTY, draw
from games.matches.time.terms import MatchTerms
from games.ratings.standings import Figure, Figures, Prospects

register = template.Library()


@register.simple_tag
def figure(figures: Figures, player: User, agreement: MatchTerms) -> SafeString:
    """Return the player's rating in the pool of these terms, such as `1612`, or `1500?` while it is provisional."""
    return figure_html(figures.of(player, agreement))


@register.simple_tag
def figure_html(figure: Figure | None) -> SafeString:
    """Return a rating beside a name; the question mark says that it is not settled."""
    return draw("ratings/figure", figure=figure) if figure else EMPTY


@register.simple_tag
def stakes(figures: Figures, player: User | None, opponent: User, agreement: MatchTerms) -> SafeString:
    """Return the player's rating changes for a win, a draw and a loss against this opponent."""
    if player is None or player == opponent:
        return EMPTY
    return stakes_html(figures.prospects(player, opponent, agreement))


def stakes_html(prospects: Prospects | None) -> SafeString:
    """Return a player's possible rating changes: in short, and as a sentence."""
    if prospects is None:
        return EMPTY
    changes = {
        "own": prospects.own,
        "won": signed(prospects.won),
        "drawn": signed(prospects.drawn),
        "lost": signed(prospects.lost),
    }
    return draw("ratings/stakes", changes=changes)


@register.filter
def signed(number: int) -> str:
    """Return a change with its sign: `+12`, `−3`, `±0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"
