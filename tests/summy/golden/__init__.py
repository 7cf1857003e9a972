"""Golden files: whole matches of Summy as text, which change when anything in the rules changes.

`python -m tests.summy.golden` regenerates them; review the difference before you commit it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
