
BBBB BBBB
XX XXXXXXXXXXX XXXXXXX
   gettext(u'Legal basis: %(basis)s') SSSSS SSSSSS SSSSSSSSSXXXX
   gettext(u'Kept: %(kept)s') SSSSS SSSSSSSS
XXXX
