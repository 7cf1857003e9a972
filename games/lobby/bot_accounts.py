"""Bot accounts: how an account becomes one for good. Where matches begin, `services` and `pairing` know them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.player import lock_players
from games.lobby.errors import NoBot
from games.lobby.services import withdraw_all
from games.matches.models import Match


def may_become_bot(player: User) -> bool:
    """Return whether this account may become a bot: it is a person's, not of staff, and has never played."""
    is_ordinary = not (player.is_guest or player.is_computer or player.is_bot or player.is_staff)
    return is_ordinary and not Match.objects.filter(Q(first=player) | Q(second=player)).exists()


def become_bot(player: User) -> None:
    """Make this account a bot for good. Idempotent. Raises NoBot.

    Starting a match takes the same lock, so none starts meanwhile.
    """
    with transaction.atomic():
        is_open = lock_players(player)
        player.refresh_from_db(fields=["is_bot"])
        if player.is_bot:
            return
        if not is_open or not may_become_bot(player):
            raise NoBot
        withdraw_all(player)
        player.is_bot = True
        player.save(update_fields=["is_bot"])
