"""Receivers of the classes: who may watch, the end of classes, account deletion and export, notifications."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, personal_data
from games.classes import exports, jobs, notices, services
from games.jobs.hooks import HOUR, Handler, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, match_ended, match_watchers
from games.notifications.hooks import kinds

match_watchers.register(services.may_watch)
match_ended.register(MatchJob(jobs.FACTS, concerns=jobs.concerns))
job_handlers.register(Handler(jobs.FACTS, jobs.find_facts))
periodic_work.register(Periodic(HOUR, services.end_classes))
account_deletion.register(services.delete_all_of)
personal_data.register(Export("classes", exports.exported_classes))
kinds.register(notices.Ending(), rank=75)
