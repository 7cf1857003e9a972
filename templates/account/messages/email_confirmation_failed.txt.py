BBBB BBBBBBBBBBBBBB BBB gettext(u'Another account has confirmed this e-mail address.') BBBBBBBBBBBBB
