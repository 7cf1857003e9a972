"""Sending to a push service (RFC 8030), encrypted for the browser (RFC 8291)."""

from __future__ import annotations

import json

import requests
from pywebpush import WebPushException, webpush

from accounts.hooks import JsonObject
from games.notifications.channels.push import vapid
from games.notifications.channels.push.endpoints import check_endpoint, guarded_session
from games.notifications.errors import DeliveryFailure, Gone, PermanentFailure, RefusedPlace
from games.notifications.models import Device

TIMEOUT = 10  # seconds, for reaching the service and again for its answer
STAYS = 12 * 3600  # seconds that the service keeps it for a device that is off


def send(device: Device | None, payload: JsonObject, *, urgent: bool, stays: int = STAYS) -> None:
    """Send the payload to the device; raises Gone for an ended subscription, or another DeliveryFailure."""
    if device is None:
        raise PermanentFailure("no-device")
    check_endpoint(device.endpoint)
    try:
        with guarded_session() as session:
            _hand_over(session, device, json.dumps(payload), urgent, stays)
    except WebPushException as refusal:
        raise _failure(refusal) from None
    except (requests.TooManyRedirects, requests.exceptions.InvalidSchema):
        raise PermanentFailure("forbidden") from None
    except requests.RequestException as fault:
        raise DeliveryFailure("unreachable", type(fault).__name__) from None


def _hand_over(session: requests.Session, device: Device, data: str, urgent: bool, stays: int) -> None:
    webpush(
        {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
        data,
        vapid_private_key=vapid.private_key(),
        vapid_claims={"sub": vapid.contact()},
        ttl=stays,
        timeout=TIMEOUT,
        headers={"Urgency": "high" if urgent else "normal"},
        requests_session=session,
    )


def _failure(refusal: WebPushException) -> DeliveryFailure:
    status = refusal.status_code
    if status in (404, 410):
        return Gone()
    if status is None:  # the keys of the device are none
        return RefusedPlace(str(refusal.message))
    if status in (400, 401, 403):  # such as a subscription with a former key of the site
        return RefusedPlace(str(status))
    if status == 429 or status >= 500:
        return DeliveryFailure("busy", str(status))
    return PermanentFailure("refused", str(status))
