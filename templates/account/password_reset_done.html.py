
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Check your e-mail') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'Check your e-mail') XXXXX
  XXX gettext(u'We have sent you an e-mail. It should arrive within a few minutes.') XXXX
  XXX gettext(u'Nothing there? Look in your spam folder, or check the address and try again.') XXXX
  XXXX XXXXXXXXXXXX
    XX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBXX gettext(u'Try again') XXXX
    XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Back to sign-in') XXXX
  XXXXXX
BBBBBBBB BBBBBBB
