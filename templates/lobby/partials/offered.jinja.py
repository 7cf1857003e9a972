 macro offered(entry, stakes, avatar, page) -
 avatar 
 entry.key 
 entry.name 
 entry.rating 
 if entry.is_guest 
 _("guest") 
 endif 
 entry.game 
 for term in entry.brief 
 term 
 endfor 
 stakes 
 for term in entry.terms 
 term 
 if not loop.last 
 endif 
 endfor 
 page 
 _("Player’s page") 
 if entry.more 
 page 
 _("and %(count)s more") % {"count": entry.more} 
 endif 
- endmacro 