"""Notes the matches that were played before there was a history; the clock looks through them later."""

from django.db import migrations

RUNNING, WON, LOST, DRAWN, VOID = "running", "won", "lost", "drawn", "void"


def note_all(apps, schema_editor):
    Part = apps.get_model("history", "Part")
    parts = []
    for match in apps.get_model("matches", "Match").objects.order_by("pk").iterator(500):
        parts += [part(Part, match, 1), part(Part, match, 2)]
        if len(parts) >= 1000:
            Part.objects.bulk_create(parts)
            parts = []
    Part.objects.bulk_create(parts)


def part(Part, match, seat):
    players = (match.first_id, match.second_id)
    return Part(
        match_id=match.pk,
        player_id=players[seat - 1],
        opponent_id=players[2 - seat],
        game_slug=match.game_slug,
        is_live=match.increment is not None,
        rated=match.rated,
        outcome=outcome(match, seat),
        fled=match.ending not in ("", "played", "resigned") and match.to_move == seat,
        at=match.finished_at or match.started_at,
        looked_through=match.finished_at is None,
    )


def outcome(match, seat):
    if match.finished_at is None:
        return RUNNING
    if match.winner:
        return WON if match.winner == seat else LOST
    return DRAWN if match.ending == "played" else VOID


class Migration(migrations.Migration):
    dependencies = [("history", "0001_parts_and_records")]
    operations = [migrations.RunPython(note_all, migrations.RunPython.noop)]
