"""Make one of events that a former release announced twice: seasons that are open, and cups of one series and begin."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F
from django.utils import timezone


def unite(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Enter the players of each later one in the first, and call the later one off. Those that run go on."""
    events, entries = apps.get_model("events", "Event"), apps.get_model("events", "Entry")
    kept: dict[tuple[object, ...], str] = {}
    for event in events.objects.filter(state="open", series__isnull=False).order_by("number"):
        place = event.series_id, None if event.kind == "league" else event.starts_at
        first = kept.setdefault(place, event.pk)
        if first == event.pk:
            continue
        known = list(entries.objects.filter(event=first).values_list("player", flat=True))
        entries.objects.filter(event=event).exclude(player__in=known).update(event=first)
        changed = {"version": F("version") + 1}
        events.objects.filter(pk=first).update(**changed)
        events.objects.filter(pk=event.pk).update(state="off", ended_at=timezone.now(), **changed)


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("events", "0001_initial")]
    operations = [migrations.RunPython(unite, migrations.RunPython.noop, elidable=True)]
