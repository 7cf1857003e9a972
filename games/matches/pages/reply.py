"""What an answer to a request shows besides the match; a push shows nothing of this."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import Context
from django.utils.safestring import SafeString

from games.matches.pages.markup import EMPTY, Fragment
from games.matches.pages.previews import Preview

_TOKEN = Fragment('<input type="hidden" name="csrfmiddlewaretoken" value="{token}">')


@dataclass(frozen=True)
class Reply:
    """What was typed, why it was refused, what it would do or the answer it is told, and the request that is answered.

    `scripted`: the request came from a script, which lets the player choose between variants.
    """

    text: str = ""
    reason: str = ""
    preview: Preview | None = None
    scripted: bool = False
    request: HttpRequest | None = None
    told: str = ""

    @classmethod
    def of(cls, context: Context) -> Reply:
        """Return the reply that a template's context describes."""
        return cls(
            context.get("text") or "",
            str(context.get("reason") or ""),
            context.get("preview") or None,
            bool(context.get("scripted")),
            context.get("request"),
            context.get("told") or "",
        )

    @property
    def token(self) -> SafeString:
        """The field of a form that keeps other sites from sending it; empty in a push, where the page adds a header."""
        return _TOKEN(token=get_token(self.request)) if self.request else EMPTY


PUSHED = Reply()
