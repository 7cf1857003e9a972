"""The site's settings with a page that fails."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.broken_urls"
