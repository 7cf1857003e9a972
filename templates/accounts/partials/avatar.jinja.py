 macro avatar(hue, size, letter) -
 hue 
 size 
 letter 
- endmacro 