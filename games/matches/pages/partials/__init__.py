"""The partials of a match page as functions of their view; the page and its updates are drawn with the same ones."""
