"""French dates: "à" stands between date and time, short dates are figures; thousands have a narrow space."""

DATETIME_FORMAT = r"j F Y \à H:i"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
