
BBBB BBBB
XX XXXXXXXXXXXXXX XXXXXXXXXXXXXX
  BBB BBBBBBBBBBBBBB BBBBBBBBB BBB BB BBBBBBB
  BB BBB gettext(u'This match continues from <a href="%(address)s">turn %(ply)s of %(first)s against %(second)s</a>.') 
      SSSS SSSSS SSSSSSSSS SSSS SS SSSSSSSSSSSSSSSSSSSSSSS SSSSSSS SS SSSSSSSSS SSSSSSS SSSSSSSSSSSSSSS
    
  BBBB
     gettext(u'This match continues from <a href="%(address)s">the start of %(first)s against %(second)s</a>.') 
      SSSS SSSSS SSSSSSSSS SSSS SS SSSSSSSSSSSSSSSSSSSSSS SSSSS SS SSSSSSSSS SSSSSSS SSSSSSSSSSSSSSS
    BBBBB
   gettext(u'Points and board come from there, so this match doesn’t count.') 
XXXX
