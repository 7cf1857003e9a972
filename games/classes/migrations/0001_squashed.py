"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import core.clock
import django.db.models.deletion
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('classes', '0001_initial'), ('classes', '0002_facts'), ('classes', '0003_rounds'),
        ('classes', '0002_challenges'), ('classes', '0003_wrong_sums'), ('classes', '0004_pictures'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0002_until_0_2'),
        ('puzzles', '0002_until_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='SchoolClass',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=40)),
                ('made_at', models.DateTimeField(default=core.clock.now, editable=False)),
                ('ends_on', models.DateField(db_index=True)),
                ('warned_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('teacher', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='classes', to=settings.AUTH_USER_MODEL)),
                ('paused_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Pupil',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code_digest', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('card_made_at', models.DateTimeField(editable=False, null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pupil', to=settings.AUTH_USER_MODEL)),
                ('school_class', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pupils', to='classes.schoolclass')),
            ],
        ),
        migrations.CreateModel(
            name='MatchFacts',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='facts', serialize=False, to='matches.match')),
                ('turns', models.JSONField(default=list)),
            ],
            options={
                'verbose_name_plural': 'facts of matches',
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('school_class', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='round', serialize=False, to='classes.schoolclass')),
                ('game_slug', models.SlugField(db_index=False)),
                ('begun_at', models.DateTimeField(default=core.clock.now)),
                ('matches', models.ManyToManyField(related_name='+', to='matches.match')),
                ('pupils', models.ManyToManyField(related_name='+', to='classes.pupil')),
                ('puzzle', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='puzzles.puzzle')),
            ],
        ),
        migrations.AddField(
            model_name='schoolclass',
            name='has_challenges',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.CreateModel(
            name='WrongSum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('equation', models.CharField(max_length=60)),
                ('at', models.DateTimeField(default=core.clock.now)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('pupil', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wrong_sums', to='classes.pupil')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('pupil', 'match', 'ply', 'equation'), name='one_wrong_sum_a_turn')],
            },
        ),
        migrations.AddField(
            model_name='pupil',
            name='picture_digest',
            field=models.CharField(db_default='', default='', editable=False, max_length=64),
        ),
    ]
