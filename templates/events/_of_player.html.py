
BBBB BBBB
XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXX gettext(u'Leagues and cups') XXXXX
  XX XXXXXXXXXXXX
    BB BBBBBBBBBBBBBB
      XXXXXXX XXXXXXXXXXXX XXXXXXBBBBBBB BBBBBBBBBBBBBBBBBBB
         ngettext(u'%(number)s title', u'%(number)s titles', count) 
          SSSSSSSSSS SSSSS
        
          PPPPPPPPPP PPPPPP
        XXXXXXXXX
    BBBBB
    BB BBBBBBBBBBBBBBBBBB
      XXXXX XXXXXXXXXXXXXX
         ngettext(u'promoted %(number)s time', u'promoted %(number)s times', count) 
          SSSSSSSS SSSSSSSSSS SSSS
        
          PPPPPPPP PPPPPPPPPP PPPPP
        
      XXXXXXX
    BBBBB
    XXXXX XXXXXXXXXXXXXX
      BB BBBBBBBBBBBBBBB
         ngettext(u'%(number)s season played', u'%(number)s seasons played', count) 
          SSSSSSSSSS SSSSSS SSSSSS
        
          PPPPPPPPPP PPPPPPP PPPPPP
        
      BBBBB
      BB BBBBBBBBBBBBBBB BBB BBBBBBBBBBBBXBBBBB
      BB BBBBBBBBBBBB
         ngettext(u'%(number)s cup played', u'%(number)s cups played', count) 
          SSSSSSSSSS SSS SSSSSS
        
          PPPPPPPPPP PPPP PPPPPP
        
      BBBBB
    XXXXXXX
  XXXX
  XXX XXXXXXXXXXXXXXXX
    BBB BBBBB BB BBBBBBBBBBBBBB
      XXX XXXXXXXXXX XXXXXXX
        XX XXXXXXXXXXXX
        XXXXX XXXXXXXXXXXXXX
          BB BBBBBBBBBBBBBB
             gettext(u'Division %(number)s') SSSSSSSS SSSSSSSSSSX
          BBBBB
           gettext(u'place %(place)s') SSSSS SSSSSSSSS
        XXXXXXX
      XXXXX
    BBBBBB
  XXXXX
XXXXXXXXXX
