"""The site's settings with pages whose failures Django does not handle, and two connections to lose by them."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.hostile_urls"
if isinstance(options := DATABASES["default"]["OPTIONS"], dict) and "pool" in options:
    options["pool"]["max_size"] = 2
