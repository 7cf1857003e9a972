"""Sending to a push service (RFC 8030), encrypted for the browser (RFC 8291)."""

from __future__ import annotations

import json

import requests

from accounts.hooks import JsonObject
from games.notifications.channels.push import vapid
from games.notifications.channels.push.encryption import encrypt
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
        body = encrypt(json.dumps(payload).encode(), vapid.decoded(device.p256dh), vapid.decoded(device.auth))
    except ValueError as fault:  # the keys of the device are none
        raise RefusedPlace(str(fault)) from None
    headers = {
        "Authorization": vapid.authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(stays),
        "Urgency": "high" if urgent else "normal",
    }
    try:
        with guarded_session() as session:
            answer = session.post(device.endpoint, body, headers=headers, timeout=TIMEOUT)
    except (requests.TooManyRedirects, requests.exceptions.InvalidSchema):
        raise PermanentFailure("forbidden") from None
    except requests.RequestException as fault:
        raise DeliveryFailure("unreachable", type(fault).__name__) from None
    if not answer.ok:
        raise _failure(answer.status_code)


def _failure(status: int) -> DeliveryFailure:
    if status in (404, 410):
        return Gone()
    if status in (400, 401, 403):  # such as a subscription with a former key of the site
        return RefusedPlace(str(status))
    if status == 429 or status >= 500:
        return DeliveryFailure("busy", str(status))
    return PermanentFailure("refused", str(status))
