
BBBBBBB BBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'One moment, please') BBBBBBBB
BBBBB BBBB
   gettext(u'One moment, please') 
  BB BBBBBB
     gettext(u'The site is down for a moment. Your moves are safe. This page reloads by itself.') 
      SSS SSSS SS SSSS SSS S SSSSSSS SSSS SSSSS SSS SSSSS SSSS SSSS SSSSSSS SS SSSSSSS
    
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
  BBBB
     gettext(u'The site is down for a moment. Your moves are safe. Go back and try again soon.') 
      SSS SSSS SS SSSS SSS S SSSSSSS SSSS SSSSS SSS SSSSS SS SSSS SSS SSS SSSSS SSSSS
    
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
  BBBBB
BBBBBBBB BBBB
