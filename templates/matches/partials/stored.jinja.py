 from "matches/partials/about.jinja" import files 
 macro stored_scores(players) -
 _('Scores') 
 for player, head in players 
 if player.won 
 endif 
 head 
 player.points 
 if player.won 
 _("won") 
 endif 
 endfor 
- endmacro 
 macro stored_status(ending, refusal) -
 if ending 
 ending 
 endif 
 _("We can’t show this match: its version of the rules is no longer installed.") 
 if not ending 
 _("This match can’t go on. Staff can declare it void.") 
 endif 
 if refusal 
 refusal 
 endif 
- endmacro 
 macro stored_play(may_resign, match_id, rematch) -
 if may_resign 
 url('matches:resign', match_id) 
 icon("flag") 
 _("Resign") 
 endif 
 if rematch 
 url('matches:match', rematch) 
 _("To the rematch") 

        endif
      
 url('lobby:lobby') 
 _("To the lobby") 
- endmacro 
 macro stored(match, title, scores, status, play, days, sealed, match_id) -
 match.version 
 match.ply 
 title 
 scores 
 status 
 play 
 _("rated") if match.rated else _("casual") 
 _("live") if match.is_live else _("correspondence") 
 for at, day in days 
 at 
 day 
 if not loop.last 
 endif 

          endfor
        
 sealed 
 files(match_id) 
- endmacro 