BBBB BBBBBBBBBBBBBB BBB gettext(u'You are signed out.') BBBBBBBBBBBBB
