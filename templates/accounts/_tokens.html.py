
BBBB BBBB
BB BBBB
  XXXXXXXX XXXXXXXXX XXXXXXXXXXXX XXXXXXX
    XXXX gettext(u'Apps with access') XXXXX
    XXX XXXXXXXXXXXXXXXX
      BBB BBB BB BBBB
        XXXX
          XXXXX XXXXXXXXXX XXXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBXX
            BBBBBBBBBBXXXXXX XXXXXXXXXXXXX XXXXXXXXXX XXXXXXXXX
            XXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXX
              BBB BBBBB BB BBBBBBBBBBXXXXXXXXXXXXX
              BBBBBB
              XXXXXXXXX XXXXXXXXXXXXXX gettext(u'access renewed %(when)s') 
                  SSSSSS SSSSSSS SSSSSSSS
                 X
                BB BBBBBBBBBBB
                   gettext(u'last used %(when)s') 
                    SSSS SSSS SSSSSSSS
                  
                BBBB
                   gettext(u'never used') 
                BBBBBXXXXXXXXXXXXXX
            XXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Revoke') XXXXXXXXX
          XXXXXXX
        XXXXX
      BBBBBB
    XXXXX
  XXXXXXXXXX
BBBBB
XXXXXXXX XXXXXXXXXXX XXXXXXXXXXXX XXXXXXX
  XXXX gettext(u'Access tokens') XXXXX
  XXX
     gettext(u'With a token, a program can use the site in your name.') 
      SSSS S SSSSSS S SSSSSSS SSS SSS SSS SSSS SS SSSS SSSSS
    
    XX XXXXXXBBB BBBBBXX gettext(u'How programs use this site') XXXX
  XXXX
  BB BBBBBB
    XXX XXXXXXXXXXXXXXXX
      BBB BBBBB BB BBBBBB
        XXXX
          XXXXX XXXXXXXXXX XXXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBXX
            BBBBBBBBBBXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
            XXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
              BBB BBBBB BB BBBBBBBBBBBBBBBBBXXXXXXXXXXXXX
              BBBBBB
              XXXXXXXXX XXXXXXXXXXXXXX gettext(u'valid until %(when)s') 
                  SSSSS SSSSS SSSSSSSS
                 X
                BB BBBBBBBBBBBBB
                   gettext(u'last used %(when)s') 
                    SSSS SSSS SSSSSSSS
                  
                BBBB
                   gettext(u'never used') 
                BBBBBXXXXXXXXXXXXXX
            XXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Revoke') XXXXXXXXX
          XXXXXXX
        XXXXX
      BBBBBB
    XXXXX
  BBBBB
  XX XXXXXXXXXXXXXX
     gettext(u'All tokens end when you change your password or sign out everywhere else.') 
      SSS SSSSSS SSS SSSS SSS SSSSSS SSSS SSSSSSSS SS SSSS SSS SSSSSSSSSS SSSSS
    
  XXXX
  XXXX XXXXXXXXXXXX
    XX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBXX gettext(u'New token') XXXX
  XXXXXX
XXXXXXXXXX
