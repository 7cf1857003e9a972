
BBBBBBB BBBBBBBBBBBBBBB BBBBBBB BBBB BBBBBBB BBBBBBBBB
BBBBB BBBBB gettext(u'Sprint')  X FFFFFBBBBBBBB
BBBBB BBBB
  BBBBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXX XXXXXXX XXXXXXXXXXXXX
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBXX gettext(u'All puzzles') XXXXXXXX
    XXXXFFFFF XXXXX XXXXXXXXXXXXXX gettext(u'Sprint') XXXXXXXXXXXX
    XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXX gettext(u'As many puzzles as you can') XXXXX
      XXX
         ngettext(u'You have %(minutes)s minute and one move for each puzzle. They get harder, and the sprint ends after %(misses)s misses. It does not change your puzzle rating.', u'You have %(minutes)s minutes and one move for each puzzle. They get harder, and the sprint ends after %(misses)s misses. It does not change your puzzle rating.', count) 
          SSS SSSS SSSSSSSSSSS SSSSSS SSS SSS SSSS SSS SSSS SSSSSSS SSSS SSS SSSSSSS SSS SSS SSSSSS SSSS SSSSS
          SSSSSSSSSS SSSSSSS SS SSSS SSS SSSSSS SSSS SSSSSS SSSSSSS
        
          PPP PPPP PPPPPPPPPPP PPPPPPP PPP PPP PPPP PPP PPPP PPPPPPP PPPP PPP PPPPPPP PPP PPP PPPPPP PPPP PPPPP
          PPPPPPPPPP PPPPPPP PP PPPP PPP PPPPPP PPPP PPPPPP PPPPPPP
        
      XXXX
      BB BBBBXXX
           ngettext(u'Your best sprint: %(best)s puzzle.', u'Your best sprint: %(best)s puzzles.', count) 
            SSSS SSSS SSSSSSS SSSSSSSS SSSSSSS
          
            PPPP PPPP PPPPPPP PPPPPPPP PPPPPPPP
          
        XXXXBBBBB
      BB BBB BBBBBBBBB
        XX XXXXXXXXXXXXXX XXXXXXXXXXXXXX
           gettext(u'There are too few puzzles of this game for a sprint right now. Try another game.') 
        XXXX
      BBBBB
      XXXX XXXXXXXXXXXX
        XXXXX XXXXXXXXXXXXXX
          BBBBBBBBBB
          XXXXXXX
            XXXXXXXXXXXXX XXXXXXXX
            BB BBB BBBBBBBBBXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXBBBBB
          X
            BBBBBBB BBBBBBBBBBBBBBBBBB
             gettext(u'Start') 
          XXXXXXXXX
        XXXXXXX
        BB BBBBBBBBB
          XXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBXX
            BBBBBBBBBB
            XXXXXXX XXXXXXXXXXXXXXX
              BBBBBBB BBBBBBBBBBBBBBBBBBBB
               ngettext(u'Try %(puzzles)s missed puzzle again', u'Try %(puzzles)s missed puzzles again', count) 
                SSS SSSSSSSSSSS SSSSSS SSSSSS SSSSS
              
                PPP PPPPPPPPPPP PPPPPP PPPPPPP PPPPP
              
            XXXXXXXXX
          XXXXXXX
        BBBBB
      XXXXXX
    XXXXXXXXXX
    XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXX gettext(u'Best sprints') XXXXX
      BB BBBBBBBBBBBBBBBBBBBBB
        XXXX XXXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Players') XX
          XX
            XXXXXXXXXXXXXXX
            BB BBB BBBBBBBXXXXXXXXXXXXXXXXXXXBBBBB
          X gettext(u'All players') XXXX
          XX
            XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
            BB BBBBBBBXXXXXXXXXXXXXXXXXXXBBBBB
          X gettext(u'Friends') XXXX
        XXXXXX
      BBBBB
      XXXX XXXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Period') XX
        XX
          XXXXXXXBB BBBBBBBXXXXXXXXXXXXXXBBBBBXXXXXXXXXXX
          BB BBBBBB BB BBBBBXXXXXXXXXXXXXXXXXXXBBBBB
        X gettext(u'Today') XXXX
        XX
          XXXXXXXBB BBBBBBBXXXXXXXXXXXXXXBBBBBXXXXXXXXXXXX
          BB BBBBBB BB BBBBBBXXXXXXXXXXXXXXXXXXXBBBBB
        X gettext(u'7 days') XXXX
      XXXXXX
      BB BBBB
        XXXXXX XXXXXXXXXXXX XXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Rank') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Solved') XXXXX
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBB BB BBBB
              XXX BB BBBBBBBBBB BB BBBBXXXXXXXXXXXXXXXXXXXBBBBBX
                XXX XXXXXXXXXXXXXXXXXXXX
                XXX XXXXXXXXXXXX
                  BBBBBB BBBBBBBBBBXX XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBXXXXXX
                XXXXX
                XXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
              XXXXX
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      BBBB
        XX XXXXXXXXXXXXXX gettext(u'No sprint yet: yours would be the first.') XXXX
      BBBBB
    XXXXXXXXXX
  XXXXXX
BBBBBBBB BBBB
