
BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXX
  XXXXXXXXX gettext(u'The rules of this event') XXXXXXXXXX
  XXX XXXXXXXXXXXXXX
    BB BBBBBBBBBB BB BBBBBBBBBB
      XXXX
         gettext(u'Who loses is out. The seeding follows the ratings; the best seeds have byes in the first round.') 
          SSS SSSSS SS SSSS SSS SSSSSSS SSSSSSS SSS SSSSSSSS SSS SSSS SSSSS SSSS SSSS SS SSS SSSSS SSSSSS
        
      XXXXX
      XXXX
         gettext(u'A drawn match is played again with seats exchanged. After a second draw the better seed goes on.') 
          S SSSSS SSSSS SS SSSSSS SSSSS SSSS SSSSS SSSSSSSSSS SSSSS S SSSSSS SSSS SSS SSSSSS SSSS SSSS SSS
        
      XXXXX
    BBBB BBBBBBBBBB BB BBBBBBB
      XXXX gettext(u'All play all once. All matches begin on the first day.') XXXXX
      XXXX
         gettext(u'Who misses more than half of the matches is struck out with all results; otherwise missed matches are lost.') 
          SSS SSSSSS SSSS SSSS SSSS SS SSS SSSSSSS SS SSSSSS SSS SSSS SSS SSSSSSSS SSSSSSSSS SSSSSS SSSSSSS SSS SSSSS
        
      XXXXX
    BBBB BBBBBBBBBB BB BBBBBBB
      XXXX
         gettext(u'Each round pairs players with equal points who have not met. If that is not possible, these rules give way. First the seats, the halves of a group and the distance of points. Then the bye of the last, and in the end two players meet again. No one has a second bye while others have none.') 
          SSSS SSSSS SSSSS SSSSSSS SSSS SSSSS SSSSSS SSS SSSS SSS SSSS SS SSSS SS SSS SSSSSSSSS SSSSS SSSSS SSSS SSSS
          SSSSS SSS SSSSSS SSS SSSSSS SS S SSSSS SSS SSS SSSSSSSS SS SSSSSSS SSSS SSS SSS SS SSS SSSSS SSS SS SSS SSS
          SSS SSSSSSS SSSS SSSSSS SS SSS SSS S SSSSSS SSS SSSSS SSSSSS SSSS SSSSS
        
      XXXXX
      XXXX gettext(u'You can enter until half of the rounds are over. Rounds missed give no points.') XXXXX
    BBBB
      XXXX
         gettext(u'Who waits with an open page is paired again at once, with a neighbour in the table. You can enter at any time.') 
          SSS SSSSS SSSS SS SSSS SSSS SS SSSSSS SSSSS SS SSSSS SSSS S SSSSSSSSS SS SSS SSSSSS SSS SSS SSSSS SS SSS SSSSS
        
      XXXXX
      XXXX
         gettext(u'A win counts 2 points, a draw 1. After two wins in a row points count double, until you do not win.') 
          S SSS SSSSSS S SSSSSSS S SSSS SS SSSSS SSS SSSS SS S SSS SSSSSS SSSSS SSSSSSS SSSSS SSS SS SSS SSSS
        
      XXXXX
      XXXX gettext(u'Matches that are open at the end still count if they end within 15 minutes.') XXXXX
    BBBBB
    XXXX
       gettext(u'An open match is adjudicated when its time is over: by proof, else by the points, and never whose turn it is.') 
        SS SSSS SSSSS SS SSSSSSSSSSS SSSS SSS SSSS SS SSSSS SS SSSSSS SSSS SS SSS SSSSSSS SSS SSSSS SSSSS SSSS SS SSS
      
    XXXXX
    XXXX
       gettext(u'Who does not come to a match loses it. After two such matches you pause, and may not enter another event for 14 days after this one. Each further time doubles that, each event that you finish halves it.') 
        SSS SSSS SSS SSSS SS S SSSSS SSSSS SSS SSSSS SSS SSSS SSSSSSS SSS SSSSSS SSS SSS SSS SSSSS SSSSSSS SSSSS SSS SS
        SSSS SSSSS SSSS SSSS SSSS SSSSSSS SSSS SSSSSSS SSSSS SSSS SSSSS SSSS SSS SSSSSS SSSSSS SSS
      
    XXXXX
    XXXX
       gettext(u'A player who is removed for unfair play has no place. While the event runs, the opponents have had a bye from the next round on; later, places move up.') 
        S SSSSSS SSS SS SSSSSSS SSS SSSSSS SSSS SSS SS SSSSSS SSSSS SSS SSSSS SSSSS SSS SSSSSSSSS SSSS SSS S SSS SSSS
        SSS SSSS SSSSS SSS SSSSSS SSSSSS SSSS SSS
      
    XXXXX
    XXXX
       gettext(u'You can withdraw at any time. A block ends talk, not the match: you still play each other.') 
    XXXXX
    XXXX
       gettext(u'No one pairs players or decides a match by hand. Staff may only remove a player, or declare a match void.') 
        SS SSS SSSSS SSSSSSS SS SSSSSSS S SSSSS SS SSSSS SSSSS SSS SSSS SSSSSS S SSSSSSS SS SSSSSSS S SSSSS SSSSS
      
    XXXXX
    XXXX
       gettext(u'Chance in pairings comes from a seed that is published at the end, so that all can be paired again.') 
        SSSSSS SS SSSSSSSS SSSSS SSSS S SSSS SSSS SS SSSSSSSSS SS SSS SSSS SS SSSS SSS SSS SS SSSSSS SSSSSS
      
    XXXXX
  XXXXX
XXXXXXXXXX
