"""Each puzzle is checked before it is offered: those there are begin as not checked yet."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('puzzles', '0001_puzzles'),
    ]

    operations = [
        migrations.AddField(
            model_name='puzzle',
            name='check_claimed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='puzzle',
            name='check_tries',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='puzzle',
            name='checked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='puzzle',
            name='state',
            field=models.CharField(
                choices=[('unchecked', 'not checked yet'), ('offered', 'offered'), ('withheld', 'withheld')],
                default='unchecked',
                max_length=9,
            ),
        ),
        migrations.AddIndex(
            model_name='puzzle',
            index=models.Index(
                condition=models.Q(('state', 'unchecked')), fields=['check_tries', 'made_at'], name='puzzle_to_check'
            ),
        ),
    ]
