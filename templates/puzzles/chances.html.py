
BBBB BBBB
BB BBBBBBBBBBBBBBBBBB BB BBB BBBB BBB BBBBBBBBBBBBBBBBBBBB BB BBB BBBBXXX
    BB BBBBBBBBBBBBBBBBBB BB BBBBBBBBBBBBBBBBBBBB
       gettext(u'The best move wins %(best)s%% of matches, another one with as many points %(points)s%%.') 
        SSS SSSS SSSS SSSS SSSSSSSSSS SS SSSSSSSS SSSSSSS SSS SSSS SS SSSS SSSSSS SSSSSSSSSSSSS
      
    BBBB
       gettext(u'The best move wins %(best)s%% of matches, the one with the most points %(points)s%%.') 
        SSS SSSS SSSS SSSS SSSSSSSSSS SS SSSSSSSS SSS SSS SSSS SSS SSSS SSSSSS SSSSSSSSSSSSS
      
    BBBBB
  XXXXBBBBB
