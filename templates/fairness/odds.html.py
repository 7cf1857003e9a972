
BBBB BBBB
BB BBBBBBBBBB B B
   gettext(u'fewer than 1 of a million') BBBB BBBBBBBBBB B B
   gettext(u'more than 99 of 100') BBBB
   gettext(u'%(many)s of %(of)s') 
    SSSSSSSS SS SSSSSS
  BBBBB
