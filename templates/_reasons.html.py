
BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Why here') XXXXX
  XXXX
    XXXX
      BBBBBBB BBBBBBBBBBBBBBBBBBB
      XXXX gettext(u'No account needed') XXXXX
      XX XXXXXXXXXXXXXX gettext(u'Start as a guest. Sign up later and keep your matches.') XXXX
    XXXXX
    XXXX
      BBBBBBB BBBBBBBBBBBBBBBBB
      XXXX gettext(u'Fair draws') XXXXX
      XX XXXXXXXXXXXXXX
         gettext(u'The order of the tiles is sealed before the first move. Check it after the match.') 
      XXXX
    XXXXX
    XXXX
      BBBBBBB BBBBBBBBBBBBBBBBBB
      XXXX gettext(u'Any device') XXXXX
      XX XXXXXXXXXXXXXX gettext(u'Start a match on your phone and finish it on your computer.') XXXX
    XXXXX
  XXXXX
XXXXXXXXXX
