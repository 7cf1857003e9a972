
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBB
BBBBB BBBBB gettext(u'Are the draws fair?') BBBBBBBB
BBBBB BBBB
  BBBBBB BBBBBBBBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
    XXXX gettext(u'Are the draws fair?') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'Yes, and you need not trust us: your browser helps to draw the tiles, and checks them after the match.') 
        SSSS SSS SSS SSSS SSS SSSSS SSS SSSS SSSSSSS SSSSS SS SSSS SSS SSSSSS SSS SSSSSS SSSS SSSSS SSS SSSSSS
      
    XXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
    XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXX gettext(u'How it works') XXXXX
      XXX XXXXXXXXXXXX XXXXXXX
        XXXX
           gettext(u'The server draws a secret value and seals it: it shows a fingerprint, and cannot change the value any more.') 
            SSS SSSSSS SSSSS S SSSSSS SSSSS SSS SSSSS SSS SS SSSSS S SSSSSSSSSSSS SSS SSSSSS SSSSSS SSS SSSSS SSS SSSSS
          
        XXXXX
        XXXX
           gettext(u'Then each player’s browser mixes in a random value of its own. Neither player sees the other’s.') 
            SSSS SSSS SSSSSSSS SSSSSSS SSSSS SS S SSSSSS SSSSS SS SSS SSSS SSSSSSS SSSSSS SSSS SSS SSSSSSSS
          
        XXXXX
        XXXX
           gettext(u'All tiles follow from these values together. So neither the server nor a player can choose them.') 
            SSS SSSSS SSSSSS SSSS SSSSS SSSSSS SSSSSSSSS SS SSSSSSS SSS SSSSSS SSS S SSSSSS SSS SSSSSS SSSSS
          
        XXXXX
        XXXX
           gettext(u'After the match all values are shown. Your browser deals the tiles again and compares.') 
            SSSSS SSS SSSSS SSS SSSSSS SSS SSSSSS SSSS SSSSSSS SSSSS SSS SSSSS SSSSS SSS SSSSSSSSS
          
        XXXXX
      XXXXX
      XXX
         gettext(u'Without JavaScript a browser mixes nothing in: for that player the server’s value alone counts, and the match says so. Computers mix nothing in either. First matches with a guide are dealt until you have a move.') 
          SSSSSSS SSSSSSSSSS S SSSSSSS SSSSS SSSSSSS SSS SSS SSSS SSSSSS SSS SSSSSSSS SSSSS SSSSS SSSSSSS SSS SSS SSSSS
          SSSS SSS SSSSSSSSS SSS SSSSSSS SS SSSSSSS SSSSS SSSSSSS SSSS S SSSSS SSS SSSSS SSSSS SSS SSSS S SSSSS
        
      XXXX
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
