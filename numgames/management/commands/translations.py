"""The command that checks translations; with `--update` it collects the sentences and compiles the translations."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from numgames.management.commands.makemessages import locale_dirs

# In translations of a sentence with the first word: a word that means another thing, and what is said instead.
MISTAKEN: dict[str, dict[tuple[str, str], str]] = {
    "de": {(r"sites?", r"Seiten?"): "Website"},
}

RETIRED = Path(settings.LOCALE_PATHS[0]) / "retired_words.toml"
PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]")
PLACES_AND_TAGS = re.compile(rf"{PLACES.pattern}|<[^>]*>")

# What stays as it is, or a space at which no line may end: before units in all languages, then by language.
UNITS = (
    r"h|u|min|s|j|d|T|godz\.|pkt|"
    "hours?|days?|minutes?|seconds?|points?|Stunden?|Tage?n?|Minuten?|Sekunden?|Punkte?n?|Uhr|uur|uren|dag|dagen|"
    r"minuut|minuten|seconden?|punt|punten|heures?|jours?|secondes?|godzin\w*|dzień|dni\w*|minut\w*|sekund\w*|punkt\w*"
)
# No line ends within a calculation, after what a number belongs to, or before the point between two facts.
FIXED_SPACES = re.compile(
    rf"(<[^>]*>)|(?:(?<=[}})\d])|(?<=\)[ds])) (?=(?:{UNITS})(?![\w’/]))|(?<=\b[Aa]rt\.) (?=\d)"
    r"|(?:(?<=season)|(?<=saison)|(?<=Saison)|(?<=seizoen)|(?<=sezon)) (?=[\d%{])"
    r"|(?<=\d)\s(?=[+−×÷=]\s\d)|(?<=\d\s[+−×÷=])\s(?=\d)|(?<=\S) (?=· )"
    r"|(?<=\d)\s(?=\+\W)|(?<=[\w)}])\s(?=[−×÷](?!\w))|(?<=[\w)}]\s[−×÷])\s(?=[\d({%]|[a-zN]\b)"
    r"|(?<=\bz)\s(?==)|(?<=\bz\s=)\s"
)
FIXED_SPACES_OF = {
    "fr": re.compile(r"(<code>.*?</code>|<[^>]*>)|(?<=«) | (?=»|[:;!?](?:<[^>]*>)*(?:\s|$))"),
    "pl": re.compile(r"(<[^>]*>)|(?<!\w[aiouwz])(?<=[aiouwz]) (?=\S)", re.IGNORECASE),
}
# A word with a hyphen, in whose middle a short line would end.
HYPHEN = re.compile(r"(<[^>]*>)|(?<=\b[Ee]-)(?=[Mm]ail)")


def with_fixed_spaces(language: str, text: str) -> str:
    """Return a translation with no-break spaces where its language needs them, outside of tags."""
    for pattern in filter(None, (FIXED_SPACES, FIXED_SPACES_OF.get(language))):
        text = pattern.sub(lambda match: match[1] or "\N{NO-BREAK SPACE}", text)
    return HYPHEN.sub(lambda match: match[1] or "\N{WORD JOINER}", text)


@cache
def _patterns(language: str) -> dict[re.Pattern[str], str]:
    """Return the words that sentences in this language no longer use, with the words to use instead."""
    words = tomllib.loads(RETIRED.read_text()).get(language, {})
    return {re.compile(rf"\b(?:{word})\b", re.IGNORECASE): instead for word, instead in words.items()}


def retired_words(language: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each retired word in this sentence of the language, with the word to use instead; skip placeholders."""
    plain = PLACES_AND_TAGS.sub(" ", text)
    for pattern, instead in _patterns(language).items():
        for match in pattern.finditer(plain):
            yield match[0], instead


