"""Whole matches of Summy as text, to see at a glance when anything in the rules changes.

`python -m tests.summy.golden` plays them anew and writes the files; look at the difference before you keep it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
