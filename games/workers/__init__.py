"""Long thinking, done where it keeps nobody waiting: in processes of its own, at the lowest priority.

A function goes there by its name and its values by pickling, and so do the result or the exception back. In those
processes there are the games and their bots, but no models, no database and no settings besides GAME_PACKAGES: a
module that is to be used there imports none.
"""

from __future__ import annotations

from games.workers.errors import Closed, NotDone, TooSlow, WorkerDied
from games.workers.pool import begin, close, run

__all__ = ["Closed", "NotDone", "TooSlow", "WorkerDied", "begin", "close", "run"]
