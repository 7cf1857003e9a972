"""The settings of the real site, with the same deals in every run and quick passwords."""

from numgames.settings import *

# Daphne's app, which only serves `runserver`, would make an event loop before tests/ready.py forks.
INSTALLED_APPS = [*(app for app in INSTALLED_APPS if app != "daphne"), "tests.fixed_deals"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
