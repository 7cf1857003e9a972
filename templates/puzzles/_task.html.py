
BBBB BBBB BBBBBBBBB
XXXXXXXX XXXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXXX XXXXXXXXXX XXXXXX XXXXXXXXXXXX gettext(u'Puzzles') XX
    XX XXXXXXBBB BBBBBBBBBBBBBBBBBXX gettext(u'All puzzles') XXXX
    XXXXX XXXXXXXXXXXXXXFFFFFFFF X
       gettext(u'rated %(rating)s') 
        SSSSS SSSSSSSSSS
      BB BBB BBBBBBBBBBBBBBBBBXBBBBBXXXXXXX
  XXXXXX
  XXX XXXXXXXXXXXXXXXX
    FFFFFBB BBBBBBBBBBBBBBBB
      XXXXX XXXXXXXXXXXXXXXXXXXXXXBBBBB
  XXXXX
  XXX
    BBBBBBB BBBBBBBBBBBBBBBBBB
    BB BBBBBBBBBBBBBBBB
      XXXXX
        XXXXXXXXXXXXX
      XBB BBBBBBBBBBBBBBBBBBBB gettext(u'The puzzle of %(day)s, until midnight UTC.') 
            SSS SSSSSS SS SSSSSSSS SSSSS SSSSSSSS SSSS
          BBBB gettext(u'The puzzle of %(day)s.') 
            SSS SSSSSS SS SSSSSSSS
          BBBBBXXXXXXXBBBBB
  XXXX
  BB BBB BBBBBBBBBBBBBBBBBBBBBB
    XXX
       gettext(u'You have <b>%(own)s</b> points, your opponent has <b>%(other)s</b>.') 
        SSS SSSS SSSSSSSSSSSSSS SSSSSSS SSSS SSSSSSSS SSS SSSSSSSSSSSSSSSSS
      
    XXXX
  BBBBB
  BB BBB BBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXX
      BB BBBBBBBBBBBBBBBBBBB
         gettext(u'This position is from one of your own matches, so your rating won’t change.') 
      BBBB BBBBBBBBBBBBBBBBBBBBB
         gettext(u'You’ve seen this puzzle in a sprint or a second try, so your rating won’t change.') 
      BBBB BBBBBBBBBBBBBBBBBBBBB BBB BBBBBBBBBBBBBBBB BBB BBBBBBBBBBBBBB
         gettext(u'Your rating changes once: up if every move is right at once, down at the first wrong one.') 
          SSSS SSSSSS SSSSSSS SSSSS SS SS SSSSS SSSS SS SSSSS SS SSSSS SSSS SS SSS SSSSS SSSSS SSSS
        
      BBBB BBBBBBBBBBBBBBBBBBBBB BBB BBBBBBBBBBBBBBBB
         gettext(u'Only your first move changes your rating. Then try as often as you like.') 
      BBBB
         gettext(u'Try as often as you like. Sign up to get a puzzle rating.') 
      BBBBB
    XXXX
  BBBBB
  BB BBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXXX
       gettext(u'This puzzle was withdrawn: another move is as good or better. Your result stays.') 
        SSSS SSSSSS SSS SSSSSSSSSS SSSSSSS SSSS SS SS SSSS SS SSSSSSS SSSS SSSSSS SSSSSS
      
    XXXX
  BBBBB
  BB BBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXXXFFFFFFFFFXXXX
  BBBBB
XXXXXXXXXX
