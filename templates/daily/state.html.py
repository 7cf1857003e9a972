
BBBB BBBB
BB BBBBBBBBBBB
BBBB BBBBBBBBBBBBBBBB gettext(u'cancelled') 
BBBB BBBBBBBB gettext(u'begun') 
BBBB
   ngettext(u'%(players)s player has finished it', u'%(players)s players have finished it', count) 
    SSSSSSSSSSS SSSSSS SSS SSSSSSSS SS
  
    PPPPPPPPPPP PPPPPPP PPPP PPPPPPPP PP
  
BBBBB
