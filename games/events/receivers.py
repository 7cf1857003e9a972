"""Receivers of the events: their job, and the results of matches."""

from __future__ import annotations

from games.events import jobs, services
from games.events.formats import formats
from games.events.formats.arena import Arena
from games.events.formats.knockout import Knockout
from games.events.formats.robin import Robin
from games.events.formats.swiss import Swiss
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import MatchJob, match_ended, match_voided

job_handlers.register(Handler(services.RUN, jobs.run))
for event, kind in ((match_ended, "events.match_ended"), (match_voided, "events.match_voided")):
    event.register(MatchJob(kind, services.record_result, concerns=lambda match: bool(match.event_key)))
for format_ in (Knockout(), Robin(), Swiss(), Arena()):
    formats.register(format_)
