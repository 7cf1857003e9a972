
BBBB BBBB
BB BBBBBBBBBBBBBBBBBB BB BBB BBBB BBB BBBBBBBBBBBBBBBBBBBB BB BBB BBBBXXX
    BB BBBBBBBBBBBBBBBBBB BB BBBBBBBBBBBBBBBBBBBB
       gettext(u'The best move wins %(best)s of 100 times, another one with as many points %(points)s.') 
        SSS SSSS SSSS SSSS SSSSSSSS SS SSS SSSSSS SSSSSSS SSS SSSS SS SSSS SSSSSS SSSSSSSSSSS
      
    BBBB
       gettext(u'The best move wins %(best)s of 100 times, the one with the most points %(points)s.') 
        SSS SSSS SSSS SSSS SSSSSSSS SS SSS SSSSSS SSS SSS SSSS SSS SSSS SSSSSS SSSSSSSSSSS
      
    BBBBB
  XXXXBBBBB
