BBBB BBBBBBBBBBBBBB BBB gettext(u'No account with this address') BBBBBBBBBBBBB
