"""The site's django-allauth adapter."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from smtplib import SMTPException

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
    """The adapter: rules for names, conversion of guests into accounts, and mail that may fail."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and this password do not belong together."),
        "email_password_mismatch": _("This e-mail address and this password do not belong together."),
        "username_taken": NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name in the form it is stored in. Raises ValidationError if it is not allowed or taken."""
        name = tidy_name(username)
        check_name(name)
        if not shallow and name_taken(name):
            raise ValidationError(NAME_TAKEN, code="taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """Return a new user, or a copy of the signed-in guest: if saving fails, the page still shows the guest."""
        if not request.user.is_authenticated:
            return User()
        return User.objects.filter(pk=request.user.pk, is_guest=True).first() or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Save the new account. Raises IntegrityError if the name was taken by a concurrent request."""
        super().save_user(request, user, form, commit=False)
        user.is_guest = False
        user.last_language, user.last_zone = get_language() or "", browser_zone(request.COOKIES) or user.last_zone
        if commit:
            with transaction.atomic():
                user.save()
        return user

    def is_safe_url(self, url: str) -> bool:
        """Return whether forms and links may redirect to this URL: a path or address of this site, no view name."""
        return ("/" in url) and bool(super().is_safe_url(url))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the settings, which link to the form."""
        return reverse("accounts:settings")

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show the reason why the account is closed; called only after the right password was given."""
        return render(request, "account/account_inactive.html", {"person": user}, status=403)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send the mail in its reader's language; a mail server that is down does not prevent a sign-up."""
        try:
            with _localized_for(context.get("user")):
                told = {name: moment(one) if isinstance(one, datetime) else one for name, one in context.items()}
                super().send_mail(template_prefix, email, told)
        except (OSError, SMTPException):
            logger.exception("An e-mail could not be sent: %s", template_prefix)
            messages.error(self.request, gettext("The e-mail could not be sent. Please try again later."))


def _localized_for(user: object) -> AbstractContextManager[None]:
    """Activate language and time zone of the recipient's account; without an account keep those of the request."""
    return for_player(user, otherwise=get_language() or "en") if isinstance(user, User) else nullcontext()


def name_taken(name: str) -> bool:
    """Return whether a player has this name or one that looks like it."""
    return User.objects.filter(name_key=name_key(name)).exists()
