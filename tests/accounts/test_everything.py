"""The file of an account has a row of each model that hangs on it, or the model is named here with the reason."""

from __future__ import annotations

from datetime import timedelta

from accounts.exports import written_export
from accounts.models import User
from core import clock
from games.classes import services
from games.history.models import Participation
from games.matches.play.services import find_match, resign
from games.ratings.models import Rating, RatingPool
from tests.classes.test_bounds import between
from tests.lives import Life, hanging_on
from tests.sizes import cases

NOT_IN_THE_FILE = {
    "computers.Computer": "is the account of a computer",
    "fairplay.Suspicion": "is a note of staff, made of comparisons, which are in the file",
    "puzzles.Source": "says that a match was searched for puzzles",
}
# What no row has by chance: an answered puzzle, a switch that is not as usual, and the facts of a turn.
VALUES = {
    "puzzles.RunPuzzle.answered_at": clock.now(),
    "social.ChatSettings.talks": False,
    "classes.MatchFacts.turns": [[1, "7 × 8", "7 × 8", 8, 8]],
    "matches.Move.ply": 5,
    "matches.Move.text": "pass",
}


@cases("who", ["player", "pupil"], default=["player"])
def test_a_row_of_each_model_is_in_the_file_and_in_no_one_elses(who: str, anna: User, bob: User, carl: User) -> None:
    school_class = services.make(bob, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    pupil, classmate = services.pupils_of(school_class)
    user, other = (pupil.user, classmate.user) if who == "pupil" else (anna, bob)
    match = between(user, other)
    resign(match.pk, other)
    for made in (Participation, Rating, RatingPool):  # by a match
        made.objects.all().delete()
    strangers = "".join(written_export(carl))
    given = [find_match(match.pk), *([school_class, pupil] if who == "pupil" else [])]
    life = Life(user, other, *given, values=VALUES)
    assert match.pk in "".join(written_export(user))
    assert life.not_in(user, hanging_on(User)) == set(NOT_IN_THE_FILE)
    assert "".join(written_export(carl)) == strangers
