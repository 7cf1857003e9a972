"""The settings of the real site, with the same deals in every run."""

from numgames.settings import *

INSTALLED_APPS = [*INSTALLED_APPS, "tests.dealt"]
