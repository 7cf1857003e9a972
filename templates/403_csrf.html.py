
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'This form has expired') BBBBBBBB
BBBBB BBBB
   gettext(u'This form has expired') 
  BB BBBBB BB BBBBBBBB
     gettext(u'You have signed in or out in another tab since this page was opened. Nothing was changed. Reload the page and try again.') 
      SSS SSSS SSSSSS SS SS SSS SS SSSSSSS SSS SSSSS SSSS SSSS SSS SSSSSSS SSSSSSS SSS SSSSSSSS SSSSSS SSS SSSS SSS SSS
      SSSSSS
    
  BBBB BBBBB BB BBBBBBBBB
     gettext(u'Your browser sent no cookie. Nothing was changed. Allow cookies for this site, reload the page and try again.') 
      SSSS SSSSSSS SSSS SS SSSSSSS SSSSSSS SSS SSSSSSSS SSSSS SSSSSSS SSS SSSS SSSSS SSSSSS SSS SSSS SSS SSS SSSSSS
    
  BBBB
     gettext(u'It was open too long. Nothing was changed. Reload the page and try again.') 
      SS SSS SSSS SSS SSSSS SSSSSSS SSS SSSSSSSS SSSSSS SSS SSSS SSS SSS SSSSSS
    
  BBBBB
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
