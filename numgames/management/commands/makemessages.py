"""Extend Django's makemessages by the sentences of the rules."""

from __future__ import annotations

from django.core.management.commands import makemessages

MARKS = ["say", "say_many:1,2", "marked"]
NOT_OURS = [".venv", "build", "var", "tests"]


class Command(makemessages.Command):
    """Collects arguments of `say` and `marked`, as of gettext, and of `say_many`, as of ngettext."""

    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={mark}" for mark in MARKS)]

    def handle(self, *args: object, **options: object) -> None:
        """Collect from the project's own files only."""
        options["ignore_patterns"] = NOT_OURS
        options["add_location"] = "file"
        super().handle(*args, **options)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Return the files to read; all their sentences go to the first of LOCALE_PATHS."""
        files = super().find_files(root)
        for file in files:
            file.locale_dir = self.default_locale_path
        return files