def mistaken_words(language: str, original: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each word that translates the English sentence wrongly, with the word to use instead."""
    for (word, wrong), instead in MISTAKEN.get(language, {}).items():
        if not re.search(rf"\b(?:{word})\b", original, re.IGNORECASE) or re.search(rf"\b{instead}", text):
            continue
        if match := re.search(rf"\b(?:{wrong})\b", text):
            yield match[0], instead


class Command(BaseCommand):
    """`manage.py translations`: compare the code with each `locale`, and its files with the compiled ones.

    The project has a `locale` with every language of the site; a game has its own, with the languages for which it has
    a folder. Games without a `locale` are not checked.
    """

    help = "Fails if a sentence lacks its translation or uses a retired word, or if compiled translations are old."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option `--update`."""
        parser.add_argument("--update", action="store_true", help="collect the sentences and compile")

    def handle(self, *, update: bool, **options: object) -> None:
        """Say all that is wrong and fail, or say nothing."""
        dirs = locale_dirs()
        if update:
            for file in _files(dirs.values()):
                _fix_spaces(file)
            call_command("makemessages", locale=_languages(), verbosity=0, dirs=dirs)
            for file in _files(dirs.values()):
                _catalogue(file).save_as_mofile(str(file.with_suffix(".mo")))
            return
        with tempfile.TemporaryDirectory() as folder:
            names = {Path(folder) / str(number): path for number, path in enumerate(dirs.values())}
            for copy, path in names.items():
                shutil.copytree(path, copy)
            fresh = dict(zip(dirs, names, strict=True))
            call_command("makemessages", locale=_languages(), verbosity=0, dirs=fresh, reuse=False)
            faults = [
                f"{os.path.relpath(path)}/{fault}"
                for copy, path in names.items()
                for file in _files([copy])
                for fault in _faults(file)
            ]
        faults += [
            f"{os.path.relpath(file)}: compiled from an older version"
            for file in _files(dirs.values())
            if not _is_compiled(file)
        ]
        faults += _conflicts(dirs.values())
        if faults:
            raise CommandError("\n".join([*faults, "Translate them there, then run script/fix."]))


def _languages() -> list[str]:
    return [language for language, _ in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def _files(dirs: Iterable[Path]) -> list[Path]:
    """Return the files of all languages of the site in these folders; a game may lack some, and English needs none."""
    files = [path / language / "LC_MESSAGES" / "django.po" for path in dirs for language, _ in settings.LANGUAGES]
    shared = Path(settings.LOCALE_PATHS[0])
    return [file for file in files if file.exists() or (file.is_relative_to(shared) and file.parts[-3] in _languages())]


def _fix_spaces(file: Path) -> None:
    """Set the no-break spaces of a file; its lines are wrapped by what collects the sentences."""
    if not file.exists():
        return
    language, entries = file.parent.parent.name, polib.pofile(str(file))
    before = [_forms_of(entry) for entry in entries]
    for entry in entries:
        entry.msgstr = with_fixed_spaces(language, entry.msgstr)
        entry.msgstr_plural = {form: with_fixed_spaces(language, text) for form, text in entry.msgstr_plural.items()}
    if before != [_forms_of(entry) for entry in entries]:
        entries.save()


def _faults(file: Path) -> Iterator[str]:
    language = file.parent.parent.name
    for entry in polib.pofile(str(file)):
        if entry.obsolete:
            continue
        if entry.fuzzy or not entry.translated():
            yield f"{language}: not translated: {entry.msgid!r}"
            continue
        for code, text in ((settings.LANGUAGE_CODE, entry.msgid), *((language, text) for text in _forms_of(entry))):
            for word, instead in retired_words(code, text):
                yield f"{language}: instead of {word!r} say {instead!r} ({code}): {text!r}"
        original = f"{entry.msgid} {entry.msgid_plural}"
        for text in _forms_of(entry):
            for word, instead in mistaken_words(language, original, text):
                yield f"{language}: instead of {word!r} say {instead!r} for {entry.msgid!r}: {text!r}"
        if not _same_places(entry):
            yield f"{language}: other places than the original: {entry.msgid!r}"


def _forms_of(entry: polib.POEntry) -> list[str]:
    """Return all forms of the translation."""
    return [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]


def _same_places(entry: polib.POEntry) -> bool:
    """Return whether the translation has all placeholders of the original; a singular may omit the number."""
    places = set(PLACES.findall(entry.msgid_plural or entry.msgid))
    if entry.msgid_plural:
        return all(set(PLACES.findall(text)) <= places for text in entry.msgstr_plural.values())
    return set(PLACES.findall(entry.msgstr)) == places


def _is_compiled(file: Path) -> bool:
    compiled = file.with_suffix(".mo")
    if not (file.exists() and compiled.exists()):
        return False
    return _texts(polib.mofile(str(compiled))) == _texts(_catalogue(file).translated_entries())


def _catalogue(file: Path) -> polib.POFile:
    """Return what is compiled of a file: for English also the sentences of the code that need no-break spaces."""
    catalogue = polib.pofile(str(file))
    if file.parent.parent.name != settings.LANGUAGE_CODE:
        return catalogue
    for other in _files(locale_dirs().values()):
        for entry in polib.pofile(str(other)) if other.parent.parent.name == _languages()[0] else ():
            one, many = (with_fixed_spaces(settings.LANGUAGE_CODE, text) for text in (entry.msgid, entry.msgid_plural))
            if (
                (one, many) == (entry.msgid, entry.msgid_plural)
                or entry.obsolete
                or catalogue.find(entry.msgid, msgctxt=entry.msgctxt)
            ):
                continue
            forms = {"msgstr_plural": {0: one, 1: many}} if many else {"msgstr": one}
            catalogue.append(
                polib.POEntry(msgid=entry.msgid, msgid_plural=entry.msgid_plural, msgctxt=entry.msgctxt, **forms)
            )
    return catalogue


def _texts(entries: Iterable[polib.POEntry]) -> dict[tuple[str | None, str], object]:
    return {(one.msgctxt, one.msgid): one.msgstr or one.msgstr_plural for one in entries}


def _conflicts(dirs: Iterable[Path]) -> Iterator[str]:
    """Yield sentences that two folders translate differently: Django merges all catalogues, so one would be lost."""
    texts: dict[tuple[str, str | None, str], tuple[Path, object]] = {}
    for file in _files(dirs):
        language = file.parent.parent.name
        for (context, sentence), text in _texts(polib.pofile(str(file)).translated_entries()).items():
            other, first = texts.setdefault((language, context, sentence), (file, text))
            if first != text:
                yield f"{os.path.relpath(file)}: not as in {os.path.relpath(other)}: {sentence!r}"
