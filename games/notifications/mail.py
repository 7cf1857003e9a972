"""E-mail: one for all waiting turns, plain text, with one-click unsubscribe."""

from __future__ import annotations

from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.notifications.errors import DeliveryFailure, PermanentFailure
from games.notifications.models import Event, Notification
from games.notifications.turns import waiting_turns
from games.notifications.wording import absolute, count_of, left, words_of

SALT = "games.notifications.unsubscribe"
MOST_LISTED = 100


def send(address: str, player: User, notifications: list[Notification], now: datetime) -> None:
    """Send one e-mail about these notifications; raises DeliveryFailure or PermanentFailure."""
    message = turns_mail(player, now) if notifications[0].event == Event.TURN else notice_mail(notifications[0], now)
    message.to = [address]
    out = absolute(reverse("notifications:unsubscribe", args=[token_of(player)]))
    message.extra_headers = {"List-Unsubscribe": f"<{out}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message.body += render_to_string(
        "notifications/mail_foot.txt", {"out": out, "settings": absolute("/accounts/settings/")}
    )
    try:
        message.send()
    except SMTPRecipientsRefused as refusal:
        raise PermanentFailure("refused", str(refusal)) from None
    except SMTPException as fault:
        raise DeliveryFailure("refused", str(fault)) from None
    except OSError as fault:
        raise DeliveryFailure("unreachable", str(fault)) from None


def turns_mail(player: User, now: datetime) -> EmailMessage:
    """Return subject and body about all waiting turns, most urgent first."""
    matches = list(waiting_turns(player).select_related("first", "second")[:MOST_LISTED])
    turns = [_turn(player, match, now) for match in matches]
    body = render_to_string("notifications/mail_turns.txt", {"name": player.username, "turns": turns})
    return EmailMessage(subject=f"[Numgames] {count_of(len(turns))}", body=body)


def notice_mail(notice: Notification, now: datetime) -> EmailMessage:
    """Return subject and body about one notification."""
    words = words_of(notice, now)
    facts = {"name": notice.user.username, "words": words, "address": absolute(words.path)}
    return EmailMessage(
        subject=f"[Numgames] {words.title}", body=render_to_string("notifications/mail_notice.txt", facts)
    )


def token_of(player: User) -> str:
    """Return the signed token of a player's unsubscribe link, which never expires."""
    return signing.dumps(player.pk, salt=SALT)


def player_of_token(token: str) -> User | None:
    """Return the player of the token; None if it is invalid."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT), is_active=True).first()
    except signing.BadSignature:
        return None


def _turn(player: User, match: Match, now: datetime) -> dict[str, str]:
    seat = match.seat_of(player)
    return {
        "game": match.game_name,
        "opponent": match.player(seat.other).username if seat else "",
        "left": left(match, now),
        "address": absolute(reverse("matches:match", args=[match.pk])),
    }
