
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Sign in') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'That did not work') XXXXX
  XXX gettext(u'The other site did not sign you in. You can try again, or sign in another way.') XXXX
  XXXXX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Sign in') XXXXXXXX
BBBBBBBB BBBBBBB
