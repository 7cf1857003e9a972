"""German dates: a comma stands between date and time; no line ends within a date. All other formats are Django's."""

DATE_FORMAT = "j.\N{NO-BREAK SPACE}F\N{NO-BREAK SPACE}Y"
MONTH_DAY_FORMAT = "j.\N{NO-BREAK SPACE}F"
DATETIME_FORMAT = "j.\N{NO-BREAK SPACE}F\N{NO-BREAK SPACE}Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
