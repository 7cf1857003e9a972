
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBB
BBBBB BBBBB gettext(u'Credits') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Credits') XXXXX
    XX XXXXXXXXXXXXX gettext(u'The games were invented by others. Here is where they come from.') XXXX
    BBB BBBBBB BB BBBBBBBXXXXFFFFFXXXXXBBBBBBB BBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Our part') XXXXX
    XXX
       gettext(u'This site is not affiliated with these authors and sites. The rules here are our reading of theirs; house rules are marked.') 
        SSSS SSSS SS SSS SSSSSSSSSS SSSS SSSSS SSSSSSS SSS SSSSSS SSS SSSSS SSSS SSS SSS SSSSSSS SS SSSSSSS SSSSS SSSSS
        SSS SSSSSSS
      
    XXXX
    XXX
       gettext(u'Did you invent one of these games, and is something wrong here? Please write to us.') 
        SSS SSS SSSSSS SSS SS SSSSS SSSSSS SSS SS SSSSSSSSS SSSSS SSSSS SSSSSS SSSSS SS SSS
      
    XXXX
    XXXX gettext(u'Software') XXXXX
    XXX
       gettext(u'Built with Django, Channels, daphne, htmx and many other open-source projects. Ratings use Glicko-2 by Mark Glickman.') 
        SSSSS SSSS SSSSSSS SSSSSSSSS SSSSSSS SSSS SSS SSSS SSSSS SSSSSSSSSSS SSSSSSSSS SSSSSSS SSS SSSSSSSS SS SSSS
        SSSSSSSSS
      
    XXXX
  XXXXXXXXXXBBBBBBBB BBBB
