
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBB
BBBBB BBBBB gettext(u'Are the draws fair?') BBBBBBBB
BBBBB BBBB
  BBBBBB BBBBBBBBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
    XXXX gettext(u'Are the draws fair?') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'Yes, and you don’t have to take our word for it. Your browser helps to draw the tiles, and checks them after the match.') 
        SSSS SSS SSS SSSSS SSSS SS SSSS SSS SSSS SSS SSS SSSS SSSSSSS SSSSS SS SSSS SSS SSSSSS SSS SSSSSS SSSS SSSSS SSS
        SSSSSS
      
    XXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
    XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXX gettext(u'How it works') XXXXX
      XXX XXXXXXXXXXXX XXXXXXX
        XXXX gettext(u'The server draws a secret value and seals it, so that it can’t change.') XXXXX
        XXXX gettext(u'Each player’s browser adds a random value that the other does not see.') XXXXX
        XXXX gettext(u'All tiles follow from these values, so no one can choose them.') XXXXX
        XXXX gettext(u'After the match all values are shown, and your browser compares.') XXXXX
      XXXXX
      XXXXXXXX XXXXXXXXXXXXXXX
        XXXXXXXXX gettext(u'Exceptions') XXXXXXXXXX
        XXX
           gettext(u'Without JavaScript your browser adds nothing: only the server’s value counts, and the match page says so. Computers add nothing either. First matches with a guide are redealt until you have a move.') 
            SSSSSSS SSSSSSSSSS SSSS SSSSSSS SSSS SSSSSSSS SSSS SSS SSSSSSSS SSSSS SSSSSSS SSS SSS SSSSS SSSS SSSS SSS
            SSSSSSSSS SSS SSSSSSS SSSSSSS SSSSS SSSSSSS SSSS S SSSSS SSS SSSSSSS SSSSS SSS SSSS S SSSSS
          
        XXXX
      XXXXXXXXXX
      XXX
        BBB BBBBBBBBBBBBBB BB BBB
         gettext(u'Every seal stands in a <a href="%(log)s" download>public log</a>. Each line contains a hash of the line before it, so no line can be changed or removed later.') 
          SSSSS SSSS SSSSSS SS S SS SSSSSSSSSSSSSS SSSSSSSSSSSSSSS SSSSSSSS SSSS SSSS SSSSSSSS S SSSS SS SSS SSSS
          SSSSSS SSS SS SS SSSS SSS SS SSSSSSS SS SSSSSSS SSSSSS
        
      XXXX
    XXXXXXXXXX
    XXX
      XX XXXXXXBBB BBBBBBBBBBBBBBBBXX gettext(u'All tiles of all matches, compared with chance') XXXX
    XXXX
  XXXXXX
BBBBBBBB BBBB
