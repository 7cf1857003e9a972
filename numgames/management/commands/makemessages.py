"""Django's makemessages, extended: it also collects the sentences of the rules, into a catalogue for each game."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import polib
from django.conf import settings
from django.core.management.commands import makemessages

from games.catalogue import game_folders
from numgames.startup import file_lock

MARKS = ["say", "say_many:1,2", "marked"]
# Django's own pattern for hidden files, ".*", matches "../" as well. Django writes a `.py` file beside each text file
# while it collects: in `static` it would be served, and its end would break a `collectstatic` that has seen it.
NOT_OURS = [".[a-z]*", "build", "var", "tests", "static", "node_modules"]

TEMPLATE = ".jinja"
TAG = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)  # an expression, in which sentences are marked as in Python

LocaleDirs = Mapping[Path, Path]


def locale_dirs() -> dict[Path, Path]:
    """Return the folders with sentences, each with its `locale` folder: the project, then the games.

    A game without a `locale` folder is left out: it is in English only.
    """
    project = Path(settings.LOCALE_PATHS[0])
    games = {folder: folder / "locale" for folder in game_folders(settings.GAME_PACKAGES)}
    return {Path(settings.BASE_DIR): project, **{folder: path for folder, path in games.items() if path.is_dir()}}


class BuildFile(makemessages.BuildFile):
    """A file whose sentences are collected: a template of Jinja2 is read as the Python expressions in its tags."""

    def preprocess(self) -> None:
        """Write what xgettext reads beside the file."""
        if Path(self.path).suffix != TEMPLATE:
            super().preprocess()
            return
        Path(self.work_path).write_text("\n".join(TAG.findall(Path(self.path).read_text())))


class Command(makemessages.Command):
    """`manage.py makemessages`; `say` and `marked` mark a sentence like gettext, `say_many` one with a plural.

    The project's catalogue has all sentences outside of the games. A game's catalogue has the sentences of its folder
    that the project's does not have, in the languages for which its `locale` has a folder.
    """

    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={mark}" for mark in MARKS)]
    stealth_options = ("dirs", "reuse")
    build_file_class = BuildFile

    def handle(self, *args: object, dirs: LocaleDirs | None = None, reuse: bool = True, **options: object) -> None:
        """Collect the sentences of our own files.

        `dirs` replaces `locale_dirs()`. With `reuse`, a translation in one catalogue is used in all (a compendium in
        gettext's terms), so that translations move with their sentences.
        """
        self._dirs = dirs or locale_dirs()
        options |= {"ignore_patterns": [*NOT_OURS], "use_default_ignore_patterns": False}
        options |= {"add_location": "file", "no_obsolete": True, "extensions": ["html", "jinja", "txt", "py"]}
        # Django writes `.html.py` files beside the templates: one process at a time.
        here = hashlib.sha256(str(settings.BASE_DIR).encode()).hexdigest()
        lock = Path(tempfile.gettempdir()) / f"numgames-{os.getuid()}-{here}.lock"
        with file_lock(lock), tempfile.TemporaryDirectory() as folder:
            self._known = Path(folder)
            if reuse:
                self._remember()
            super().handle(*args, **options)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Return our files, each with the `locale` folder of its sentences."""
        (project, shared), *games = self._dirs.items()
        folders = [os.path.relpath(folder) for folder in game_folders(settings.GAME_PACKAGES)]
        files = [file for file in super().find_files(root) if not _is_below(file.path, folders)]
        for file in files:
            file.locale_dir = str(shared)
        for folder, locale_dir in games:
            for file in super().find_files(os.path.relpath(folder, project)):
                file.locale_dir = str(locale_dir)
                files.append(file)
        self.locale_paths = [str(path) for path in self._dirs.values()]
        return files

    def build_potfiles(self) -> list[str]:
        """Collect the sentences of each folder; a game's omit those of the project's catalogue."""
        shared, *games = potfiles = super().build_potfiles()
        keys = {_key(entry) for entry in polib.pofile(shared)}
        for file in games:
            collected = polib.pofile(file)
            for entry in [entry for entry in collected if _key(entry) in keys]:
                collected.remove(entry)
            collected.save()
        return potfiles

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Write the file of one language, unless the game's `locale` has no folder for it."""
        shared = next(iter(self._dirs.values()))
        language = Path(potfile).parent / locale
        if language.parent != shared:
            if not language.is_dir():
                return
            _begin(language, shared / locale)
        options = self.msgmerge_options
        compendia = sorted(self._known.glob(f"{locale}-*"))
        self.msgmerge_options = [*options, *(f"--compendium={file}" for file in compendia)]
        super().write_po_file(potfile, locale)
        self.msgmerge_options = options

    def _remember(self) -> None:
        """Copy all current translations, from which msgmerge reads while it changes the files."""
        for number, path in enumerate(self._dirs.values()):
            for file in path.glob("*/LC_MESSAGES/django.po"):
                shutil.copyfile(file, self._known / f"{file.parts[-3]}-{number:03}.po")


def _begin(language: Path, shared: Path) -> None:
    """Create the file of a language if it is missing, with the project's header (encoding, plural rule)."""
    file = language / "LC_MESSAGES" / "django.po"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        empty = polib.POFile()
        empty.metadata = polib.pofile(str(shared / "LC_MESSAGES" / "django.po")).metadata
        empty.save(str(file))


def _is_below(path: str, folders: list[str]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def _key(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural
