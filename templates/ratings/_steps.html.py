
BBBB BBBB
 gettext(u'Higher ranks') 
 gettext(u'Lower ranks') 
BBBBBBB BBBBBBBBBBBBB
