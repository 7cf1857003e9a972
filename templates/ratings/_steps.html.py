
BBBB BBBB
 gettext(u'Ranks before') 
 gettext(u'Ranks after') 
BBBBBBB BBBBBBBBBBBBB
