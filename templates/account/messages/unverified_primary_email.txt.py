BBBB BBBBBBBBBBBBBB BBB gettext(u'Confirm this address first: open the link in our e-mail.') BBBBBBBBBBBBB
