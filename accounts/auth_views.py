"""Sign-up and sign-in by allauth, also for guests, who are already signed in."""

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
    """A mixin that redirects signed-in account holders, but not guests and visitors."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the page, or a redirect for account holders."""
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(get_login_redirect_url(request))
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]  # a view follows
        return answer


class SignupView(OpenToGuests, allauth.SignupView):
    """Sign-up. A guest keeps the database row, and with it all matches."""

    form_class = SignupForm

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Create the account, or show that a concurrent request took the name."""
        try:
            answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            answer = self.form_invalid(form)
        return answer


class LoginView(OpenToGuests, allauth.LoginView):
    """Sign-in. The row of a former guest stays until it is deleted as stale."""

    form_class = LoginForm

    def form_valid(self, form: LoginForm) -> HttpResponse:
        """Sign in, and reload the pages that are still open as the guest."""
        guests_session = self.request.session.session_key
        answer: HttpResponse = super().form_valid(form)
        if self.request.session.session_key != guests_session:
            end_session(guests_session)
        return answer


def for_accounts(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Redirect guests, who have neither password nor e-mail address, to the sign-up instead of this page."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return page
