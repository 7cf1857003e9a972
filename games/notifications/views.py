"""The list of notifications, their settings, and the files of the web app."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.online import presence
from accounts.player import player_of
from core import clock
from core.colours import colours
from core.web import answer_saved, changed_on, first_error, is_partial
from games.notifications import services
from games.notifications.channels import label_of, preferences_of, reason_of, web_push
from games.notifications.forms import PreferencesForm
from games.notifications.hooks import Words, kind_of, words_of
from games.notifications.kinds import Test
from games.notifications.models import Delivery, Notification
from games.notifications.partials import settings_of
from games.notifications.services import see_all
from games.notifications.turns import next_turn

SOON = MINUTE = timedelta(minutes=1)
UNDER_WAY = (Delivery.Status.QUEUED, Delivery.Status.SENDING)


@dataclass(frozen=True)
class DeliveryView:
    """The status of one delivery."""

    delivery: Delivery

    @property
    def reason(self) -> str:
        """Return why it failed or waits."""
        return str(reason_of(self.delivery.reason))

    @property
    def channel(self) -> str:
        """Return the name of its channel."""
        return str(label_of(self.delivery.channel))

    @property
    def badge(self) -> str:
        """Return the colour of its badge: good, danger or none."""
        return {Delivery.Status.SENT: "good", Delivery.Status.FAILED: "danger"}.get(
            Delivery.Status(self.delivery.status), ""
        )

    @property
    def waits(self) -> bool:
        """Return whether it is still to be sent."""
        return self.delivery.status in UNDER_WAY


class NotificationView:
    """A notification with the status of its deliveries."""

    def __init__(self, notification: Notification, now: datetime) -> None:
        """Take a notification with prefetched deliveries, as it reads at this moment."""
        self.notification = notification
        self.now = now

    @property
    def words(self) -> Words:
        """Return its text; that of a reminder states the time that remained when it was created."""
        return words_of(self.notification, kind_of(self.notification.event).shown_as_of(self.notification, self.now))

    @property
    def note(self) -> str:
        """Return what the title leaves open: the game of a match that goes on, else the text."""
        match, event = self.notification.match, self.notification.event
        return match.game_name if match and event != "over" else self.words.body

    @property
    def is_told_in_full(self) -> bool:
        """Return whether the list says how it was sent: a test, or one that could not be delivered."""
        failed = any(one.delivery.status == Delivery.Status.FAILED for one in self.deliveries)
        return failed or not kind_of(self.notification.event).is_chosen

    @property
    def ago(self) -> str:
        """Return how long ago it was made, in its largest unit."""
        is_old = self.now - self.notification.made_at >= MINUTE
        return timesince(self.notification.made_at, self.now, depth=1) if is_old else gettext("now")

    @cached_property
    def deliveries(self) -> list[DeliveryView]:
        """Return the status of each delivery."""
        return [
            DeliveryView(delivery) for delivery in sorted(self.notification.deliveries.all(), key=lambda one: one.pk)
        ]


def is_sending(views: Iterable[NotificationView], now: datetime) -> bool:
    """Return whether any delivery is about to be sent, so that the page should refresh soon."""
    return any(
        one.waits and one.delivery.due_at < now + SOON for notification in views for one in notification.deliveries
    )


def is_done(view: NotificationView) -> bool:
    """Return whether nothing of it is still to be sent, so that the list is where the player sees it; of no test."""
    return view.notification.event != Test.key and not any(one.waits for one in view.deliveries)


A_PAGE = 20


@login_required
@never_cache
@require_safe
def notifications(request: HttpRequest) -> HttpResponse:
    """List the player's notifications, latest first and together by match, with the status of their deliveries.

    Those of which nothing is still to be sent count as seen from then on: a visible page reports that it shows them.
    """
    mine = Notification.objects.filter(user=player_of(request)).select_related("user", "other", "match")
    rows = mine.prefetch_related("deliveries").order_by("-made_at", "-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    now = clock.now()
    views = [NotificationView(notification, now) for notification in page]
    new = [one.notification.pk for one in views if is_done(one) and one.notification.seen_at is None]
    if new and presence.is_seen(request):
        see_all(new)
    by_match: dict[object, list[NotificationView]] = {}
    for one in views:
        by_match.setdefault(one.notification.match_id or one, []).append(one)
    moving = page.number == 1 and is_sending(views, now)
    context = {"page": page, "sent": list(by_match.values()), "new": new, "moving": moving}
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


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Save preferences and quiet hours; the settings page holds the same form, and saves it when one is changed."""
    player = player_of(request)
    form = PreferencesForm(request.POST) if request.method == "POST" else None
    if form and not form.is_valid() and is_partial(request):
        return answer_saved(request, "accounts:settings", "", wrong=first_error(form))
    if form is None or not form.is_valid():
        return render(request, "notifications/preferences.html", settings_of(player, form), status=422 if form else 200)
    services.save_preferences(player, *form.saved_over(preferences_of(player), changed_on(request)))
    return answer_saved(request, f"{reverse('accounts:settings')}#notifications", gettext("Saved."))


@login_required
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test by every channel, and show its status."""
    services.send_test(player_of(request))
    return redirect("notifications:notifications")


ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512"}
LINK = re.compile(r"https?://\S+")
FILES = re.compile(r'(?:href|src)="([^"]+\.[^"]+)"')  # of a page


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest in the visitor's language."""
    icons = [{"src": static(f"img/{name}"), "sizes": size, "type": "image/png"} for name, size in ICONS.items()]
    maskable = {"src": static("img/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    shortcuts = {
        gettext("Play now"): f"{reverse('lobby:lobby')}?tab=play",
        gettext("Your turn"): reverse("notifications:next"),
        gettext("Today’s puzzle"): reverse("puzzles:puzzles"),
    }
    data = {
        "id": "/",
        "name": "Numgames",
        "short_name": "Numgames",
        "description": gettext("Number board games for two"),
        "lang": get_language(),
        "start_url": reverse("lobby:lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": colours()["desk"],
        "theme_color": colours()["desk"],
        "icons": [*icons, maskable],
        "shortcuts": [{"name": name, "url": path, "icons": icons} for name, path in shortcuts.items()],
        "share_target": {"action": reverse("shared"), "method": "GET", "params": {"text": "text", "url": "url"}},
        "categories": ["games"],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
def shared(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of this site whose link another app shared with the web app, such as a challenge's."""
    here, is_secure = {request.get_host()}, request.is_secure()
    for link in LINK.findall(f"{request.GET.get('url', '')} {request.GET.get('text', '')}"):
        if url_has_allowed_host_and_scheme(link, here, require_https=is_secure):
            return redirect(link)
    messages.info(request, gettext("That is no link to this site."))
    return redirect("lobby:lobby")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with its list of files to cache; the same for all visitors."""
    files = sorted(set(FILES.findall(render_to_string("notifications/offline.html"))))
    constants = {"offline": reverse("offline"), "kept": files, "icon": static("img/icon-192.png")}
    constants |= {"key": web_push.public_key()}
    constants |= {name: reverse(f"notifications:{name}") for name in ("preferences", "devices")}
    script = f"const KNOWN = {json.dumps(constants)};\n{_source()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Service-Worker-Allowed": "/"})


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Return the offline page, rendered without the visitor because it is cached."""
    return HttpResponse(render_to_string("notifications/offline.html"))


@lru_cache(maxsize=1)
def _source() -> str:
    path = finders.find("js/worker.js")
    if not isinstance(path, str):
        raise FileNotFoundError("js/worker.js")
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - one line is enough
        return file.read()
