
BBBB BBBB
XXXXXXXX XXXXXXXXXXX XXXXXXXXXXXX XXXXXXX
  XXXX gettext(u'Chat and friends') XXXXX
  XX XXXXXXXXXXXXXX
     gettext(u'Turn chat off in all matches. Your opponents will see it’s off.') 
  XXXX
  XXXX XXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB
  XXXXXX
  XXXX gettext(u'Players you follow') XXXXX
  BB BBBBBBBBBB
    XXX XXXXXXXXXXXXXXXX
      BBB BBBBBB BB BBBBBBBBBB
        XXX XXXXXXXXXX XXXXXXX
          XX XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXXXXXX
           gettext(u'Unfollow %(name)s') SSSSSSSS SSSSSSSS
           _("Unfollow") 
        XXXXX
      BBBBBB
    XXXXX
  BBBB
    XX XXXXXXXXXXXXXX
       gettext(u'No one yet. Press “Follow” on a player’s page to see in the lobby when they are online.') 
    XXXX
  BBBBB
  BB BBBBB
    XXXX gettext(u'Muted players') XXXXX
    XXX XXXXXXXXXXXXXXXX
      BBB BBBBBB BB BBBBB
        XXX XXXXXXXXXX XXXXXXX
          XX XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXXXXXX
           gettext(u'Unmute %(name)s') SSSSSS SSSSSSSS
           _("Unmute") 
        XXXXX
      BBBBBB
    XXXXX
  BBBBB
XXXXXXXXXX
