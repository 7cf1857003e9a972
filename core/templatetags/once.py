"""The tag `once`: a part of a template that is drawn once in each language, and not for each page."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST = 500  # results that a part keeps

register = template.Library()


class OnceNode(Node):
    """A part of a template that keeps what it has drawn, by the active language and its values."""

    def __init__(self, values: Mapping[str, FilterExpression], nodelist: NodeList) -> None:
        """Draw `nodelist` with these values only, so that what it shows depends on nothing that is not compared."""
        self._values = values
        self.nodelist = nodelist
        self._drawn: dict[Hashable, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the part as it was drawn with equal values, or draw it."""
        values = {name: value.resolve(context) for name, value in self._values.items()}
        # With their types: otherwise a plain text would get the unescaped result of an equal SafeString.
        key = (get_language(), *((value.__class__, value) for value in values.values()))
        html = self._drawn.get(key)
        if html is None:
            html = self._draw(values, context)
            if len(self._drawn) >= MOST:
                self._drawn.clear()
            self._drawn[key] = html
        return html

    def _draw(self, values: dict[str, object], context: Context) -> SafeString:
        assert context.template  # noqa: S101 - Django draws a node within a template
        alone = Context(values, autoescape=context.autoescape)
        with alone.render_context.push_state(context.template), alone.bind_template(context.template):
            return self.nodelist.render(alone)


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Draw `{% once name=value … %}…{% endonce %}` once for each language and values, which must be hashable.

    It is for what is equal for all viewers. The part sees its values and nothing else of the page: no viewer, no
    request and no CSRF token. It must not depend on the time or the time zone either.
    """
    name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"{name} takes values with names only, not {bits[0]}")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(values, nodelist)
