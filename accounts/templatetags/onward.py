"""Addresses of account pages that keep the page for which someone signs in or up."""

from __future__ import annotations

from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from allauth.core import context
from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag
def onward(name: str, page: str | None = None) -> str:
    """Return the address of an account page that leads on to `page`, by default to the request's own `next`.

    A `next` that leads to another site is dropped; the view of the address checks `page` too.
    """
    request = context.request
    page = page or (get_next_redirect_url(request) if request else None)
    return f"{reverse(name)}?{urlencode({'next': page})}" if page else reverse(name)
