"""The site's settings with a slow page."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.slow_urls"
