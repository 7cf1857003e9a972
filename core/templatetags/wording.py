"""The tag `part` and the filter `labelled`: a sentence is one entry of the catalogues, also where it holds elements."""

from __future__ import annotations

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext
from markupsafe import escape

register = template.Library()


@register.filter
def labelled(label: object, text: object) -> SafeString:
    """Return the text with its label before it, as the active language writes that: `anna: 12 points`."""
    sentence = escape(pgettext("a label and its text", "%(label)s: %(text)s"))
    return SafeString(sentence % {"label": label, "text": text})


def label_of(label: object, text: object) -> str:
    """Return the same as plain text, for mails, feeds and titles."""
    return pgettext("a label and its text", "%(label)s: %(text)s") % {"label": label, "text": text}


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
