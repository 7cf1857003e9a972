
BBBB BBBB
XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXXXXX
  XXXXXXXXX gettext(u'What is counted, and how') XXXXXXXXXX
  XXX
     gettext(u'We count the full tile order of every finished match, including tiles never drawn. The page of each match checks that tiles were drawn in this order. Counting only drawn tiles would also count how people play: how soon a match ends depends on its tiles.') 
      SS SSSSS SSS SSSS SSSS SSSSS SS SSSSS SSSSSSSS SSSSSS SSSSSSSSS SSSSS SSSSS SSSSSS SSS SSSS SS SSSS SSSSS SSSSSS
      SSSS SSSSS SSSS SSSSS SS SSSS SSSSSS SSSSSSSS SSSS SSSSS SSSSS SSSSS SSSS SSSSS SSS SSSSSS SSSSS SSS SSSS S SSSSS
      SSSS SSSSSSS SS SSS SSSSSS
    
  XXXX
  XXX
     gettext(u'Two kinds of matches are left out. First matches with a guide are redealt until the newcomer has a move. Other matches continue from a turn of an earlier match. In a match of several games, the first game counts.') 
      SSS SSSSS SS SSSSSSS SSS SSSS SSSS SSSSS SSSSSSS SSSS S SSSSS SSS SSSSSSS SSSSS SSS SSSSSSSS SSS S SSSSS SSSSS
      SSSSSSS SSSSSSSS SSSS S SSSS SS SS SSSSSSS SSSSSS SS S SSSSS SS SSSSSSS SSSSSS SSS SSSSS SSSS SSSSSSS
    
  XXXX
  XXX
     gettext(u'We cut the order into parts. In each part, every kind of tile should appear as often as its share of the tiles. We add up the squares of the differences, each divided by what chance gives. Drawn tiles are not put back, so we multiply the sum by (N − 1) / N. N is the number of tiles. That is a chi-square with (kinds − 1) × (parts − 1) degrees of freedom.') 
      SS SSS SSS SSSSS SSSS SSSSSS SS SSSS SSSSS SSSSS SSSS SS SSSS SSSSSS SSSSSS SS SSSSS SS SSS SSSSS SS SSS SSSSSS SS
      SSS SS SSS SSSSSSS SS SSS SSSSSSSSSSSS SSSS SSSSSSS SS SSSS SSSSSS SSSSSS SSSSS SSSSS SSS SSS SSS SSSSS SS SS
      SSSSSSSS SSS SSS SS SS S SS S SS S SS SSS SSSSSS SS SSSSSS SSSS SS S SSSSSSSSSS SSSS SSSSSS S SS S SSSSSS S SS
      SSSSSSS SS SSSSSSSS
    
  XXXX
XXXXXXXXXX
