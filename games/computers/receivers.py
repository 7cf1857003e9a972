"""Receivers of the computer players: the jobs of their turns, and the slots that offer them."""

from datetime import timedelta

from accounts.hooks import Export, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.computers import exports, jobs, partials
from games.computers.services import HINT
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import computer_turn_jobs, live_partials

MOST_TRIES = 20  # some hours: a match stands still meanwhile

for kind in (jobs.LIVE_TURN, jobs.TURN):
    job_handlers.register(Handler(kind, jobs.think, jobs.COMPUTERS, MOST_TRIES, timedelta(seconds=0.5)))
job_handlers.register(Handler(HINT, jobs.seek_hint, jobs.COMPUTERS, jobs.TRIES, timedelta(seconds=0.5)))
computer_turn_jobs.register(jobs.jobs_of_turns)
live_partials.register(partials.HINT)
personal_data.register(Export("help", exports.help_of))

slots.lobby.register(SlotPartial("computers/_computers.html", partials.in_lobby))
slots.player.register(SlotPartial("computers/_computer.html", partials.of_player))
slots.rules.register(SlotPartial("computers/first.html", partials.of_game))
slots.beside_computer.register(SlotPartial("computers/_guide.html", partials.guide))
slots.match_head.register(SlotPartial("computers/head.html", partials.head))
slots.match.register(SlotPartial("computers/continues.html", partials.of_match), rank=10)
slots.match.register(SlotPartial("computers/_hint.html", partials.hint_of_match), rank=5)
slots.end.register(SlotFunction(partials.at_end), rank=80)
slots.replay.register(SlotPartial("computers/_play_on.html", partials.at_turn), rank=40)
slots.analysis_turn.register(SlotPartial("computers/_play_on.html", partials.at_turn))
slots.variation.register(SlotPartial("computers/_play_on_after.html", partials.after_variation), rank=60)
