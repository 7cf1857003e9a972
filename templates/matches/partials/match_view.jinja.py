
  macro match_view(view, page_title, game, scores, status, beside, board, interlude, play, beside_title, turns, about)
-
 view.match.version 
 view.ply 
 view.turn 
 page_title 
 view.fingerprint 
 view.now 
 game 
 scores 
 status 
 beside 
 board 
 interlude 
 play 
 _("The match") 
 icon("cross") 
 _("Close") 
 turns 
 beside_title 
 about 
- endmacro 