"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('ratings', '0002_kinds_of_pools'), ('ratings', '0003_ratings_of_bots'), ('ratings', '0004_mirrors'),
    ]

    dependencies = [
        ('accounts', '0002_until_0_2'),
        ('matches', '0002_until_0_2'),
        ('ratings', '0001_squashed'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingpool',
            name='kind',
            field=models.CharField(blank=True, choices=[('', 'people'), ('bots', 'bots'), ('mirror', 'mirror matches')], db_default='', default='', max_length=8),
        ),
        migrations.RemoveConstraint(
            model_name='ratingpool',
            name='one_pool_a_game_and_pace',
        ),
        migrations.AddConstraint(
            model_name='ratingpool',
            constraint=models.UniqueConstraint(fields=('game_slug', 'is_live', 'kind'), name='one_pool_a_game_pace_and_kind'),
        ),
    ]
