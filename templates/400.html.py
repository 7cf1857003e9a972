
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'We couldn’t understand that') BBBBBBBB
BBBBB BBBB
   gettext(u'We couldn’t understand that') 
   gettext(u'Go back and try again.') 
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
