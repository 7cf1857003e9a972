
BBBB BBBB
XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'How the draw works, and the log of all seals') XXXXXXXX
