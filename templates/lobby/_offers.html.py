
BBBB BBBB BBBBBB
XXXXXXXX XXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXX gettext(u'Open challenges') XXXXX
  BB BBBBBBB
    XXX XXXXXXXXXXXXXXXXFFFFFFFFFFFXXXXX
  BBBB BBBB
    XX XXXXXXXXXXXXXX
       gettext(u'No open challenge in this game. Create one, or look at all games.') 
    XXXX
  BBBB
    XX XXXXXXXXXXXXXX
       gettext(u'No open challenge right now. Press “Play now”, or create one.') 
    XXXX
  BBBBB
XXXXXXXXXX
