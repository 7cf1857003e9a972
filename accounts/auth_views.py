"""Signing up and in as allauth does it, but open to guests, who are signed in already."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_login_redirect_url
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from accounts.forms import LoginForm, SignupForm
from accounts.models import User
from accounts.sessions import end_session


class OpenToGuests:
    """Sends whoever has an account already on their way."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """The page, or the way on."""
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(get_login_redirect_url(request))
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]  # a view follows
        return answer


class SignupView(OpenToGuests, allauth.SignupView):
    """A new player; a guest keeps the row, and so the matches."""

    form_class = SignupForm

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Signs up, or says that somebody was quicker with this name."""
        try:
            answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            answer = self.form_invalid(form)
        return answer


class LoginView(OpenToGuests, allauth.LoginView):
    """Signing in. Whoever was a guest before leaves that guest behind, to be forgotten in time."""

    form_class = LoginForm

    def form_valid(self, form: LoginForm) -> HttpResponse:
        """Signs in; pages that are still open as the guest load again."""
        guests_session = self.request.session.session_key
        answer: HttpResponse = super().form_valid(form)
        if self.request.session.session_key != guests_session:
            end_session(guests_session)
        return answer


def for_accounts(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Sends guests, who have neither password nor e-mail address, to signing up instead of to this page."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return page
