"""The social part of an account deletion: texts are erased; quick-chat phrases are impersonal and stay."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from core import clock
from games.social import live
from games.social.models import ChatSettings, Favourite, Message, Mute, Report


def delete_social_data(user: User) -> None:
    """Erase this user's texts, follows and mutes. Opponents still see that a message was sent."""
    texts = Message.objects.filter(author=user).exclude(text="")
    matches = set(texts.values_list("match_id", flat=True))
    with transaction.atomic():
        texts.update(text="", erased_at=clock.now())
        Report.objects.filter(by=user).update(story="")
        for relation in (Favourite, Mute):
            relation.objects.filter(Q(by=user) | Q(of=user)).delete()
        ChatSettings.objects.filter(user=user).delete()
    for match_id in matches:
        transaction.on_commit(partial(live.announce, match_id))
