"""A pool of low-priority worker processes for long computations: computer players and analysis.

Functions are pickled by name; arguments, results and exceptions are pickled by value. Worker processes know the games
and their bots, but no models, no database and no settings besides GAME_PACKAGES, so the modules that they use must not
import any.
"""

from games.workers.pool import begin, begin_promptly, close, load, run, size
from games.workers.worker_process import NotDone, PoolClosed, TooSlow, WorkerDied

__all__ = ["NotDone", "PoolClosed", "TooSlow", "WorkerDied", "begin", "begin_promptly", "close", "load", "run", "size"]
