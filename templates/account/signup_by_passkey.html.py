
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Sign up with a passkey') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'Sign up with a passkey') XXXXX
  BB BBBBBBBBBBBBB
    XX XXXXXXXXXXXXXXX
       gettext(u'You play as %(name)s. Choose a name and make a passkey, and your matches stay yours.') 
        SSS SSSS SS SSSSSSSSS SSSSSS S SSSS SSS SSSS S SSSSSSSS SSS SSSS SSSSSSS SSSS SSSSSS
      
    XXXX
  BBBBB
  XXX
     gettext(u'With a passkey your device signs you in, by fingerprint, face or PIN. You need no password.') 
  XXXX
  XX XXXXXXXXXXXXX XXXXXXXX XXXXXXXXXXXXXXXX
     gettext(u'Passkeys need JavaScript. Switch it on, or sign up with a password.') 
  XXXX
  XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBBBBB
    BBBBBBB BBBBBBBBBBBB
    XXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Next: make the passkey') XXXXXXXXX
  XXXXXXX
  XXX
    XX XXXXXXXX gettext(u'Sign up with a password') XXXX
  XXXX
  XX XXXXXXXXXXXXXX
     gettext(u'Already have an account?')  XX XXXXXXXX gettext(u'Sign in') XXXX
  XXXX
BBBBBBBB BBBBBBB
