"""Receivers of fairness: a job for each ended match, the numbering of the log, a link from the proof of a draw."""

from core.hooks import SlotPartial
from games import slots
from games.fairness import services
from games.fairness.commitment_log import number_lines
from games.jobs.hooks import Handler, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, match_ended

match_ended.register(MatchJob(services.COUNT))
job_handlers.register(Handler(services.COUNT, lambda job: services.count_draws([job]), together=services.count_draws))

# Not a job of each deal: it would cost every match that begins a further row, for lines that are numbered together.
periodic_work.register(Periodic(5, number_lines))

slots.fairness.register(SlotPartial("fairness/all_draws.html"), rank=40)
