"""Views of a user's own pages: settings, security, blocks, data export, account deletion."""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import services
from accounts.exports import written_export
from accounts.forms import DeletionForm, SettingsForm, TokenForm, fields_of
from accounts.guests import NicknameForm, ask_again
from accounts.match_settings import CHOICES
from accounts.models import AccessToken, Block, SecurityEvent, SignedInBrowser, User
from accounts.online.news import report_visit
from accounts.online.presence import body_of
from accounts.online.sockets import page_named
from accounts.player import player_named, player_of, viewer_of
from accounts.security import (
    MOST_TOKENS,
    Kind,
    apps_of,
    codes_left_of,
    codes_row_of,
    end_app,
    has_factor,
    has_one_key,
    make_token,
    record,
    reveal_codes,
    write,
)
from accounts.services import delete_account
from accounts.sessions import end_browser, end_other_sessions
from core import clock
from core.clients import remember_language
from core.live.partials import Shown
from core.web import answer_saved, changed_on, download, first_error, is_partial, parse_key, redirect_next


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show and save the settings. A page with scripts sends them as soon as one is changed."""
    user = copy(player_of(request))  # a rejected form does not change the page's theme
    spoken = user.language
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_bound and not form.is_valid() and is_partial(request):
        return answer_saved(request, "accounts:settings", "", wrong=first_error(form))
    if not form.is_valid():
        fields = fields_of(form) if form.is_bound else _fields_with(get_language(), *form.initial.items())
        blocks = list(Block.objects.filter(by=user).select_related("of").order_by("of__username"))
        page = {"fields": fields, "blocks": blocks, "device_choices": tuple(CHOICES.items())}
        return render(request, "accounts/settings.html", page, status=422 if form.errors else 200)
    changed = changed_on(request)
    if changed is not None and "language" not in changed:
        user.language = spoken
    user.save(update_fields=[name for name in form.Meta.fields if changed is None or name in changed])
    with override(user.language or get_language()):
        reload = user.language != spoken or bool({"large_numbers", "wide_text"} & (changed or set()))
        answer = answer_saved(request, "accounts:settings", gettext("Saved."), reload=reload)
    remember_language(answer, user.language)
    return answer


@lru_cache(maxsize=500)
def _fields_with(language: str | None, *values: tuple[str, object]) -> SafeString:
    """Draw the fields of the settings with what is chosen, once for all players who have chosen the same."""
    return fields_of(SettingsForm(initial=dict(values)))


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Change the language from any page: for this browser, and in the settings of a signed-in user."""
    choice = request.POST.get("language", "")
    if request.user.is_authenticated and choice in dict(site.LANGUAGES):
        request.user.language = choice
        request.user.save(update_fields=["language"])
    return set_language(request)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a guest, and redirect to `next`."""
    services.sign_in_guest(request)
    return redirect_next(request, site.LOGIN_REDIRECT_URL)


@login_required
@require_POST
def nickname(request: HttpRequest) -> HttpResponse:
    """Change the name of a guest."""
    form = NicknameForm(request)
    if not form.is_valid():
        return ask_again(request, form)
    if services.rename_guest(player_of(request), form.cleaned_data["nickname"]):
        messages.success(request, gettext("Your settings are saved."))
    return redirect(f"{resolve_url('accounts:settings')}#access")


@login_required
@require_POST
def findable(request: HttpRequest) -> HttpResponse:
    """Save whether search engines may list the player's page, and public data has the name; a guest's never has."""
    choices = {"is_findable": "findable" in request.POST, "named_in_data": "named" in request.POST}
    User.objects.filter(pk=player_of(request).pk, is_guest=False).update(**choices)
    return answer_saved(request, f"{resolve_url('accounts:settings')}#data", gettext("Saved."))


@login_required
@require_POST
def block(request: HttpRequest) -> HttpResponse:
    """Block the player called `name`."""
    other = player_named(request.POST.get("name", ""))
    if other == request.user:
        messages.error(request, gettext("You cannot block yourself."))
    elif other.is_computer:
        messages.error(request, gettext("You can’t block a computer: it never challenges anyone."))
    elif not services.block(by=player_of(request), of=other):
        messages.error(request, gettext("You block too many players. Unblock one first."))
    else:
        messages.success(
            request, gettext("%(name)s is blocked: you no longer see each other’s challenges.") % {"name": other}
        )
    return redirect_next(request)


@login_required
@require_POST
def unblock(request: HttpRequest) -> HttpResponse:
    """Remove the block of the player called `name`."""
    other = player_named(request.POST.get("name", ""))
    services.unblock(by=player_of(request), of=other)
    messages.success(request, gettext("You and %(name)s can play each other again.") % {"name": other})
    return redirect_next(request)


@login_required
@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponseBase:
    """Return everything stored about the user as a JSON file, which is made while it is sent."""
    parts = written_export(player_of(request))
    return download(request, parts, content_type="application/json", filename="numgames.json")


def _must_prove(request: HttpRequest) -> bool:
    """Return whether to ask for reauthentication: an account without a password confirms by a passkey instead."""
    player = player_of(request)
    return not player.is_guest and not player.has_usable_password()


@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account", enabled=_must_prove)  # type: ignore[untyped-decorator]  # allauth's
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then make the account anonymous; opponents keep their matches."""
    form = DeletionForm(request, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)
    delete_account(player_of(request))
    write("account_deleted", request, player_of(request))
    logout(request)
    messages.success(request, gettext("Your account is deleted. Thank you for playing!"))
    return redirect("home")


