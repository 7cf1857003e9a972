
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'About Numgames') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'About Numgames') XXXXX
    XX XXXXXXXXXXXXX gettext(u'Number board games for two, free and without advertising.') XXXX
    XXX
       gettext(u'Play live, or a move whenever you have time. Play friends, strangers or the computer, with or without an account.') 
        SSSS SSSSS SS S SSSS SSSSSSSS SSS SSSS SSSSS SSSS SSSSSSSS SSSSSSSSS SS SSS SSSSSSSSS SSSS SS SSSSSSS SS
        SSSSSSSS
      
    XXXX
    XXXX gettext(u'What makes it different') XXXXX
    XXXX
      XXXX gettext(u'The tiles are drawn fairly, and you can check that yourself after every match.') XXXXX
      XXXX gettext(u'Every finished match can be analysed, for free.') XXXXX
      XXXX gettext(u'Your matches belong to you: download all of them whenever you like.') XXXXX
      XXXX
        XX XXXXXXBBB BBBBBBBBBBBBXX gettext(u'Rated matches and puzzles are free data for everyone.') XXXX
      XXXXX
      XXXX gettext(u'No advertising, no tracking, nothing to buy.') XXXXX
    XXXXX
    XXXX gettext(u'Who runs this site') XXXXX
    BB BBBBBBBBBBBBB
      XXX
         gettext(u'This site is run by %(operator_name)s.') 
          SSSS SSSS SS SSS SS SSSSSSSSSSSSSSSSSS
        
      XXXX
    BBBB
      XXX gettext(u'The operator of this site has not given a name yet.') XXXX
    BBBBB
    XXX gettext(u'The software is open source under the BSD licence.') XXXX
  XXXXXXXXXXBBBBBBBB BBBB
