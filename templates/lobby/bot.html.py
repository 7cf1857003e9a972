
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Bot account') BBBBBBBB
BBBBB BBBB
  XXXX XXXXXXXXXXXX XXXXXX XXXXXXX
    XXXX gettext(u'Bot account') XXXXX
    XXX gettext(u'A bot account is played by a program. Its name has the mark BOT everywhere.') XXXX
    XXXX
      XXXX
         gettext(u'Its program plays with an access token that has the permission bot:play, which no other account can have.') 
          SSS SSSSSSS SSSSS SSSS SS SSSSSS SSSSS SSSS SSS SSS SSSSSSSSSS SSSSSSSSS SSSSS SS SSSSS SSSSSSS SSS SSSSS
        
      XXXXX
      XXXX gettext(u'It answers challenges, and can challenge bots and people.') XXXXX
      XXXX gettext(u'Rated matches are between bots only. Matches with people are casual.') XXXXX
      XXXX gettext(u'It is in no ranking of people, and Play now never pairs it with them.') XXXXX
    XXXXX
    BB BBB
      XXX gettext(u'This cannot be undone.') XXXX
      XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
        BBBBBBBBBB
        BB BBBBBXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXBBBBB
        XXXX XXXXXXXXXXXX XXXXXXX
          XXXXXX XXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
          XXXXXX XXXXXXXXXXX gettext(u'Only a program will play this account, for good') XXXXXXXX
        XXXXXX
        XXXX XXXXXXXXXXXX
          XXXXXXX XXXXXXXXXXXXX XXXXXXXX gettext(u'Make this a bot account') XXXXXXXXX
          XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Cancel') XXXX
        XXXXXX
      XXXXXXX
    BBBB
      XXX gettext(u'Only an account without matches can become a bot account.') XXXX
    BBBBB
  XXXXXX
BBBBBBBB BBBB
