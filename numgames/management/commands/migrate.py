"""Django's `migrate`, which refuses databases that are older than the migrations reach back."""

from __future__ import annotations

import gc
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate

from numgames.startup import check_history


class Command(migrate.Command):
    """`manage.py migrate`; `check` and `serve` run the system checks."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add Django's options; the system checks take as long as the tables of five apps."""
        super().add_arguments(parser)
        parser.set_defaults(skip_checks=True)

    def handle(self, *args: Any, **options: Any) -> None:  # Any: as Django declares it
        """Migrate the database; raise ImproperlyConfigured if it is too old."""
        check_history()
        gc.disable()  # each operation makes many models that stay: looking through them would take a fifth of the time
        try:
            super().handle(*args, **options)
        finally:
            gc.enable()
