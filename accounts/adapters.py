"""The site's adapters of django-allauth: accounts, second factors, sign-in with another site, and sentences.

Each request to another site carries a nonce, which its id token must repeat, so that an id token that was issued for
another sign-in cannot be replayed (OpenID Connect Core 1.0, 3.1.2.1 and 3.1.3.7).
"""

from __future__ import annotations

import base64
import hashlib
import logging
import secrets
from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import Protocol

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthError, Provider
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import connection, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language, gettext, gettext_noop, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from requests import RequestException, Session

from accounts.models import NAME_TAKEN, User
from accounts.names import check_name, tidy_name
from accounts.player import check_free, for_player
from accounts.sessions import end_session
from accounts.templatetags.onward import onward
from core.clients import device_name, parsed_address
from core.clock import browser_zone, moment
from core.mail import Extras, add_html

BUTTONS = {  # the names that allauth gives to the address in a mail, and what the button for it says
    "activate_url": _("Confirm e-mail address"),
    "password_reset_url": _("Choose a new password"),
    "signup_url": _("Sign up"),
}

logger = logging.getLogger(__name__)
NONCE = "nonce"
NONCE_BYTES = 32
PASSWORDS = (
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
    gettext_noop("Forgot your password?"),
)
LENGTHS = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)
NOTICES = (
    gettext_noop("You are receiving this mail because the following change was made to your account:"),
    gettext_noop(
        "If you do not recognize this change then please take proper security precautions immediately. The change to"
        " your account originates from:\n\n- IP address: %(ip)s\n- Browser: %(user_agent)s\n- Date: %(timestamp)s"
    ),
    gettext_noop("Your email has been confirmed."),
    gettext_noop("Your email has been changed from %(from_email)s to %(to_email)s."),
    gettext_noop("Email address %(deleted_email)s has been removed from your account."),
    gettext_noop("Your password has been reset."),
    gettext_noop("Your password has been set."),
    gettext_noop("Your password has been changed."),
    gettext_noop("Email"),
    gettext_noop("Email Changed"),
    gettext_noop("Email Confirmation"),
    gettext_noop("Email Removed"),
    gettext_noop("Password Changed"),
    gettext_noop("Password Reset"),
    gettext_noop("Password Set"),
    gettext_noop("A new set of Two-Factor Authentication recovery codes has been generated."),
    gettext_noop("New Recovery Codes Generated"),
    gettext_noop("Authenticator app activated."),
    gettext_noop("Authenticator App Activated"),
    gettext_noop("Authenticator app deactivated."),
    gettext_noop("Authenticator App Deactivated"),
    gettext_noop("A new security key has been added."),
    gettext_noop("Security Key Added"),
    gettext_noop("A security key has been removed."),
    gettext_noop("Security Key Removed"),
    gettext_noop("A third-party account from %(provider)s has been connected to your account."),
    gettext_noop("Third-Party Account Connected"),
    gettext_noop("A third-party account from %(provider)s has been disconnected from your account."),
    gettext_noop("Third-Party Account Disconnected"),
)
REFUSALS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("No file was submitted."),
    gettext_noop("The submitted file is empty."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Incorrect password."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("Please type your current password."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop(
        "An account already exists with this email address. Please sign in to that account first, "
        "then connect your %s account."
    ),
    gettext_noop("You cannot disconnect your last remaining third-party account."),
    gettext_noop("The third-party account is already connected to a different account."),
    gettext_noop("The third-party account has been connected."),
    gettext_noop("The third-party account has been disconnected."),
    gettext_noop("Your account has no password set up."),
    gettext_noop("Your account has no verified email address."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
)


class HasAddress(Protocol):
    """A confirmation of an e-mail address, of any of allauth's classes for it."""

    email_address: EmailAddress


