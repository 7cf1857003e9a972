"""Partials in the slots of other apps: the chat of a match, and the relations to one player."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from django.db.models import Exists, QuerySet
from django.urls import reverse

from accounts.models import User
from core.hooks import Context
from core.live.partials import LivePartial
from games.matches.models import Match
from games.social import services
from games.social.chat import Chat, Talk, chat_of
from games.social.following import MOST_LISTED, followers_of
from games.social.models import ChatSettings, Favourite, ModerationAction, Mute
from games.social.services import check_chat, form_of_chat

Some = TypeVar("Some", Favourite, Mute)


def _chat_inputs(match: Match, viewer: User | None) -> Context | None:
    chat = chat_of(match, viewer)
    return {"chat": chat} if chat else None


# The messages of a match that the viewer may read.
CHAT: LivePartial[Match, User | None] = LivePartial(
    services.CHAT, "social/_chat_messages.html", _chat_inputs, key=lambda inputs: inputs["chat"].key
)


# The comments on a page, as one viewer reads them; one script sends what is written in any chat.
COMMENTS: LivePartial[Talk, User | None] = LivePartial(
    services.CHAT,
    "social/_chat_messages.html",
    lambda talk, _viewer: {"chat": talk},
    key=lambda inputs: inputs["chat"].key,
)


def message_form_context(match: Match, viewer: User, chat: Chat | None) -> dict[str, object]:
    """Return the context of the message form."""
    token = f"{match.pk}.{chat.latest if chat else 0}"
    return form_of_chat(partial(check_chat, match, viewer), token, reverse("social:chat", args=[match.pk]))


def _viewer(page: Context) -> User | None:
    user = page.get("user")
    return user if isinstance(user, User) else None


def chat_button(page: Context) -> Context | None:
    """Return an empty context if the page has the drawer of the chat, which the button opens; else None."""
    match, viewer = page["match"], _viewer(page)
    seat = match.seat_of(viewer)
    alone = viewer is None or (seat and match.player(seat.other).is_computer)
    return None if alone else {}


def chat_drawer(page: Context) -> Context | None:
    """Return the chat and its form, for a viewer who may read it."""
    match, viewer = page["match"], _viewer(page)
    messages = CHAT.of(match, viewer)
    if messages is None or viewer is None:
        return None
    chat: Chat = messages.inputs["chat"]
    context = {"open": page["request"].GET.get("chat") == "open", "chat": chat, "chat_messages": messages}
    return context | message_form_context(match, viewer, chat)


def voided(page: Context) -> Context | None:
    """Return the moderation action that voided the match, for its players."""
    match: Match = page["match"]
    if match.voided_at is None or page["board_view"].seat is None:
        return None
    action = ModerationAction.objects.filter(match=match, kind=ModerationAction.Kind.VOID).order_by("pk").first()
    return {"action": action} if action else None


def why_closed(page: Context) -> Context | None:
    """Return the moderation action that closed the account."""
    action = ModerationAction.objects.filter(whom=page["person"], kind=ModerationAction.Kind.CLOSE).first()
    return {"action": action} if action else None


def acquaintance(page: Context) -> Context | None:
    """Return whether the viewer follows or mutes this player and is followed by them; queried once for a request."""
    viewer, person, request = _viewer(page), page["person"], page["request"]
    if viewer is None or viewer == person:
        return None
    if not hasattr(request, "acquaintance"):
        request.acquaintance = User.objects.values(
            followed=Exists(Favourite.objects.filter(by=viewer, of=person)),
            muted=Exists(Mute.objects.filter(by=viewer, of=person)),
            follows_you=Exists(followers_of(viewer).filter(pk=person.pk)),
        ).get(pk=viewer.pk)
    relation: Context = request.acquaintance
    return relation


def followers(page: Context) -> Context | None:
    """Return how many players follow this one, and whether this one follows the viewer."""
    person: User = page["person"]
    if person.is_computer:
        return None
    return {"followers": followers_of(person).count(), **(acquaintance(page) or {})}


def settings_panel(page: Context) -> Context | None:
    """Return the viewer's chat settings, and the players they follow and mute."""
    viewer = _viewer(page)
    if viewer is None:
        return None
    return {
        "chat_settings": ChatSettings.objects.filter(user=viewer).first() or ChatSettings(user=viewer),
        "favourites": [relation.of for relation in _known(Favourite.objects.all(), viewer)],
        "mutes": [relation.of for relation in _known(Mute.objects.all(), viewer)],
    }


def _known(relations: QuerySet[Some], by: User) -> QuerySet[Some]:
    rows = relations.filter(by=by, of__is_active=True).select_related("of")
    return rows.order_by("of__name_key")[:MOST_LISTED]
