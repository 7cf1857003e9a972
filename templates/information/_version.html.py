
BBBB BBBB
XX XXXXXXXXXXXXXX
   gettext(u'Version of %(date)s') 
    SSSSSSS SS SSSSSSSS
  
XXXX
