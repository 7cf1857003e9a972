
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBB BBBBBBBBB
BBBBB BBBBB gettext(u'Puzzles') BBBBBBBB
BBBBB BBBBXXXXBBBBBBBB
BBBBB BBBB
  BBBBBB BBBBBBBBBBBBBBBB
  BBBBBB BBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXX
    XXXX gettext(u'Puzzles') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'A real position and your tiles: find the best move.') 
    XXXX
    XXXX XXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXXXXXXX
        BBB BBB BB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBBBB
      XXXXX
      BB BBBBB BBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB
    XXXXXX
    XXXXXXXX XXXXXXXXXXXXXXX
      XXXXXXXXX gettext(u'How it works') XXXXXXXXXX
      XXX XXXXXXXXXXXXXX
        XXXX
           gettext(u'Every game has a new puzzle each day at midnight UTC, the same for everyone. They get harder from Monday to Sunday.') 
            SSSSS SSSS SSS S SSS SSSSSS SSSS SSS SS SSSSSSSS SSSS SSS SSSS SSS SSSSSSSSS SSSS SSS SSSSSS SSSS SSSSSS SS
            SSSSSSS
          
        XXXXX
        XXXX
           gettext(u'Solve any of them to keep your streak. Started before midnight? You get one more hour.') 
            SSSSS SSS SS SSSS SS SSSS SSSS SSSSSSS SSSSSSS SSSSSS SSSSSSSSS SSS SSS SSS SSSS SSSSS
          
        XXXXX
        XXXX
           gettext(u'Puzzles have a Glicko-2 rating like players. Your first move counts as a win or a loss against the puzzle; later tries change nothing.') 
            SSSSSSS SSSS S SSSSSSSS SSSSSS SSSS SSSSSSSS SSSS SSSSS SSSS SSSSSS SS S SSS SS S SSSS SSSSSSS SSS SSSSSSS
            SSSSS SSSSS SSSSSS SSSSSSSS
          
        XXXXX
        XXXX
           gettext(u'A “?” means a rating is not settled yet. Below 1400 is easy, 1600 and up is hard.') 
            S SSS SSSSS S SSSSSS SS SSS SSSSSSS SSSS SSSSS SSSS SS SSSSS SSSS SSS SS SS SSSSS
          
        XXXXX
        XXXX gettext(u'Any move with the most points solves it.') XXXXX
        XXXX
           gettext(u'In “win the ending” you play several turns. Each of your moves must win against the best reply.') 
            SS SSSS SSS SSSSSSS SSS SSSS SSSSSSS SSSSSS SSSS SS SSSS SSSSS SSSS SSS SSSSSSS SSS SSSS SSSSSS
          
        XXXXX
        XXXX
           gettext(u'Some puzzles ask for the best chance, a defence or an ending. There, points alone do not tell which move wins most often.') 
            SSSS SSSSSSS SSS SSS SSS SSSS SSSSSSS S SSSSSSS SS SS SSSSSSS SSSSSS SSSSSS SSSSS SS SSS SSSS SSSSS SSSS
            SSSS SSSS SSSSSS
          
        XXXXX
      XXXXX
    XXXXXXXXXX
  XXXXXX
BBBBBBBB BBBB
