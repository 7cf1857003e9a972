
BBBB BBBB
BB BBBBBBBBBBB BB BBBBBBBB
   gettext(u'Find the move that wins most often. It is not the one with the most points.') 
BBBB BBBBBBBBBBB BB BBBBBBBBB
   gettext(u'You are behind. Find the move with the best chance left. It is not the one with the most points.') 
    SSS SSS SSSSSSS SSSS SSS SSSS SSSS SSS SSSS SSSSSS SSSSS SS SS SSS SSS SSS SSSS SSS SSSS SSSSSSS
  
BBBB BBBBBBBBBBB BB BBBBBB
   gettext(u'Place something, or not? Find the move that wins most often. It is not the one with the most points.') 
    SSSSS SSSSSSSSSS SS SSSS SSSS SSS SSSS SSSS SSSS SSSS SSSSSS SS SS SSS SSS SSS SSSS SSS SSSS SSSSSSS
  
BBBB BBBBBBBBBBB BB BBBBBBBB
   gettext(u'The ending: find the move with the best chance. Points alone do not tell: think of the replies.') 
    SSS SSSSSSS SSSS SSS SSSS SSSS SSS SSSS SSSSSSS SSSSSS SSSSS SS SSS SSSSS SSSSS SS SSS SSSSSSSS
  
BBBB BBBBBBBBBBB BB BBBBBB
   gettext(u'You can win this ending. Find a winning move each turn. Your opponent plays its best reply.') 
    SSS SSS SSS SSSS SSSSSSS SSSS S SSSSSSS SSSS SSSS SSSSS SSSS SSSSSSSS SSSSS SSS SSSS SSSSSS
  
BBBB
   gettext(u'Find the move that scores most.') 
BBBBB
