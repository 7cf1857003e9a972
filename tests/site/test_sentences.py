"""The translations: complete, with valid characters, and without overriding those of our libraries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management.base import OutputWrapper
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import gettext, ngettext, override

from accounts import adapters
from numgames.management.commands.makemessages import NOT_OURS, Command, locale_dirs
from numgames.management.commands.translations import retired_words, with_fixed_spaces

CODES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
TAG = re.compile(r"<[^>]*>")
PLACE = re.compile(r"\{\w+\}|%\(\w+\)[sd]|%d|</?\w+>")


@cache
def sentences(language: str) -> list[polib.POEntry]:
    """Return all sentences of the site and its games in this language."""
    files = [path / language / "LC_MESSAGES" / "django.po" for path in locale_dirs().values()]
    assert len(files) > 5
    return [entry for file in files if file.exists() for entry in polib.pofile(str(file))]


def test_the_sentences_we_reword_are_still_those_of_our_libraries() -> None:
    theirs = {
        entry.msgid for library in ("django.conf", "django.contrib.auth", "allauth") for entry in _catalogue(library)
    }
    ours = {*adapters.PASSWORDS, *adapters.NOTICES, *adapters.REFUSALS}
    assert ours - theirs == set()


def test_collecting_sentences_writes_nothing_beside_what_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(settings.BASE_DIR)
    command = Command()
    command._dirs, command.locale_paths, command.default_locale_path = locale_dirs(), [], None
    command.ignore_patterns, command.extensions, command.domain = NOT_OURS, {".html", ".jinja", ".txt", ".py"}, "django"
    command.symlinks, command.verbosity, command.settings_available = False, 0, True
    command.stdout = OutputWrapper(StringIO())

    found = {Path(file.path) for file in command.find_files(".")}

    assert {Path("numgames/startup.py"), Path("templates/matches/partials/about.jinja")} <= found
    assert not [file for file in found if "static" in file.parts]


def _catalogue(library: str) -> polib.POFile:
    spec = find_spec(library)
    assert spec is not None
    assert spec.origin is not None
    return polib.pofile(str(Path(spec.origin).parent / "locale" / "de" / "LC_MESSAGES" / "django.po"))


@pytest.mark.parametrize("language", CODES)
def test_every_translation_has_the_places_and_tags_of_its_sentence(language: str) -> None:
    for entry in sentences(language):
        if entry.msgid_plural:  # a singular may say "one", or nothing, instead of the number
            assert places(entry.msgstr_plural[0]) <= places(entry.msgid_plural), entry.msgid
        original, text = (
            (entry.msgid_plural, entry.msgstr_plural[1]) if entry.msgid_plural else (entry.msgid, entry.msgstr)
        )
        assert not text or places(text) == places(original), original


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))


@pytest.mark.parametrize("language", CODES)
def test_every_translation_has_the_quotes_of_its_language(language: str) -> None:
    strange = re.compile({"nl": r"[\"'„«»]", "de": r"[\"'«»‘’]", "fr": r"[\"'„“”‘]", "pl": r"[\"'«»‘“]"}[language])
    texts = {text for entry in sentences(language) for text in (entry.msgstr, *entry.msgstr_plural.values())}
    assert [text for text in texts if strange.search(TAG.sub("", text))] == []


@pytest.mark.parametrize("language", CODES)
def test_no_line_ends_between_a_number_and_its_unit_or_after_a_single_letter(language: str) -> None:
    unit = r"([})\d]|\)[ds]) (h|u|min|s|j|d|T|godz\.|pkt)(?![\w’/])"
    letter = r"|(?<!\w)[aiouwz] (?=\S)" if language == "pl" else ""
    loose = re.compile(unit + letter, re.IGNORECASE)
    texts = {text for entry in sentences(language) for text in (entry.msgstr, *entry.msgstr_plural.values())}
    assert [text for text in texts if loose.search(TAG.sub("", text))] == []


@pytest.mark.parametrize("language", CODES)
def test_no_sentence_of_ours_renames_a_month_or_a_day(language: str) -> None:
    """Our translations override Django's: a translated "May", as in permission, would replace the month."""
    with override("en"):
        names = {str(name) for table in (MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR) for name in table.values()}
    assert names & {entry.msgid for entry in sentences(language)} == set()


@pytest.mark.parametrize("language", CODES)
def test_no_sentence_puts_a_dash_before_points(language: str) -> None:
    minus = re.compile(r"[-–—−] *(%\(points\)|\{points\}|%d point|\d+ (point|punt|Punkt))")
    texts = {
        text
        for entry in sentences(language)
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
    }
    assert [text for text in texts if minus.search(text)] == []


def templates() -> list[Path]:
    """Return all templates of pages and partials."""
    files = [file for folder in ("templates", "games") for file in (settings.BASE_DIR / folder).rglob("*.*")]
    found = [file for file in files if file.suffix in {".html", ".jinja"}]
    assert len(found) > 200
    return found


