 macro link(match_id) -
 url('analysis:analysis', match_id) 
 icon("eye") 
 _("Analysis") 
- endmacro 