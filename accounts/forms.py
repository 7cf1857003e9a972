"""Forms for sign-up, sign-in, settings and account deletion."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from allauth.account.internal.userkit import filter_users_by_email
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base import forms as factors
from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.socialaccount import forms as providers
from django import forms
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key, tidy_name
from accounts.player import player_of
from accounts.security import DAYS, scopes_of, use_up_code
from core.clients import languages


def fields_of(form: forms.BaseForm) -> SafeString:
    """Return the fields of a form as HTML, as in all forms of the site."""
    return SafeString(render_to_string("_form.html", {"form": form}))


class WordedForm:
    """A mixin for forms of allauth: our own labels and help, and no placeholders, as every label is visible."""

    labels: ClassVar[dict[str, object]] = {}
    help_texts: ClassVar[dict[str, object]] = {}
    attributes: ClassVar[dict[str, dict[str, str]]] = {}  # of the widgets
    fields: dict[str, forms.Field]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs |= self.attributes.get(name, {})
            field.label = self.labels.get(name, field.label)  # type: ignore[assignment]  # lazy
            field.help_text = self.help_texts.get(name, field.help_text)  # type: ignore[assignment]  # lazy


class NewAccountForm(WordedForm):
    """A mixin for sign-ups."""

    field_order = ("username", "password1", "email")
    labels: ClassVar[dict[str, object]] = {"username": _("Name"), "email": _("E-mail")}
    help_texts: ClassVar[dict[str, object]] = {
        "username": _("3 to 20 letters, digits, - or _. Everyone can see it."),
        "password1": _("At least 8 characters. Not a common word, and not your name."),
        "email": _("For a lost password, and for reminders if you want them. Never shown to others."),
    }


class SignupForm(NewAccountForm, allauth.SignupForm):
    """Name, password and an optional e-mail address."""


class PasskeySignupForm(NewAccountForm, allauth.SignupForm):
    """Name and an optional e-mail address of a player who will sign in with a passkey and has no password."""

    help_texts: ClassVar[dict[str, object]] = NewAccountForm.help_texts | {
        "email": _(
            "Your way back in if you lose the passkey, and for reminders if you want them. Never shown to others."
        )
    }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, by_passkey=True, **kwargs)


class ProviderSignupForm(NewAccountForm, providers.SignupForm):
    """The name, and an optional e-mail address, of a player who signs in with another site."""


class LoginForm(WordedForm, allauth.LoginForm):
    """Name or e-mail address, and password."""

    labels: ClassVar[dict[str, object]] = {"login": _("Name or e-mail")}
    attributes: ClassVar[dict[str, dict[str, str]]] = {"login": {"autocomplete": "username"}}

    def clean_login(self) -> str:
        """Return the name as stored: sign-in ignores case, accents and look-alike characters."""
        login: str = super().clean_login()
        if "@" in login:
            return login
        user = User.objects.filter(name_key=name_key(tidy_name(login))).first()
        return user.username if user else login

    def user_credentials(self) -> dict[str, str]:
        """Return the name of the account, also of one whose address was typed, and the password.

        An attempt thus computes one hash, whether or not the address is known and however many accounts claim it. Of
        those that have not confirmed it, it opens the oldest.
        """
        login = self.cleaned_data["login"]
        users = filter_users_by_email(login, prefer_verified=True, for_login=True) if "@" in login else []
        name = min(users, key=lambda user: user.pk).username if users else login
        return {"username": name, "password": self.cleaned_data["password"]}


class ReauthenticateForm(WordedForm, allauth.ReauthenticateForm):
    """The password once more, before a change that decides who gets into the account."""

    labels: ClassVar[dict[str, object]] = {"password": _("Your password")}


class CodeForm(WordedForm):
    """A mixin for forms with a code."""

    labels: ClassVar[dict[str, object]] = {"code": _("Code")}
    help_texts: ClassVar[dict[str, object]] = {"code": _("Six digits from the app, or one of your recovery codes.")}
    attributes: ClassVar[dict[str, dict[str, str]]] = {"code": {"inputmode": "numeric", "maxlength": "20"}}


class CheckedCode(CodeForm):
    """A mixin that accepts a TOTP code of the app, or one of our own recovery codes instead of allauth's."""

    user: User
    cleaned_data: dict[str, str]
    authenticator: Authenticator

    def clean_code(self) -> str:
        """Return the code if it is right, and use up a recovery code. Raises ValidationError; attempts are limited."""
        clear_failures = check_rate_limit(self.user)
        code = self.cleaned_data["code"]
        factors_here = {one.type: one for one in Authenticator.objects.filter(user=self.user)}
        app, codes = (factors_here.get(kind) for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES))
        if app and app.wrap().validate_code(code):
            self.authenticator = app
        elif codes and use_up_code(codes, code):
            self.authenticator = codes
        else:
            if app or codes:
                self._emit_authentication_failed(app or codes)  # type: ignore[attr-defined]  # a form follows
            raise get_mfa_adapter().validation_error("incorrect_code")
        self.authenticator.user = self.user
        clear_failures()
        return code


