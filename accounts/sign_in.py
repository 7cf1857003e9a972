"""Sign-up and sign-in by allauth, also for guests, who are already signed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from allauth.account import app_settings
from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.signup import complete_signup
from allauth.account.stages import LoginStageController
from allauth.account.utils import get_login_redirect_url, get_next_redirect_url
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn.forms import LoginWebAuthnForm
from allauth.mfa.webauthn.internal.auth import begin_registration
from allauth.mfa.webauthn.internal.flows import signup_authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView

from accounts.forms import FirstPasskeyForm, LoginForm, PasskeySignupForm, SignupForm
from accounts.models import NAME_TAKEN, User
from accounts.security import has_factor
from accounts.services import sign_in_guest
from accounts.sessions import PROVED_AT
from accounts.templatetags.onward import onward
from core import clock

CHOSEN = "passkey_signup"  # the session's key for name, address and next page of a sign-up that waits for its passkey


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
                    gettext("Welcome! To keep your account safe, add a passkey under Security."),
                )
        return answer


class PasskeySignupView(OpenToGuests, allauth.SignupView):
    """The first step of a sign-up with a passkey: the name and an optional e-mail address.

    A passkey holds the primary key of its owner (the user handle of WebAuthn), so a visitor becomes a guest here, with
    a guest's name. The chosen name is kept in the session only: a sign-up that is not completed reserves no name.
    allauth's own sign-up with a passkey requires a confirmed e-mail address, which is optional here.
    """

    form_class = PasskeySignupForm
    template_name = "account/signup_by_passkey.html"

    def form_valid(self, form: PasskeySignupForm) -> HttpResponse:
        """Keep what was chosen, and ask for the passkey."""
        sign_in_guest(self.request)
        details = {name: form.cleaned_data[name] for name in ("username", "email")}
        self.request.session[CHOSEN] = {**details, "next": get_next_redirect_url(self.request) or ""}
        return redirect("account_first_passkey")


class FirstPasskeyView(OpenToGuests, FormView):  # type: ignore[type-arg]  # generic in the stubs only
    """The second step: the browser makes the passkey, and the guest becomes an account with the chosen name."""

    form_class = FirstPasskeyForm
    template_name = "account/first_passkey.html"
    chosen: Mapping[str, str]

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the page, or a redirect to the first step if it was skipped."""
        self.chosen = request.session.get(CHOSEN, {})
        if not self.chosen or not request.user.is_authenticated:
            return redirect("account_signup_by_passkey")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, object]:
        """Return the arguments of the form, with the guest whose passkey it will be."""
        return super().get_form_kwargs() | {"user": self.request.user}

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context, with options for a key that shows the chosen name."""
        user = User(pk=self.request.user.pk, username=self.chosen["username"])
        page: dict[str, object] = super().get_context_data(**kwargs)
        return page | {"name": user.username, "options": begin_registration(user, True), "next": self.chosen["next"]}

    def form_valid(self, form: FirstPasskeyForm) -> HttpResponse:
        """Create the account and sign in, or go back to the first step if the name was taken meanwhile."""
        del self.request.session[CHOSEN]
        account = PasskeySignupForm(self.chosen)
        passkey = account.is_valid() and _save_with_passkey(self.request, account, form.cleaned_data)
        if not passkey:
            messages.error(self.request, NAME_TAKEN)
            return redirect(onward("account_signup_by_passkey", self.chosen["next"]))
        post_authentication(self.request, passkey, passwordless=True)
        codes = onward("mfa_view_recovery_codes", self.chosen["next"])
        answer: HttpResponse = complete_signup(self.request, user=passkey.user, redirect_url=codes)
        post_authentication(self.request, passkey, reauthenticated=True)  # again: a new session began
        return answer


def _save_with_passkey(
    request: HttpRequest, account: PasskeySignupForm, key: Mapping[str, object]
) -> Authenticator | None:
    """Return the passkey of the new account, or None if a concurrent request took the name: then nothing is saved."""
    try:
        with transaction.atomic():
            user = account.save(request)
            passkey: Authenticator = signup_authenticator(request, user, key["name"], key["credential"])
            RecoveryCodes.activate(user)
    except IntegrityError:
        return None
    return passkey


class LoginView(OpenToGuests, allauth.LoginView):
    """Sign-in. The row of a former guest stays until it is deleted as stale."""

    form_class = LoginForm


class PasskeyLoginView(LoginWebAuthnView):
    """Sign-in with a passkey. After a refused one the page of sign-in still leads on, which allauth's does not."""

    def form_invalid(self, form: LoginWebAuthnForm) -> HttpResponse:
        """Say on the page of sign-in why the passkey was refused."""
        answer: HttpResponse = super().form_invalid(form)
        answer.headers["Location"] = onward("account_login")
        return answer


