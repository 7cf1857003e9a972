BBBB BBBBBBBBBBBBBB BBB
XX
 gettext(u'No more e-mail like this:')  
 gettext(u'Choose what you get:')  
BBBBBBBBBBBBB
