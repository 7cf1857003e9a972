 macro tile(tile) -
 tile.drawn 
 if tile.becomes 
 endif 
 tile.face 
 if tile.kind != tile.drawn 
 tile.kind 
 endif 
 if tile.becomes 
 tile.becomes|join(' ') 
 endif 
 if tile.spoken 
 tile.spoken|localized 
 endif 
- if not tile.becomes 
 tile.face|sign 
 endif -
- endmacro 
 macro rack(label, hidden, tiles, backs, why, kind) -
 label 
 if hidden 
 endif 
- tiles 
 if backs 
 why 
 for _back in range(backs) 
 kind 

        endfor
      
 endif 
- endmacro 
 macro preview(kind, text, warning, points, squares, verdict, waits) -
 kind 
 text 
 warning 
 points 
 squares 
- verdict 
 if waits 
 _("It is not your turn yet.") 
 endif 
- endmacro 
 macro brings(worth, formula, detail, warning) -
 worth 
 if formula 
 formula 
 endif 
 if detail 
 detail 
 endif 
 if warning 
 warning 
 endif 
- endmacro 
 macro place(place, brings) -
 place 
 brings 
- endmacro 
 macro variants(ways, scripted, chosen, brought) -
 if not ways 
 endif 
 if ways 
 _("Ways to play this") 
 endif 
 for way in ways 
 if scripted 
 way.text 
 way.squares 
 way.turn.points 
 way.turn.warning|localized 
 if way == chosen 
 endif 
 brought[loop.index0] 
 else 
 way.text 
 _('Play') 
 way.turn.text|localized|aloud 
 _("Play") 
 brought[loop.index0] 
 endif 
 endfor 
- endmacro 
 macro move(to, token, preview, keys, text, lay, example, sum) -
 to.move 
 to.move 
 token 
 preview 
 icon("keyboard") 
 _("Type a sum or a move") if keys else _("Type a move") 
 _("Move") 
 text 
 to.preview 
 _("Check") 
 if keys 
 keys 
 endif 
 lay|localized 
 example 
 if keys 

              _("Type just a sum, such as %(sum)s, to see where it fits.") % {"sum": sum}
            
 endif 
 _("For the board in words, type") 
 _("help") 
- endmacro 
 macro ply(ply, to, token) -
 ply 
 to.confirm 
 to.move 
 token 
 ply 
- endmacro 
 macro submit(my_turn) -
 if not my_turn 
 endif 
 _("Play") 
- endmacro 
 macro commands(offered, to, token, ply, pick, rack) -
 for command in offered 
 if command.picks 
 command.label|localized 
 to.confirm 
 to.move 
 command.picks[0] 
 command.picks[1] 
 if command.question 
 command.question|localized 
 endif 
 token 
 if ply 
 ply 
 endif 
 pick|localized 
 for tile in rack 
 tile.drawn 
 tile.face 
 if tile.spoken 
 tile.spoken|localized 
 endif 
 tile.face|sign 
 endfor 
 command.text 
 command.label|localized 
 else 
 command.text 
 if command.question 
 command.question|localized 
 endif 
 command.label|localized 
 endif 
 endfor 
- endmacro 
 macro actions(ply, submit, commands) -
 ply 
 submit 
 icon("recall") 
 _("Take back") 
 icon("sort") 
 _("Sort") 
 icon("shuffle") 
 _("Shuffle") 
 commands 
- endmacro 
 macro claim(from_when, match_id, token, name) -
- set words = _("%(name)s can no longer catch up. You can claim the win from %(moment)s.") -
- if from_when 
 url('matches:claim', match_id) 
 url('matches:claim', match_id) 
 token 
 _("Claim the win") 
 words % {"name": name, "moment": from_when} 
 endif -
- endmacro 
 macro answer(path, style, label, token, described="") -
 path 
 path 
 token 
 style 
 if described 
 described 
 endif 
 label 
- endmacro 
 macro draw(match_id, name, may_offer, offered_by_viewer, offered_by_opponent, token) -
- if offered_by_viewer 

        _("You offered a draw. Waiting for %(name)s.") % {"name": name}
      
- elif offered_by_opponent 

        _("%(name)s offers a draw.") % {"name": name}
      
 answer(url("matches:accept_draw", match_id), "button", _("Accept draw"), token, "draw-offered") 
 answer(url("matches:decline_draw", match_id), "button quiet", _("Decline draw"), token, "draw-offered") 
- elif may_offer 
 answer(url("matches:offer_draw", match_id), "button quiet", _("Offer draw"), token) 

      endif
    -
- endmacro 
 macro watch(words) -
 icon("eye") 
 words 
- endmacro 
 macro play(move, rack, variants, actions, claim, draw) -
 move 
 rack 
 variants 
 actions 
 claim 
 draw 
- endmacro 