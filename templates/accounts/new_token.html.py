
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'New access token') BBBBBBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXXXX
    XXXX gettext(u'New access token') XXXXX
    BB BBBBBB
      XXXXXXXX XXXXXXXXXXXX XXXXXXX
        XXX
          XXXXXXXX gettext(u'You see it only now: the site keeps no readable copy.') XXXXXXXXX
        XXXX
        XX XXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXX
        XXX
           gettext(u'Anyone who has it can do what you have allowed with your account. Keep it like a password.') 
        XXXX
        XXXX XXXXXXXXXXXX
          XX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Back') XXXX
        XXXXXX
      XXXXXXXXXX
    BBBB
      XXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBXX
        BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'What everyone may see needs no permission.') 
            SSSS SSSSSSSS SSS SSS SSSSS SS SSSSSSSSSSS
          
          BB BBB BBBBBBBBBBB
            BBB BBBBBBBBBBB BB BBB
             gettext(u'A program that chooses moves needs <a href="%(bot)s">a bot account</a>.') 
              S SSSSSSS SSSS SSSSSSS SSSSS SSSSS SS SSSSSSSSSSSSSSSS SSS SSSSSSSSSSSS
            
          BBBBB
        XXXX
        XXXX XXXXXXXXXXXX
          XXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Make the token') XXXXXXXXX
          XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Back') XXXX
        XXXXXX
      XXXXXXX
    BBBBB
  XXXXXX
BBBBBBBB BBBB
