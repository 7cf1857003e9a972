BBBB BBBB gettext(u'The passkey is added: from now on you can sign in with it.') 
