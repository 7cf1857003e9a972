BBBB BBBBBBBBBBBBBB BBB gettext(u'E-mail now goes to this address.') BBBBBBBBBBBBB
