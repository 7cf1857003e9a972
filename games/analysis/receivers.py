"""Receivers of the analysis: its jobs, and what pages of finished matches show of it."""

from datetime import timedelta

from accounts.hooks import Export, live_pages, page_reports, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.analysis import exports, jobs, partials, services
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import MatchJob, live_partials, match_ended

job_handlers.register(
    Handler(
        services.MEASURE,
        jobs.work_on,
        jobs.ANALYSES,
        most_tries=3,
        first_pause=timedelta(seconds=10),
        gave_up=services.fail,
    )
)

job_handlers.register(Handler(services.ESTIMATE, jobs.make_estimate, jobs.ESTIMATES, most_tries=2))

match_ended.register(MatchJob("analysis.begin", lambda match: services.begin([match]), together=services.begin))
live_partials.register(partials.NEWS)
live_pages.register(partials.PAGE)
page_reports.register(services.look)
personal_data.register(Export("analyses", exports.analyses_of))

slots.end_news.register(SlotFunction(partials.news_of_end), rank=30)
slots.end.register(SlotFunction(partials.of_match), rank=70)
slots.match.register(SlotPartial("analysis/_sheet.html"), rank=70)
slots.replay.register(SlotPartial("analysis/link.html", partials.of_turn), rank=20)
slots.player.register(SlotPartial("analysis/_over_time.html", partials.of_player), rank=40)
