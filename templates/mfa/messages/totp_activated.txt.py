BBBB BBBB gettext(u'The app is set up: from now on you enter its code when you sign in.') 
