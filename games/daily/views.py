"""Views of the day: the page Today, the deal of a day with its table, the button that begins it, and the news."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.player import viewer_of
from accounts.services import sign_in_guest
from core.web import USUAL_WAIT, too_many_page
from games.catalogue import games
from games.daily import services
from games.daily.models import DAY, DailyDeal
from games.daily.table import DealView, deals_today, friends_in, latest_news, rows_of, rule_of, shared_of, views_of
from games.daily.table import news as public_news
from games.matches.errors import Refused, TooMany
from games.matches.templatetags.sentences import named
from games.puzzles.services.selection import today as day_now
from games.puzzles.today import today_of

MOST_NEWS = 30


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show what the day brings: the deals, the puzzles, the viewer's days, friends and result."""
    viewer = viewer_of(request)
    puzzles, deals = today_of(viewer), deals_today(viewer)
    shared = shared_of(puzzles, deals, request.build_absolute_uri())
    context = {"today": puzzles, "deals": deals, "shared": shared, "day": day_now(), "item": latest_news()}
    return render(request, "daily/today.html", context)


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """Show the latest news by staff."""
    return render(request, "daily/news.html", {"news": public_news()[:MOST_NEWS]})


@never_cache
@require_safe
def deal(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """Show the deal of a day, by default today's: its rules, and the table to those who may see it."""
    try:
        chosen = date.fromisoformat(day) if day else day_now()
    except ValueError:
        raise Http404 from None
    if slug not in games() or chosen > day_now():
        raise Http404
    this_deal = get_object_or_404(DailyDeal.objects.select_related("committed"), game_slug=slug, day=chosen)
    viewer = viewer_of(request)
    (view,) = views_of(viewer, [this_deal])
    context = {
        "view": view,
        "deal": this_deal,
        "game": this_deal.game,
        "rule": rule_of(this_deal),
        "rows": rows_of(view) if view.is_open else (),
        "friends": friends_in(view, viewer) if view.is_open and viewer else (),
        "before": DailyDeal.objects.filter(game_slug=slug, day=chosen - DAY).first(),
        "shared": _shared(view, request.build_absolute_uri()),
    }
    return render(request, "daily/deal.html", context)


def _shared(view: DealView, address: str) -> str:
    """Return the result of the deal to share, which gives nothing away; empty without one."""
    if not view.result:
        return ""
    day = date_format(view.deal.day, "DATE_FORMAT")
    head = _("Numgames deal of %(day)s") % {"day": day}
    return "\n".join(filter(None, [f"{head} · {named(view.deal.game)}", view.summary, view.bar, address]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin today's deal, or go on with it; an anonymous visitor becomes a guest."""
    if slug not in games():
        raise Http404
    if request.method != "POST":  # a refused request, reloaded from the address bar
        return redirect("daily:deal", slug)
    try:
        services.check_open(slug)
        return redirect("matches:match", services.begin(sign_in_guest(request), slug).pk)
    except TooMany as limit:
        return too_many_page(request, limit.retry_after or USUAL_WAIT, reason=limit)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("daily:today")
