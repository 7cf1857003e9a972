
BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXXXXXX gettext(u'You in this event') XXXXX
  BBBB BBBBBBBBBBBBBBBBBBBB
    BB BBB BBBBB
      BB BBBBBBBBB
        BB BBBBBBBBBBBBBBBBBBBB
          XXX gettext(u'You played the last season, so you play this one too.') XXXX
        BBBBB
        BB BBBBBBBBBBBBBBB
          XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX XXXXXXXXX
             gettext(u'Bots may take part. I play against them too.') XXXXXXXX
        BBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB
        BB BBB BBBBBB BB BBBBBBBBBBBBBBB
          XXX gettext(u'Events are for players with an account: a name and a password do.') XXXX
        BBBBB
        XX XXXXXXXXXXXX
          BB BBB BBBBBB BB BBBBBBBBBBBBBBB
            XX XXXXXXXXXXXXX XXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBXXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBXX
               gettext(u'Sign up and take part') 
            XXXX
          BBBB BBBBBBBBBBBBBBBBBBBB
            XXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBXX
               gettext(u'Not this time') 
            XXXXXXXXX
          BBBB
            XXXXXXX XXXXXXXXXXXXX XXXXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBXX
               gettext(u'Take part') 
            XXXXXXXXX
          BBBBB
        XXXX
      BBBB
        XX XXXXXXXXXXXXXX gettext(u'You do not take part.') XXXX
      BBBBB
    BBBB
      XXX
        BB BBBBBBBBBBB
           gettext(u'Your place: %(place)s') SSSS SSSSSS SSSSSSSSS
        BBBB BBBBBBBBBBBBBB
           gettext(u'Place %(place)s of %(players)s') 
            SSSSS SSSSSSSSS SS SSSSSSSSSSS
          
        BBBB BBBBBBBBBBB BB BBBB gettext(u'You take part.') 
        BBBBBBBBB
        BB BBBBBBBBBBBBBBBBBBBBB
          X  ngettext(u'%(number)s match open', u'%(number)s matches open', count) 
            SSSSSSSSSS SSSSS SSSS
          
            PPPPPPPPPP PPPPPPP PPPP
          BBBBB
      XXXX
      BB BBBBBBBBBBBBBBBBBBBBB
        XXX XXXXXXXXXX XXXXXXXXXXXXXX
          BBB BBBBBB BBBBBBBBB BBBBBBBBBBBB BB BBBBBBBBBBBBBBBBBBBBB
            XXXX
              XX
                XXXXXXXXXXXXX XXXXX BB BBBBBBBBBBBBXXXXXXXBBBBXXXXXBBBBBX
                XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBX
              XBB BBBBBBBBBBBB X  gettext(u'your turn') BBBBBXXXX
            XXXXX
          BBBBBB
        XXXXX
      BBBBB
      BB BBB BBBBBBBBBBBBB
        XXXX XXXXXXXXXXXX
          BB BBBBBBBBBBB BB BBBB BBB BBBBBBBBBB BB BBBBBBBB BBB BBBBBBBBBBB BB BBBBBBBBB
            BB BBBBBBBBBBB
              XXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBB BBBBBBBBXX
                 gettext(u'Leave after this season') 
              XXXXXXXXX
            BBBB
              XXXXXXX XXXXXXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBB BBBBBBBBXX
                 gettext(u'Play the next season too') 
              XXXXXXXXX
            BBBBB
          BBBBB
          BB BBBBBBBBBBB BB BBBB BB BBBBBBBBBBB BB BBBBBB
            BB BBBBBBBBBBB BB BBBBBB
              XXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBXX
                 gettext(u'Withdraw') 
              XXXXXXXXX
            BBBB
              XXXXXXXX XXXXXXXXXXXXXXX
                XXXXXXXXX gettext(u'Withdraw') XXXXXXXXXX
                XXX
                  BB BBBBBBBBBB BB BBBBBBBB
                     gettext(u'You lose your open matches, and leave the league.') 
                  BBBB
                     gettext(u'You are not paired again.') 
                  BBBBB
                XXXX
                XXXXXXX XXXXXXXXXXXXX XXXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBXX
                   gettext(u'Withdraw now') 
                XXXXXXXXX
              XXXXXXXXXX
            BBBBB
          BBBB BBBBBBBBBBB BB BBBBBB BBB BBBBBBBBB
            XXXXXXX XXXXXXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBXX
               gettext(u'Take part') 
            XXXXXXXXX
          BBBBB
        XXXXXX
      BBBBB
    BBBBB
  BBBBBBB
XXXXXXXXXX
