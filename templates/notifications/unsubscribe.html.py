
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'No more e-mail') BBBBBBBB
BBBBB BBBB
  XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXX
    XXXX gettext(u'No more e-mail') XXXXX
    BB BBB BBBBBB
      XXX gettext(u'This link is not one of ours. Choose what you get in your settings.') XXXX
    BBBB BBBB
      XX XXXXXXXXXXXXXX
         gettext(u'Done: %(name)s gets no more e-mail about matches. You can change this in the settings.') 
          SSSSS SSSSSSSS SSSS SS SSSS SSSSSS SSSSS SSSSSSSS SSS SSS SSSSSS SSSS SS SSS SSSSSSSSS
        
      XXXX
    BBBB
      XXX
         gettext(u'No more e-mail about matches to %(name)s?') 
          SS SSSS SSSSSS SSSSS SSSSSSS SS SSSSSSSSS
        
      XXXX
      XXXXX XXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'No more e-mail') XXXXXXXXXXXXXXXX
    BBBBB
  XXXXXXXXXX
BBBBBBBB BBBB
