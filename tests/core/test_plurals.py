"""Sentences with a number in scripts: all forms are sent, and the plural rules of the page's language choose one."""

from __future__ import annotations

import html
import json
import shutil
import subprocess

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.translation import override

SENTENCE = """{% load i18n plurals %}{% plurals %}{% blocktranslate trimmed count sample=sample %}
  {{ number }} new message{% plural %}{{ number }} new messages{% endblocktranslate %}{% endplurals %}"""
POLISH = {"0 5 11 21 100": "{number} wiadomości", "1": "{number} wiadomość", "2 3": "{number} wiadomości są"}


def forms(language: str) -> dict[str, str]:
    """Return the forms that a page in this language sends."""
    with override(language):
        sent: dict[str, str] = json.loads(html.unescape(Template(SENTENCE).render(Context())))
    return sent


def read(sent: dict[str, str], language: str, numbers: list[int]) -> list[str]:
    """Return the sentences that the script makes of these forms."""
    node = shutil.which("node")
    assert node, "Node.js is missing"
    script = f"""
        const {{ plural }} = await import("{(settings.BASE_DIR / "static/js/plurals.js").as_uri()}");
        const say = (number) => plural({json.dumps(json.dumps(sent))}, number, {json.dumps(language)});
        console.log(JSON.stringify({numbers}.map(say)));
    """
    run = subprocess.run([node, "--input-type=module", "--eval", script], capture_output=True, text=True, check=True)
    said: list[str] = json.loads(run.stdout)
    return said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 new messages", "1 new message", "2 new messages", "22 new messages"]),
        ("fr", ["0 nouveau message", "1 nouveau message", "2 nouveaux messages", "22 nouveaux messages"]),
    ],
)
def test_a_script_chooses_the_form_for_a_number(language: str, said: list[str]) -> None:
    assert read(forms(language), language, [0, 1, 2, 22]) == said


def test_three_forms_are_told_apart() -> None:
    said = read(POLISH, "pl", [1, 2, 5, 12, 22, 25, 104])

    many, few = "wiadomości", "wiadomości są"
    assert said == ["1 wiadomość", f"2 {few}", f"5 {many}", f"12 {many}", f"22 {few}", f"25 {many}", f"104 {few}"]
