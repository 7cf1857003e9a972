
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB
  BB BBBBBBBBBB
     gettext(u'This link no longer works') 
  BBBB
     gettext(u'Choose a new password') 
  BBBBB
BBBBBBBB BBBBBBBBBB
BBBBB BBBBBBB
  BB BBBBBBBBBB
    XXXX gettext(u'This link no longer works') XXXXX
    XXX gettext(u'It has expired, was used already, or is incomplete.') XXXX
    XXX
      XX XXXXXXXXXXXXX XXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBXX gettext(u'Get a new link') XXXX
    XXXX
  BBBB
    XXXX gettext(u'Choose a new password') XXXXX
    XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXX
      BBBBBBBBBB
      BBBBBBB BBBBBBBBBBBB
      XXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Save the password') XXXXXXXXX
    XXXXXXX
  BBBBB
BBBBBBBB BBBBBBB
