
BBBB BBBB
XXXX XXXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXX
  XXXX gettext(u'Push in this browser') XXXXX
  XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX gettext(u'Push needs JavaScript.') XXXX
  XX XXXXXXXXXXXXXXX XXXXXXX
     gettext(u'It is off here. Your browser will ask you whether Numgames may send it.') 
  XXXX
  XX XXXXXXXXXXXXXX XXXXXXX gettext(u'Push is on: notifications come here even when no page is open.') XXXX
  XX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXX
     gettext(u'Push no longer works in this browser: turn it on again.') 
  XXXX
  XX XXXXXXXXXXXXXXXXXX XXXXXXX
     gettext(u'On an iPhone or iPad, first put Numgames on the home screen: tap Share, then Add to Home Screen. Open it from there and come back to this page.') 
      SS SS SSSSSS SS SSSSS SSSSS SSS SSSSSSSS SS SSS SSSS SSSSSSS SSS SSSSSS SSSS SSS SS SSSS SSSSSSS SSSS SS SSSS
      SSSSS SSS SSSS SSSS SS SSSS SSSSS
    
  XXXX
  XX XXXXXXXXXXXXXXXXXX XXXXXXX
     gettext(u'Your browser blocks notifications from this site. Allow them in its settings for this site: tap the icon left of the address. Then reload this page.') 
      SSSS SSSSSSS SSSSSS SSSSSSSSSSSSS SSSS SSSS SSSSS SSSSS SSSS SS SSS SSSSSSSS SSS SSSS SSSSS SSS SSS SSSS SSSS SS
      SSS SSSSSSSS SSSS SSSSSS SSSS SSSSS
    
  XXXX
  XX XXXXXXXXXXXXXXXXX XXXXXXX
     gettext(u'This browser can’t show push notifications. Update it or use another, or tick e-mail above.') 
  XXXX
  XX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXX
     gettext(u'The push service of your browser did not answer. Try again later, or tick e-mail above.') 
  XXXX
  XXXX XXXXXXXXXXXX
    XXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXX XXXXXXX XXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBBB
       gettext(u'Turn push on') 
    XXXXXXXXX
    XXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXX gettext(u'Turn push off') XXXXXXXXX
  XXXXXX
XXXXXX
