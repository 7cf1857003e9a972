
BBBB BBBB BBBBBBBBB
BB BBBBBBBBBBBBBBB
  XXX
     gettext(u'That was your first match. Replay it turn by turn, ask for a rematch, or find an opponent in the lobby.') 
      SSSS SSS SSSS SSSSS SSSSSS SSSSSS SS SSSS SS SSSSS SSS SSS S SSSSSSSS SS SSSS SS SSSSSSSS SS SSS SSSSSS
    
  XXXX
BBBB BBBBBBBBBBBBBBBBBB
  XXX
    BB BBBBBBBBBBB BB B BBB BBBBBBBBBBBBBB gettext(u'%(name)s has answered on the marked squares.') 
        SSSSSSSS SSS SSSSSSSS SS SSS SSSSSS SSSSSSSS
      
    BBBBB
    BB BBBBBBBBBBBB
      FFFFFFFFF
    BBBB BBB BBBBBBBBBBBBB
       gettext(u'You know how it works now. The guide ends here.') 
      XX XXXXXXBBB BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBXX gettext(u'The rest is in the rules.') XXXXBBBBB
  XXXX
  BB BBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBBBBBBBBBBBBBBBBBBBB
  XXX
     ngettext(u'You scored %(points)s point. Your total is beside your name. Now it is %(name)s’s turn: just wait.', u'You scored %(points)s points. Your total is beside your name. Now it is %(name)s’s turn: just wait.', count) 
      SSS SSSSSS SSSSSSSSSS SSSSSS SSSS SSSSS SS SSSSSS SSSS SSSSS SSS SS SS SSSSSSSSSS SSSSS SSSS SSSSS
    
      PPP PPPPPP PPPPPPPPPP PPPPPPP PPPP PPPPP PP PPPPPP PPPP PPPPP PPP PP PP PPPPPPPPPP PPPPP PPPP PPPPP
    
  XXXX
BBBB
  XXX
     gettext(u'Now it is %(name)s’s turn: just wait.') 
      SSS SS SS SSSSSSSSSS SSSSS SSSS SSSSS
    
  XXXX
BBBBB
