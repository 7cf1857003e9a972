
BBBBBBB BBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'That’s too much at once') BBBBBBBB
BBBBB BBBB
   gettext(u'That’s too much at once') 
   gettext(u'That’s larger than we accept. Go back and send less, or a smaller file.') 
    SSSSSS SSSSSS SSSS SS SSSSSSS SS SSSS SSS SSSS SSSSS SS S SSSSSSS SSSSS
  
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
