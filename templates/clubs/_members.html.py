
BBBB BBBBBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXX
     ngettext(u'%(number)s member', u'%(number)s members', count) SSSSSSSSSS SSSSSSPPPPPPPPPP
      PPPPPPP
  XXXXX
  BB BBBBBB
    XXXX gettext(u'Requests and bans') XXXXX
    XXX XXXXXXXXXXXXXXXX
      BBB BBB BB BBBBBB
        XXX XXXXXXXXXX XXXXXXX
          XXXXXX XXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
          XXXXX XXXXXXXXXXXX
            BB BBBBBBBB BB BBBBBBB
               _("Accept") 
               _("Refuse and ban") 
            BBBB
               _("Lift the ban") 
            BBBBB
          XXXXXXX
        XXXXX
      BBBBBB
    XXXXX
  BBBBB
  XXX XXXXXXXXXXXXXXXX
    BBB BBB BB BBBBBB
      XXX XXXXXXXXXX XXXXXXX
        XXXXX XXXXXXXXXXXXBBBBBB BBBBBBBBBB BBBBBBB XX
            XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBX
          XXXXX
          BB BBBBBBBB BB BBBBBBBBXXXXX XXXXXXXXXXXXXXXXXXXXXBBBBBXXXXXXX
        BB BBBBB BBB BBBBBBBBBBBBB BB BBBBBBBBB BBB BBBBBBBB BB BBBBBBBBB
          BB BBBB BB BBBBBBBBB BB BBBBBBBB BB BBBBBBBB
            XXXXXXXX XXXXXXXXXXXXXXX
              XXXXXXXXX
                 pgettext(u'a club or member', u'Change') XXXXX XXXXXXXXXXXXXXXXXXXXXXXX
                  XXXXXXX
              XXXXXXXXXX
              XXXX XXXXXXXXXXXX
                BB BBBB BB BBBBBBBBB
                  BB BBBBBBBB BB BBBBBBBB
                     _("Make captain") 
                  BBBB
                     _("No longer captain") 
                  BBBBB
                   _("Hand the club over") 
                BBBBB
                 _("Ban") 
              XXXXXX
            XXXXXXXXXX
          BBBBB
        BBBBB
      XXXXX
    BBBBBB
  XXXXX
XXXXXXXXXX
