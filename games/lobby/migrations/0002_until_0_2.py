"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

import core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('lobby', '0002_clubs'), ('lobby', '0003_standing'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('clubs', '0001_squashed'),
        ('lobby', '0001_squashed'),
        ('matches', '0002_until_0_2'),
    ]

    operations = [
        migrations.AddField(
            model_name='offer',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='clubs.club'),
        ),
        migrations.AlterField(
            model_name='offer',
            name='kind',
            field=models.CharField(choices=[('open', 'Anyone in the lobby'), ('direct', 'One player'), ('link', 'Anyone with the link'), ('club', 'Members of a club')], default='open', max_length=6),
        ),
        migrations.AddConstraint(
            model_name='offer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('kind', 'club')), models.Q(models.Q(('kind', 'club'), _negated=True), ('club', None)), _connector='OR'), name='an_offer_to_a_club_has_a_club'),
        ),
        migrations.AddField(
            model_name='offer',
            name='standing',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('made_at', models.DateTimeField(default=core.clock.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('first', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('first', 'second', 'game_slug'), name='one_standing_a_pair_and_game'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='standing_in_order_of_keys')],
            },
        ),
    ]
