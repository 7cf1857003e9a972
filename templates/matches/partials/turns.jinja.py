 macro voiced(shown, spoken) -
 shown 
 spoken 
- endmacro 
 macro voiced_text(shown, spoken) -
 shown 

      spoken
    
- endmacro 
 macro explained_points(formula, ply, places, worth, points) -
 if formula 
 ply 
 if places 
 places 
 endif 
 worth 
 points 
 ply 
 formula 
 else 

      points
    
 endif 
- endmacro 
 macro did(name, what, detail) -
 name 
 what 
 if detail 
 detail 
 if not detail.endswith(".") 
 endif 
 endif 
- endmacro 
 macro turn(ply, seat, path, name, what, detail, formula, places, worth, points) -
 ply 
 seat 
 path 
 name 
 what 
 if detail 
 detail 
 endif 

      explained_points(formula, ply, places, worth, points)
    
- endmacro 
 macro down(ply, number, what) -
 ply 
 number 
 what 
- endmacro 
 macro turns(turns) -
 _('Turns') 
 turns 
- endmacro 