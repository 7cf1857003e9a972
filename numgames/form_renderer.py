"""Widgets of forms drawn by functions: Django renders three templates for each of them, a third of a form's time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

Widget = Mapping[str, Any]  # the context of a widget, as Django makes it


class FunctionRenderer(DjangoTemplates):
    """Draws the usual widgets as Django's templates do, and renders the templates of all others."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        """Return the HTML of a widget; `context` is what Django gives to its template."""
        draw = DRAWN.get(template_name)
        if draw is None:
            return SafeString(super().render(template_name, context, request))
        return SafeString(draw(context["widget"]))


def _attributes(widget: Widget) -> str:
    """Return the attributes: False is left out, True is a name without a value."""
    return "".join(
        f" {name}" if value is True else f' {name}="{_text(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _text(value: object) -> str:
    return str(conditional_escape(value if isinstance(value, str) else str(value)))


def _input(widget: Widget) -> str:
    value = "" if widget["value"] is None else f' value="{_text(widget["value"])}"'
    return f'<input type="{_text(widget["type"])}" name="{_text(widget["name"])}"{value}{_attributes(widget)}>'


def _input_option(widget: Widget) -> str:
    if not widget.get("wrap_label"):
        return _input(widget)
    input_id = widget["attrs"].get("id")
    target = f' for="{_text(input_id)}"' if input_id else ""
    return f"<label{target}>{_input(widget)} {_text(widget['label'])}</label>"


def _select(widget: Widget) -> str:
    groups = "".join(_group(name, options) for name, options, _index in widget["optgroups"])
    return f'<select name="{_text(widget["name"])}"{_attributes(widget)}>{groups}</select>'


def _group(name: str | None, options: list[Widget]) -> str:
    html = "".join(map(_select_option, options))
    return f'<optgroup label="{_text(name)}">{html}</optgroup>' if name else html


def _select_option(widget: Widget) -> str:
    return f'<option value="{_text(widget["value"])}"{_attributes(widget)}>{_text(widget["label"])}</option>'


_INPUTS = ("input", "checkbox", "text", "email", "hidden", "number", "password", "url", "time", "date", "datetime")
DRAWN: Final[dict[str, Callable[[Widget], str]]] = {
    **{f"django/forms/widgets/{name}.html": _input for name in _INPUTS},
    **{f"django/forms/widgets/{name}_option.html": _input_option for name in ("input", "radio", "checkbox")},
    "django/forms/widgets/select.html": _select,
    "django/forms/widgets/select_option.html": _select_option,
}
