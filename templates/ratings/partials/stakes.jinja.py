 macro stakes(changes) -
 _("win %(won)s, loss %(lost)s") % changes 

      _("Your %(own)s: win %(won)s, draw %(drawn)s, loss %(lost)s") % changes
    
- endmacro 