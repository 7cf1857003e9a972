
BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Slow down a little') BBBBBBBB
BBBBB BBBB
   gettext(u'Slow down a little') 
  BB BBBBBBBBBBBBB BBBBBB BB BBBBBBBB
  BBBB BBBBBB BB BBBBBBB ngettext(u'Too many new guests from your network. Try again in %(minutes)s minute, or sign in with an account.', u'Too many new guests from your network. Try again in %(minutes)s minutes, or sign in with an account.', count) 
      SSS SSSS SSS SSSSSS SSSS SSSS SSSSSSSS SSS SSSSS SS SSSSSSSSSSS SSSSSSS SS SSSS SS SSSS SS SSSSSSSS
    
      PPP PPPP PPP PPPPPP PPPP PPPP PPPPPPPP PPP PPPPP PP PPPPPPPPPPP PPPPPPPP PP PPPP PP PPPP PP PPPPPPPP
    
  BBBB BBBBBB BB BBBBBBBB ngettext(u'Too many new accounts from your network. Try again in %(minutes)s minute. Until then, play as a guest: you keep your matches when you sign up.', u'Too many new accounts from your network. Try again in %(minutes)s minutes. Until then, play as a guest: you keep your matches when you sign up.', count) 
      SSS SSSS SSS SSSSSSSS SSSS SSSS SSSSSSSS SSS SSSSS SS SSSSSSSSSSS SSSSSSS SSSSS SSSSS SSSS SS S SSSSSS SSS SSSS
      SSSS SSSSSSS SSSS SSS SSSS SSS
    
      PPP PPPP PPP PPPPPPPP PPPP PPPP PPPPPPPP PPP PPPPP PP PPPPPPPPPPP PPPPPPPP PPPPP PPPPP PPPP PP P PPPPPP PPP PPPP
      PPPP PPPPPPP PPPP PPP PPPP PPP
    
  BBBB ngettext(u'Too many tries. Try again in %(minutes)s minute.', u'Too many tries. Try again in %(minutes)s minutes.', count) 
      SSS SSSS SSSSSS SSS SSSSS SS SSSSSSSSSSS SSSSSSS
    
      PPP PPPP PPPPPP PPP PPPPP PP PPPPPPPPPPP PPPPPPPP
    BBBBB
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
BBBBBBBB BBBB
