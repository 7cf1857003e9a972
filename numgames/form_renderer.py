"""Widgets of forms drawn by one Jinja2 partial: Django renders three templates for each, a third of a form's time."""

from __future__ import annotations

from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.safestring import SafeString

from core.live.partials import draw

INPUTS = ("input", "checkbox", "text", "email", "hidden", "number", "password", "url", "time", "date", "datetime")
KINDS: Final[dict[str, str]] = {
    **{f"django/forms/widgets/{name}.html": "input" for name in INPUTS},
    **{f"django/forms/widgets/{name}_option.html": "input_option" for name in ("input", "radio", "checkbox")},
    "django/forms/widgets/select.html": "select",
    "django/forms/widgets/select_option.html": "select_option",
}


class PartialRenderer(DjangoTemplates):
    """Draws the usual widgets as Django's templates do, and renders the templates of all others."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        """Return the HTML of a widget; `context` is what Django gives to its template."""
        if kind := KINDS.get(template_name):
            return draw("forms/widget", kind=kind, widget=context["widget"])
        return SafeString(super().render(template_name, context, request))