class SecondFactorView(AuthenticateView):
    """The second factor at sign-in. Who cancels or takes too long, and signs in again, still gets to the page.

    allauth's sends on all who are signed in, and with them the guests who sign in to an account.
    """

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the page, or a redirect: for account holders, or if no password was given in the last minutes."""
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(get_login_redirect_url(request))
        self.stage = LoginStageController.enter(request, AuthenticateStage.key)
        if not (self.stage and has_factor(self.stage.login.user)):
            return redirect(onward("account_login"))
        self.form = self._build_forms()
        return TemplateView.dispatch(self, request, *args, **kwargs)

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context, with the page for which the player signs in."""
        page: dict[str, object] = super().get_context_data(**kwargs)
        next_page = self.stage.login.redirect_url
        return page | {"next": next_page, "redirect_field": _field(next_page)}


def _field(page: str | None) -> str:
    return format_html('<input type="hidden" name="next" value="{}">', page) if page else ""


class PasswordResetView(allauth.PasswordResetView):
    """Asking for a link to choose a new password. It leads on by a sign-in, not at once."""

    def get_success_url(self) -> str:
        """Return the address of the page that says that the link was sent."""
        return onward("account_reset_password_done")


class AddPasskeyView(AddWebAuthnView):
    """A new passkey. It is always discoverable, so that it also signs in without name and password."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context, with options for a key that identifies its owner."""
        page: dict[str, object] = super().get_context_data(**kwargs)
        page["js_data"] = {"creation_options": begin_registration(self.request.user, True)}
        return page


class NewCodesView(GenerateRecoveryCodesView):
    """Replacement of all recovery codes by new ones."""

    def get_success_url(self) -> str:
        """Return the address of the new codes."""
        return onward("mfa_view_recovery_codes")

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Return the context without allauth's count, which would derive codes from a seed."""
        page: dict[str, object] = FormView.get_context_data(self, **kwargs)
        next_page = get_next_redirect_url(self.request)
        back = self.get_success_url() if next_page else reverse("accounts:security")
        return page | {"back": back, "redirect_field": _field(next_page)}


def for_accounts(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Redirect guests, who have neither password nor e-mail address, to the sign-up instead of this page."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect(onward("account_signup", request.get_full_path()))
        return view(request, *args, **kwargs)

    return page


def proven(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask for the password or another factor again, unless that was done in the last five minutes."""
    page: Callable[..., HttpResponseBase] = login_required(reauthentication_required(view, app="allauth.account"))
    return page


def recent(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask as `proven` does, but let a sign-in in the last five minutes count, which for allauth is no such proof."""

    def is_long_ago(request: HttpRequest) -> bool:
        proved_at = int(request.session.get(PROVED_AT, 0))
        return bool(clock.now().timestamp() - proved_at > app_settings.REAUTHENTICATION_TIMEOUT)

    asking = reauthentication_required(view, enabled=is_long_ago, app="allauth.account")
    page: Callable[..., HttpResponseBase] = login_required(asking)
    return page


def with_provider(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer 404 instead of this page on a site where no other site signs players in."""

    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.SOCIALACCOUNT_PROVIDERS:
            raise Http404
        return view(request, *args, **kwargs)

    return page
