"""Discovery: addresses per language, head tags, link previews, sitemap, robots.txt, feeds, calendars, embedding."""
