"""An index of the due jobs of a kind, so that very many of one kind do not slow down the others."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("jobs", "0002_beat")]
    operations = [
        AddIndexOnline(
            "job",
            models.Index(fields=["kind", "due_at"], condition=models.Q(("state", "waiting")), name="job_due_kind"),
        ),
    ]
