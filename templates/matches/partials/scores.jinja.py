 macro head(avatar, path, long, name, badge, extra) -
 avatar 
 if path 
 if long 
 endif 
 path 
 name 
 else 
 if long 
 endif 
 name 
 endif 
 badge 
 if extra 
 extra 
 endif 
- endmacro 
 macro points(seat, points) -
 seat 
 points 
- endmacro 
 macro score(score) -
 if not score.unit 
 _("Points") 
 endif 
 score.numbers[0] 
 score.numbers[1] 
 if score.unit 
 score.words 
 endif 
- endmacro 
 macro turn_of(to_move, seat, is_viewer, limit, won) -
 if to_move 
 seat 

        _("Your turn") if is_viewer else _("to move")
      
 limit 
 else 
 seat 
 if not won 
 endif 
 if won 
 _("won") 
 endif 
 endif 
- endmacro 
 macro clock(seat, face, name, is_viewer) -
 seat 
 if face.runs_out 
 endif 
 _('Clock of %(name)s') % {'name': name} 
 if face.runs_out 
 face.runs_out.isoformat() 
 endif 
 if face.runs_out and is_viewer 
 endif 
 face.left|digits 
- endmacro 
 macro deadline(at, left) -
 at 
 left 
- endmacro 
 macro small_tiles(tiles) -
 for face, kind in tiles 
 kind 
 face|sign 
 endfor 
- endmacro 
 macro hand(label, tiles) -
 label 
 tiles 
- endmacro 
 macro seat(seat, won, head, points, mark, clock, hand, unit) -
 seat 
 if won 
 endif 
 head 
 points 
 if unit 
 unit 
 endif 
 mark 
 clock 
 hand 
- endmacro 
 macro away(is_called, what, who, at, left) -
 if is_called 
 endif 
 if not what 
 endif 
 who 
 if what 
 what 
 if at 
 at 
 at 
 left 
 endif 
 endif 
- endmacro 
 macro pile(number, count) -
 number 
 count 
- endmacro 
 macro piles(shapes) -
 for label, faces, kind, owner, returns, adds in shapes 
 if owner 
 owner 
 endif 
 if not owner and (returns or adds) 
 returns 
 adds 
 endif 
 label|localized 
 kwargs["pile-%d" % loop.index] 
 for face in faces 
 kind 
 face|sign 
 endfor 
 endfor 
- endmacro 
 macro scores(first, second, away, piles) -
 _('Scores') 
 first 
 second 
 away 
 piles 
- endmacro 