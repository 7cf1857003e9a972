
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Delete account') BBBBBBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXX XXXXXX XXXXXXX
    XXXX gettext(u'Delete account') XXXXX
    XXX
       gettext(u'We erase the name %(name)s, your e-mail address, settings and blocks at once. Your challenges are withdrawn and your running matches resigned. Opponents keep their matches, against a player without a name.') 
        SS SSSSS SSS SSSS SSSSSSSSS SSSS SSSSSS SSSSSSSS SSSSSSSS SSS SSSSSS SS SSSSS SSSS SSSSSSSSSS SSS SSSSSSSSS
        SSS SSSS SSSSSSS SSSSSSS SSSSSSSSS SSSSSSSSS SSSS SSSSS SSSSSSSS SSSSSSS S SSSSSS SSSSSSS S SSSSS
      
    XXXX
    XXX gettext(u'Your chat messages are erased too.') XXXX
    XXX
       gettext(u'This cannot be undone.')  XX
        XXXXXXBBB BBBBBBBBBBBBBBBBBX
        XXXXXXXX
      X gettext(u'Download your data first.') XXXX
    XXXX
    XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
      BBBBBBBBBB
      BBBBBBB BBBBBBBBBBBB
      XXXX XXXXXXXXXXXX
        XXXXXXX XXXXXXXXXXXXX XXXXXXXX gettext(u'Delete for good') XXXXXXXXX
        XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Stay') XXXX
      XXXXXX
    XXXXXXX
  XXXXXX
BBBBBBBB BBBB
