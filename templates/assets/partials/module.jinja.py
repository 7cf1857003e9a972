 macro module(script, module, imports) 
 for address in imports 
 address 
 endfor 
 if module 
 script 
 module 
 else 
 script 
 endif 
 endmacro 