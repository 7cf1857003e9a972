
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Contact') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Contact') XXXXX
    BB BBBBBBB
      XX XXXXXXXXXXXXX gettext(u'Write to us by e-mail. We answer in English.') XXXX
      XXXXX XXXXXXXXXXXXXXXXXXXXXXX
    BBBB
      XXX gettext(u'The operator of this site has not given an e-mail address yet.') XXXX
    BBBBB
    XXXX gettext(u'Before you write') XXXXX
    XXXX
      XXXX
         gettext(u'A rude message or an unfair player: report them on the page where it happened. That is faster.') 
          S SSSS SSSSSSS SS SS SSSSSS SSSSSSS SSSSSS SSSS SS SSS SSSS SSSSS SS SSSSSSSSS SSSS SS SSSSSSS
        
      XXXXX
      XXXX gettext(u'An error page: copy the request number on it into your mail.') XXXXX
      XXXX gettext(u"A lost password: we can't send it, but you can set a new one on the sign-in page.") XXXXX
    XXXXX
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBXX gettext(u'Read the help page') XXXXXXXX
  XXXXXXXXXXBBBBBBBB BBBB
