
BBBBBBB BBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Slow down a little') BBBBBBBB
BBBBB BBBB
   gettext(u'Slow down a little') 
   gettext(u'Too much at once from your network. Go back and try again in a moment.') 
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
