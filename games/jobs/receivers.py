"""Registrations of the jobs at hooks: mail, the heartbeat of the scheduler, and what apps below have to tidy up."""

from __future__ import annotations

from django.core.management import call_command

from accounts.player import release_old
from accounts.security import delete_expired, delete_old_events
from accounts.services import delete_stale_guests
from accounts.sessions import delete_old_places
from core import clock
from games.jobs import mail, scheduler
from games.jobs.hooks import DAY, HOUR, MINUTE, Periodic, job_handlers, periodic_work

job_handlers.register(mail.HANDLER)

periodic_work.register(Periodic(scheduler.EVERY, lambda: scheduler.beat(scheduler.SCHEDULER)), rank=10)
periodic_work.register(Periodic(HOUR, lambda: delete_stale_guests(clock.now())))
periodic_work.register(Periodic(HOUR, lambda: release_old(clock.now())))
periodic_work.register(Periodic(DAY, lambda: call_command("clearsessions")))
# Each deletes a batch: once a day, a site whose players add more than that in a day would keep them for ever.
periodic_work.register(Periodic(MINUTE, lambda: delete_old_events(clock.now())))
periodic_work.register(Periodic(MINUTE, lambda: delete_old_places(clock.now())))
periodic_work.register(Periodic(MINUTE, lambda: delete_expired(clock.now())))
