 macro attributes(widget, value=none) -
- if value is not none -
 value 
 " " if widget.attrs else "" 
- endif -
- for name, value in widget.attrs.items() if value is not false -
 "" if loop.first else " " 
 name 
 if value is not true 
 value 
 endif 
- endfor -
- endmacro 
 macro input(widget) -
 widget.type 
 widget.name 
 attributes(widget, widget.value) 
- endmacro 
 macro options(rows) -
 for row in rows 
 attributes(row, row.value) 
 row.label 
 endfor 
- endmacro 
 macro widget(kind, widget) -
 if kind == "input" 
 input(widget) 
 elif kind == "input_option" and widget.wrap_label 
 if widget.attrs.id 
 widget.attrs.id 
 endif 
 input(widget) 
 widget.label 
 elif kind == "input_option" 
 input(widget) 
 elif kind == "select_option" 
 options([widget]) 
 else 
 widget.name 
 attributes(widget) 
 for name, rows, index in widget.optgroups 
 if name 
 name 
 options(rows) 
 else 
 options(rows) 
 endif 
 endfor 
 endif 
- endmacro 