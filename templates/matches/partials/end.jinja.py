 macro rematch(begun, match_id, token, state, opponent, begins, starter, second_begins, first_begins) -
 if begun 
 url('matches:match', begun) 
 _("To the rematch") 
 else 
 url('matches:rematch', match_id) 
 url('matches:rematch', match_id) 
 url('matches:rematch_deal', match_id) 
 token 
 if state == "waiting" 
 _("You asked for a rematch. Waiting for %(name)s.") % {"name": opponent} 
 begins 
 elif state == "asked" 
 _("%(name)s asks for a rematch.") % {"name": opponent} 
 begins 
 starter 
 icon("rematch") 
 _("Accept the rematch") 
 3 - starter 
 _("Rematch, other order") 
 else 
 icon("rematch") 
 _("Rematch") 
 second_begins 
 icon("rematch") 
 _("Rematch, same order") 
 first_begins 
 endif 
 endif 
- endmacro 
 macro end(outcome, result, players, extra, story, best, plays, rematch, next, more, score, game) -
 outcome 
 icon("cross") 
 _("Close") 
 result 
 for player in players 
 player.points 
 if score.unit 
 score.unit 
 endif 
 player.user 
 endfor 
 if score.small 
 score.small 
 endif 
 extra 
 if story 
 story 
 endif 
 if best 
 best.path 
 best.picture 
 _("Your best turn:") if plays else _("The best turn:") 

            best.worth
          
 endif 
 rematch 
 if next 
 next 
 endif 
 icon("more") 
 _("More") 
 more 
 url('lobby:lobby') 
 game 
 icon("players") 

            _("New opponent")
          
- endmacro 
 macro over(end, extra, replay) -
 end 
 extra 
 replay 
 _("Replay turn by turn") 
 url('lobby:lobby') 
 _("To the lobby") 
- endmacro 