"""The names in the data for everyone: of computers and bots their own, of people by choice."""

from __future__ import annotations

from accounts.models import User
from accounts.services import delete_account
from games.dumps.rows import Names
from tests.alike import someone


def test_computers_and_bots_have_their_names_and_people_by_choice(anna: User, bob: User) -> None:
    anna.named_in_data = True
    names = Names()
    computer, bot = someone(is_computer=True), someone(is_bot=True)
    closed_bot, closed = someone(is_bot=True, is_active=False), someone(is_active=False, named_in_data=True)
    assert names.of(computer) == (computer.file_name, False)
    assert names.of(bot) == (bot.file_name, False)
    assert names.of(anna) == ("anna", False)
    assert names.chosen == {"anna"}
    for hidden in (bob, closed_bot, closed):
        name, is_hidden = names.of(hidden)
        assert is_hidden
        assert name.startswith("player-")
        assert hidden.username not in name
        assert name == names.of(hidden)[0] != Names().of(hidden)[0]
    deleted = someone()
    delete_account(deleted)
    assert names.of(deleted) == (deleted.file_name, True)
    assert names.chosen == {"anna"}
