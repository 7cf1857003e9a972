
BBBB BBBB
XXX
  BBB BBBBBBBBBBBBBBBBBBBBBBBBB BB BBBB
   gettext(u'The same in all games: <a href="%(page)s">time, resigning and rating</a>.') 
    SSS SSSS SS SSS SSSSSS SS SSSSSSSSSSSSSSSSSSSSS SSSSSSSSS SSS SSSSSSSSSSS
  
XXXX
