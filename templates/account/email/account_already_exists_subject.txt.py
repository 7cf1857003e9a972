BBBB BBBBBBBBBBBBBB BBB gettext(u'You already have an account') BBBBBBBBBBBBB
