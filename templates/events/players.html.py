
BBBB BBBB
BB BBBBBBBBBBBBB
  X  ngettext(u'%(number)s player', u'%(number)s players', count) 
    SSSSSSSSSS SSSSSS
  
    PPPPPPPPPP PPPPPPP
  
BBBBB
