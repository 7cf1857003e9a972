
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'You can’t do that') BBBBBBBB
BBBBB BBBB
   gettext(u'You can’t do that') 
   gettext(u'You don’t have access to this page. You may need to sign in.') 
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
