"""Receivers of the classes: who may watch, the end of classes, account deletion and export, notifications."""

from __future__ import annotations

from operator import attrgetter

from accounts.hooks import Export, account_deletion, live_pages, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.classes import exports, jobs, notices, partials, rounds, services
from games.jobs.hooks import HOUR, Handler, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, false_sums, live_partials, match_ended, match_watchers, pupil_checks
from games.notifications.hooks import kinds
from games.puzzles.hooks import pupil_levels

match_watchers.register(services.may_watch)
match_ended.register(MatchJob(jobs.FACTS, concerns=attrgetter("has_pupil")))
job_handlers.register(Handler(jobs.FACTS, jobs.find_facts))
periodic_work.register(Periodic(HOUR, services.end_classes))
account_deletion.register(services.delete_all_of)
personal_data.register(Export("classes", exports.exported_classes))
kinds.register(notices.Ending(), rank=75)
live_pages.register(partials.CLASS)
live_partials.register(partials.PAUSED)
pupil_checks.register(services.check_not_paused)
false_sums.register(services.keep_wrong_sum)
pupil_levels.register(rounds.latest_levels)
slots.lesson.register(SlotPartial("classes/_lesson.html", partials.level_of_lesson))
slots.match_head.register(SlotPartial("classes/_match_head.html", partials.style_of_match))
slots.match.register(SlotFunction(partials.pause_of_match), rank=5)
