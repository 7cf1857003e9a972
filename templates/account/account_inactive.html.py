
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBB
BBBBB BBBBB gettext(u'This account is closed') BBBBBBBB
BBBBB BBBB
  XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXX
    XXXX gettext(u'This account is closed') XXXXX
    XXX gettext(u'Staff closed it: you can’t sign in or play with it.') XXXX
    BB BBBBBBBBBB BBBBBBBBBBBBB
    XXXXX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBXX gettext(u'To the front page') XXXXXXXX
  XXXXXXXXXX
BBBBBBBB BBBB
