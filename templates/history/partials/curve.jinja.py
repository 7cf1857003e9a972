 macro curve(first, second, curve, dots) -
- set words = _("Turn %(ply)s: %(first)s to %(second)s") -
 first 
 second 

        _("Points from turns")
      
 curve.width 
 curve.height 
 _('Points turn by turn') 
 curve.width 
 curve.zero 
 curve.zero 
 if curve.now 
 curve.now.x 
 curve.now.x 
 curve.height 
 endif 
 curve.lines[0] 
 curve.lines[1] 
 for dot, path in dots 
 path 
 if dot == curve.now 
 else 
 endif 
 words % {"ply": dot.ply, "first": dot.points[0], "second": dot.points[1]} 
 dot.left 
 dot.width 
 curve.height 
 'one' if dot.seat == 1 else 'two' 
 dot.x 
 dot.y 
 endfor 
- endmacro 