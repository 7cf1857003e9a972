"""Template tags that show ratings and possible changes."""

from __future__ import annotations

from django import template

from accounts.models import User
from games.matches.terms import MatchTerms
from games.ratings.standings import Figure, Figures, Prospects

register = template.Library()


@register.inclusion_tag("ratings/figure.html")
def figure(figures: Figures, player: User, agreement: MatchTerms) -> dict[str, Figure | None]:
    """Return the player's rating in this pool, such as `1612`, or `1500?` while it is provisional."""
    return {"figure": figures.of(player, agreement)}


@register.inclusion_tag("ratings/stakes.html")
def stakes(figures: Figures, player: User | None, opponent: User, agreement: MatchTerms) -> dict[str, Prospects | None]:
    """Return the player's rating changes for a win, a draw and a loss against this opponent."""
    if player is None or player == opponent:
        return {"prospects": None}
    return {"prospects": figures.prospects(player, opponent, agreement)}


@register.filter
def signed(number: int) -> str:
    """Return a change with its sign: `+12`, `−3`, `±0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"
