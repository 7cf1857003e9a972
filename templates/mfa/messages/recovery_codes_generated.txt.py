BBBB BBBB gettext(u'You have recovery codes. Please keep them in a safe place.') 
