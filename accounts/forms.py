"""Forms for sign-up, sign-in, settings and account deletion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.languages import languages
from accounts.models import User
from accounts.names import name_key, tidy_name
from accounts.player import player_of

if TYPE_CHECKING:  # Django's own class takes no type while it runs
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm


class SignupForm(allauth.SignupForm):
    """Name, password and an optional e-mail address."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        name, email = self.fields["username"], self.fields["email"]
        name.label = _("Name")
        name.help_text = _("3 to 20 letters, digits, - or _. Everybody sees it.")
        email.label = _("E-mail")
        email.help_text = _("For a lost password, and reminders if you want them. Nobody sees it.")


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


def _languages() -> list[tuple[str, str]]:
    return [("", gettext("Like my browser")), *languages()]


class SettingsForm(_UserForm):
    """The player's settings."""

    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ["language", "theme", "confirm", "sounds"]
        labels = {
            "theme": _("Colours"),
            "confirm": _("When you play a move"),
            "sounds": _("A sound when it is your turn"),
        }
        widgets = {"theme": forms.RadioSelect, "confirm": forms.RadioSelect}


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
