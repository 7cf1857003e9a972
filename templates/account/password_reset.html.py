
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'Choose a new password') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'Choose a new password') XXXXX
  XXX gettext(u'Enter the e-mail address of your account. We’ll send you a link to choose a new password.') XXXX
  XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBBBBB
    BBBBBBB BBBBBBBBBBBB
    XXXXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Send the link') XXXXXXXXX
  XXXXXXX
  XX XXXXXXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Back to sign-in') XXXXXXXX
BBBBBBBB BBBBBBB
