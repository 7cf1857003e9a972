"""Web push: send a notification through the push service of a browser."""

from __future__ import annotations

import json
from datetime import datetime

import requests
from pywebpush import WebPushException, webpush

from games.notifications import vapid
from games.notifications.errors import DeliveryFailure, Gone, PermanentFailure
from games.notifications.models import Device, Event, Notification
from games.notifications.push_endpoints import check_endpoint, guarded_session
from games.notifications.turns import waiting_turns
from games.notifications.wording import words_of

TIMEOUT = 10  # seconds, for reaching the service and again for its answer
STAYS = 12 * 3600  # seconds that the service keeps it for a device that is off
URGENT = {Event.REMINDER, Event.CHALLENGE, Event.TURN}


def send(device: Device | None, notice: Notification, now: datetime) -> None:
    """Send it; raises Gone if the subscription has ended, PermanentFailure or DeliveryFailure."""
    if device is None:
        raise PermanentFailure("no-device")
    check_endpoint(device.endpoint)
    try:
        with guarded_session() as session:
            _hand_over(session, device, json.dumps(payload(notice, now)), notice)
    except WebPushException as refusal:
        raise _trouble(refusal) from None
    except (requests.TooManyRedirects, requests.exceptions.InvalidSchema):
        raise PermanentFailure("forbidden") from None
    except requests.RequestException as fault:
        raise DeliveryFailure("unreachable", type(fault).__name__) from None


def payload(notice: Notification, now: datetime) -> dict[str, object]:
    """Return the payload for the service worker."""
    words = words_of(notice, now)
    return {
        "title": words.title,
        "body": words.body,
        "path": words.path,
        "tag": notice.match_id or f"{notice.event}-{notice.pk}",
        "waiting": waiting_turns(notice.user).count(),
    }


def _hand_over(session: requests.Session, device: Device, data: str, notice: Notification) -> None:
    webpush(
        {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
        data,
        vapid_private_key=vapid.private_key(),
        vapid_claims={"sub": vapid.contact()},
        ttl=STAYS,
        timeout=TIMEOUT,
        headers={"Urgency": "high" if notice.event in URGENT else "normal"},
        requests_session=session,
    )


def _trouble(refusal: WebPushException) -> DeliveryFailure:
    status = refusal.status_code
    if status in (404, 410):
        return Gone()
    if status is None:  # the keys of the device are none
        return PermanentFailure("refused", str(refusal.message))
    if status == 429 or status >= 500:
        return DeliveryFailure("busy", str(status))
    return PermanentFailure("refused", str(status))
