 macro interlude(ended, game) -
 _('The last game') 
 if not ended 
 endif 
 if ended 
 ended.text|localized 
 _('The board at the end') 
 game 
 ended.board.columns 
 ended.board|still(ended.squares) 
 for pile in ended.piles 
 pile.label|localized 
 pile.count 
 for face in pile.faces 
 pile.kind 
 face|sign 
 endfor 
 endfor 
 endif 
- endmacro 