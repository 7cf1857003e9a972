
BBBB BBBB
XXXXXXXX
  XXXXXXXXXXX
  XXXXXXXXXX XXXXXX
  XXXXXXXXXXXXXX
  XXXXXXXXXXXX gettext(u'Mirror match') X
X
  XXXXXXXX BB BBBBBBXXXXBBBBBX
    XXXXXXXXX
      XXXXXXXX gettext(u'Board %(number)s of 2') SSSSS SSSSSSSSSS SS SXXXXXXXXX
    XXXXXXXXXX
    BB BBBBBB
      XXX
         gettext(u'Your move <code>%(sealed)s</code> is sealed. It is shown when this turn is played on board %(twin_number)s too.') 
          SSSS SSSS SSSSSSSSSSSSSSSSSSSSSSS SS SSSSSSS SS SS SSSSS SSSS SSSS SSSS SS SSSSSS SS SSSSS SSSSSSSSSSSSSSS
          SSSS
        
      XXXX
    BBBB BBBBBBBBB
      XXX
         gettext(u'%(mover)s has sealed a move. It is shown when this turn is played on board %(twin_number)s too.') 
          SSSSSSSSS SSS SSSSSS S SSSSS SS SS SSSSS SSSS SSSS SSSS SS SSSSSS SS SSSSS SSSSSSSSSSSSSSS SSSS
        
      XXXX
    BBBBB
    BB BBBBBB
      XXX
        XXXXXXXXBB BBB BBBBBBBBBBBBB gettext(u'This mirror match does not count.') 
          BBBB BBB gettext(u'You win the mirror match.') 
          BBBB BBBBBB gettext(u'%(winner)s wins the mirror match.') SSSSSSSSSS SSSS SSS SSSSSS SSSSSS
          BBBB gettext(u'The mirror match is a draw.') BBBBBXXXXXXXXX
        BB BBBBBBBBBBBB
           gettext(u'%(forfeited_by)s gave up or ran out of time on a board.') SSSSSSSSSSSSSSSS SSSS SS SS SSS SSS SS SSSS SS S SSSSSS
        BBBBB
      XXXX
    BBBBB
    XXX
      BB BBBBBB
         gettext(u'Both boards: %(first)s %(sum)s, %(second)s %(other_sum)s.') 
          SSSS SSSSSSS SSSSSSSSS SSSSSSSS SSSSSSSSSS SSSSSSSSSSSSSS
        
      BBBBB
      BB BBB BBBBBB
        BB BBBBB gettext(u'The games won on both boards decide.') 
        BBBB gettext(u'The points of both boards decide.') BBBBB
         gettext(u'Giving up one board gives up both.') 
      BBBBB
    XXXX
  XXXXXXXXXX
  XX XXXXXXXXXXXXX XXXXX BB BBBBBBBXXXXXXXBBBBXXXXXBBBBBX XXXXXXBBB BBBBBBBBBBBBBBB BBBBXX
     gettext(u'To board %(twin_number)s') SS SSSSS SSSSSSSSSSSSSSSBB BBBBBBBX
       gettext(u'your turn') BBBB BBBBBBBBB BBB BBB BBBBBBX  gettext(u'over') BBBBBXXXX
XXXXXXXXXX
