 macro own_match(one, picture, path, match, score, avatar, deadline, left, is_far) -
 if one.my_turn or one.calls 
 endif 
 picture 
 path 

      _("%(game)s against %(name)s") % {"game": match.game_name, "name": one.opponent}
    
 avatar 
 if match.is_live 
 _("live") 

        endif
      
 deadline 
 if is_far 
 endif 
 _('Time left for this move') 
 left 
 score 
 if one.calls 
 path 

        _("%(name)s is here: play now") % {"name": one.opponent}
      
 elif one.my_turn 
 _("Your turn") 
 endif 
- endmacro 