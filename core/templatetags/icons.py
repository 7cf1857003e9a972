"""The tag `include` for icons, of which a page has dozens: they are put into its template when that is compiled."""

from __future__ import annotations

from django import template
from django.template.base import Node, Parser, TextNode, Token
from django.template.loader import render_to_string
from django.template.loader_tags import do_include

register = template.Library()


@register.tag
def include(parser: Parser, token: Token) -> Node:
    """Include a template as Django does, and an icon as the text that it is."""
    node = do_include(parser, token)
    name = node.template.var
    if isinstance(name, str) and name.startswith("icons/") and not node.extra_context:
        return TextNode(render_to_string(name))
    return node