class AccountAdapter(DefaultAccountAdapter):
    """The adapter: rules for names, conversion of guests into accounts, and mail as HTML."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong e-mail address or password."),
        "username_taken": NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name in the form it is stored in. Raises ValidationError if it is not allowed or taken."""
        name = tidy_name(username)
        check_name(name)
        if not shallow:
            user = getattr(self.request, "user", None)
            check_free(name, but=user if isinstance(user, User) and user.is_guest else None)  # who keeps the nickname
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

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and reload the pages that are still open as another user, such as a guest."""
        former, key = request.user.pk, request.session.session_key
        super().login(request, user)
        if former and former != user.pk:
            end_session(key)

    def is_safe_url(self, url: str) -> bool:
        """Return whether forms and links may redirect to this URL: a path or address of this site, no view name."""
        return ("/" in url) and bool(super().is_safe_url(url))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address. Raises PermissionDenied if it is not known.

        One of IPv4 is returned as such: allauth would limit all that are written as IPv6 together, as one network.
        """
        return str(parsed_address(super().get_client_ip(request)))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the settings, which link to the form."""
        return reverse("accounts:settings")

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show the reason why the account is closed; called only after the right password was given."""
        return render(request, "account/account_inactive.html", {"person": user}, status=403)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: HasAddress, signup: bool) -> None:
        """Send the link that confirms an address; if it is confirmed for another account, tell its owner so instead."""
        claim = emailconfirmation.email_address
        if claim.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(claim.email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send the mail in its reader's language."""
        user = context.get("user")
        with for_player(user, otherwise=get_language() or "en") if isinstance(user, User) else nullcontext():
            values = {name: moment(one) if isinstance(one, datetime) else one for name, one in context.items()}
            super().send_mail(template_prefix, email, values)

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, object], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Return the mail as text and as HTML; the address in it that is to be opened becomes a button."""
        message: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        if isinstance(message, EmailMultiAlternatives) and not message.alternatives:
            name = next((one for one in BUTTONS if context.get(one)), "")
            extras = Extras(str(BUTTONS[name]), str(context[name])) if name else Extras()
            add_html(message, extras)
        return message


class FactorAdapter(DefaultMFAAdapter):
    """The adapter for second factors: named after the player, and encrypted in the database."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("Wrong code or passkey. A code from the app works once, for 30 seconds."),
    }

    def _get_user_identifier(self, user: User) -> str:
        """Return the name, not the e-mail address: it is shown in the app and in the device's list of passkeys."""
        return user.username

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the browser's name for a new passkey."""
        return device_name(context.request.headers.get("User-Agent", "")) or gettext("Passkey")

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with a key derived from SECRET_KEY, so that a copied database opens no account."""
        return _ciphers().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. Raises InvalidToken if it was encrypted under an unknown SECRET_KEY."""
        return _ciphers().decrypt(encrypted_text.encode()).decode()


def _ciphers() -> MultiFernet:
    keys = [str(settings.SECRET_KEY), *map(str, settings.SECRET_KEY_FALLBACKS)]
    digests = [hashlib.sha256(f"numgames.factors:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


class NonceProvider(OpenIDConnectProvider):
    """OpenID Connect with a nonce in the request, kept in the state of the sign-in."""

    def get_redirect_from_request_kwargs(self, request: HttpRequest) -> dict[str, object]:
        """Return what the redirect to the provider is built from; what is not known to it is kept in the state."""
        kwargs: dict[str, object] = super().get_redirect_from_request_kwargs(request)
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        params = kwargs.get("auth_params")
        auth_params = {**params, NONCE: nonce} if isinstance(params, dict) else {NONCE: nonce}
        return {**kwargs, "auth_params": auth_params, NONCE: nonce}

    def redirect_from_request(self, request: HttpRequest) -> HttpResponse:
        """Return the redirect to the other site, or the page of a failed sign-in if that site does not answer."""
        try:
            answer: HttpResponse = super().redirect_from_request(request)
        except (RequestException, ValueError) as fault:
            logger.warning("The other site cannot be asked: %s", type(fault).__name__)
            answer = render_authentication_error(request, self, exception=fault)
        return answer


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The adapter for sign-in with another site."""

    def get_requests_session(self) -> Session:
        """Return what asks the other site; give the thread's connection back to the pool, as that site may hang."""
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        session: Session = super().get_requests_session()
        return session

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Provider:
        """Return the provider, one that sends a nonce if it speaks OpenID Connect."""
        original = super().get_provider(request, provider, client_id)
        return NonceProvider(request, app=original.app) if isinstance(original, OpenIDConnectProvider) else original

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Provider,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Have the page for a player who declined lead on, as the page of all other errors does by its `state`."""
        if error == AuthError.CANCELLED:
            page = (extra_context or {}).get("state", {}).get("next")
            raise ImmediateHttpResponse(redirect(onward("socialaccount_login_cancelled", page)))

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Check the nonce. Raises PermissionDenied, which allauth answers with its page of a failed sign-in."""
        id_token = sociallogin.account.extra_data.get("id_token") or {}
        nonce, claim = sociallogin.state.get(NONCE), id_token.get(NONCE)
        if not (isinstance(nonce, str) and isinstance(claim, str) and constant_time_compare(nonce, claim)):
            raise PermissionDenied
