 macro gains(changes) -
 for name, change in changes 
 name 
 change.before 

            change.after
          
 change.direction 
 change.gain|signed 
 endfor 
- endmacro 