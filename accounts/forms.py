"""Forms for sign-up, sign-in, settings and account deletion."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
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
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key, tidy_name
from accounts.player import player_of
from accounts.security import use_up_code
from core.clients import languages

if TYPE_CHECKING:  # Django's own class is generic in the stubs only
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm


def fields_of(form: forms.BaseForm) -> SafeString:
    """Return the fields of a form as HTML, as in all forms of the site."""
    return SafeString(render_to_string("_form.html", {"form": form}))


class SignupForm(allauth.SignupForm):
    """Name, password and an optional e-mail address."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        _explain(self)
        self.fields["password1"].help_text = _("At least 8 characters. Not a common word, and not your name.")


class PasskeySignupForm(allauth.SignupForm):
    """Name and an optional e-mail address of a player who will sign in with a passkey and has no password."""

    field_order = ("username", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, by_passkey=True, **kwargs)
        _without_placeholders(self)
        _explain(self)
        self.fields["email"].help_text = _(
            "Your way back in if you lose the passkey, and for reminders if you want them. Never shown to others."
        )


class ProviderSignupForm(providers.SignupForm):
    """The name, and an optional e-mail address, of a player who signs in with another site."""

    field_order = ("username", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        _explain(self)


class LoginForm(allauth.LoginForm):
    """Name or e-mail address, and password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"

    def clean_login(self) -> str:
        """Return the name as stored: sign-in ignores case, accents and look-alike characters."""
        login: str = super().clean_login()
        if "@" in login:
            return login
        user = User.objects.filter(name_key=name_key(tidy_name(login))).first()
        return user.username if user else login


class ReauthenticateForm(allauth.ReauthenticateForm):
    """The password once more, before a change that decides who gets into the account."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["password"].label = _("Your password")


class CheckedCode:
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

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _label_code(self)


class FactorAgainForm(CheckedCode, factors.ReauthenticateForm):
    """A code of the authenticator app, or a recovery code, once more before a change."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _label_code(self)


class ActivateAppForm(ActivateTOTPForm):
    """The first code of a new authenticator app, which shows that it was set up."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _label_code(self)
        self.fields["code"].help_text = ""


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
        self.fields["name"].label = _("Name")
        self.fields["name"].max_length = 40
        self.fields["name"].widget.attrs["maxlength"] = "40"
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


def _explain(form: forms.BaseForm) -> None:
    """Label name and e-mail address of a sign-up."""
    name, email = form.fields["username"], form.fields["email"]
    name.label = _("Name")
    name.help_text = _("3 to 20 letters, digits, - or _. Everyone can see it.")
    email.label = _("E-mail")
    email.help_text = _("For a lost password, and for reminders if you want them. Never shown to others.")


def _label_code(form: forms.BaseForm) -> None:
    _without_placeholders(form)
    code = form.fields["code"]
    code.label = _("Code")
    code.help_text = _("Six digits from the app, or one of your recovery codes.")
    code.widget.attrs |= {"inputmode": "numeric", "maxlength": "20"}


def _languages() -> list[tuple[str, str]]:
    return [("", gettext("Like my browser")), *languages()]


class SettingsForm(_UserForm):
    """The player's settings."""

    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = [
            "language",
            "theme",
            "tiles",
            "board_size",
            "confirm",
            "sounds",
            "auto_advance",
            "lights",
            "keypad",
            "left_handed",
            "zen",
        ]
        labels = {
            "theme": _("Colours"),
            "tiles": _("Board and tiles"),
            "board_size": _("Size of the board"),
            "confirm": _("When you play a move"),
            "sounds": _("A sound when it is your turn"),
            "auto_advance": _("After my move, open the next match that waits for me"),
            "lights": _("Light up squares while I choose"),
            "keypad": _("A keypad to type a sum"),
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
            _without_placeholders(self)

    def clean_password(self) -> str:
        """Return the password if it is right; wrong ones count towards the rate limit of sign-in."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter(self.request)
        if not adapter.reauthenticate(self.request.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


def _without_placeholders(form: forms.BaseForm) -> None:
    """Remove allauth's placeholders: every field has a visible label."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
