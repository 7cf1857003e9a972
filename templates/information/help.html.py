
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Help') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Help') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'Short answers to common questions. Your browser’s search finds words on this page.') 
        SSSSS SSSSSSS SS SSSSSS SSSSSSSSSS SSSS SSSSSSSSS SSSSSS SSSSS SSSSS SS SSSS SSSSS
      
    XXXX
    XXXX gettext(u'Getting started') XXXXX
    XXXX gettext(u'Do I need an account?') XXXXX
    XXX
       gettext(u'No. Press “Play now” and you play as a guest. Sign up later and you keep your matches.') 
        SSS SSSSS SSSSS SSSS SSS SSS SSSS SS S SSSSSS SSSS SS SSSSS SSS SSS SSSS SSSS SSSSSSSS
      
    XXXX
    XXX
       gettext(u'Guests play casual matches only. A guest who stays away for 30 days is deleted.') 
        SSSSSS SSSS SSSSSS SSSSSSS SSSSS S SSSSS SSS SSSSS SSSS SSS SS SSSS SS SSSSSSSS
      
    XXXX
    XXXX gettext(u'Where can I learn the rules?') XXXXX
    XXX
       gettext(u'Each game has a page with its rules and short lessons to play through. You’ll find it on the front page.') 
        SSSS SSSS SSS S SSSS SSSS SSS SSSSS SSS SSSSS SSSSSSS SS SSSS SSSSSSSS SSSSSS SSSS SS SS SSS SSSSS SSSSS
      
    XXXX
    XXXX gettext(u'How do I place tiles?') XXXXX
    XXX
       gettext(u'Drag a tile to a square, or tap the tile and then the square. You can also type on the keyboard.') 
        SSSS S SSSS SS S SSSSSSS SS SSS SSS SSSS SSS SSSS SSS SSSSSSS SSS SSS SSSS SSSS SS SSS SSSSSSSSS
      
    XXXX
    XXXX gettext(u'Playing') XXXXX
    XXXX gettext(u'How do I play against a friend?') XXXXX
    XXX
       gettext(u'In the lobby, create a challenge for anyone with the link, and send the link. No account is needed to accept a casual match.') 
        SS SSS SSSSSS SSSSSS S SSSSSSSSS SSS SSSSSS SSSS SSS SSSSS SSS SSSS SSS SSSSS SS SSSSSSS SS SSSSSS SS SSSSSS S
        SSSSSS SSSSSS
      
    XXXX
    XXXX gettext(u'How much time do I have?') XXXXX
    XXX
       gettext(u'In a live match each player has a clock of some minutes. In a correspondence match you have days per move.') 
        SS S SSSS SSSSS SSSS SSSSSS SSS S SSSSS SS SSSS SSSSSSSS SS S SSSSSSSSSSSSSS SSSSS SSS SSSS SSSS SSS SSSSS
      
    XXXX
    XXX gettext(u'If your time runs out, you lose the match.') XXXX
    XXXX gettext(u'Can I stop the clock for the night or a vacation?') XXXXX
    XXX
       gettext(u'Yes, in correspondence matches that allow it. Set your night and plan your vacation in the settings.') 
        SSSS SS SSSSSSSSSSSSSS SSSSSSS SSSS SSSSS SSS SSS SSSS SSSSS SSS SSSS SSSS SSSSSSSS SS SSS SSSSSSSSS
      
    XXXX
    XXXX gettext(u'What are rated and casual matches?') XXXXX
    XXX gettext(u'A rated match changes both players’ ratings. A casual match changes nothing.') XXXX
    XXXX gettext(u'Are the tiles drawn fairly?') XXXXX
    XXX
       gettext(u'Yes. Their order is fixed and sealed before the first move. After the match you can check the seal.') 
        SSSS SSSSS SSSSS SS SSSSS SSS SSSSSS SSSSSS SSS SSSSS SSSSS SSSSS SSS SSSSS SSS SSS SSSSS SSS SSSSS
      
    XXXX
    XXXX gettext(u'Your account') XXXXX
    XXXX gettext(u'I forgot my password.') XXXXX
    XXX
       gettext(u'On the sign-in page, press “Forgot your password?”. This works only if you gave an e-mail address.') 
        SS SSS SSSSSSS SSSSS SSSSS SSSSSSS SSSS SSSSSSSSSSS SSSS SSSSS SSSS SS SSS SSSS SS SSSSSS SSSSSSSS
      
    XXXX
    XXXX gettext(u'How do I change which notifications I get?') XXXXX
    XXX
       gettext(u'In the settings. Choose for each event: on the page, by push or by e-mail. You can set quiet hours too.') 
        SS SSS SSSSSSSSS SSSSSS SSS SSSS SSSSSS SS SSS SSSSS SS SSSS SS SS SSSSSSS SSS SSS SSS SSSSS SSSSS SSSS
      
    XXXX
    XXXX gettext(u'How do I download or delete my data?') XXXXX
    XXX
       gettext(u'Both are at the end of the settings. Deleting works at once and cannot be undone.') 
        SSSS SSS SS SSS SSS SS SSS SSSSSSSSS SSSSSSSS SSSSS SS SSSS SSS SSSSSS SS SSSSSSS
      
    XXXX
    XXXX gettext(u'Other players') XXXXX
    XXXX gettext(u'A player is rude. What can I do?') XXXXX
    XXX
       gettext(u'Mute the player in the chat, block them on their page, or report the message. Staff read every report.') 
        SSSS SSS SSSSSS SS SSS SSSSS SSSSS SSSS SS SSSSS SSSSS SS SSSSSS SSS SSSSSSSS SSSSS SSSS SSSSS SSSSSSS
      
    XXXX
    XXXX gettext(u'May I use a program to find moves?') XXXXX
    XXX
       gettext(u'Not in a running match against a person. After the match, analyse as much as you like.') 
        SSS SS S SSSSSSS SSSSS SSSSSSS S SSSSSSS SSSSS SSS SSSSSS SSSSSSS SS SSSS SS SSS SSSSS
      
    XXXX
    XXXX gettext(u'Still stuck?') XXXXX
    XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBXX gettext(u'Write to us') XXXXXXXX
  XXXXXXXXXXBBBBBBBB BBBB
