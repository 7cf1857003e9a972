
BBBB BBBB
XXXXXXXX XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXX gettext(u'What is counted, and how') XXXXX
  XXX
     gettext(u'We count the full tile order of every finished match, including tiles never drawn. The page of each match checks that tiles were drawn in this order. Counting only drawn tiles would mix in how people play: how soon a match ends depends on its tiles.') 
      SS SSSSS SSS SSSS SSSS SSSSS SS SSSSS SSSSSSSS SSSSSS SSSSSSSSS SSSSS SSSSS SSSSSS SSS SSSS SS SSSS SSSSS SSSSSS
      SSSS SSSSS SSSS SSSSS SS SSSS SSSSSS SSSSSSSS SSSS SSSSS SSSSS SSSSS SSS SS SSS SSSSSS SSSSS SSS SSSS S SSSSS SSSS
      SSSSSSS SS SSS SSSSSS
    
  XXXX
  XXX
     gettext(u'We leave out first matches with a guide, which are dealt again until the newcomer has a move, and matches that continue from a turn of another match. In a match of several games, the first game counts.') 
      SS SSSSS SSS SSSSS SSSSSSS SSSS S SSSSSS SSSSS SSS SSSSS SSSSS SSSSS SSS SSSSSSSS SSS S SSSSS SSS SSSSSSS SSSS
      SSSSSSSS SSSS S SSSS SS SSSSSSS SSSSSS SS S SSSSS SS SSSSSSS SSSSSS SSS SSSSS SSSS SSSSSSS
    
  XXXX
  XXX
     gettext(u'We cut the order into parts. In each part, every face should appear as often as its share of the tiles. We add up the squares of the differences, each divided by what chance gives. Tiles are drawn without putting them back, so we multiply the sum by (N − 1) / N, where N is the number of tiles. That is a chi-square with (faces − 1) × (parts − 1) degrees of freedom.') 
      SS SSS SSS SSSSS SSSS SSSSSS SS SSSS SSSSS SSSSS SSSS SSSSSS SSSSSS SS SSSSS SS SSS SSSSS SS SSS SSSSSS SS SSS SS
      SSS SSSSSSS SS SSS SSSSSSSSSSSS SSSS SSSSSSS SS SSSS SSSSSS SSSSSS SSSSS SSS SSSSS SSSSSSS SSSSSSS SSSS SSSSS SS
      SS SSSSSSSS SSS SSS SS SS S SS S SS SSSSS S SS SSS SSSSSS SS SSSSSS SSSS SS S SSSSSSSSSS SSSS SSSSSS S SS S SSSSSS
      S SS SSSSSSS SS SSSSSSSS
    
  XXXX
XXXXXXXXXX
