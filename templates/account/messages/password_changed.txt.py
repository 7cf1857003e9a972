BBBB BBBBBBBBBBBBBB BBB gettext(u'Your password is changed.') BBBBBBBBBBBBB
