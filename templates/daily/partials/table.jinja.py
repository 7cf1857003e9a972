 macro table(path) -
 path 
 icon("trophy") 
 _("Table of the day") 
- endmacro 