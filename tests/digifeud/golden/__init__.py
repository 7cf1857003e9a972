"""Golden matches of Digifeud: whole matches as text, compared with what the rules produce now.

`python -m tests.digifeud.golden` replays them and rewrites the files; review the diff before committing it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
