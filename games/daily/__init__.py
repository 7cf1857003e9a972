"""The day: the deal that all players have, the page Today, the mail of the week, and news by staff."""
