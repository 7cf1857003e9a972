BBBB BBBBBBBBBBBBBB BBB gettext(u'Choose a new password') BBBBBBBBBBBBB
