"""A line of moves that a player keeps."""

from __future__ import annotations

import secrets

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches.models import Match

LONGEST_NAME, LONGEST_COMMENT = 60, 2000


def new_key() -> str:
    """Return a key that cannot be guessed."""
    return secrets.token_urlsafe(12)


class Study(models.Model):
    """Moves other than those of a finished match, from turn number `begins` on; `line` has them in notation.

    Who knows the address, which cannot be guessed, sees a shared one, unless the match is hidden from them.
    """

    class Sharing(models.TextChoices):
        """Who sees a study, and how."""

        OWN = "own", _("Only me")
        LINK = "link", _("Everyone with the link")
        PUZZLE = "puzzle", _("Everyone with the link, as a puzzle: the moves come after a try")

    id = models.CharField(primary_key=True, max_length=16, default=new_key, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="studies")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    begins = models.PositiveSmallIntegerField()
    line = models.JSONField()
    name = models.CharField(max_length=LONGEST_NAME)
    comment = models.TextField(max_length=LONGEST_COMMENT, blank=True)
    sharing = models.CharField(max_length=6, choices=Sharing.choices, default=Sharing.OWN)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "studies"
        ordering = ("-made_at", "pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("studies:study", args=[self.pk])
