
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'No access given') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'No access given') XXXXX
  XXX gettext(u'The app cannot use your account.') XXXX
BBBBBBBB BBBBBBB
