
BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXX
  XXXXXXXXX gettext(u'The rules of the league') XXXXXXXXXX
  XXX XXXXXXXXXXXXXX
    XXXX
       gettext(u'A season lasts %(days)s days. Who has joined once plays the next one too, until they leave.') 
        S SSSSSS SSSSS SSSSSSSS SSSSS SSS SSS SSSSSS SSSS SSSSS SSS SSSS SSS SSSS SSSSS SSSS SSSSSS
      
    XXXXX
    XXXX
       gettext(u'Divisions have 6 to 12 players of like strength. All matches of a division begin on the first day, one against each other player.') 
        SSSSSSSSS SSSS S SS SS SSSSSSS SS SSSS SSSSSSSSS SSS SSSSSSS SS S SSSSSSSS SSSSS SS SSS SSSSS SSSS SSS SSSSSSS
        SSSS SSSSS SSSSSSS
      
    XXXXX
    XXXX
       gettext(u'A move that takes longer than its time uses up your reserve. Your clocks pause in your night and on planned vacation, as set in your settings.') 
        S SSSS SSSS SSSSS SSSSSS SSSS SSS SSSS SSSS SS SSSS SSSSSSSS SSSS SSSSSS SSSSS SS SSSS SSSSS SSS SS SSSSSSS
        SSSSSSSSS SS SSS SS SSSS SSSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Places go by points. If they are equal, by the results among those players, then by wins. After that the opponents’ points without the lowest count (Buchholz), then the points of those you have beaten (Sonneborn-Berger). Equals share a place.') 
        SSSSSS SS SS SSSSSSS SS SSSS SSS SSSSSS SS SSS SSSSSSS SSSSS SSSSS SSSSSSSS SSSS SS SSSSS SSSSS SSSS SSS
        SSSSSSSSSS SSSSSS SSSSSSS SSS SSSSSS SSSSS SSSSSSSSSSS SSSS SSS SSSSSS SS SSSSS SSS SSSS SSSSSS
        SSSSSSSSSSSSSSSSSSS SSSSSS SSSSS S SSSSSS
      
    XXXXX
    XXXX
       gettext(u'A sixth of each division, rounded up, goes up, and as many go down. Who stays is never moved down, and who goes down falls by one division. Lots decide between equals. New players begin at the bottom.') 
        S SSSSS SS SSSS SSSSSSSSS SSSSSSS SSS SSSS SSS SSS SS SSSS SS SSSSS SSS SSSSS SS SSSSS SSSSS SSSSS SSS SSS SSSS
        SSSS SSSSS SS SSS SSSSSSSSS SSSS SSSSSS SSSSSSS SSSSSSS SSS SSSSSSS SSSSS SS SSS SSSSSSS
      
    XXXXX
    XXXX
       gettext(u'A match that is open at the end is won if the rules prove it. Otherwise the points decide, never whose turn it is. Only what is proved changes ratings.') 
        S SSSSS SSSS SS SSSS SS SSS SSS SS SSS SS SSS SSSSS SSSSS SSS SSSSSSSSS SSS SSSSSS SSSSSSS SSSSS SSSSS SSSS SS
        SSS SSSS SSSS SS SSSSSS SSSSSSS SSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'A match lost on time was not played. Who misses more than half of the matches is struck out with all results; otherwise missed matches are lost. Both missed it: half a point each.') 
        S SSSSS SSSS SS SSSS SSS SSS SSSSSSS SSS SSSSSS SSSS SSSS SSSS SS SSS SSSSSSS SS SSSSSS SSS SSSS SSS SSSSSSSS
        SSSSSSSSS SSSSSS SSSSSSS SSS SSSSS SSSS SSSSSS SSS SSSS S SSSSS SSSSS
      
    XXXXX
    XXXX
       gettext(u'Who withdraws or deletes the account loses the open matches; the rule about half of the matches holds for them too. Whose account is closed by staff is removed with all results.') 
        SSS SSSSSSSSS SS SSSSSSS SSS SSSSSSS SSSSS SSS SSSS SSSSSSSS SSS SSSS SSSSS SSSS SS SSS SSSSSSS SSSSS SSS SSSS
        SSSS SSSSS SSSSSSS SS SSSSSS SS SSSSS SS SSSSSSS SSSS SSS SSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'A match lost without a move changes no rating. A block ends talk, not the match: you still play each other.') 
        S SSSSS SSSS SSSSSSS S SSSS SSSSSSS SS SSSSSSS S SSSSS SSSS SSSSS SSS SSS SSSSSS SSS SSSSS SSSS SSSS SSSSSS
      
    XXXXX
    XXXX
       gettext(u'Where a division lacks players, computers of like strength fill it. They take no place, and matches against them are not rated.') 
        SSSSS S SSSSSSSS SSSSS SSSSSSSS SSSSSSSSS SS SSSS SSSSSSSS SSSS SSS SSSS SSSS SS SSSSSS SSS SSSSSSS SSSSSSS SSSS
        SSS SSS SSSSSS
      
    XXXXX
    XXXX
       gettext(u'No one pairs players or decides a match by hand. Staff may only remove a player, or declare a match void.') 
        SS SSS SSSSS SSSSSSS SS SSSSSSS S SSSSS SS SSSSS SSSSS SSS SSSS SSSSSS S SSSSSSS SS SSSSSSS S SSSSS SSSSS
      
    XXXXX
    XXXX gettext(u'Matches of the league do not count towards how many you may play at a time.') XXXXX
  XXXXX
XXXXXXXXXX
