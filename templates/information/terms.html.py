
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Terms of use') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Terms of use') XXXXX
    XX XXXXXXXXXXXXX gettext(u'The rules for using this site, in plain words.') XXXX
    XXXX gettext(u'The site') XXXXX
    XXXX
      XXXX gettext(u'Playing is free. There is nothing to buy and no stake.') XXXXX
      XXXX gettext(u'We try to keep the site running but cannot promise that it always does.') XXXXX
      XXXX gettext(u'If the site is down, the clocks of correspondence matches wait.') XXXXX
    XXXXX
    XXXX gettext(u'You') XXXXX
    XXXX
      XXXX
         gettext(u'Play fair: no programs and no other people’s help in a running match against a person.') 
          SSSS SSSSS SS SSSSSSSS SSS SS SSSSS SSSSSSSS SSSS SS S SSSSSSS SSSSS SSSSSSS S SSSSSSS
        
      XXXXX
      XXXX gettext(u'Do not lose on purpose, and do not play rated matches against yourself.') XXXXX
      XXXX
         gettext(u'Be polite. No insults, threats, hate or advertising, in the chat or in your name.') 
          SS SSSSSSS SS SSSSSSSS SSSSSSSS SSSS SS SSSSSSSSSSSS SS SSS SSSS SS SS SSSS SSSSS
        
      XXXXX
      XXXX
         gettext(u'Do not attack or overload the site. If you find a security hole, tell us first.') 
          SS SSS SSSSSS SS SSSSSSSS SSS SSSSS SS SSS SSSS S SSSSSSSS SSSSS SSSS SS SSSSSS
        
      XXXXX
      XXXX
         gettext(u'If you are under 16, ask your parents before you make an account.') 
          SS SSS SSS SSSSS SSS SSS SSSS SSSSSSS SSSSSS SSS SSSS SS SSSSSSSS
        
      XXXXX
    XXXXX
    XXXX gettext(u'What we may do') XXXXX
    XXXX
      XXXX
         gettext(u'If you break these rules, we may delete messages, mute you, declare matches void or close your account. We tell you why.') 
          SS SSS SSSSS SSSSS SSSSSS SS SSS SSSSSS SSSSSSSSS SSSS SSSS SSSSSSS SSSSSSS SSSS SS SSSSS SSSS SSSSSSSS SS
          SSSS SSS SSSS
        
      XXXXX
      XXXX gettext(u'If you think that was wrong, write to us. A human will read it.') XXXXX
    XXXXX
    XXXX gettext(u'Your content') XXXXX
    XXXX
      XXXX
         gettext(u'Moves are public. What you write stays yours; you let us show it where you wrote it.') 
          SSSSS SSS SSSSSSS SSSS SSS SSSSS SSSSS SSSSSS SSS SSS SS SSSS SS SSSSS SSS SSSSS SSS
        
      XXXXX
      XXXX gettext(u'You can leave at any time by deleting your account.') XXXXX
    XXXXX
    XXXX gettext(u'Liability and changes') XXXXX
    XXXX
      XXXX gettext(u'We are liable as the law says.') XXXXX
      XXXX
         gettext(u'We announce a change of these terms on the site at least 14 days before. If you don’t agree, you can delete your account.') 
          SS SSSSSSSS S SSSSSS SS SSSSS SSSSS SS SSS SSSS SS SSSSS SS SSSS SSSSSSS SS SSS SSSSS SSSSSS SSS SSS SSSSSS
          SSSS SSSSSSSS
        
      XXXXX
      BB BBB
        XXXX
           gettext(u'The law of this country applies: %(law)s. As a consumer you keep the rights of the country you live in.') 
            SSS SSS SS SSSS SSSSSSS SSSSSSSS SSSSSSSS SS S SSSSSSSS SSS SSSS SSS SSSSSS SS SSS SSSSSSS SSS SSSS SSS
          
        XXXXX
      BBBBB
    XXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
  XXXXXXXXXXBBBBBBBB BBBB
