"""The partials of a match page as functions of what they show: the page and its updates draw with the same ones."""
