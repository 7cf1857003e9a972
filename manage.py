#!/usr/bin/env python
"""Django's command line for Numgames; a mistake in its configuration is told in one sentence."""

import logging
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from core import clock


def main() -> None:
    """Run a command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numgames.settings")
    if not {"serve", "clock"} & {*sys.argv[1:2]}:  # which measure for themselves
        clock.shared.measure = _follow_the_site
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))
    except OperationalError:
        from numgames.startup import check_database

        try:
            check_database()
        except ImproperlyConfigured as fault:
            sys.exit(str(fault))
        raise


def _follow_the_site() -> None:
    """Have this command agree with the processes that serve the site on what time it is."""
    from games.matches.play.heartbeat import heart

    heart.follow()


if __name__ == "__main__":
    if not {"serve", "clock"} & {*sys.argv[1:2]}:
        logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # its sentence comes once, at the end
    main()
