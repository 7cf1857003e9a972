 macro rows(letters, rows) -
 for letter in letters 
 letter 
 endfor 
 for number, cells in rows 
 number 
 cells 
 endfor 
- endmacro 
 macro board(game, columns, blocks, directions, meanings, cells) -
 _('Board') 
 game 
 columns 
 if blocks 
 blocks 
 endif 
 if directions 
 directions 
 endif 
 if meanings 
 meanings 
 endif 
 cells 
- endmacro 
 macro large_board(columns, rows, board) -
 columns 
 board 
 _('Size of the board') 
 icon("minus") 
 _("Smaller") 
 icon("plus") 
 _("Larger") 
 _("Whole board") 
 columns 
 rows 
- endmacro 