"""The mark by which a browser knows whether the server has its push subscription."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.models import User
from accounts.security.sessions import session_mark

register = template.Library()


@register.simple_tag(takes_context=True)
def push_mark(context: Context) -> str:
    """Return the mark of the page's player and session; empty for a page without one."""
    request, user = context.get("request"), context.get("user")
    if request is None or not isinstance(user, User):
        return ""
    return user.push_mark(session_mark(request.session.session_key))
