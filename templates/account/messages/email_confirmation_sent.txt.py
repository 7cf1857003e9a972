BBBB BBBBBBBBBBBBBB BBB gettext(u'We have sent a link to %(email)s. Open it to confirm the address.') SS SSSS SSSS S SSSS SS SSSSSSSSSS SSSS SS SS SSSSSSS SSS SSSSSSSSBBBBBBBBBBBBB
