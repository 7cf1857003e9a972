
BBBB BBBB
BB BBBBBBBBBBBBBB
   gettext(u'Score %(score)s · strength %(place)s of %(players)s') 
    SSSSS SSSSSSSSS S SSSSSSSS SSSSSSSSS SS SSSSSSSSSSS
  
BBBB gettext(u'Score %(score)s') SSSSS SSSSSSSSSBBBBB
