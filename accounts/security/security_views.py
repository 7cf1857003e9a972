"""Views of the security page: second factors, the browsers in which the player is signed in, recent events."""

from __future__ import annotations

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import SecurityEvent, SignedInBrowser
from accounts.player import player_of
from accounts.security import recovery_codes, sessions
from accounts.security.factors import has_one_key
from accounts.security.security_log import Kind, record
from core.web.saving import parse_key

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
        "has_provider": bool(settings.SOCIALACCOUNT_PROVIDERS),
        "events": SecurityEvent.objects.filter(user=player).order_by("-at", "-pk")[:SHOWN],
        "app": next((factor for factor in factors if factor.type == Authenticator.Type.TOTP), None),
        "passkeys": [factor for factor in factors if factor.type == Authenticator.Type.WEBAUTHN],
        "codes_left": recovery_codes.left_of(player),
        "one_key": has_one_key(player),
    }
    return render(request, "accounts/security.html", page)


@require_safe
@never_cache
def show_codes(request: HttpRequest) -> HttpResponse:
    """Show new recovery codes: once, since only their hashes are stored. Later visits tell how many are left."""
    player = player_of(request)
    row = recovery_codes.row_of(player)
    if row is None:
        raise Http404
    page = {
        "codes": recovery_codes.reveal(row),
        "left": recovery_codes.left_of(player),
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
    sessions.sign_out_browser(browser)
    record(Kind.SIGNED_OUT_ELSEWHERE, player_of(request), request)
    messages.success(request, gettext("You are signed out there."))
    return redirect("accounts:security")


@login_required
@require_POST
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End all of the player's sessions but this one."""
    sessions.sign_out_elsewhere(player_of(request), request)
    record(Kind.SIGNED_OUT_ELSEWHERE, player_of(request), request, all=True)
    messages.success(request, gettext("You are signed out everywhere else."))
    return redirect("accounts:security")
