
BBBB BBBB BBBBBBB
XXXX XXXXXXXXXXXX
  BBB BBBBB BB BBBBBBBBBBBBBBB
    XXXXXXXX XXXXXXXXXXXX XXXXX XXXXXXX
      XXXX BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBXXXXX
      BBBB BBBBBBBBBBBBBBB
        XXXX gettext(u'Accuracy') XXXXX
        XXX
           gettext(u'<strong class="figure">%(accuracy)s</strong> of 100: between random moves (0) and the best ones (100).') 
            SSSSSSS SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS SS SSSS SSSSSSS SSSSSS SSSSS SSS SSS SSS SSSS SSSS SSSSSS
          
          XXXXX XXXXXXXXXXXXXX ngettext(u'(%(made)s of at most %(most)s points in %(turns)s turn)', u'(%(made)s of at most %(most)s points in %(turns)s turns)', count) 
              SSSSSSSSS SS SS SSSS SSSSSSSS SSSSSS SS SSSSSSSSS SSSSS
            
              PPPPPPPPP PP PP PPPP PPPPPPPP PPPPPP PP PPPPPPPPP PPPPPP
            XXXXXXX
        XXXX
        XXXX gettext(u'Luck') XXXXX
        XXX
          BB BBBBBBBBB gettext(u'What you drew was better than in <strong>%(beaten)s of 100</strong> matches.') 
              SSSS SSS SSSS SSS SSSSSS SSSS SS SSSSSSSSSSSSSSSSSS SS SSSSSSSSSSSS SSSSSSSS
            
          BBBB
             gettext(u'What %(name)s drew was better than in <strong>%(beaten)s of 100</strong> matches.') 
              SSSS SSSSSSSS SSSS SSS SSSSSS SSSS SS SSSSSSSSSSSSSSSSSS SS SSSSSSSSSSSS SSSSSSSS
            BBBBB
          XXXXX XXXXXXXXXXXXXX gettext(u'(%(extra)s points against average draws)') 
              SSSSSSSSSS SSSSSS SSSSSSS SSSSSSS SSSSSS
            XXXXXXX
        XXXX
      BBBBBBB
    XXXXXXXXXX
  BBBBBB
XXXXXX
XXXXXXXX XXXXXXXX XXXXXXXXXXXXXXX
  XXXXXXXXX gettext(u'What do these figures mean?') XXXXXXXXXX
  XXXX
    XXXX
       gettext(u'Cost: how much less the move played wins than the best one, in 100 matches. Only what the player could know counts. The move with the most points is often not the best: good tiles are worth keeping, and openings help the opponent.') 
        SSSSS SSS SSSS SSSS SSS SSSS SSSSSS SSSS SSSS SSS SSSS SSSS SS SSS SSSSSSSS SSSS SSSS SSS SSSSSS SSSSS SSSS
        SSSSSSS SSS SSSS SSSS SSS SSSS SSSSSS SS SSSSS SSS SSS SSSSS SSSS SSSSS SSS SSSSS SSSSSSSS SSS SSSSSSSS SSSS SSS
        SSSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'±: the standard error, between the moves of one turn; 0 where the rest of the match could be searched.') 
        SS SSS SSSSSSSS SSSSSS SSSSSSS SSS SSSSS SS SSS SSSSS S SSSSS SSS SSSS SS SSS SSSSS SSSSS SS SSSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Accuracy: 100 for the best move of every turn, 0 for moves that win no more than random ones. Turns in which more depends on the move count more.') 
        SSSSSSSSS SSS SSS SSS SSSS SSSS SS SSSSS SSSSS S SSS SSSSS SSSS SSS SS SSSS SSSS SSSSSS SSSSS SSSSS SS SSSSS
        SSSS SSSSSSS SS SSS SSSS SSSSS SSSSS
      
    XXXXX
    XXXX
       gettext(u'Luck: after each turn we look at what else could have been drawn at that moment, and how many points it would have been good for. Half of all players are better off than 50 of 100.') 
        SSSSS SSSSS SSSS SSSS SS SSSS SS SSSS SSSS SSSSS SSSS SSSS SSSSS SS SSSS SSSSSSS SSS SSS SSSS SSSSSS SS SSSSS
        SSSS SSSS SSSS SSSS SSSS SS SSS SSSSSSS SSS SSSSSS SSS SSSS SS SS SSSS
      
    XXXXX
    XXXX
       gettext(u'Winning chance: quick computer players finish the match from there, several times, without seeing hidden tiles. It is an estimate.') 
        SSSSSSS SSSSSSS SSSSS SSSSSSSS SSSSSSS SSSSSS SSS SSSSS SSSS SSSSSS SSSSSSS SSSSSS SSSSSSS SSSSSS SSSSSS SSSSSS
        SS SS SS SSSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Swing: by how much the turn changed the winning chance of its player, in 100, against what was to be expected before it.') 
        SSSSSS SS SSS SSSS SSS SSSS SSSSSSS SSS SSSSSSS SSSSSS SS SSS SSSSSSS SS SSSS SSSSSSS SSSS SSS SS SS SSSSSSSS
        SSSSSS SSS
      
    XXXXX
  XXXXX
XXXXXXXXXX
