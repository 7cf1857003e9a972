
BBBB BBBB
BB BBBBBBBBBBBBBBBB
  XXXX
     gettext(u'If you resign or run out of time, it still counts for the rating, as a loss and a win, but not for score and strength.') 
      SS SSS SSSSSS SS SSS SSS SS SSSSS SS SSSSS SSSSSS SSS SSS SSSSSSS SS S SSSS SSS S SSSS SSS SSS SSS SSSSS SSS
      SSSSSSSSS
    
  XXXXX
BBBB
  XXXX
     gettext(u'If you resign or run out of time, you lose, whatever the points. It counts for the rating, as a loss and a win.') 
      SS SSS SSSSSS SS SSS SSS SS SSSSS SSS SSSSS SSSSSSSS SSS SSSSSSS SS SSSSSS SSS SSS SSSSSSS SS S SSSS SSS S SSSS
    
  XXXXX
BBBBB
XXXX
   gettext(u'You have 72 hours per move, unless you agree on another time or play live. Automatic vacation adds at most 48 hours per player and match.') 
    SSS SSSS SS SSSSS SSS SSSSS SSSSSS SSS SSSSS SS SSSSSSS SSSS SS SSSS SSSSS SSSSSSSSS SSSSSSSS SSSS SS SSSS SS SSSSS
    SSS SSSSSS SSS SSSSSS
  
XXXXX
XXXX
   gettext(u'If a player resigns or runs out of time before the first move, the match is cancelled and does not count. From the first move on, it counts.') 
    SS S SSSSSS SSSSSSS SS SSSS SSS SS SSSS SSSSSS SSS SSSSS SSSSS SSS SSSSS SS SSSSSSSSS SSS SSSS SSS SSSSSS SSSS SSS
    SSSSS SSSS SSS SS SSSSSSS
  
XXXXX
XXXX
   gettext(u"If you miss a live match or don't make its first move, you wait before your next one: 1 minute, then 5, then 30. After a day without a miss, the count starts again.") 
    SS SSS SSSS S SSSS SSSSS SS SSSSS SSSS SSS SSSSS SSSSS SSS SSSS SSSSSS SSSS SSSS SSSS S SSSSSSS SSSS SS SSSS SSS
    SSSSS S SSS SSSSSSS S SSSSS SSS SSSSS SSSSSS SSSSSS
  
XXXXX
BB BBBBBB
  XXXX
     gettext(u"If the player to move can't catch up any more, whatever happens, and has thought for 12 hours (live: a minute), the other may claim the win. It counts like a match played to the end.") 
      SS SSS SSSSSS SS SSSS SSSSS SSSSS SS SSS SSSSS SSSSSSSS SSSSSSSS SSS SSS SSSSSSS SSS SS SSSSS SSSSSS S SSSSSSSS
      SSS SSSSS SSS SSSSS SSS SSSS SS SSSSSS SSSS S SSSSS SSSSSS SS SSS SSSS
    
  XXXXX
BBBBB
BB BBBBB
  XXXX gettext(u'The second player’s hand stays face down until the first move.') XXXXX
BBBBB
