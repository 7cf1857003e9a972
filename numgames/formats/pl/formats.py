"""Polish dates: a comma stands between date and time, short dates have dots; thousands have a no-break space."""

DATETIME_FORMAT = "j E Y, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
THOUSAND_SEPARATOR = "\N{NO-BREAK SPACE}"
