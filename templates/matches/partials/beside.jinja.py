 macro courtesy(path, picture, sign, label, token) -
 path 
 path 
 token 
 label 
 icon(picture) 
 sign 
 label 
- endmacro 
 macro courtesies(match_id, name, is_live, may_give, may_nudge, token) -
- set short = _("+15 s") if is_live else _("+1 d") 
- set give = _("Give %(name)s 15 seconds") if is_live else _("Give %(name)s one more day") 
- if may_give 
 courtesy(url("matches:give_time", match_id), "clock", short, give % {"name": name}, token) 

      endif
    
- if may_nudge 

        courtesy(url("matches:nudge", match_id), "bell", "", _("Nudge %(name)s") % {"name": name}, token)
      
 endif -
- endmacro 
 macro resign(may_cancel, path) -
 if may_cancel 
 path 
 path 
 _('Cancel this match? It won’t count.') 
 icon("cross") 
 _("Cancel match") 
 endif 
 path 
 path 
 _('Resign? You will lose this match.') 
 icon("flag") 
 _("Resign") 
- endmacro 
 macro beside_title(courtesies, resign) -
 courtesies 
 resign 
- endmacro 
 macro beside(extra) -
 extra 
- endmacro 