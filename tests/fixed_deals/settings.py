"""The settings of the real site, with the same deals in every run and quick passwords."""

from numgames.settings import *

INSTALLED_APPS = [*INSTALLED_APPS, "tests.fixed_deals"]
RATE_LIMITS = RATE_LIMITS | {"chat": "120/h/user"}  # the stories of one file share their players
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
