"""The table of counts of the draws of finished matches."""

from __future__ import annotations

from django.db import models


class DrawCount(models.Model):
    """The draws of one order of a game, summed over matches: the count of each face in each part of the order.

    A match has an order (see `services.Order`) for each bag, with the index `place`. Orders of other tiles, because of
    other options, differ in `key`; `option_data` has the options of one of the counted matches.
    """

    game_slug = models.SlugField(db_index=False)
    place = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64)
    option_data = models.JSONField(default=dict)
    matches = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)  # for each face, its count in each part

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game_slug", "place", "key"], name="one_draw_count_per_order")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.place}: {self.matches} matches"
