"""Golden files of Sudoku Duel: whole matches as text, which show every change of the rules.

`python -m tests.sudoku.golden` plays the matches again and overwrites the files; review the diff before you commit it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
