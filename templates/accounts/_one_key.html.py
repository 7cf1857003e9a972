
BBBB BBBB
XXXX XXXXXXXXXXXXX XXXXXXX XXXXXXX
  XXXXXXXXXXX gettext(u'This passkey is the only way into your account.') XXXXXXXXXXXXX
  XXX
     gettext(u'If you lose it, we can’t let you back in. Add a second way now: a passkey on another device, an e-mail address, or a password. With an address or a password, a recovery code can replace the lost passkey.') 
      SS SSS SSSS SSS SS SSSSS SSS SSS SSSS SSS SSS S SSSSSS SSS SSSS S SSSSSSS SS SSSSSSS SSSSSSS SS SSSSSS SSSSSSSS SS
      S SSSSSSSSS SSSS SS SSSSSSS SS S SSSSSSSSS S SSSSSSSS SSSS SSS SSSSSSS SSS SSSS SSSSSSSS
    
  XXXX
  XXXX XXXXXXXXXXXX
    XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBXX gettext(u'Add another passkey') XXXX
    XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Add an e-mail address') XXXX
    XX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBXX gettext(u'Choose a password') XXXX
  XXXXXX
XXXXXX
