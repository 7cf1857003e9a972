"""Receivers of the puzzles: the end of a match, work of the scheduler, account deletion and export, slots."""

from __future__ import annotations

from datetime import timedelta

from accounts.hooks import Export, account_deletion, page_reports, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.analysis.hooks import analysis_finished
from games.jobs.hooks import MINUTE, Handler, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, live_partials, match_ended
from games.puzzles import jobs, partials
from games.puzzles.exports import puzzles_of
from games.puzzles.services import practice, stock
from games.puzzles.services.solving import forget

match_ended.register(
    MatchJob(
        "puzzles.add_match",
        lambda match: stock.add_matches([match]),
        together=stock.add_matches,
        publishes=True,
    )
)
job_handlers.register(Handler(stock.SEARCH, jobs.search, jobs.SEARCHES, most_tries=5, first_pause=timedelta(minutes=1)))
job_handlers.register(Handler(stock.CHECK, jobs.check, jobs.CHECKS, most_tries=3, first_pause=timedelta(minutes=1)))
job_handlers.register(Handler(stock.EXPLAIN, jobs.explain, jobs.CHECKS, most_tries=3, first_pause=timedelta(minutes=1)))
job_handlers.register(
    Handler(stock.THEMES, jobs.find_themes, jobs.CHECKS, most_tries=3, first_pause=timedelta(minutes=1))
)
job_handlers.register(
    Handler(practice.COLLECT, jobs.collect, jobs.MISTAKES, most_tries=3, first_pause=timedelta(minutes=1))
)
analysis_finished.register(practice.enqueue_mistakes)
page_reports.register(practice.look)

live_partials.register(partials.WAY)

# Not a job that enqueues its next one: as a dead letter it would leave all later days without a puzzle.
periodic_work.register(Periodic(MINUTE, jobs.keep_stock))

account_deletion.register(forget)
personal_data.register(Export("puzzles", puzzles_of))

slots.home_board.register(SlotPartial("puzzles/_at_home.html", partials.at_home))
slots.home.register(SlotPartial("puzzles/_replay_at_home.html", partials.replay_at_home), rank=90)
slots.lobby_turns.register(SlotPartial("puzzles/_dailies.html", partials.in_lobby))
slots.end_more.register(SlotFunction(partials.after_match), rank=80)
slots.today.register(SlotPartial("puzzles/_mistakes_today.html", partials.mistakes_today))
slots.player.register(SlotPartial("puzzles/_solver.html", partials.of_player), rank=30)
