"""The site's settings with pages that fail in ways that Django does not answer."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.hostile_urls"
