
BBBB BBBB
XXXX
  XXXXXXXXXXXXXXXXXX
  XXXXXXXXXXXXXX
  XXXXXXXXXXXX
  XXXXXXXXXXXX
  XXXXXXXXXXXX gettext(u'What was said') X
X
  BB BBB BBBBBBB
    XX XXXXXXXXXXXXXX gettext(u'You turned chat off.') XXXX
  BBBBBB BBBBBBBBBBBBB
      XXXX gettext(u'Spectators of the match') XXXXX
       _("Spectators of the match") 
      XXXX
         gettext(u'You two') 
      XXXXX
    BBBBB
     _("Messages") 
    BB BBBBBBBBBBB
      XX XXXXXXXXXXXXXX
         ngettext(u'%(number)s message from a player you muted or blocked is hidden.', u'%(number)s messages from players you muted or blocked are hidden.', count) 
          SSSSSSSSSS SSSSSSS SSSS S SSSSSS SSS SSSSS SS SSSSSSS SS SSSSSSS
        
          PPPPPPPPPP PPPPPPPP PPPP PPPPPPP PPP PPPPP PP PPPPPPP PPP PPPPPPP
        
      XXXX
    BBBBB
    BB BBB BBBBBBBBBBBBB
      XX XXXXXXXXXXXXXX
        BB BBBBBBBBBBBBB
           gettext(u'Nothing said yet. Only the two of you read this.') 
        BBBB
           gettext(u'Nothing said yet. The players read this after the match.') 
        BBBBB
      XXXX
    BBBBBBBBBB
XXXXXX
