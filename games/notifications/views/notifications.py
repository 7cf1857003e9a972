"""The list of notifications, and the link to the most urgent turn."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.online import presence
from accounts.player import player_of
from core import clock
from games.notifications.models import Notification
from games.notifications.services import see_all
from games.notifications.turns import next_turn
from games.notifications.views.delivery_status import NotificationView, is_sending, is_told

A_PAGE = 20


@login_required
@never_cache
@require_safe
def notifications(request: HttpRequest) -> HttpResponse:
    """List the player's notifications, latest first, with the status of their deliveries.

    Those of which nothing is still to be sent count as seen from then on: a visible page reports that it shows them.
    """
    mine = Notification.objects.filter(user=player_of(request)).select_related("user", "other", "match")
    rows = mine.prefetch_related("deliveries").order_by("-made_at", "-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    now = clock.now()
    views = [NotificationView(notification, now) for notification in page]
    new = [one.notification.pk for one in views if is_told(one) and one.notification.seen_at is None]
    if new and presence.is_seen(request):
        see_all(new)
    context = {"page": page, "sent": views, "new": new, "moving": page.number == 1 and is_sending(views, now)}
    return render(request, "notifications/notifications.html", context)


@login_required
@never_cache
@require_safe
def next_match(request: HttpRequest) -> HttpResponse:
    """Redirect to the most urgent waiting turn, or to the one after the match in `after`."""
    match_id = next_turn(player_of(request), after=request.GET.get("after", ""))
    if match_id:
        return redirect("matches:match", match_id)
    messages.info(request, gettext("No other match is waiting for you."))
    return redirect("lobby:lobby")
