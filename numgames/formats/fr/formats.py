"""French dates: "à" stands between date and time, short dates are figures; thousands have a narrow space.

No line ends within a date.
"""

DATE_FORMAT = "j\N{NO-BREAK SPACE}F\N{NO-BREAK SPACE}Y"
MONTH_DAY_FORMAT = "j\N{NO-BREAK SPACE}F"
DATETIME_FORMAT = "j\N{NO-BREAK SPACE}F\N{NO-BREAK SPACE}Y \\à\N{NO-BREAK SPACE}H:i"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
