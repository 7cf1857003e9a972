"""Today's deals as one viewer sees them, the result of the day to share, and the news."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import QuerySet

from accounts.models import User
from core import clock
from games.catalogue import games
from games.daily.models import DailyDeal, News
from games.daily.table import DealView, views_of
from games.matches.templatetags.sentences import named
from games.puzzles.services.selection import today
from games.puzzles.today import Today, day_text

FRESH = timedelta(days=30)  # of news on the pages that players come to


def deals_today(viewer: User | None) -> list[DealView]:
    """Return today's deals in the order of the games; none while they are not made."""
    order = list(games())
    deals = DailyDeal.objects.filter(day=today(), game_slug__in=order)
    return views_of(viewer, sorted(deals, key=lambda deal: order.index(deal.game_slug)))


def shared_of(puzzles: Today | None, deals: Sequence[DealView], address: str) -> str:
    """Return the result of the day to share with this link: puzzles, then deals; empty before the first result."""
    lines = [f"{view.bar} {named(view.deal.game)} · {view.summary}".strip() for view in deals if view.result]
    solved = puzzles.lines if puzzles else []
    return "\n".join([day_text(), *solved, *lines, address]) if solved or lines else ""


def latest_news() -> News | None:
    """Return the latest news of the last weeks, if any."""
    return news().filter(published_at__gte=clock.now() - FRESH).first()


def news() -> QuerySet[News]:
    """Return the news that are public, the latest first."""
    return News.objects.filter(published_at__lte=clock.now())
