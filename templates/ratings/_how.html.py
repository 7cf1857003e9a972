
BBBB BBBB
XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXX gettext(u'How ratings work') XXXXX
  XXX
     gettext(u"Everyone starts at 1500. The winner of a rated match goes up and the loser goes down. A surprise win counts for more; points don't matter. Each game has one rating for live and one for correspondence.") 
      SSSSSSSS SSSSSS SS SSSSS SSS SSSSSS SS S SSSSS SSSSS SSSS SS SSS SSS SSSSS SSSS SSSSS S SSSSSSSS SSS SSSSSS SSS
      SSSSS SSSSSS SSSSS SSSSSSS SSSS SSSS SSS SSS SSSSSS SSS SSSS SSS SSS SSS SSSSSSSSSSSSSSS
    
  XXXX
  XXX
     gettext(u'Uncertainty (the number after ±): how sure we are of a rating. In 95 of 100 cases the right rating is at most twice the uncertainty away. Each match makes it smaller. Time without a match makes it grow steadily, from 50 to %(limit)s in about a year. At %(limit)s or more, the rating has a “?” and no rank.') 
      SSSSSSSSSSS SSSS SSSSSS SSSSS SSS SSS SSSS SS SSS SS S SSSSSSS SS SS SS SSS SSSSS SSS SSSSS SSSSSS SS SS SSSS
      SSSSS SSS SSSSSSSSSSS SSSSS SSSS SSSSS SSSSS SS SSSSSSSS SSSS SSSSSSS S SSSSS SSSSS SS SSSS SSSSSSSSS SSSS SS SS
      SSSSSSSSS SS SSSSS S SSSSS SS SSSSSSSSS SS SSSSS SSS SSSSSS SSS S SSS SSS SS SSSSS
    
  XXXX
  XXX
     gettext(u'We use Glicko-2 by Mark Glickman, with each match as a period of its own. Two choices are ours: the uncertainty grows in %(days)s days as much as in one of his periods, and it never falls below %(least)s.') 
      SS SSS SSSSSSSS SS SSSS SSSSSSSSS SSSS SSSS SSSSS SS S SSSSSS SS SSS SSSS SSS SSSSSSS SSS SSSSS SSS SSSSSSSSSSS
      SSSSS SS SSSSSSSS SSSS SS SSSS SS SS SSS SS SSS SSSSSSSS SSS SS SSSSS SSSSS SSSSS SSSSSSSSSS
    
  XXXX
  XXX XXXXXXXXXXXX gettext(u'What counts only in part') XXXXX
  XXXX
    XXXX
       gettext(u'Newcomers: against a player with fewer than %(number)s rated matches, your first match counts a tenth, the next a twentieth, and so on by halves.') 
        SSSSSSSSSS SSSSSSS S SSSSSS SSSS SSSSS SSSS SSSSSSSSSS SSSSS SSSSSSSS SSSS SSSSS SSSSS SSSSSS S SSSSSS SSS
        SSSS S SSSSSSSSSS SSS SS SS SS SSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Resigned early: if you resign or run out of time before move %(number)s, you lose in full, but the winner gains nothing.') 
        SSSSSSSS SSSSSS SS SSS SSSSSS SS SSS SSS SS SSSS SSSSSS SSSS SSSSSSSSSSS SSS SSSS SS SSSSS SSS SSS SSSSSS
        SSSSS SSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'The same two: if %(number)s or more of your latest %(latest)s rated matches here were against the same player, a further one counts half, the next a quarter, and so on.') 
        SSS SSSS SSSS SS SSSSSSSSSS SS SSSS SS SSSS SSSSSS SSSSSSSSSS SSSSS SSSSSSS SSSS SSSS SSSSSSS SSS SSSS
        SSSSSSS S SSSSSSS SSS SSSSSS SSSSS SSS SSSS S SSSSSSSS SSS SS SSS
      
    XXXXX
    XXXX
       gettext(u'One connection or browser: if both accounts were used from the same internet connection within a week, a match between them counts a tenth; from the same browser within 90 days, a twentieth. It moves no rating by more than %(points)s points. A school class still gets its ratings, only more slowly.') 
        SSS SSSSSSSSSS SS SSSSSSSS SS SSSS SSSSSSSS SSSS SSSS SSSS SSS SSSS SSSSSSSS SSSSSSSSSS SSSSSS S SSSSS S SSSSS
        SSSSSSS SSSS SSSSSS S SSSSSS SSSS SSS SSSS SSSSSSS SSSSSS SS SSSSS S SSSSSSSSSS SS SSSSS SS SSSSSS SS SSSS SSSS
        SSSSSSSSSS SSSSSSS S SSSSSS SSSSS SSSSS SSSS SSS SSSSSSSS SSSS SSSS SSSSSSS
      
    XXXXX
    XXXX gettext(u'Matches against computer players always count in full.') XXXXX
  XXXXX
  XXX XXXXXXXXXX gettext(u'What does not count') XXXXX
  XXX
     gettext(u'A live match that is cancelled before its first move, and a match that staff have declared void: its effect is taken back for both players.') 
      S SSSS SSSSS SSSS SS SSSSSSSSS SSSSSS SSS SSSSS SSSSS SSS S SSSSS SSSS SSSSS SSSS SSSSSSSS SSSSS SSS SSSSSS SS
      SSSSS SSSS SSS SSSS SSSSSSSS
    
  XXXX
  XXX XXXXXXXXXXXXXX gettext(u'Score and strength') XXXXX
  XXX
     gettext(u'Only Digifeud has them. Each rated match played to the end gives both players a score: a win 4 to 16, a draw 2 to 5, a loss 0 to 3. Scores add up, live and correspondence matches together. Your strength is your place among all players by that total: 3 of 41 means that two players have more.') 
      SSSS SSSSSSSS SSS SSSSS SSSS SSSSS SSSSS SSSSSS SS SSS SSS SSSSS SSSS SSSSSSS S SSSSSS S SSS S SS SSS S SSSS S SS
      SS S SSSS S SS SS SSSSSS SSS SSS SSSS SSS SSSSSSSSSSSSSS SSSSSSS SSSSSSSSS SSSS SSSSSSSS SS SSSS SSSSS SSSSS SSS
      SSSSSSS SS SSSS SSSSSS S SS SS SSSSS SSSS SSS SSSSSSS SSSS SSSSS
    
  XXXX
  XXX
     gettext(u'The range from 4 to 16 is the original’s, as are the total and the place. House rule: 0 to 3 for a loss, 2 to 5 for a draw and the formula are ours. With s as your share of both players’ points (from 0 to 1) and c as the chance of winning that the ratings gave before the match, rounded to whole numbers:') 
      SSS SSSSS SSSS S SS SS SS SSS SSSSSSSSSSS SS SSS SSS SSSSS SSS SSS SSSSSS SSSSS SSSSS S SS S SSS S SSSSS S SS S
      SSS S SSSS SSS SSS SSSSSSS SSS SSSSS SSSS S SS SSSS SSSSS SS SSSS SSSSSSSS SSSSSS SSSSS S SS SS SSS S SS SSS
      SSSSSS SS SSSSSSS SSSS SSS SSSSSSS SSSS SSSSSS SSS SSSSSS SSSSSSS SS SSSSS SSSSSSSS
    
  XXXX
  XXXX
    XXXX gettext(u'Win:')  XXXXXXX X X X XX X X X XX X X X XX X XXXXXXXXXXXXXX
    XXXX gettext(u'Loss:')  XXXXXXFFFFFFFFFFF X X X X X FFFFFFFFFFF X XX X XXXXXXXXXXXXXX
    XXXX gettext(u'Draw:')  XXXXXXX X X X XX X XXXXXXXXXXXXXX
  XXXXX
  XXX
     gettext(u"Casual matches and matches of guests don't count. Computers are rated like people. Resigning or running out of time is a loss for your rating in every game (house rule). In Digifeud, such a match gives no score to either player.") 
      SSSSSS SSSSSSS SSS SSSSSSS SS SSSSSS SSSSS SSSSSS SSSSSSSSS SSS SSSSS SSSS SSSSSSS SSSSSSSSS SS SSSSSSS SSS SS
      SSSS SS S SSSS SSS SSSS SSSSSS SS SSSSS SSSS SSSSSS SSSSSS SS SSSSSSSSS SSSS S SSSSS SSSSS SS SSSSS SS SSSSSS
      SSSSSSS
    
  XXXX
XXXXXXXXXX
