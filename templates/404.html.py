
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Nothing here') BBBBBBBB
BBBBB BBBB
   gettext(u'Nothing here') 
   gettext(u'This page doesn’t exist. Maybe there’s a typo in the address.') 
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
