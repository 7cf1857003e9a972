BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBBBBBBBBB BBB gettext(u'Choose a new password for %(username)s here:') SSSSSS S SSS SSSSSSSS SSS SSSSSSSSSSSS SSSSS



 gettext(u'You did not ask for this? Then you need not do anything: your password stays as it is.') BBBBBBBBBBBBBBBBBBBBB BBBBBBB
