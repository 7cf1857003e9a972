
BBBB BBBB BBBBBBBBB
XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXX gettext(u'All tiles together') XXXXX
  BB BBB BBBBBBB
    XX XXXXXXXXXXXXXXX gettext(u'Not enough matches have ended to tell.') XXXX
  BBBB
    XX XXXXXXXXXXXXXBB BBBBBBBBBBBB BB BBBBBB XXXXXXXBBBBBXX
      BB BBBBBBBBBBBB BB BBBBBB
         gettext(u'The draws look random.') 
      BBBB BBBBBBBBBBBB BB BBBBBBBBB
         gettext(u'One of the counts is unusually uneven. That happens by chance too; look again when more matches have ended.') 
          SSS SS SSS SSSSSS SS SSSSSSSSS SSSSSSS SSSS SSSSSSS SS SSSSSS SSSS SSSS SSSSS SSSS SSSS SSSSSSS SSSS SSSSSS
        
      BBBB
         gettext(u'One of the counts is so uneven that it is hardly chance. Something is wrong here.') 
      BBBBB
    XXXX
    XXX
       ngettext(u'%(tests)s order of tiles is tested. This is how often it would be this uneven by chance:', u'%(tests)s orders of tiles are tested. This is how often the oddest would be this uneven by chance:', count) 
        SSSSSSSSS SSSSS SS SSSSS SS SSSSSSS SSSS SS SSS SSSSS SS SSSSS SS SSSS SSSSSS SS SSSSSSS
      
        PPPPPPPPP PPPPPP PP PPPPP PPP PPPPPPP PPPP PP PPP PPPPP PPP PPPPPP PPPPP PP PPPP PPPPPP PP PPPPPPP
       XXXXXXXXBBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBXXXXXXXXX
    XXXX
  BBBBB
  BB BBBBB
    XXXX XXXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXX
        XXXXXXX
          XXXX
            XXX XXXXXXXXXXXX gettext(u'Order') XXXXX
            XXX XXXXXXXXXXXX gettext(u'As uneven by chance') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Matches') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Tiles each') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Chi-square') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Degrees of freedom') XXXXX
          XXXXX
        XXXXXXXX
        XXXXXXX
          BBB BBB BB BBBBB
            XXXX
              XXX XXXXXXXXXXXX
                XX XXXXXXXXXXXXXXXFFFFFX
                  FFFFFFFFFXXXXBB BBBBBBBBBBBBBBB
                  XXXXXX XXXXXXXXXXXXXXXXXXXXXXBBBBB
              XXXXX
              XXXX
                BB BBBBBBBBBBB
                  BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBB
                BBBB
                   gettext(u'too few matches') 
                BBBBB
              XXXXX
              XXX XXXXXXXXXXXXXXXXXXXX
              XXX XXXXXXXXXXXXXXXXXXXX
              XXX XXXXXXXXXXXXXXXBB BBBBBBBBBBBFFFFFFFFFFFFFBBBBXBBBBBXXXXX
              XXX XXXXXXXXXXXXXXXBB BBBBBBBBBBBBBBBXBBBBBXXXXX
            XXXXX
          BBBBBB
        XXXXXXXX
      XXXXXXXX
    XXXXXX
  BBBBB
XXXXXXXXXX
