
BBBB BBBB BBBBBBBBB
BB BBBBBBBBBBBBBBBXXX
    XXXXXXXXBBBBBBB BBBBBBBBBBBBBBBBBB  gettext(u'Solved!') XXXXXXXXX
     ngettext(u'%(points)s point.', u'%(points)s points.', count) 
      SSSSSSSSSS SSSSSS
    
      PPPPPPPPPP PPPPPPP
    
  XXXX
BBBBXXX
    XXXXXXX XXXXXXXXXXXXXXX
      BB BBBBBBBBBBBBBBBBBBBBBBBBBBBB
         ngettext(u'Missed: %(points)s of %(best)s point.', u'Missed: %(points)s of %(best)s points.', count) 
          SSSSSSS SSSSSSSSSS SS SSSSSSSS SSSSSS
        
          PPPPPPP PPPPPPPPPP PP PPPPPPPP PPPPPPP
        
      BBBB
         gettext(u'Missed.') 
      BBBBB
    XXXXXXXXX
    BB BBBB
       gettext(u'The best was %(move)s.') SSS SSSS SSS SSSSSSSSS
    BBBBB
  XXXXBBBBB
