"""How django-allauth deals with our people."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.localization import for_player
from accounts.models import NAME_TAKEN, User
from accounts.names import check_name, name_key, tidy_name
from accounts.zones import browser_zone, moment

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Our rules for names, guests who become players, and mail that may fail."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and this password do not belong together."),
        "email_password_mismatch": _("This e-mail address and this password do not belong together."),
        "username_taken": NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is kept. Raises ValidationError with the reason if nobody may have it, or somebody has."""
        name = tidy_name(username)
        check_name(name)
        if not shallow and name_taken(name):
            raise ValidationError(NAME_TAKEN, code="taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """A new row, or a guest's own, read afresh: should saving fail, the page still shows the guest."""
        if not request.user.is_authenticated:
            return User()
        return User.objects.filter(pk=request.user.pk, is_guest=True).first() or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Saves who signs up. Raises IntegrityError when somebody else just took the name."""
        super().save_user(request, user, form, commit=False)
        user.is_guest = False
        user.last_language, user.last_zone = get_language() or "", browser_zone(request.COOKIES) or user.last_zone
        if commit:
            with transaction.atomic():
                user.save()
        return user

    def is_safe_url(self, url: str) -> bool:
        """Return whether a form or a link may redirect there: a path or an address of this site, no view name."""
        return ("/" in url) and bool(super().is_safe_url(url))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to where the link to the page was."""
        return reverse("accounts:settings")

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Tells whoever signs in to a closed account, and knew its password, that it is closed, and why."""
        return render(request, "account/account_inactive.html", {"person": user}, status=403)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send it as its reader reads; a mail server that is down keeps nobody from signing up."""
        try:
            with _written_for(context.get("user")):
                told = {name: moment(one) if isinstance(one, datetime) else one for name, one in context.items()}
                super().send_mail(template_prefix, email, told)
        except (OSError, SMTPException):
            logger.exception("An e-mail could not be sent: %s", template_prefix)
            messages.error(self.request, gettext("The e-mail could not be sent. Please try again later."))


def _written_for(user: object) -> AbstractContextManager[None]:
    """Use the language and zone of the account the mail is about; without one those of the request stay."""
    return for_player(user, otherwise=get_language() or "en") if isinstance(user, User) else nullcontext()


def name_taken(name: str) -> bool:
    """Whether somebody has this name, or one that looks like it."""
    return User.objects.filter(name_key=name_key(name)).exists()
