 macro long_select(attributes, choices, current) -
 attributes 
 for value, label in choices 
 value 
 if value == current 
 endif 
 label 
 endfor 
- endmacro 