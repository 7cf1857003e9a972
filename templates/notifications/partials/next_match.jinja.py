 macro next_match(match_id, waiting) -
 url('notifications:next') 
 match_id 
 _("Next turn") 

      waiting
    
- endmacro 