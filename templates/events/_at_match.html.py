
BBBB BBBB
XXXXX XXXXXXXX gettext(u'To the event') XXXXXXXX
