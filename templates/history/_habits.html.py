
BBBB BBBBBBB BBBB
BB BBBBBBBBBBBBBB
  XXX XXXXXXXXXXXXXXX
    BB BBBBBBBBBBBBBBBBBBBBBB BB BBB BBBB
      XXXXX
        XXXX gettext(u'Usual time to reply') XXXXX
        XXXXFFFFXXXXX
      XXXXXX
    BBBBB
    BB BBBBBBBBBBBBBBBBB BB BBB BBBB
      XXXXX
        XXXX gettext(u'Usual time to reply, live') XXXXX
        XXXXFFFFXXXXX
      XXXXXX
    BBBBB
    XXXXX
      XXXX gettext(u'Matches played to the end') XXXXX
      XXXX
         gettext(u'%(percent)s%%') SSSSSSSSSSSSS XXXXX
          XXXXXXXXXXXXX
        X ngettext(u'of the last match', u'of the last %(number)s matches', count) 
            SS SSS SSSS SSSSS
          
            PP PPP PPPP PPPPPPPPPP PPPPPPP
          XXXXXXX
      XXXXX
    XXXXXX
  XXXXX
BBBBB
