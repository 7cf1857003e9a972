BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBBBBBBBBB BBB gettext(u'Choose a new password for %(username)s here:') SSSSSS S SSS SSSSSSSS SSS SSSSSSSSSSSS SSSSS



 gettext(u'Didn’t ask for this? You can ignore this e-mail: your password stays the same.') BBBBBBBBBBBBBBBBBBBBB BBBBBBB
