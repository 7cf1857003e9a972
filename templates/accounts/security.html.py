
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Security') BBBBBBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXXXX
    XXXX gettext(u'Security') XXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBB
    BB BBB BBBBBBBBBBB
      XXX
        XX XXXXXXBBB BBBBBBBBBBBXX gettext(u'Make this a bot account') XXXXX
         gettext(u'for a program that plays by itself.') 
      XXXX
    BBBB
      XXX
         gettext(u'This is a bot account: its program plays with an access token that has the permission bot:play.') 
          SSSS SS S SSS SSSSSSSS SSS SSSSSSS SSSSS SSSS SS SSSSSS SSSSS SSSS SSS SSS SSSSSSSSSS SSSSSSSSS
        
      XXXX
    BBBBB
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'All settings') XXXXXXXX
  XXXXXX
BBBBBBBB BBBB
