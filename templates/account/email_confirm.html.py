
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBBBBB BBBB
BBBBB BBBBBBBBBB
  BB BBBBBBBBBBBB BBB BBBBBBBBBBB
     gettext(u'Confirm e-mail address') 
  BBBB
     gettext(u'This link no longer works') 
  BBBBB
BBBBBBBB BBBBBBBBBB
BBBBB BBBBBBB
  BB BBBBBBBBBBBB BBB BBBBBBBBBBB
    XXXX gettext(u'Confirm e-mail address') XXXXX
    BBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BB BBBB
    XXX
       gettext(u'Does %(email)s belong to you, %(name)s?') 
        SSSS SSSSSSSSS SSSSSS SS SSSS SSSSSSSSS
      
    XXXX
    XXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBXX
      BBBBBBBBBB
      XXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Confirm') XXXXXXXXX
    XXXXXXX
  BBBB
    XXXX gettext(u'This link no longer works') XXXXX
    BB BBBBBBBBBBBB
      XXX gettext(u'Another account has confirmed this e-mail address.') XXXX
    BBBB
      XXX gettext(u'It has expired, was used already, or is incomplete.') XXXX
    BBBBB
    XXXXX XXXXXXXXXXXXX XXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'E-mail addresses') XXXXXXXX
  BBBBB
BBBBBBBB BBBBBBB
