"""Receivers of the ratings: the end of a match, the export, slots."""

from accounts.hooks import Export, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import MatchJob, cache_warmers, end_warmers, match_ended, match_voided, mirror_ended
from games.ratings import exports, jobs, partials, services, standings

match_ended.register(MatchJob("ratings.count", services.count_match, at_once=True, together=services.count_matches))
mirror_ended.register(MatchJob("ratings.count_mirror", services.count_mirror, at_once=True))
match_voided.register(MatchJob("ratings.take_back", jobs.take_back, at_once=True))
cache_warmers.register(standings.renew_figures)
end_warmers.register(standings.read_ends)
job_handlers.register(Handler(jobs.RECOUNT, jobs.recount, jobs.RECOUNTS))

personal_data.register(Export("ratings", exports.ratings_of))
personal_data.register(Export("scores", exports.scores_of))

slots.name.register(SlotFunction(partials.name_of))
slots.end_news.register(SlotFunction(partials.gains_of), rank=10)
slots.over.register(SlotFunction(partials.verdict_of), rank=10)
slots.player.register(SlotPartial("ratings/_standings.html", partials.standings_of), rank=20)
