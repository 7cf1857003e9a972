
BBBB BBBB
 gettext(u'%(times)s of %(all)s costly moves:') 
  SSSSSSSSS SS SSSSSSS SSSSSS SSSSSS

BB BBBBBBBBB BB BBBBBBBB
   gettext(u'most points taken where fewer were better.') 
BBBB BBBBBBBBB BB BBBBBBBB
   gettext(u'more points overlooked.') 
BBBB BBBBBBBBB BB BBBBBBBB
   gettext(u'nothing placed where a move was better.') 
BBBB
   gettext(u'points given up for no gain.') 
BBBBB
