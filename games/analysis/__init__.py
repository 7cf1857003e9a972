"""The truth about every turn of a finished match: the best there was, luck and skill, and the winning chances."""
