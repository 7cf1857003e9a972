
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Accessibility') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Accessibility') XXXXX
    XX XXXXXXXXXXXXX gettext(u'Everyone should be able to play here. We aim for WCAG 2.2, level AA.') XXXX
    XXXX gettext(u'What works') XXXXX
    XXXX
      XXXX
         gettext(u'You can use the whole site with the keyboard. On the board, use arrow keys or type moves.') 
          SSS SSS SSS SSS SSSSS SSSS SSSS SSS SSSSSSSSS SS SSS SSSSSS SSS SSSSS SSSS SS SSSS SSSSSS
        
      XXXXX
      XXXX
         gettext(u'Screen readers read the squares, the score and the last move. New moves are announced.') 
          SSSSSS SSSSSSS SSSS SSS SSSSSSSS SSS SSSSS SSS SSS SSSS SSSSS SSS SSSSS SSS SSSSSSSSSS
        
      XXXXX
      XXXX gettext(u'You can play without JavaScript, by typing moves.') XXXXX
      XXXX gettext(u'Nothing relies on colour alone. There is a light and a dark theme.') XXXXX
      XXXX gettext(u'Animations stop if your device is set to reduce motion.') XXXXX
      XXXX gettext(u'Pages work at a width of 320 pixels and at 400%% zoom.') XXXXX
    XXXXX
    XXXX gettext(u'What does not work yet') XXXXX
    XXXX
      XXXX gettext(u'A match’s notation opens as plain text, without headings or a title.') XXXXX
      XXXX
         gettext(u'Live matches are played against the clock. If you need more time, play correspondence.') 
          SSSS SSSSSSS SSS SSSSSS SSSSSSS SSS SSSSSS SS SSS SSSS SSSS SSSSS SSSS SSSSSSSSSSSSSSS
        
      XXXXX
    XXXXX
    XXXX gettext(u'How we test') XXXXX
    XXX
       gettext(u'Every page is checked with axe by our automatic tests, in light and dark. This is a self-assessment.') 
        SSSSS SSSS SS SSSSSSS SSSS SSS SS SSS SSSSSSSSS SSSSSS SS SSSSS SSS SSSSS SSSS SS S SSSSSSSSSSSSSSSS
      
    XXXX
    XXX gettext(u'Something not working for you? Tell us which page and which device, and we will fix it.') XXXX
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBXX gettext(u'Write to us') XXXXXXXX
  XXXXXXXXXXBBBBBBBB BBBB
