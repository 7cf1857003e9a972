"""Receivers of the computer players: the work of their turns, and the slots that offer them."""

from __future__ import annotations

from core.slots import SlotPartial
from games import slots
from games.computers import partials, play_on
from games.computers.jobs import Computers
from games.jobs.hooks import Periodic, periodic_work

computers = Computers()
periodic_work.register(Periodic(1, computers.play_due, is_apart=True))

slots.lobby.register(SlotPartial("computers/_computers.html", partials.in_lobby))
slots.player.register(SlotPartial("computers/_computer.html", partials.of_player))
slots.rules.register(SlotPartial("computers/first.html", partials.of_game))
slots.beside.register(SlotPartial("computers/_guide.html", partials.guide))
slots.match_head.register(SlotPartial("computers/head.html", partials.head))
slots.match.register(SlotPartial("computers/continues.html", play_on.of_match), rank=10)
slots.replay.register(SlotPartial("computers/_play_on.html", play_on.in_replay), rank=40)
slots.analysis_turn.register(SlotPartial("computers/_play_on.html", play_on.in_analysis))
