 macro qr(size, dark) -
 size 
 size 
 _('QR code of the link') 
 dark 
- endmacro 