class FactorForm(CheckedCode, factors.AuthenticateForm):
    """A code of the authenticator app, or a recovery code, at sign-in."""


class FactorAgainForm(CheckedCode, factors.ReauthenticateForm):
    """A code of the authenticator app, or a recovery code, once more before a change."""


class ActivateAppForm(CodeForm, ActivateTOTPForm):
    """The first code of a new authenticator app, which shows that it was set up."""

    help_texts: ClassVar[dict[str, object]] = {"code": ""}


class SafeCredential:
    """A mixin that refuses malformed WebAuthn responses, on which allauth and fido2 raise errors of many types."""

    def clean_credential(self) -> object:
        """Return what allauth has read from the response. Raises ValidationError."""
        with _refusing_garbage():
            return super().clean_credential()  # type: ignore[misc]  # a form follows


class PasskeyForm(SafeCredential, AuthenticateWebAuthnForm):
    """A passkey as second factor."""


class PasskeyAgainForm(SafeCredential, ReauthenticateWebAuthnForm):
    """A passkey once more before a change."""


class PasskeyLoginForm(SafeCredential, LoginWebAuthnForm):
    """A passkey instead of name and password."""


class AddPasskeyForm(AddWebAuthnForm):
    """The name of a new passkey."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(label=_("Name"), max_length=40, required=False)
        self.fields.pop("passwordless", None)  # every passkey here signs in by itself

    def clean(self) -> dict[str, object]:
        """Return the fields with the new passkey. Raises ValidationError."""
        with _refusing_garbage():
            fields: dict[str, object] = super().clean()
        return fields


class FirstPasskeyForm(AddPasskeyForm):
    """The passkey that completes a sign-up. The browser names it; it can be renamed later."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget = forms.HiddenInput()


@contextmanager
def _refusing_garbage() -> Iterator[None]:
    """Turn the errors of parsers into a ValidationError."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, struct.error):
        raise get_mfa_adapter().validation_error("incorrect_code") from None


def _languages() -> list[tuple[str, str]]:
    return [("", gettext("Like my browser")), *languages()]


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """The player's settings."""

    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = (
            *("language", "theme", "tiles", "board_size", "confirm", "sounds", "auto_advance", "lights", "keypad"),
            *("large_numbers", "wide_text", "left_handed", "zen"),
        )
        labels = {
            "theme": _("Colours"),
            "tiles": _("Board and tiles"),
            "board_size": _("Size of the board"),
            "confirm": _("When you play a move"),
            "sounds": _("A sound when it is your turn"),
            "auto_advance": _("After my move, open the next match that waits for me"),
            "lights": _("Light up squares while I choose"),
            "keypad": _("A keypad to type a sum"),
            "large_numbers": _("Large numbers on board and tiles"),
            "wide_text": _("More space between letters, words and lines"),
            "left_handed": _("For the left hand"),
            "zen": _("Zen: a match shows only the board"),
        }
        help_texts = {
            "auto_advance": _("In correspondence matches, as soon as you have seen your move."),
            "lights": _("They show what the rules allow, not what is best. Everyone has them in every match."),
            "keypad": _("In games with sums: shows every place where a sum fits, and its points."),
            "left_handed": _("Tiles and buttons are on the left."),
            "zen": _("Only the board, your tiles, buttons, names, points and clocks."),
        }
        widgets = dict.fromkeys(("theme", "tiles", "board_size", "confirm"), forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # handed on to Django as they are
        super().__init__(*args, **kwargs)
        for name in ("tiles", "board_size"):
            self.fields[name].required = False  # a page from before the update sends neither: they stay as they are


class DeletionForm(forms.Form):
    """Confirmation of an account deletion: the password, or for a guest the button alone."""

    def __init__(self, request: HttpRequest, data: Mapping[str, object] | None) -> None:
        super().__init__(data)
        self.request = request
        if player_of(request).has_usable_password():
            self.fields["password"] = PasswordField(label=_("Your password"), autocomplete="current-password")
            self.fields["password"].widget.attrs.pop("placeholder")

    def clean_password(self) -> str:
        """Return the password if it is right; wrong ones count towards the rate limit of sign-in."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter(self.request)
        if not adapter.reauthenticate(self.request.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


class TokenForm(forms.Form):
    """The form for a new access token; a link may fill it in: `?name=…&scopes=… …`."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("Which program will use it"))
    scopes = forms.MultipleChoiceField(label=_("It may"), widget=forms.CheckboxSelectMultiple, required=False)
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=lambda: [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS],
        initial=90,
    )

    def __init__(
        self, user: User, data: Mapping[str, str] | None = None, *, query: Mapping[str, str] | None = None
    ) -> None:
        """Offer what a token of this account can have; `query` is that of a link."""
        query = query or {}
        filled = {"name": query.get("name", "")[:60], "scopes": query.get("scopes", "").split()}
        super().__init__(data, initial=filled)
        cast(forms.MultipleChoiceField, self.fields["scopes"]).choices = list(scopes_of(user).items())
