"""Offers are few: no index by game."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0007_words'),
    ]

    operations = [
        migrations.AlterField(
            model_name='offer',
            name='game_slug',
            field=models.SlugField(db_index=False),
        ),
    ]
