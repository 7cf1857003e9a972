"""The day: the deal that everybody plays, the page Today, the mail of the week, and news by staff."""
