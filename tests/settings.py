"""The settings of tests in one process: fast password hashes, nothing kept afterwards."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

VAR = Path(tempfile.mkdtemp(prefix="numgames-test-"))
atexit.register(shutil.rmtree, VAR, ignore_errors=True)
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")

os.environ["NUMGAMES_VAR"] = str(VAR)
os.environ.setdefault("SECRET_KEY", "for tests only")
os.environ.setdefault("GAME_PACKAGES", "games,tests.example_games")  # the tiny example game is one of the games
os.environ["NUMGAMES_CACHE"] = str(Path(__file__).parents[1] / "var")  # environments share the tables of the site
os.environ["REDIS_PREFIX"] = f"test-{WORKER}"
if redis := os.environ.get("TEST_REDIS_URL"):
    # One for each process of tests, which clear the cache; others of a whole run are numbered before these.
    os.environ["REDIS_URL"] = f"{redis}/{int(os.environ.get('TESTS_FIRST_WORKER', '0')) + int(WORKER)}"
if database := os.environ.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = database

from numgames.settings import *  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "tests.quick_flush", "tests.example_live"]
LOBBY_LISTS_KEPT = 0  # tests write rows and look at once; tests/lobby/test_snapshot.py keeps them
ANALYSES_WAITING = 0  # nothing is computed that no test asks for
PUZZLE_SHARE = 100  # searches and checks do not rest; tests/puzzles/test_budget.py has them rest
WORKERS_NICE = 0  # else they may starve on a busy machine
WORKERS = 0  # computations run in the test's own thread; tests/workers uses real processes
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT.mkdir()
if str(DATABASES["default"]["ENGINE"]).endswith("sqlite3"):
    # A file like the real one: in memory, threads would find whole tables locked.
    DATABASES["default"]["TEST"] = {"NAME": VAR / "test.sqlite3"}
    # As in the site's own settings, but without fsync, which tests/ops/test_durability.py checks.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
    }
