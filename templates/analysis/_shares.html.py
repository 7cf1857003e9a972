
BBBB BBBB BBBBBBB
XXXX XXXXXXXXXXXX
  BBB BBBBB BB BBBBBBBBBBBBBBB
    XXXXXXXX XXXXXXXXXXXX XXXXX XXXXXXX
      XXXX BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBXXXXX
      BBBB BBBBBBBBBBBBBBB
        XXXX gettext(u'Accuracy') XXXXX
        XXX
           gettext(u'<strong class="figure">%(accuracy)s%%</strong>: random moves are 0, the best moves 100.') 
            SSSSSSS SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS SSSSSS SSSSS SSS SS SSS SSSS SSSSS SSSS
          
          XXXXX XXXXXXXXXXXXXX ngettext(u'(%(made)s of at most %(most)s points in %(turns)s turn)', u'(%(made)s of at most %(most)s points in %(turns)s turns)', count) 
              SSSSSSSSS SS SS SSSS SSSSSSSS SSSSSS SS SSSSSSSSS SSSSS
            
              PPPPPPPPP PP PP PPPP PPPPPPPP PPPPPP PP PPPPPPPPP PPPPPP
            XXXXXXX
        XXXX
        XXXX gettext(u'Luck') XXXXX
        XXX
          BB BBBBBBBBB gettext(u'You drew better than in <strong>%(beaten)s%%</strong> of matches.') 
              SSS SSSS SSSSSS SSSS SS SSSSSSSSSSSSSSSSSSSSSSSSSSSSS SS SSSSSSSS
            
          BBBB
             gettext(u'%(name)s drew better than in <strong>%(beaten)s%%</strong> of matches.') 
              SSSSSSSS SSSS SSSSSS SSSS SS SSSSSSSSSSSSSSSSSSSSSSSSSSSSS SS SSSSSSSS
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
       gettext(u'Winning chance: quick computer players play the match out several times, without seeing hidden tiles. It is an estimate.') 
        SSSSSSS SSSSSSS SSSSS SSSSSSSS SSSSSSS SSSS SSS SSSSS SSS SSSSSSS SSSSSS SSSSSSS SSSSSS SSSSSS SSSSSS SS SS SS
        SSSSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Cost: how much winning chance the move lost compared with the best one. ± is the standard error.') 
        SSSSS SSS SSSS SSSSSSS SSSSSS SSS SSSS SSSS SSSSSSSS SSSS SSS SSSS SSSS S SS SSS SSSSSSSS SSSSSS
      
    XXXXX
    XXXX
       gettext(u'Swing: how much the turn changed its player’s winning chance.') 
        SSSSSS SSS SSSS SSS SSSS SSSSSSS SSS SSSSSSSS SSSSSSS SSSSSSS
      
    XXXXX
    XXXX
       gettext(u'Accuracy: 100%% if every move is the best, 0%% if the moves are no better than random ones. Turns in which more depends on the move count more.') 
        SSSSSSSSS SSSSS SS SSSSS SSSS SS SSS SSSSS SSS SS SSS SSSSS SSS SS SSSSSS SSSS SSSSSS SSSSS SSSSS SS SSSSS SSSS
        SSSSSSS SS SSS SSSS SSSSS SSSSS
      
    XXXXX
    XXXX
       gettext(u'Luck: how your draws compare with others that were possible at that moment. Half of all players are above 50%%.') 
        SSSSS SSS SSSS SSSSS SSSSSSS SSSS SSSSSS SSSS SSSS SSSSSSSS SS SSSS SSSSSSS SSSS SS SSS SSSSSSS SSS SSSSS SSSSS
      
    XXXXX
  XXXXX
XXXXXXXXXX
