
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Contact') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Contact') XXXXX
    BB BBBBBBB
      XX XXXXXXXXXXXXX
         gettext(u'Write to us by e-mail. We answer in: %(answers)s') 
          SSSSS SS SS SS SSSSSSS SS SSSSSS SSS SSSSSSSSSSS
        
      XXXX
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
      XXXX gettext(u'An error page: copy the request number on it into your e-mail.') XXXXX
      XXXX gettext(u'A lost password: we can’t send it, but you can set a new one on the sign-in page.') XXXXX
    XXXXX
    BB BBBBBBB
      XXXX gettext(u'Illegal content, and authorities') XXXXX
      XXX
         gettext(u'This address is also the contact point under the Digital Services Act (Art. 11 and 12), for users and authorities.') 
          SSSS SSSSSSS SS SSSS SSS SSSSSSS SSSSS SSSSS SSS SSSSSSS SSSSSSSS SSS SSSSS SS SSS SSSS SSS SSSSS SSS
          SSSSSSSSSSSS
        
      XXXX
      XXX
         gettext(u'You can report illegal content without an account. Name the page, the reason, your name and your e-mail address. We confirm it and tell you what we decide.') 
          SSS SSS SSSSSS SSSSSSS SSSSSSS SSSSSSS SS SSSSSSSS SSSS SSS SSSSS SSS SSSSSSS SSSS SSSS SSS SSSS SSSSSS
          SSSSSSSS SS SSSSSSS SS SSS SSSS SSS SSSS SS SSSSSSS
        
      XXXX
    BBBBB
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBXX gettext(u'Read the help page') XXXXXXXX
  XXXXXXXXXXBBBBBBBB BBBB
