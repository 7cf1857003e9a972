"""Check that every sentence is translated; `--update` collects sentences and compiles translations."""

from __future__ import annotations

import re
import shutil
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.test.utils import override_settings

PLACEHOLDERS = re.compile(r"\{\w*\}|%\(\w+\)[sd]")


class Command(BaseCommand):
    """Compares the sentences in the code with the `.po` files, and these with the compiled `.mo` files."""

    help = "Fails if a sentence lacks its translation, or if the compiled translations are old."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--update`."""
        parser.add_argument("--update", action="store_true", help="collect the sentences and compile")

    def handle(self, *, update: bool, **options: Any) -> None:
        """Update, or fail with a list of all faults."""
        locale = Path(settings.LOCALE_PATHS[0])
        if update:
            _collect(locale)
            for file in _files(locale):
                polib.pofile(str(file)).save_as_mofile(str(file.with_suffix(".mo")))
            return
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(shutil.copytree(locale, folder, dirs_exist_ok=True))
            _collect(fresh)
            faults = [fault for file in _files(fresh) for fault in _faults(file)]
        faults += [f"{file}: compiled from an older version" for file in _files(locale) if not _is_compiled(file)]
        if faults:
            raise CommandError("\n".join([*faults, "Translate them in locale/, then run script/fix."]))


def _files(locale: Path) -> list[Path]:
    return [locale / language / "LC_MESSAGES" / "django.po" for language in _languages()]


def _languages() -> list[str]:
    return [language for language, _ in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def _collect(locale: Path) -> None:
    with override_settings(LOCALE_PATHS=[locale]):
        call_command("makemessages", locale=_languages(), verbosity=0)


def _faults(file: Path) -> Iterator[str]:
    language = file.parent.parent.name
    for entry in polib.pofile(str(file)):
        if entry.obsolete:
            continue
        if entry.fuzzy or not entry.translated():
            yield f"{language}: not translated: {entry.msgid!r}"
        elif not _same_placeholders(entry):
            yield f"{language}: other places than the original: {entry.msgid!r}"


def _same_placeholders(entry: polib.POEntry) -> bool:
    """Return whether the translation has all placeholders; the singular form may leave out the number."""
    wanted = set(PLACEHOLDERS.findall(entry.msgid_plural or entry.msgid))
    if entry.msgid_plural:
        return all(set(PLACEHOLDERS.findall(text)) <= wanted for text in entry.msgstr_plural.values())
    return set(PLACEHOLDERS.findall(entry.msgstr)) == wanted


def _is_compiled(file: Path) -> bool:
    compiled = file.with_suffix(".mo")
    if not (file.exists() and compiled.exists()):
        return False
    return _texts(polib.mofile(str(compiled))) == _texts(polib.pofile(str(file)).translated_entries())


def _texts(entries: Iterable[polib.POEntry]) -> dict[object, object]:
    return {(one.msgctxt, one.msgid): one.msgstr or one.msgstr_plural for one in entries}
