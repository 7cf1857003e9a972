"""The index and the constraint of vacations bear the name of their model."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0013_downtimes"),
    ]

    operations = [
        migrations.RenameIndex("vacation", new_name="vacation_of_player", old_name="leave_of_player"),
        migrations.RemoveConstraint("vacation", "leave_begins_before_it_ends"),
        migrations.AddConstraint(
            "vacation",
            models.CheckConstraint(
                condition=models.Q(begins_at__lt=models.F("ends_at")), name="vacation_begins_before_it_ends"
            ),
        ),
    ]
