"""The hook by which apps add to the mail of the week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from core.hooks import Hook

# Called with a player and the moment a week ago: returns a sentence about what is new for the player, or an empty one.
# In the player's language.
weekly_news = Hook[Callable[[User, datetime], str]]()
