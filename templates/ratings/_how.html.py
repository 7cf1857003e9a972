
BBBB BBBB
XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXX gettext(u'How ratings work') XXXXX
  XXX
     gettext(u'Everyone starts at 1500. The winner of a rated match goes up and the loser goes down. A surprise win counts for more; points don’t matter. Each game has one rating for live and one for correspondence.') 
      SSSSSSSS SSSSSS SS SSSSS SSS SSSSSS SS S SSSSS SSSSS SSSS SS SSS SSS SSSSS SSSS SSSSS S SSSSSSSS SSS SSSSSS SSS
      SSSSS SSSSSS SSSSS SSSSSSS SSSS SSSS SSS SSS SSSSSS SSS SSSS SSS SSS SSS SSSSSSSSSSSSSSS
    
  XXXX
  XXX
     gettext(u'Computers are rated like people. Resigning or running out of time is a loss for your rating in every game (house rule).') 
      SSSSSSSSS SSS SSSSS SSSS SSSSSSS SSSSSSSSS SS SSSSSSS SSS SS SSSS SS S SSSS SSS SSSS SSSSSS SS SSSSS SSSS SSSSSS
      SSSSSS
    
  XXXX
  XXX XXXXXXXXXX gettext(u'What does not count') XXXXX
  XXXX
    XXXX gettext(u'Casual matches, and matches of guests.') XXXXX
    XXXX gettext(u'Live matches that are cancelled before their first move.') XXXXX
    XXXX gettext(u'Matches that staff have declared void: their effect is taken back for both players.') XXXXX
  XXXXX
  XXXXXXXX XXXXXXXXXXXXXXX
    XXXXXXXXX gettext(u'What “±” and “?” mean') XXXXXXXXXX
    XXX
       gettext(u'The number after ± is the uncertainty: how sure we are of a rating. The right rating is at most twice that away, with 95%% certainty. Each match makes it smaller. Without matches it grows steadily, from 50 to %(limit)s in about a year.') 
        SSS SSSSSS SSSSS S SS SSS SSSSSSSSSSSS SSS SSSS SS SSS SS S SSSSSSS SSS SSSSS SSSSSS SS SS SSSS SSSSS SSSS SSSSS
        SSSS SSSS SSSSSSSSSS SSSS SSSSS SSSSS SS SSSSSSSS SSSSSSS SSSSSSS SS SSSSS SSSSSSSSS SSSS SS SS SSSSSSSSS SS
        SSSSS S SSSSS
      
    XXXX
    XXX
       gettext(u'At %(limit)s or more, the rating has a “?” and no rank.') 
        SS SSSSSSSSS SS SSSSS SSS SSSSSS SSS S SSS SSS SS SSSSS
      
    XXXX
    XXX
       gettext(u'We use Glicko-2 by Mark Glickman, with each match as a period of its own. Two choices are ours. The uncertainty grows in %(days)s days as much as in one of his periods. It never falls below %(least)s.') 
        SS SSS SSSSSSSS SS SSSS SSSSSSSSS SSSS SSSS SSSSS SS S SSSSSS SS SSS SSSS SSS SSSSSSS SSS SSSSS SSS SSSSSSSSSSS
        SSSSS SS SSSSSSSS SSSS SS SSSS SS SS SSS SS SSS SSSSSSSS SS SSSSS SSSSS SSSSS SSSSSSSSSS
      
    XXXX
  XXXXXXXXXX
  XXXXXXXX XXXXXXXXXXXXXXX
    XXXXXXXXX gettext(u'What counts only in part') XXXXXXXXXX
    XXX XXXXXXXXXXXX
      XXXX
         gettext(u'Newcomers: against a player with fewer than %(number)s rated matches, your first match counts a tenth. The next counts a twentieth, and so on by halves.') 
          SSSSSSSSSS SSSSSSS S SSSSSS SSSS SSSSS SSSS SSSSSSSSSS SSSSS SSSSSSSS SSSS SSSSS SSSSS SSSSSS S SSSSSS SSS
          SSSS SSSSSS S SSSSSSSSSS SSS SS SS SS SSSSSSS
        
      XXXXX
      XXXX
         gettext(u'Resigned early: if you resign or run out of time before move %(number)s, you lose in full, but the winner gains nothing.') 
          SSSSSSSS SSSSSS SS SSS SSSSSS SS SSS SSS SS SSSS SSSSSS SSSS SSSSSSSSSSS SSS SSSS SS SSSSS SSS SSS SSSSSS
          SSSSS SSSSSSSS
        
      XXXXX
      XXXX
         gettext(u'The same two: this applies if %(number)s or more of your latest %(latest)s rated matches here were against the same player. A further one counts half, the next a quarter, and so on.') 
          SSS SSSS SSSS SSSS SSSSSSS SS SSSSSSSSSS SS SSSS SS SSSS SSSSSS SSSSSSSSSS SSSSS SSSSSSS SSSS SSSS SSSSSSS
          SSS SSSS SSSSSSS S SSSSSSS SSS SSSSSS SSSSS SSS SSSS S SSSSSSSS SSS SS SSS
        
      XXXXX
      XXXX
         gettext(u'One internet connection: if both accounts used it within a week, a match between them counts a tenth. One browser: if both used it within 90 days, a twentieth. It moves no rating by more than %(points)s points. A school class still gets its ratings, only more slowly.') 
          SSS SSSSSSSS SSSSSSSSSSS SS SSSS SSSSSSSS SSSS SS SSSSSS S SSSSS S SSSSS SSSSSSS SSSS SSSSSS S SSSSSS SSS
          SSSSSSSS SS SSSS SSSS SS SSSSSS SS SSSSS S SSSSSSSSSS SS SSSSS SS SSSSSS SS SSSS SSSS SSSSSSSSSS SSSSSSS S
          SSSSSS SSSSS SSSSS SSSS SSS SSSSSSSS SSSS SSSS SSSSSSS
        
      XXXXX
      XXXX gettext(u'Matches against computer players always count in full.') XXXXX
    XXXXX
  XXXXXXXXXX
  XXXXXXXX XXXXXXXXXXXXXXX
    XXXXXXXXX gettext(u'Score and strength') XXXXXXXXXX
    XX XXXXXXXXXXXXXX
       gettext(u'Only Digifeud has them. Each rated match played to the end gives both players a score. A win gives 4 to 16, a draw 2 to 5, a loss 0 to 3. Scores add up, live and correspondence together. Your strength is your place among all players by that total: 3 of 41 means that two players have more.') 
        SSSS SSSSSSSS SSS SSSSS SSSS SSSSS SSSSS SSSSSS SS SSS SSS SSSSS SSSS SSSSSSS S SSSSSS S SSS SSSSS S SS SSS S
        SSSS S SS SS S SSSS S SS SS SSSSSS SSS SSS SSSS SSS SSSSSSSSSSSSSS SSSSSSSSS SSSS SSSSSSSS SS SSSS SSSSS SSSSS
        SSS SSSSSSS SS SSSS SSSSSS S SS SS SSSSS SSSS SSS SSSSSSS SSSS SSSSS
      
    XXXX
    XXX
       gettext(u'The range from 4 to 16 comes from the original rules, as do the total and the place. House rule: 0 to 3 for a loss, 2 to 5 for a draw and the formula are ours.') 
        SSS SSSSS SSSS S SS SS SSSSS SSSS SSS SSSSSSSS SSSSSS SS SS SSS SSSSS SSS SSS SSSSSS SSSSS SSSSS S SS S SSS S
        SSSSS S SS S SSS S SSSS SSS SSS SSSSSSS SSS SSSSS
      
    XXXX
    XXX
       gettext(u'In the formula, s is your share of both players’ points, from 0 to 1. Your chance of winning by the ratings before the match is c. The result is rounded.') 
        SS SSS SSSSSSSS S SS SSSS SSSSS SS SSSS SSSSSSSS SSSSSSS SSSS S SS SS SSSS SSSSSS SS SSSSSSS SS SSS SSSSSSS
        SSSSSS SSS SSSSS SS SS SSS SSSSSS SS SSSSSSSS
      
    XXXX
    XXXX
      XXXX gettext(u'Win:')  XXXXXXX X X X XX X X X XX X X X XX X XXXXXXXXXXXXXX
      XXXX gettext(u'Loss:')  XXXXXXFFFFFFFFFFF X X X X X FFFFFFFFFFF X XX X XXXXXXXXXXXXXX
      XXXX gettext(u'Draw:')  XXXXXXX X X X XX X XXXXXXXXXXXXXX
    XXXXX
    XXX gettext(u'If a player resigns or runs out of time, neither gets a score.') XXXX
  XXXXXXXXXX
XXXXXXXXXX
