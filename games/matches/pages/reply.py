"""What the response to a request shows besides the match; an update by socket shows none of this."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template import Context
from django.template.backends.utils import csrf_input
from django.utils.safestring import SafeString

from core.live.partials import EMPTY
from games.matches.pages.previews import Preview


@dataclass(frozen=True)
class Reply:
    """The typed `text`, the `reason` why it was refused, its `preview`, or the answer `told` to a question.

    `scripted` says that the request came from a script, which lets the player choose between variants.
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
        """The form field with the CSRF token; empty without a request, as scripts send the token as a header."""
        return csrf_input(self.request) if self.request else EMPTY


PUSHED = Reply()
