
BBBB BBBB
XXXXX XXXXXXXXXXXXXXX ngettext(u'Your streak: %(days)s day', u'Your streak: %(days)s days', count) 
    SSSS SSSSSSS SSSSSSSS SSS
  
    PPPP PPPPPPP PPPPPPPP PPPP
  XXXXXXX
