"""One sentence is one entry of the catalogues: no code and no template puts one together from pieces.

Pieces fix an order of words, a colon or a full stop that other languages do not share. Lists stay lists: "·" and "–"
stand between things, and sentences follow each other. `labelled`, `e|format` of Jinja2 and `{% part %}` are other ways.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template import Context, Template, engines
from django.utils.translation import override

from core.templatetags.wording import label_of, labelled
from tests.site.test_sentences import sentences, templates

APPS = ("accounts", "core", "games", "numgames")
TRANSLATIONS = {f"{kind}gettext{lazy}" for kind in ("", "n", "p", "np") for lazy in ("", "_lazy")} | {"_", "localized"}
APART = re.compile(r"\s*[·–|]\s*|\n+")
# What players type, a command and its example, is no sentence.
COMMANDS = "games/matches/pages/questions.py"


def is_translation(node: ast.expr) -> bool:
    """Return whether this is a translated text, also with its places filled."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return is_translation(node.left)
    if isinstance(node, ast.IfExp):
        return is_translation(node.body) or is_translation(node.orelse)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr == "format" and is_translation(node.func.value)
    return isinstance(node.func, ast.Name) and node.func.id in TRANSLATIONS


def joins(source: str) -> Iterator[int]:
    """Yield the lines in which a translation is joined to something that is not set apart from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            if is_translation(node.left) or is_translation(node.right):
                yield node.lineno
        elif isinstance(node, ast.JoinedStr):
            values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
            words = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
            follow = all(map(is_translation, values)) and not "".join(words).strip()
            if any(map(is_translation, values)) and not follow and not all(map(APART.fullmatch, words)):
                yield node.lineno


def test_no_code_puts_a_sentence_together() -> None:
    files = [file for app in APPS for file in (settings.BASE_DIR / app).rglob("*.py")]
    assert len(files) > 300

    faults = [
        f"{name}:{line}"
        for file in files
        if (name := str(file.relative_to(settings.BASE_DIR))) != COMMANDS
        for line in joins(file.read_text())
    ]

    assert faults == []


@pytest.mark.parametrize(
    "source",
    [
        "f\"{gettext('Rating')}: {number}\"",
        '_("For") + name',
        "f\"{name} {_('has won')}.\"",
        "f\"{gettext('%(name)s in') % {'name': name}} {clock}\"",
    ],
)
def test_a_sentence_of_code_in_pieces_is_found(source: str) -> None:
    assert list(joins(source)) == [1]


INLINE = "a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time"
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
TRANSLATED = (
    re.compile(r"\{% blocktranslate\b(?P<tail>[^%]*)%\}(?P<text>.*?)\{% endblocktranslate %\}", re.DOTALL),
    re.compile(r"\{% translate (?P<quote>[\"'])(?P<text>.*?)(?P=quote)(?P<tail>[^%]*)%\}", re.DOTALL),
    re.compile(r"\{\{-?\s*_\((?P<quote>[\"'])(?P<text>[^\"']*)(?P=quote)\)(?P<tail>\s*)\}\}"),
    re.compile(r"\{\{-?\s*(?P<text>)_?n?p?(gettext)?\(\"(?P<tail>).*?\}\}", re.DOTALL),
)
# What begins another run of text: a tag that is no inline element, an attribute, another branch, another part.
BREAK = re.compile(
    rf"</?(?!(?:{INLINE})\b)[a-zA-Z][^>]*>|[\w-]+=\"|"
    r"\{%-? *(?:el|block|endblock|macro|endmacro|cycle|set|endset|part|endpart)[^%]*%\}"
)
SILENT = re.compile(rf"</?(?:{INLINE})\b[^>]*>|\{{%-? *(?:if|endif|for|endfor|with|endwith|load|url)\b[^%]*%\}}")
VALUE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
WORDS, COLON, OTHER = "\x01", "\x02", "\x03"  # a translation, one that ends in a colon, another value
JOINED = re.compile(
    rf"{COLON}\s*\S|[{WORDS}{COLON}]\s*[a-z:,.;?!(]|[a-z:,)][^\S\n]*[{WORDS}{COLON}]|{OTHER}:(?=\s+[{WORDS}{OTHER}])"
)


def in_pieces(template: str) -> list[str]:
    """Return the runs of text in which a translation is joined to something, or a label to what it names."""

    def mark(found: re.Match[str]) -> str:
        if re.search(r"\b(as|asvar)\b", found["tail"]):
            return ""
        return COLON if found["text"].rstrip().endswith(":") else WORDS

    text = COMMENT.sub("", template)
    for pattern in TRANSLATED:
        text = pattern.sub(mark, text)
    runs = (VALUE.sub(OTHER, SILENT.sub("", run)) for run in BREAK.split(text))
    return [run.strip() for run in runs if JOINED.search(run)]


def test_no_template_puts_a_sentence_together() -> None:
    texts = {str(file.relative_to(settings.BASE_DIR)): file.read_text() for file in templates()}
    assert {name: found for name, text in texts.items() if (found := in_pieces(text))} == {}


@pytest.mark.parametrize(
    "template",
    [
        '{% translate "Rating" %}: {{ rating }}',
        '<p>{% translate "Better:" %} <strong>{{ move }}</strong></p>',
        "{{ move }}, {% blocktranslate count number=number %}{{ number }} point{% endblocktranslate %}.",
        "<b>{{ name }}</b>: {{ text }}",
        '{{ _("Points") }}: {{ points }}',
    ],
)
def test_a_sentence_of_a_template_in_pieces_is_found(template: str) -> None:
    assert in_pieces(template)


def test_a_sentence_holds_elements() -> None:
    page = Template(
        "{% load i18n wording %}{% part move %}<b>{{ text }}</b>{% endpart %}{{ name|labelled:move }} "
        "{% blocktranslate %}Better: {{ move }}{% endblocktranslate %}"
    )
    with override("fr"):
        html = page.render(Context({"text": "1 < 2", "name": "<anna>"}))
    assert html == "&lt;anna&gt;\N{NO-BREAK SPACE}: <b>1 &lt; 2</b> Better: <b>1 &lt; 2</b>"
    assert labelled("<bob> &", labelled("a", "b")) == "&lt;bob&gt; &amp;: a: b"
    sentence = engines["jinja2"].from_string(
        '{{ "%(name)s & %(clock)s"|e|format(name="<bob>", clock="a"|labelled("b")) }}'
    )
    assert sentence.render() == "&lt;bob&gt; &amp; a: b"
    assert label_of("<anna>", 12) == "<anna>: 12"


def test_no_entry_is_the_end_of_a_sentence() -> None:
    ends = {entry.msgid for entry in sentences("de") if re.match(r"[a-z]+ .*[.!?]$", entry.msgid)}
    assert ends == set()
