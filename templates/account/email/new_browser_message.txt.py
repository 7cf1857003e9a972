BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBBBBBBBBB BBB gettext(u'Your account was signed in to from a new browser and network.') 

X X 

 gettext(u'Not you? Change your password, and sign out other sessions under Security.') BBBBBBBBBBBBBBBBBBBBB BBBBBBB
