
BBBB BBBB
XXX XXXXXXXXXXXXXXXXXXX
  XXXX
    BB BBBBBBBBBB BB BBBBBBBB gettext(u'5 to 11 matches at once, all from the first day') 
    BBBB BBBBBBBBBB BB BBBBBBB gettext(u'A match against each other player, all at once') 
    BBBB gettext(u'One match at a time') BBBBB
  XXXXX
  BBB BBBBB BB BBBBBBBBBBBBBXXXXXXXXXBBBBBB
  BB BBBBBBBBBB BB BBBBBBB
    XXXX
       gettext(u'%(minutes)s minutes with this page open; you can leave at any time') 
        SSSSSSSSSSS SSSSSSS SSSS SSSS SSSS SSSSS SSS SSS SSSSS SS SSS SSSS
      
    XXXXX
  BBBB BBBBBBBBBBB
    XXXX
       ngettext(u'%(days)s day in all', u'%(days)s days in all', count) 
        SSSSSSSS SSS SS SSS
      
        PPPPPPPP PPPP PP PPP
      
    XXXXX
  BBBB BBBBBBBBBBBBBBBBB
    XXXX
       ngettext(u'At most %(days)s day for each round', u'At most %(days)s days for each round', count) 
        SS SSSS SSSSSSSS SSS SSS SSSS SSSSS
      
        PP PPPP PPPPPPPP PPPP PPP PPPP PPPPP
      
    XXXXX
  BBBBB
XXXXX
