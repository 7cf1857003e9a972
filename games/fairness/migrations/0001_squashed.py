"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('fairness', '0001_draws'), ('fairness', '0002_matches_so_far'), ('fairness', '0003_counts_are_jobs'),
        ('fairness', '0004_draw_counts'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='DrawCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('place', models.PositiveSmallIntegerField()),
                ('key', models.CharField(max_length=64)),
                ('option_data', models.JSONField(default=dict)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('counts', models.JSONField(default=dict)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game_slug', 'place', 'key'), name='one_draw_count_per_order')],
            },
        ),
    ]
