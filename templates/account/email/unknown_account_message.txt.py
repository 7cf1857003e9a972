BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBBBBBBBBB BBB gettext(u'Someone asked for a new password for %(email)s, but no account has this address. If it was you, try another address, or sign up here:') SSSSSSS SSSSS SSS S SSS SSSSSSSS SSS SSSSSSSSSS SSS SS SSSSSSS SSS SSSS SSSSSSSS SS SS SSS SSSS SSS SSSSSSS SSSSSSSS SS SSSS SS SSSSS



 gettext(u'Not you? You can ignore this e-mail.') BBBBBBBBBBBBBBBBBBBBB BBBBBBB
