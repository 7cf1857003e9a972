
BBBB BBBB
 gettext(u'%(times)s of %(all)s costly moves:') 
  SSSSSSSSS SS SSSSSSS SSSSSS SSSSSS

BB BBBBBBBBB BB BBBBBBBB
   gettext(u'taking the most points where fewer were better.') 
BBBB BBBBBBBBB BB BBBBBBBB
   gettext(u'overlooking more points.') 
BBBB BBBBBBBBB BB BBBBBBBB
   gettext(u'placing nothing where a move was better.') 
BBBB
   gettext(u'giving up points for no gain.') 
BBBBB