def test_no_template_puts_a_dash_before_points() -> None:
    minus = re.compile(r"[–—−] *(</?\w+>|\{% blocktranslate[^%]*%\})*\s*\{\{ *[\w.]*points")
    files = templates()
    assert [str(file) for file in files if minus.search(file.read_text())] == []


def told(language: str) -> set[str]:
    """Return all sentences in this language: those of its catalogues, or for English the original ones."""
    found = sentences("de" if language == "en" else language)
    if language == "en":
        return {text for entry in found for text in (entry.msgid, entry.msgid_plural)}
    return {text for entry in found for text in (entry.msgstr, *entry.msgstr_plural.values())}


PER_CENT = r"%%|%(?![(a-zA-Z%])"  # not the beginning of a place


@pytest.mark.parametrize("language", ["en", "nl", "pl"])
def test_a_per_cent_sign_follows_its_number(language: str) -> None:
    assert {text for text in told(language) if re.search(rf"\s({PER_CENT})", text)} == set()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_space_before_the_per_cent_sign_does_not_break(language: str) -> None:
    apart = re.compile(rf"(?<!\N{{NO-BREAK SPACE}})(?<!%)({PER_CENT})")
    assert {text for text in told(language) if apart.search(text)} == set()


def test_french_has_a_space_that_does_not_break_at_its_marks() -> None:
    space = "\N{NO-BREAK SPACE}"
    loose = re.compile(rf"(?<!{space})(?:»|[:;!?](?=\s|$))|«(?!{space})")
    parts = {text: PLACE.sub("x", TAG.sub("", CODE.sub("1", text))) for text in told("fr")}
    assert {text for text, plain in parts.items() if loose.search(plain)} == set()


@pytest.mark.parametrize(
    ("language", "text", "fixed"),
    [
        (
            "pl",
            "W grze <a class='x y'>a i b</a> z %(name)s do o, ani o",
            "W~grze <a class='x y'>a~i~b</a> z~%(name)s do o, ani o",
        ),
        ("fr", "« Oui » : <b>anna :</b> <code>6 : 3</code> a:b ?", "«~Oui~»~: <b>anna~:</b> <code>6 : 3</code> a:b~?"),
        ("de", "Was : nun ?", "Was : nun ?"),
        (
            "de",
            "{days} T, %(count)s h, 5 min und <b>{more}</b> s oder",
            "{days}~T, %(count)s~h, 5~min und <b>{more}</b> s oder",
        ),
        ("en", "3 days, %(points)d points (Art. 6): 3 turns", "3~days, %(points)d~points (Art.~6): 3 turns"),
        ("pl", "%(count)d godziny, 5 punktów", "%(count)d~godziny, 5~punktów"),
        ("en", "%(text)s · %(points)d: e-mail", "%(text)s~· %(points)d: e-^mail"),
        ("en", "12 +, 6 − and 8 ×: (N − 1) × (k − 1)", "12~+, 6~− and 8~×: (N~−~1)~×~(k~−~1)"),
        ("nl", "z = %(score)s, 2 × {n} op rood, leg − op a1", "z~=~%(score)s, 2~×~{n} op rood, leg~− op a1"),
        ("de", "E-Mail · <a href='/e-mail'>e-mail</a>", "E-^Mail~· <a href='/e-mail'>e-^mail</a>"),
    ],
)
def test_the_command_sets_the_spaces_that_do_not_break(language: str, text: str, fixed: str) -> None:
    assert with_fixed_spaces(language, text) == fixed.replace("~", "\N{NO-BREAK SPACE}").replace("^", "\N{WORD JOINER}")


def test_french_needs_no_elision_before_a_name() -> None:
    """Whether "de" becomes "d’" depends on the name: a sentence without it is right for all."""
    names = r"(name|names|person|first|second|opponent|winner|mover|player|who)"
    elided = re.compile(rf"(\b(de|que|si) |\w’)(<[^>]*>)?(%\({names}\)s|\{{{names}\}})")
    assert {text for text in told("fr") if elided.search(text)} == set()


def test_templates_leave_the_per_cent_sign_and_decimals_to_the_language() -> None:
    fixed = re.compile(r"(?:\}\}|</\w+>)\s*%(?![\dA-F]{2})|(?<=>)[^<>{}]*\d\.\d[^<>{}]*(?=<)")
    block = re.compile(r"\{% blocktranslate.*?\{% endblocktranslate %\}|<svg.*?</svg>|<head>.*?</head>", re.DOTALL)
    files = templates()
    assert [str(file) for file in files if fixed.search(block.sub("", file.read_text()))] == []


@pytest.mark.parametrize("language", CODES)
def test_a_sentence_has_date_and_time_after_a_colon(language: str) -> None:
    """Within the sentence they would need words between and after them."""
    times = re.compile(r"%\(moment\)s|\{until\}")
    entries = [entry for entry in sentences(language) if times.search(entry.msgid)]
    assert len(entries) > 3
    assert [entry.msgstr for entry in entries if not re.search(rf": ({times.pattern})\.", entry.msgstr)] == []


