"""Django's makemessages, which collects the sentences of the rules too."""

from __future__ import annotations

from django.core.management.commands import makemessages

MARKS = ["say", "say_many:1,2", "marked"]
NOT_OURS = [".venv", "build", "var", "tests"]


class Command(makemessages.Command):
    """`say` and `marked` mark a sentence, just as gettext does; `say_many` marks one with its plural."""

    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={mark}" for mark in MARKS)]

    def handle(self, *args: object, **options: object) -> None:
        """Collects from our own files only."""
        options["ignore_patterns"] = NOT_OURS
        options["add_location"] = "file"
        super().handle(*args, **options)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Our files; the sentences of all of them go to the first of LOCALE_PATHS."""
        files = super().find_files(root)
        for file in files:
            file.locale_dir = self.default_locale_path
        return files
