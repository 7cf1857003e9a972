
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Check your e-mail') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'Check your e-mail') XXXXX
  XXX
     gettext(u'We have sent you a link to confirm your e-mail address. It should arrive within a few minutes.') 
  XXXX
  XXX gettext(u'Nothing there? Look in your spam folder.') XXXX
  XXXXX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBXX gettext(u'To the front page') XXXXXXXX
BBBBBBBB BBBBBBB
