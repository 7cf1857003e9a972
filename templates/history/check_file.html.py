
BBBB BBBB
XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBXX gettext(u'Check the seal of a file that you downloaded') XXXXXXXX
