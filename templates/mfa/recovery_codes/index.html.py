
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Recovery codes') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'Recovery codes') XXXXX
  XXX
     gettext(u'If you lose your app or passkey, each code lets you in once. Keep them on paper or in a password manager.') 
      SS SSS SSSS SSSS SSS SS SSSSSSSS SSSS SSSS SSSS SSS SS SSSSS SSSS SSSS SS SSSSS SS SS S SSSSSSSS SSSSSSSS
    
  XXXX
  BB BBBBB
    XXX
      XXXXXXXX gettext(u'You see them only now: the site keeps no readable copy.') XXXXXXXXX
    XXXX
    XXX XXXXXXXXXXXXX XXXXXXXXXXXX
      BBB BBBB BB BBBBBXXXXXXXXXXXXXXXXXXXXXXBBBBBB
    XXXXX
  BBBB
    XXX
       ngettext(u'One recovery code is left.', u'%(left)s recovery codes are left.', count) 
        SSS SSSSSSSS SSSS SS SSSSS
      
        PPPPPPPP PPPPPPPP PPPPP PPP PPPPP
      
       gettext(u'They were shown when they were made. If you have lost them, make new ones.') 
    XXXX
  BBBBB
  BB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  XXXX XXXXXXXXXXXX
    BB BBBBB
      XX
        XXXXXXXXXXXXX XXXXXXXX
        XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXBBB BBBB BB BBBBBXXXBBBBBBX
        XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XBBBBBBB BBBBBBBBBBBBBBBBBBBBB
         gettext(u'Download') XXXX
    BBBBB
    XX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBXX gettext(u'New codes') XXXX
    BB BBBBBB
      XX XXXXXXXXXXXXXX XXXXXXXX gettext(u'Continue') XXXX
    BBBBB
    XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Back') XXXX
  XXXXXX
BBBBBBBB BBBBBBB
