BBBB BBBBBBBBBBBBBB BBB gettext(u'Signed in with a new browser') BBBBBBBBBBBBB
