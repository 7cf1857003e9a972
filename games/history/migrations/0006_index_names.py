"""The indexes and the constraint of participations bear the name of their model."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("history", "0005_renamed_permissions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameIndex("participation", new_name="participation_of_player", old_name="part_of_player"),
        migrations.RenameIndex("participation", new_name="participation_by_game", old_name="part_by_game"),
        migrations.RenameIndex("participation", new_name="participation_by_opponent", old_name="part_by_opponent"),
        migrations.RenameIndex("participation", new_name="participation_by_outcome", old_name="part_by_outcome"),
        migrations.RemoveConstraint("participation", "one_part_a_player"),
        migrations.AddConstraint(
            "participation", models.UniqueConstraint(fields=["match", "player"], name="one_participation_a_player")
        ),
        migrations.AlterField(
            model_name="participation",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="participations", to="matches.match"
            ),
        ),
        migrations.AlterField(
            model_name="participation",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="participations", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
