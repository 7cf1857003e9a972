"""The pages on which a player lets an app act, and the addresses at which the app gets its tokens (RFC 6749, 8628).

The server is allauth's. Where it is laxer than OAuth 2.1, these views are strict: PKCE with S256 for every code,
redirect addresses compared as text, codes and refresh tokens that count once even when two requests bring them at the
same moment, and the end of all tokens of an app whose code or refresh token comes a second time: one copy is a thief's.
"""

from __future__ import annotations

import json
from http import HTTPStatus

from allauth.core.internal.httpkit import add_query_params
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib import device_codes
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import convert_response, extract_params
from allauth.idp.oidc.models import Client, Token
from allauth.idp.oidc.views import (
    AuthorizationView,
    DeviceAuthorizationView,
    DeviceCodeView,
    RevokeView,
    TokenView,
    _ClientHttpResponseRedirect,
)
from django.core.cache import cache
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import AccessDeniedError
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from accounts.models import User
from accounts.oauth.redirects import GRANTS, is_registered, source_of
from accounts.security import SCOPES, Kind, record
from core.limits import admit, opens_in
from core.web import absolute

DEVICE_CODE = 300  # seconds that a device code is valid
REMEMBERED = 7 * 86_400  # seconds for which a used code or refresh token is known, should it come again


@method_decorator(never_cache, name="dispatch")
class ConsentPage(AuthorizationView):
    """The page that asks a player whether an app may act, and what it may do."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the page; browsers check the redirect that follows the form against its policy, too."""
        asked = request.GET
        client = Client.objects.filter(pk=asked.get("client_id", "")[:100]).first()
        address = asked.get("redirect_uri", "")
        if client is None or not is_registered(address, client):
            return render(request, "idp/oidc/error.html", status=HTTPStatus.BAD_REQUEST)
        has_pkce = asked.get("code_challenge") and asked.get("code_challenge_method") == "S256"
        if not has_pkce or not asked.get("scope") or "none" in asked.get("prompt", "").split():
            text = "PKCE with S256 and a scope are needed, prompt=none is refused"
            fault = {"error": "invalid_request", "error_description": text}
            state = {"state": asked["state"]} if "state" in asked else {}
            answer: HttpResponseBase = _ClientHttpResponseRedirect(add_query_params(address, fault | state))
            return answer
        answer = super().dispatch(request, *args, **kwargs)
        answer._csp_update = {"form-action": [source_of(address)]}  # type: ignore[attr-defined]  # read by csp
        return answer

    def get_form(self, form_class: type[Form] | None = None) -> Form:
        """Return the form with the words of the form for tokens."""
        form: Form = super().get_form(form_class)
        form.fields["scopes"].label = _("It may")
        return form

    def form_valid(self, form: Form) -> HttpResponse:
        """Send the player back to the app with a code, and note it in the security log."""
        answer: HttpResponse = super().form_valid(form)
        _note(self.request, self._request_info["client_id"])
        return answer


@method_decorator(never_cache, name="dispatch")
class DevicePage(DeviceAuthorizationView):
    """The page on which a player types the code that an app without a browser shows."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the page. Unlike allauth's its form needs a CSRF token, as this method is not exempt."""
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def _dispatch_authorization(
        self, request: HttpRequest, user_code: str, device_code: str, client: Client
    ) -> HttpResponse:
        names = (cache.get(device_codes.cache_device_code_key(device_code)) or {}).get("scope") or ()
        request.asked_scopes = [SCOPES[scope] for scope in names]  # type: ignore[attr-defined]  # for the template
        if request.method == "POST" and request.POST.get("action") == "confirm" and isinstance(request.user, User):
            cache.set(_device_key(device_code), request.user.get_session_auth_hash(), DEVICE_CODE)
            _note(request, client.pk)
        answer: HttpResponse = super()._dispatch_authorization(request, user_code, device_code, client)
        return answer


class _Endpoint:
    """A mixin for what programs ask without cookies: limited for each address, and never stored."""

    @method_decorator(csrf_exempt)
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Return the answer."""
        if admit(request, "oauth"):
            # A view follows in the order of classes
            answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        else:
            answer = JsonResponse({"error": "temporarily_unavailable"}, status=HTTPStatus.TOO_MANY_REQUESTS)
            answer["Retry-After"] = str(opens_in(request, "oauth"))
        answer["Cache-Control"] = "no-store"
        return answer


class DeviceCodes(_Endpoint, DeviceCodeView):
    """The address at which an app without a browser gets a code to show."""


class Revocations(_Endpoint, RevokeView):
    """The address at which an app gives a token back (RFC 7009)."""


class _ConfirmedDevice(OAuthLibRequestValidator):
    """The check of a device code that allauth has read and found confirmed, which oauthlib 4 asks for once more."""

    def validate_device_code(self, client_id: str, code: str, request: Request) -> str:
        """Return that it is confirmed; without a scope the app may do nothing that needs one."""
        request.scope = request.scope or ""
        return str(DeviceCodeGrant.DEVICE_CODE_AUTHORIZED)


class Tokens(_Endpoint, TokenView):
    """The address at which an app gets its tokens."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Return new tokens for a code or refresh token; each counts once."""
        name = {"authorization_code": "code", "refresh_token": "refresh_token"}.get(request.POST.get("grant_type", ""))
        grant = request.POST.get(name, "") if name else ""
        key = f"oauth.used.{get_adapter().hash_token(grant)}"
        if grant and not cache.add(key, [], REMEMBERED):
            if owner := cache.get(key):
                Token.objects.filter(client=owner[0], user=owner[1]).delete()
            return JsonResponse({"error": "invalid_grant"}, status=HTTPStatus.BAD_REQUEST)
        answer: HttpResponse = super().post(request)
        if grant and answer.status_code == HTTPStatus.OK:
            cache.set(key, self._owner(answer), REMEMBERED)
        elif grant:
            cache.delete(key)
        return answer

    def _owner(self, answer: HttpResponse) -> tuple[str, int]:
        token = Token.objects.by_value(json.loads(answer.content)["access_token"]).get()
        return token.client_id, token.user_id

    def _create_token_response(
        self, request: HttpRequest, *, user: User | None = None, data: object = None
    ) -> HttpResponse:
        key = _device_key(request.POST.get("device_code", ""))
        if user and cache.get(key) != user.get_session_auth_hash():  # all sessions have ended meanwhile
            raise AccessDeniedError
        answer: HttpResponse
        if user is None:
            answer = super()._create_token_response(request)
        else:
            server = get_server(pre_token=[lambda asked: self._pre_token(asked, user, data)])
            server.device_code_grant.request_validator = _ConfirmedDevice()
            answer = convert_response(*server.create_token_response(*extract_params(request)))
        return answer


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Say to programs where and how they get tokens (RFC 8414)."""
    addresses = {
        "authorization_endpoint": "authorization",
        "token_endpoint": "token",
        "revocation_endpoint": "revoke",
        "device_authorization_endpoint": "device_code",
    }
    answer = JsonResponse(
        {
            "issuer": absolute("", request),
            **{name: absolute(reverse(f"idp:oidc:{view}"), request) for name, view in addresses.items()},
            "scopes_supported": list(SCOPES),
            "response_types_supported": ["code"],
            "grant_types_supported": list(GRANTS),
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "service_documentation": absolute(reverse("api"), request),
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _device_key(device_code: str) -> str:
    return f"oauth.device.{get_adapter().hash_token(device_code)}"


def _note(request: HttpRequest, client: str) -> None:
    if isinstance(request.user, User):
        record(Kind.TOKEN_MADE, request.user, request, client=client)