@pytest.mark.parametrize("language", CODES)
def test_a_unit_of_time_is_no_other_unit(language: str) -> None:
    """A lone "m" are metres."""
    assert {text for text in told(language) if re.search(r"(\d|\}|\)[sd])\s?m\b", text)} == set()


@pytest.mark.parametrize("language", CODES)
def test_names_of_pages_stand_between_quotes(language: str) -> None:
    page = {
        "nl": "Zo werken ratings",
        "de": "So funktionieren Wertungen",
        "fr": "Comment marchent les cotes",
        "pl": "Jak działają rankingi",
    }[language]
    quoted = {
        "nl": f"‘{page}’",
        "de": f"„{page}“",
        "fr": f"«\N{NO-BREAK SPACE}{page}\N{NO-BREAK SPACE}»",
        "pl": f"„{page}”",
    }[language]
    assert {text for text in told(language) if page in text and text != page and quoted not in text} == set()


LONGEST = 22  # words
CODE = re.compile(r"<code>.*?</code>")
ENDS = re.compile(r"(?<=[.!?…])[”“’)\N{NO-BREAK SPACE}»]*\s+|\n")


@pytest.mark.parametrize("language", ["en", *CODES])
def test_no_sentence_is_longer_than_one_breath(language: str) -> None:
    texts = {TAG.sub("", CODE.sub("1", text)) for text in told(language)}
    parts = {part for text in texts for part in ENDS.split(text)}
    assert {part for part in parts if sum(any(map(str.isalnum, word)) for word in part.split()) > LONGEST} == set()


def test_english_has_one_apostrophe() -> None:
    assert {text for text in told("en") if "'" in TAG.sub("", text)} == set()


def test_the_words_of_libraries_are_ours_in_english_too() -> None:
    file = settings.BASE_DIR / "locale" / "en" / "LC_MESSAGES" / "django.po"
    entries = polib.pofile(str(file))
    counted = [entry for entry in entries if entry.msgid_plural]
    assert {entry.msgid for entry in counted} <= {entry.msgid for entry in _catalogue("django.conf")}
    assert {entry.msgid for entry in entries if not entry.msgid_plural} <= {
        *adapters.PASSWORDS,
        *adapters.NOTICES,
        *adapters.REFUSALS,
    }
    with override("en"):
        for entry in entries:
            for form, text in (entry.msgstr_plural or {0: entry.msgstr}).items():
                said = ngettext(entry.msgid, entry.msgid_plural, form + 1) if entry in counted else gettext(entry.msgid)
                assert said == text
    texts = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if list(retired_words("en", text))] == []


def test_a_word_that_agrees_with_a_noun_says_with_which() -> None:
    words = {"rated", "casual", "won", "lost", "drawn", "open", "over", "cancelled", "played", "withdrawn", "solved"}

    assert [entry.msgid for entry in sentences("de") if entry.msgid in words and not entry.msgctxt] == []


APPS = ("accounts", "core", "games", "numgames")


def counted(source: str) -> Iterator[tuple[int, str, set[str]]]:
    """Yield for each plural form that is filled in the same function its line, what it counts, and what is filled in.

    A sentence is filled where it is made, or by the next `%` after its name.
    """
    nodes = list(ast.walk(ast.parse(source)))
    fills = [one for one in nodes if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mod)]
    made = [(fill, fill.left) for fill in fills]
    for node in nodes:
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            later = [one for one in fills if one.lineno >= node.lineno and ast.unparse(one.left) == name]
            made += [(fill, node.value) for fill in sorted(later, key=lambda one: one.lineno)[:1]]
    for fill, call in made:
        if not (isinstance(call, ast.Call) and isinstance(fill.right, ast.Dict)):
            continue
        if ast.unparse(call.func) in {"ngettext", "npgettext"}:
            yield call.lineno, ast.unparse(call.args[-1]), {ast.unparse(value) for value in fill.right.values}


def test_a_plural_form_of_code_is_that_of_the_number_in_it() -> None:
    """In Polish 2 and 5 have different forms: one by seconds is wrong beside the number of minutes."""
    files = [file for app in APPS for file in (settings.BASE_DIR / app).rglob("*.py")]
    texts = {str(file): text for file in files if "ngettext(" in (text := file.read_text())}
    found = [(file, *one) for file, text in texts.items() for one in counted(text)]
    assert len(found) > 30

    assert [(file, line) for file, line, number, shown in found if number not in shown] == []


def test_a_plural_form_of_a_template_is_that_of_the_number_in_it() -> None:
    block = re.compile(r"\{% blocktranslate\b[^%]*?\bcount (\w+)=[^%]*?%\}(.*?)\{% endblocktranslate %\}", re.DOTALL)
    found = [(file.name, *one) for file in templates() for one in block.findall(file.read_text())]
    assert len(found) > 60
    plurals = [(name, number, text.partition("{% plural %}")[2]) for name, number, text in found]

    # One without any number, such as a heading, may count; a `sample` stands for a number of the browser's.
    wrong = [(name, number) for name, number, text in plurals if "{{" in text and f"{{{{ {number} }}}}" not in text]
    assert [one for one in wrong if one[1] != "sample"] == []
