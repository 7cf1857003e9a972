
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBB BBBBBBBBB BBBBB
BBBBB BBBBB gettext(u'Deal of the day')  X FFFFFBBBBBBBB
BBBBB BBBB
  BBBBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBB
  BBBBBB BBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXX XXXXXXX XXXXXXXXXX
    XX XXXXXXXXXXXX
      XX XXXXXXBBB BBBBBBBBBBBBBXX gettext(u'All of today') XXXX
      BB BBBBBBXX
          XXXXXXBBB BBBBBBBBBBBB BBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBX
        X gettext(u'The day before') XXXXBBBBB
    XXXX
    XXXX
      FFFFF XXXXX XXXXXXXXXXXXXX gettext(u'Deal of the day') X FFFFFFFFFFFFFFFFFFXXXXXXX
    XXXXX
    XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXX
        BB BBBBBBBBBB
           gettext(u'Your place: %(place)s of %(all)s') 
            SSSS SSSSSS SSSSSSSSS SS SSSSSSS
          
        BBBB
           gettext(u'Against %(name)s, %(strength)s') 
            SSSSSSS SSSSSSSSS SSSSSSSSSSSS
          
        BBBBB
      XXXXX
      BB BBBBBBBBBBB
        XXXXXXX
        XX XXXXXXXXXXXX
          XX XXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBXX gettext(u'Your match') XXXX
          XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBXXBBBBBBB BBBBBBBBBBBBBBBB
             gettext(u'Analysis') XXXX
        XXXX
        BBBBBBB BBBBBBBBBBBBBBBBBBBBB
      BBBB BBBBBBBBBBBBBBBB
        XXX gettext(u'You cancelled your match before the first move. It was your try, and has no place.') XXXX
      BBBB BBBBBBBB
        XX XXXXXXXXXXXXX XXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBXX gettext(u'Continue') XXXX
      BBBB BBBBBBBBBBBB
        XXX
           gettext(u'Everyone plays the same tiles against the same computer. You have one try, and you make the first move.') 
            SSSSSSSS SSSSS SSS SSSS SSSSS SSSSSSS SSS SSSS SSSSSSSSS SSS SSSS SSS SSSS SSS SSS SSSS SSS SSSSS SSSSS
          
        XXXX
        XXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBB BBBBBBBBBXX
          BBBBBBBBBB
          XXXXXXX XXXXXXXXXXXXX XXXXXXXXX
            BBBBBBB BBBBBBBBBBBBBBBBB
             gettext(u'Play the deal') 
          XXXXXXXXX
        XXXXXXX
      BBBBB
      BB BBB BBBBBBBBBBBBXX XXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBBBBBBBXXXXBBBBB
      XXXXXXXX XXXXXXXXXXXXXXX
        XXXXXXXXX gettext(u'How it works') XXXXXXXXXX
        XXX XXXXXXXXXXXXXX
          XXXX  gettext(u'Equal results share a place. Resigned or out of time comes last.') XXXXX
          XXXX
             gettext(u'The day begins at midnight UTC. Started before the next midnight? You get one more hour, then the match is lost on time.') 
              SSS SSS SSSSSS SS SSSSSSSS SSSS SSSSSSS SSSSSS SSS SSSS SSSSSSSSS SSS SSS SSS SSSS SSSSS SSSS SSS SSSSS SS
              SSSS SS SSSSS
            
          XXXXX
          XXXX gettext(u'It changes no rating. The computers get stronger from Monday to Sunday.') XXXXX
          XXXX
             gettext(u'The computer answers the same moves in the same way. Your first tiles are the same as everyone’s; which ones you draw later depends on how many have been drawn before.') 
              SSS SSSSSSSS SSSSSSS SSS SSSS SSSSS SS SSS SSSS SSSS SSSS SSSSS SSSSS SSS SSS SSSS SS SSSSSSSSSSS SSSSS
              SSSS SSS SSSS SSSSS SSSSSSS SS SSS SSSS SSSS SSSS SSSSS SSSSSSS
            
          XXXXX
          XXXX
             gettext(u'Until that hour is over, only those who have finished the deal see its matches and the table. The order of the tiles is shown to no one. A player could still tell another what came: please don’t.') 
              SSSSS SSSS SSSS SS SSSSS SSSS SSSSS SSS SSSS SSSSSSSS SSS SSSS SSS SSS SSSSSSS SSS SSS SSSSSS SSS SSSSS SS
              SSS SSSSS SS SSSSS SS SS SSSS S SSSSSS SSSSS SSSSS SSSS SSSSSSS SSSS SSSSS SSSSSS SSSSSS
            
          XXXXX
          XXXX
            BBB BBBBBBBBBBBBBBBBBBB BB BBBBBBBB
            BB BBBBBBBBBBBBBBBBBBBBB
               gettext(u'The tiles were fixed beforehand: line %(number)s of the <a href="%(fairness)s">public log</a>.') 
                SSS SSSSS SSSS SSSSS SSSSSSSSSSS SSSS SSSSSSSSSS SS SSS SS SSSSSSSSSSSSSSSSSSSSSSSSSS SSSSSSSS
              
            BBBBB
            XXXXX XXXXXXXXXXXXXXXXXXXX
          XXXXX
        XXXXX
      XXXXXXXXXX
    XXXXXXXXXX
    BB BBBBBBBBBBBB
      BB BBBBBBB
        XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
          XXX XXXXXXXXXXXXXXXXXXX gettext(u'Friends') XXXXX
           gettext(u'Friends') 
          BBBBBBB BBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBB
        XXXXXXXXXX
      BBBBB
      XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXXXXXXX gettext(u'Table of the day') XXXXX
         gettext(u'Table of the day') 
        BB BBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBXX XXXXXXXXXXXXXX
             gettext(u'No one has finished it.') 
          XXXXBBBBB
      XXXXXXXXXX
    BBBBB
  XXXXXX
BBBBBBBB BBBB
