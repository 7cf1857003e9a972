"""E-mail: one for all waiting turns, as text and HTML, with one-click unsubscribe."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from core import clock
from core.mail import Extras, SiteEmailBackend, add_html, is_permanent
from core.templatetags.wording import label_of
from core.web import absolute
from games.jobs import mail
from games.matches.models import Match
from games.matches.pages.tallies import score_of
from games.notifications.channels import Channel, Destination, preferences_of, usually_off
from games.notifications.errors import DeliveryFailure, PermanentFailure
from games.notifications.hooks import kind_of, words_of
from games.notifications.kinds import count_of, left
from games.notifications.models import Delivery, Notification, Preferences
from games.notifications.turns import waiting_turns

MOST_LISTED = 100
SALT = "games.notifications.unsubscribe"


class MailChannel(Channel):
    """E-mail to the player's confirmed address."""

    name = "mail"
    label = _("E-mail")
    reasons = {
        "no-address": _("you have no confirmed e-mail address"),
        "unsubscribed": _("you have unsubscribed from e-mail"),
    }
    digest_gap = timedelta(hours=4)
    queue = mail.QUEUE
    most_tries = 30  # over a day

    def is_allowed(self, preferences: Preferences) -> bool:
        """Return whether the player has not unsubscribed."""
        return not preferences.no_mail

    def suits(self, notification: Notification) -> bool:
        """Return False for live matches, which are over before mail is read."""
        return notification.match is None or not notification.match.is_live

    def destinations(self, players: Collection[int]) -> Mapping[int, Sequence[Destination]]:
        """Return one place for each player with a confirmed address; which one is read when it is sent."""
        confirmed = EmailAddress.objects.filter(user__in=players, verified=True)
        return {player: [Destination()] for player in confirmed.values_list("user", flat=True)}

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        """Send one e-mail about these notifications; raises DeliveryFailure or PermanentFailure."""
        player = deliveries[0].user
        if not self.is_allowed(preferences_of(player)):
            raise PermanentFailure("unsubscribed")
        address = address_of(player)
        if not address:
            raise PermanentFailure("no-address")
        for delivery in deliveries:
            delivery.place = address
        _send(address, player, [delivery.notification for delivery in deliveries], now)

    def settings(self, player: User) -> Mapping[str, object]:
        """Return the player's confirmed address."""
        return {"address": address_of(player)}

    def urlpatterns(self) -> list[URLPattern]:
        """Return the address behind the link in every e-mail."""
        return [path("unsubscribe/<str:token>/", unsubscribe, name="unsubscribe")]


def address_of(player: User) -> str:
    """Return the player's verified e-mail address; empty if there is none."""
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk").first()
    return confirmed.email if confirmed else ""


@dataclass(frozen=True)
class MailContent:
    """A mail before it has an address: subject, text, and the match that it is about, if any."""

    subject: str
    text: str
    match: Match | None
    path: str


def turns_mail(player: User, now: datetime) -> MailContent:
    """Return subject and body about all waiting turns, most urgent first."""
    matches = list(waiting_turns(player).select_related("first", "second")[:MOST_LISTED])
    turns = [_turn(player, match, now) for match in matches]
    body = render_to_string("notifications/mail_turns.txt", {"name": player.username, "turns": turns})
    first = matches[0] if matches else None
    path = reverse("matches:match", args=[first.pk]) if first else reverse("lobby:lobby")
    return MailContent(count_of(len(turns)), body, first, path)


def notification_mail(notification: Notification, now: datetime) -> MailContent:
    """Return subject and body about one notification."""
    words = words_of(notification, now)
    facts = {"name": notification.user.username, "words": words, "address": absolute(words.path)}
    return MailContent(
        words.title, render_to_string("notifications/mail_notification.txt", facts), notification.match, words.path
    )


def _send(address: str, player: User, notifications: list[Notification], now: datetime) -> None:
    content = (
        turns_mail(player, now)
        if MailChannel.name in kind_of(notifications[0].event).digests
        else notification_mail(notifications[0], now)
    )
    out = absolute(reverse("notifications:unsubscribe", args=[token_of(player)]))
    settings = absolute("/accounts/settings/#notifications")
    foot = render_to_string("notifications/mail_foot.txt", {"out": out, "settings": settings})
    backend = SiteEmailBackend()  # at once, as this is a job
    subject, text = f"[Numgames] {content.subject}", content.text + foot
    message = EmailMultiAlternatives(subject, text, to=[address], connection=backend)
    message.extra_headers = {"List-Unsubscribe": f"<{out}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    links = [(gettext("No more e-mail"), out), (gettext("Choose what you get"), settings)]
    add_html(message, replace(_extras(content), links=links), content.text)
    try:
        message.send()
    except SMTPException as refusal:
        kind = PermanentFailure if is_permanent(refusal) else DeliveryFailure
        raise kind("refused", str(refusal)) from None
    except OSError as fault:
        raise DeliveryFailure("unreachable", str(fault)) from None


def _extras(content: MailContent) -> Extras:
    """Return the button of the content, and the picture of its match as spectators see it."""
    url, match = absolute(content.path), content.match
    if match is None:
        return Extras(gettext("Open Numgames"), url)
    language = get_language() or "en"
    picture = absolute(reverse("discovery:match_picture", args=[language, match.pk, match.ply]))
    score = score_of(match)
    first, second = (f"{number} {score.unit}".strip() for number in score.numbers)
    alt = label_of(match.game_name, f"{match.first} {first}, {match.second} {second}")
    return Extras(gettext("To the match"), url, picture, alt)


def _turn(player: User, match: Match, now: datetime) -> dict[str, str]:
    seat = match.seat_of(player)
    return {
        "game": match.game_name,
        "opponent": str(match.player(seat.other)) if seat else "",
        "left": left(match, now),
        "address": absolute(reverse("matches:match", args=[match.pk])),
    }


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
