
BBBB BBBB
BB BBBBBBBBBBBBB BB BBBBB
   gettext(u'won') BBBB BBBBBBBBBBBBB BB BBBBBB
   gettext(u'lost') BBBB BBBBBBBBBBBBB BB BBBBBBB
   gettext(u'drawn') BBBB BBBBBBBBBBBBB BB BBBBBBBBB
   gettext(u'cancelled') BBBB BBBBBBBBBBBBB BB BBBBBB
   gettext(u'void') BBBB
   gettext(u'running') BBBBB
