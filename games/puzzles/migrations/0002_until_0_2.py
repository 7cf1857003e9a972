"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

import django.db.models.deletion
import games.puzzles.kinds
from django.conf import settings
from django.db import migrations, models


def check_again(apps, _schema_editor):
    """Have the puzzles of 10 BY 10 checked again, as its search has changed, and all that ask for the best chance.

    Those are compared with all legal moves now. They are offered meanwhile; the jobs of the checks keep the load within
    PUZZLE_SHARE, and withdraw what fails.
    """
    offered = apps.get_model("puzzles", "Puzzle").objects.filter(state="offered")
    offered.filter(~models.Q(kind="sum") | models.Q(game_slug="tenbyten")).update(checked_at=None)


class Migration(migrations.Migration):

    replaces = [
        ('puzzles', '0002_tenbyten_again'), ('puzzles', '0003_mistakes'), ('puzzles', '0003_reasons'),
        ('puzzles', '0004_none_of_pupils'), ('puzzles', '0005_check_version'),
        ('puzzles', '0006_default_of_check_version'), ('puzzles', '0007_themes_and_streaks'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0002_until_0_2'),
        ('puzzles', '0001_squashed'),
    ]

    operations = [
        migrations.AlterField(
            model_name='puzzle',
            name='state',
            field=models.CharField(choices=[('unchecked', 'not checked yet'), ('offered', 'offered'), ('own', 'a player’s own'), ('withheld', 'withheld')], default='unchecked', max_length=9),
        ),
        migrations.AlterField(
            model_name='run',
            name='kind',
            field=models.CharField(choices=[('sprint', 'sprint'), ('streak', 'puzzle streak'), ('repeat', 'repetition'), ('own', 'my mistakes')], max_length=6),
        ),
        migrations.CreateModel(
            name='Mistake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('theme', models.CharField(choices=[('points', 'more points'), ('squares', 'coloured squares'), ('replies', 'the opponent’s replies'), ('blanks', 'blanks'), ('captures', 'captures'), ('across', 'diagonal captures'), ('several', 'several at once'), ('linked', 'linked numbers'), ('long', 'long sums'), ('order', 'order of operations'), ('fewer', 'fewer points'), ('blocked', 'blocked tiles'), ('open', 'squares kept open'), ('passing', 'passing'), ('wrong', 'wrong tiles'), ('endings', 'endings'), ('other', 'other moves')], max_length=8)),
                ('cost', models.FloatField()),
                ('why', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('shown', models.PositiveSmallIntegerField(default=0)),
                ('solved', models.PositiveSmallIntegerField(default=0)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mistakes', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mistakes', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mistake', to='puzzles.puzzle')),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'due_at'], name='mistake_due')],
            },
        ),
        migrations.AddField(
            model_name='puzzle',
            name='why',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='puzzle',
            name='check_version',
            field=models.PositiveSmallIntegerField(db_default=0, default=games.puzzles.kinds.check_version, editable=False),
        ),
        migrations.AddField(
            model_name='puzzle',
            name='themes_version',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name='run',
            name='skipped',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name='PuzzleTheme',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('theme', models.CharField(choices=[('points', 'more points'), ('squares', 'coloured squares'), ('replies', 'the opponent’s replies'), ('blanks', 'blanks'), ('captures', 'captures'), ('across', 'diagonal captures'), ('several', 'several at once'), ('linked', 'linked numbers'), ('long', 'long sums'), ('order', 'order of operations'), ('fewer', 'fewer points'), ('blocked', 'blocked tiles'), ('open', 'squares kept open'), ('passing', 'passing'), ('wrong', 'wrong tiles'), ('endings', 'endings'), ('other', 'other moves')], max_length=8)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='themes', to='puzzles.puzzle')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('puzzle', 'theme'), name='one_theme_once')],
            },
        ),
        migrations.RunPython(check_again, migrations.RunPython.noop, elidable=True),
    ]
