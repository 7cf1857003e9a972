 macro face(number, size) -
 number 
 size 
 if number == 1 
 elif number == 2 
 elif number == 3 
 elif number == 4 
 elif number == 5 
 elif number == 6 
 elif number == 7 
 else 
 endif 
- endmacro 