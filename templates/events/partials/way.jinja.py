 macro way(path) -
 path 
 icon("trophy") 
 _("To the event") 
- endmacro 