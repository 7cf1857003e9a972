"""The sets of options of Digifeud, for tests that hold for each of them."""

from __future__ import annotations

from games.digifeud.rules import game
from tests.playing import all_options
from tests.sizes import Axis, cases

OPTIONS: Axis = {" ".join(options.data().values()): options for options in all_options(game)}
# Each number of directions and each set of operators, and the one set of options with a value network.
TELLING = ("2 +-20", "4 +-", "2 +-x5", "4 +-x", "2 +-x/", "2 +-x")

each_option = cases("options", OPTIONS, default=TELLING)
