
BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBB gettext(u'This link is wrong') BBBBBBBB
BBBBB BBBBBBB
  XXXX gettext(u'This link is wrong') XXXXX
  XXX gettext(u'No app of this site leads back to the address in it. Nothing was given to anyone.') XXXX
  BB BBBBBBBBBBBBBBBBBXX XXXXXXXXXXXXX XXXXXXXXXXXXXXBBBBB
BBBBBBBB BBBBBBB
