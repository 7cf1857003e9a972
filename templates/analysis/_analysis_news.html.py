
BBBB BBBBBBB BBBB
XXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXX
  BB BBBBBBBBBB
    XXX
       gettext(u'Accuracy') X BBB BBBBBBB BBBBBBBB BB BBBBBBBBBB
        XXX gettext(u'%(percent)s%%') SSSSSSSSSSSSSXXXX
        BB BBB BBBBBBBBBBBBX
        BBBBBBBBBBB
    XXXX
    BB BBBB
      BBB BBBBBBBBBBBBBBB BBBBB BBBBBBBB BB BBBBBBB
      XXX
         gettext(u'The costliest miss: <a href="%(address)s">turn %(ply)s</a>, about %(cost)s%%.') 
          SSS SSSSSSSSS SSSSS SS SSSSSSSSSSSSSSSSSSSSSSS SSSSSSSSSSSS SSSSS SSSSSSSSSSS
        
      XXXX
    BBBB
      XXX gettext(u'No move gave anything away.') XXXX
    BBBBB
  BBBBB
XXXXXX
