
BBBB BBBB BBBBBBBBB
BB BBBBBBBBBBBB
  XX XXXXXXXXXXXXXXXXX
     pgettext(u'a move', u'Try') 
    XXXXXXXXFFFFFFFFFFFFFFFXXXXXXXXXBB BBBBBBBBBBBBBBBBBBBXXXXX XXXXXXXXXXXXXXX
        XXXXXXXXXBBBBBX
     ngettext(u'%(points)s point', u'%(points)s points', count) 
      SSSSSSSSSS SSSSS
    
      PPPPPPPPPP PPPPPP
    X
    BB BBB BBBBBBBBBBB
      XXXXX XXXXXXXXXXXXXXXFFFFFFFFFXXXXXXX
    BBBBB
  XXXX
BBBB
  XXX gettext(u'No move is possible now. The buttons below show what else you can do.') XXXX
BBBBB
