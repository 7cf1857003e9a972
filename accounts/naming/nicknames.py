"""Nicknames: guests may choose a name, by the rules for names of accounts."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.guests import is_double
from accounts.models import User
from accounts.names import LONGEST, check_name, tidy_name
from accounts.naming.retired_names import check_free

OURS = {"csrfmiddlewaretoken", "nickname"}  # fields that the page which asks again has itself


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
        self.player = request.user if isinstance(request.user, User) else None
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
    form.fields["nickname"].widget.attrs["autofocus"] = True
    fields = [(name, value) for name in request.POST if name not in OURS for value in request.POST.getlist(name)]
    return render(request, "accounts/nickname.html", {"form": form, "fields": fields}, status=422)
