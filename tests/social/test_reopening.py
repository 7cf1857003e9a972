"""What staff reopen: a closed account, and none that its owner has deleted."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import delete_account
from games.social.models import ModerationAction
from games.social.moderation import carry_out

Kind = ModerationAction.Kind


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_closed_account_is_opened_again_and_a_deleted_one_stays_away(
    anna: User, bob: User, *, is_deleted: bool
) -> None:
    carry_out(ModerationAction(by=anna, kind=Kind.CLOSE, whom=bob, why="abuse"))
    if is_deleted:
        delete_account(User.objects.get(pk=bob.pk))
    carry_out(ModerationAction(by=anna, kind=Kind.REOPEN, whom=bob, why="a mistake"))
    assert User.objects.get(pk=bob.pk).is_active is not is_deleted
