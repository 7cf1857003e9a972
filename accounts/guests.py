"""Guests: generated and chosen names, and one guest for simultaneous requests of a browser, as by a double click."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.models import GuestKey, User
from accounts.names import LONGEST, check_name, tidy_name
from accounts.player import check_free, viewer_of
from core import clock

WORDS = (
    *("Badger", "Beaver", "Bison", "Bobcat", "Camel", "Cheetah", "Comet", "Crane", "Dolphin", "Eagle"),
    *("Falcon", "Ferret", "Gecko", "Giraffe", "Hamster", "Heron", "Ibex", "Iguana", "Jackdaw", "Jaguar"),
    *("Kestrel", "Kiwi", "Koala", "Lemur", "Leopard", "Lynx", "Magpie", "Marten", "Meteor", "Narwhal"),
    *("Ocelot", "Osprey", "Otter", "Panda", "Pelican", "Penguin", "Puffin", "Quokka", "Raccoon", "Raven"),
    *("Salmon", "Seal", "Sparrow", "Swift", "Tapir", "Tiger", "Toucan", "Turtle", "Walrus", "Wombat"),
    *("Yak", "Zebra"),
)
MOMENT = timedelta(seconds=10)  # for which requests of one browser count as simultaneous
OURS = {"csrfmiddlewaretoken", "nickname"}  # fields that the page which asks again has itself


def guest_name() -> str:
    """Return a probably free name of at most 20 characters, of a form that players cannot choose."""
    return f"Guest-{secrets.choice(WORDS)}-{secrets.randbelow(9990) + 10}"


def make_guest_once(request: HttpRequest, make: Callable[[], User]) -> User:
    """Return the guest that `make` creates, or the one just created for this browser (idempotency key).

    The key is the secret in the CSRF cookie, which sign-in replaces. It is unique in the database, where a second
    request meets the key of the first one, or waits until its short transaction ends.
    """
    key = _key(request)
    if not key:
        return make()
    if guest := _just_made(key):
        return guest
    try:
        with transaction.atomic():
            guest = make()
            GuestKey.objects.filter(key=key, made_at__lt=_moment_ago()).delete()
            GuestKey.objects.create(key=key, guest=guest, made_at=clock.now())
            return guest
    except IntegrityError:
        return _just_made(key) or make()


def is_double(request: HttpRequest) -> bool:
    """Return whether another request of this browser has just created a guest."""
    key = _key(request)
    return bool(key) and _just_made(key) is not None


def delete_old_keys() -> None:
    """Delete the keys that count no longer."""
    GuestKey.objects.filter(made_at__lt=_moment_ago()).delete()


def _just_made(key: str) -> User | None:
    return User.objects.filter(guestkey__key=key, guestkey__made_at__gte=_moment_ago(), is_guest=True).first()


def _moment_ago() -> datetime:
    return clock.now() - MOMENT


def _key(request: HttpRequest) -> str:
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class NicknameForm(forms.Form):
    """The optional name of a guest, or of a visitor who is about to become one."""

    nickname = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "words", "spellcheck": "false"}),
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST)
        self.player = viewer_of(request)
        self.is_answered = is_double(request)  # by the first of two clicks, whose guest has the name by now

    def clean_nickname(self) -> str:
        """Return the name as stored; empty if there is nothing to change. Raises ValidationError."""
        name = tidy_name(self.cleaned_data["nickname"])
        if not name or self.is_answered or (self.player and (not self.player.is_guest or self.player.username == name)):
            return ""
        check_name(name)
        check_free(name, but=self.player)
        return name


def ask_again(request: HttpRequest, form: NicknameForm) -> HttpResponse:
    """Render the refused name with its error, in a form that repeats the whole request."""
    fields = [(name, value) for name in request.POST if name not in OURS for value in request.POST.getlist(name)]
    return render(request, "accounts/nickname.html", {"form": form, "fields": fields}, status=422)