def staff_only(request: HttpRequest) -> HttpResponse:
    """Replace the admin's own sign-in, whose password attempts are not rate-limited.

    Staff without a second factor are led to set one up.
    """
    user = request.user
    if isinstance(user, User) and user.is_staff and not has_factor(user):
        messages.warning(request, gettext("Staff need a second factor: set up an app or a passkey, then come back."))
        return redirect("accounts:security")
    if user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"))


@require_POST
def live(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Return what the socket of a live page sends in answer to a first message, where sockets are blocked."""
    viewer, data = viewer_of(request), body_of(request)
    try:
        bound = page_named(kind).bind(key, viewer)
    except ObjectDoesNotExist:
        raise Http404 from None
    if viewer:
        bound |= report_visit(viewer, data)
    return JsonResponse({"partials": Shown(data.get("shown")).bring(bound)})


@login_required
@require_POST
def news(request: HttpRequest) -> HttpResponse:
    """Record what a visible page displays, where sockets are blocked, and return the partials that it lacks."""
    data = body_of(request)
    partials = Shown(data.get("shown")).bring(report_visit(player_of(request), data))
    return JsonResponse({"partials": partials} if partials else {})


SHOWN = 20  # events on the page


@login_required
@require_safe
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Show how and where the player is signed in."""
    player, here = player_of(request), request.session.session_key
    browsers = list(SignedInBrowser.objects.filter(user=player).order_by("-seen_at"))
    browsers.sort(key=lambda browser: browser.session_id != here)
    factors = list(Authenticator.objects.filter(user=player).order_by("pk"))
    page = {
        "browsers": browsers,
        "here": here,
        "has_provider": bool(site.SOCIALACCOUNT_PROVIDERS),
        "events": SecurityEvent.objects.filter(user=player).order_by("-at", "-pk")[:SHOWN],
        "app": next((factor for factor in factors if factor.type == Authenticator.Type.TOTP), None),
        "passkeys": [factor for factor in factors if factor.type == Authenticator.Type.WEBAUTHN],
        "codes_left": codes_left_of(player),
        "one_key": has_one_key(player),
        "tokens": player.tokens.filter(expires_at__gt=clock.now()).order_by("made_at"),
        "apps": apps_of(player),
    }
    return render(request, "accounts/security.html", page)


@require_safe
@never_cache
def show_codes(request: HttpRequest) -> HttpResponse:
    """Show new recovery codes: once, since only their hashes are stored. Later visits tell how many are left."""
    player = player_of(request)
    row = codes_row_of(player)
    if row is None:
        raise Http404
    page = {
        "codes": reveal_codes(row),
        "left": codes_left_of(player),
        "one_key": has_one_key(player),
        "onward": get_next_redirect_url(request),
    }
    return render(request, "mfa/recovery_codes/index.html", page)


@login_required
@require_POST
def sign_out_browser(request: HttpRequest) -> HttpResponse:
    """End one of the player's other sessions."""
    browsers = SignedInBrowser.objects.filter(user=player_of(request)).exclude(session_id=request.session.session_key)
    browser = get_object_or_404(browsers, pk=parse_key(request.POST.get("browser", "")))
    end_browser(browser)
    record(Kind.SIGNED_OUT_ELSEWHERE, player_of(request), request)
    messages.success(request, gettext("You are signed out there."))
    return redirect("accounts:security")


@login_required
@require_POST
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End all of the player's sessions but this one."""
    end_other_sessions(player_of(request), request)
    record(Kind.SIGNED_OUT_ELSEWHERE, player_of(request), request, all=True)
    messages.success(request, gettext("You are signed out everywhere else."))
    return redirect("accounts:security")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_token(request: HttpRequest) -> HttpResponse:
    """Make an access token, and show its secret this once. A link may fill in the form."""
    player = player_of(request)
    form = TokenForm(player, request.POST if request.method == "POST" else None, query=request.GET.dict())
    secret = ""
    if form.is_valid():
        if made := make_token(
            player, form.cleaned_data["name"], form.cleaned_data["scopes"], form.cleaned_data["days"]
        ):
            token, secret = made
            record(Kind.TOKEN_MADE, player, request, token=token.pk, scopes=token.scopes)
        else:
            form.add_error(None, gettext("You have %(most)d tokens. Revoke one first.") % {"most": MOST_TOKENS})
    page = {"form": form, "secret": secret}
    return render(request, "accounts/new_token.html", page, status=422 if form.errors else 200)


@login_required
@require_POST
def end_token(request: HttpRequest) -> HttpResponse:
    """Revoke one of the player's access tokens, or those of an app."""
    player = player_of(request)
    if app := request.POST.get("app", ""):
        if not end_app(player, app):
            raise Http404
        record(Kind.TOKEN_ENDED, player, request, client=app)
        messages.success(request, gettext("The app can no longer use your account."))
        return redirect("accounts:security")
    tokens = AccessToken.objects.filter(user=player)
    token = get_object_or_404(tokens, pk=parse_key(request.POST.get("token", "")))
    record(Kind.TOKEN_ENDED, player, request, token=token.pk)
    token.delete()
    messages.success(request, gettext("The token is revoked."))
    return redirect("accounts:security")
