
BBBB BBBB
BB BBBBBBBBBB B B
   gettext(u'less than 1 in a million') BBBB BBBBBBBBBB B B
   gettext(u'more than 99 in 100') BBBB
   gettext(u'%(many)s in %(of)s') 
    SSSSSSSS SS SSSSSS
  BBBBB
