BBBB BBBB gettext(u'The app is removed.') 
