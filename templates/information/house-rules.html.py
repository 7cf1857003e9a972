
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Time, resigning, rating') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Time, resigning, rating') XXXXX
    XX XXXXXXXXXXXXX gettext(u'House rules that are the same in all games.') XXXX
    XXXX gettext(u'Time') XXXXX
    XXXX
      XXXX gettext(u'You have 72 hours per move, unless you agree on another time or play live.') XXXXX
      XXXX gettext(u'Automatic vacation adds at most 48 hours per player and match.') XXXXX
    XXXXX
    XXXX gettext(u'Resigning') XXXXX
    XXXX
      XXXX gettext(u'If you resign or run out of time, you lose, whatever the points.') XXXXX
      XXXX
         gettext(u'Before the first move, the match is cancelled instead and does not count. From the first move on, it counts.') 
          SSSSSS SSS SSSSS SSSSS SSS SSSSS SS SSSSSSSSS SSSSSSS SSS SSSS SSS SSSSSS SSSS SSS SSSSS SSSS SSS SS SSSSSSS
        
      XXXXX
    XXXXX
    XXXX gettext(u'Live matches') XXXXX
    XXX
       gettext(u'If you miss a live match or don’t make its first move, you wait before your next one. That is 1 minute, then 5, then 30. After a day without a miss, the count starts again.') 
        SS SSS SSSS S SSSS SSSSS SS SSSSS SSSS SSS SSSSS SSSSS SSS SSSS SSSSSS SSSS SSSS SSSS SSSS SS S SSSSSSS SSSS SS
        SSSS SSS SSSSS S SSS SSSSSSS S SSSSS SSS SSSSS SSSSSS SSSSSS
      
    XXXX
    XXXX gettext(u'Claiming the win') XXXXX
    XXX
       gettext(u'You can claim the win if your opponent can’t catch up any more, whatever happens. Your opponent must have thought for 12 hours, or a minute in a live match. It counts like a match played to the end.') 
        SSS SSS SSSSS SSS SSS SS SSSS SSSSSSSS SSSSS SSSSS SS SSS SSSSS SSSSSSSS SSSSSSSS SSSS SSSSSSSS SSSS SSSS
        SSSSSSS SSS SS SSSSSS SS S SSSSSS SS S SSSS SSSSSS SS SSSSSS SSSS S SSSSS SSSSSS SS SSS SSSS
      
    XXXX
    XXXX gettext(u'Tiles') XXXXX
    XXX gettext(u'The second player’s hand stays face down until the first move.') XXXX
    XXXX gettext(u'Rating') XXXXX
    XXX
       gettext(u'The rating is ours, not of the original games. A resigned match and one lost on time count as a loss and a win in all games. In Digifeud they don’t count for score and strength.') 
        SSS SSSSSS SS SSSSS SSS SS SSS SSSSSSSS SSSSSS S SSSSSSSS SSSSS SSS SSS SSSS SS SSSS SSSSS SS S SSSS SSS S SSS
        SS SSS SSSSSS SS SSSSSSSS SSSS SSSSS SSSSS SSS SSSSS SSS SSSSSSSSS
      
    XXXX
    XXXXX XXXXXXBBB BBBBBBBBBBBBBXX gettext(u'How ratings work') XXXXXXXX
  XXXXXXXXXXBBBBBBBB BBBB
