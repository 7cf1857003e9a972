"""One-click unsubscription from e-mail (RFC 8058)."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from core import clock
from games.notifications.models import Delivery, Preferences
from games.notifications.preferences import usually_off

SALT = "games.notifications.unsubscribe"


def token_of(player: User) -> str:
    """Return the signed token of a player's unsubscribe link, which never expires."""
    return signing.dumps(player.pk, salt=SALT)


def player_of_token(token: str) -> User | None:
    """Return the player of the token; None if it is invalid."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT), is_active=True).first()
    except signing.BadSignature:
        return None


def stop_mail(user: User) -> None:
    """Unsubscribe the player from e-mail about matches, until preferences are saved again."""
    values = {"no_mail": True}
    Preferences.objects.update_or_create(user=user, defaults=values, create_defaults={"off": usually_off(), **values})
    deliveries = Delivery.objects.filter(user=user, channel="mail", status=Delivery.Status.QUEUED)
    deliveries.update(status=Delivery.Status.STALE, ended_at=clock.now())


@csrf_exempt  # mail programs post here for their readers; the token is signed
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, and by POST unsubscribe the player of the signed link from e-mail."""
    player = player_of_token(token)
    if player and request.method == "POST":
        stop_mail(player)
    context = {"player": player, "done": request.method == "POST"}
    return render(request, "notifications/unsubscribe.html", context, status=200 if player else 404)
