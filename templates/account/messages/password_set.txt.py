BBBB BBBBBBBBBBBBBB BBB gettext(u'Your password is saved.') BBBBBBBBBBBBB
