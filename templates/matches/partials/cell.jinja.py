 macro cell(has_id, cell, classes, has_reach) -
 if has_id 
 cell.square 
 endif 
- if classes 
 if " " in classes 
 classes 
 else 
 classes 
 endif 
 endif 
- if has_reach 
 endif 
- if has_id and cell.takes 
 cell.takes 
 endif 
- if has_id and cell.room > 1 
 cell.room 
 endif 
- if cell.face 
 cell.face|sign 
 else 
- if cell.mark 
 cell.mark 
 endif 
- if cell.hint 
 cell.hint 
 endif 
 endif 
- endmacro 