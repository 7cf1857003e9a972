"""The tag `part` and the filter `labelled`: a sentence is one entry of the catalogues, also where it holds elements."""

from __future__ import annotations

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def labelled(label: object, text: object) -> SafeString:
    """Return the text with its label before it, as the active language writes that: `anna: 12 points`."""
    return filled(pgettext("a label and its text", "%(label)s: %(text)s"), label=label, text=text)


def label_of(label: object, text: object) -> str:
    """Return the same as plain text, for mails, feeds and titles."""
    return pgettext("a label and its text", "%(label)s: %(text)s") % {"label": label, "text": text}


@register.filter
def filled(sentence: str, **values: object) -> SafeString:
    """Return the sentence with these values in its places; those that are elements stay so, others are escaped."""
    escaped = {name: _html(value) for name, value in values.items()}
    return mark_safe(_html(sentence) % escaped)  # noqa: S308 - escaped


def _html(value: object) -> str:
    """Return the value as HTML; an element of Jinja2 or Django is one already."""
    return str(value) if hasattr(value, "__html__") else escape(str(value))


class PartNode(Node):
    """A part of a template that is kept as a variable."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        """Keep what `nodelist` draws as `name`."""
        self._name = name
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        """Draw the part, for a sentence that follows."""
        context[self._name] = mark_safe(self.nodelist.render(context).strip())  # noqa: S308 - drawn by a template
        return ""


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """Keep what stands in `{% part name %}…{% endpart %}` as a variable, for a place in a sentence."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(name, nodelist)
