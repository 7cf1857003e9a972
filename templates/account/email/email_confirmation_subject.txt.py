BBBB BBBBBBBBBBBBBB BBB gettext(u'Confirm e-mail address') BBBBBBBBBBBBB
