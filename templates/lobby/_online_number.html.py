
BBBB BBBB
XXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXX
  BB BBB BBBBBBB gettext(u'Players') BBBB ngettext(u'%(number)s player online', u'%(number)s players online', count) 
      SSSSSSSSSS SSSSSS SSSSSS
    
      PPPPPPPPPP PPPPPPP PPPPPP
    BBBBB
XXXXX
