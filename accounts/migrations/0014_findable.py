from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0013_press_twice"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_findable",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
