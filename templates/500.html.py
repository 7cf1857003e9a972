
BBBBBBB BBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Something broke') BBBBBBBB
BBBBB BBBB
   gettext(u'Something broke') 
   gettext(u'It’s our fault, not yours. Your moves are safe. Try again in a moment.') 
    SSSS SSS SSSSSS SSS SSSSSS SSSS SSSSS SSS SSSSS SSS SSSSS SS S SSSSSSS
  
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
