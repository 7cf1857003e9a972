"""The site's settings with pages whose failures Django does not handle."""

from numgames.settings import *

ROOT_URLCONF = "tests.ops.hostile_urls"
