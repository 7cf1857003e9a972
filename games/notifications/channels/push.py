"""Web push: the browsers of a player, and sending notifications to each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.player import player_of
from accounts.sessions import session_mark
from core.clients import device_name
from core.outgoing import Places
from core.prepared import PreparedKeys
from games.jobs.hooks import Queue
from games.notifications.channels import Channel, Destination
from games.notifications.channels.web_push import check_endpoint, decoded, send
from games.notifications.errors import DestinationRefused, Gone, PermanentFailure
from games.notifications.hooks import kind_of, words_of
from games.notifications.models import LONGEST_ENDPOINT, Delivery, Device, Notification
from games.notifications.turns import waiting_turns

# `vapid` is imported for its system checks.

MOST_REFUSALS = 3  # in a row, after which a browser counts as gone
MOST_MATCHES = 100  # that a payload lists, which has 4 KB at most
POINT, SECRET = 65, 16  # bytes of a device's public key and of its secret
MOST_DEVICES = 10
# Players name the servers to which pushes are sent, and these may hang.
THREADS, OF_ONE_PLAYER, TO_ONE_SERVICE = 6, 2, 4
_places = Places("pushes", at_once=THREADS, of_account=OF_ONE_PLAYER, to_host=TO_ONE_SERVICE)


_devices = PreparedKeys(lambda players: Device.objects.filter(user__in=players).order_by("pk"), int)


class PushChannel(Channel):
    """Web push to every browser in which the player turned it on."""

    name = "push"
    label = _("Push")
    reasons = {
        "gone": _("push no longer works in this browser; turn it on there again"),
        "no-device": _("push is not turned on in any of your browsers"),
        "forbidden": _("we may not send to this address"),
    }
    queue = Queue("push", batch=1, lease=timedelta(minutes=5), threads=THREADS)  # none waits behind one that hangs
    most_tries = 8  # over two hours
    substitute = "mail"

    def destinations(self, players: Collection[int]) -> Mapping[int, Sequence[Destination]]:
        """Return the browsers of each player."""
        by_player: dict[int, list[Destination]] = {}
        for device in _devices(list(players)):
            by_player.setdefault(device.user_id, []).append(Destination(device.name, device))
        return by_player

    @contextmanager
    def held(self, delivery: Delivery) -> Iterator[None]:
        """Hold a place of the player and one of the push service; raises Busy."""
        with _places.held(delivery.user_id, delivery.device.endpoint if delivery.device else ""):
            yield

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        """Send each notification to its browser; raises Gone for an ended subscription, or another DeliveryFailure."""
        for delivery in deliveries:
            notification, device = delivery.notification, delivery.device
            kind = kind_of(notification.event)
            stays = {"stays": int(kind.stays.total_seconds())} if kind.stays else {}
            try:
                send(device, payload(notification, now), urgent=kind.is_urgent, **stays)
            except DestinationRefused:
                if device and _count_refusal(device) >= MOST_REFUSALS:
                    raise Gone from None
                raise
            if device and device.refusals:
                Device.objects.filter(pk=device.pk).update(refusals=0)

    def forget(self, delivery: Delivery) -> None:
        """Delete an expired subscription."""
        if delivery.device:
            delivery.device.delete()

    def settings(self, player: User) -> Mapping[str, object]:
        """Return the player's browsers."""
        return {"devices": list(Device.objects.filter(user=player).order_by("pk"))}

    def urlpatterns(self) -> list[URLPattern]:
        """Return the addresses that add and remove a browser."""
        return [
            path("devices/", devices, name="devices"),
            path("devices/<int:device_id>/drop/", drop, name="drop"),
        ]


def _count_refusal(device: Device) -> int:
    """Count a refusal by the push service of this browser; return how many there were since the last success."""
    Device.objects.filter(pk=device.pk).update(refusals=F("refusals") + 1)
    return Device.objects.filter(pk=device.pk).values_list("refusals", flat=True).first() or 0


def payload(notification: Notification, now: datetime) -> JsonObject:
    """Return the payload for the service worker, with the matches that wait: it closes what is about others."""
    words = words_of(notification, now)
    matches = list(waiting_turns(notification.user).values_list("pk", flat=True))
    return {
        "title": words.title,
        "body": words.body,
        "path": words.path,
        "tag": notification.match_id or f"{notification.event}-{notification.pk}",
        "turn": kind_of(notification.event).is_of_turn,
        "waiting": len(matches),
        **({"matches": matches} if len(matches) <= MOST_MATCHES else {}),
    }


class DeviceForm(forms.Form):
    """The push subscription that a browser reports."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        """Check that the endpoint is safe to send to."""
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            check_endpoint(endpoint)
        except PermanentFailure:
            raise ValidationError(_("Push notifications can’t be sent to this address.")) from None
        return endpoint

    def clean_p256dh(self) -> str:
        """Check the form of the public key; whether it is on the curve is not checked."""
        return _key(self.cleaned_data["p256dh"], POINT)

    def clean_auth(self) -> str:
        """Check the form of the authentication secret."""
        return _key(self.cleaned_data["auth"], SECRET)


def add_device(user: User, endpoint: str, p256dh: str, auth: str, name: str, session: str = "") -> Device:
    """Register a browser for the player's pushes, and no longer for another's; the oldest of too many is deleted."""
    keys = {"user": user, "p256dh": p256dh, "auth": auth, "name": name, "session": session, "refusals": 0}
    device, _new = Device.objects.update_or_create(endpoint=endpoint, defaults=keys)
    stale = Device.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[MOST_DEVICES:]
    Device.objects.filter(pk__in=list(stale)).delete()
    return device


def drop_device(user: User, device_id: int) -> None:
    """Delete a device of the player."""
    Device.objects.filter(user=user, pk=device_id).delete()


def _key(text: str, length: int) -> str:
    try:
        data = decoded(text)
    except ValueError:
        data = b""
    if len(data) != length:
        raise ValidationError(_("Push notifications can’t be sent to this address."))
    return text


@login_required
@require_POST
def devices(request: HttpRequest) -> HttpResponse:
    """Register a browser for push; called by a script."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": gettext("Push notifications can’t be sent to this address.")}, status=422)
    name = device_name(request.headers.get("User-Agent", ""))
    session = session_mark(request.session.session_key)
    add_device(player_of(request), name=name, session=session, **form.cleaned_data)
    return HttpResponse(status=204)


@login_required
@require_POST
def drop(request: HttpRequest, device_id: int) -> HttpResponse:
    """Unregister a browser."""
    drop_device(player_of(request), device_id)
    messages.success(request, gettext("Push notifications are off there."))
    return redirect("accounts:settings")
