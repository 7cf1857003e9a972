"""Dutch dates: a comma stands between date and time. All other formats are Django's."""

DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j-n-Y, H:i"
