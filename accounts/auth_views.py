"""Sign-up and sign-in by allauth, also for guests, who are already signed in."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_login_redirect_url
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView
from allauth.mfa.webauthn.internal.auth import begin_registration
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.generic import FormView

from accounts.forms import LoginForm, SignupForm
from accounts.models import User


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
        else:
            if self.request.user.is_authenticated:
                messages.info(
                    self.request,
                    gettext("Tip: add a passkey on the page Security. Then nobody gets in with your password alone."),
                )
        return answer


class LoginView(OpenToGuests, allauth.LoginView):
    """Sign-in. The row of a former guest stays until it is deleted as stale."""

    form_class = LoginForm


class AddPasskeyView(AddWebAuthnView):
    """A new passkey. It can always be found by the browser, so that it also signs in without name and password."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context, with options for a key that identifies its owner."""
        page: dict[str, object] = super().get_context_data(**kwargs)
        page["js_data"] = {"creation_options": begin_registration(self.request.user, True)}
        return page


class NewCodesView(GenerateRecoveryCodesView):
    """New recovery codes instead of those before."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context without allauth's count, which would derive codes from a seed."""
        page: dict[str, object] = FormView.get_context_data(self, **kwargs)
        return page


def for_accounts(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Redirect guests, who have neither password nor e-mail address, to the sign-up instead of this page."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return page


def proven(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask for the password or another factor again, unless that was done in the last five minutes."""
    page: Callable[..., HttpResponseBase] = login_required(reauthentication_required(view, app="allauth.account"))
    return page


def with_provider(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer 404 instead of this page on a site where no other site signs players in."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.SOCIALACCOUNT_PROVIDERS:
            raise Http404
        return view(request, *args, **kwargs)

    return page
