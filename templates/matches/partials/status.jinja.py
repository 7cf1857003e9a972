 macro status(before, now, after, notices, error) -
- before 
 now 
 if after 
 after 
 endif 
 for words in notices 
 words 
 endfor 
 if error 
 error 
 endif 
- endmacro 