BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBBBBBBBBBBBBBB BBB gettext(u'Someone wanted to use %(email)s for another account, but you already have one with this address. If you forgot the password, choose a new one here:') SSSSSSS SSSSSS SS SSS SSSSSSSSS SSS SSSSSSS SSSSSSSS SSS SSS SSSSSSS SSSS SSS SSSS SSSS SSSSSSSS SS SSS SSSSSS SSS SSSSSSSSS SSSSSS S SSS SSS SSSSS



 gettext(u'Not you? You can ignore this e-mail.') BBBBBBBBBBBBBBBBBBBBB BBBBBBB
