"""The site's settings with a page that holds a database connection until the test lets it go."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.hostile_urls"
