 macro styles(sheets) 
 for address in sheets 
 address 
 endfor 
 endmacro 