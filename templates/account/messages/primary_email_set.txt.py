BBBB BBBBBBBBBBBBBB BBB gettext(u'Mails now go to this address.') BBBBBBBBBBBBB
