"""Settings for mypy's Django plugin: the site's own, without any environment variable."""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "for type checks only")

from numgames.settings import *
