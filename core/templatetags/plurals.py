"""The tag `plurals`: all forms of a sentence with a number, for a script that knows the number."""

from __future__ import annotations

import json

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

# Every plural category of CLDR has one of these numbers in every language that we know of; fractions are not used.
SAMPLES = (0, 1, 2, 3, 5, 11, 21, 100)

register = template.Library()


class PluralsNode(Node):
    """A sentence that is drawn once for each sample number."""

    def __init__(self, nodelist: NodeList) -> None:
        """Keep the sentence."""
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """Return a JSON object of the different sentences, each by the sample numbers that it is right for."""
        numbers: dict[str, list[str]] = {}
        for sample in SAMPLES:
            with context.push(sample=sample, number="{number}"):
                numbers.setdefault(self.nodelist.render(context).strip(), []).append(str(sample))
        forms = {" ".join(samples): sentence for sentence, samples in numbers.items()}
        return mark_safe(escape(json.dumps(forms, ensure_ascii=False)))  # noqa: S308 - escaped


@register.tag
def plurals(parser: Parser, token: Token) -> PluralsNode:
    """Draw `{% plurals %}{% blocktranslate count sample=sample %}…{% endblocktranslate %}{% endplurals %}`.

    The sentence shows `{{ number }}`. The function `plural` of `static/js/plurals.js` chooses its form: the plural
    rules of the browser tell which sample number has the same form as the number that is shown.
    """
    del token
    nodelist = parser.parse(("endplurals",))
    parser.delete_first_token()
    return PluralsNode(nodelist)
