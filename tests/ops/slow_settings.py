"""The site's settings with one more page, which takes its time."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.slow_urls"
