"""Whole matches of Digifeud as text, to see at a glance when anything in the rules changes.

`python -m tests.digifeud.golden` plays them anew and writes the files; look at the difference before you keep it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
