"""Polish dates: a comma stands between date and time, short dates have dots; thousands have a no-break space.

No line ends within a date.
"""

DATE_FORMAT = "j\N{NO-BREAK SPACE}E\N{NO-BREAK SPACE}Y"
MONTH_DAY_FORMAT = "j\N{NO-BREAK SPACE}E"
DATETIME_FORMAT = "j\N{NO-BREAK SPACE}E\N{NO-BREAK SPACE}Y, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
THOUSAND_SEPARATOR = "\N{NO-BREAK SPACE}"
