"""E-mails as HTML, for programs that show it; the text stays beside it (multipart/alternative)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

BETWEEN = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Extras:
    """What an e-mail shows besides its text: a button, a picture that leads to the same address, and small links."""

    button: str = ""
    url: str = ""
    picture: str = ""
    alt: str = ""
    links: Sequence[tuple[str, str]] = ()


def add_html(message: EmailMultiAlternatives, extras: Extras, text: str = "") -> None:
    """Add this text, by default the whole body, as HTML. A line with nothing but the button's address is left out."""
    lines = [line for line in (text or str(message.body)).splitlines() if not extras.url or line.strip() != extras.url]
    paragraphs = [part.strip() for part in BETWEEN.split("\n".join(lines)) if part.strip()]
    context = {**asdict(extras), "subject": message.subject, "paragraphs": paragraphs}
    message.attach_alternative(render_to_string("email/message.html", context), "text/html")
