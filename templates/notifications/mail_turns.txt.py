BBBB BBBBBBBBBBBBBB BBB gettext(u'Hello %(name)s,') SSSSS SSSSSSSSS

 ngettext(u'It is your turn in this match:', u'It is your turn in these matches:', count) SS SS SSSS SSSS SS SSSS SSSSSSPP PP PPPP PPPP PP PPPPP PPPPPPPP
BBB BBBB BB BBBBB
X  gettext(u'%(game)s against %(name)s') SSSSSSSS SSSSSSS SSSSSSSSBB BBBBBBBBB X gettext(u'%(time)s left') SSSSSSSS SSSSXBBBBB
  
BBBBBBBBBBBBBBBBBBB
